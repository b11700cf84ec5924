//! Sparse Cholesky factors in reverse order, `A = L' L`: eliminating the last row first, fill-in
//! stays along the tree.
//!
//! The pattern is found once and holds everything that elimination fills in, so that values can
//! change in place. A place that is only fill-in starts as minus zero, the one number that leaves
//! any sum as it is.
//!
//! Pattern by the elimination tree, and update by one rank: Davis, Direct Methods for Sparse Linear
//! Systems (2006), chapter 4, with rows in reverse order.

use super::dispatch::dispatch;
use super::sparse;
use crate::math::MINVAL;

/// A list of columns in which none occurs twice.
#[derive(Debug)]
pub struct Columns<'a> {
    list: &'a mut Vec<i32>,
    seen: &'a mut [bool],
}

impl Columns<'_> {
    /// Adds a column if it is not there yet.
    #[inline]
    pub fn add(&mut self, column: i32) {
        let seen = &mut self.seen[column as usize];
        if !*seen {
            *seen = true;
            self.list.push(column);
        }
    }
}

/// The lower triangle of a factor: in each row columns increase and the diagonal comes last.
#[derive(Clone, Debug, Default)]
pub struct SparsePattern {
    /// Start of each row.
    pub start: Vec<usize>,
    /// Number of elements in each row.
    pub count: Vec<usize>,
    /// The column of each element.
    pub columns: Vec<i32>,
    // Rows whose elimination reaches each row first, as linked lists.
    first_child: Vec<usize>,
    next_sibling: Vec<usize>,
    seen: Vec<bool>,
}

const NONE: usize = usize::MAX;

impl SparsePattern {
    /// Elements of row `r` in the array of values.
    #[inline]
    pub fn range(&self, r: usize) -> std::ops::Range<usize> {
        self.start[r]..self.start[r] + self.count[r]
    }

    /// Finds the factor's pattern; `row` pushes the lower columns of one row of the matrix,
    /// repeated or not, in any order.
    #[doc(alias = "mju_cholFactorNNZ")]
    pub fn find(&mut self, n: usize, mut row: impl FnMut(usize, &mut Columns)) {
        self.columns.clear();
        for list in [
            &mut self.start,
            &mut self.count,
            &mut self.first_child,
            &mut self.next_sibling,
        ] {
            list.clear();
            list.resize(n, NONE);
        }
        self.seen.clear();
        self.seen.resize(n, false);
        for r in (0..n).rev() {
            let start = self.columns.len();
            let mut columns = Columns {
                list: &mut self.columns,
                seen: &mut self.seen,
            };
            columns.add(r as i32);
            row(r, &mut columns);
            self.add_children(r);
            self.columns[start..].sort_unstable();
            for &column in &self.columns[start..] {
                self.seen[column as usize] = false;
            }
            self.start[r] = start;
            self.count[r] = self.columns.len() - start;
            if self.count[r] > 1 {
                let parent = self.columns[self.columns.len() - 2] as usize;
                self.next_sibling[r] = self.first_child[parent];
                self.first_child[parent] = r;
            }
        }
    }

    /// Adds the fill-in from the rows below whose elimination reaches row `r` first.
    fn add_children(&mut self, r: usize) {
        let mut child = self.first_child[r];
        while child != NONE {
            let range = self.range(child);
            for k in range.start..range.end - 1 {
                let column = self.columns[k];
                if !self.seen[column as usize] {
                    self.seen[column as usize] = true;
                    self.columns.push(column);
                }
            }
            child = self.next_sibling[child];
        }
    }
}

/// Factorises in place. Pivots below `least` are raised to it; returns the rank: how many were not.
#[doc(alias = "mju_cholFactorSparse")]
pub fn factor(mat: &mut [f64], pattern: &SparsePattern, least: f64) -> usize {
    let n = pattern.start.len();
    let mut rank = n;
    for r in (0..n).rev() {
        let range = pattern.range(r);
        let last = range.end - 1;
        let mut pivot = mat[last];
        if pivot < least {
            pivot = least;
            rank -= 1;
        }
        mat[last] = pivot.sqrt();
        let inverse = 1.0 / mat[last];
        for x in &mut mat[range.start..last] {
            *x *= inverse;
        }
        for i in range.start..last {
            let target = pattern.columns[i] as usize;
            eliminate(mat, pattern, range.start..i + 1, target, -mat[i]);
        }
    }
    rank
}

