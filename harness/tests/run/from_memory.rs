//! Runs in which both sides get the bytes of a model's files instead of its path.

use crate::{Outcome, REFERENCE, Sandbox, repository};

/// Models with included files, attached models, meshes, textures, height fields and skins from
/// files.
const MODELS: [&str; 6] = [
    "asset/files_of_every_kind.xml",
    "asset/skin_from_file.xml",
    "attach/keyframes_of_parent_and_child.xml",
    "include/elements_from_other_files.xml",
    "reject/hfield/hf_truncated.xml",
    "reject/mesh/stl_truncated.xml",
];

fn run(flags: &str) -> Outcome {
    let fixtures = repository("fixtures");
    let paths = MODELS.map(|model| fixtures.join(model).display().to_string());
    Sandbox::new().harness(&format!("run {} --steps 5 {flags}", paths.join(" ")))
}

#[test]
fn both_sides_load_the_same_bytes() {
    let outcome = run("--from-memory");
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    let rejected = outcome.outcomes().into_iter();
    assert_eq!(rejected.filter(|(_, what)| *what == "rejected").count(), 2);
}

#[test]
fn models_from_memory_have_the_bits_of_those_on_disk_on_both_sides() {
    for subject in ["engine", REFERENCE] {
        let flags = format!("--from-memory --reference golden --subject {subject}");
        let fixtures = repository("fixtures");
        let paths = MODELS[..4]
            .iter()
            .map(|m| fixtures.join(m).display().to_string());
        let paths = paths.collect::<Vec<_>>().join(" ");
        let outcome = Sandbox::new().harness(&format!("run {paths} {flags}"));
        assert_eq!(outcome.code, 0, "{}", outcome.everything());
    }
}

#[test]
fn the_files_are_no_longer_read_from_the_disk() {
    // The model finds its file under its bare name, which from the disk it would not.
    let world = "<x><worldbody><geom size='1'/></worldbody></x>";
    let main = "<mujoco><include file='away/World.xml'/><include file='world.xml'/></mujoco>";
    let sandbox = Sandbox::with_model(main).file("world.xml", world);
    let outcome = sandbox.harness("run model.xml --from-memory --modes compile");
    // Both sides take it twice, and neither minds: the names differ.
    assert_eq!(
        outcome.outcomes(),
        [("compile", "pass")],
        "{}",
        outcome.everything()
    );
    assert!(sandbox.harness("run model.xml --modes compile").code != 0);
}

#[test]
fn a_failure_is_repeated_from_memory_too() {
    let sandbox = Sandbox::with_model(crate::PENDULUM);
    let outcome =
        sandbox.harness("run model.xml --from-memory --modes free --inject qpos[0]@2:ulp=1");
    assert_eq!(outcome.code, 100, "{}", outcome.everything());
    let record = outcome.records().next().expect("a record");
    let repeat = record["repeat"].as_str().expect("a command");
    assert!(repeat.contains("--from-memory"), "{repeat}");
}
