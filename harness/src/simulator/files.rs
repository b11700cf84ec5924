//! The files that a model consists of: the model, what it includes or attaches, and its assets.
//!
//! They are found by scanning attributes, not by understanding MJCF: a file too many makes a golden
//! stale once too often, a file too few would hide a change.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Component, Path, PathBuf};

/// A file of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelFile {
    /// Path from the model's directory.
    pub name: String,
    pub bytes: Vec<u8>,
}

/// The model first, then everything that it refers to, sorted. Each is read once.
pub fn read(model: &Path) -> io::Result<Vec<ModelFile>> {
    let directory = model.parent().unwrap_or(Path::new(""));
    let own_name = PathBuf::from(model.file_name().unwrap_or_default());
    let mut found = BTreeMap::new();
    let mut mentions = Mentions::default();
    let mut unread = vec![own_name.clone()];
    while let Some(name) = unread.pop() {
        let bytes = std::fs::read(directory.join(&name))?;
        if name
            .extension()
            .is_some_and(|extension| extension == "xml" || extension == "urdf")
        {
            mentions.scan(&String::from_utf8_lossy(&bytes));
            let place = name.parent().unwrap_or(Path::new(""));
            mentions.places.insert(place.to_owned());
        }
        found.insert(name, bytes);
        for candidate in mentions.candidates() {
            let is_new = !found.contains_key(&candidate) && !unread.contains(&candidate);
            if is_new && directory.join(&candidate).is_file() {
                unread.push(candidate);
            }
        }
    }
    let first = found.remove_entry(&own_name);
    let all = first.into_iter().chain(found);
    Ok(all
        .map(|(name, bytes)| ModelFile {
            name: name.display().to_string(),
            bytes,
        })
        .collect())
}

/// What the attributes of all files seen so far name.
#[derive(Debug, Default)]
struct Mentions {
    files: BTreeSet<PathBuf>,
    /// Values of `meshdir` and the like.
    folders: BTreeSet<PathBuf>,
    /// Where the files lie that name others.
    places: BTreeSet<PathBuf>,
}

impl Mentions {
    fn scan(&mut self, text: &str) {
        for (name, value) in attributes(text) {
            if name.starts_with("file") {
                self.files.insert(value.into());
            } else if matches!(name, "meshdir" | "texturedir" | "assetdir") {
                self.folders.insert(value.into());
            }
        }
    }

    /// Every place where a file could be, including the bare name, for models that strip the path.
    fn candidates(&self) -> BTreeSet<PathBuf> {
        let mut candidates = BTreeSet::new();
        for file in &self.files {
            let bare = file.file_name().map(PathBuf::from);
            for name in std::iter::once(file).chain(&bare) {
                for place in &self.places {
                    candidates.insert(plain(&place.join(name)));
                    let inside = |folder: &PathBuf| plain(&place.join(folder).join(name));
                    candidates.extend(self.folders.iter().map(inside));
                }
            }
        }
        candidates
    }
}

/// The normalised path, so that files that name each other are read once.
fn plain(path: &Path) -> PathBuf {
    let mut result = PathBuf::new();
    for component in path.components() {
        let descends = matches!(result.components().next_back(), Some(Component::Normal(_)));
        match component {
            Component::CurDir => {}
            Component::ParentDir if descends => drop(result.pop()),
            other => result.push(other),
        }
    }
    result
}

/// Everything that looks like `name="value"`.
fn attributes(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.match_indices('=').filter_map(|(at, _)| {
        let before = text[..at].trim_end();
        let start = before.rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let name = &before[start.map_or(0, |start| start + 1)..];
        let after = text[at + 1..].trim_start();
        let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let value = after[1..].split(quote).next()?;
        Some((name, value))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(files: &[(&str, &str)]) -> Vec<String> {
        let directory = tempfile::tempdir().expect("a directory");
        for (name, text) in files {
            let path = directory.path().join(name);
            let parent = path.parent().expect("a parent");
            std::fs::create_dir_all(parent).expect("created");
            std::fs::write(path, text).expect("written");
        }
        let found = read(&directory.path().join("model.xml")).expect("readable");
        found.into_iter().map(|file| file.name).collect()
    }

    #[test]
    fn includes_of_includes_and_assets_in_their_folders_are_found() {
        let found = names(&[
            (
                "model.xml",
                "<mujoco><compiler meshdir='m'/><include file = \"parts/arm.xml\"/></mujoco>",
            ),
            (
                "parts/arm.xml",
                "<mujocoinclude><include file='hand.xml'/><mesh file=\"a.stl\"/></mujocoinclude>",
            ),
            ("parts/hand.xml", "<mujocoinclude/>"),
            ("m/a.stl", "solid"),
            ("m/b.stl", "unused"),
        ]);
        assert_eq!(
            found,
            ["model.xml", "m/a.stl", "parts/arm.xml", "parts/hand.xml"]
        );
    }

    #[test]
    fn files_that_name_each_other_are_found_once() {
        let found = names(&[
            ("model.xml", "<include file='parts/a.xml'/>"),
            ("parts/a.xml", "<include file='../parts/./b.xml'/>"),
            (
                "parts/b.xml",
                "<include file='../parts/a.xml'/><include file='../model.xml'/>",
            ),
        ]);
        assert_eq!(found, ["model.xml", "parts/a.xml", "parts/b.xml"]);
    }

    #[test]
    fn a_model_that_is_no_xml_or_includes_itself_has_itself_as_file() {
        assert_eq!(names(&[("model.xml", "file= = '")]), ["model.xml"]);
        assert_eq!(names(&[("model.xml", "file='model.xml'")]), ["model.xml"]);
    }
}
