//! The promise itself: the engine against MuJoCo 3.2.6 on every fixture of the repository.

use crate::{Sandbox, repository};

#[test]
fn the_engine_has_mujocos_bits_on_every_fixture() {
    let fixtures = repository("fixtures");
    let fixtures = fixtures.to_str().expect("a readable path");
    let outcome = Sandbox::new().command(&["run", fixtures, "--steps", "20"]);
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    let compiled = outcome
        .outcomes()
        .into_iter()
        .filter(|(mode, _)| *mode == "compile");
    for (_, outcome) in compiled {
        assert!(matches!(outcome, "pass" | "rejected"), "{outcome}");
    }
}
