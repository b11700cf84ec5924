//! Cholesky factors of matrices with few columns, in the form and with the bits of
//! [`super::upper`]: a row is one to eight SIMD vectors, whose number is known when this is
//! compiled, so that all loops along rows have fixed ends and no slice is cut.
//!
//! Zeros are not left out. That is what the bits are defined by, and sparing them would take longer
//! than multiplying them.

use wide::{CmpLt, f64x4};

use super::lanes;
use super::support::QUAD;
use crate::math::{MINVAL, dense};

/// A row of `W` quads.
type Row<const W: usize> = [f64x4; W];

/// Calls a function for each quad of rows, given that there are at most `W`: `first` in increasing,
/// `last` in decreasing order.
macro_rules! quads {
    (first $function:ident::<W> $arguments:tt) => {
        $function::<W, 0> $arguments;
        if W > 1 { $function::<W, 1> $arguments; }
        if W > 2 { $function::<W, 2> $arguments; }
        if W > 3 { $function::<W, 3> $arguments; }
        if W > 4 { $function::<W, 4> $arguments; }
        if W > 5 { $function::<W, 5> $arguments; }
        if W > 6 { $function::<W, 6> $arguments; }
        if W > 7 { $function::<W, 7> $arguments; }
    };
    (last $function:ident::<W> $arguments:tt) => {
        if W > 7 { $function::<W, 7> $arguments; }
        if W > 6 { $function::<W, 6> $arguments; }
        if W > 5 { $function::<W, 5> $arguments; }
        if W > 4 { $function::<W, 4> $arguments; }
        if W > 3 { $function::<W, 3> $arguments; }
        if W > 2 { $function::<W, 2> $arguments; }
        if W > 1 { $function::<W, 1> $arguments; }
        $function::<W, 0> $arguments;
    };
}

/// Calls a function of this module with the width of a matrix, if it has few columns.
macro_rules! with_width {
    ($width:expr, $function:ident($($argument:expr),*)) => {
        match $width {
            Some(1) => Some($crate::math::kernels::few::$function::<1>($($argument),*)),
            Some(2) => Some($crate::math::kernels::few::$function::<2>($($argument),*)),
            Some(3) => Some($crate::math::kernels::few::$function::<3>($($argument),*)),
            Some(4) => Some($crate::math::kernels::few::$function::<4>($($argument),*)),
            Some(5) => Some($crate::math::kernels::few::$function::<5>($($argument),*)),
            Some(6) => Some($crate::math::kernels::few::$function::<6>($($argument),*)),
            Some(7) => Some($crate::math::kernels::few::$function::<7>($($argument),*)),
            Some(8) => Some($crate::math::kernels::few::$function::<8>($($argument),*)),
            _ => None,
        }
    };
}
pub(super) use with_width;

/// Factorises in place. Pivots below `least` are raised to it; returns the rank: how many were not.
pub(super) fn factor<const W: usize>(rows: &mut [f64x4], least: f64) -> usize {
    let (rows, _) = rows.as_chunks_mut::<W>();
    let mut raised = 0;
    quads!(first factor_quad::<W>(rows, least, &mut raised));
    rows.len() - raised
}

