//! `scripts/museum.py`: real mismatches are found again, and it is told if one is not. Simulators
//! with faults stand in for engines here; the real pairs run every night.

use std::process::Command;

use crate::{LIVELY, Sandbox, repository};

/// Runs the script on one pair.
fn visit(broken: &str, mended: &str, more: &str) -> (i32, String) {
    let pair = format!(
        "[[pair]]\nname = 'springs'\nwhat = 'springs were stiff'\nsource = 'a test'\nmodel = 'model.xml'\n\
         broken = '{broken}'\nmended = '{mended}'\nmode = 'forward'\nstage = 'passive'\nfield = 'qfrc_passive'\n{more}"
    );
    let sandbox = Sandbox::with_model(LIVELY).file("museum.toml", pair);
    let output = Command::new("python3")
        .arg(repository("scripts/museum.py"))
        .args(["--data", "museum.toml", "--harness"])
        .arg(env!("CARGO_BIN_EXE_harness"))
        .current_dir(sandbox.path())
        .output()
        .expect("Python runs");
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    (output.status.code().expect("it ends"), said)
}

const HONEST: &str = "rounded:f32:mujoco@3.2.6";
const BROKEN: &str = "rounded:f32+qfrc_passive*1.01:mujoco@3.2.6";

#[test]
fn a_mismatch_of_the_past_is_found_again_in_its_stage() {
    let (code, said) = visit(BROKEN, HONEST, "");
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("found springs: springs were stiff"), "{said}");
    assert!(said.contains("1 of 1 found again"), "{said}");
}

#[test]
fn a_mismatch_that_is_elsewhere_or_gone_or_still_there_is_lost() {
    for (broken, mended, words) in [
        (HONEST, HONEST, "should fail in passive qfrc_passive"),
        (BROKEN, BROKEN, "should not fail, but does in passive"),
        (
            "rounded:f32+qM*1.01:mujoco@3.2.6",
            HONEST,
            "not fail crb qM",
        ),
        ("mujoco@0.0.0", HONEST, "mujoco@0.0.0: "),
    ] {
        let (code, said) = visit(broken, mended, "");
        assert_eq!(code, 100, "{said}");
        assert!(said.contains("LOST  springs"), "{said}");
        assert!(said.contains(words), "{said}");
    }
    let (code, said) = visit(BROKEN, HONEST, "stag = 'x'\n");
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("unknown keys stag"), "{said}");
}

#[test]
fn the_pairs_that_are_kept_name_models_stages_and_sources() {
    let text = std::fs::read_to_string(repository("scripts/museum.toml")).expect("a file");
    let pairs: toml::Table = text.parse().expect("TOML");
    let pairs = pairs["pair"].as_array().expect("pairs");
    assert!(pairs.len() >= 12);
    for pair in pairs {
        let word = |key: &str| pair[key].as_str().expect("a text");
        assert!(word("source").starts_with("https://"), "{pair:?}");
        let model = repository("scripts").join(word("model"));
        assert!(model.is_file(), "{}", model.display());
        assert_ne!(word("broken"), word("mended"));
        for kind in ["broken", "mended"] {
            let kind: Result<harness::simulator::Kind, _> = word(kind).parse();
            assert!(kind.is_ok(), "{pair:?}");
        }
    }
}
