//! Textures and materials.

use std::sync::Arc;

use super::{AssetPaths, ClassName, Source};
use crate::model::{NTEXROLE, TextureType};

/// A pattern that is generated, not loaded.
#[doc(alias = "mjtBuiltin")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Builtin {
    /// None: the pixels come from files.
    #[default]
    None,
    /// From one colour to the other, across the image.
    Gradient,
    /// Two by two fields in alternating colours.
    Checker,
    /// One colour; the lower face of a cube has the other.
    Flat,
}

/// What is drawn over a built-in pattern.
#[doc(alias = "mjtMark")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mark {
    /// Nothing.
    #[default]
    None,
    /// The edges of the image.
    Edge,
    /// A cross through the middle.
    Cross,
    /// Dots at random places.
    Random,
}

/// The description of a texture; its pixels are made by the compiler.
#[doc(alias = "mjsTexture")]
#[derive(Clone, Debug)]
pub struct Texture {
    /// The element's name; empty for none.
    pub name: String,
    /// How it is laid on things. Default cube.
    pub kind: TextureType,
    /// The pattern that is generated.
    pub builtin: Builtin,
    /// What is drawn over it.
    pub mark: Mark,
    /// The pattern's first colour. Default 0.8 each.
    pub rgb1: [f64; 3],
    /// The pattern's second colour. Default 0.5 each.
    pub rgb2: [f64; 3],
    /// Colour of the mark. Default black.
    pub markrgb: [f64; 3],
    /// The chance of a pixel to be a dot, for random marks. Default 0.01.
    pub random: f64,
    /// Columns of a generated image, in pixels.
    pub width: i32,
    /// Rows of a generated image, in pixels.
    pub height: i32,
    /// Bytes per pixel: 1 grey, 3 colour, 4 with opacity. Default 3.
    pub nchannel: i32,
    /// The file's media type, such as `model/obj`; empty to go by the ending of its name.
    pub content_type: String,
    /// One image; empty for none.
    pub file: String,
    /// Rows and columns of the grid in which the one image has the faces of a cube. Default 1, 1.
    pub gridsize: [i32; 2],
    /// Which face of the cube is in each field of the grid: a letter of `RLUDFB`, or a dot for
    /// none.
    pub gridlayout: String,
    /// One image per face: right, left, up, down, front, back; empty for none.
    pub cubefiles: [String; 6],
    /// Mirror images left to right.
    pub hflip: bool,
    /// Mirror images top to bottom.
    pub vflip: bool,
    /// Where the files of the model are that this was attached from; `None` for the spec's own.
    pub paths: Option<Arc<AssetPaths>>,
    /// Where it was written.
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
#[doc(alias = "mjsMaterial")]
#[derive(Clone, Debug)]
pub struct Material {
    /// The element's name; empty for none.
    pub name: String,
    /// A texture for each role, by MuJoCo's role number; empty for none.
    pub textures: [String; NTEXROLE],
    /// Whether `texrepeat` counts per metre instead of per object.
    pub texuniform: bool,
    /// How often a flat texture is repeated along x and y. Default 1, 1.
    pub texrepeat: [f32; 2],
    /// Light that the surface gives off, as a multiple of its colour. Default 0.
    pub emission: f32,
    /// Strength of highlights. Default 0.5.
    pub specular: f32,
    /// How sharp highlights are, from 0 to 1. Default 0.5.
    pub shininess: f32,
    /// How much a plane or the top of a box mirrors, from 0 to 1. Default 0.
    pub reflectance: f32,
    /// How metallic it is, for physically based drawing. Default 1.
    pub metallic: f32,
    /// How rough it is, for physically based drawing. Default 1.
    pub roughness: f32,
    /// Colour: red, green, blue, opacity, each from 0 to 1. Default white.
    pub rgba: [f32; 4],
    /// The default class that it belongs to; `None` for `main`.
    pub class: ClassName,
    /// Where it was written.
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
            class: None,
            source: None,
        }
    }
}
