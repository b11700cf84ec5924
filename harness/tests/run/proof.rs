//! No pass without proof, and findings that people can use.

use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::{LIVELY, PENDULUM, REFERENCE, Sandbox};

/// A model of which nothing is computed: with sparse Jacobians MuJoCo writes beyond a row.
const TWICE: &str = r#"<mujoco>
  <option jacobian="sparse"/>
  <worldbody>
    <body><joint name="hinge"/><geom size="0.1"/></body>
  </worldbody>
  <tendon>
    <fixed limited="true" range="0 1">
      <joint joint="hinge" coef="1"/>
      <joint joint="hinge" coef="2"/>
    </fixed>
  </tendon>
</mujoco>"#;

/// A ball on a cloth: in sparse form the rows of rolling friction are not defined.
const ROLLING: &str = r#"<mujoco>
  <option jacobian="sparse"/>
  <worldbody>
    <body name="cloth">
      <flexcomp name="cloth" type="grid" dim="2" count="3 3 1" spacing="0.1 0.1 0.1" radius="0.01"/>
    </body>
    <body pos="0.03 0.02 0.03"><freejoint/><geom size="0.03" condim="6"/></body>
  </worldbody>
</mujoco>"#;

fn last_line(text: &str) -> &str {
    text.lines().last().unwrap_or_default()
}

#[test]
fn a_record_that_compared_nothing_is_empty_and_not_ok() {
    let sandbox = Sandbox::with_model(PENDULUM);
    let run = format!("run model.xml --subject {REFERENCE} --modes compile,free --steps 0");
    let outcome = sandbox.harness(&run);
    assert_eq!(outcome.code, 100, "{}", outcome.everything());
    assert_eq!(outcome.outcomes(), [("compile", "pass"), ("free", "empty")]);
    assert!(last_line(&outcome.stdout).starts_with("1 of 2 not ok"));
    let allowed = sandbox.harness(&format!("{run} --allow-empty"));
    assert_eq!(allowed.code, 0, "{}", allowed.everything());
    let fields = sandbox.itself("--modes forward --fields contact.dist");
    assert_eq!(fields.outcomes(), [("forward", "empty")]);
    assert_eq!(fields.code, 100, "{}", fields.everything());
}

#[test]
fn a_run_in_which_nothing_is_supported_does_not_end_with_ok() {
    let sandbox = Sandbox::with_model(TWICE);
    let outcome = sandbox.harness("run model.xml");
    assert_eq!(outcome.code, 100, "{}", outcome.everything());
    assert_eq!(outcome.outcomes(), [("compile", "unsupported")]);
    let allowed = sandbox.harness("run model.xml --allow-uncovered");
    assert_eq!(allowed.code, 100, "{}", allowed.everything());
    let last = last_line(&allowed.stdout);
    assert!(last.starts_with("not ok: nothing was compared"), "{last}");
    assert_eq!(sandbox.harness("run model.xml --allow-empty").code, 100);
    let allowed = sandbox.harness("run model.xml --allow-empty --allow-uncovered");
    assert_eq!(allowed.code, 0, "{}", allowed.everything());
    let why = "allow_uncovered = \"one joint twice\"";
    let sandbox = sandbox.file("model.toml", why);
    assert_eq!(sandbox.harness("run model.xml --allow-empty").code, 0);
}

#[test]
fn a_state_that_the_engine_gives_up_at_is_not_ok() {
    let sandbox = Sandbox::with_model(ROLLING);
    let outcome = sandbox.harness("run model.xml --modes compile,forward");
    assert_eq!(outcome.code, 100, "{}", outcome.everything());
    assert_eq!(
        outcome.outcomes(),
        [("compile", "pass"), ("forward", "unable")]
    );
    let allowed = sandbox.harness("run model.xml --modes compile,forward --allow-uncovered");
    assert_eq!(allowed.code, 0, "{}", allowed.everything());
    let sandbox = sandbox.file("model.toml", "allow_uncovered = \"rolling elements\"");
    assert_eq!(
        sandbox
            .harness("run model.xml --modes compile,forward")
            .code,
        0
    );
}

#[test]
fn an_injection_that_never_hits_is_a_mistake() {
    let sandbox = Sandbox::with_model(PENDULUM);
    for (injection, why) in [
        ("qacc[0]@99:ulp=1", "no comparison reads that field"),
        ("qacc[7]@1:ulp=1", "without element [7]"),
        ("contact.dist[0]@1:ulp=1", "without element [0]"),
    ] {
        let outcome = sandbox.itself(&format!("--modes forward --inject {injection}"));
        assert_eq!(outcome.code, 2, "{}", outcome.everything());
        let last = last_line(&outcome.stdout);
        let expected = format!("not ok: --inject {injection} disturbed nothing: ");
        assert!(last.starts_with(&expected), "{last}");
        assert!(last.contains(why), "{last}");
    }
    let outcome = sandbox.itself("--inject nothing[0]@1:nan");
    assert_eq!(outcome.code, 2, "{}", outcome.everything());
}

