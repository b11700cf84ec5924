//! Getting hold of MuJoCo: the wheel from PyPI, the shim from the C compiler, both kept in a cache.

pub mod cache;
#[cfg(feature = "python")]
mod python;
pub mod shim;
pub mod wheel;

use std::path::PathBuf;

use cache::Cache;
use wheel::Installation;

use crate::simulator::Failure;
use crate::worker::role::Role;

/// Where simulators may come from.
#[derive(Clone, Debug)]
pub struct ProvisionOptions {
    /// Cache directory; the environment's or the user's if not given.
    pub cache: Option<PathBuf>,
    /// Never fetch anything.
    pub offline: bool,
    /// A directory with `libmujoco.so*` and `include/`, used instead of a downloaded one.
    pub mujoco_lib: Option<PathBuf>,
    /// Program that runs workers; this very program if not given.
    pub worker: Option<PathBuf>,
    /// Told what takes long while it happens.
    pub progress: fn(&str),
}

impl Default for ProvisionOptions {
    fn default() -> Self {
        ProvisionOptions {
            cache: None,
            offline: false,
            mujoco_lib: None,
            worker: None,
            progress: |line| eprintln!("{line}"),
        }
    }
}

/// Makes a MuJoCo of this version ready to be loaded by a worker.
pub fn mujoco(version: &str, options: &ProvisionOptions) -> Result<Role, Failure> {
    prepare(version, options).map_err(|reason| Failure::Unavailable {
        message: format!(
            "MuJoCo {version} is not available: {reason}\n\
             To provide it by hand, unpack a wheel or release of MuJoCo {version} and give the directory that holds \
             libmujoco.so and include/ with --mujoco-lib DIR."
        ),
    })
}

/// The library of this version in the cache.
pub fn library(version: &str, options: &ProvisionOptions) -> Result<PathBuf, Failure> {
    let cache = Cache::locate(options.cache.as_deref());
    let found = cache.and_then(|cache| install(&cache, version, options));
    match found {
        Ok(installation) => Ok(installation.library),
        Err(reason) => Err(Failure::Unavailable {
            message: format!("MuJoCo {version} is not available: {reason}"),
        }),
    }
}

/// A directory with that library under the name by which programs are linked to it.
pub fn link_directory(version: &str, options: &ProvisionOptions) -> Result<PathBuf, Failure> {
    let library = library(version, options)?;
    let place = library.with_file_name("link");
    let link = place.join("libmujoco.so");
    let made = std::fs::create_dir_all(&place).and_then(|()| match link.exists() {
        true => Ok(()),
        false => std::os::unix::fs::symlink(&library, &link),
    });
    match made {
        Ok(()) => Ok(place),
        Err(error) => Err(Failure::Unavailable {
            message: format!("{}: {error}", link.display()),
        }),
    }
}

/// Makes MuJoCo's Python bindings of this version ready to be imported by a worker.
#[cfg(feature = "python")]
pub fn python(version: &str, options: &ProvisionOptions) -> Result<Role, Failure> {
    match python::packages(version, options) {
        Ok(packages) => Ok(Role::Python { packages }),
        Err(reason) => Err(Failure::Unavailable {
            message: format!("MuJoCo {version} for Python is not available: {reason}"),
        }),
    }
}

/// Without an interpreter inside there is nothing to import the bindings.
#[cfg(not(feature = "python"))]
pub fn python(version: &str, _: &ProvisionOptions) -> Result<Role, Failure> {
    Err(Failure::Unavailable {
        message: format!(
            "python@{version} needs a harness with Python inside: build it with `--features python`"
        ),
    })
}

fn prepare(version: &str, options: &ProvisionOptions) -> Result<Role, String> {
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
    Ok(Role::Mujoco {
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
