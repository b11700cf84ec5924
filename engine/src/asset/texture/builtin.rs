//! Built-in patterns: flat, checker, gradient.
//!
//! A gradient passes its position through a sigmoid, `alpha = (1 + s sqrt 2) / 2` with `s = p /
//! sqrt(1 + p p)`.

use std::ops::Range;

use super::{AssetError, FACES, Size, append_canvas, byte, color, gradient, mark, size};
use crate::spec::{Builtin, Texture, TextureType};

/// Bytes from one drawn pixel to the next. Patterns are drawn in three channels, whatever the
/// number in the description.
pub(super) const STRIDE: usize = 3;

/// One face of a cube, or a whole flat texture, seen as rows of pixels.
pub(super) struct Face<'a> {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) bytes: &'a mut [u8],
}

impl Face<'_> {
    pub(super) fn set(&mut self, row: usize, column: usize, color: [u8; 3]) {
        let start = STRIDE * (row * self.width + column);
        self.bytes[start..start + STRIDE].copy_from_slice(&color);
    }

    /// Draws every pixel by its row and column.
    pub(super) fn fill(&mut self, color: impl Fn(usize, usize) -> [u8; 3]) {
        let rows = self.bytes.chunks_exact_mut(STRIDE * self.width);
        for (row, pixels) in rows.take(self.height).enumerate() {
            let (pixels, _) = pixels.as_chunks_mut::<STRIDE>();
            for (column, pixel) in pixels.iter_mut().enumerate() {
                *pixel = color(row, column);
            }
        }
    }

    /// Draws the same row into several rows: `left` before the column `at`, `right` from there on.
    fn fill_rows(&mut self, rows: Range<usize>, at: usize, left: [u8; 3], right: [u8; 3]) {
        let length = STRIDE * self.width;
        let area = &mut self.bytes[length * rows.start..length * rows.end];
        let Some((first, rest)) = area.split_at_mut_checked(length) else {
            return;
        };
        let (pixels, _) = first.as_chunks_mut::<STRIDE>();
        let (before, after) = pixels.split_at_mut(at);
        before.fill(left);
        after.fill(right);
        for row in rest.chunks_exact_mut(length) {
            row.copy_from_slice(first);
        }
    }

    /// One colour everywhere.
    fn paint(&mut self, color: [u8; 3]) {
        self.fill_rows(0..self.height, 0, color, color);
    }
}

/// Appends a pattern.
pub(super) fn draw(texture: &Texture, out: &mut Vec<u8>) -> Result<Size, AssetError> {
    let (width, channels) = (texture.width, texture.nchannel);
    if width < 1 {
        return Err(AssetError::new(
            "the width of a built-in texture must be positive",
        ));
    }
    let flat = texture.kind == TextureType::TwoD;
    let height = if flat {
        texture.height
    } else {
        width.checked_mul(FACES as i32).unwrap_or(0)
    };
    if height < 1 {
        return Err(AssetError::new(
            "the height of a built-in texture must be positive and below 2^31",
        ));
    }
    // MuJoCo writes three bytes a pixel however many there are, beyond the end if there are fewer.
    // What lies within is the beginning of the picture.
    let end = out.len() + size(width.into(), height.into(), channels)?;
    let room = channels.max(STRIDE as i32);
    let bytes = append_canvas(width.into(), height.into(), room, out)?;
    let (columns, rows) = (width as usize, height as usize);
    if flat {
        let mut face = Face {
            width: columns,
            height: rows,
            bytes,
        };
        draw_flat(texture, &mut face);
        mark::draw(texture, &mut face);
    } else {
        if texture.builtin == Builtin::Gradient {
            gradient::draw(texture, columns, bytes);
        }
        for (index, face) in bytes
            .chunks_exact_mut(STRIDE * columns * columns)
            .take(FACES)
            .enumerate()
        {
            let mut face = Face {
                width: columns,
                height: columns,
                bytes: face,
            };
            draw_face(texture, index, &mut face);
            mark::draw_lines(texture, &mut face);
        }
        // The dots of all faces come from one sequence of random numbers.
        mark::draw_dots(
            texture,
            &mut Face {
                width: columns,
                height: rows,
                bytes,
            },
        );
    }
    out.truncate(end);
    Ok(Size {
        width,
        height,
        channels,
    })
}

fn draw_flat(texture: &Texture, face: &mut Face<'_>) {
    let (first, second) = (color(&texture.rgb1), color(&texture.rgb2));
    match texture.builtin {
        Builtin::None => {}
        Builtin::Flat => face.paint(first),
        Builtin::Checker => checker(face, first, second),
        Builtin::Gradient => {
            let (width, height) = (face.width, face.height);
            face.fill(|row, column| {
                let (x, y) = normalized(row, column, width, height);
                let position = 2.0 * (x * x + y * y).sqrt() - 1.0;
                blend(&texture.rgb2, &texture.rgb1, position)
            });
        }
    }
}

fn draw_face(texture: &Texture, index: usize, face: &mut Face<'_>) {
    const DOWN: usize = 3;
    let (first, second) = (color(&texture.rgb1), color(&texture.rgb2));
    match texture.builtin {
        // A gradient has been drawn on all faces at once.
        Builtin::None | Builtin::Gradient => {}
        Builtin::Flat => face.paint(if index == DOWN { second } else { first }),
        // Front and back are the negative of the others, so that neighbours differ along every
        // edge.
        Builtin::Checker if index > DOWN => checker(face, second, first),
        Builtin::Checker => checker(face, first, second),
    }
}

/// Two by two fields.
fn checker(face: &mut Face<'_>, first: [u8; 3], second: [u8; 3]) {
    let (row, column) = (face.height / 2, face.width / 2);
    face.fill_rows(0..row, column, first, second);
    face.fill_rows(row..face.height, column, second, first);
}

/// A pixel's place in the square from -1 to 1, y upwards.
fn normalized(row: usize, column: usize, width: usize, height: usize) -> (f64, f64) {
    let x = (2 * column) as f64 / (width as f64 - 1.0) - 1.0;
    let y = 1.0 - (2 * row) as f64 / (height as f64 - 1.0);
    (x, y)
}

/// The colour at `position`, from `low` at -1 to `high` at 1.
pub(super) fn blend(high: &[f64; 3], low: &[f64; 3], position: f64) -> [u8; 3] {
    let correction = 1.0 / 2f64.sqrt();
    let alpha = 0.5 * (1.0 + position / (1.0 + position * position).sqrt() / correction);
    let alpha = alpha.clamp(0.0, 1.0);
    std::array::from_fn(|i| byte(alpha * high[i] + (1.0 - alpha) * low[i]))
}
