//! `golden`: the recorded values are the reference's, of the fixtures as they are.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use harness::golden::{self, Golden, Recording, Section, Trace};

use crate::{LIVELY, PENDULUM, Sandbox, repository};

/// A lively model and a pendulum that includes its actuator, recorded.
pub(crate) fn recorded() -> Sandbox {
    let (arm, rest) = PENDULUM.split_once("<actuator>").expect("an actuator");
    let (actuator, _) = rest.split_once("</actuator>").expect("an end");
    let pendulum = format!("{arm}<include file=\"parts/motor.xml\"/></mujoco>");
    let motor = format!("<mujocoinclude><actuator>{actuator}</actuator></mujocoinclude>");
    let sandbox = Sandbox::new()
        .file("lively.xml", LIVELY)
        .file("lively.toml", "[schedule]\nsteps = 12")
        .file("pendulum.xml", pendulum)
        .file(
            "pendulum.toml",
            "[[matrix]]\nintegrator = [\"Euler\", \"RK4\"]",
        )
        .file("parts/motor.xml", motor)
        .file("no.xml", "<mujoco><nonsense/></mujoco>")
        .file("no.toml", "expect = \"reject\"");
    let outcome = sandbox.harness("golden write .");
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    assert!(outcome.stdout.contains("3 new"), "{}", outcome.stdout);
    sandbox
}

pub(crate) fn replace(sandbox: &Sandbox, file: &str, old: &str, new: &str) {
    let path = sandbox.path().join(file);
    let text = fs::read_to_string(&path).expect("a file");
    assert!(text.contains(old), "{old} in {text}");
    fs::write(&path, text.replacen(old, new, 1)).expect("written");
}

/// The goldens that a check complains of, without a reference.
fn complaints(sandbox: &Sandbox) -> Vec<String> {
    let outcome = sandbox.harness("golden check . --without-reference");
    let lines = outcome
        .stdout
        .lines()
        .filter(|line| line.contains(".golden: "));
    let lines: Vec<String> = lines.map(str::to_owned).collect();
    let code = if lines.is_empty() { 0 } else { 100 };
    assert_eq!(outcome.code, code, "{}", outcome.everything());
    lines
}

#[test]
fn goldens_are_current_when_they_were_just_written() {
    let outcome = recorded().harness("golden check .");
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    assert!(
        outcome
            .stdout
            .contains("3 goldens are current: mujoco@3.2.6")
    );
}

#[test]
fn a_changed_number_makes_exactly_the_goldens_stale_that_depend_on_it() {
    let sandbox = recorded();
    replace(&sandbox, "parts/motor.xml", "gear=\"2\"", "gear=\"3\"");
    let stale = "pendulum.golden: stale: included file changed: parts/motor.xml";
    assert_eq!(complaints(&sandbox), [stale]);
    let sandbox = recorded();
    replace(&sandbox, "lively.xml", "0.004", "0.005");
    let stale = "lively.golden: stale: fixture changed: lively.xml";
    assert_eq!(complaints(&sandbox), [stale]);
}

#[test]
fn a_changed_schedule_makes_a_golden_stale_and_a_changed_description_does_not() {
    let sandbox = recorded();
    let sidecar = sandbox.path().join("lively.toml");
    fs::write(&sidecar, "about = \"Lively\"\n[schedule]\nsteps = 12").expect("written");
    assert_eq!(complaints(&sandbox), [""; 0]);
    fs::write(&sidecar, "[schedule]\nsteps = 13").expect("written");
    let found = complaints(&sandbox);
    assert_eq!(found.len(), 1);
    assert!(
        found[0].contains("lively.golden: stale: schedule changed"),
        "{}",
        found[0]
    );
    fs::write(&sidecar, "[schedule]\nsteps = 12\nmodes = [\"forward\"]").expect("written");
    let found = complaints(&sandbox);
    assert!(found[0].contains("without compile now"), "{found:?}");
    let matrix = "[[matrix]]\nintegrator = [\"Euler\", \"implicit\"]";
    fs::write(sandbox.path().join("pendulum.toml"), matrix).expect("written");
    let found = complaints(&sandbox).join("\n");
    assert!(
        found.contains("case is new: pendulum[integrator=implicit]"),
        "{found}"
    );
    assert!(
        found.contains("no such case any more: [integrator=RK4]"),
        "{found}"
    );
}

#[test]
fn a_missing_golden_is_reported_and_one_that_nothing_uses_is_an_error() {
    let sandbox = recorded();
    fs::remove_file(sandbox.path().join("no.golden")).expect("removed");
    let found = complaints(&sandbox);
    assert!(found[0].starts_with("no.golden: missing"), "{found:?}");
    for name in ["lonely.golden", "parts/motor.golden"] {
        let sandbox = recorded().file(name, "golden 2");
        for words in ["golden check .", "run . --reference golden"] {
            let outcome = sandbox.harness(words);
            assert_eq!(outcome.code, 2, "{}", outcome.everything());
            assert!(outcome.stderr.contains(name), "{}", outcome.stderr);
        }
    }
}

