//! Sidecars: what they change, and that a mistake in one is reported with file and line.

use crate::{LIVELY, PENDULUM, Sandbox};

#[test]
fn a_mistake_is_an_error_with_file_line_and_column() {
    for (sidecar, place, message) in [
        ("stepz = 3", "model.toml:1:1", "unknown field `stepz`"),
        (
            "\n[schedule]\nstep = 3",
            "model.toml:3:1",
            "unknown field `step`",
        ),
        (
            "[schedule]\nsteps = \"many\"",
            "model.toml:2:9",
            "invalid type",
        ),
        ("[schedule]\nsteps = -1", "model.toml:2:9", "invalid value"),
        (
            "[schedule]\nmodes = [\"sideways\"]",
            "model.toml:2:10",
            "unknown variant",
        ),
        (
            "[schedule]\nstart = \"here\"",
            "model.toml:2:9",
            "not a start",
        ),
        (
            "[schedule]\nstart = \"state x\"",
            "model.toml:2:9",
            "no [[state]]",
        ),
        (
            "[[matrix]]\nsolver = [\"CG\", \"cg\"]",
            "model.toml:2:17",
            "Newton",
        ),
        (
            "[[matrix]]\nsolvers = [\"CG\"]",
            "model.toml:2:12",
            "solver",
        ),
        ("[[matrix]]\nsolver = []", "model.toml:2:10", "at least one"),
        (
            "[[matrix]]\niterations = [true]",
            "model.toml:2:15",
            "a number",
        ),
        ("expect = \"maybe\"", "model.toml:1:10", "unknown variant"),
        ("[reject]\nsubject = \"x\"", "model.toml:1:1", "expect"),
        (
            "[[state]]\nname = \"a\"\nqpoz = [1]",
            "model.toml:3:1",
            "unknown field `qpoz`",
        ),
        (
            "[[state]]\nname = \"a\"\n[[state]]\nname = \"a\"",
            "model.toml:4:8",
            "second state",
        ),
        (
            "[[known]]\nfield = \"qacc\"",
            "model.toml:1:1",
            "missing field",
        ),
        (
            "[[known]]\nfield = \"qakk\"\nreason = \"r\"\nexpires = 2099-01-01",
            "model.toml:2:9",
            "qacc",
        ),
        (
            "[[known]]\nfield = \"qacc\"\nreason = \"\"\nexpires = 2099-01-01",
            "model.toml:3:10",
            "empty",
        ),
        (
            "[[known]]\nfield = \"qacc\"\nreason = \"r\"\nexpires = 12:00:00",
            "model.toml:4:11",
            "date",
        ),
        (
            "[[tolerance]]\nfield = \"qacc\"\nreason = \"r\"",
            "model.toml:2:9",
            "needs",
        ),
        ("this is no toml", "model.toml:1:6", ""),
    ] {
        let sandbox = Sandbox::with_model(PENDULUM).file("model.toml", sidecar);
        let outcome = sandbox.itself("");
        assert_eq!(outcome.code, 2, "{sidecar}: {}", outcome.everything());
        assert!(
            outcome.stderr.contains(place),
            "{sidecar}: {}",
            outcome.stderr
        );
        assert!(
            outcome.stderr.contains(message),
            "{sidecar}: {}",
            outcome.stderr
        );
    }
}

#[test]
fn what_does_not_fit_the_model_is_told_with_its_line() {
    for (sidecar, place) in [
        (
            "[[state]]\nname = \"a\"\nqpos = [1, 2]",
            "model.toml:3:8: qpos has 2 values, the model needs 1",
        ),
        (
            "[schedule]\ncontrol_rows = [[1, 2, 3]]",
            "model.toml:2:16: a row of controls has 3 values",
        ),
        (
            "[schedule]\nstart = \"keyframe 4\"",
            "model.toml:2:9: there is no keyframe 4",
        ),
    ] {
        let sandbox = Sandbox::with_model(PENDULUM).file("model.toml", sidecar);
        let outcome = sandbox.itself("");
        assert_eq!(outcome.code, 2, "{sidecar}: {}", outcome.everything());
        assert!(
            outcome.stdout.contains(place),
            "{sidecar}: {}",
            outcome.stdout
        );
    }
}

