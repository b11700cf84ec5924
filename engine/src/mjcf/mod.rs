//! MJCF text to [`Spec`], as MuJoCo 3.2.6 reads it.
//!
//! XML text -> tree of elements, includes followed -> checked against the schema -> read section by section, with defaults
//! applied. Whatever MuJoCo's reader rejects is rejected here, with file, line and column; what only its compiler rejects is
//! left to ours.

mod attribute;
mod include;
mod number;
mod path;
mod read;
mod schema;
mod source;
mod tree;
mod xml;

use std::path::Path;

pub(crate) use number::hexadecimal_value;
pub use schema::{AttributeRule, Count, ElementRule, Schema};

use crate::error::Error;
use crate::spec::Spec;
use read::Draft;
use source::SourceText;

/// Reads a model from MJCF text. Files that it names are looked for from the current directory.
///
/// ```
/// let spec = engine::parse(r#"<mujoco model="empty"/>"#)?;
/// assert_eq!(spec.name, "empty");
///
/// let error = engine::parse("<mujoco>\n  <option timestpe='0.01'/>\n</mujoco>").unwrap_err();
/// assert_eq!(error.location.unwrap().line, 2);
/// assert_eq!(error.expected.unwrap(), "perhaps `timestep`");
/// # Ok::<(), engine::Error>(())
/// ```
pub fn parse(text: &str) -> Result<Spec, Error> {
    let source = SourceText::new(None, text.as_bytes().to_vec());
    Ok(read_source(source, "", 0, 0)?.finish())
}

/// Reads a model from an MJCF file and the files that it includes.
pub fn load_spec(path: impl AsRef<Path>) -> Result<Spec, Error> {
    Ok(read_draft(&path.as_ref().to_string_lossy(), 0, 0)?.finish())
}

/// Reads a model that may become part of another.
fn read_draft(path: &str, depth: usize, loaded: usize) -> Result<Draft, Error> {
    read_source(SourceText::read(Path::new(path))?, path, depth, loaded)
}

fn read_source(
    source: SourceText,
    path: &str,
    depth: usize,
    loaded: usize,
) -> Result<Draft, Error> {
    let tree = include::load(source, path)?;
    let Some(root) = tree.root() else {
        return Err(Error::invalid("the document has no element").expected("a `mujoco` element"));
    };
    if root.name().eq_ignore_ascii_case("robot") {
        return Err(root
            .unsupported("URDF models")
            .expected("a `mujoco` element"));
    }
    let ignored = schema::check(root)?;
    read::document(root, path::directory(path), depth, loaded, ignored)
}