/// The rows of quad `Q`.
#[inline(always)]
fn factor_quad<const W: usize, const Q: usize>(
    rows: &mut [Row<W>],
    least: f64,
    raised: &mut usize,
) {
    let Some((above, own)) = rows.split_at_mut_checked(Q * QUAD) else {
        return;
    };
    let (above, _) = above.as_chunks::<QUAD>();
    for j in 0..own.len().min(QUAD) {
        let (before, row) = own.split_at_mut(j);
        let Some(row) = row.first_mut() else {
            return;
        };
        for k in Q..W {
            let mut sums = [f64x4::ZERO; QUAD];
            for four in above {
                for (sum, upper) in sums.iter_mut().zip(four) {
                    *sum += product(upper, Q, j, k);
                }
            }
            // The tail of a dot product is summed on its own.
            let dot = lanes::sum(&sums);
            row[k] -= match before {
                [] => dot,
                [a] => dot + product(a, Q, j, k),
                [a, b] => dot + (product(a, Q, j, k) + product(b, Q, j, k)),
                [a, b, c, ..] => {
                    dot + (product(a, Q, j, k) + product(b, Q, j, k) + product(c, Q, j, k))
                }
            };
        }
        let mut pivot = row[Q].as_array_ref()[j];
        if pivot < least {
            pivot = least;
            *raised += 1;
        }
        let pivot = pivot.sqrt();
        let inverse = f64x4::splat(1.0 / pivot);
        row[Q] = lanes::begin_at(row[Q] * inverse, j, pivot);
        for x in &mut row[Q + 1..] {
            *x *= inverse;
        }
    }
}

/// Quad `k` of a row, times its element in lane `j` of quad `q`.
#[inline(always)]
fn product<const W: usize>(row: &Row<W>, q: usize, j: usize, k: usize) -> f64x4 {
    f64x4::splat(row[q].as_array_ref()[j]) * row[k]
}

/// Solves `L L' x = x` in place.
pub(super) fn solve<const W: usize>(rows: &[f64x4], x: &mut [f64]) {
    let (rows, _) = rows.as_chunks::<W>();
    let mut solution = [f64x4::ZERO; W];
    for (own, x) in solution.iter_mut().zip(x.chunks(QUAD)) {
        match *x {
            [a, b, c, d] => *own = f64x4::from([a, b, c, d]),
            _ => own.as_array_mut()[..x.len()].copy_from_slice(x),
        }
    }
    let mut sums = [[f64x4::ZERO; QUAD]; W];
    quads!(first lower_quad::<W>(rows, &mut solution, &mut sums));
    quads!(last upper_quad::<W>(rows, &mut solution));
    for (own, x) in solution.iter().zip(x.chunks_mut(QUAD)) {
        let own = own.as_array_ref();
        match x {
            [a, b, c, d] => [*a, *b, *c, *d] = *own,
            _ => x.copy_from_slice(&own[..x.len()]),
        }
    }
}

/// `x <- L^-1 x` in quad `Q`; each solved element adds to a lane of all later dot products, or to
/// the tail of those in its own quad.
#[inline(always)]
fn lower_quad<const W: usize, const Q: usize>(
    rows: &[Row<W>],
    x: &mut Row<W>,
    sums: &mut [[f64x4; QUAD]; W],
) {
    let dots = lanes::sum(&sums[Q]);
    let mut tail = f64x4::splat(-0.0);
    lower_row::<W, Q, 0>(rows, x, sums, dots, &mut tail);
    lower_row::<W, Q, 1>(rows, x, sums, dots, &mut tail);
    lower_row::<W, Q, 2>(rows, x, sums, dots, &mut tail);
    lower_row::<W, Q, 3>(rows, x, sums, dots, &mut tail);
}

#[inline(always)]
fn lower_row<const W: usize, const Q: usize, const L: usize>(
    rows: &[Row<W>],
    x: &mut Row<W>,
    sums: &mut [[f64x4; QUAD]; W],
    dots: f64x4,
    tail: &mut f64x4,
) {
    let Some(row) = rows.get(Q * QUAD + L) else {
        return;
    };
    let mut dot = (dots + *tail).to_array()[L];
    let own = x[Q].to_array()[L];
    if dot == 0.0 && own == 0.0 {
        // Only here do the signs of zeros matter.
        dot = column_dot(rows, Q * QUAD + L, x);
    }
    let solved = (own - dot) / row[Q].as_array_ref()[L];
    x[Q].as_array_mut()[L] = solved;
    let solved = f64x4::splat(solved);
    *tail += row[Q] * solved;
    for k in Q + 1..W {
        sums[k][L] += row[k] * solved;
    }
}

