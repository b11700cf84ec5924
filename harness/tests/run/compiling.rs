//! `harness compile`: models written into files.

use crate::Sandbox;

const MODEL: &str =
    "<mujoco><worldbody><body><freejoint/><geom size='1'/></body></worldbody></mujoco>";

#[test]
fn a_binary_model_is_written_and_read_again() {
    let sandbox = Sandbox::new().file("ball.xml", MODEL);
    let outcome = sandbox.command(&["compile", "ball.xml", "-o", "ball.mjb"]);
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    let words = outcome.everything();
    assert!(
        words.contains("2 bodies, 6 degrees of freedom, 0 actuators"),
        "{words}"
    );
    let again = sandbox.command(&["compile", "ball.mjb", "-o", "copy.mjb"]);
    assert_eq!(again.code, 0, "{}", again.everything());
    let read = |name: &str| std::fs::read(sandbox.path().join(name)).expect("a file");
    assert_eq!(read("ball.mjb"), read("copy.mjb"));
}

#[test]
fn what_cannot_be_compiled_or_written_gets_a_sentence() {
    let sandbox = Sandbox::new()
        .file("ball.xml", MODEL)
        .file("broken.xml", "<mujoco><option timestpe='1'/></mujoco>")
        .file("broken.mjb", "no model");
    for (words, code, said) in [
        (
            ["compile", "ball.xml", "-o", "ball.png"],
            2,
            "ball.png: the name of the file has to end in .mjb",
        ),
        (
            ["compile", "broken.xml", "-o", "out.mjb"],
            100,
            "perhaps `timestep`",
        ),
        (
            ["compile", "broken.mjb", "-o", "out.mjb"],
            100,
            "too few for the header of a binary model",
        ),
    ] {
        let outcome = sandbox.command(&words);
        assert_eq!(outcome.code, code, "{}", outcome.everything());
        assert!(
            outcome.everything().contains(said),
            "{}",
            outcome.everything()
        );
    }
}
