//! MuJoCo's wheels: which one is used, how it is verified, and what is extracted from it.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::ProvisionOptions;
use super::cache::Cache;
use crate::hash;

/// The Python version whose wheel is used. The library is the same in all of them; a fixed one has
/// a fixed hash.
const PYTHON: &str = "3.11";

/// SHA-256 of the wheels of the reference version for x86-64 Linux, one for each Python version.
const PINNED: [(&str, &str); 5] = [
    (
        "mujoco-3.2.6-cp39-cp39-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
        "5a4ef656a8250ec1b3b054faacfc284a8feac2f5832f9d6d626b6e5518060541",
    ),
    (
        "mujoco-3.2.6-cp310-cp310-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
        "a1345cc45d32c2abe6ef0ca983938cdfce7162f624e4686009a57952368f3df1",
    ),
    (
        "mujoco-3.2.6-cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
        "d287342e229328cde0df11b45457856fb0565f109a55035bf5df0cad9ff16157",
    ),
    (
        "mujoco-3.2.6-cp312-cp312-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
        "ff3830ab6facdd71d1763d39d2a77afd978d26b7d6c08a4bf45a200cc203fb3e",
    ),
    (
        "mujoco-3.2.6-cp313-cp313-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
        "90d61f808cfe309db59930dce66e882fd9cfafba608675ef2cb17d4c04e5cab7",
    ),
];

/// SHA-256 of the library in each of those wheels.
const PINNED_LIBRARY: (&str, &str) = (
    "3.2.6",
    "7d3dfe6bc4b39c6ef6f6fd8869966c8602f94bbd8baf5b92cecc8c67baeec64a",
);

/// MuJoCo's library and headers in a directory.
#[derive(Clone, Debug)]
pub struct Installation {
    pub library: PathBuf,
    pub include: PathBuf,
    pub plugins: Option<PathBuf>,
}

impl Installation {
    /// Looks for `libmujoco.so*` in the directory or its `lib`, and for `include/mujoco/mujoco.h`.
    pub fn find(directory: &Path) -> Result<Installation, String> {
        let directory = &std::path::absolute(directory)
            .map_err(|error| format!("{}: {error}", directory.display()))?;
        let include = directory.join("include");
        if !include.join("mujoco/mujoco.h").is_file() {
            return Err(format!(
                "{} is missing",
                include.join("mujoco/mujoco.h").display()
            ));
        }
        let library = [directory.clone(), directory.join("lib")]
            .iter()
            .find_map(|place| library_in(place))
            .ok_or_else(|| format!("there is no libmujoco.so in {}", directory.display()))?;
        let plugins = Some(directory.join("plugin")).filter(|path| path.is_dir());
        Ok(Installation {
            library,
            include,
            plugins,
        })
    }
}

fn library_in(directory: &Path) -> Option<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(directory)
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            path.file_name()
                .is_some_and(|name| name.to_string_lossy().starts_with("libmujoco.so"))
        })
        .collect();
    found.sort();
    found.pop()
}

/// Name of a version's directory in the cache.
pub fn directory_name(version: &str) -> String {
    format!("mujoco-{version}")
}

/// The installation of a version in the cache, if it is there. A damaged library is an error, not
/// an absence.
pub fn cached(cache: &Cache, version: &str) -> Result<Option<Installation>, String> {
    let directory = cache.path(&directory_name(version));
    if !directory.is_dir() {
        return Ok(None);
    }
    let found = Installation::find(&directory)?;
    check_library(&found.library, version)
        .map_err(|error| format!("{error}; remove {} to fetch it again", directory.display()))?;
    Ok(Some(found))
}

fn check_library(library: &Path, version: &str) -> Result<(), String> {
    if version != PINNED_LIBRARY.0 || !cfg!(target_arch = "x86_64") {
        return Ok(());
    }
    match hash::file(library) {
        Ok(found) if found == PINNED_LIBRARY.1 => Ok(()),
        Ok(found) => Err(format!(
            "{} is not the library of MuJoCo {version}: its SHA-256 is {found}",
            library.display()
        )),
        Err(error) => Err(format!("cannot read {}: {error}", library.display())),
    }
}

/// Downloads a version's wheel and keeps library, headers and plugins of it. The caller holds the
/// cache's lock.
pub fn fetch(
    cache: &Cache,
    version: &str,
    options: &ProvisionOptions,
) -> Result<Installation, String> {
    let workshop = cache.workshop()?;
    let wheel = download(&requirement(version), PYTHON, workshop.path(), options)?;
    verify(&wheel, version)?;
    let unpacked = workshop.path().join("unpacked");
    unpack(&wheel, &unpacked)?;
    let package = unpacked.join("mujoco");
    check_library(&Installation::find(&package)?.library, version)?;
    let place = cache.keep(&package, &directory_name(version))?;
    Installation::find(&place)
}

/// From version 4 on, library and headers have a separate wheel.
fn requirement(version: &str) -> String {
    let major = version.split('.').next().and_then(|part| part.parse().ok());
    match major {
        Some(4u32..) => format!("mujoco-core=={version}"),
        _ => format!("mujoco=={version}"),
    }
}

