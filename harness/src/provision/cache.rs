//! The cache directory. Everything in it is complete, because it is made in a temporary place and
//! moved there in one step.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use rustix::fs::FlockOperation;
use tempfile::TempDir;

/// Environment variable that names the cache directory.
pub const CACHE_VARIABLE: &str = "PLUMBLINE_CACHE";

/// How the names of unfinished directories begin.
const WORKSHOP: &str = ".making-";

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
        // Workers run in their own directories, so the path must not depend on the current one.
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

    /// Waits until no other process makes anything in the cache; calls `notify` if there is one.
    pub fn lock(&self, notify: fn(&str)) -> Result<Lock, String> {
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
        if rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive).is_err() {
            notify("waiting for another process that fills the cache");
            rustix::fs::flock(&file, FlockOperation::LockExclusive)
                .map_err(|error| describe(error.into()))?;
        }
        self.clear_workshops();
        Ok(Lock { _file: file })
    }

    /// Under the lock nobody is at work, so what is there was left by a process that died.
    fn clear_workshops(&self) {
        for entry in fs::read_dir(&self.directory)
            .into_iter()
            .flatten()
            .flatten()
        {
            if entry.file_name().to_string_lossy().starts_with(WORKSHOP) {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
    }

    /// A directory in the cache to make something in; removed unless [`Cache::keep`] moves its
    /// contents.
    pub fn workshop(&self) -> Result<TempDir, String> {
        tempfile::Builder::new()
            .prefix(WORKSHOP)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_process_that_died_left_behind_is_removed() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let cache = Cache::locate(Some(directory.path())).expect("given");
        let left = cache.path(".making-old");
        fs::create_dir_all(left.join("half")).expect("created");
        let _lock = cache.lock(|_| ()).expect("locks");
        assert!(!left.exists());
    }

    #[test]
    fn a_finished_thing_appears_in_one_step() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let cache = Cache::locate(Some(directory.path())).expect("given");
        let workshop = cache.workshop().expect("made");
        let unfinished = workshop.path().join("thing");
        fs::write(&unfinished, b"whole").expect("written");
        let place = cache.keep(&unfinished, "thing").expect("kept");
        assert_eq!(fs::read(place).expect("there"), b"whole");
    }
}
