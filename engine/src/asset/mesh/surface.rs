//! A surface of triangles as its file or description gives it.

use super::scratch::Scratch;
use super::weld::Places;
use crate::asset::AssetError;
use crate::spec::Mesh;

/// Vertices with faces, and what faces refer to; indices are as given and may be wrong.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Surface {
    pub(super) vertices: Vec<[f32; 3]>,
    pub(super) normals: Vec<[f32; 3]>,
    pub(super) texcoords: Vec<[f32; 2]>,
    pub(super) faces: Vec<[i32; 3]>,
    /// Indices of normals, if they are not those of the vertices.
    pub(super) face_normals: Vec<[i32; 3]>,
    /// Indices of texture coordinates, if they are not those of the vertices.
    pub(super) face_texcoords: Vec<[i32; 3]>,
}

impl Surface {
    /// The surface given in the description itself.
    pub(super) fn given(mesh: &Mesh) -> Result<Surface, AssetError> {
        Ok(Surface {
            vertices: rows(&mesh.vertex, "vertices")?,
            normals: rows(&mesh.normal, "normals")?,
            texcoords: rows(&mesh.texcoord, "texture coordinates")?,
            faces: rows(&mesh.face, "faces")?,
            ..Surface::default()
        })
    }

    /// Fills what a file left out with what the description gives; what both have is refused.
    pub(super) fn complete(&mut self, given: Surface) -> Result<(), AssetError> {
        // A file that says which normals its faces have leaves no room for others.
        if !self.face_normals.is_empty() && !given.normals.is_empty() {
            return Err(twice("normals"));
        }
        fill(&mut self.vertices, given.vertices, "vertices")?;
        fill(&mut self.normals, given.normals, "normals")?;
        fill(&mut self.texcoords, given.texcoords, "texture coordinates")?;
        fill(&mut self.faces, given.faces, "faces")
    }

    /// Refuses faces of vertices that do not exist.
    pub(super) fn check_faces(&self) -> Result<(), AssetError> {
        let exists = |&index: &i32| usize::try_from(index).is_ok_and(|i| i < self.vertices.len());
        for (face, corners) in self.faces.iter().enumerate() {
            if let Some(missing) = corners.iter().find(|index| !exists(index)) {
                return Err(AssetError::new(format!(
                    "face {face} refers to vertex {missing}, but there are {}",
                    self.vertices.len()
                )));
            }
        }
        Ok(())
    }

    /// Vertices in the same place as one; faces must have been checked.
    pub(super) fn welded(mut self, scratch: &mut Scratch) -> Surface {
        let mut places = Places::new(self.vertices.len(), &mut scratch.slots);
        let ids: Vec<i32> = self.vertices.iter().map(|v| places.find(*v)).collect();
        for face in &mut self.faces {
            *face = face.map(|index| ids[index as usize]);
        }
        self.vertices = places.finish();
        self
    }

    /// The corners of a face whose indices have been checked.
    pub(super) fn corners(&self, face: &[i32; 3]) -> [[f32; 3]; 3] {
        face.map(|index| self.vertices[index as usize])
    }
}

/// The numbers in rows of `N`.
fn rows<T: bytemuck::Pod, const N: usize>(
    numbers: &[T],
    what: &str,
) -> Result<Vec<[T; N]>, AssetError> {
    let (rows, rest) = numbers.as_chunks::<N>();
    if !rest.is_empty() {
        return Err(AssetError::new(format!(
            "{} numbers for {what}, which have {N} each",
            numbers.len()
        )));
    }
    Ok(rows.to_vec())
}

fn fill<T>(loaded: &mut Vec<T>, given: Vec<T>, what: &str) -> Result<(), AssetError> {
    if loaded.is_empty() {
        *loaded = given;
        Ok(())
    } else if given.is_empty() {
        Ok(())
    } else {
        Err(twice(what))
    }
}

fn twice(what: &str) -> AssetError {
    AssetError::new(format!(
        "the mesh has {what} in its file and in its description"
    ))
}
