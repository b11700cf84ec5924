//! The gradient on the faces of a cube: the colour follows the elevation of the view, so that the
//! sides meet without a seam.
//!
//! A colour is a byte, its elevation a double: two tables of cubics decide almost every byte. Only
//! where a value comes too near to the next integer for the tables to decide is it computed with
//! the reference's operations. The four sides are the same image.

use super::builtin::{STRIDE, blend};
use crate::spec::Texture;

const QUARTER: f64 = 0.5 * std::f64::consts::PI;
/// Steps of a table up to the largest sine that a pixel has: `sqrt 2 / sqrt 3` in the corners of
/// the upper face.
const STEPS: usize = 128;
const REACH: f64 = 0.82;
/// A value this near to the next byte is computed exactly. Interpolation errs by less than a tenth
/// of this.
const MARGIN: f64 = 1e-4;
/// Colours with components beyond this are computed exactly.
const MAX_COMPONENT: f64 = 1000.0;

const SIDES: [usize; 3] = [1, 4, 5];
const UP: usize = 2;
const DOWN: usize = 3;

/// Draws all six faces of `size` by `size` pixels.
pub(super) fn draw(texture: &Texture, size: usize, bytes: &mut [u8]) {
    let face = size * size;
    let (pixels, _) = bytes.as_chunks_mut::<STRIDE>();
    let gradient = Gradient::new(texture);
    let last = size as f64 - 1.0;
    let place = |k: usize| (2 * k) as f64 / last - 1.0;
    let height = |k: usize| 1.0 - (2 * k) as f64 / last;
    // Values at opposite places differ by rounding: far less than the margin of the tables.
    for row in 0..size.div_ceil(2) {
        let rows = [(row, Half::Upper), (size - 1 - row, Half::Lower)];
        let rows = &rows[..if rows[0].0 < rows[1].0 { 2 } else { 1 }];
        for column in 0..size.div_ceil(2) {
            let likely = gradient.quarter(place(column), height(row));
            for &(row, half) in rows {
                for column in [column, size - 1 - column] {
                    let at = row * size + column;
                    let [side, up, down] = likely
                        .pixel(half)
                        .unwrap_or_else(|| gradient.pixel(place(column), height(row)));
                    pixels[at] = side;
                    pixels[UP * face + at] = up;
                    pixels[DOWN * face + at] = down;
                }
            }
        }
    }
    for side in SIDES {
        pixels.copy_within(..face, side * face);
    }
}

/// One half of a side.
#[derive(Clone, Copy)]
enum Half {
    Upper,
    Lower,
}

/// The colours that the tables give for four opposite places, where they decide.
struct Quarter {
    /// On both halves of a side.
    halves: [Option<[u8; 3]>; 2],
    up: Option<[u8; 3]>,
    down: Option<[u8; 3]>,
}

impl Quarter {
    /// The colours of one place on the sides, above and below, if all are decided.
    #[inline]
    fn pixel(&self, half: Half) -> Option<[[u8; 3]; 3]> {
        Some([self.halves[half as usize]?, self.up?, self.down?])
    }
}

struct Gradient<'t> {
    texture: &'t Texture,
    /// The share of the first colour, by the sine of the elevation on a side and by its cosine on
    /// the upper face.
    side: Table,
    upper: Table,
    /// 255 times the second colour, and what the first one adds to it; NaN if they are too large
    /// for the tables.
    base: [f64; 3],
    slope: [f64; 3],
}