#[test]
fn the_schedule_is_as_the_sidecar_says_and_flags_win() {
    let sidecar = "acceptance = [\"A-AC1\"]\n[schedule]\nmodes = [\"forward\", \"free\"]\nsteps = 4\nrandom = 1\n\
                   start = \"state bent\"\ncontrol_rows = [[0.5], [0.0]]\n[[state]]\nname = \"bent\"\nqpos = [0.5]";
    let sandbox = Sandbox::with_model(PENDULUM).file("model.toml", sidecar);
    let run = |flags: &str| {
        let outcome = sandbox.harness(&format!("run model.xml --subject mujoco@3.2.6 {flags}"));
        assert_eq!(outcome.code, 0, "{}", outcome.everything());
        let moments = outcome.records().map(|record| {
            assert_eq!(record["acceptance"][0], "A-AC1");
            let mode = record["mode"].as_str().expect("a mode").to_owned();
            (
                mode,
                record["coverage"]["moments"].as_u64().expect("a count"),
            )
        });
        moments.collect::<Vec<_>>()
    };
    // qpos0, one random state and its own.
    assert_eq!(run(""), [("forward".to_owned(), 3), ("free".to_owned(), 4)]);
    assert_eq!(
        run("--steps 6 --modes free,compile"),
        [("free".to_owned(), 6)]
    );
}

#[test]
fn poses_put_free_bodies_against_their_neighbours() {
    let model = "<mujoco><worldbody><geom size='.2'/><body pos='0 0 3'><freejoint/><geom size='.3'/></body></worldbody></mujoco>";
    let sidecar = "[poses]\ncount = 2\nkinds = [\"penetrating\", \"concentric\"]\n\
                   [schedule]\nmodes = [\"forward\", \"free\"]\nrandom = 0\nsteps = 1\nstart = \"penetrating 1\"";
    let sandbox = Sandbox::with_model(model).file("model.toml", sidecar);
    let outcome = sandbox.harness("run model.xml --subject mujoco@3.2.6 --modes forward");
    let record = outcome.records().next().expect("a record");
    // qpos0 and two poses of each kind.
    assert_eq!(record["coverage"]["moments"], 5);
    // At qpos0 they are far apart: only from the pose does a run begin with a contact.
    let inject = "--modes free --inject contact.dist[0]@1:ulp=1";
    let outcome = sandbox.harness(&format!("run model.xml --subject mujoco@3.2.6 {inject}"));
    let record = outcome.records().next().expect("a record");
    let finding = record["finding"].to_string();
    assert!(finding.contains("contact.dist"), "{finding}");
    let listed = sandbox.harness("list model.xml");
    assert!(listed.stdout.contains("4 poses"), "{}", listed.stdout);
}

#[test]
fn a_known_divergence_is_neither_pass_nor_failure_until_it_expires_or_goes_away() {
    let known = |date: &str, field: &str| {
        format!(
            "[[known]]\nfield = \"{field}\"\nreason = \"on purpose\"\nexpires = {date}\nmodes = [\"free\"]"
        )
    };
    let run = |sidecar: String, flags: &str| {
        let sandbox = Sandbox::with_model(LIVELY).file("model.toml", sidecar);
        let outcome = sandbox.itself(&format!("--modes free {flags}"));
        let record = outcome.records().next().expect("a record");
        let word = record["outcome"].as_str().expect("an outcome").to_owned();
        (outcome.code, word)
    };
    let inject = "--inject qacc[0]@3:ulp=1";
    assert_eq!(
        run(known("2999-01-01", "qacc"), inject),
        (0, "known".to_owned())
    );
    assert_eq!(
        run(known("2001-01-01", "qacc"), inject),
        (100, "fail".to_owned())
    );
    assert_eq!(
        run(known("2999-01-01", "qM"), inject),
        (100, "fail".to_owned())
    );
    assert_eq!(
        run(known("2999-01-01", "qacc"), ""),
        (100, "unexpected_pass".to_owned())
    );
}

