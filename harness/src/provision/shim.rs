//! Compiling the C shim against the headers of an installation.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::ProvisionOptions;
use super::cache::Cache;
use super::wheel::Installation;
use crate::hash;

/// The shim's sources, part of this program; the first one includes the others.
const SOURCES: [(&str, &str); 6] = [
    ("mujoco_shim.c", include_str!("../../shim/mujoco_shim.c")),
    ("mujoco_calls.c", include_str!("../../shim/mujoco_calls.c")),
    ("mujoco_spec.c", include_str!("../../shim/mujoco_spec.c")),
    (
        "mujoco_worlds.c",
        include_str!("../../shim/mujoco_worlds.c"),
    ),
    (
        "mujoco_calls.inc",
        include_str!("../../shim/mujoco_calls.inc"),
    ),
    (
        "mujoco_stages.inc",
        include_str!("../../shim/mujoco_stages.inc"),
    ),
];

/// The compiled shim in the cache: one for each text of the shim and of the headers.
pub fn place(cache: &Cache, installation: &Installation) -> Result<PathBuf, String> {
    let headers = installation.include.join("mujoco");
    let describe = |error| format!("cannot read {}: {error}", headers.display());
    let mut files: Vec<PathBuf> = fs::read_dir(&headers)
        .map_err(describe)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "h"))
        .collect();
    files.sort();
    let mut text = SOURCES.map(|(_, source)| source).concat().into_bytes();
    for file in files {
        text.extend(fs::read(&file).map_err(describe)?);
    }
    let key = hash::bytes(&text);
    Ok(cache.path(&format!("shim-{}.so", &key[..16])))
}

/// Compiles the shim to its place. The caller holds the cache's lock.
pub fn compile(
    cache: &Cache,
    place: &Path,
    installation: &Installation,
    options: &ProvisionOptions,
) -> Result<(), String> {
    (options.progress)("compiling the MuJoCo shim with cc");
    let workshop = cache.workshop()?;
    for (name, source) in SOURCES {
        fs::write(workshop.path().join(name), source)
            .map_err(|error| format!("cannot write the shim: {error}"))?;
    }
    let source = workshop.path().join(SOURCES[0].0);
    let object = workshop.path().join("shim.so");
    let output = Command::new("cc")
        // Optimising the long tables takes many seconds and gains nothing: the shim copies memory.
        .args(["-std=gnu11", "-O0", "-shared", "-fPIC", "-I"])
        .arg(&installation.include)
        .arg("-o")
        .args([&object, &source])
        .output()
        .map_err(|error| {
            format!("a C compiler `cc` is needed for the MuJoCo shim and cannot be run: {error}")
        })?;
    if !output.status.success() {
        return Err(format!(
            "cc could not compile the MuJoCo shim against {}:\n{}",
            installation.include.display(),
            String::from_utf8_lossy(&output.stderr).trim()
        ));
    }
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    cache.keep(&object, &name).map(drop)
}
