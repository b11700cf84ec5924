//! Subjects of lower precision: judged by what rounding does, honest or not.

use super::{LIVELY, Outcome, REFERENCE, Sandbox};

/// MuJoCo with everything rounded to this precision.
fn rounded(how: &str) -> String {
    format!("rounded:{how}:{REFERENCE}")
}

/// All modes that rounding can judge.
const ALL: &str = "compile,forward,forced";

fn judge(subject: &str, modes: &str, flags: &str) -> Outcome {
    let sandbox = Sandbox::with_model(LIVELY);
    sandbox.harness(&format!(
        "run model.xml --modes {modes} --steps 10 --subject {subject} {flags}"
    ))
}

/// The stage of the finding in a mode.
fn stage(outcome: &Outcome, mode: &str) -> Option<String> {
    let mut records = outcome.records();
    let record = records.find(|record| record["mode"] == mode)?;
    Some(record["finding"]["stage"].as_str()?.to_owned())
}

fn words(outcome: &Outcome) -> Vec<&str> {
    let outcomes = outcome.outcomes().into_iter();
    outcomes.map(|(_, word)| word).collect()
}

#[test]
fn an_honest_subject_in_single_precision_is_rounding() {
    let outcome = judge(&rounded("f32"), ALL, "");
    assert_eq!(outcome.code, 0, "{}{}", outcome.stdout, outcome.stderr);
    let found = words(&outcome);
    assert_eq!(found[0], "pass", "{found:?}");
    for word in &found[1..] {
        assert!(["rounding", "solver_limited"].contains(word), "{found:?}");
    }
    // The table of the ratios names stages, and says how far from the threshold they are.
    assert!(outcome.stdout.contains("median r"), "{}", outcome.stdout);
    let record = outcome.records().find(|record| record["mode"] == "forced");
    let record = record.expect("a record");
    let stages = record["rounding"]["stages"].as_array().expect("stages");
    assert!(stages.len() > 10, "{stages:?}");
    assert_eq!(record["rounding"]["precision"], "f32");
    assert!(record["coverage"]["values"].as_u64() > Some(1000));
}

#[test]
fn a_fault_in_single_precision_is_found_in_its_stage() {
    for (fault, expected) in [
        ("qfrc_passive*1.001", "passive"),
        ("actuator_moment*1.01", "transmission"),
        ("qM*1.001", "crb"),
        ("efc_aref*-1", "reference"),
        ("contact.dist*1.01", "collision"),
    ] {
        let outcome = judge(&rounded(&format!("f32+{fault}")), "forward", "");
        assert_eq!(outcome.code, 100, "{fault}: {}", outcome.stdout);
        assert_eq!(
            stage(&outcome, "forward").as_deref(),
            Some(expected),
            "{fault}"
        );
        assert!(
            outcome.stdout.contains("rounding may do"),
            "{}",
            outcome.stdout
        );
        assert!(
            outcome.stdout.contains("(allowed 16)"),
            "{}",
            outcome.stdout
        );
    }
}

#[test]
fn a_constant_that_is_wrong_by_more_than_rounding_fails_in_the_compiled_model() {
    let outcome = judge(&rounded("f32+body_mass*1.000001"), "compile", "");
    assert_eq!(outcome.code, 100, "{}", outcome.stdout);
    assert!(outcome.stdout.contains("body_mass"), "{}", outcome.stdout);
}

#[test]
fn subjects_that_lie_do_not_pass() {
    let honest = rounded("f32");
    for lie in ["nan", "constant", "idle"] {
        let outcome = judge(&format!("faulty:{lie}:{honest}"), ALL, "");
        assert_eq!(outcome.code, 100, "{lie}: {}", outcome.stdout);
        let found = words(&outcome);
        assert_eq!(&found[1..], ["fail", "fail"], "{lie}: {found:?}");
    }
}

#[test]
fn a_wrong_precision_does_not_pass() {
    // Coarser than it is said to be.
    let outcome = judge(&rounded("bf16"), ALL, "--precision f32");
    assert_eq!(
        words(&outcome),
        ["fail", "fail", "fail"],
        "{}",
        outcome.stdout
    );
    // Finer: its constants are doubles.
    let outcome = judge(&format!("faulty:claim:{REFERENCE}"), ALL, "");
    assert_eq!(outcome.code, 100);
    let said = "the subject says that it computes in f32";
    assert!(outcome.stdout.contains(said), "{}", outcome.stdout);
}

