//! What a program reads that goes beyond an array of MuJoCo's model: the arrays follow each other in
//! one block of memory, each from a multiple of 64 bytes on, with zeros between them.

use super::Values;
use crate::Model;

/// Where arrays begin.
const ALIGNMENT: usize = 64;

/// The number at `index` of the heights of all fields, or what lies there behind them; none beyond
/// the end of the model.
#[cold]
pub(crate) fn height_at(model: &Model, index: usize) -> Option<f32> {
    let mut at = index.checked_mul(size_of::<f32>())?;
    let from_heights = model
        .arrays()
        .skip_while(|field| field.info.name != "hfield_data");
    for field in from_heights {
        let bytes = bytes(&field.values);
        let room = bytes.len().next_multiple_of(ALIGNMENT);
        if at < room {
            let byte = |k: usize| bytes.get(at + k).copied().unwrap_or(0);
            return Some(f32::from_le_bytes([0, 1, 2, 3].map(byte)));
        }
        at -= room;
    }
    None
}

fn bytes<'a>(values: &'a Values<'_>) -> &'a [u8] {
    match values {
        Values::F64(values) => bytemuck::cast_slice(values),
        Values::F32(values) => bytemuck::cast_slice(values),
        Values::I32(values) => bytemuck::cast_slice(values),
        Values::U64(values) => bytemuck::cast_slice(values),
        Values::U8(values) | Values::Char(values) => values,
    }
}
