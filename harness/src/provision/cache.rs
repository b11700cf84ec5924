//! The cache directory: what is in it is complete, because it is made beside its place and moved there in one step.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use rustix::fs::FlockOperation;
use tempfile::TempDir;

/// Environment variable that names the cache directory.
pub const CACHE_VARIABLE: &str = "PLUMBLINE_CACHE";

/// Where downloaded and compiled files are kept.
#[derive(Clone, Debug)]
pub struct Cache {
    directory: PathBuf,
}

/// Held while something is made; released when dropped, also by a process that dies.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Cache {
    /// The directory that the flag gives, else the environment, else the user's cache directory.
    pub fn locate(flag: Option<&Path>) -> Result<Cache, String> {
        let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty());
        let directory = flag
            .map(Path::to_owned)
            .or_else(|| variable(CACHE_VARIABLE).map(PathBuf::from))
            .or_else(|| {
                variable("XDG_CACHE_HOME").map(|base| PathBuf::from(base).join("plumbline"))
            })
            .or_else(|| variable("HOME").map(|home| PathBuf::from(home).join(".cache/plumbline")))
            .ok_or_else(|| {
                format!("no cache directory: set {CACHE_VARIABLE}, or give it on the command line")
            })?;
        // Workers run in directories of their own, so the path must not depend on the current one.
        let directory = std::path::absolute(&directory)
            .map_err(|error| format!("cache directory {}: {error}", directory.display()))?;
        Ok(Cache { directory })
    }

    pub fn directory(&self) -> &Path {
        &self.directory
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.join(name)
    }

    /// Waits until no other process makes anything in the cache.
    pub fn lock(&self) -> Result<Lock, String> {
        let path = self.path("lock");
        let describe =
            |error: io::Error| format!("cannot lock the cache {}: {error}", path.display());
        fs::create_dir_all(&self.directory).map_err(describe)?;
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .map_err(describe)?;
        rustix::fs::flock(&file, FlockOperation::LockExclusive)
            .map_err(|error| describe(error.into()))?;
        Ok(Lock { _file: file })
    }

    /// A directory in the cache to make something in; removed unless [`Cache::keep`] moves its contents.
    pub fn workshop(&self) -> Result<TempDir, String> {
        tempfile::Builder::new()
            .prefix(".making-")
            .tempdir_in(&self.directory)
            .map_err(|error| format!("cannot write to {}: {error}", self.directory.display()))
    }

    /// Moves a finished file or directory to its place.
    pub fn keep(&self, finished: &Path, name: &str) -> Result<PathBuf, String> {
        let place = self.path(name);
        fs::rename(finished, &place)
            .map_err(|error| format!("cannot create {}: {error}", place.display()))?;
        Ok(place)
    }
}
