//! Meshes.

use std::sync::Arc;

use super::{AssetPaths, Source};
use crate::math::{Quat, Vec3};

/// How the mass properties of a mesh are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
#[derive(Clone, Debug)]
pub struct Mesh {
    pub name: String,
    pub content_type: String,
    /// STL, OBJ or MSH; empty for none.
    pub file: String,
    pub refpos: Vec3,
    pub refquat: Quat,
    pub scale: Vec3,
    pub inertia: MeshInertia,
    /// Average the normals of all faces at a vertex, however sharp the edge.
    pub smoothnormal: bool,
    /// Most vertices of the convex hull; -1 for no limit.
    pub maxhullvert: i32,
    pub vertex: Vec<f32>,
    pub normal: Vec<f32>,
    pub texcoord: Vec<f32>,
    pub face: Vec<i32>,
    /// Asset directories of the model that this was attached from; `None` for the spec's own.
    pub paths: Option<Arc<AssetPaths>>,
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
            vertex: Vec::new(),
            normal: Vec::new(),
            texcoord: Vec::new(),
            face: Vec::new(),
            paths: None,
            source: None,
        }
    }
}
