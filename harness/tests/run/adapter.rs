//! Another engine as the subject: the example in `scripts/adapter.py`, which has five fields.

use crate::{Sandbox, repository};

#[test]
fn an_engine_with_few_fields_is_compared_in_those_and_started_once() {
    let mass = std::fs::read_to_string(repository("fixtures/joint/point_mass_on_a_slide.xml"));
    let mass = mass.expect("a fixture");
    let adapter = repository("scripts/adapter.py");
    let start = format!(
        "echo started >> starts\nexec python3 {}\n",
        adapter.display()
    );
    let sandbox = Sandbox::new()
        .file("a.xml", &mass)
        .file("b.xml", &mass)
        .file("start", start);
    let words = ["run", ".", "--jobs", "1", "--subject", "process:sh start"];
    let outcome = sandbox.command(&words);
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    let case = [
        ("compile", "missing"),
        ("save", "unable"),
        ("forward", "missing"),
        ("forced", "missing"),
        ("free", "missing"),
        ("inverse", "unable"),
        ("query", "unable"),
        ("derivative", "unable"),
        ("edit", "unable"),
    ];
    assert_eq!(outcome.outcomes(), [case, case].concat());
    // What it has: time, qpos, qvel, qfrc_applied and qacc, at four states and after a hundred
    // steps.
    let values = outcome
        .records()
        .map(|record| &record["coverage"]["values"]);
    assert_eq!(
        values.take(5).collect::<Vec<_>>(),
        [0, 0, 4 * 5, 100 * 5, 100 * 5]
    );
    // A request that it does not know must not end it.
    let starts = std::fs::read_to_string(sandbox.path().join("starts")).expect("a file");
    assert_eq!(starts.lines().count(), 1);
}
