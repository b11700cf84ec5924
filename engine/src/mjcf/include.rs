//! `include`: finding the files of a model.

use std::collections::HashSet;
use std::sync::Arc;

use super::path::{self, Place};
use super::source::SourceText;
use super::tree::{DocumentId, Node, Tree};
use super::xml;
use crate::asset::Files;
use crate::error::{Error, ErrorKind};

/// Maximum number of files of one model.
const MAX_FILES: usize = 10_000;

/// Parses a model's text and all that it includes.
pub(crate) fn load(source: SourceText, path: &str, files: &Files) -> Result<Tree, Error> {
    let mut loader = Loader {
        model: Place {
            dir: path::directory(path).to_owned(),
            files,
        },
        taken: HashSet::from([path.to_owned()]),
        tree: Tree {
            documents: vec![xml::parse(Arc::new(source))?],
            included: Default::default(),
            dirs: vec![None],
        },
    };
    // A robot in URDF includes nothing: to it the element is like any other that it does not know.
    let root = loader.tree.root();
    if root.is_some_and(|root| root.name().eq_ignore_ascii_case("robot")) {
        return Ok(loader.tree);
    }
    // Files are appended as they are found, so this visits the whole closure.
    let mut document = 0;
    while document < loader.tree.documents.len() {
        loader.expand(document)?;
        document += 1;
    }
    Ok(loader.tree)
}

struct Loader<'f> {
    model: Place<'f>,
    /// Paths, as written and joined, each of which may be included once.
    taken: HashSet<String>,
    tree: Tree,
}

/// A file that was found.
struct IncludedFile {
    source: SourceText,
    dir: String,
    /// The path by which it counts as taken.
    name: String,
}

impl Loader<'_> {
    /// Loads every file that one file includes.
    fn expand(&mut self, document: DocumentId) -> Result<(), Error> {
        for element in 0..self.tree.documents[document].root_end() {
            if self.tree.documents[document].name(element) == "include" {
                let file = self.open(self.tree.node(document, element))?;
                self.add(document, element, file)?;
            }
        }
        Ok(())
    }

    /// Finds and reads the file of an `include` element.
    fn open(&self, include: Node<'_>) -> Result<IncludedFile, Error> {
        if include.has_content() {
            return Err(include
                .invalid("`include` has content")
                .expected("an empty `include` element"));
        }
        let Some(file) = include.text("file") else {
            return Err(include
                .invalid("`include` has no `file`")
                .expected("attribute `file`"));
        };
        if self.tree.documents.len() >= MAX_FILES {
            return Err(include.invalid(format!("more than {MAX_FILES} included files")));
        }
        let own_dir = include.include_dir();
        let file = self.model.resolve(file, own_dir);
        if self.taken.contains(&file) {
            return Err(include
                .attribute_error(
                    ErrorKind::Invalid,
                    "file",
                    format!("file `{file}` is included twice"),
                )
                .expected("each file at most once"));
        }
        let joined = path::join(own_dir, &file);
        let Place { dir, files } = &self.model;
        let find = |name: &str| files.find(dir, name);
        let Some(found) = find(&file).or_else(|| find(&joined)) else {
            return Err(include
                .attribute_error(
                    ErrorKind::Io,
                    "file",
                    format!("cannot open `{}`", path::join(dir, &file)),
                )
                .caused_by(files.read(dir, &file).err().and_then(|error| error.source))
                .expected("the path of an MJCF file, relative to the model or to this file"));
        };
        Ok(IncludedFile {
            source: SourceText::read(&found, files)?,
            dir: path::directory(&found).to_owned(),
            name: joined,
        })
    }

    fn add(
        &mut self,
        document: DocumentId,
        element: xml::ElementId,
        file: IncludedFile,
    ) -> Result<(), Error> {
        let parsed = xml::parse(Arc::new(file.source))?;
        let first = parsed.root.map(|root| parsed.elements[root].first_child);
        if !matches!(first, Some(Some(_))) {
            return Err(self
                .tree
                .node(document, element)
                .attribute_error(ErrorKind::Invalid, "file", "the included file is empty")
                .expected("a root element with at least one element in it"));
        }
        let id = self.tree.documents.len();
        self.tree.documents.push(parsed);
        self.tree.included.insert((document, element), id);
        self.tree.dirs.push(Some(file.dir));
        self.taken.insert(file.name);
        Ok(())
    }
}