impl<'t> Gradient<'t> {
    fn new(texture: &'t Texture) -> Gradient<'t> {
        let (high, low) = (&texture.rgb1, &texture.rgb2);
        Gradient {
            texture,
            side: Table::of(|sine| share(sine.asin() / QUARTER)),
            upper: Table::of(|cosine| share(1.0 - cosine.asin() / QUARTER)),
            base: low.map(|x| moderate(255.0 * x)),
            slope: std::array::from_fn(|i| moderate(255.0 * (high[i] - low[i]))),
        }
    }

    /// What the tables give for a place on the upper half and those opposite it.
    fn quarter(&self, x: f64, y: f64) -> Quarter {
        let across = x * x + y * y;
        let distance = (1.0 + across).sqrt();
        let side = self.side.at(y / distance);
        let upper = self.upper.at(across.sqrt() / distance);
        Quarter {
            halves: [self.color(side), self.color(1.0 - side)],
            up: self.color(upper),
            down: self.color(1.0 - upper),
        }
    }

    /// The colours of one place on the sides, above and below, by the reference's operations.
    #[cold]
    fn pixel(&self, x: f64, y: f64) -> [[u8; 3]; 3] {
        let distance = (1.0 + x * x + y * y).sqrt();
        let above = 1.0 - (1.0 / distance).acos() / QUARTER;
        let side = (y / distance).asin() / QUARTER;
        [side, above, -above].map(|p| blend(&self.texture.rgb1, &self.texture.rgb2, p))
    }

    /// The colour for a share that is known approximately, if that is enough to decide.
    #[inline]
    fn color(&self, share: f64) -> Option<[u8; 3]> {
        let mut color = [0; 3];
        let mut certain = true;
        for (i, byte) in color.iter_mut().enumerate() {
            let (base, slope) = (self.base[i], self.slope[i]);
            let value = base + share * slope;
            let whole = value as i32;
            let part = (value - f64::from(whole)).abs();
            // Black stays black; NaN is never certain.
            let black = base == 0.0 && slope == 0.0;
            certain &= black | ((part > MARGIN) & (part < 1.0 - MARGIN));
            *byte = whole as u8;
        }
        certain.then_some(color)
    }
}

/// The number itself, unless it is too large.
fn moderate(x: f64) -> f64 {
    if x.abs() < MAX_COMPONENT { x } else { f64::NAN }
}

/// The share of the first colour at a position from -1 to 1.
fn share(position: f64) -> f64 {
    0.5 * (1.0 + position / (1.0 + position * position).sqrt() * std::f64::consts::SQRT_2)
}

/// A function as one cubic per step: through its values at both ends and one step beyond them.
struct Table([[f64; 4]; STEPS + 1]);

impl Table {
    fn of(function: impl Fn(f64) -> f64) -> Table {
        let value = |step: f64| function(step * (REACH / STEPS as f64));
        let mut near = [-1.0, 0.0, 1.0, 2.0].map(value);
        Table(std::array::from_fn(|step| {
            let [before, here, next, after] = near;
            near = [here, next, after, value(step as f64 + 3.0)];
            [
                here,
                next - here / 2.0 - before / 3.0 - after / 6.0,
                (before + next) / 2.0 - here,
                (after - before) / 6.0 + (here - next) / 2.0,
            ]
        }))
    }

    #[inline]
    fn at(&self, place: f64) -> f64 {
        let at = place * (STEPS as f64 / REACH);
        // Converting NaN gives 0.
        let step = (at as usize).min(STEPS);
        let (beyond, [a, b, c, d]) = (at - step as f64, self.0[step]);
        a + beyond * (b + beyond * (c + beyond * d))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_give_the_bytes_that_the_formula_gives() {
        let colors = [
            ([0.3, 0.5, 0.7], [0.0, 0.0, 0.0]),
            ([1.0, 0.2, 0.2], [0.0, 0.2, 1.0]),
            ([2.0, -1.0, 0.001], [-0.5, 3.0, 0.002]),
            ([1e8, 0.5, f64::NAN], [-1e8, 1e3, 1.0]),
        ];
        for (rgb1, rgb2) in colors {
            let texture = Texture {
                rgb1,
                rgb2,
                ..Texture::default()
            };
            for size in [1, 2, 3, 64, 101] {
                let mut drawn = vec![0; 6 * STRIDE * size * size];
                draw(&texture, size, &mut drawn);
                let last = size as f64 - 1.0;
                for k in 0..size * size {
                    let x = (2 * (k % size)) as f64 / last - 1.0;
                    let y = 1.0 - (2 * (k / size)) as f64 / last;
                    let distance = (1.0 + x * x + y * y).sqrt();
                    let above = 1.0 - (1.0 / distance).acos() / QUARTER;
                    let side = (y / distance).asin() / QUARTER;
                    for (face, p) in [side, side, above, -above, side, side].iter().enumerate() {
                        let at = STRIDE * (face * size * size + k);
                        let exact = blend(&rgb1, &rgb2, *p);
                        assert_eq!(drawn[at..at + STRIDE], exact, "{k} on {face} of {size}");
                    }
                }
            }
        }
    }
}