/// Downloads the wheel of a package for a version of Python, which need not be the one that runs.
pub(super) fn download(
    requirement: &str,
    python: &str,
    into: &Path,
    options: &ProvisionOptions,
) -> Result<PathBuf, String> {
    (options.progress)(&format!("downloading {requirement} with pip"));
    let place = into.join(requirement);
    let mut arguments: Vec<String> = ["-m", "pip", "download", "--quiet", "--no-deps"]
        .map(str::to_owned)
        .into();
    arguments.push("--only-binary=:all:".to_owned());
    for platform in ["manylinux2014", "manylinux_2_27", "manylinux_2_28"] {
        let arch = std::env::consts::ARCH;
        arguments.push(format!("--platform={platform}_{arch}"));
    }
    for abi in [&format!("cp{}", python.replace('.', "")), "abi3", "none"] {
        arguments.push(format!("--abi={abi}"));
    }
    arguments.push("--implementation=cp".to_owned());
    arguments.push(format!("--python-version={python}"));
    arguments.push("--dest".to_owned());
    let mut arguments: Vec<&OsStr> = arguments.iter().map(AsRef::as_ref).collect();
    arguments.extend([place.as_os_str(), requirement.as_ref()]);
    run_python(&arguments, &format!("download {requirement}"))?;
    let wheel = fs::read_dir(&place).ok().and_then(|mut entries| {
        let is_wheel = |path: &PathBuf| path.extension().is_some_and(|e| e == "whl");
        entries.find_map(|entry| Some(entry.ok()?.path()).filter(is_wheel))
    });
    wheel.ok_or_else(|| format!("pip downloaded no wheel for {requirement}"))
}

/// A wheel is a zip archive.
pub(super) fn unpack(wheel: &Path, into: &Path) -> Result<(), String> {
    let words = ["-m", "zipfile", "-e"].map(OsStr::new);
    let arguments = [&words[..], &[wheel.as_os_str(), into.as_os_str()]].concat();
    run_python(&arguments, "unpack a wheel")
}

/// A wheel of the reference version must be one of those that are known.
pub(super) fn verify(wheel: &Path, version: &str) -> Result<(), String> {
    if version != PINNED_LIBRARY.0 || !cfg!(target_arch = "x86_64") {
        return Ok(());
    }
    let name = wheel.file_name().unwrap_or_default().to_string_lossy();
    let found = hash::file(wheel).map_err(|error| format!("cannot read {name}: {error}"))?;
    match PINNED.iter().find(|(file, _)| *file == name) {
        Some((_, expected)) if *expected == found => Ok(()),
        Some((_, expected)) => Err(format!(
            "{name} has SHA-256 {found} instead of {expected}: it is not used"
        )),
        None => Err(format!(
            "{name} is not among the known wheels of MuJoCo {version}"
        )),
    }
}

/// Runs Python; an error holds the last line of what it printed.
fn run_python(arguments: &[&OsStr], purpose: &str) -> Result<(), String> {
    let output = Command::new("python3")
        .args(arguments)
        .env("PIP_DISABLE_PIP_VERSION_CHECK", "1")
        .output()
        .map_err(|error| format!("python3 is needed to {purpose} and cannot be run: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let words = text.trim();
    if words.contains("No module named pip") {
        return Err(format!("pip is needed to {purpose}: {words}"));
    }
    // pip repeats its attempts before the one line that matters.
    let line = words
        .lines()
        .rev()
        .find(|line| line.contains("ERROR"))
        .or_else(|| words.lines().next_back())
        .unwrap_or("no message");
    Err(format!("python3 could not {purpose}: {}", line.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_altered_wheel_is_refused() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let wheel = directory.path().join(PINNED[2].0);
        fs::write(&wheel, b"not a wheel").expect("written");
        let error = verify(&wheel, "3.2.6").expect_err("another hash");
        assert!(error.contains("instead of d287342e"), "{error}");
        let stranger = directory.path().join("mujoco-3.2.6-cp38-any.whl");
        fs::write(&stranger, b"").expect("written");
        let error = verify(&stranger, "3.2.6").expect_err("an unknown name");
        assert!(error.contains("not among the known wheels"), "{error}");
    }

    #[test]
    fn a_damaged_library_in_the_cache_is_an_error_that_says_what_to_do() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let cache = Cache::locate(Some(directory.path())).expect("given");
        let place = cache.path("mujoco-3.2.6");
        fs::create_dir_all(place.join("include/mujoco")).expect("created");
        fs::write(place.join("include/mujoco/mujoco.h"), b"").expect("written");
        fs::write(place.join("libmujoco.so.3.2.6"), b"half of it").expect("written");
        let error = cached(&cache, "3.2.6").expect_err("a wrong hash");
        assert!(
            error.contains("is not the library of MuJoCo 3.2.6"),
            "{error}"
        );
        assert!(error.contains("remove"), "{error}");
    }

    #[test]
    fn a_directory_without_headers_is_not_an_installation() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let error = Installation::find(directory.path()).expect_err("nothing there");
        assert!(error.contains("mujoco.h is missing"), "{error}");
    }
}
