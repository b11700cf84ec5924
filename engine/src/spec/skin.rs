//! Skins.

use std::sync::Arc;

use super::{AssetPaths, Source};

/// A surface that follows bodies, for drawing only.
#[derive(Clone, Debug)]
pub struct Skin {
    pub name: String,
    /// A file with all the data; empty for none.
    pub file: String,
    pub material: Option<String>,
    pub rgba: [f32; 4],
    pub inflate: f32,
    pub group: i32,
    pub vertex: Vec<f32>,
    pub texcoord: Vec<f32>,
    pub face: Vec<i32>,
    pub bones: Vec<Bone>,
    /// Asset directories of the model that this was attached from; `None` for the spec's own.
    pub paths: Option<Arc<AssetPaths>>,
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
    pub body: String,
    /// Pose of the body for which the vertices are given.
    pub bindpos: [f32; 3],
    pub bindquat: [f32; 4],
    pub vertid: Vec<i32>,
    pub vertweight: Vec<f32>,
}
