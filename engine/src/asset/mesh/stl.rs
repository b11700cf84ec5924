//! Binary STL: 80 bytes of anything, the number of triangles, 50 bytes for each. ASCII files are refused.

use super::surface::Surface;
use super::weld::weld;
use crate::asset::reader::Reader;
use crate::asset::{AssetError, Place};

const HEADER: usize = 80;
/// A normal, three vertices and two bytes of attributes.
const TRIANGLE: usize = 50;
const NORMAL: usize = 12;
const MAX_TRIANGLES: i32 = 200_000;
/// Coordinates beyond this are refused.
const MAX_COORDINATE: f32 = 1073741824.0;

/// Reads a file; `mirrored` turns every triangle over, for a scale that mirrors.
pub(super) fn load(file: &[u8], mirrored: bool) -> Result<Surface, AssetError> {
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
    let mut vertices = Vec::with_capacity(3 * count as usize);
    let mut faces = Vec::with_capacity(count as usize);
    for triangle in reader.take(size)?.chunks_exact(TRIANGLE) {
        let first = vertices.len() as i32;
        let (corners, _) = triangle[NORMAL..].as_chunks::<12>();
        for corner in corners {
            let (words, _) = corner.as_chunks::<4>();
            let vertex = [0, 1, 2].map(|k| f32::from_le_bytes(words[k]));
            // NaN is not within any bound
            if !vertex.iter().all(|x| x.abs() <= MAX_COORDINATE) {
                let place =
                    HEADER + 4 + vertices.len() / 3 * TRIANGLE + NORMAL + vertices.len() % 3 * 12;
                let message =
                    format!("vertex {vertex:?} is not finite or further out than {MAX_COORDINATE}");
                return Err(AssetError::at(Place::Byte(place), message));
            }
            vertices.push(vertex);
        }
        faces.push(match mirrored {
            false => [first, first + 1, first + 2],
            true => [first, first + 2, first + 1],
        });
    }
    weld(&mut vertices, &mut faces);
    Ok(Surface {
        vertices,
        faces,
        ..Surface::default()
    })
}
