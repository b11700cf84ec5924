//! Assets: a description and the bytes of its files in, the arrays of the compiled model out.
//!
//! Nothing here knows of models or of XML. Each kind of asset has its module, each file format its
//! own; a refusal names the file and the place in it.

pub(crate) mod bvh;
mod gmsh;
mod hfield;
mod hull;
pub mod mesh;
mod png;
mod png_chunks;
mod png_plain;
mod reader;
mod skin;
pub mod texture;

pub(crate) use crate::files::{
    AssetError, Bytes, ContentType, Files, Place, combine, strip_directories,
};
pub(crate) use gmsh::gmsh;
pub use hfield::{Elevation, elevation};
pub use skin::{SkinData, skin};
