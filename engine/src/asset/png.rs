//! PNG images, converted to the number of channels asked for.
//!
//! MuJoCo decodes with LodePNG; the crate `lodepng` is a port of it, so that the conversions
//! between colour types are the same: 16-bit samples keep their high byte, grey takes the red
//! channel, gamma is ignored.

use std::borrow::Cow;

use lodepng::{ColorType, Decoder, Image};

use super::{AssetError, png_chunks, png_plain};

/// Pixels row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Picture<'a> {
    pub(super) width: usize,
    pub(super) height: usize,
    /// Every row, each after `gap` meaningless bytes.
    pub(super) bytes: Cow<'a, [u8]>,
    pub(super) gap: usize,
}

impl Picture<'_> {
    /// The pixels of each row.
    pub(super) fn rows(&self) -> impl DoubleEndedIterator<Item = &[u8]> {
        let stride = self.bytes.len() / self.height.max(1);
        let rows = self.bytes.chunks_exact(stride.max(1));
        rows.map(|row| &row[self.gap..])
    }
}

/// Decodes a PNG file to 1, 3 or 4 channels of 8 bits; the memory of `buffer` is reused.
pub(super) fn decode<'a>(
    file: &[u8],
    channels: i32,
    buffer: &'a mut Vec<u8>,
) -> Result<Picture<'a>, AssetError> {
    let color = color_type(channels)?;
    png_chunks::check(file)?;
    if let Some(picture) = png_plain::decode(file, channels as usize, buffer) {
        return Ok(picture);
    }
    let image = general(file, color)?;
    Ok(Picture {
        width: image.width(),
        height: image.height(),
        bytes: Cow::Owned(flat(image)),
        gap: 0,
    })
}

/// [`decode`], appended to `out`; returns width and height.
pub(super) fn append(
    file: &[u8],
    channels: i32,
    buffer: &mut Vec<u8>,
    out: &mut Vec<u8>,
) -> Result<(usize, usize), AssetError> {
    let color = color_type(channels)?;
    png_chunks::check(file)?;
    if let Some(size) = png_plain::append(file, channels as usize, buffer, out) {
        return Ok(size);
    }
    let image = general(file, color)?;
    let size = (image.width(), image.height());
    out.extend_from_slice(&flat(image));
    Ok(size)
}

/// Decodes an image of any kind. As in MuJoCo, nobody reads its texts, so that they may be wrong.
fn general(file: &[u8], color: ColorType) -> Result<Image, AssetError> {
    let mut decoder = Decoder::new();
    decoder.read_text_chunks(false);
    let wanted = decoder.info_raw_mut();
    wanted.colortype = color;
    wanted.try_set_bitdepth(8).map_err(refuse)?;
    decoder.decode(file).map_err(refuse)
}

fn color_type(channels: i32) -> Result<ColorType, AssetError> {
    match channels {
        1 => Ok(ColorType::GREY),
        3 => Ok(ColorType::RGB),
        4 => Ok(ColorType::RGBA),
        _ => Err(AssetError::new(format!(
            "{channels} channels: an image has 1, 3 or 4"
        ))),
    }
}

fn refuse(error: lodepng::Error) -> AssetError {
    AssetError::new(format!("not a valid PNG image: {error}"))
}

fn flat(image: Image) -> Vec<u8> {
    match image {
        Image::RGBA(bitmap) => bytemuck::cast_slice(&bitmap.buffer).to_vec(),
        Image::RGB(bitmap) => bytemuck::cast_slice(&bitmap.buffer).to_vec(),
        Image::Grey(bitmap) => bytemuck::cast_slice(&bitmap.buffer).to_vec(),
        Image::RawData(bitmap) => bitmap.buffer,
        // Decoding to 8 bits yields none of the wider types.
        _ => Vec::new(),
    }
}
