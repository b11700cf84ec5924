//! Weights of bones for vertices between them: bicubic interpolation.
//!
//! Over a cell between four bones a surface is `sum c_ij x^i y^j`, with `i` and `j` up to 3. The 16
//! coefficients follow from value, both slopes and twist at the corners, and these by finite
//! differences from the 16 bones around the cell: central ones, and one-sided ones at the rim.

use super::skin::Lattice;
use crate::math::dense::mul_mat;
use crate::spec::Bone;

/// Terms of the polynomial, data at the corners, and bones around a cell.
const TERMS: usize = 16;

type Square = [f64; TERMS * TERMS];

/// The corners of a cell, in the order in which their data are listed.
const CORNERS: [[usize; 2]; 4] = [[0, 0], [1, 0], [1, 1], [0, 1]];

/// Coefficients of a cubic along one axis: of both values, then of both slopes at its ends.
const HERMITE: [[i32; 4]; 4] = [[1, 0, 0, 0], [0, 0, 1, 0], [-3, 3, -2, -1], [2, -2, 1, 1]];

/// Where a cell is along one axis.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Start,
    Middle,
    End,
}

const PLACES: [Place; 3] = [Place::Start, Place::Middle, Place::End];

impl Place {
    fn of(cell: usize, bones: usize) -> Place {
        match cell {
            0 => Place::Start,
            _ if cell + 2 == bones => Place::End,
            _ => Place::Middle,
        }
    }

    /// The bones, counted from the one before the cell, between which a corner's slope is taken.
    fn neighbours(self, corner: usize) -> [usize; 2] {
        let here = corner + 1;
        match (self, corner) {
            (Place::Start, 0) => [here, here + 1],
            (Place::End, 1) => [here - 1, here],
            _ => [here - 1, here + 1],
        }
    }
}

/// Gives each bone the vertices that it moves, on both sides, and how much.
pub(super) fn bind(bones: &mut [Bone], cells: &Lattice, vertices: &Lattice, finer: usize) {
    let terms = powers(finer);
    let rows = terms.len() / TERMS;
    let mut by_corner = vec![0.0; terms.len()];
    mul_mat(&mut by_corner, &terms, &coefficients(), TERMS, TERMS);
    let mut weights = [const { Vec::new() }; 9];
    for (index, weight) in weights.iter_mut().enumerate() {
        *weight = vec![0.0; rows * TERMS];
        let places = [PLACES[index / 3], PLACES[index % 3]];
        mul_mat(weight, &by_corner, &differences(places), TERMS, TERMS);
    }
    let per_cell = 1 + finer;
    for x in 0..cells.along - 1 {
        for y in 0..cells.across - 1 {
            let places = [Place::of(x, cells.along), Place::of(y, cells.across)];
            let weight = &weights[3 * places[0] as usize + places[1] as usize];
            // The last cell owns the vertices of the rim.
            let across_x = per_cell + usize::from(x + 2 == cells.along);
            let across_y = per_cell + usize::from(y + 2 == cells.across);
            for dx in 0..across_x {
                for dy in 0..across_y {
                    let vertex = vertices.at(x * per_cell + dx, y * per_cell + dy);
                    let row = dx * (per_cell + 1) + dy;
                    let shares = &weight[row * TERMS..(row + 1) * TERMS];
                    for (around, &share) in shares.iter().enumerate() {
                        if share != 0.0 {
                            let bone = cells.at(x + around / 4 - 1, y + around % 4 - 1);
                            let bone = &mut bones[bone];
                            let other = vertex + vertices.len();
                            bone.vertid.extend([vertex as i32, other as i32]);
                            bone.vertweight.extend([share as f32; 2]);
                        }
                    }
                }
            }
        }
    }
}

/// `x^i y^j` at the vertices of one cell, a row each.
fn powers(finer: usize) -> Vec<f64> {
    let step = 1.0 / (1.0 + finer as f64);
    let mut rows = Vec::new();
    for sx in 0..2 + finer {
        for sy in 0..2 + finer {
            let (x, y) = (sx as f64 * step, sy as f64 * step);
            for i in 0..4 {
                let start = (0..i).fold(1.0, |product, _| product * x);
                rows.extend((0..4).map(|j| (0..j).fold(start, |product, _| product * y)));
            }
        }
    }
    rows
}

/// The polynomial's coefficients from value, slopes and twist at the corners.
fn coefficients() -> Square {
    let mut matrix = [0.0; TERMS * TERMS];
    for i in 0..4 {
        for j in 0..4 {
            for data in 0..TERMS {
                let (sloped_x, sloped_y) = slopes(data / 4);
                let [x, y] = CORNERS[data % 4];
                let along = HERMITE[i][x + 2 * usize::from(sloped_x)];
                let across = HERMITE[j][y + 2 * usize::from(sloped_y)];
                matrix[(4 * i + j) * TERMS + data] = f64::from(along * across);
            }
        }
    }
    matrix
}

/// Whether data of a kind are slopes along each axis: values, both slopes, twist.
fn slopes(kind: usize) -> (bool, bool) {
    (kind == 1 || kind == 3, kind >= 2)
}

/// Value, slopes and twist at the corners from the bones around the cell.
fn differences(places: [Place; 2]) -> Square {
    let mut matrix = [0.0; TERMS * TERMS];
    for data in 0..TERMS {
        let (sloped_x, sloped_y) = slopes(data / 4);
        let corner = CORNERS[data % 4];
        let along = stencil(places[0], corner[0], sloped_x);
        let across = stencil(places[1], corner[1], sloped_y);
        for &(x, factor_x) in &along {
            for &(y, factor_y) in &across {
                if factor_x != 0.0 && factor_y != 0.0 {
                    matrix[data * TERMS + 4 * x + y] = factor_x * factor_y;
                }
            }
        }
    }
    matrix
}

/// A value or slope along one axis: two bones with their factors.
fn stencil(place: Place, corner: usize, sloped: bool) -> [(usize, f64); 2] {
    if !sloped {
        return [(corner + 1, 1.0), (corner + 1, 0.0)];
    }
    let [low, high] = place.neighbours(corner);
    let factor = 1.0 / (high - low) as f64;
    [(low, -factor), (high, factor)]
}
