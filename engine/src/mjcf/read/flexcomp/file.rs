//! Points and elements from files: surfaces as meshes have them, or Gmsh.

use super::super::world::Walk;
use super::Flexcomp;
use crate::asset::{AssetError, Bytes, ContentType, combine, gmsh, mesh, strip_directories};
use crate::error::Error;
use crate::math::Vec3;
use crate::mjcf::read::asset::copy_file;
use crate::mjcf::tree::Node;

impl Walk<'_, '_> {
    /// The file of a flexcomp, and its name.
    fn flex_file(&self, node: Node<'_>) -> Result<(Bytes, String), Error> {
        let spec = &self.reader.spec;
        let place = self.reader.place(&spec.paths.meshes);
        let mut file = String::new();
        copy_file(node, "file", &place, &mut file);
        if file.is_empty() {
            return Err(node.missing("file"));
        }
        if spec.paths.strip {
            file = strip_directories(&file).to_owned();
        }
        let path = combine(&spec.paths.meshes, &file);
        let bytes = spec.files.read(&spec.paths.model, &path);
        let bytes = bytes.map_err(|wrong| refuse(node, wrong.in_file(&file)))?;
        Ok((bytes, file))
    }

    /// The surface of an STL, OBJ or MSH file.
    #[doc(alias = "MakeMesh")]
    pub(super) fn mesh_points(&self, comp: &mut Flexcomp<'_>) -> Result<(), Error> {
        let node = comp.node;
        if comp.flex.dim != 2 {
            return Err(node
                .value_error("dim", "a mesh is a surface")
                .expected("`dim` 2"));
        }
        let (bytes, file) = self.flex_file(node)?;
        let kind = ContentType::of(&file, "").map_err(|wrong| refuse(node, wrong))?;
        let surface = mesh::raw(kind, &bytes);
        let (vertices, faces) = surface.map_err(|wrong| refuse(node, wrong.in_file(&file)))?;
        comp.flex.element = faces.as_flattened().to_vec();
        let wide = |v: &[f32; 3]| Vec3::from_fn(|k, _| f64::from(v[k]));
        comp.points = vertices.iter().map(wide).collect();
        Ok(())
    }

    /// The nodes and elements of a Gmsh file.
    #[doc(alias = "MakeGMSH")]
    pub(super) fn gmsh_points(&self, comp: &mut Flexcomp<'_>) -> Result<(), Error> {
        let node = comp.node;
        let (bytes, file) = self.flex_file(node)?;
        let read = gmsh(&bytes).map_err(|wrong| refuse(node, wrong.in_file(&file)))?;
        comp.flex.dim = read.dim;
        let points = read.points.as_chunks::<3>().0;
        comp.points
            .extend(points.iter().map(|&[x, y, z]| Vec3::new(x, y, z)));
        comp.flex.element.extend(read.elements);
        Ok(())
    }
}

fn refuse(node: Node<'_>, wrong: AssetError) -> Error {
    let error = node.value_error("file", wrong.to_string());
    error.caused_by(wrong.source)
}
