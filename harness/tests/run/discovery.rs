//! Which files become cases.

use crate::{PENDULUM, Sandbox};

#[test]
fn fragments_and_skipped_files_are_left_out_and_said_so() {
    let sandbox = Sandbox::new()
        .file("b/model.xml", PENDULUM)
        .file("a.xml", PENDULUM)
        .file("part.xml", "<!-- only included --><mujocoinclude/>")
        .file("piece.xml", "<mujoco/>")
        .file("piece.toml", "skip = \"included by a\"")
        .file("readme.md", "not a case")
        .file(".hidden/c.xml", PENDULUM);
    let outcome = sandbox.harness("list .");
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    let names: Vec<&str> = outcome
        .stdout
        .lines()
        .filter_map(|line| line.split(": ").next())
        .collect();
    assert_eq!(names, ["a", "b/model", "./part.xml", "./piece.xml"]);
    assert!(outcome.stdout.contains("part.xml: left out: a fragment"));
    assert!(
        outcome
            .stdout
            .contains("piece.xml: left out: included by a")
    );
}

#[test]
fn a_case_says_what_it_would_do() {
    let sandbox = Sandbox::with_model(PENDULUM)
        .file("bad.xml", "<mujoco/>")
        .file("bad.toml", "expect = \"reject\"\nacceptance = [\"B-AC10\"]");
    let outcome = sandbox.harness("list . --steps 7");
    let lines: Vec<&str> = outcome.stdout.lines().collect();
    assert_eq!(
        lines,
        [
            "bad: both sides must reject it; serves B-AC10",
            "model: compile, save, forward, forced, free, inverse, query, derivative, edit; 3 random states; 7 steps; seed 1",
        ]
    );
}

#[test]
fn a_sidecar_without_a_model_is_a_mistake() {
    let sandbox = Sandbox::with_model(PENDULUM).file("modle.toml", "");
    let outcome = sandbox.harness("list .");
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("modle.toml"), "{}", outcome.stderr);
}

#[test]
fn a_filter_is_a_part_of_the_name_with_wildcards() {
    let sandbox = Sandbox::new()
        .file("arm/left.xml", PENDULUM)
        .file("arm/right.xml", PENDULUM)
        .file("leg/left.xml", PENDULUM);
    let names = |filter: &str| {
        let outcome = sandbox.harness(&format!("list . --filter {filter}"));
        let lines = outcome.stdout.lines();
        let names = lines.filter_map(|line| line.split(':').next());
        names.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(names("left"), ["arm/left", "leg/left"]);
    assert_eq!(names("a*right"), ["arm/right"]);
}

/// A pendulum that a tendon pulls.
const PULLED: &str = "<mujoco><worldbody><body><joint name='hinge'/><geom size='0.1'/></body>
    </worldbody><tendon><fixed><joint joint='hinge' coef='2'/></fixed></tendon></mujoco>";

#[test]
fn cases_are_chosen_by_what_they_show_exercise_and_need() {
    let sandbox = Sandbox::new()
        .file("joint/plain.xml", PENDULUM)
        .file("tendon/pulled.xml", PULLED)
        .file("tendon/other.xml", PENDULUM)
        .file(
            "tendon/other.toml",
            "[tags]\nneeds = [\"moon\"]\nstage = [\"bias\"]",
        );
    let names = |flags: &str| {
        let outcome = sandbox.harness(&format!("list . {flags}"));
        let lines = outcome.stdout.lines();
        let names = lines.filter_map(|line| line.split(':').next());
        names.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(names("--tag needs:tendon"), ["tendon/pulled"]);
    assert_eq!(
        names("--tag feature:tendon"),
        ["tendon/other", "tendon/pulled"]
    );
    assert_eq!(names("--tag !needs:tendon --tag !moon"), ["joint/plain"]);
    assert_eq!(
        names("--tag moon,fixed_tendon"),
        ["tendon/other", "tendon/pulled"]
    );
    assert_eq!(names("--tag stage:bias"), ["tendon/other"]);
    let outcome = sandbox.harness("list . --tags --filter pulled");
    assert_eq!(
        outcome.stdout,
        "tendon/pulled: feature tendon; stage tendon; needs fixed_tendon hinge sphere tendon\n"
    );
    // A word that is misspelt does not choose nothing in silence.
    let outcome = sandbox.harness("list . --tag tendn");
    assert_eq!(outcome.code, 4);
    assert!(outcome.stderr.contains("\"tendn\""), "{}", outcome.stderr);
}

#[test]
fn tags_of_a_sidecar_are_checked() {
    for (tags, words) in [
        ("stage = [\"tendn\"]", "there is no stage \"tendn\""),
        ("needs = [\"Two words\"]", "a tag has small letters"),
        ("need = [\"tendon\"]", "unknown field `need`"),
    ] {
        let sandbox = Sandbox::with_model(PENDULUM).file("model.toml", format!("[tags]\n{tags}"));
        let outcome = sandbox.harness("list .");
        assert_eq!(outcome.code, 2, "{tags}");
        assert!(
            outcome.stderr.contains("model.toml:2:"),
            "{}",
            outcome.stderr
        );
        assert!(outcome.stderr.contains(words), "{}", outcome.stderr);
    }
}
