//! Every exit code that the help text promises.

use crate::{LIVELY, PENDULUM, REFERENCE, Sandbox};

#[test]
fn zero_if_all_is_ok() {
    let outcome = Sandbox::with_model(PENDULUM).itself("");
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
}

#[test]
fn one_if_the_report_cannot_be_written() {
    let sandbox =
        Sandbox::with_model(PENDULUM).file("reports", "a file where a directory should be");
    let outcome = sandbox.itself("");
    assert_eq!(outcome.code, 1, "{}", outcome.everything());
}

#[test]
fn two_for_wrong_usage() {
    let sandbox = Sandbox::with_model(PENDULUM);
    for words in [
        "",
        "run",
        "run missing.xml",
        "run model.xml --modes sideways",
        "run model.xml --subject spaceship",
        "run model.xml --jobs 0",
        "run model.xml --timeout 0",
        "run model.xml --tolerance=-1",
        "run model.xml --fields actuator_momnet",
        "frobnicate",
    ] {
        let outcome = sandbox.harness(words);
        assert_eq!(outcome.code, 2, "{words}: {}", outcome.everything());
        assert!(
            outcome.lines.is_empty(),
            "no report for a run that never was"
        );
    }
}

#[test]
fn three_without_the_reference_or_with_one_of_another_version() {
    let sandbox = Sandbox::with_model(PENDULUM);
    let empty = sandbox.path().join("empty");
    std::fs::create_dir(&empty).expect("created");
    let empty = empty.to_str().expect("readable");
    let words = [
        "run",
        "model.xml",
        "--subject",
        REFERENCE,
        "--offline",
        "--cache",
        empty,
    ];
    let outcome = sandbox.command(&words);
    assert_eq!(outcome.code, 3, "{}", outcome.everything());
    assert!(
        outcome.stderr.contains("--mujoco-lib"),
        "{}",
        outcome.stderr
    );
}

#[test]
fn four_if_nothing_is_selected() {
    let sandbox = Sandbox::with_model(PENDULUM);
    std::fs::create_dir(sandbox.path().join("empty")).expect("created");
    for words in ["run empty", "run . --filter nobody", "list empty"] {
        let outcome = sandbox.harness(words);
        assert_eq!(outcome.code, 4, "{words}: {}", outcome.everything());
    }
}

#[test]
fn a_hundred_for_a_mismatch_and_a_hundred_and_one_for_a_crash() {
    let sandbox = Sandbox::with_model(LIVELY);
    assert_eq!(sandbox.itself("--inject qacc[0]@1:nan").code, 100);
    let crash = sandbox.harness(&format!("run model.xml --subject faulty:crash:{REFERENCE}"));
    assert_eq!(crash.code, 101, "{}", crash.everything());
}

#[test]
fn the_help_texts_list_the_exit_codes() {
    let sandbox = Sandbox::new();
    for words in ["--help", "run --help"] {
        let outcome = sandbox.harness(words);
        assert_eq!(outcome.code, 0);
        for code in ["\n    0 ", "\n    4 ", "\n  100 ", "\n  101 "] {
            assert!(outcome.stdout.contains(code), "{words}: {code:?}");
        }
    }
}

#[test]
fn quiet_prints_the_summary_only() {
    let outcome = Sandbox::with_model(PENDULUM).itself("--quiet");
    assert_eq!(outcome.stderr, "");
    assert!(outcome.stdout.contains("ok: 1 case,"), "{}", outcome.stdout);
    // Not a terminal: no colours.
    assert!(!outcome.stdout.contains('\u{1b}'));
}

#[test]
fn doctor_and_simulators_name_every_kind() {
    let sandbox = Sandbox::new();
    for command in ["doctor", "simulators"] {
        let outcome = sandbox.harness(command);
        assert_eq!(outcome.code, 0, "{}", outcome.everything());
        for kind in ["engine", REFERENCE, "process:"] {
            assert!(
                outcome.stdout.contains(kind),
                "{command}: {}",
                outcome.stdout
            );
        }
    }
    assert!(sandbox.harness("doctor").stdout.contains("cc "));
}