#[test]
fn runs_with_other_flags_are_not_called_unchanged() {
    let sandbox = Sandbox::with_model(PENDULUM);
    for (directory, flags) in [
        ("a", "--fields qpos"),
        ("b", "--fields qpos,qvel"),
        ("c", "--fields qpos --steps 5"),
    ] {
        let run = format!("--modes forced {flags} --report-dir {directory}");
        let run = sandbox.harness(&format!("run model.xml --subject {REFERENCE} {run}"));
        assert_eq!(run.code, 0, "{}", run.everything());
    }
    let same = sandbox.harness("compare a/latest a/latest");
    assert!(
        last_line(&same.stdout).starts_with("no change"),
        "{}",
        same.stdout
    );
    for (other, flag) in [("b", "--fields qpos,qvel"), ("c", "--steps 5")] {
        let outcome = sandbox.harness(&format!("compare a/latest {other}/latest"));
        let first = outcome.stdout.lines().next().unwrap_or_default();
        assert!(
            first.starts_with("not the same comparison: other flags"),
            "{first}"
        );
        assert!(first.contains(flag), "{first}");
        assert!(!outcome.stdout.contains("no change"), "{}", outcome.stdout);
    }
}

#[test]
fn a_baseline_is_made_only_when_asked_for_and_read_before_the_run() {
    let sandbox = Sandbox::with_model(LIVELY);
    let fault = "--modes forced --inject qvel[9]@3:ulp=100 --baseline base.json";
    let missing = sandbox.itself(fault);
    assert_eq!(missing.code, 2, "{}", missing.everything());
    assert!(missing.stderr.contains("base.json: there is no such file"));
    assert!(!sandbox.path().join("reports").exists());
    let made = sandbox.itself(&format!("{fault} --baseline-create"));
    assert_eq!(made.code, 0, "{}", made.everything());
    assert!(last_line(&made.stdout).starts_with("ok: base.json was made"));

    let held = sandbox.itself(fault);
    assert_eq!(held.code, 0, "{}", held.everything());
    assert!(
        held.stdout.contains("accepted: 1 record not ok"),
        "{}",
        held.stdout
    );
    assert!(!held.stdout.contains("fail model"), "{}", held.stdout);
    assert!(last_line(&held.stdout).starts_with("ok: baseline: 0 worse"));

    std::fs::remove_dir_all(sandbox.path().join("reports")).expect("removed");
    let sandbox = sandbox.file("base.json", "{");
    let malformed = sandbox.itself(fault);
    assert_eq!(malformed.code, 2, "{}", malformed.everything());
    assert!(malformed.stderr.contains("base.json: not a baseline"));
    assert!(!sandbox.path().join("reports").exists());
}

#[test]
fn criteria_pin_their_verdict_their_claim_and_their_fixtures() {
    let criterion = |claim: &str, mass: f64| {
        format!(
            "[[criterion]]\nid = \"X\"\nclaim = \"{claim}\"\nchecks = [{{ fixture = \"arm\", field = \
             \"body_mass\", elements = [1], expect = {{ equal = {{ values = [{mass:?}], within = 0.0 }} }} }}]\n"
        )
    };
    let sandbox = Sandbox::new()
        .file("fixtures/arm.xml", PENDULUM)
        .file("fixtures/acceptance/a.toml", criterion("One.", 1.0));
    let accept = || sandbox.harness(&format!("accept fixtures --subject {REFERENCE}"));
    let first = accept();
    assert_eq!(first.code, 100, "{}", first.everything());
    assert!(
        first.stderr.contains("X: not pinned yet"),
        "{}",
        first.stderr
    );
    let update = format!("accept fixtures --subject {REFERENCE} --update");
    assert_eq!(sandbox.harness(&update).code, 0);
    assert_eq!(accept().code, 0);
    let write = |name: &str, text: &str| {
        std::fs::write(sandbox.path().join("fixtures").join(name), text).expect("written");
    };
    write("arm.xml", &PENDULUM.replace("gear=\"2\"", "gear=\"3\""));
    let outcome = accept();
    assert_eq!(outcome.code, 100, "{}", outcome.everything());
    assert!(
        outcome.stderr.contains("X: its fixtures changed"),
        "{}",
        outcome.stderr
    );
    write("arm.xml", PENDULUM);
    write("acceptance/a.toml", &criterion("Two.", 2.0));
    let outcome = accept();
    assert_eq!(outcome.code, 100, "{}", outcome.everything());
    for words in [
        "was `holds` and is `spec wrong`",
        "the claim or what it expects changed",
    ] {
        assert!(outcome.stderr.contains(words), "{}", outcome.stderr);
    }
}

