//! How far rounding can move a point from a plane, and what follows from it.
//!
//! A distance n·x + d of points with coordinates up to m is wrong by at most ε (3 √3 m 1.01 + m)
//! (Golub and van Loan 1983, as Barber, Dobkin and Huhdanpaa 1996 use it). All that decides whether
//! a point is outside of, in or below a facet is a multiple of this.

/// Of the coordinates of points.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Extent {
    /// For each axis the points with the smallest and the greatest coordinate.
    pub(super) extremes: [usize; 6],
    pub(super) widest: f64,
    largest: f64,
    sum: f64,
    near_zero: [f64; 3],
}

impl Extent {
    /// Of at least one point.
    pub(super) fn of(points: &[[f64; 3]]) -> Extent {
        let mut extent = Extent {
            widest: -f64::MAX,
            ..Extent::default()
        };
        for axis in 0..3 {
            let (mut low, mut high) = (0, 0);
            for (i, point) in points.iter().enumerate() {
                if points[high][axis] < point[axis] {
                    high = i;
                } else if points[low][axis] > point[axis] {
                    low = i;
                }
            }
            let (lowest, highest) = (points[low][axis], points[high][axis]);
            let largest = greater(highest, -lowest);
            extent.widest = greater(extent.widest, highest - lowest);
            extent.largest = greater(extent.largest, largest);
            extent.sum += largest;
            extent.extremes[2 * axis] = low;
            extent.extremes[2 * axis + 1] = high;
            extent.near_zero[axis] = 80.0 * extent.sum * f64::EPSILON;
        }
        extent
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tolerance {
    /// Of a distance.
    pub(super) round: f64,
    /// How far a centrum may be from a plane and count as in it. A point further above a facet than
    /// this sees it; one as far below is in it.
    pub(super) centrum: f64,
    /// How far a facet may move in one merge.
    pub(super) merge: f64,
    /// How far below a facet points are kept, in case that facets move.
    pub(super) near_inside: f64,
    /// How far above a facet a point is outside of it.
    pub(super) outside: f64,
    /// A facet that is wider keeps its centrum.
    pub(super) wide: f64,
    /// Pivots that are as good as zero, by column.
    pub(super) near_zero: [f64; 3],
    pub(super) divisor: Divisor,
}

/// What a quotient may be divided by.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Divisor {
    /// Anything less is looked at twice.
    pub(super) norm: f64,
    pub(super) pivot: f64,
    /// The quotient of divisor and dividend must be greater.
    pub(super) norm_ratio: f64,
    pub(super) pivot_ratio: f64,
}

impl Tolerance {
    pub(super) fn of(extent: &Extent) -> Tolerance {
        let largest = extent.largest;
        let diagonal = lesser(3.0_f64.sqrt() * largest, extent.sum);
        let round = f64::EPSILON * (3.0 * diagonal * 1.01 + largest);
        let centrum = 2.0 * round;
        let merge = greater(round, 3.0 * centrum + round);
        let outside = 2.0 * centrum;
        let ratio = f64::MIN_POSITIVE;
        let pivot_ratio = (ratio * 3.0).sqrt();
        Tolerance {
            round,
            centrum,
            merge,
            near_inside: merge * 5.0,
            outside,
            wide: greater(outside, 6.0 * centrum),
            near_zero: extent.near_zero,
            divisor: Divisor {
                norm: ratio * largest,
                pivot: pivot_ratio * largest,
                norm_ratio: ratio,
                pivot_ratio,
            },
        }
    }
}

/// The greater one; the first if they are equal.
#[inline]
pub(super) fn greater(a: f64, b: f64) -> f64 {
    if a < b { b } else { a }
}

/// The lesser one; the first if they are equal.
#[inline]
pub(super) fn lesser(a: f64, b: f64) -> f64 {
    if a > b { b } else { a }
}
