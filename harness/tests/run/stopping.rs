//! Where MuJoCo ends the program, the engine gives up at the same moment for the same reason.
//!
//! The models are no fixtures, because golden values are recorded of what ends.

use crate::{Sandbox, repository};

#[test]
fn the_engine_stops_where_mujoco_does() {
    let models = repository("harness/tests/run/stops");
    let models = models.to_str().expect("a readable path");
    let outcome = Sandbox::new().command(&["run", models]);
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    let files = std::fs::read_dir(models).expect("a directory");
    let names = files.filter_map(|file| {
        let path = file.ok()?.path();
        path.extension().filter(|extension| *extension == "xml")?;
        Some(path.file_stem()?.to_str()?.to_owned())
    });
    for name in names {
        let shown = outcome.records().any(|record| {
            record["outcome"] == "stopped"
                && record["case"]
                    .as_str()
                    .is_some_and(|case| case.contains(&name))
        });
        assert!(shown, "{name} does not stop");
    }
}
