//! What is drawn over a built-in pattern: the edges, a cross, or random dots.

use rand_mt::Mt64;

use super::builtin::Face;
use super::color;
use crate::spec::{Mark, Texture};

/// The seed of the random dots: the same in every texture.
const SEED: u64 = 42;

pub(super) fn draw(texture: &Texture, face: &mut Face<'_>) {
    draw_lines(texture, face);
    draw_dots(texture, face);
}

pub(super) fn draw_lines(texture: &Texture, face: &mut Face<'_>) {
    let (width, height) = (face.width, face.height);
    let (rows, columns) = match texture.mark {
        Mark::Edge => ([0, height - 1], [0, width - 1]),
        Mark::Cross => ([height / 2; 2], [width / 2; 2]),
        Mark::None | Mark::Random => return,
    };
    let ink = color(&texture.markrgb);
    for line in 0..2 {
        (0..height).for_each(|row| face.set(row, columns[line], ink));
        (0..width).for_each(|column| face.set(rows[line], column, ink));
    }
}

/// Dots that each pixel gets with the same probability.
pub(super) fn draw_dots(texture: &Texture, face: &mut Face<'_>) {
    if texture.mark != Mark::Random || texture.random <= 0.0 {
        return;
    }
    let ink = color(&texture.markrgb);
    let mut random = Mt64::new(SEED);
    let (below, always) = threshold(texture.random);
    for row in 0..face.height {
        for column in 0..face.width {
            if random.next_u64() < below || always {
                face.set(row, column, ink);
            }
        }
    }
}

/// The threshold below which random integers, as fractions of 2^64, are below `share`; the flag is
/// set if all are.
fn threshold(share: f64) -> (u64, bool) {
    let is_below = |bits: u64| bits as f64 / 18446744073709551616.0 < share;
    // Rounding to a double keeps the order, so there is one threshold.
    let (mut low, mut high) = (0, u64::MAX);
    while low < high {
        let middle = low + (high - low) / 2;
        if is_below(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    (low, is_below(u64::MAX))
}
