//! Where a run's report is: `reports/<run>/`, with `reports/latest` pointing to the newest.

use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// An error of the system with the path that it is about.
pub fn at(path: &Path) -> impl Fn(io::Error) -> io::Error {
    let path = path.display().to_string();
    move |error| io::Error::new(error.kind(), format!("{path}: {error}"))
}

/// Writes a file beside its place and moves it there, so that it is whole or not there at all and what
/// was there before is not lost.
pub fn write_whole(path: &Path, content: &str) -> io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    let fresh = PathBuf::from(name);
    let written = std::fs::write(&fresh, content).and_then(|()| std::fs::rename(&fresh, path));
    if written.is_err() {
        // What could not be written is of no use; that it cannot be removed changes nothing.
        let _ = std::fs::remove_file(&fresh);
    }
    written.map_err(at(path))
}

/// A run's name: the moment at which it began, in UTC, fit for a directory.
pub fn run_name(now: SystemTime) -> String {
    let stamp = humantime::format_rfc3339_seconds(now).to_string();
    stamp.replace(':', "-")
}

/// The directory of one run.
#[derive(Clone, Debug)]
pub struct Folder {
    pub path: PathBuf,
}

impl Folder {
    /// Makes `<parent>/<run>/`; a second run within the second gets a number.
    pub fn create(parent: &Path, run: &str) -> io::Result<Folder> {
        std::fs::create_dir_all(parent).map_err(at(parent))?;
        for number in 1.. {
            let name = match number {
                1 => run.to_owned(),
                _ => format!("{run}-{number}"),
            };
            let path = parent.join(name);
            match std::fs::create_dir(&path) {
                Ok(()) => return Ok(Folder { path }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(at(&path)(error)),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Points `latest` beside the folder to it, in one step so that the link is never missing.
    pub fn make_latest(&self) -> io::Result<()> {
        let (Some(parent), Some(name)) = (self.path.parent(), self.path.file_name()) else {
            return Ok(());
        };
        let fresh = parent.join(format!(".latest-{}", std::process::id()));
        std::os::unix::fs::symlink(name, &fresh).map_err(at(&fresh))?;
        let latest = parent.join("latest");
        std::fs::rename(fresh, &latest).map_err(at(&latest))
    }
}
