//! Textures: a built-in pattern, one image, or an image for each face of a cube.
//!
//! A cube's faces are stored one below the other: right, left, up, down, front, back.

mod builtin;
mod cube;
mod gradient;
mod image;
mod mark;

use super::{AssetError, Bytes};
use crate::spec::{Builtin, Texture, TextureType};

/// Width and height in pixels, and bytes per pixel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Columns.
    pub width: i32,
    /// Rows.
    pub height: i32,
    /// Bytes per pixel.
    pub channels: i32,
}

/// The pixels of a compiled texture, row by row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pixels {
    /// Columns.
    pub width: i32,
    /// Rows.
    pub height: i32,
    /// Bytes per pixel.
    pub channels: i32,
    /// The pixels, row after row.
    pub bytes: Vec<u8>,
}

/// The faces of a cube.
const FACES: usize = 6;

/// Makes or loads the pixels of a texture; `read` finds a file by the name in the description.
pub fn pixels(
    texture: &Texture,
    read: impl Fn(&str) -> Result<Bytes, AssetError>,
) -> Result<Pixels, AssetError> {
    let mut bytes = Vec::new();
    let size = append(texture, read, &mut Vec::new(), &mut bytes)?;
    Ok(Pixels {
        width: size.width,
        height: size.height,
        channels: size.channels,
        bytes,
    })
}

/// [`pixels`], appended to those of other textures: the pixels of a model are one array. The memory
/// of `buffer` is reused.
pub(crate) fn append(
    texture: &Texture,
    read: impl Fn(&str) -> Result<Bytes, AssetError>,
    buffer: &mut Vec<u8>,
    out: &mut Vec<u8>,
) -> Result<Size, AssetError> {
    if texture.builtin != Builtin::None {
        return builtin::draw(texture, out);
    }
    let flat = texture.kind == TextureType::TwoD;
    if texture.file.is_empty() {
        return if flat {
            Err(AssetError::new("a 2D texture needs a pattern or a file"))
        } else {
            cube::assemble(texture, read, buffer, out)
        };
    }
    let bytes = read(&texture.file)?;
    let size = if flat {
        image::append(texture, &bytes, buffer, out)
    } else {
        cube::unfold(texture, &bytes, buffer, out)
    };
    size.map_err(|e| e.in_file(&texture.file))
}

/// Bytes of a texture that is drawn; 0 for one from files, and for one that is too large.
pub(crate) fn drawn_bytes(texture: &Texture) -> usize {
    let side = |pixels: i32| usize::try_from(pixels).unwrap_or(0);
    let height = match texture.kind {
        TextureType::TwoD => side(texture.height),
        TextureType::Cube | TextureType::Skybox => FACES * side(texture.width),
    };
    let bytes = (side(texture.width).checked_mul(height))
        .and_then(|pixels| pixels.checked_mul(side(texture.nchannel)))
        .filter(|&bytes| texture.builtin != Builtin::None && bytes <= i32::MAX as usize);
    bytes.unwrap_or(0)
}

/// A colour component as a byte, truncated as in the reference's conversion: out of range wraps.
fn byte(component: f64) -> u8 {
    let scaled = 255.0 * component;
    if scaled.abs() < 2147483648.0 {
        (scaled as i32) as u8
    } else {
        0
    }
}

fn color(rgb: &[f64; 3]) -> [u8; 3] {
    rgb.map(byte)
}

/// Bytes of an image, unless it is larger than a texture can be.
fn size(width: i64, height: i64, channels: i32) -> Result<usize, AssetError> {
    let pixels = width * height;
    if channels < 1 || pixels < 1 || pixels >= i64::from(i32::MAX / channels) {
        return Err(AssetError::new(format!(
            "a texture of {width} x {height} pixels with {channels} channels is too large or empty"
        )));
    }
    Ok(pixels as usize * channels as usize)
}

/// Appends zeros for an image.
fn append_canvas(
    width: i64,
    height: i64,
    channels: i32,
    out: &mut Vec<u8>,
) -> Result<&mut [u8], AssetError> {
    let (start, size) = (out.len(), size(width, height, channels)?);
    out.try_reserve(size)
        .map_err(|_| AssetError::new(format!("no memory for a texture of {size} bytes")))?;
    out.resize(start + size, 0);
    Ok(&mut out[start..])
}