#[test]
fn close_needs_an_explicit_tolerance_and_is_not_called_pass() {
    let inject = "--modes free --inject qacc[0]@3:ulp=2";
    let word = |sandbox: &Sandbox, flags: &str| {
        let outcome = sandbox.itself(&format!("{inject} {flags}"));
        let record = outcome.records().next().expect("a record").clone();
        (
            outcome.code,
            record["outcome"].as_str().expect("an outcome").to_owned(),
        )
    };
    let close = (0, "close".to_owned());
    let fail = (100, "fail".to_owned());
    let bare = Sandbox::with_model(LIVELY);
    assert_eq!(word(&bare, ""), fail);
    assert_eq!(word(&bare, "--tolerance 1e-9"), close);
    let with = |bound: &str| {
        let text = format!("[[tolerance]]\nfield = \"qacc\"\nreason = \"r\"\n{bound}");
        Sandbox::with_model(LIVELY).file("model.toml", text)
    };
    assert_eq!(word(&with("ulps = 2"), ""), close);
    assert_eq!(word(&with("ulps = 1"), ""), fail);
    assert_eq!(word(&with("scaled = 1e-9"), ""), close);
}

const MATRIX: &str = "[schedule]\nsteps = 3\n[[matrix]]\nsolver = [\"PGS\", \"CG\"]\ndisable = [\"none\", \"contact,limit\"]\n";

#[test]
fn a_matrix_makes_a_case_of_every_combination_and_compiles_once() {
    let sandbox = Sandbox::with_model(LIVELY).file("model.toml", MATRIX);
    let outcome = sandbox.harness("run model.xml --subject mujoco@3.2.6");
    assert_eq!(outcome.code, 0, "{}", outcome.stdout);
    let mut names: Vec<&str> = outcome
        .records()
        .filter_map(|r| r["case"].as_str())
        .collect();
    names.dedup();
    let expected = [
        "model",
        "model[solver=PGS,disable=none]",
        "model[solver=PGS,disable=contact+limit]",
        "model[solver=CG,disable=none]",
        "model[solver=CG,disable=contact+limit]",
    ];
    assert_eq!(names, expected);
    let compiled = outcome.records().filter(|r| r["mode"] == "compile");
    assert_eq!(compiled.count(), 1);
}

#[test]
fn the_command_that_repeats_a_case_names_its_combination() {
    let sandbox = Sandbox::with_model(LIVELY).file("model.toml", MATRIX);
    let outcome = sandbox.harness("run model.xml --modes forward --filter [solver=CG,disable=c");
    let record = outcome.records().next().expect("a record");
    let repeat = record["repeat"].as_str().expect("a command");
    assert!(
        repeat.contains("--filter '[solver=CG,disable=contact+limit]'"),
        "{repeat}"
    );
}

#[test]
fn options_of_the_command_line_reach_both_sides() {
    let sandbox = Sandbox::with_model(LIVELY);
    let values = |more: &str| {
        let outcome = sandbox.itself(&format!("--modes forward {more}"));
        assert_eq!(outcome.code, 0, "{}", outcome.stdout);
        let record = outcome.records().next().expect("a record");
        record["coverage"]["values"].as_u64().expect("a number")
    };
    // Without constraints there are no rows to compare.
    assert!(values("--disable constraint") < values(""));
    let outcome = sandbox.itself("--set gravity=0");
    assert_eq!(outcome.code, 2, "three numbers are needed");
}