#[test]
fn a_failure_is_printed_once_and_one_cause_is_one_entry() {
    let sandbox = Sandbox::new()
        .file("a.xml", PENDULUM)
        .file("b.xml", PENDULUM);
    let outcome = sandbox.harness(&format!(
        "run . --subject {REFERENCE} --steps 5 --modes forced --inject qvel[0]@3:ulp=7"
    ));
    assert_eq!(outcome.code, 100, "{}", outcome.everything());
    let all = outcome.everything();
    assert_eq!(all.matches("fail ").count(), 1, "{all}");
    assert!(
        outcome
            .stdout
            .contains("and 1 more record of the same cause"),
        "{all}"
    );
}

#[test]
fn an_interrupted_run_tells_how_far_it_came_and_how_to_go_on() {
    let mut sandbox = Sandbox::new();
    for number in 0..12 {
        sandbox = sandbox.file(&format!("m{number}.xml"), LIVELY);
    }
    let run = [
        "run",
        ".",
        "--subject",
        REFERENCE,
        "--jobs",
        "1",
        "--steps",
        "100",
    ];
    let child = Command::new(env!("CARGO_BIN_EXE_harness"))
        .args(run)
        .current_dir(sandbox.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("starts");
    // Some case must be done, and some must not.
    let report = sandbox.path().join("reports/latest/report.jsonl");
    let lines = || std::fs::read_to_string(&report).map_or(0, |text| text.lines().count());
    while lines() < 7 {
        std::thread::sleep(Duration::from_millis(5));
    }
    let pid = child.id().to_string();
    let killed = Command::new("kill").args(["-INT", &pid]).status();
    assert!(killed.expect("kill").success());
    let output = child.wait_with_output().expect("ends");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(130), "{text}");
    assert!(text.contains("interrupted: "), "{text}");
    let last = last_line(&text).trim();
    assert!(last.contains(" --resume "), "{text}");
    let words: Vec<&str> = last.split_whitespace().skip(1).collect();
    let resumed = sandbox.command(&words);
    assert_eq!(resumed.code, 0, "{}", resumed.everything());
    assert!(last_line(&resumed.stdout).starts_with("ok: 12 cases"));
}

#[test]
fn a_resumed_run_says_which_flag_differs() {
    let sandbox = Sandbox::with_model(PENDULUM);
    assert_eq!(sandbox.itself("--modes forced").code, 0);
    let outcome = sandbox.itself("--modes forced --fields qpos --resume reports/latest");
    assert_eq!(outcome.code, 2, "{}", outcome.everything());
    let words = "had none of these, this one has --fields qpos";
    assert!(outcome.stderr.contains(words), "{}", outcome.stderr);
}

#[test]
fn errors_of_the_disk_name_the_path() {
    let sandbox = Sandbox::with_model(PENDULUM).file("taken", "a file");
    let outcome = sandbox.itself("--report-dir taken/reports");
    assert_eq!(outcome.code, 1, "{}", outcome.everything());
    assert!(
        outcome.stderr.contains("taken/reports"),
        "{}",
        outcome.stderr
    );
}

#[test]
fn what_lies_beside_models_does_not_end_a_run() {
    let sandbox = Sandbox::with_model(PENDULUM)
        .file("pyproject.toml", "[project]\nname = \"robot\"\n")
        .file(
            "package.xml",
            "<package format=\"3\"><name>robot</name></package>",
        );
    let odd = std::ffi::OsStr::from_bytes(b"odd\xff.xml");
    std::fs::write(sandbox.path().join(odd), PENDULUM).expect("written");
    symlink("nowhere.xml", sandbox.path().join("dangling.xml")).expect("a link");
    symlink(".", sandbox.path().join("loop")).expect("a link");
    let outcome = sandbox.harness(&format!("run . --subject {REFERENCE} --modes compile"));
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    assert_eq!(outcome.outcomes(), [("compile", "pass")]);
    for (path, why) in [
        ("pyproject.toml", "no sidecar"),
        ("package.xml", "its root element is package"),
        ("odd", "its name is not UTF-8"),
        ("dangling.xml", "a link to nothing"),
        ("loop", "a link back to"),
    ] {
        let line = outcome.stderr.lines().find(|line| line.contains(path));
        let line = line.unwrap_or_default();
        assert!(
            line.starts_with("note: ") && line.contains(why),
            "{path}: {line}"
        );
    }
}
