//! Skins.

use std::sync::Arc;

use super::{AssetPaths, Source};

/// A surface that follows bodies, for drawing only.
#[doc(alias = "mjsSkin")]
#[derive(Clone, Debug)]
pub struct Skin {
    /// The element's name; empty for none.
    pub name: String,
    /// A file with all the data; empty for none.
    pub file: String,
    /// The material that it is drawn with, by name; `rgba` counts where there is none.
    pub material: Option<String>,
    /// Colour: red, green, blue, opacity, each from 0 to 1. Default half grey.
    pub rgba: [f32; 4],
    /// How far vertices are moved outwards along their normals, in m. Default 0.
    pub inflate: f32,
    /// A group by which viewers show and hide it: 0 to 5. Default 0.
    pub group: i32,
    /// Vertices, 3 numbers each, in m.
    pub vertex: Vec<f32>,
    /// Texture coordinates, 2 numbers each; empty for none.
    pub texcoord: Vec<f32>,
    /// Triangles, 3 indices of vertices each.
    pub face: Vec<i32>,
    /// The bodies that move it.
    pub bones: Vec<Bone>,
    /// Asset directories of the model that this was attached from; `None` for the spec's own.
    pub paths: Option<Arc<AssetPaths>>,
    /// Where it was written.
    pub source: Source,
}

impl Default for Skin {
    fn default() -> Self {
        Skin {
            name: String::new(),
            file: String::new(),
            material: None,
            rgba: [0.5, 0.5, 0.5, 1.0],
            inflate: 0.0,
            group: 0,
            vertex: Vec::new(),
            texcoord: Vec::new(),
            face: Vec::new(),
            bones: Vec::new(),
            paths: None,
            source: None,
        }
    }
}

/// A bone: the influence of one body on a skin.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bone {
    /// The body, by name.
    pub body: String,
    /// Pose of the body for which the vertices are given.
    pub bindpos: [f32; 3],
    /// Rotation of the body for which the vertices are given.
    pub bindquat: [f32; 4],
    /// The vertices that it moves.
    pub vertid: Vec<i32>,
    /// How much of each vertex's motion is this bone's.
    pub vertweight: Vec<f32>,
}
