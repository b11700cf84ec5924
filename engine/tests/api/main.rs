//! What a program that depends on the engine calls: names, states, callbacks, keyframes,
//! views.

mod batch;
mod callbacks;
mod documentation;
mod edit;
mod misuse;
mod mjb;
mod names;
mod queries;
#[cfg(feature = "serde")]
mod serialized;
mod stages;
mod state;
mod timers;

use std::path::PathBuf;

use plumbline::Model;

/// A fixture by its path in `fixtures`.
fn fixture(name: &str) -> Model {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let path = root.join("../fixtures").join(name).with_extension("xml");
    plumbline::Model::from_xml(&path).unwrap_or_else(|error| panic!("{name}: {error}"))
}
