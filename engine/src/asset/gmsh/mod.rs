//! Gmsh files, as MuJoCo reads them: versions 2.2 and 4.1, text and binary, with one block of nodes
//! and one of elements.
//!
//! <https://gmsh.info/doc/texinfo/gmsh.html#MSH-file-format>

mod new;
mod old;
mod text;

use std::ops::Range;

use super::AssetError;
use text::Words;

/// The nodes and elements of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Gmsh {
    /// What the elements are: 1 segments, 2 triangles, 3 tetrahedra.
    pub(crate) dim: i32,
    /// Three coordinates for each node.
    pub(crate) points: Vec<f64>,
    /// `dim` + 1 nodes for each element.
    pub(crate) elements: Vec<i32>,
}

/// A file and where its two sections are.
struct Sections<'a> {
    file: &'a [u8],
    nodes: Range<usize>,
    elements: Range<usize>,
}

const START: &[u8] = b"$MeshFormat";

/// More nodes or elements than a model can have.
const MOST_NODES: u64 = i32::MAX as u64 / 3;
const MOST_ELEMENTS: u64 = i32::MAX as u64 / 4;

fn refuse(message: impl Into<String>) -> AssetError {
    AssetError::new(message)
}

/// Reads a file.
#[doc(alias = "LoadGMSH")]
pub(crate) fn gmsh(file: &[u8]) -> Result<Gmsh, AssetError> {
    let Some(rest) = file.strip_prefix(START) else {
        return Err(refuse("a Gmsh file begins with $MeshFormat"));
    };
    let mut words = Words::new(rest);
    let (Some(version), Some(binary)) = (words.float(), words.int()) else {
        return Err(refuse(
            "after $MeshFormat there is no version and file type",
        ));
    };
    let sections = Sections {
        file,
        nodes: section(file, "$Nodes", "$EndNodes")?,
        elements: section(file, "$Elements", "$EndElements")?,
    };
    match ((100.0 * version).round(), binary) {
        (220.0, 0) => old::read_text(&sections),
        (220.0, _) => old::read_binary(&sections),
        (410.0, 0) => new::read_text(&sections),
        (410.0, _) => new::read_binary(&sections),
        _ => Err(refuse(format!(
            "version {version} of Gmsh files; 2.2 and 4.1 can be read"
        ))),
    }
}

/// What is between two marks. One byte after the first is skipped: the end of its line.
fn section(file: &[u8], start: &str, end: &str) -> Result<Range<usize>, AssetError> {
    // A mark at the very end of the file is not seen.
    let find = |mark: &str| {
        let mut windows = file.windows(mark.len() + 1);
        windows.position(|window| window.starts_with(mark.as_bytes()))
    };
    let Some(last) = find(end) else {
        return Err(refuse(format!("there is no {end}")));
    };
    // Without the first mark the section begins where it would, had it been before the file.
    let first = find(start).map_or(start.len(), |at| at + start.len() + 1);
    if last < first {
        return Err(refuse(format!("{end} is before {start}")));
    }
    Ok(first..last)
}

impl Sections<'_> {
    /// The `N` bytes at a place.
    fn bytes<const N: usize>(&self, at: usize) -> Result<[u8; N], AssetError> {
        let found = self.file.get(at..).and_then(<[u8]>::first_chunk);
        found
            .copied()
            .ok_or_else(|| refuse("the file ends within its data"))
    }

    fn int(&self, at: usize) -> Result<i32, AssetError> {
        self.bytes(at).map(i32::from_le_bytes)
    }

    fn long(&self, at: usize) -> Result<u64, AssetError> {
        self.bytes(at).map(u64::from_le_bytes)
    }

    fn double(&self, at: usize) -> Result<f64, AssetError> {
        self.bytes(at).map(f64::from_le_bytes)
    }

    fn words(&self, section: &Range<usize>) -> Words<'_> {
        Words::new(&self.file[section.clone()])
    }
}