#[test]
fn a_tampered_golden_fails_with_field_and_element() {
    let sandbox = recorded();
    replace(
        &sandbox,
        "pendulum.golden",
        "value qM 0.35",
        "value qM 0.36",
    );
    let check = sandbox.harness("golden check .");
    assert_eq!(check.code, 100, "{}", check.everything());
    let place = "pendulum.golden: differs: [integrator=Euler] forward qpos0 qM[0]: recorded 0.36, mujoco@3.2.6 has 0.35";
    assert!(check.stdout.contains(place), "{}", check.stdout);
    let run = sandbox.harness("run . --reference golden --modes forward");
    assert_eq!(run.code, 100, "{}", run.everything());
    let place = "forward qpos0 crb qM[hinge, hinge]: 0.35 instead of 0.36";
    assert!(run.stdout.contains(place), "{}", run.stdout);
}

#[test]
fn a_tampered_digest_fails_with_field_and_step() {
    let sandbox = recorded();
    let path = sandbox.path().join("lively.golden");
    let golden = fs::read_to_string(&path).expect("a golden");
    // The fifth of twelve steps, three letters each.
    let (_, steps) = golden.split_once("\nsteps 12\n").expect("steps");
    let mut lines = steps.lines();
    let line = lines.find(|line| line.contains(" xpos")).expect("a field");
    let (names, digests) = line.split_once(": ").expect("digests");
    let other = if &digests[12..15] == "abc" {
        "xyz"
    } else {
        "abc"
    };
    let forged = format!("{names}: {}{other}{}", &digests[..12], &digests[15..]);
    fs::write(&path, golden.replace(line, &forged)).expect("written");
    let check = sandbox.harness("golden check .");
    assert_eq!(check.code, 100, "{}", check.everything());
    let place = format!("lively.golden: differs: steps 5 digest of xpos: recorded {other}, ");
    assert!(check.stdout.contains(&place), "{}", check.stdout);
    let run = sandbox.harness("run . --reference golden --modes free");
    assert_eq!(run.code, 100, "{}", run.everything());
    let place = "free step 5 kinematics xpos: differs (digest only";
    assert!(run.stdout.contains(place), "{}", run.stdout);
    // The digest over all steps vouches for them even if each seems right.
    let (keyword, digest) = names.split_at("  field ".len());
    let other = if digest.starts_with('0') { "1" } else { "0" };
    let forged = format!("{keyword}{other}{}: {digests}", &digest[1..]);
    fs::write(&path, golden.replace(line, &forged)).expect("written");
    let run = sandbox.harness("run . --reference golden --modes free");
    assert_eq!(run.code, 100, "{}", run.everything());
    let place = "free some moment kinematics xpos: differs (digest only";
    assert!(run.stdout.contains(place), "{}", run.stdout);
}

#[test]
fn a_golden_that_is_written_otherwise_is_not_current() {
    let sandbox = recorded();
    replace(&sandbox, "lively.golden", "  at qpos0", " at qpos0");
    let check = sandbox.harness("golden check .");
    assert_eq!(check.code, 100, "{}", check.everything());
    let reason = "lively.golden: says the same in other words: record it anew";
    assert!(check.stdout.contains(reason), "{}", check.stdout);
}

#[test]
fn values_never_come_from_an_engine_under_test() {
    let sandbox = Sandbox::with_model(PENDULUM);
    for kind in [
        "engine",
        "golden",
        "process:./x",
        "faulty:too-few:mujoco@3.2.6",
    ] {
        for words in ["golden write .", "golden check ."] {
            let outcome = sandbox.harness(&format!("{words} --reference {kind}"));
            assert_eq!(outcome.code, 2, "{}", outcome.everything());
            assert!(outcome.stderr.contains("never from"), "{}", outcome.stderr);
        }
    }
    assert!(!sandbox.path().join("model.golden").exists());
    // Nor by way of a file that says it is of the engine.
    let sandbox = recorded();
    let golden = fs::read_to_string(sandbox.path().join("no.golden")).expect("a golden");
    let forged = golden.replace("reference mujoco@3.2.6", "reference engine");
    let sandbox = sandbox.file("no.golden.new", forged);
    let outcome = sandbox.harness("golden accept .");
    assert_eq!(outcome.code, 2, "{}", outcome.everything());
    assert!(
        outcome.stderr.contains("no.golden.new:2: engine"),
        "{}",
        outcome.stderr
    );
    let kept = fs::read_to_string(sandbox.path().join("no.golden")).expect("a golden");
    assert_eq!(kept, golden);
}

