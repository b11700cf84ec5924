//! Provides simulators: MuJoCo's wheel from PyPI with a shim from the C compiler, and other engines
//! in environments of their own; all kept in a cache.

pub mod cache;
pub mod engines;
#[cfg(feature = "python")]
mod python;
pub mod shim;
pub mod wheel;

use std::path::PathBuf;

use cache::Cache;
use wheel::Installation;

use crate::snapshot::FILLS;

/// Where simulators may come from.
#[derive(Clone, Debug)]
pub struct ProvisionOptions {
    /// Cache directory; the environment's or the user's if not given.
    pub cache: Option<PathBuf>,
    /// Never fetch anything.
    pub offline: bool,
    /// A directory with `libmujoco.so*` and `include/`, used instead of a downloaded one.
    pub mujoco_lib: Option<PathBuf>,
    /// Program that runs workers; this program if not given.
    pub worker: Option<PathBuf>,
    /// Use wheels that are not known, or not those that are known.
    pub trust_wheel: bool,
    /// What a simulator's scratch memory holds before each computation: one of
    /// [`FILLS`].
    pub fill: u8,
    /// Called with what takes long, while it happens.
    pub progress: fn(&str),
}

impl Default for ProvisionOptions {
    fn default() -> Self {
        ProvisionOptions {
            cache: None,
            offline: false,
            mujoco_lib: None,
            worker: None,
            trust_wheel: false,
            fill: FILLS[0],
            progress: |line| eprintln!("{line}"),
        }
    }
}

/// A MuJoCo that a worker can load.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prepared {
    pub library: PathBuf,
    pub shim: PathBuf,
    /// Directory of the plugin libraries that come with MuJoCo.
    pub plugins: Option<PathBuf>,
}

/// Why something is not available on this machine, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotAvailable(pub String);

/// Makes a MuJoCo of this version ready to be loaded by a worker.
pub fn mujoco(version: &str, options: &ProvisionOptions) -> Result<Prepared, NotAvailable> {
    prepare(version, options).map_err(|reason| {
        NotAvailable(format!(
            "MuJoCo {version} is not available: {reason}\n\
             To provide it by hand, unpack a wheel or release of MuJoCo {version} and give the directory that holds \
             libmujoco.so and include/ with --mujoco-lib DIR."
        ))
    })
}

/// The library of this version in the cache.
pub fn library(version: &str, options: &ProvisionOptions) -> Result<PathBuf, NotAvailable> {
    let cache = Cache::locate(options.cache.as_deref());
    let found = cache.and_then(|cache| install(&cache, version, options));
    found
        .map(|installation| installation.library)
        .map_err(|reason| NotAvailable(format!("MuJoCo {version} is not available: {reason}")))
}

/// A directory with that library under the name by which programs are linked to it.
pub fn link_directory(version: &str, options: &ProvisionOptions) -> Result<PathBuf, NotAvailable> {
    let library = library(version, options)?;
    let place = library.with_file_name("link");
    let link = place.join("libmujoco.so");
    let failed = |error| NotAvailable(format!("{}: {error}", link.display()));
    std::fs::create_dir_all(&place).map_err(failed)?;
    if !link.exists() {
        std::os::unix::fs::symlink(&library, &link).map_err(failed)?;
    }
    Ok(place)
}

/// Makes MuJoCo's Python bindings of this version ready to be imported by a worker; the directory
/// of their packages.
#[cfg(feature = "python")]
pub fn python(version: &str, options: &ProvisionOptions) -> Result<PathBuf, NotAvailable> {
    python::packages(version, options).map_err(|reason| {
        NotAvailable(format!(
            "MuJoCo {version} for Python is not available: {reason}"
        ))
    })
}

/// Without an embedded interpreter nothing can import the bindings.
#[cfg(not(feature = "python"))]
pub fn python(version: &str, _: &ProvisionOptions) -> Result<PathBuf, NotAvailable> {
    Err(NotAvailable(format!(
        "python@{version} needs a harness with Python inside: build it with `--features python`"
    )))
}

fn prepare(version: &str, options: &ProvisionOptions) -> Result<Prepared, String> {
    let cache = Cache::locate(options.cache.as_deref())?;
    let installation = install(&cache, version, options)?;
    let shim = shim::place(&cache, &installation)?;
    if !shim.is_file() {
        let _lock = cache.lock(options.progress)?;
        // Another process may have been faster.
        if !shim.is_file() {
            shim::compile(&cache, &shim, &installation, options)?;
        }
    }
    Ok(Prepared {
        library: installation.library,
        shim,
        plugins: installation.plugins,
    })
}

fn install(
    cache: &Cache,
    version: &str,
    options: &ProvisionOptions,
) -> Result<Installation, String> {
    if let Some(directory) = &options.mujoco_lib {
        return Installation::find(directory);
    }
    if let Some(found) = wheel::cached(cache, version)? {
        return Ok(found);
    }
    if options.offline {
        return Err(format!(
            "it is not in the cache {}, and --offline forbids to fetch it",
            cache.directory().display()
        ));
    }
    let _lock = cache.lock(options.progress)?;
    match wheel::cached(cache, version)? {
        Some(found) => Ok(found),
        None => wheel::fetch(cache, version, options),
    }
}