/// Adds `factor` times the elements in `source` to row `target`, whose pattern includes theirs.
fn eliminate(
    mat: &mut [f64],
    pattern: &SparsePattern,
    source: std::ops::Range<usize>,
    target: usize,
    factor: f64,
) {
    let row = pattern.range(target);
    // Rows higher up are stored further back, so source and target do not overlap.
    let (before, after) = mat.split_at_mut(row.start);
    let (from, into) = (&before[source.clone()], &mut after[..row.len()]);
    if from.len() == into.len() {
        for (x, y) in into.iter_mut().zip(from) {
            *x += y * factor;
        }
        return;
    }
    let columns = &pattern.columns[row];
    let mut k = 0;
    for (y, &column) in from.iter().zip(&pattern.columns[source]) {
        while columns[k] != column {
            k += 1;
        }
        into[k] += y * factor;
    }
}

/// Solves `L' L x = x` in place.
#[doc(alias = "mju_cholSolveSparse")]
pub fn solve(x: &mut [f64], mat: &[f64], pattern: &SparsePattern) {
    let n = x.len();
    for i in (0..n).rev() {
        if x[i] == 0.0 {
            continue;
        }
        let range = pattern.range(i);
        let last = range.end - 1;
        x[i] /= mat[last];
        let xi = x[i];
        for k in range.start..last {
            x[pattern.columns[k] as usize] -= mat[k] * xi;
        }
    }
    for i in 0..n {
        let range = pattern.range(i);
        let last = range.end - 1;
        if range.start < last {
            let before = range.start..last;
            x[i] -= sparse::dot(&mat[before.clone()], &pattern.columns[before], x);
        }
        x[i] /= mat[last];
    }
}

/// A sparse vector on its way through an update.
#[derive(Clone, Debug, Default)]
pub struct Spread {
    /// Spread out over all columns, with the columns that it has.
    values: Vec<f64>,
    present: Vec<bool>,
    /// Packed: one value for each column of a row.
    packed: Vec<f64>,
    wider: Vec<f64>,
}

impl Spread {
    /// Prepares for vectors of `n` columns.
    pub fn resize(&mut self, n: usize) {
        self.values.resize(n, 0.0);
        self.present.clear();
        self.present.resize(n, false);
        self.packed.clear();
        self.packed.reserve(n);
        self.wider.clear();
        self.wider.reserve(n);
    }
}

/// What an update does to one row `l` of the factor and to the rest of `x`:
/// `l <- keep l + add x`, then `x <- c x - s l`.
#[derive(Clone, Copy)]
struct Rotation {
    c: f64,
    s: f64,
    keep: f64,
    add: f64,
}

impl Rotation {
    /// Takes the pivot of a row to that of the updated one, given the value of `x` in its column.
    #[inline(always)]
    fn of_pivot(pivot: &mut f64, x: f64, plus: bool, rank: &mut usize) -> Rotation {
        let square = x * x;
        let mut root = *pivot * *pivot + if plus { square } else { -square };
        if root < MINVAL {
            root = MINVAL;
            *rank -= 1;
        }
        let root = root.sqrt();
        let (c, s) = (root / *pivot, x / *pivot);
        *pivot = root;
        Rotation {
            c,
            s,
            keep: 1.0 / c,
            add: if plus { s / c } else { -s / c },
        }
    }

    /// An element of the row, and the value of `x` in its column.
    #[inline(always)]
    fn both(self, element: &mut f64, x: &mut f64) {
        *element = self.keep * *element + self.add * *x;
        *x = self.c * *x + -self.s * *element;
    }

    /// An element of the row in whose column `x` has nothing yet, and what `x` gets there.
    #[inline(always)]
    fn alone(self, element: &mut f64) -> f64 {
        *element *= self.keep;
        -self.s * *element
    }
}

/// Makes the factor of `L' L` that of `L' L + x x'`, or `- x x'` if not `plus`. Returns how many
/// pivots stayed positive.
#[doc(alias = "mju_cholUpdateSparse")]
pub fn update(
    mat: &mut [f64],
    pattern: &SparsePattern,
    x: &mut Spread,
    values: impl Iterator<Item = f64>,
    columns: &[i32],
    plus: bool,
) -> usize {
    let mut rank = pattern.start.len();
    let Some(&top) = columns.last() else {
        return rank;
    };
    let mut left = 0;
    for (value, &column) in values.zip(columns) {
        let column = column as usize;
        x.values[column] = value;
        left += usize::from(!x.present[column]);
        x.present[column] = true;
    }
    let mut r = top as usize;
    while left > 0 {
        if !x.present[r] {
            r -= 1;
            continue;
        }
        x.present[r] = false;
        left -= 1;
        let range = pattern.range(r);
        let last = range.end - 1;
        let rotation = Rotation::of_pivot(&mut mat[last], x.values[r], plus, &mut rank);
        let columns = &pattern.columns[range.start..last];
        for (element, &column) in mat[range.start..last].iter_mut().zip(columns) {
            let column = column as usize;
            if x.present[column] {
                rotation.both(element, &mut x.values[column]);
            } else {
                x.values[column] = rotation.alone(element);
                x.present[column] = true;
                left += 1;
            }
        }
        // The columns of this row are all there now.
        if columns.len() == left {
            dispatch!(climb(mat, pattern, x, columns, plus, &mut rank));
            break;
        }
        r = r.saturating_sub(1);
    }
    rank
}

