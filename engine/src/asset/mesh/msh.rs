//! MuJoCo's own mesh format: four sizes, then vertices, normals, texture coordinates and faces.

use super::surface::Surface;
use crate::asset::AssetError;
use crate::asset::reader::Reader;

/// Arrays of this many bytes or more are refused.
const MAX_BYTES: usize = i32::MAX as usize;

/// Reads a file; `mirrored` flips every triangle, for a scale that mirrors.
pub(super) fn load(file: &[u8], mirrored: bool) -> Result<Surface, AssetError> {
    let mut reader = Reader::new(file);
    let header = [reader.i32()?, reader.i32()?, reader.i32()?, reader.i32()?];
    let [Ok(vertices), Ok(normals), Ok(texcoords), Ok(faces)] = header.map(usize::try_from) else {
        return Err(reader.refuse(format!("the sizes {header:?} are not all positive")));
    };
    let matches = |count: usize| count == 0 || count == vertices;
    if vertices < 4 || !matches(normals) || !matches(texcoords) {
        return Err(reader.refuse(format!(
            "{vertices} vertices, {normals} normals, {texcoords} texture coordinates: at least 4 of the first, as many of the others or none"
        )));
    }
    if vertices >= MAX_BYTES / 12 || faces >= MAX_BYTES / 12 {
        return Err(reader.refuse(format!(
            "{vertices} vertices and {faces} faces are too many"
        )));
    }
    let size = 12 * (vertices + normals + faces) + 8 * texcoords;
    if size != reader.remaining() {
        return Err(reader.refuse(format!(
            "the header asks for {size} bytes of data, but {} follow",
            reader.remaining()
        )));
    }
    let mut surface = Surface {
        vertices: reader.f32s(3 * vertices)?.as_chunks().0.to_vec(),
        normals: reader.f32s(3 * normals)?.as_chunks().0.to_vec(),
        texcoords: reader.f32s(2 * texcoords)?.as_chunks().0.to_vec(),
        faces: reader.i32s(3 * faces)?.as_chunks().0.to_vec(),
        ..Surface::default()
    };
    // Taken before faces are flipped: normals and texture coordinates keep the order of the file.
    surface.face_normals = surface.faces.clone();
    if texcoords > 0 {
        surface.face_texcoords = surface.faces.clone();
    }
    if mirrored {
        surface.faces.iter_mut().for_each(|face| face.swap(1, 2));
    }
    Ok(surface)
}
