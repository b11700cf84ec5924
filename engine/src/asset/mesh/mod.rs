//! Meshes: a surface of triangles, its convex hull, its mass in a frame of its own, and a tree of
//! boxes over its faces.
//!
//! The surface is moved into the frame of its centre of mass and principal axes; a geom that shows
//! it is moved the other way.

mod fit;
mod hull;
mod inertia;
mod marching;
mod msh;
mod normals;
mod obj;
mod obj_number;
mod obj_polygon;
mod orientation;
mod scratch;
mod stl;
mod surface;
mod transform;
mod tree;
mod triangle;
mod weld;

pub use inertia::Solid;
pub(crate) use scratch::Scratch;
pub use tree::Tree;

use self::inertia::Inertia;
use self::surface::Surface;
use super::{AssetError, Bytes, ContentType};
use crate::math::{Quat, Vec3};
use crate::spec::{Mesh, MeshInertia};

/// A compiled mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshData {
    /// Vertices, in the mesh's own frame.
    pub vertices: Vec<[f32; 3]>,
    /// Unit normals.
    pub normals: Vec<[f32; 3]>,
    /// Texture coordinates.
    pub texcoords: Vec<[f32; 2]>,
    /// Triangles, by the indices of their vertices.
    pub faces: Vec<[i32; 3]>,
    /// Indices of normals; empty if they are those of the vertices.
    face_normals: Vec<[i32; 3]>,
    /// Indices of texture coordinates; empty if they are those of the vertices.
    face_texcoords: Vec<[i32; 3]>,
    /// The convex hull in MuJoCo's layout; empty if it is not needed.
    pub graph: Vec<i32>,
    /// Lower, then upper bounds of the vertices.
    pub bounds: [Vec3; 2],
    inertia: Inertia,
}

/// A shape by the distance from its surface, and half the sizes of a box around it.
pub(crate) type Distances<'a> = (&'a (dyn Fn(&Vec3) -> f64 + Sync), Vec3);

/// Compiles a mesh. `hull` asks for the convex hull; `read` finds a file by the name in the
/// description.
pub fn compile(
    mesh: &Mesh,
    hull: bool,
    read: impl Fn(&str) -> Result<Bytes, AssetError>,
) -> Result<MeshData, AssetError> {
    compile_in(mesh, None, hull, read, &mut Scratch::default())
}

/// [`compile`] with reused working memory; distances stand for what is given.
pub(crate) fn compile_in(
    mesh: &Mesh,
    distances: Option<&Distances<'_>>,
    hull: bool,
    read: impl Fn(&str) -> Result<Bytes, AssetError>,
    scratch: &mut Scratch,
) -> Result<MeshData, AssetError> {
    let mut surface = match distances {
        Some((distance, half)) => marching::surface(half, distance)?,
        None => load(mesh, read, scratch)?,
    };
    if surface.vertices.len() < 4 {
        return Err(AssetError::new(format!(
            "{} vertices: a mesh has at least 4",
            surface.vertices.len()
        )));
    }
    surface.check_faces()?;
    // Only an exact volume depends on the orientation of faces.
    let inconsistent = match mesh.inertia {
        MeshInertia::Exact => orientation::repeated_edge(&surface),
        MeshInertia::Convex | MeshInertia::Legacy => None,
    };
    let graph = if hull || surface.faces.is_empty() {
        scratch.hull.graph(&surface.vertices, mesh.maxhullvert)?
    } else {
        Vec::new()
    };
    if surface.faces.is_empty() {
        surface.faces = hull::faces(&graph);
    }
    complete(mesh, &mut surface, scratch)?;
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
    let pieces = &mut scratch.pieces;
    let (mut inertia, bounds) = inertia::compute(mesh, &mut surface, solid.as_deref(), pieces);
    inertia.inconsistent = inconsistent;
    Ok(MeshData {
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
    scratch: &mut Scratch,
) -> Result<Surface, AssetError> {
    let kind = ContentType::of(&mesh.file, &mesh.content_type)?;
    let given = Surface::given(mesh)?;
    let surface = match mesh.file.as_str() {
        "" => given,
        file => {
            // A scale that mirrors turns triangles inside out, unless their corners are exchanged.
            let upright = mesh.scale.x * mesh.scale.y * mesh.scale.z > 0.0;
            let bytes = match &kind {
                Some(ContentType::Stl | ContentType::Obj | ContentType::Msh) => read(file)?,
                Some(other) => return Err(other.unsuitable("mesh")),
                None => {
                    return Err(
                        AssetError::new("neither an STL nor an OBJ nor an MSH file").in_file(file)
                    );
                }
            };
            let loaded = match &kind {
                Some(ContentType::Stl) => stl::load(&bytes, !upright, scratch),
                Some(ContentType::Obj) => obj::load(&bytes, !upright),
                _ => msh::load(&bytes, !upright),
            };
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

/// Vertices and faces.
pub(crate) type Triangles = (Vec<[f32; 3]>, Vec<[i32; 3]>);

/// The vertices and faces of a file as they are, but for vertices in the same place, which become
/// one. Files of MuJoCo's own format keep all.
pub(crate) fn raw(kind: Option<ContentType>, bytes: &[u8]) -> Result<Triangles, AssetError> {
    let mut scratch = Scratch::default();
    let surface = match kind {
        Some(ContentType::Stl) => stl::load(bytes, false, &mut scratch),
        Some(ContentType::Obj) => {
            let surface = obj::load(bytes, false)?;
            if surface.vertices.is_empty() || surface.faces.is_empty() {
                return Err(AssetError::new("there are no vertices or no faces"));
            }
            surface.check_faces()?;
            Ok(surface.welded(&mut scratch))
        }
        Some(ContentType::Msh) => msh::load(bytes, false),
        _ => Err(AssetError::new("neither an STL nor an OBJ nor an MSH file")),
    }?;
    Ok((surface.vertices, surface.faces))
}

/// Computes normals where there are none, and checks those that are given.
fn complete(mesh: &Mesh, surface: &mut Surface, scratch: &mut Scratch) -> Result<(), AssetError> {
    if surface.normals.is_empty() {
        surface.normals = normals::compute(surface, mesh.smoothnormal, scratch);
        surface.face_normals = Vec::new();
    }
    let indexed = surface.face_normals.len();
    if indexed != 0 && indexed != surface.faces.len() {
        return Err(AssetError::new(format!(
            "{indexed} faces have normals, but there are {}",
            surface.faces.len()
        )));
    }
    Ok(())
}

impl MeshData {
    /// The indices of each face's normals.
    pub fn face_normals(&self) -> &[[i32; 3]] {
        match self.face_normals[..] {
            [] => &self.faces,
            [..] => &self.face_normals,
        }
    }

    /// The indices of each face's texture coordinates; none if there are no coordinates.
    pub fn face_texcoords(&self) -> &[[i32; 3]] {
        match self.face_texcoords[..] {
            [] if !self.texcoords.is_empty() => &self.faces,
            _ => &self.face_texcoords,
        }
    }

    /// Mass properties of the volume, or of the surface; refused if the mesh has none.
    pub fn solid(&self, shell: bool) -> Result<&Solid, AssetError> {
        self.inertia.solid(shell)
    }

    /// The frame of the mesh's file, in the frame of a geom that shows it.
    pub fn frame(&self, shell: bool) -> (Vec3, Quat) {
        self.inertia.frame(shell)
    }
}
