//! Amounts of memory: what MuJoCo would take, as it prints it.

use crate::model::{Elem, FieldInfo};
use crate::{Data, Model};

/// Everything of a binary model file but its arrays: five words in front, 79 sizes of 4 bytes and 2
/// of 8, options, visual options and statistics.
const FILE_HEAD: usize = 4 * (5 + 79) + 8 * 2 + 304 + 628 + 56;

/// An amount as people read it.
pub(super) fn amount(bytes: usize) -> String {
    const UNIT: f64 = 1024.0;
    let size = bytes as f64;
    if size < UNIT {
        format!("{bytes:5} bytes")
    } else if size < UNIT * UNIT {
        format!("{:5.1} KB", size / UNIT)
    } else if size < UNIT * UNIT * UNIT {
        format!("{:5.1} MB", size / (UNIT * UNIT))
    } else {
        format!("{:5.1} GB", size / (UNIT * UNIT * UNIT))
    }
}

fn bytes_of(elem: Elem) -> usize {
    match elem {
        Elem::F64 | Elem::U64 => 8,
        Elem::F32 | Elem::I32 => 4,
        Elem::U8 | Elem::Char => 1,
    }
}

/// Bytes of an array of these dimensions in a model of these sizes.
fn array_bytes(info: &FieldInfo, size: &dyn Fn(&str) -> usize) -> usize {
    let dims = info.dims.iter().flatten();
    let count: usize = dims
        .map(|dim| dim.size.map_or(1, size) * dim.factor)
        .product();
    count * bytes_of(info.elem)
}

/// A size of a model by its name; sizes of what the engine does not have are 0.
fn size_of(model: &Model) -> impl Fn(&str) -> usize {
    let sizes: Vec<(&str, usize)> = model
        .sizes()
        .map(|(info, value)| (info.name, usize::try_from(value).unwrap_or(0)))
        .collect();
    move |name| {
        let found = sizes.iter().find(|(known, _)| *known == name);
        found.map_or(0, |(_, value)| *value)
    }
}

impl Model {
    /// Bytes of the file that MuJoCo's `mj_saveModel` writes for a model of these sizes.
    #[doc(alias = "mj_sizeModel")]
    pub fn file_bytes(&self) -> usize {
        let size = size_of(self);
        let arrays = Model::ARRAYS.iter();
        FILE_HEAD + arrays.map(|info| array_bytes(info, &size)).sum::<usize>()
    }
}

/// Bytes of MuJoCo's `mjData` without its arrays.
pub(super) const DATA_HEAD: usize = 162_784;

/// Bytes that MuJoCo allocates for the data's arrays: each array starts at a multiple of 64.
pub(super) fn data_buffer(model: &Model) -> usize {
    let size = size_of(model);
    let arrays = Data::BUFFER.iter().map(|info| array_bytes(info, &size));
    arrays.fold(0, |bytes: usize, length| {
        bytes.next_multiple_of(64) + length
    })
}

/// Bytes of all meshes.
pub(super) fn meshes(model: &Model) -> usize {
    4 * (3 * model.nmeshvert
        + 3 * model.nmeshnormal
        + 2 * model.nmeshtexcoord
        + 9 * model.nmeshface
        + model.nmeshgraph)
}

/// Bytes of all skins.
pub(super) fn skins(model: &Model) -> usize {
    4 * (3 * model.nskinvert
        + 2 * model.nskintexvert
        + 3 * model.nskinface
        + 10 * model.nskinbone
        + 2 * model.nskinbonevert)
}
