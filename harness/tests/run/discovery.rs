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
