//! Cube textures from files: one image on all faces, a grid of faces in one image, or an image a face.

use super::{FACES, Pixels, canvas, color, image};
use crate::asset::png::Picture;
use crate::asset::{AssetError, Bytes};
use crate::spec::Texture;

/// Letters of the faces in a grid layout, in the order of the faces.
const LETTERS: &str = "RLUDFB";

/// Most squares that a grid can have.
const MAX_SQUARES: i32 = 12;

/// A cube from one image: repeated on every face, or cut into squares.
pub(super) fn unfold(texture: &Texture, file: &[u8]) -> Result<Pixels, AssetError> {
    let [rows, columns] = texture.gridsize;
    let squares = rows.checked_mul(columns).unwrap_or(i32::MAX);
    if rows < 1 || columns < 1 || squares > MAX_SQUARES {
        return Err(AssetError::new(format!(
            "a grid of {rows} x {columns} squares: there can be 1 to {MAX_SQUARES}"
        )));
    }
    require_rgb(texture)?;
    let picture = image::picture(texture, &texture.file, file)?;
    let (rows, columns) = (rows as usize, columns as usize);
    let size = picture.width / columns;
    if size * columns != picture.width || size * rows != picture.height {
        return Err(AssetError::new(format!(
            "{} x {} pixels do not divide into {columns} x {rows} squares",
            picture.width, picture.height
        )));
    }
    if squares == 1 {
        let mut bytes = canvas(size as i64, size as i64, 3)?;
        bytes.copy_from_slice(&picture.bytes);
        return Ok(Pixels {
            width: size as i32,
            height: size as i32,
            channels: 3,
            bytes,
        });
    }
    let mut cube = Cube::new(texture, size)?;
    for (square, letter) in texture.gridlayout.chars().take(rows * columns).enumerate() {
        if letter == '.' {
            continue;
        }
        let face = LETTERS.find(letter).ok_or_else(|| {
            AssetError::new(format!(
                "'{letter}' in a grid layout is not one of .{LETTERS}"
            ))
        })?;
        cube.paste(
            face,
            &picture,
            size * (square / columns),
            size * (square % columns),
        );
    }
    Ok(cube.finish())
}

/// A cube from an image for each face.
pub(super) fn assemble(
    texture: &Texture,
    read: impl Fn(&str) -> Result<Bytes, AssetError>,
) -> Result<Pixels, AssetError> {
    let mut cube: Option<Cube> = None;
    for (face, file) in texture.cubefiles.iter().enumerate() {
        if file.is_empty() {
            continue;
        }
        let bytes = read(file)?;
        require_rgb(texture)?;
        let picture = image::picture(texture, file, &bytes).map_err(|e| e.in_file(file))?;
        let size = picture.width;
        let refuse = |wanted: &str| {
            let message = format!("{size} x {} pixels, but {wanted}", picture.height);
            AssetError::new(message).in_file(file)
        };
        if picture.height != size {
            return Err(refuse("a face is a square"));
        }
        let cube = match &mut cube {
            None => cube.insert(Cube::new(texture, size)?),
            Some(begun) if begun.size == size => begun,
            Some(_) => return Err(refuse("the faces must have one size")),
        };
        cube.paste(face, &picture, 0, 0);
    }
    match cube {
        Some(cube) => Ok(cube.finish()),
        None => Err(AssetError::new(
            "a cube texture needs a pattern, a file, or a file for a face",
        )),
    }
}

/// MuJoCo reads beyond its buffers for any other number of channels.
fn require_rgb(texture: &Texture) -> Result<(), AssetError> {
    if texture.nchannel == 3 {
        return Ok(());
    }
    Err(AssetError::new(format!(
        "a cube texture from files has 3 channels, not {}",
        texture.nchannel
    )))
}

/// A cube that is being put together.
struct Cube {
    size: usize,
    bytes: Vec<u8>,
}

impl Cube {
    /// All faces in the texture's first colour, which those without an image keep.
    fn new(texture: &Texture, size: usize) -> Result<Cube, AssetError> {
        let mut bytes = canvas(size as i64, (FACES * size) as i64, 3)?;
        let background = color(&texture.rgb1);
        bytes
            .chunks_exact_mut(3)
            .for_each(|pixel| pixel.copy_from_slice(&background));
        Ok(Cube { size, bytes })
    }

    /// Copies the square of `picture` that starts at `row` and `column` to a face.
    fn paste(&mut self, face: usize, picture: &Picture, row: usize, column: usize) {
        let line = 3 * self.size;
        let target = &mut self.bytes[face * line * self.size..][..line * self.size];
        for (i, to) in target.chunks_exact_mut(line).enumerate() {
            let start = 3 * ((row + i) * picture.width + column);
            to.copy_from_slice(&picture.bytes[start..start + line]);
        }
    }

    fn finish(self) -> Pixels {
        Pixels {
            width: self.size as i32,
            height: (FACES * self.size) as i32,
            channels: 3,
            bytes: self.bytes,
        }
    }
}