#[test]
fn what_is_compared_follows_from_the_precision_and_flags_change_it() {
    let single = rounded("f32");
    let outcome = judge(&single, "compile", "--verdict bits");
    assert!(outcome.stdout.contains("F32 for F64"), "{}", outcome.stdout);
    let outcome = judge(&single, "compile", "--verdict tolerance --tolerance 1e-3");
    assert_eq!(words(&outcome), ["close"], "{}", outcome.stdout);
    let outcome = judge(&single, ALL, "--verdict tolerance");
    assert_eq!(outcome.code, 2, "{}", outcome.stderr);
    let outcome = judge(&single, ALL, "--precision f31x");
    assert_eq!(outcome.code, 2);
    // Modes that rounding says nothing about are not called equal.
    let outcome = judge(&single, "free,inverse", "");
    assert!(words(&outcome).iter().all(|word| *word == "unable"));
    assert_eq!(outcome.code, 100, "nothing was compared");
}

#[test]
fn a_subject_in_double_precision_is_held_to_bits_as_before() {
    let sandbox = Sandbox::with_model(LIVELY);
    let outcome =
        sandbox.harness("run model.xml --modes forced --steps 3 --inject qacc[0]@2:ulp=1");
    assert_eq!(outcome.code, 100);
    assert!(outcome.stdout.contains("1 ulp"), "{}", outcome.stdout);
}

#[test]
fn a_calibration_counts_alarms_and_misses() {
    let sandbox = Sandbox::with_model(LIVELY);
    let outcome = sandbox.harness("verdict calibrate model.xml --random 2 --steps 2 --faults 6");
    assert_eq!(outcome.code, 0, "{}{}", outcome.stdout, outcome.stderr);
    assert!(
        outcome.stdout.contains("0 false alarms"),
        "{}",
        outcome.stdout
    );
    assert!(
        outcome.stdout.contains("with an effect"),
        "{}",
        outcome.stdout
    );
}

#[test]
fn a_profile_says_what_is_known_of_a_subject_and_must_be_true() {
    let known = "precision = 'f32'\n[[known]]\ncase = '*model'\nfield = 'sensordata'\nreason = 'sensors are rough'\nexpires = 2099-01-01\n";
    let sandbox = Sandbox::with_model(LIVELY)
        .file("known.toml", known)
        .file("typo.toml", "presicion = 'f32'\n")
        .file(
            "ignore.toml",
            "[[ignore]]\nfield = 'sensordata'\nreason = 'none here'\n",
        );
    let run = |profile: &str, fault: &str| {
        sandbox.harness(&format!(
            "run model.xml --modes forward --subject {} --profile {profile}",
            rounded(&format!("f32{fault}"))
        ))
    };
    let outcome = run("known.toml", "+sensordata*1.01");
    assert_eq!(words(&outcome), ["known"], "{}", outcome.stdout);
    assert_eq!(outcome.code, 0, "{}", outcome.stdout);
    let outcome = run("known.toml", "");
    assert_eq!(outcome.code, 100, "{}", outcome.stdout);
    let said = "known.toml:4:9: the known fault of sensordata did not occur";
    assert!(outcome.stdout.contains(said), "{}", outcome.stdout);
    let outcome = run("ignore.toml", "+sensordata*1.01");
    assert_eq!(outcome.code, 0, "{}", outcome.stdout);
    let outcome = run("typo.toml", "");
    assert_eq!(outcome.code, 2);
    assert!(
        outcome.stderr.contains("typo.toml:1:1"),
        "{}",
        outcome.stderr
    );
}

#[test]
fn stages_of_other_versions_make_up_their_forward_computation_and_can_be_disturbed() {
    for version in ["3.3.7", "3.4.0", "4.0.0"] {
        let reference = format!("--reference mujoco@{version}");
        let itself = format!("rounded:f64:mujoco@{version}");
        let flags = format!("{reference} --verdict bits");
        let outcome = judge(&itself, "forward,forced", &flags);
        assert_eq!(outcome.code, 0, "{version}: {}", outcome.stdout);
        let honest = format!("rounded:f32:mujoco@{version}");
        let outcome = judge(&honest, "forward,forced", &reference);
        assert_eq!(outcome.code, 0, "{version}: {}", outcome.stdout);
        let wrong = format!("rounded:f32+qfrc_passive*1.001:mujoco@{version}");
        let outcome = judge(&wrong, "forward", &reference);
        let found = stage(&outcome, "forward");
        assert_eq!(found.as_deref(), Some("passive"), "{}", outcome.stdout);
    }
}

