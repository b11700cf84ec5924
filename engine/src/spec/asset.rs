//! Textures and materials.

use std::sync::Arc;

use super::{AssetPaths, Source};
use crate::model::NTEXROLE;

/// How a texture is mapped, numbered as in MuJoCo.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(i32)]
pub enum TextureType {
    TwoD = 0,
    #[default]
    Cube,
    Skybox,
}

/// A pattern that is generated, not loaded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Builtin {
    #[default]
    None,
    Gradient,
    Checker,
    Flat,
}

/// What is drawn over a built-in pattern.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    #[default]
    None,
    Edge,
    Cross,
    Random,
}

/// The description of a texture; its pixels are made by the compiler.
#[derive(Clone, Debug)]
pub struct Texture {
    pub name: String,
    pub kind: TextureType,
    pub builtin: Builtin,
    pub mark: Mark,
    pub rgb1: [f64; 3],
    pub rgb2: [f64; 3],
    pub markrgb: [f64; 3],
    pub random: f64,
    pub width: i32,
    pub height: i32,
    pub nchannel: i32,
    pub content_type: String,
    /// One image; empty for none.
    pub file: String,
    pub gridsize: [i32; 2],
    pub gridlayout: String,
    /// One image per face: right, left, up, down, front, back; empty for none.
    pub cubefiles: [String; 6],
    pub hflip: bool,
    pub vflip: bool,
    /// Where the files of the model are that this was attached from; `None` for the spec's own.
    pub paths: Option<Arc<AssetPaths>>,
    pub source: Source,
}

impl Default for Texture {
    fn default() -> Self {
        Texture {
            name: String::new(),
            kind: TextureType::Cube,
            builtin: Builtin::None,
            mark: Mark::None,
            rgb1: [0.8; 3],
            rgb2: [0.5; 3],
            markrgb: [0.0; 3],
            random: 0.01,
            width: 0,
            height: 0,
            nchannel: 3,
            content_type: String::new(),
            file: String::new(),
            gridsize: [1; 2],
            gridlayout: "............".to_owned(),
            cubefiles: Default::default(),
            hflip: false,
            vflip: false,
            paths: None,
            source: None,
        }
    }
}

/// How a surface looks.
#[derive(Clone, Debug)]
pub struct Material {
    pub name: String,
    /// A texture for each role, by MuJoCo's role number; empty for none.
    pub textures: [String; NTEXROLE],
    pub texuniform: bool,
    pub texrepeat: [f32; 2],
    pub emission: f32,
    pub specular: f32,
    pub shininess: f32,
    pub reflectance: f32,
    pub metallic: f32,
    pub roughness: f32,
    pub rgba: [f32; 4],
    pub source: Source,
}

impl Default for Material {
    fn default() -> Self {
        Material {
            name: String::new(),
            textures: Default::default(),
            texuniform: false,
            texrepeat: [1.0; 2],
            emission: 0.0,
            specular: 0.5,
            shininess: 0.5,
            reflectance: 0.0,
            metallic: 1.0,
            roughness: 1.0,
            rgba: [1.0; 4],
            source: None,
        }
    }
}
