//! Other engines: which there are an adapter for, and their packages from PyPI, in a virtual
//! environment of the cache.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::cache::Cache;
use super::wheel::run_program;
use super::{NotAvailable, ProvisionOptions};
use crate::hash;

/// An engine with an adapter of this repository.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// As on the command line, before the version.
    pub name: &'static str,
    /// The newest version that was tried.
    pub version: &'static str,
    pub description: &'static str,
    adapter: &'static str,
    /// What belongs to it as a subject, in the words of its profile.
    pub profile: &'static str,
}

/// Packages of an engine, from one of its versions on.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Install {
    /// All versions if left out.
    #[serde(default)]
    pub from: String,
    /// Requirements as pip takes them; `{version}` stands for the engine's version, `{mujoco}` for
    /// the first three numbers of it.
    pub packages: Vec<String>,
}

/// What is read of a profile here.
#[derive(Default, Deserialize)]
struct Needs {
    #[serde(default)]
    install: Vec<Install>,
}

impl Needs {
    /// What has to be installed for a version; nothing if it is older than all that are known.
    fn packages(&self, version: &str) -> Vec<String> {
        let fitting = |install: &&Install| numbers(&install.from) <= numbers(version);
        let entries = self.install.iter().filter(fitting);
        let newest = entries.max_by_key(|install| numbers(&install.from));
        let packages = newest.map_or(&[][..], |install| &install.packages);
        packages.iter().map(|text| filled(text, version)).collect()
    }
}

/// The numbers of a version, to be compared.
pub fn numbers(version: &str) -> Vec<u32> {
    version.split('.').flat_map(str::parse).collect()
}

/// A text with a version put in.
pub fn filled(text: &str, version: &str) -> String {
    let first: Vec<&str> = version.split('.').take(3).collect();
    text.replace("{version}", version)
        .replace("{mujoco}", &first.join("."))
}

macro_rules! known {
    ($name:literal, $file:literal, $version:literal, $description:literal) => {
        Known {
            name: $name,
            version: $version,
            description: $description,
            adapter: include_str!(concat!("../../adapters/", $file, ".py")),
            profile: include_str!(concat!("../../adapters/", $file, ".toml")),
        }
    };
}

/// All engines.
pub const ENGINES: &[Known] = &[
    known!("mjx", "mjx", "3.2.6", "MJX (mujoco-mjx) on the CPU, in f32"),
    known!(
        "mujoco-warp",
        "mjwarp",
        "3.17.0",
        "MuJoCo Warp on the CPU, in f32"
    ),
    known!(
        "brax",
        "brax",
        "0.14.2",
        "brax's generalized pipeline on the CPU, in f32"
    ),
    known!(
        "newton",
        "newton",
        "1.8.0",
        "Newton's import of MJCF and its MuJoCo solver on the CPU, in f32"
    ),
];

/// The protocol in Python, which adapters import.
const LIBRARY: &str = include_str!("../../adapters/library.py");

/// The engine of this name.
pub fn find(name: &str) -> Option<&'static Known> {
    ENGINES.iter().find(|known| known.name == name)
}

impl Known {
    /// What it needs from PyPI in this version.
    pub fn packages(&self, version: &str) -> Vec<String> {
        // A test parses all of them.
        let needs: Needs = toml::from_str(self.profile).unwrap_or_default();
        needs.packages(version)
    }

    fn directory(&self, version: &str) -> String {
        format!("engine-{}-{version}", self.name)
    }

    /// The versions in the cache, in the order of their names.
    pub fn installed(&self, cache: &Cache) -> Vec<String> {
        let start = self.directory("");
        let entries = fs::read_dir(cache.directory()).into_iter().flatten();
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let mut found: Vec<String> = names
            .filter_map(|name| name.strip_prefix(&start).map(str::to_owned))
            .collect();
        found.sort();
        found
    }
}

/// Makes an engine ready: the interpreter that has its packages, and the script of its adapter.
pub fn engine(
    name: &str,
    version: &str,
    options: &ProvisionOptions,
) -> Result<(PathBuf, PathBuf), NotAvailable> {
    prepare(name, version, options)
        .map_err(|reason| NotAvailable(format!("{name}@{version} is not available: {reason}")))
}

