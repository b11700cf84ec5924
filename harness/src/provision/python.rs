//! The packages of MuJoCo's Python bindings, for the interpreter that this program embeds.

use std::path::PathBuf;

use super::cache::Cache;
use super::{ProvisionOptions, wheel};

/// Version of the embedded interpreter.
const PYTHON: &str = env!("PLUMBLINE_PYTHON");

/// A directory from which Python imports `mujoco` and `numpy`.
pub(super) fn packages(version: &str, options: &ProvisionOptions) -> Result<PathBuf, String> {
    let cache = Cache::locate(options.cache.as_deref())?;
    let name = format!("python-{PYTHON}-mujoco-{version}");
    let place = cache.path(&name);
    if place.is_dir() {
        return Ok(place);
    }
    if options.offline {
        return Err(format!(
            "{} is missing, and --offline forbids to fetch it",
            place.display()
        ));
    }
    let _lock = cache.lock(options.progress)?;
    // Another process may have been faster.
    if place.is_dir() {
        return Ok(place);
    }
    let workshop = cache.workshop()?;
    let packages = workshop.path().join("packages");
    let bindings = format!("mujoco=={version}");
    let bindings = wheel::download(&bindings, PYTHON, workshop.path(), options)?;
    wheel::verify(&bindings, options)?;
    let numpy = wheel::download("numpy", PYTHON, workshop.path(), options)?;
    for wheel in [&bindings, &numpy] {
        wheel::unpack(wheel, &packages)?;
    }
    cache.keep(&packages, &name)
}
