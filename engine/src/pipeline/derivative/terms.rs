//! Sums of `J' b J` over the axes of one body: the six rows of its Jacobian, each with each.
//!
//! Every element of `qDeriv` gets its terms in their order, and no element waits for another: so a
//! block of elements stays in registers until all of its terms are added.

use wide::f64x4;

use super::Mat6;
use crate::math::sparse::Pattern;

/// As many terms as two rows of six can make.
const MOST: usize = 36;

/// Products of three numbers below this are finite.
const TAME: f64 = 1e100;

/// How many rows of `qDeriv` a block has. A free body moves by six dofs: two blocks.
const ROWS: usize = 3;

/// How many columns a block has.
const LANES: usize = 4;

/// `b J_a' J_c` for two of the six rows of a body's Jacobian.
#[derive(Clone, Copy, Debug, Default)]
struct Term {
    a: usize,
    b: f64,
    c: usize,
}

/// Terms in the order in which they are added.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    list: [Term; MOST],
    count: usize,
}

impl Terms {
    /// All elements of a matrix, row by row.
    pub(super) fn of_matrix(slopes: &Mat6) -> Terms {
        let elements = slopes.as_flattened().iter().enumerate();
        Terms::collect(elements.map(|(at, &b)| Term {
            a: at / 6,
            b,
            c: at % 6,
        }))
    }

    /// Elements of the diagonal.
    pub(super) fn of_axes(slopes: impl Iterator<Item = (usize, f64)>) -> Terms {
        Terms::collect(slopes.map(|(a, b)| Term { a, b, c: a }))
    }

    /// Those that are not zero: the reference passes over the others.
    fn collect(terms: impl Iterator<Item = Term>) -> Terms {
        let mut list = [Term::default(); MOST];
        let mut count = 0;
        for term in terms.filter(|term| term.b != 0.0) {
            list[count] = term;
            count += 1;
        }
        Terms { list, count }
    }

    /// Whether no product of the terms can be infinite or NaN. What is close to that counts as such.
    pub(super) fn is_tame(&self, jacobian: &Jacobian, n: usize) -> bool {
        let tame = |x: &f64| x.abs() < TAME;
        self.list[..self.count].iter().all(|term| tame(&term.b))
            && jacobian.rows.iter().all(|row| row[..n].iter().all(tame))
    }

    /// Adds the terms as the dense form does, which has a zero for each dof that does not move the
    /// body: its product with what is infinite is no number.
    #[cold]
    #[doc(alias = "addJTBJ")]
    pub(super) fn add_with_zeros(
        &self,
        qderiv: &mut [f64],
        pattern: Pattern,
        jacobian: &Jacobian,
        n: usize,
    ) {
        let moving = &jacobian.columns[..n];
        for &Term { a, b, c } in &self.list[..self.count] {
            let left = moving.iter().zip(&jacobian.rows[a]);
            for (&dof, &value) in left.filter(|(_, value)| **value != 0.0) {
                let factor = value * b;
                let elements = qderiv[pattern.range(dof as usize)].iter_mut();
                for (element, column) in elements.zip(pattern.columns(dof as usize)) {
                    let place = moving.binary_search(column);
                    *element += place.map_or(0.0, |at| jacobian.rows[c][at]) * factor;
                }
            }
        }
    }

    /// Adds the terms to `qDeriv`, at the elements that its pattern has.
    #[doc(alias("addJTBJSparse", "mju_addToSparseInc"))]
    pub(super) fn add(&self, qderiv: &mut [f64], pattern: Pattern, jacobian: &Jacobian, n: usize) {
        let terms = &self.list[..self.count];
        let columns = &jacobian.columns[..n];
        for first in (0..n).step_by(ROWS) {
            let count = ROWS.min(n - first);
            let mut factors = [[0.0; ROWS]; MOST];
            for (factors, term) in factors.iter_mut().zip(terms) {
                let row = &jacobian.rows[term.a][first..first + ROWS];
                for (factor, value) in factors.iter_mut().zip(row) {
                    *factor = value * term.b;
                }
            }
            let dofs = &columns[first..first + count];
            let mut rest: [_; ROWS] = std::array::from_fn(|at| match dofs.get(at) {
                Some(&dof) => pattern.range(dof as usize),
                None => 0..0,
            });
            for left in (0..n).step_by(LANES) {
                let lanes = &columns[left..n.min(left + LANES)];
                let places: [_; ROWS] = std::array::from_fn(|at| {
                    std::array::from_fn::<_, LANES, _>(|lane| {
                        let &column = lanes.get(lane)?;
                        find(pattern.colind, &mut rest[at], column)
                    })
                });
                let mut block = places.map(|row| {
                    f64x4::new(row.map(|place| place.map_or(0.0, |place| qderiv[place])))
                });
                for (factors, term) in factors.iter().zip(terms) {
                    let values: [f64; LANES] = jacobian.rows[term.c][left..left + LANES]
                        .try_into()
                        .unwrap_or_default();
                    let values = f64x4::new(values);
                    for (row, &factor) in block.iter_mut().zip(factors) {
                        *row += values * f64x4::splat(factor);
                    }
                }
                for (places, row) in places.iter().zip(block) {
                    for (place, value) in places.iter().zip(row.to_array()) {
                        if let Some(place) = *place {
                            qderiv[place] = value;
                        }
                    }
                }
            }
        }
    }
}