/// Dot product of `x` with column `i` above the diagonal.
#[cold]
fn column_dot<const W: usize>(rows: &[Row<W>], i: usize, x: &Row<W>) -> f64 {
    let mut column = [[0.0; QUAD]; W];
    for (element, row) in column.as_flattened_mut()[..i].iter_mut().zip(rows) {
        *element = row[i / QUAD].as_array_ref()[i % QUAD];
    }
    let x: &[f64] = bytemuck::cast_slice(x);
    dense::dot(&column.as_flattened()[..i], &x[..i])
}

/// `x <- L'^-1 x` in quad `Q`, subtracting one element after the other.
#[inline(always)]
fn upper_quad<const W: usize, const Q: usize>(rows: &[Row<W>], x: &mut Row<W>) {
    upper_row::<W, Q, 3>(rows, x);
    upper_row::<W, Q, 2>(rows, x);
    upper_row::<W, Q, 1>(rows, x);
    upper_row::<W, Q, 0>(rows, x);
}

#[inline(always)]
fn upper_row<const W: usize, const Q: usize, const L: usize>(rows: &[Row<W>], x: &mut Row<W>) {
    let Some(row) = rows.get(Q * QUAD + L) else {
        return;
    };
    let (u, own) = (row[Q].to_array(), x[Q].to_array());
    let mut sum = own[L];
    for lane in L + 1..QUAD {
        sum -= u[lane] * own[lane];
    }
    for k in Q + 1..W {
        let [a, b, c, d] = (row[k] * x[k]).to_array();
        sum = sum - a - b - c - d;
    }
    x[Q].as_array_mut()[L] = sum / u[L];
}

/// Adds the squares of these vectors to the matrix, or subtracts those whose flag is not set, by
/// changing its factor. Returns whether all pivots stayed positive.
pub(super) fn change<const W: usize>(
    rows: &mut [f64x4],
    changes: &mut [f64x4],
    plus: &[bool],
) -> bool {
    let (rows, _) = rows.as_chunks_mut::<W>();
    let (changes, _) = changes.as_chunks_mut::<W>();
    let mut positive = true;
    quads!(first change_quad::<W>(rows, changes, plus, &mut positive));
    positive
}

/// The rows of quad `Q`.
///
/// A change takes one row after the other, and a row takes one change after the other, each with a
/// root and quotients to wait for. So they meet in a wave: when a change is at the quad's first row,
/// the one before it is at the second. Meetings at one moment have nothing in common, and their
/// roots and quotients are computed in SIMD lanes. Fewer changes than lanes would gain nothing.
#[inline(always)]
fn change_quad<const W: usize, const Q: usize>(
    rows: &mut [Row<W>],
    changes: &mut [Row<W>],
    plus: &[bool],
    positive: &mut bool,
) {
    let Some((_, own)) = rows.split_at_mut_checked(Q * QUAD) else {
        return;
    };
    let size = own.len().min(QUAD);
    let own = &mut own[..size];
    if changes.len() < QUAD {
        for (lane, row) in own.iter_mut().enumerate() {
            for (x, &plus) in changes.iter_mut().zip(plus) {
                *positive &= change_row::<W, Q>(row, x, lane, plus);
            }
        }
        return;
    }
    for moment in 0..changes.len() + size.saturating_sub(1) {
        // Pivot, element of the change and its sign; where nothing meets, a change of zero.
        let meeting = |lane: usize| {
            let change = moment.wrapping_sub(lane);
            let (Some(row), Some(x), Some(&plus)) =
                (own.get(lane), changes.get(change), plus.get(change))
            else {
                return (1.0, 0.0, 0.0);
            };
            let element = |row: &Row<W>| row[Q].as_array_ref()[lane];
            (element(row), element(x), if plus { 0.0 } else { -0.0 })
        };
        let [a, b, c, d] = [meeting(0), meeting(1), meeting(2), meeting(3)];
        let elements = [a.1, b.1, c.1, d.1];
        if elements == [0.0; QUAD] {
            continue;
        }
        let mixes = Mix::four(
            f64x4::new([a.0, b.0, c.0, d.0]),
            f64x4::new(elements),
            f64x4::new([a.2, b.2, c.2, d.2]),
        );
        for (lane, row) in own.iter_mut().enumerate() {
            if elements[lane] != 0.0 {
                mixes[lane].apply::<W, Q>(row, &mut changes[moment - lane], lane);
                *positive &= !mixes[lane].vanishes;
            }
        }
    }
}