/// The rest of an update, once `x` has the columns of a row and no others: the next row is the
/// parent in the elimination tree, however far up that is. It has these columns too, most often no
/// others, so that both are run through without looking at columns.
#[inline(always)]
fn climb(
    mat: &mut [f64],
    pattern: &SparsePattern,
    x: &mut Spread,
    columns: &[i32],
    plus: bool,
    rank: &mut usize,
) {
    x.packed.clear();
    for &column in columns {
        x.packed.push(x.values[column as usize]);
        x.present[column as usize] = false;
    }
    let mut columns = columns;
    while let (Some((&r, others)), Some(xr)) = (columns.split_last(), x.packed.pop()) {
        let range = pattern.range(r as usize);
        let last = range.end - 1;
        let rotation = Rotation::of_pivot(&mut mat[last], xr, plus, rank);
        let row = &mut mat[range.start..last];
        columns = &pattern.columns[range.start..last];
        if columns.len() == others.len() {
            for (element, x) in row.iter_mut().zip(&mut x.packed) {
                rotation.both(element, x);
            }
            continue;
        }
        x.wider.clear();
        let mut known = others.iter().zip(&mut x.packed).peekable();
        for (element, column) in row.iter_mut().zip(columns) {
            let value = match known.next_if(|(other, _)| *other == column) {
                Some((_, value)) => {
                    rotation.both(element, value);
                    *value
                }
                None => rotation.alone(element),
            };
            x.wider.push(value);
        }
        std::mem::swap(&mut x.packed, &mut x.wider);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    const N: usize = 14;

    /// A row with a few columns, which may lie far apart.
    fn random_row(random: &mut Random) -> Vec<(i32, f64)> {
        let mut columns: Vec<i32> = (0..4).map(|_| random.below(N) as i32).collect();
        columns.sort_unstable();
        columns.dedup();
        columns
            .into_iter()
            .map(|column| (column, random.number()))
            .collect()
    }

    /// `L' L` as a dense matrix.
    fn product(mat: &[f64], pattern: &SparsePattern) -> [[f64; N]; N] {
        let mut product = [[0.0; N]; N];
        for r in 0..N {
            let row = || {
                pattern
                    .range(r)
                    .map(|k| (pattern.columns[k] as usize, mat[k]))
            };
            for (i, x) in row() {
                for (j, y) in row() {
                    product[i][j] += x * y;
                }
            }
        }
        product
    }

    #[test]
    fn an_update_adds_the_square_of_its_row() {
        let mut random = Random::new(3);
        let mut spread = Spread::default();
        for _ in 0..200 {
            let rows: Vec<_> = (0..5).map(|_| random_row(&mut random)).collect();
            let mut pattern = SparsePattern::default();
            pattern.find(N, |r, columns| {
                for row in rows
                    .iter()
                    .filter(|row| row.iter().any(|x| x.0 as usize == r))
                {
                    let lower = row.iter().filter(|x| (x.0 as usize) < r);
                    lower.for_each(|x| columns.add(x.0));
                }
            });
            let mut mat = vec![-0.0; pattern.columns.len()];
            for r in 0..N {
                mat[pattern.range(r).end - 1] = 1.0 + r as f64;
            }
            factor(&mut mat, &pattern, MINVAL);
            spread.resize(N);
            let mut expected = product(&mat, &pattern);
            for row in &rows {
                let columns: Vec<i32> = row.iter().map(|x| x.0).collect();
                let values = row.iter().map(|x| x.1);
                update(&mut mat, &pattern, &mut spread, values, &columns, true);
                assert!(spread.present.iter().all(|present| !present));
                for (i, x) in row {
                    for (j, y) in row {
                        expected[*i as usize][*j as usize] += x * y;
                    }
                }
                let actual = product(&mat, &pattern);
                for (actual, expected) in actual.as_flattened().iter().zip(expected.as_flattened())
                {
                    approx::assert_relative_eq!(actual, expected, epsilon = 1e-12);
                }
            }
        }
    }
}
