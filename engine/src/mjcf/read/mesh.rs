//! `mesh` and `hfield`.

use super::asset::copy_file;
use crate::error::Error;
use crate::mjcf::attribute::Keywords;
use crate::mjcf::path::{self, Place};
use crate::mjcf::tree::Node;
use crate::spec::{Hfield, Mesh, MeshInertia};

const INERTIA: &Keywords<MeshInertia> = &[
    ("convex", MeshInertia::Convex),
    ("legacy", MeshInertia::Legacy),
    ("exact", MeshInertia::Exact),
];

/// Reads a mesh over what it inherits; its file is known already.
pub(super) fn read(node: Node<'_>, mesh: &mut Mesh) -> Result<(), Error> {
    node.copy_text("name", &mut mesh.name);
    node.copy_text("content_type", &mut mesh.content_type);
    node.fill("refpos", &mut mesh.refpos)?;
    node.fill("refquat", &mut mesh.refquat.0)?;
    node.fill("scale", &mut mesh.scale)?;
    node.copy_keyword("inertia", INERTIA, &mut mesh.inertia)?;
    node.copy_bool("smoothnormal", &mut mesh.smoothnormal)?;
    if node.copy_int("maxhullvert", &mut mesh.maxhullvert)? && !matches!(mesh.maxhullvert, 0 | 4..)
    {
        let message = format!("a hull of {} vertices", mesh.maxhullvert);
        return Err(node
            .value_error("maxhullvert", message)
            .expected("0, or 4 and more"));
    }
    copy(node.numbers("vertex")?, &mut mesh.vertex);
    copy(node.numbers("normal")?, &mut mesh.normal);
    copy(node.numbers("texcoord")?, &mut mesh.texcoord);
    copy(node.numbers("face")?, &mut mesh.face);
    // A mesh without a name is named after its file.
    if mesh.name.is_empty() {
        path::stem(&mesh.file).clone_into(&mut mesh.name);
    }
    mesh.source = Some(node.location());
    Ok(())
}

/// Given numbers replace the earlier ones.
pub(super) fn copy<T>(numbers: Option<Vec<T>>, into: &mut Vec<T>) {
    if let Some(numbers) = numbers {
        *into = numbers;
    }
}

/// Cells of the largest field without elevations: its zeros take 2 GB.
const MAX_CELLS: i64 = 1 << 29;

pub(super) fn read_hfield(node: Node<'_>, place: &Place<'_>) -> Result<Hfield, Error> {
    let mut hfield = Hfield {
        source: Some(node.location()),
        ..Hfield::default()
    };
    node.copy_text("name", &mut hfield.name);
    node.copy_text("content_type", &mut hfield.content_type);
    copy_file(node, "file", place, &mut hfield.file);
    node.copy_int("nrow", &mut hfield.nrow)?;
    node.copy_int("ncol", &mut hfield.ncol)?;
    node.fill_required("size", &mut hfield.size)?;
    let (rows, columns) = (i64::from(hfield.nrow), i64::from(hfield.ncol));
    if node.text("file").is_none() && rows > 0 && columns > 0 {
        let cells = rows * columns;
        hfield.elevation = match node.numbers("elevation")? {
            Some(given) if given.len() as i64 == cells => given,
            Some(given) => {
                let message = format!("{} elevations", given.len());
                let expected = format!("{rows} x {columns} numbers");
                return Err(node.value_error("elevation", message).expected(expected));
            }
            None if cells > MAX_CELLS => {
                return Err(node.invalid(format!("a height field of {rows} x {columns} cells")));
            }
            None => vec![0.0; cells as usize],
        };
    }
    if hfield.name.is_empty() {
        path::stem(&hfield.file).clone_into(&mut hfield.name);
    }
    Ok(hfield)
}