/// One step of a rank-one update: the row's pivot is at `lane`, where `x` becomes zero. Returns
/// whether the pivot stayed positive.
#[inline(always)]
fn change_row<const W: usize, const Q: usize>(
    row: &mut Row<W>,
    x: &mut Row<W>,
    lane: usize,
    plus: bool,
) -> bool {
    let xk = x[Q].as_array_ref()[lane];
    if xk == 0.0 {
        return true;
    }
    let mix = Mix::one(row[Q].as_array_ref()[lane], xk, plus);
    mix.apply::<W, Q>(row, x, lane);
    !mix.vanishes
}

/// How a row and a change are combined so that the change begins with zero.
#[derive(Clone, Copy)]
struct Mix {
    /// The new pivot, and whether it had to be raised.
    pivot: f64,
    vanishes: bool,
    /// New pivot over old, the reciprocal of that, and element of the change over old pivot, as it
    /// is and with the sign of the change.
    growth: f64,
    inverse: f64,
    slope: f64,
    signed: f64,
}

impl Mix {
    #[inline(always)]
    fn one(pivot: f64, xk: f64, plus: bool) -> Mix {
        let square = xk * xk;
        let r = pivot * pivot + if plus { square } else { -square };
        let vanishes = r < MINVAL;
        let r = if vanishes { MINVAL } else { r }.sqrt();
        let (growth, slope) = (r / pivot, xk / pivot);
        Mix {
            pivot: r,
            vanishes,
            growth,
            inverse: 1.0 / growth,
            slope,
            signed: if plus { slope } else { -slope },
        }
    }

    /// The same for four pivots with their elements; `sign` is -0 where a square is subtracted.
    #[inline(always)]
    fn four(pivots: f64x4, elements: f64x4, sign: f64x4) -> [Mix; QUAD] {
        let r = pivots * pivots + ((elements * elements) ^ sign);
        let least = f64x4::splat(MINVAL);
        let vanishes = r.cmp_lt(least);
        let r = vanishes.blend(least, r).sqrt();
        let (growth, slopes) = (r / pivots, elements / pivots);
        let inverse = (f64x4::splat(1.0) / growth).to_array();
        let signed = (slopes ^ sign).to_array();
        let vanishes = vanishes.move_mask();
        let (r, growth, slopes) = (r.to_array(), growth.to_array(), slopes.to_array());
        std::array::from_fn(|lane| Mix {
            pivot: r[lane],
            vanishes: vanishes & (1 << lane) != 0,
            growth: growth[lane],
            inverse: inverse[lane],
            slope: slopes[lane],
            signed: signed[lane],
        })
    }

    #[inline(always)]
    fn apply<const W: usize, const Q: usize>(&self, row: &mut Row<W>, x: &mut Row<W>, lane: usize) {
        let [growth, inverse, slope, signed] =
            [self.growth, self.inverse, self.slope, self.signed].map(f64x4::splat);
        let changed = (row[Q] + signed * x[Q]) * inverse;
        x[Q] = lanes::begin_at(growth * x[Q] - slope * changed, lane, 0.0);
        row[Q] = lanes::begin_at(changed, lane, self.pivot);
        for k in Q + 1..W {
            row[k] = (row[k] + signed * x[k]) * inverse;
            x[k] = growth * x[k] - slope * row[k];
        }
    }
}

#[cfg(test)]
mod tests;
