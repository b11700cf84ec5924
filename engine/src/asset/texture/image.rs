//! Textures from a file: PNG, or MuJoCo's own format of width, height and three bytes a pixel.

use super::{Pixels, canvas};
use crate::asset::png::{self, Picture};
use crate::asset::reader::Reader;
use crate::asset::{AssetError, ContentType};
use crate::spec::Texture;

/// A flat texture from one image.
pub(super) fn load(texture: &Texture, file: &[u8]) -> Result<Pixels, AssetError> {
    let picture = picture(texture, &texture.file, file)?;
    let (width, height) = (picture.width as i64, picture.height as i64);
    let mut bytes = canvas(width, height, texture.nchannel)?;
    let Some(given) = picture.bytes.get(..bytes.len()) else {
        return Err(AssetError::new(format!(
            "{} bytes of pixels, but {} channels need {}",
            picture.bytes.len(),
            texture.nchannel,
            bytes.len()
        )));
    };
    bytes.copy_from_slice(given);
    Ok(Pixels {
        width: width as i32,
        height: height as i32,
        channels: texture.nchannel,
        bytes,
    })
}

/// The picture in a file, flipped as the description says.
pub(super) fn picture(texture: &Texture, name: &str, file: &[u8]) -> Result<Picture, AssetError> {
    let kind = ContentType::of(name, &texture.content_type)?;
    let mut picture = match kind.unwrap_or(ContentType::Texture) {
        ContentType::Png => png::decode(file, texture.nchannel)?,
        ContentType::Texture => custom(file)?,
        other => return Err(other.unsuitable("texture")),
    };
    if (texture.hflip || texture.vflip) && texture.nchannel != 3 {
        return Err(AssetError::new(format!(
            "a texture of {} channels cannot be flipped, only one of 3",
            texture.nchannel
        )));
    }
    let row = 3 * picture.width;
    if texture.hflip {
        picture.bytes.chunks_exact_mut(row).for_each(mirror);
    }
    if texture.vflip {
        let flipped = picture.bytes.chunks_exact(row).rev().flatten().copied();
        picture.bytes = flipped.collect();
    }
    Ok(picture)
}

/// Reverses the pixels of a row.
fn mirror(row: &mut [u8]) {
    row.reverse();
    row.chunks_exact_mut(3).for_each(<[u8]>::reverse);
}

fn custom(file: &[u8]) -> Result<Picture, AssetError> {
    let mut reader = Reader::new(file);
    let (width, height) = (reader.i32()? as u32, reader.i32()? as u32);
    if width == 0 || height == 0 {
        return Err(reader.refuse(format!("{width} x {height}: a picture without pixels")));
    }
    let size = u64::from(width) * u64::from(height) * 3;
    if size != reader.remaining() as u64 {
        return Err(reader.refuse(format!(
            "{} bytes of pixels, but {width} x {height} pixels need {size}",
            reader.remaining()
        )));
    }
    Ok(Picture {
        width: width as usize,
        height: height as usize,
        bytes: reader.take(size as usize)?.to_vec(),
    })
}
