//! Where the bytes of files come from: memory first, then the file system.
//!
//! A file in memory is found by its name without directories in lower case, or by its whole path
//! with `.` and `..` resolved.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::Read;
use std::ops::Deref;
use std::sync::Arc;

use super::AssetError;

/// The bytes of a file, shared by all its readers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bytes(Arc<Vec<u8>>);

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Bytes {
        Bytes(Arc::new(bytes))
    }
}

impl From<&[u8]> for Bytes {
    fn from(bytes: &[u8]) -> Bytes {
        Bytes::from(bytes.to_vec())
    }
}

/// Larger files are not read: MuJoCo's file sizes are 32-bit.
const MAX_SIZE: u64 = i32::MAX as u64;

/// A virtual file map beside the file system, so that a model can be loaded from bytes.
///
/// ```
/// let mut spec = plumbline::Spec::from_xml_string(
///     "<mujoco>
///        <asset><mesh file='tetrahedron.obj'/></asset>
///        <worldbody><geom type='mesh' mesh='tetrahedron'/></worldbody>
///      </mujoco>",
/// )?;
/// let bytes = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n".as_bytes();
/// spec.files.add("tetrahedron.obj", bytes)?;
///
/// let model = spec.compile()?;
/// assert_eq!((model.nmeshvert, model.nmeshface), (4, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Files {
    memory: HashMap<String, Bytes>,
}

impl Files {
    /// Adds a file in memory. A name can be taken only once.
    pub fn add(&mut self, name: &str, bytes: impl Into<Bytes>) -> Result<(), AssetError> {
        let name = reduce(name);
        if self.memory.contains_key(&name) {
            return Err(AssetError::new("a file of this name is there already").in_file(&name));
        }
        self.memory.insert(name, bytes.into());
        Ok(())
    }

    /// The bytes of the file `name`, which stands in `directory` unless its path is absolute.
    pub fn read(&self, directory: &str, name: &str) -> Result<Bytes, AssetError> {
        if let Some(bytes) = self.in_memory(name) {
            return Ok(bytes.clone());
        }
        // As text: what a path climbs out of need not exist.
        let path = reduce(&combine(directory, name));
        read_file(&path).map_err(|e| e.in_file(&path))
    }

    /// Where [`read`](Files::read) would take a file from: its own name if it is in memory, its
    /// path otherwise. `None` if it is nowhere.
    pub(crate) fn find(&self, directory: &str, name: &str) -> Option<String> {
        if self.in_memory(name).is_some() {
            return Some(reduce(name));
        }
        let path = reduce(&combine(directory, name));
        let is_file = |file: fs::File| file.metadata().is_ok_and(|m| m.is_file());
        fs::File::open(&path).is_ok_and(is_file).then_some(path)
    }

    fn in_memory(&self, name: &str) -> Option<&Bytes> {
        if self.memory.is_empty() {
            return None;
        }
        let name = reduce(name);
        let base = strip_directories(&name).to_lowercase();
        self.memory.get(&base).or_else(|| self.memory.get(&name))
    }
}

fn read_file(path: &str) -> Result<Bytes, AssetError> {
    let refuse = AssetError::unreadable;
    let mut file = File::open(path).map_err(refuse)?;
    let size = file.metadata().map_err(refuse)?.len();
    if size > MAX_SIZE {
        return Err(AssetError::new(format!(
            "{size} bytes, more than {MAX_SIZE}"
        )));
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(refuse)?;
    Ok(bytes.into())
}

/// The name without its directories.
pub(crate) fn strip_directories(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// `path` as seen from `directory`.
pub(crate) fn combine(directory: &str, path: &str) -> String {
    if !absolute_prefix(path).is_empty() {
        return path.to_owned();
    }
    if directory.is_empty() || directory.ends_with(['/', '\\']) {
        format!("{directory}{path}")
    } else {
        format!("{directory}/{path}")
    }
}

/// The path with `.` and `..` resolved, as far as its own text allows.
pub(crate) fn reduce(path: &str) -> String {
    let prefix = absolute_prefix(path);
    let mut names: Vec<&str> = path[prefix.len()..].split(['/', '\\']).collect();
    let last = names.pop().unwrap_or("");
    let mut kept: Vec<&str> = Vec::new();
    for name in names {
        match (name, kept.last()) {
            ("..", Some(&parent)) if parent != ".." => {
                kept.pop();
            }
            (".", _) => {}
            _ => kept.push(name),
        }
    }
    kept.push(last);
    format!("{prefix}{}", kept.join("/"))
}

/// What makes a path absolute: a leading slash or a drive; empty for a relative one.
fn absolute_prefix(path: &str) -> &str {
    if path.starts_with(['/', '\\']) {
        return &path[..1];
    }
    let drive = path.find(":/").or_else(|| path.find(":\\"));
    drive.map_or("", |colon| &path[..colon + 2])
}
