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

/// SHA-256 of all wheels that are known, for x86-64 Linux: version, file, hash.
const WHEELS: &str = include_str!("wheels.tsv");

/// The wheels that are known: version, file, hash.
fn known() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let rows = WHEELS.lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|row| {
        let mut words = row.split('\t');
        Some((words.next()?, words.next()?, words.next()?))
    })
}

/// The versions of MuJoCo that are known, oldest first.
pub fn versions() -> Vec<&'static str> {
    let mut versions: Vec<&str> = known().map(|(version, ..)| version).collect();
    versions.dedup();
    versions
}

/// Refuses a version that is too old, or that nobody has seen.
fn check_version(version: &str, options: &ProvisionOptions) -> Result<(), String> {
    let versions = versions();
    if versions.contains(&version) || !cfg!(target_arch = "x86_64") {
        return Ok(());
    }
    let listed = versions.join(", ");
    let number = |text: &str| -> Vec<u32> { text.split('.').flat_map(str::parse).collect() };
    let oldest = versions.first().copied().unwrap_or_default();
    if number(version) < number(oldest) {
        return Err(format!(
            "versions before {oldest} are not supported; there are {listed}"
        ));
    }
    if options.trust_wheel {
        return Ok(());
    }
    Err(format!(
        "it is not among the known versions: {listed}. If there is one, --trust-wheel uses it unseen"
    ))
}

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
    check_version(version, options)?;
    let workshop = cache.workshop()?;
    let wheel = download(&requirement(version), PYTHON, workshop.path(), options)?;
    verify(&wheel, options)?;
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

/// A wheel must be one of those that are known.
pub(super) fn verify(wheel: &Path, options: &ProvisionOptions) -> Result<(), String> {
    if options.trust_wheel || !cfg!(target_arch = "x86_64") {
        return Ok(());
    }
    let name = wheel.file_name().unwrap_or_default().to_string_lossy();
    let found = hash::file(wheel).map_err(|error| format!("cannot read {name}: {error}"))?;
    match known().find(|(_, file, _)| *file == name) {
        Some((.., expected)) if expected == found => Ok(()),
        Some((.., expected)) => Err(format!(
            "{name} has SHA-256 {found} instead of {expected}: it is not used (--trust-wheel uses it)"
        )),
        None => Err(format!(
            "{name} is not among the known wheels (--trust-wheel uses it)"
        )),
    }
}

fn run_python(arguments: &[&OsStr], purpose: &str) -> Result<(), String> {
    run_program(Path::new("python3"), arguments, purpose)
}

/// What pip says of a network that is not there.
const UNREACHABLE: [&str; 4] = [
    "connection broken by",
    "Failed to establish a new connection",
    "Temporary failure in name resolution",
    "Could not fetch URL",
];

/// Runs a Python; an error holds the last line of what it printed.
pub(super) fn run_program(
    python: &Path,
    arguments: &[&OsStr],
    purpose: &str,
) -> Result<(), String> {
    let output = Command::new(python)
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
    // pip ends with a line about versions that it has not found, because it has not got a list.
    if UNREACHABLE.iter().any(|part| words.contains(part)) {
        let place = "the package index cannot be reached (is there a network?)";
        return Err(format!("python3 could not {purpose}: {place}"));
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
    fn an_altered_wheel_is_refused_unless_it_is_trusted() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let name = "mujoco-3.2.6-cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64.whl";
        let wheel = directory.path().join(name);
        fs::write(&wheel, b"not a wheel").expect("written");
        let mut options = ProvisionOptions::default();
        let error = verify(&wheel, &options).expect_err("another hash");
        assert!(error.contains("instead of d287342e"), "{error}");
        let stranger = directory.path().join("mujoco-3.2.6-cp38-any.whl");
        fs::write(&stranger, b"").expect("written");
        let error = verify(&stranger, &options).expect_err("an unknown name");
        assert!(error.contains("not among the known wheels"), "{error}");
        options.trust_wheel = true;
        verify(&wheel, &options).expect("trusted");
        verify(&stranger, &options).expect("trusted");
    }

    #[test]
    fn versions_are_in_order_and_each_has_a_wheel_for_the_python_that_is_used() {
        let versions = versions();
        assert_eq!(versions.first(), Some(&"3.2.5"));
        let number = |text: &str| -> Vec<u32> { text.split('.').flat_map(str::parse).collect() };
        assert!(
            versions.is_sorted_by_key(|version| number(version)),
            "{versions:?}"
        );
        for version in versions {
            let package = requirement(version).replace("==", "-").replace('-', "_");
            let start = format!("{package}_cp311");
            let has = |file: &str| file.replace('-', "_").starts_with(&start);
            assert!(
                known().any(|(_, file, hash)| has(file) && hash.len() == 64),
                "{version}"
            );
        }
    }

    #[test]
    fn an_unknown_version_lists_those_that_exist_and_an_old_one_is_refused() {
        let mut options = ProvisionOptions::default();
        let error = check_version("3.3.9", &options).expect_err("there is none");
        assert!(
            error.contains("3.3.7, 3.4.0") && error.contains("--trust-wheel"),
            "{error}"
        );
        options.trust_wheel = true;
        check_version("3.3.9", &options).expect("trusted");
        let error = check_version("2.3.7", &options).expect_err("too old");
        assert!(error.contains("before 3.2.5 are not supported"), "{error}");
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
