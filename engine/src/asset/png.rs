//! PNG images, converted to the number of channels asked for.
//!
//! MuJoCo decodes with LodePNG; the crate `lodepng` is a port of it, so that the conversions between colour types are the same:
//! 16-bit samples keep their high byte, grey takes the red channel, gamma is ignored.

use lodepng::{ColorType, Image};

use super::{AssetError, png_chunks, png_plain};

/// Pixels row by row from the top, `channels` bytes each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Picture {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) bytes: Vec<u8>,
}

/// Decodes a PNG file to 1, 3 or 4 channels of 8 bits.
pub(super) fn decode(file: &[u8], channels: i32) -> Result<Picture, AssetError> {
    let mut bytes = Vec::new();
    let (width, height) = append(file, channels, &mut bytes)?;
    Ok(Picture {
        width,
        height,
        bytes,
    })
}

/// [`decode`], behind bytes that are already there; returns width and height.
pub(super) fn append(
    file: &[u8],
    channels: i32,
    out: &mut Vec<u8>,
) -> Result<(usize, usize), AssetError> {
    let color = match channels {
        1 => ColorType::GREY,
        3 => ColorType::RGB,
        4 => ColorType::RGBA,
        _ => {
            return Err(AssetError::new(format!(
                "{channels} channels: an image has 1, 3 or 4"
            )));
        }
    };
    let refuse = |e: lodepng::Error| AssetError::new(format!("not a valid PNG image: {e}"));
    png_chunks::check(file)?;
    if let Some(size) = png_plain::append(file, channels as usize, out) {
        return Ok(size);
    }
    let image = lodepng::decode_memory(file, color, 8).map_err(refuse)?;
    let size = (image.width(), image.height());
    out.extend_from_slice(&flat(image));
    Ok(size)
}

fn flat(image: Image) -> Vec<u8> {
    match image {
        Image::RGBA(bitmap) => bytemuck::cast_slice(&bitmap.buffer).to_vec(),
        Image::RGB(bitmap) => bytemuck::cast_slice(&bitmap.buffer).to_vec(),
        Image::Grey(bitmap) => bytemuck::cast_slice(&bitmap.buffer).to_vec(),
        Image::RawData(bitmap) => bitmap.buffer,
        // decoding to 8 bits yields none of the wider types
        _ => Vec::new(),
    }
}
