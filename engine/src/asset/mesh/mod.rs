//! Meshes: a surface of triangles, its convex hull, its mass in a frame of its own, and a tree of boxes over its faces.
//!
//! The surface is moved into the frame of its centre of mass and principal axes; a geom that shows it is moved the other way.

mod fit;
mod hull;
mod inertia;
mod msh;
mod normals;
mod obj;
mod obj_number;
mod obj_polygon;
mod orientation;
mod stl;
mod surface;
mod transform;
mod tree;
mod triangle;
mod weld;

pub use crate::bvh::Node;
pub use inertia::Solid;

use self::inertia::Inertia;
use self::surface::Surface;
use super::{AssetError, Bytes, ContentType};
use crate::math::{Quat, Vec3};
use crate::spec::{Mesh, MeshInertia};

/// A compiled mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshData {
    pub vertices: Vec<[f32; 3]>,
    pub normals: Vec<[f32; 3]>,
    pub texcoords: Vec<[f32; 2]>,
    pub faces: Vec<[i32; 3]>,
    pub face_normals: Vec<[i32; 3]>,
    /// Empty without texture coordinates.
    pub face_texcoords: Vec<[i32; 3]>,
    /// The convex hull in MuJoCo's layout; empty if it is not needed.
    pub graph: Vec<i32>,
    /// Lower, then upper bounds of the vertices.
    pub bounds: [Vec3; 2],
    /// Boxes over the faces, root first.
    pub tree: Vec<Node>,
    inertia: Inertia,
}

/// Compiles a mesh. `hull` asks for the convex hull; `read` finds a file by the name in the description.
pub fn compile(
    mesh: &Mesh,
    hull: bool,
    read: impl Fn(&str) -> Result<Bytes, AssetError>,
) -> Result<MeshData, AssetError> {
    let mut surface = load(mesh, read)?;
    if surface.vertices.len() < 4 {
        return Err(AssetError::new(format!(
            "{} vertices: a mesh has at least 4",
            surface.vertices.len()
        )));
    }
    surface.check_faces()?;
    let inconsistent = orientation::repeated_edge(&surface);
    let graph = match hull || surface.faces.is_empty() {
        true => hull::graph(&surface.vertices, mesh.maxhullvert)?,
        false => Vec::new(),
    };
    if surface.faces.is_empty() {
        surface.faces = hull::faces(&graph);
    }
    complete(mesh, &mut surface)?;
    transform::apply(mesh, &mut surface);
    let solid = match mesh.inertia {
        MeshInertia::Convex if graph.is_empty() => {
            return Err(AssetError::new(
                "the inertia of a hull is asked for, but no colliding geom needs the hull",
            ));
        }
        MeshInertia::Convex => Some(hull::faces(&graph)),
        MeshInertia::Exact | MeshInertia::Legacy => None,
    };
    let (mut inertia, bounds) = inertia::compute(mesh, &mut surface, solid.as_deref());
    // only an exact volume depends on which way faces look
    if mesh.inertia == MeshInertia::Exact {
        inertia.inconsistent = inconsistent;
    }
    Ok(MeshData {
        tree: tree::build(&surface),
        vertices: surface.vertices,
        normals: surface.normals,
        texcoords: surface.texcoords,
        faces: surface.faces,
        face_normals: surface.face_normals,
        face_texcoords: surface.face_texcoords,
        graph,
        bounds,
        inertia,
    })
}

fn load(
    mesh: &Mesh,
    read: impl Fn(&str) -> Result<Bytes, AssetError>,
) -> Result<Surface, AssetError> {
    let kind = ContentType::of(&mesh.file, &mesh.content_type)?;
    let given = Surface::given(mesh)?;
    let surface = match mesh.file.as_str() {
        "" => given,
        file => {
            let parse = match &kind {
                Some(ContentType::Stl) => stl::load,
                Some(ContentType::Obj) => obj::load,
                Some(ContentType::Msh) => msh::load,
                Some(other) => return Err(other.unsuitable("mesh")),
                None => {
                    return Err(
                        AssetError::new("neither an STL nor an OBJ nor an MSH file").in_file(file)
                    );
                }
            };
            // a scale that mirrors turns triangles inside out, unless their corners are exchanged
            let upright = mesh.scale.x * mesh.scale.y * mesh.scale.z > 0.0;
            let loaded = parse(&read(file)?, !upright);
            let mut surface = loaded.map_err(|e| e.in_file(file))?;
            surface.complete(given)?;
            surface
        }
    };
    let texcoords = surface.texcoords.len();
    if texcoords > 0
        && texcoords != surface.vertices.len()
        && surface.face_texcoords.is_empty()
        && kind != Some(ContentType::Obj)
    {
        return Err(AssetError::new(format!(
            "{texcoords} texture coordinates for {} vertices",
            surface.vertices.len()
        )));
    }
    Ok(surface)
}

/// Makes normals where there are none, and gives every face the indices it lacks.
fn complete(mesh: &Mesh, surface: &mut Surface) -> Result<(), AssetError> {
    if surface.normals.is_empty() {
        surface.normals = normals::compute(surface, mesh.smoothnormal);
        surface.face_normals = surface.faces.clone();
    }
    if surface.face_normals.is_empty() {
        surface.face_normals = surface.faces.clone();
    }
    if surface.face_normals.len() != surface.faces.len() {
        return Err(AssetError::new(format!(
            "{} faces have normals, but there are {}",
            surface.face_normals.len(),
            surface.faces.len()
        )));
    }
    if surface.face_texcoords.is_empty() && !surface.texcoords.is_empty() {
        surface.face_texcoords = surface.faces.clone();
    }
    Ok(())
}

impl MeshData {
    /// Mass properties of the volume, or of the surface; refused if the mesh has none.
    pub fn solid(&self, shell: bool) -> Result<&Solid, AssetError> {
        self.inertia.solid(shell)
    }

    /// The mesh's frame as its file has it, in the frame of a geom that shows it.
    pub fn frame(&self, shell: bool) -> (Vec3, Quat) {
        self.inertia.frame(shell)
    }
}
