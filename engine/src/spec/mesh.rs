//! Meshes.

use std::sync::Arc;

use super::{AssetPaths, PluginUse, Source};
use crate::math::{Quat, Vec3};

/// How the mass properties of a mesh are computed.
#[doc(alias = "mjtMeshInertia")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum MeshInertia {
    /// From the convex hull.
    Convex,
    /// From the volume, which the faces must enclose with consistent orientation.
    Exact,
    /// The volume of each face's pyramid counts as positive, whatever its orientation.
    #[default]
    Legacy,
}

/// A surface of triangles, from a file or given.
#[doc(alias = "mjsMesh")]
#[derive(Clone, Debug)]
pub struct Mesh {
    /// The element's name; empty for none.
    pub name: String,
    /// The file's media type, such as `model/obj`; empty to go by the ending of its name.
    pub content_type: String,
    /// STL, OBJ or MSH; empty for none.
    pub file: String,
    /// What is subtracted from the vertices first, in the units of the file.
    pub refpos: Vec3,
    /// What the vertices are rotated back by, after that.
    pub refquat: Quat,
    /// What the vertices are multiplied by, axis by axis. Default 1 each.
    pub scale: Vec3,
    /// How mass and inertia follow from the surface.
    pub inertia: MeshInertia,
    /// Average the normals of all faces at a vertex, however sharp the edge.
    pub smoothnormal: bool,
    /// Most vertices of the convex hull; -1 for no limit.
    pub maxhullvert: i32,
    /// The default class that it was read with; empty for none.
    pub class: String,
    /// Moments of inertia are computed for this density, whatever that of the geoms, and rounded
    /// accordingly.
    pub density: f64,
    /// Vertices, 3 numbers each, in m before `scale`; replaces the file's.
    pub vertex: Vec<f32>,
    /// Normals, 3 numbers each; empty if they are to be computed.
    pub normal: Vec<f32>,
    /// Texture coordinates, 2 numbers each; empty for none.
    pub texcoord: Vec<f32>,
    /// Triangles, 3 indices of vertices each; empty for the convex hull.
    pub face: Vec<i32>,
    /// The plugin whose shape it is made from, if there is no file.
    pub plugin: Option<PluginUse>,
    /// Asset directories of the model that this was attached from; `None` for the spec's own.
    pub paths: Option<Arc<AssetPaths>>,
    /// Where it was written.
    pub source: Source,
}

impl Default for Mesh {
    fn default() -> Self {
        Mesh {
            name: String::new(),
            content_type: String::new(),
            file: String::new(),
            refpos: Vec3::zeros(),
            refquat: Quat::IDENTITY,
            scale: Vec3::repeat(1.0),
            inertia: MeshInertia::default(),
            smoothnormal: false,
            maxhullvert: -1,
            class: String::new(),
            density: 1000.0,
            vertex: Vec::new(),
            normal: Vec::new(),
            texcoord: Vec::new(),
            face: Vec::new(),
            plugin: None,
            paths: None,
            source: None,
        }
    }
}