#[test]
fn recording_again_anywhere_gives_the_same_bytes() {
    let (sandbox, other) = (recorded(), recorded());
    for name in ["lively", "pendulum", "no"] {
        let file = format!("{name}.golden");
        let read = |sandbox: &Sandbox| fs::read(sandbox.path().join(&file)).expect("a golden");
        assert_eq!(read(&sandbox), read(&other));
    }
    // Another harness that finds the same leaves the file alone.
    replace(&sandbox, "no.golden", "\nharness ", "\nharness 0.0.1 of ");
    let outcome = sandbox.harness("golden write .");
    assert!(outcome.stdout.contains("3 unchanged"), "{}", outcome.stdout);
    let kept = fs::read_to_string(sandbox.path().join("no.golden")).expect("a golden");
    assert!(kept.contains("harness 0.0.1 of"));
}

fn review(sandbox: &Sandbox, answers: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_harness"))
        .args(["golden", "review", "."])
        .current_dir(sandbox.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(answers.as_bytes()).expect("written");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn what_would_change_waits_for_a_review() {
    let sandbox = recorded();
    replace(&sandbox, "parts/motor.xml", "gear=\"2\"", "gear=\"3\"");
    let before = fs::read(sandbox.path().join("pendulum.golden")).expect("a golden");
    let written = sandbox.harness("golden write .");
    assert!(
        written.stdout.contains("1 pending"),
        "{}",
        written.everything()
    );
    let pending = sandbox.path().join("pendulum.golden.new");
    let read = || fs::read(sandbox.path().join("pendulum.golden")).expect("a golden");
    assert!(pending.exists() && read() == before);
    let shown = review(&sandbox, "s\n");
    let change = "[integrator=Euler] forward qpos0 actuator_moment[0]: 2.0 -> 3.0";
    assert!(shown.contains(change), "{shown}");
    assert!(pending.exists());
    review(&sandbox, "r\n");
    assert!(!pending.exists() && read() == before);
    sandbox.harness("golden write .");
    review(&sandbox, "a\n");
    assert!(!pending.exists() && read() != before);
    assert_eq!(sandbox.harness("golden check .").code, 0);
}

#[test]
fn headline_fields_are_recorded_in_full_and_all_others_as_a_digest_at_each_moment() {
    let (mut in_full, mut digests, mut largest) = (0, 0, 0);
    let files = walkdir::WalkDir::new(repository("fixtures"));
    let files = files
        .into_iter()
        .map(|entry| entry.expect("an entry").into_path());
    for path in files.filter(|path| path.extension().is_some_and(|ext| ext == "golden")) {
        let golden = Golden::read(&path).expect("a golden");
        for recorded in &golden.cases {
            let Recording::Accepted(tracks) = &recorded.recording else {
                continue;
            };
            for (section, track) in tracks {
                let moments = track.moments.len();
                for (field, trace) in &track.fields {
                    let Trace::Changing { each, .. } = trace else {
                        continue;
                    };
                    assert_eq!(each.len(), moments, "{} {section} {field}", path.display());
                    digests += each.len();
                }
                for moment in &track.moments {
                    let sizes = moment.values.iter().map(|(_, elements)| elements.len());
                    largest = largest.max(sizes.max().unwrap_or(0));
                    in_full += moment.values.len();
                }
                // Long ones are in full at the ends of a run.
                let is_headline = |name: &str| golden::HEADLINE.contains(&name);
                for (field, trace) in track.fields.iter().filter(|(name, _)| is_headline(name)) {
                    let place = format!("{} {section} {field}", path.display());
                    assert_eq!(*section, Section::Steps, "{place}");
                    for end in [0, moments - 1] {
                        // Adhesion has no moments while nothing touches.
                        if matches!(trace, Trace::Changing { each, .. } if each[end].is_none()) {
                            continue;
                        }
                        let elements = track.moments[end].value(field);
                        assert!(
                            elements.is_some_and(|all| all.len() > golden::FEW),
                            "{place}"
                        );
                    }
                }
            }
        }
    }
    assert!(
        in_full > 50_000 && digests > 500_000,
        "{in_full}, {digests}"
    );
    assert!(
        largest > 1000,
        "the inertia of a long chain has {largest} elements"
    );
}

#[test]
fn the_goldens_of_all_fixtures_are_current() {
    let fixtures = repository("fixtures");
    let fixtures = fixtures.to_str().expect("a readable path");
    let outcome = Sandbox::new().command(&["golden", "check", fixtures]);
    let advice = "run: harness golden write --accept fixtures/, and look at the diff";
    assert_eq!(outcome.code, 0, "{advice}\n{}", outcome.everything());
}
