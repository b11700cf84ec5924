//! Textures from a file: PNG, or MuJoCo's own format of width, height and three bytes per pixel.

use std::borrow::Cow;

use super::{Size, size};
use crate::asset::png::{self, Picture};
use crate::asset::reader::Reader;
use crate::asset::{AssetError, ContentType};
use crate::spec::Texture;

/// Appends the pixels of a flat texture from one image.
pub(super) fn append(
    texture: &Texture,
    file: &[u8],
    buffer: &mut Vec<u8>,
    out: &mut Vec<u8>,
) -> Result<Size, AssetError> {
    let start = out.len();
    let is_png = ContentType::of(&texture.file, &texture.content_type)? == Some(ContentType::Png);
    // An image that is not flipped goes straight to its place.
    let (width, height) = if is_png && !texture.hflip && !texture.vflip {
        png::append(file, texture.nchannel, buffer, out)?
    } else {
        let picture = picture(texture, &texture.file, file, buffer)?;
        picture.rows().for_each(|row| out.extend_from_slice(row));
        (picture.width, picture.height)
    };
    let given = out.len() - start;
    let size = size(width as i64, height as i64, texture.nchannel)?;
    if given < size {
        return Err(AssetError::new(format!(
            "{given} bytes of pixels, but {} channels need {size}",
            texture.nchannel,
        )));
    }
    out.truncate(start + size);
    Ok(Size {
        width: width as i32,
        height: height as i32,
        channels: texture.nchannel,
    })
}

/// The picture in a file, flipped as the description says; the memory of `buffer` is reused.
pub(super) fn picture<'a>(
    texture: &Texture,
    name: &str,
    file: &'a [u8],
    buffer: &'a mut Vec<u8>,
) -> Result<Picture<'a>, AssetError> {
    let kind = ContentType::of(name, &texture.content_type)?;
    let mut picture = match kind.unwrap_or(ContentType::Texture) {
        ContentType::Png => png::decode(file, texture.nchannel, buffer)?,
        ContentType::Texture => custom(file)?,
        other => return Err(other.unsuitable("texture")),
    };
    if (texture.hflip || texture.vflip) && texture.nchannel != 3 {
        return Err(AssetError::new(format!(
            "a texture of {} channels cannot be flipped, only one of 3",
            texture.nchannel
        )));
    }
    if texture.hflip {
        let row = picture.gap + 3 * picture.width;
        let rows = picture.bytes.to_mut().chunks_exact_mut(row);
        rows.for_each(|row| mirror(&mut row[picture.gap..]));
    }
    if texture.vflip {
        picture.bytes = picture.rows().rev().flatten().copied().collect();
        picture.gap = 0;
    }
    Ok(picture)
}

/// Reverses the pixels of a row.
fn mirror(row: &mut [u8]) {
    row.reverse();
    row.chunks_exact_mut(3).for_each(<[u8]>::reverse);
}

fn custom(file: &[u8]) -> Result<Picture<'_>, AssetError> {
    let mut reader = Reader::new(file);
    let (width, height) = (reader.i32()? as u32, reader.i32()? as u32);
    if width == 0 || height == 0 {
        return Err(reader.refuse(format!("{width} x {height}: a picture without pixels")));
    }
    let size = (u64::from(width) * u64::from(height)).saturating_mul(3);
    if size != reader.remaining() as u64 {
        return Err(reader.refuse(format!(
            "{} bytes of pixels, but {width} x {height} pixels need {size}",
            reader.remaining()
        )));
    }
    Ok(Picture {
        width: width as usize,
        height: height as usize,
        bytes: Cow::Borrowed(reader.take(size as usize)?),
        gap: 0,
    })
}
