//! Binary STL: 80 bytes of anything, the number of triangles, 50 bytes for each. ASCII files are refused.

use super::surface::Surface;
use super::weld::weld;
use crate::asset::AssetError;
use crate::asset::reader::Reader;

const HEADER: usize = 80;
/// A normal, three vertices and two bytes of attributes.
const TRIANGLE: usize = 50;
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
    for _ in 0..count {
        reader.take(12)?;
        let first = vertices.len() as i32;
        for _ in 0..3 {
            vertices.push(vertex(&mut reader)?);
        }
        reader.take(2)?;
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

fn vertex(reader: &mut Reader<'_>) -> Result<[f32; 3], AssetError> {
    let place = reader.clone();
    let vertex = reader.f32x3()?;
    // NaN is not within any bound
    if vertex.iter().all(|x| x.abs() <= MAX_COORDINATE) {
        return Ok(vertex);
    }
    Err(place.refuse(format!(
        "vertex {vertex:?} is not finite or further out than {MAX_COORDINATE}"
    )))
}
