//! Input that is no model, or hardly one: a clear outcome each time, and never a crash of the
//! harness.

use harness::case::Mode;

use crate::{PENDULUM, REFERENCE, Sandbox};

/// Both sides reject the model and nobody said that they should.
fn assert_refused(name: &str, text: impl AsRef<[u8]>) {
    let sandbox = Sandbox::new().file("model.xml", text);
    let outcome = sandbox.itself("");
    assert_eq!(outcome.code, 100, "{name}: {}", outcome.everything());
    assert_eq!(
        outcome.outcomes(),
        [("compile", "reference_error")],
        "{name}"
    );
    let message = outcome.records().next().expect("a record")["message"].clone();
    assert!(
        message.as_str().is_some_and(|message| !message.is_empty()),
        "{name}"
    );
}

#[test]
fn files_that_are_no_model_are_refused_with_a_message() {
    assert_refused("empty", "");
    assert_refused("blank", "  \n\n");
    assert_refused("not XML", "hello, world");
    assert_refused("truncated", &PENDULUM[..PENDULUM.len() / 2]);
    assert_refused("wrong root", "<model/>");
    assert_refused("binary", [0u8, 159, 146, 150, 255, 254]);
}

#[test]
fn numbers_that_are_none_are_refused_or_read_alike() {
    for number in ["1e999", "nan", "0x10", "1,5", "1.5.2", "--1"] {
        let model = PENDULUM.replace("mass=\"1\"", &format!("mass=\"{number}\""));
        let outcome = Sandbox::with_model(&model).itself("--modes compile");
        let known = [("compile", "reference_error")];
        let equal = [("compile", "pass")];
        let found = outcome.outcomes();
        assert!(
            found == known || found == equal,
            "{number}: {}",
            outcome.everything()
        );
    }
}

#[test]
fn deep_nesting_is_an_outcome_and_not_the_end_of_the_harness() {
    let depth = 100_000;
    let deep = format!(
        "<mujoco><worldbody>{}{}</worldbody></mujoco>",
        "<body>".repeat(depth),
        "</body>".repeat(depth)
    );
    let sandbox = Sandbox::with_model(&deep).file("other.xml", PENDULUM);
    let outcome = sandbox.harness(&format!(
        "run . --subject {REFERENCE} --steps 2 --jobs 1 --timeout 20"
    ));
    assert!(
        matches!(outcome.code, 100 | 101),
        "{}",
        outcome.everything()
    );
    let others = outcome.records().filter(|record| record["case"] == "other");
    assert_eq!(
        others.filter(|record| record["outcome"] == "pass").count(),
        Mode::all().len()
    );
}

#[test]
fn paths_that_lead_nowhere_are_usage_errors() {
    let sandbox = Sandbox::with_model(PENDULUM).file("notes.txt", "no model");
    for (words, message) in [
        ("run missing.xml", "missing.xml: No such file"),
        ("run missing/", "missing/: No such file"),
        ("run notes.txt", "not a model"),
        ("list missing", "No such file"),
    ] {
        let outcome = sandbox.harness(words);
        assert_eq!(outcome.code, 2, "{words}: {}", outcome.everything());
        assert!(
            outcome.stderr.contains(message),
            "{words}: {}",
            outcome.stderr
        );
    }
}

#[test]
fn a_directory_that_cannot_be_read_is_told() {
    use std::os::unix::fs::PermissionsExt;
    let sandbox = Sandbox::with_model(PENDULUM);
    let locked = sandbox.path().join("locked");
    std::fs::create_dir(&locked).expect("created");
    let mode = |bits| std::fs::set_permissions(&locked, std::fs::Permissions::from_mode(bits));
    mode(0o000).expect("locked");
    // The superuser reads everything; a loop of links is unreadable even then.
    let is_locked = std::fs::read_dir(&locked).is_err();
    mode(0o755).expect("opened");
    if is_locked {
        mode(0o000).expect("locked");
    } else {
        std::os::unix::fs::symlink("..", locked.join("up")).expect("linked");
    }
    let outcome = sandbox.harness("list .");
    mode(0o755).expect("opened");
    // A loop is only a note, because everything in it has been seen.
    assert_eq!(
        outcome.code,
        if is_locked { 2 } else { 0 },
        "{}",
        outcome.everything()
    );
    assert!(
        outcome.everything().contains("locked"),
        "{}",
        outcome.everything()
    );
}