#[test]
fn a_subject_that_does_not_count_its_contacts_cannot_hide_that_it_has_others() {
    let sandbox = Sandbox::with_model(LIVELY).file(
        "profile.toml",
        "[[ignore]]\nfield = 'ncon'\nreason = 'not counted'\n[[ignore]]\nfield = 'nefc'\nreason = 'not counted'\n",
    );
    let outcome = sandbox.harness(&format!(
        "run model.xml --modes forward --profile profile.toml --subject {}",
        rounded("f32+geom_size*0.1")
    ));
    assert_eq!(outcome.code, 100, "{}", outcome.stdout);
    let record = outcome.records().next().expect("a record");
    assert_eq!(record["finding"]["field"], "contact.dist", "{record}");
    assert!(
        outcome.stdout.contains("contacts instead of"),
        "{}",
        outcome.stdout
    );
}

#[test]
fn answers_that_change_from_run_to_run_are_repeated_and_their_spread_is_named() {
    let restless = |how: &str| format!("faulty:restless:{}", rounded(how));
    let outcome = judge(&restless("f32"), "forward", "");
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    let record = outcome.records().next().expect("a record");
    assert_eq!(record["outcome"], "rounding", "{record}");
    let message = record["message"].as_str().expect("a message");
    assert!(message.contains("change from run to run"), "{message}");
    let fields = record["rounding"]["restless"].as_array().expect("fields");
    assert!(fields.iter().any(|field| field == "xpos"), "{fields:?}");
    // A subject that repeats itself has no such fields.
    let calm = judge(&rounded("f32"), "forward", "");
    let record = calm.records().next().expect("a record");
    assert!(record["rounding"]["restless"].is_null(), "{record}");
    // A fault is still found, in its stage.
    let outcome = judge(&restless("f32+qfrc_passive*1.01"), "forward", "");
    assert_eq!(outcome.code, 100, "{}", outcome.everything());
    assert_eq!(stage(&outcome, "forward").as_deref(), Some("passive"));
}

#[test]
fn answers_as_uncertain_as_faults_are_large_do_not_pass() {
    let outcome = judge(&format!("faulty:frantic:{}", rounded("f32")), "forward", "");
    let found = words(&outcome);
    assert!(
        matches!(found[0], "undecidable" | "fail"),
        "{found:?}{}",
        outcome.everything()
    );
}

#[test]
fn faults_of_a_subject_in_double_precision_are_located_exactly() {
    let model = LIVELY.replace("damping=\"0.05\"", "damping=\"0.05\" armature=\"0.02\"");
    assert_ne!(model, LIVELY);
    let sandbox = Sandbox::with_model(&model);
    for (fault, stage, field) in [
        ("qfrc_bias*-1", "bias", "qfrc_bias"),
        ("qfrc_passive*1.000000000001", "passive", "qfrc_passive"),
        ("dof_damping*1.01", "passive", "qfrc_damper"),
        ("actuator_gear*1.01", "transmission", "actuator_length"),
        ("dof_armature*1.01", "crb", "qM"),
        ("geom_friction*1.01", "collision", "contact.friction"),
        ("geom_solref*1.01", "collision", "contact.solref"),
        ("dof_invweight0*1.01", "constraint", "efc_diagApprox"),
    ] {
        let subject = rounded(&format!("f64+{fault}"));
        let outcome = sandbox.harness(&format!(
            "run model.xml --modes forward --subject {subject}"
        ));
        assert_eq!(outcome.code, 100, "{fault}: {}", outcome.everything());
        let record = outcome.records().next().expect("a record");
        let finding = &record["finding"];
        assert_eq!(
            (&finding["stage"], &finding["field"]),
            (&stage.into(), &field.into()),
            "{fault}"
        );
    }
    let outcome = sandbox.harness(&format!(
        "run model.xml --modes forward --subject {}",
        rounded("f64")
    ));
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
}
