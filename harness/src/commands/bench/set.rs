//! The built-in models: small fixtures of common kinds, embedded in the program so that they are
//! available everywhere.

use std::io;
use std::path::{Path, PathBuf};

macro_rules! models {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../models/", $name, ".xml")))),*]
    };
}

/// Models of `bench`; those behind them are for its derivatives alone.
const MODELS: &[(&str, &str)] = models![
    "chain_3",
    "chain_10",
    "chain_30",
    "chain_100",
    "slider_crank",
    "arm26",
    "swimmer",
    "cheetah",
    "walker",
    "humanoid",
    "boxes_on_plane",
    "spheres_on_plane",
    "pile",
    "cube_of_cubes",
    "linkages",
    "stops",
];
const OTHERS: &[(&str, &str)] = models!["arm_7"];

/// Writes the models of steps into a directory; their names and where they are.
pub(super) fn models(directory: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    write(directory, |name| {
        MODELS.iter().any(|(known, _)| *known == name)
    })
}

/// Writes the models with these names.
pub(super) fn write(
    directory: &Path,
    wanted: impl Fn(&str) -> bool,
) -> io::Result<Vec<(String, PathBuf)>> {
    let write = |&(name, text): &(&str, &str)| {
        let path = directory.join(name).with_extension("xml");
        std::fs::write(&path, text)?;
        Ok((name.to_owned(), path))
    };
    let all = OTHERS.iter().chain(MODELS);
    all.filter(|(name, _)| wanted(name)).map(write).collect()
}
