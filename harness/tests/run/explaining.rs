//! `harness explain`: one finding at length.

use crate::{LIVELY, PENDULUM, REFERENCE, Sandbox};

#[test]
fn a_fault_is_told_with_its_stage_inputs_operation_and_neighbourhood() {
    let sandbox = Sandbox::with_model(LIVELY);
    let words = format!(
        "explain model.xml --subject {REFERENCE} --steps 5 --modes free --inject actuator_moment[3]@2:ulp=1"
    );
    let outcome = sandbox.harness(&words);
    assert_eq!(outcome.code, 100, "{}", outcome.everything());
    for part in [
        "model free: fail",
        "first difference at step 2: actuator_moment[elbow_flexor, shoulder.1]",
        "\n  apart      1 ulp, ",
        "\n  equal   kinematics ",
        "\n  DIFFERS transmission\n",
        "what transmission computes (engine/src/pipeline/position/transmission/mod.rs)\n  actuator lengths and their gradients",
        "still equal: qpos, ten_length, ten_J,",
        "so the difference arises in this stage",
        "where it comes from: model.xml:35\n",
        "  >   35 |     <position name=\"elbow_flexor\"",
        "  harness run model.xml --modes free",
    ] {
        assert!(outcome.stdout.contains(part), "{part}\n{}", outcome.stdout);
    }
    assert!(
        !outcome.stdout.contains("equal   velocity"),
        "{}",
        outcome.stdout
    );
}

#[test]
fn an_upgrade_is_explained_by_what_differs_by_more_than_rounding() {
    let sandbox = Sandbox::with_model(include_str!("box_stack.xml"));
    // The command that `harness upgrade` prints.
    let outcome = sandbox.harness("explain model.xml --from 3.3.7 --to 3.4.0 --steps 5");
    assert_eq!(outcome.code, 100, "{}", outcome.everything());
    for part in [
        "model forward: fail",
        "first difference at qpos0: contact.dist[4: bottom - middle]",
        "\n  3.3.7      -0.00025",
        "\n  3.4.0      -0.0005",
        "model forced: fail",
    ] {
        assert!(outcome.stdout.contains(part), "{part}\n{}", outcome.stdout);
    }
    let later = sandbox.harness("explain model.xml --from 3.4.0 --to 3.5.0 --steps 5");
    assert_eq!(later.code, 0, "{}", later.everything());
    let both = sandbox.harness("explain model.xml --from 3.3.7 --to 3.4.0 --subject engine");
    assert_eq!(both.code, 2, "{}", both.everything());
}

#[test]
fn one_case_is_explained_at_a_time() {
    let sandbox = Sandbox::with_model(PENDULUM).file("other.xml", PENDULUM);
    let refused = sandbox.harness("explain .");
    assert_eq!(refused.code, 2);
    assert!(
        refused.stderr.contains("2 cases are selected"),
        "{}",
        refused.stderr
    );
    let fine = sandbox.harness(&format!(
        "explain . --filter other --modes compile --subject {REFERENCE}"
    ));
    assert_eq!(
        (fine.code, fine.stdout.starts_with("other compile: pass\n")),
        (0, true),
        "{}",
        fine.everything()
    );
}

#[test]
fn an_explanation_has_no_flags_of_reports_that_it_does_not_write() {
    let sandbox = Sandbox::with_model(PENDULUM);
    for flag in ["--to html", "--baseline accepted.json", "--shard 1/2"] {
        let refused = sandbox.harness(&format!("explain model.xml {flag}"));
        assert_eq!(refused.code, 2, "{}", refused.everything());
    }
}