/// Where a column is among the rest of a row, which then begins there.
#[inline]
fn find(columns: &[i32], rest: &mut std::ops::Range<usize>, column: i32) -> Option<usize> {
    while rest.start < rest.end && columns[rest.start] < column {
        rest.start += 1;
    }
    (rest.start < rest.end && columns[rest.start] == column).then_some(rest.start)
}

/// A body's Jacobian of six rows, at the dofs that move it.
#[derive(Clone, Debug, Default)]
pub(super) struct Jacobian {
    pub(super) rows: [Vec<f64>; 6],
    pub(super) columns: Vec<i32>,
}

impl Jacobian {
    /// With room for so many dofs, and for the last block.
    pub(super) fn new(dofs: usize) -> Jacobian {
        Jacobian {
            rows: std::array::from_fn(|_| vec![0.0; dofs + LANES - 1]),
            columns: vec![0; dofs],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Row, add_product};
    use super::*;

    /// A number whose sums with others are not exact.
    fn number(seed: &mut u64) -> f64 {
        *seed = seed
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (*seed >> 11) as f64 / (1u64 << 53) as f64 - 0.4
    }

    /// A dense pattern over `size` dofs of which the even ones, except the last, move the body.
    #[test]
    fn blocks_are_the_sums_of_single_terms() {
        let mut seed = 7;
        for n in 0..=13 {
            let size = 2 * n + 1;
            let rownnz = vec![size as i32; size];
            let rowadr: Vec<i32> = (0..size).map(|row| (row * size) as i32).collect();
            let colind: Vec<i32> = (0..size * size).map(|at| (at % size) as i32).collect();
            let pattern = Pattern {
                rownnz: &rownnz,
                rowadr: &rowadr,
                colind: &colind,
            };
            let mut jacobian = Jacobian::new(n);
            for row in &mut jacobian.rows {
                row.fill_with(|| number(&mut seed));
            }
            for (at, column) in jacobian.columns.iter_mut().enumerate() {
                *column = 2 * at as i32;
            }
            let mut slopes: Mat6 = Default::default();
            for slope in slopes.as_flattened_mut().iter_mut() {
                let number = number(&mut seed);
                *slope = if number < -0.2 { 0.0 } else { number };
            }
            let start: Vec<f64> = (0..size * size).map(|_| number(&mut seed)).collect();

            let mut expected = start.clone();
            let row = |axis: usize| Row {
                values: &jacobian.rows[axis][..n],
                columns: &jacobian.columns,
            };
            for i in 0..6 {
                for j in 0..6 {
                    add_product(&mut expected, pattern, row(i), slopes[i][j], row(j));
                }
            }
            let mut found = start.clone();
            Terms::of_matrix(&slopes).add(&mut found, pattern, &jacobian, n);
            assert_eq!(found, expected, "{n} dofs");
            assert_eq!(n > 0, found != start, "{n} dofs");

            let axes = [(4, 0.3), (1, -1.7), (4, 0.0), (4, 1e-3), (0, 2.3)];
            let mut expected = start.clone();
            for (axis, slope) in axes {
                add_product(&mut expected, pattern, row(axis), slope, row(axis));
            }
            let mut found = start;
            Terms::of_axes(axes.into_iter()).add(&mut found, pattern, &jacobian, n);
            assert_eq!(found, expected, "{n} dofs");
        }
    }
}
