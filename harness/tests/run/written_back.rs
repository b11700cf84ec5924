//! Models that the engine wrote back as text: they compile to MuJoCo's bits again.

use std::fs;

use plumbline::Spec;

use crate::mutations::collect;
use crate::{Sandbox, repository};

/// One fixture of so many.
const EVERY: usize = 3;

#[test]
fn texts_that_were_written_back_compile_to_mujocos_bits() {
    let sandbox = Sandbox::new();
    let mut models = Vec::new();
    let copies = sandbox.path().join("all");
    collect(&repository("fixtures"), &copies, &mut models);
    models.sort();
    let mut written = Vec::new();
    for (path, _) in models.iter().step_by(EVERY) {
        let spec = Spec::from_xml(path);
        // Fragments are no models, and some models neither side can write.
        let text = spec.and_then(|spec| spec.to_xml(&spec.compile()?));
        let Ok(text) = text else {
            continue;
        };
        let name = format!("{}_back.xml", path.with_extension("").display());
        fs::write(&name, text).expect("written");
        written.push(name);
    }
    let paths: Vec<&str> = written.iter().map(String::as_str).collect();
    let flags = ["run", "--modes", "compile,save"];
    let outcome = sandbox.command(&[flags.as_slice(), &paths].concat());
    let known = |what: &str| matches!(what, "pass" | "reference_error");
    let wrong = outcome.records();
    let wrong = wrong.filter(|record| !record["outcome"].as_str().is_some_and(known));
    let wrong: Vec<String> = wrong.map(ToString::to_string).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let outcomes = outcome.outcomes();
    // What was rounded may be refused, then by both.
    let passed = outcomes.iter().filter(|(_, what)| *what == "pass").count();
    assert!(passed > 200, "{passed} of {}", outcomes.len());
    assert!(
        outcomes.len() - passed < 10,
        "{passed} of {}",
        outcomes.len()
    );
}