fn prepare(
    name: &str,
    version: &str,
    options: &ProvisionOptions,
) -> Result<(PathBuf, PathBuf), String> {
    let known = find(name).ok_or("there is no adapter for it")?;
    let cache = Cache::locate(options.cache.as_deref())?;
    let place = cache.path(&known.directory(version));
    if !place.is_dir() {
        if options.offline {
            let place = place.display();
            return Err(format!(
                "{place} is missing, and --offline forbids to fetch it"
            ));
        }
        let _lock = cache.lock(options.progress)?;
        // Another process may have been faster.
        if !place.is_dir() {
            install(known, version, &cache, options)?;
        }
    }
    Ok((place.join("bin/python"), script(known, &cache)?))
}

/// A virtual environment with the engine's packages. The caller holds the cache's lock.
fn install(
    known: &Known,
    version: &str,
    cache: &Cache,
    options: &ProvisionOptions,
) -> Result<(), String> {
    let packages = known.packages(version);
    if packages.is_empty() {
        return Err("nothing is known about what this version needs".to_owned());
    }
    let workshop = cache.workshop()?;
    let environment = workshop.path().join("environment");
    (options.progress)(&format!("installing {} with pip", packages.join(" ")));
    let words = ["-m", "venv"].map(OsStr::new);
    let arguments = [&words[..], &[environment.as_os_str()]].concat();
    run_program(Path::new("python3"), &arguments, "make an environment")?;
    let words = ["-m", "pip", "install", "--quiet", "--no-compile"].into_iter();
    let arguments = words.chain(packages.iter().map(String::as_str));
    let arguments: Vec<&OsStr> = arguments.map(OsStr::new).collect();
    let python = environment.join("bin/python");
    run_program(&python, &arguments, &format!("install {}", known.name))?;
    cache
        .keep(&environment, &known.directory(version))
        .map(drop)
}

/// The adapter beside the protocol that it imports, in a place of the cache for this text.
fn script(known: &Known, cache: &Cache) -> Result<PathBuf, String> {
    let key = hash::bytes([known.adapter, LIBRARY].concat().as_bytes());
    let name = format!("adapter-{}-{}", known.name, &key[..16]);
    let place = cache.path(&name);
    let file = format!("{}.py", known.name);
    if !place.is_dir() {
        let workshop = cache.workshop()?;
        let made = workshop.path().join("adapter");
        let failed = |error| format!("cannot write to {}: {error}", made.display());
        fs::create_dir(&made).map_err(failed)?;
        for (file, text) in [(file.as_str(), known.adapter), ("adapter.py", LIBRARY)] {
            fs::write(made.join(file), text).map_err(failed)?;
        }
        // Another process may have been faster; the text is the same.
        if let Err(error) = cache.keep(&made, &name)
            && !place.is_dir()
        {
            return Err(error);
        }
    }
    Ok(place.join(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_follow_the_version() {
        let needs: Needs = toml::from_str(
            "[[install]]\npackages = ['x=={version}', 'mujoco=={mujoco}']\n\
             [[install]]\nfrom = '3.10.0'\npackages = ['x=={version}']\n",
        )
        .expect("needs");
        let old = ["x==3.9.0.1", "mujoco==3.9.0"];
        assert_eq!(needs.packages("3.9.0.1"), old);
        assert_eq!(needs.packages("3.10.0.2"), ["x==3.10.0.2"]);
    }

    #[test]
    fn it_is_known_of_every_engine_what_to_install() {
        for known in ENGINES {
            let packages = known.packages(known.version);
            assert!(packages.len() > 1, "{}: {packages:?}", known.name);
        }
    }

    #[test]
    fn the_adapter_lies_beside_what_it_imports_and_versions_are_found() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let cache = Cache::locate(Some(directory.path())).expect("given");
        let script = script(&ENGINES[0], &cache).expect("written");
        assert!(script.is_file());
        assert!(script.with_file_name("adapter.py").is_file());
        assert!(ENGINES[0].installed(&cache).is_empty());
        fs::create_dir(cache.path("engine-mjx-3.2.6")).expect("created");
        assert_eq!(ENGINES[0].installed(&cache), ["3.2.6"]);
    }

    #[test]
    fn offline_nothing_is_installed_and_the_message_says_where_it_was_looked_for() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let options = ProvisionOptions {
            cache: Some(directory.path().to_owned()),
            offline: true,
            ..ProvisionOptions::default()
        };
        let error = engine("mjx", "3.2.6", &options).expect_err("not there");
        assert!(error.to_string().contains("engine-mjx-3.2.6"), "{error}");
        assert!(error.to_string().contains("--offline"), "{error}");
    }
}
