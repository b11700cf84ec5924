//! Cube textures from files: one image on all faces, a grid of faces in one image, or one image per
//! face.

use super::{FACES, Size, color, image, size};
use crate::asset::png::Picture;
use crate::asset::{AssetError, Bytes};
use crate::spec::Texture;

/// Letters of the faces in a grid layout, in the order of the faces.
const LETTERS: &str = "RLUDFB";

/// Maximum number of squares in a grid.
const MAX_SQUARES: i32 = 12;

/// Appends a cube from one image: the same on every face, or cut into squares.
pub(super) fn unfold(
    texture: &Texture,
    file: &[u8],
    buffer: &mut Vec<u8>,
    out: &mut Vec<u8>,
) -> Result<Size, AssetError> {
    let [rows, columns] = texture.gridsize;
    let squares = rows.checked_mul(columns).unwrap_or(i32::MAX);
    if rows < 1 || columns < 1 || squares > MAX_SQUARES {
        return Err(AssetError::new(format!(
            "a grid of {rows} x {columns} squares: there can be 1 to {MAX_SQUARES}"
        )));
    }
    require_rgb(texture)?;
    let picture = image::picture(texture, &texture.file, file, buffer)?;
    let (rows, columns) = (rows as usize, columns as usize);
    let side = picture.width / columns;
    if side * columns != picture.width || side * rows != picture.height {
        return Err(AssetError::new(format!(
            "{} x {} pixels do not divide into {columns} x {rows} squares",
            picture.width, picture.height
        )));
    }
    let mut cube = Cube {
        side,
        background: color(&texture.rgb1),
        out,
    };
    if squares == 1 {
        cube.out.reserve(size(side as i64, side as i64, 3)?);
        cube.paste(&picture, 0, 0);
        return Ok(cube.size(1));
    }
    cube.reserve()?;
    // A face with two squares gets the last one.
    let mut square_of = [None; FACES];
    for (square, letter) in texture.gridlayout.chars().take(rows * columns).enumerate() {
        if letter == '.' {
            continue;
        }
        let face = LETTERS.find(letter).ok_or_else(|| {
            AssetError::new(format!(
                "'{letter}' in a grid layout is not one of .{LETTERS}"
            ))
        })?;
        square_of[face] = Some(square);
    }
    for square in square_of {
        match square {
            Some(square) => cube.paste(&picture, side * (square / columns), square % columns),
            None => cube.leave(1),
        }
    }
    Ok(cube.size(FACES))
}

/// Appends a cube from an image for each face.
pub(super) fn assemble(
    texture: &Texture,
    read: impl Fn(&str) -> Result<Bytes, AssetError>,
    buffer: &mut Vec<u8>,
    out: &mut Vec<u8>,
) -> Result<Size, AssetError> {
    let mut cube = Cube {
        side: 0,
        background: color(&texture.rgb1),
        out,
    };
    for (face, file) in texture.cubefiles.iter().enumerate() {
        if file.is_empty() {
            // The size of the first faces is not known before one has an image.
            if cube.side > 0 {
                cube.leave(1);
            }
            continue;
        }
        let bytes = read(file)?;
        require_rgb(texture)?;
        let picture = image::picture(texture, file, &bytes, buffer).map_err(|e| e.in_file(file))?;
        let side = picture.width;
        let refuse = |wanted: &str| {
            let message = format!("{side} x {} pixels, but {wanted}", picture.height);
            AssetError::new(message).in_file(file)
        };
        if picture.height != side {
            return Err(refuse("a face is a square"));
        }
        if cube.side == 0 {
            cube.side = side;
            cube.reserve()?;
            cube.leave(face);
        } else if cube.side != side {
            return Err(refuse("the faces must have one size"));
        }
        cube.paste(&picture, 0, 0);
    }
    match cube.side {
        0 => Err(AssetError::new(
            "a cube texture needs a pattern, a file, or a file for a face",
        )),
        _ => Ok(cube.size(FACES)),
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

/// A cube that is being assembled, face after face.
struct Cube<'a> {
    side: usize,
    /// The colour of faces without an image: the texture's first.
    background: [u8; 3],
    out: &'a mut Vec<u8>,
}

impl Cube<'_> {
    /// Makes room for all faces, unless they are larger than a texture can be.
    fn reserve(&mut self) -> Result<(), AssetError> {
        let size = size(self.side as i64, (FACES * self.side) as i64, 3)?;
        self.out
            .try_reserve(size)
            .map_err(|_| AssetError::new(format!("no memory for a texture of {size} bytes")))
    }

    /// The next face is the square of `picture` that starts at `row`, `column` squares from the
    /// left.
    fn paste(&mut self, picture: &Picture<'_>, row: usize, column: usize) {
        let line = 3 * self.side;
        for pixels in picture.rows().skip(row).take(self.side) {
            let start = column * line;
            self.out.extend_from_slice(&pixels[start..start + line]);
        }
    }

    /// The next faces have no image.
    fn leave(&mut self, faces: usize) {
        let pixels = faces * self.side * self.side;
        match self.background {
            [r, g, b] if r == g && g == b => self.out.resize(self.out.len() + 3 * pixels, r),
            color => self
                .out
                .extend(std::iter::repeat_n(color, pixels).flatten()),
        }
    }

    fn size(&self, faces: usize) -> Size {
        Size {
            width: self.side as i32,
            height: (faces * self.side) as i32,
            channels: 3,
        }
    }
}
