//! Binary STL: a header of 80 arbitrary bytes, the number of triangles, 50 bytes for each. ASCII
//! files are refused.

use super::scratch::Scratch;
use super::surface::Surface;
use super::weld::Places;
use crate::asset::reader::Reader;
use crate::asset::{AssetError, Place};

const HEADER: usize = 80;
/// A normal, three vertices and two bytes of attributes.
const TRIANGLE: usize = 50;
const NORMAL: usize = 12;
const MAX_TRIANGLES: i32 = 200_000;
/// Coordinates beyond this are refused.
const MAX_COORDINATE: f32 = 1073741824.0;

/// Reads a file; `mirrored` flips every triangle, for a scale that mirrors.
pub(super) fn load(
    file: &[u8],
    mirrored: bool,
    scratch: &mut Scratch,
) -> Result<Surface, AssetError> {
    let mut reader = Reader::new(file);
    reader.take(HEADER)?;
    let count = reader.clone().i32()?;
    if !(1..=MAX_TRIANGLES).contains(&count) {
        return Err(reader.refuse(format!(
            "{count} triangles: there can be 1 to {MAX_TRIANGLES}, in the binary form of STL"
        )));
    }
    let size = TRIANGLE * count as usize;
    if reader.remaining() - 4 != size {
        return Err(reader.refuse(format!(
            "{count} triangles take {size} bytes, but {} follow; only the binary form of STL can be read",
            reader.remaining() - 4
        )));
    }
    reader.i32()?;
    // A closed surface has half as many vertices as faces.
    let mut places = Places::new(count as usize / 2 + 2, &mut scratch.slots);
    let mut faces = Vec::with_capacity(count as usize);
    for (triangle, bytes) in reader.take(size)?.chunks_exact(TRIANGLE).enumerate() {
        let (corners, _) = bytes[NORMAL..].as_chunks::<12>();
        let mut face = [0; 3];
        for (k, corner) in corners.iter().take(3).enumerate() {
            let (words, _) = corner.as_chunks::<4>();
            let vertex = [0, 1, 2].map(|k| f32::from_le_bytes(words[k]));
            // NaN is not within any bound.
            if !vertex.iter().all(|x| x.abs() <= MAX_COORDINATE) {
                let place = HEADER + 4 + triangle * TRIANGLE + NORMAL + 12 * k;
                let message =
                    format!("vertex {vertex:?} is not finite or further out than {MAX_COORDINATE}");
                return Err(AssetError::at(Place::Byte(place), message));
            }
            face[k] = places.find(vertex);
        }
        let [a, b, c] = face;
        faces.push(if mirrored { [a, c, b] } else { face });
    }
    Ok(Surface {
        vertices: places.finish(),
        faces,
        ..Surface::default()
    })
}
