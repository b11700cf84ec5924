//! MJCF or URDF text to [`Spec`], as MuJoCo 3.2.6 reads it.
//!
//! XML text -> tree of elements, includes followed -> checked against the schema -> read section by
//! section, with defaults applied. Whatever MuJoCo's reader rejects is rejected here, with file,
//! line and column; what only its compiler rejects is left to ours.

mod attribute;
mod copy;
mod edit;
mod include;
mod path;
mod read;
mod schema;
mod source;
mod tree;
mod xml;

use std::path::Path;

pub use schema::{AttributeRule, Count, ElementRule, Schema};

use crate::asset::Files;
use crate::error::Error;
use crate::spec::Spec;
use read::{Draft, Nesting};
use source::SourceText;

impl Spec {
    /// Reads a model from an MJCF file and the files that it includes, or a robot from a URDF file.
    ///
    /// [`Model::from_xml`](crate::Model::from_xml) compiles it as well; a spec is for programs that
    /// change the model first, or want to see its [warnings](Spec::warnings).
    #[doc(alias = "mj_parseXML")]
    pub fn from_xml(path: impl AsRef<Path>) -> Result<Spec, Error> {
        Spec::from_files(Files::default(), &path.as_ref().to_string_lossy())
    }

    /// Reads a model from MJCF text. Files that it names are looked for in [`Spec::files`], then
    /// from the current directory.
    ///
    /// ```
    /// use plumbline::Spec;
    ///
    /// let spec = Spec::from_xml_string(r#"<mujoco model="empty"/>"#)?;
    /// assert_eq!(spec.name, "empty");
    ///
    /// let text = "<mujoco>\n  <option timestpe='0.01'/>\n</mujoco>";
    /// let error = Spec::from_xml_string(text).unwrap_err();
    /// assert_eq!(error.location.unwrap().line, 2);
    /// assert_eq!(error.expected.unwrap(), "perhaps `timestep`");
    /// # Ok::<(), plumbline::Error>(())
    /// ```
    #[doc(alias = "mj_parseXMLString")]
    pub fn from_xml_string(text: &str) -> Result<Spec, Error> {
        let source = SourceText::new(None, text.as_bytes().to_vec());
        let mut spec = read_source(source, "", &Files::default(), Nesting::default())?.finish();
        spec.text = Some(text.into());
        Ok(spec)
    }

    /// Reads a model from files in memory: the MJCF file of that name, what it includes and the
    /// models that it attaches. What is not in memory is looked for in the file system.
    pub fn from_files(files: Files, name: &str) -> Result<Spec, Error> {
        Ok(read_draft(name, &files, Nesting::default())?.finish())
    }
}

impl Spec {
    /// Puts keyframes that follow elements together for the tree as it is.
    pub(crate) fn gather_keyframes(&mut self) {
        copy::Keys::take(self).resolve(self);
    }
}

/// Reads a model that may become part of another.
fn read_draft(path: &str, files: &Files, nesting: Nesting) -> Result<Draft, Error> {
    read_source(SourceText::read(path, files)?, path, files, nesting)
}

fn read_source(
    source: SourceText,
    path: &str,
    files: &Files,
    nesting: Nesting,
) -> Result<Draft, Error> {
    let tree = include::load(source, path, files)?;
    let Some(root) = tree.root() else {
        return Err(Error::invalid("the document has no element").expected("a `mujoco` element"));
    };
    if root.name().eq_ignore_ascii_case("robot") {
        return read::urdf::robot(root, path::directory(path), files, nesting);
    }
    let ignored = schema::check(root)?;
    read::document(root, path::directory(path), files, nesting, ignored)
}
