//! A copy of the workspace, with the faults in the engine and the switch in both crates.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::point::{Rewritten, rewrite};
use super::sample::Sample;

/// What a build needs of the workspace.
const PARTS: [&str; 8] = [
    "Cargo.toml",
    "Cargo.lock",
    "engine/Cargo.toml",
    "engine/README.md",
    "engine/src",
    "harness",
    "docs",
    "fixtures/bench",
];

/// The program of the copy; another name, so that both may be built in one target directory.
pub(super) const PROGRAM: &str = "harness-mutants";

/// The version of the copy's packages. With the same one cargo would take what it built of the copy
/// for what it built of the workspace: both have the same paths below their roots.
const VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION_MAJOR"),
    ".",
    env!("CARGO_PKG_VERSION_MINOR"),
    ".999"
);

/// Conditions of the engine that never hold in a copy: with a fault and without, the engine is one
/// process there, and what one side has built must not serve the other.
pub(super) const SHARED: &[(&str, &str)] =
    &[("pipeline/plugin/sampled/mod.rs", "known.has_bits_of(&mesh)")];

/// A workspace and the copy of it.
#[derive(Clone, Debug)]
pub struct Tree {
    pub workspace: PathBuf,
    pub copy: PathBuf,
}

impl Tree {
    /// The engine's sources in the workspace.
    pub fn sources(&self) -> PathBuf {
        self.workspace.join("engine/src")
    }

    /// Brings the copy up to date. Files that are the same are not touched, so that cargo does not
    /// build them anew.
    pub(super) fn renew(&self, sample: &Sample) -> io::Result<Vec<(PathBuf, Rewritten)>> {
        let mut kept = Vec::new();
        let mut rewritten = Vec::new();
        // Below the workspace cargo finds its settings by itself; twice would be other flags.
        let settings = (!self.copy.starts_with(&self.workspace)).then_some(".cargo");
        for part in PARTS.into_iter().chain(settings) {
            // Models of the program are links to fixtures.
            for entry in WalkDir::new(self.workspace.join(part)).follow_links(true) {
                let entry = entry.map_err(io::Error::from)?;
                if !entry.file_type().is_file() {
                    continue;
                }
                let name = entry.path().strip_prefix(&self.workspace);
                let name = name.map_err(io::Error::other)?;
                if name.starts_with("harness/tests") || name.starts_with("docs/images") {
                    continue;
                }
                let text = match self.changed(name, entry.path(), sample)? {
                    Some(made) => {
                        let text = made.text.clone().into_bytes();
                        rewritten.push((name.to_owned(), made));
                        text
                    }
                    None => fs::read(entry.path())?,
                };
                write(&self.copy.join(name), &text)?;
                kept.push(name.to_owned());
            }
        }
        let switch = include_str!("engine_switch.rs.txt");
        let switch = switch.replace("@COUNT@", &sample.faults.len().to_string());
        let name = PathBuf::from("engine/src/mutants.rs");
        write(&self.copy.join(&name), switch.as_bytes())?;
        kept.push(name);
        self.remove_others(&kept)?;
        Ok(rewritten)
    }

    /// The text of a file that is not a plain copy.
    fn changed(&self, name: &Path, path: &Path, sample: &Sample) -> io::Result<Option<Rewritten>> {
        let plain = |text: String| {
            Some(Rewritten {
                text,
                traces: Vec::new(),
            })
        };
        if name == Path::new("harness/src/mutants/switch.rs") {
            return Ok(plain(include_str!("switch_on.rs.txt").to_owned()));
        }
        if name == Path::new("engine/src/lib.rs") {
            let text = fs::read_to_string(path)?;
            return Ok(plain(format!(
                "#![allow(warnings)]\n{text}\n#[doc(hidden)]\npub mod mutants;\n"
            )));
        }
        if name == Path::new("Cargo.toml") {
            return Ok(plain(manifest_of_copy(&fs::read_to_string(path)?)));
        }
        if name == Path::new("harness/Cargo.toml") {
            let text = fs::read_to_string(path)?;
            return Ok(plain(
                text.replace(
                    "name = \"harness\"\npath",
                    &format!("name = \"{PROGRAM}\"\npath"),
                )
                .replace(
                    "default-run = \"harness\"",
                    &format!("default-run = \"{PROGRAM}\""),
                ),
            ));
        }
        let Ok(source) = name.strip_prefix("engine/src") else {
            return Ok(None);
        };
        let file = sample
            .files
            .iter()
            .find(|file| Path::new(&file.name) == source);
        Ok(file.map(|file| {
            let mut made = rewrite(&file.source, &file.points);
            made.text = apart(&file.name, made.text);
            made
        }))
    }

    /// Removes what the workspace does not have any more.
    fn remove_others(&self, kept: &[PathBuf]) -> io::Result<()> {
        for entry in WalkDir::new(&self.copy) {
            let entry = entry.map_err(io::Error::from)?;
            let name = entry
                .path()
                .strip_prefix(&self.copy)
                .map_err(io::Error::other)?;
            if entry.file_type().is_file() && !kept.iter().any(|kept| kept == name) {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }
}

/// The workspace's manifest, with another version of its packages.
pub(super) fn manifest_of_copy(text: &str) -> String {
    let version = |version: &str| format!("version = \"{version}\"");
    text.replace(&version(env!("CARGO_PKG_VERSION")), &version(VERSION))
}

/// A file without what both sides would share; as long as before, so that places stay what they are.
fn apart(name: &str, text: String) -> String {
    let shared = SHARED.iter().filter(|(file, _)| *file == name);
    shared.fold(text, |text, (_, condition)| {
        text.replace(condition, &format!("{:1$}", "false", condition.len()))
    })
}

fn write(path: &Path, text: &[u8]) -> io::Result<()> {
    if fs::read(path).is_ok_and(|before| before == text) {
        return Ok(());
    }
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::write(path, text)
}
