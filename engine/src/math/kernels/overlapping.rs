//! Sparse matrices whose rows may lie over each other: what becomes of a factor whose rows have too
//! little room, element by element in MuJoCo's order.
//!
//! Only rows that do not ascend lead here. Whatever would lie beyond the memory of the matrix ends
//! an operation with [`Broken::Beyond`].

use super::sparse;
use crate::math::MINVAL;

/// Why an operation cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Broken {
    /// It reads or writes memory that is not the matrix's.
    Beyond,
    /// An update does not fit the pattern of a row.
    Varied,
}

/// Elements with their columns, and memory for one more row.
#[derive(Clone, Debug, Default)]
pub(crate) struct Store {
    pub(crate) values: Vec<f64>,
    pub(crate) columns: Vec<i32>,
    row: Vec<(f64, i32)>,
}

/// Where the other vector of a sum is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source<'a> {
    /// In the same store, from this place on.
    Within(usize),
    Outside(&'a [f64], &'a [i32]),
}

impl Store {
    /// Makes room for so many elements.
    pub(crate) fn resize(&mut self, count: usize) {
        self.values.clear();
        self.values.resize(count, 0.0);
        self.columns.clear();
        self.columns.resize(count, 0);
    }

    pub(crate) fn get(&self, at: usize) -> Result<(f64, i32), Broken> {
        match (self.values.get(at), self.columns.get(at)) {
            (Some(&value), Some(&column)) => Ok((value, column)),
            _ => Err(Broken::Beyond),
        }
    }

    pub(crate) fn set(&mut self, at: usize, element: (f64, i32)) -> Result<(), Broken> {
        if at >= self.values.len() || at >= self.columns.len() {
            return Err(Broken::Beyond);
        }
        (self.values[at], self.columns[at]) = element;
        Ok(())
    }

    fn of(&self, source: Source<'_>, k: usize) -> Result<(f64, i32), Broken> {
        match source {
            Source::Within(start) => self.get(start + k),
            Source::Outside(values, columns) => match (values.get(k), columns.get(k)) {
                (Some(&value), Some(&column)) => Ok((value, column)),
                _ => Err(Broken::Beyond),
            },
        }
    }

    /// `x <- a x + b y`, where `x` has `count` elements from `at` on and `y` the first `others` of
    /// a source. Returns how many `x` has then; `most` have room while it is copied.
    #[doc(alias = "mju_combineSparse")]
    pub(crate) fn combine(
        &mut self,
        (at, count, a): (usize, usize, f64),
        (source, others, b): (Source<'_>, usize, f64),
        most: usize,
    ) -> Result<usize, Broken> {
        let mut alike = count == others;
        for k in 0..if alike { count } else { 0 } {
            alike &= self.get(at + k)?.1 == self.of(source, k)?.1;
        }
        if alike {
            for k in 0..count {
                let (x, column) = self.get(at + k)?;
                let (y, _) = self.of(source, k)?;
                self.set(at + k, (a * x + b * y, column))?;
            }
            return Ok(count);
        }
        if count > most || at + count > self.values.len() {
            return Err(Broken::Beyond);
        }
        let mut row = std::mem::take(&mut self.row);
        row.clear();
        let own = self.values[at..].iter().zip(&self.columns[at..]);
        row.extend(own.take(count).map(|(&value, &column)| (value, column)));
        let merged = self.merge(at, &row, a, (source, others, b));
        self.row = row;
        merged
    }

    fn merge(
        &mut self,
        at: usize,
        row: &[(f64, i32)],
        a: f64,
        (source, others, b): (Source<'_>, usize, f64),
    ) -> Result<usize, Broken> {
        let (mut i, mut j, mut count) = (0, 0, 0);
        while i < row.len() || j < others {
            let own = row.get(i).copied();
            let other = if j < others {
                Some(self.of(source, j)?)
            } else {
                None
            };
            let element = match (own, other) {
                (Some((x, column)), Some((y, same))) if column == same => {
                    (i, j) = (i + 1, j + 1);
                    (a * x + b * y, column)
                }
                (Some((x, column)), other) if other.is_none_or(|(_, other)| column < other) => {
                    i += 1;
                    (a * x, column)
                }
                (_, Some((y, column))) => {
                    j += 1;
                    (b * y, column)
                }
                _ => break,
            };
            self.set(at + count, element)?;
            count += 1;
        }
        Ok(count)
    }
}

/// A square matrix: where each row begins and how many elements it has.
#[derive(Clone, Debug, Default)]
pub(crate) struct Overlapping {
    pub(crate) store: Store,
    pub(crate) start: Vec<usize>,
    pub(crate) count: Vec<usize>,
    /// A vector on its way through an update.
    vector: Store,
}

impl Overlapping {
    fn row(&self, r: usize) -> Result<(usize, usize), Broken> {
        match (self.start.get(r), self.count.get(r)) {
            (Some(&start), Some(&count)) if count > 0 => Ok((start, count)),
            _ => Err(Broken::Beyond),
        }
    }

    /// Factorises in place. Pivots below `least` are raised to it; returns how many were not.
    #[doc(alias = "mju_cholFactorSparse")]
    pub(crate) fn factor(&mut self, least: f64) -> Result<usize, Broken> {
        let n = self.start.len();
        let mut rank = n;
        for r in (0..n).rev() {
            let (start, count) = self.row(r)?;
            let last = start + count - 1;
            let (mut pivot, column) = self.store.get(last)?;
            if pivot < least {
                pivot = least;
                rank -= 1;
            }
            let pivot = pivot.sqrt();
            self.store.set(last, (pivot, column))?;
            let inverse = 1.0 / pivot;
            for value in &mut self.store.values[start..last] {
                *value *= inverse;
            }
            for i in 0..count - 1 {
                let (value, column) = self.store.get(start + i)?;
                let column = column as usize;
                let (at, length) = self.row(column)?;
                let source = (Source::Within(start), i + 1, -value);
                self.count[column] = self.store.combine((at, length, 1.0), source, n)?;
            }
        }
        Ok(rank)
    }

    /// Makes the factor of `L' L` that of `L' L + x x'`, or `- x x'` if not `plus`. Returns how many
    /// pivots stayed positive.
    #[doc(alias = "mju_cholUpdateSparse")]
    pub(crate) fn update(
        &mut self,
        values: impl Iterator<Item = f64>,
        columns: &[i32],
        plus: bool,
    ) -> Result<usize, Broken> {
        let n = self.start.len();
        let mut vector = std::mem::take(&mut self.vector);
        vector.resize(n);
        let mut left = 0;
        for (value, &column) in values.zip(columns) {
            vector.set(left, (value, column))?;
            left += 1;
        }
        let rank = self.change(&mut vector, left, plus);
        self.vector = vector;
        rank
    }

    fn change(&mut self, x: &mut Store, mut left: usize, plus: bool) -> Result<usize, Broken> {
        let n = self.start.len();
        let mut rank = n;
        // Each row once, as long as columns ascend.
        for _ in 0..n {
            let Some(i) = left.checked_sub(1) else {
                return Ok(rank);
            };
            let (xi, row) = x.get(i)?;
            let (start, count) = self.row(row as usize)?;
            let last = start + count - 1;
            let (old, column) = self.store.get(last)?;
            let mut square = old * old + if plus { xi * xi } else { -xi * xi };
            if square < MINVAL {
                square = MINVAL;
                rank -= 1;
            }
            let r = square.sqrt();
            let (c, s) = (r / old, xi / old);
            self.store.set(last, (r, column))?;
            let factor = if plus { s / c } else { -s / c };
            let source = (Source::Outside(&x.values, &x.columns), i, factor);
            let now = self.store.combine((start, count - 1, 1.0 / c), source, n)?;
            if now != count - 1 {
                return Err(Broken::Varied);
            }
            let own = (&self.store.values[start..], &self.store.columns[start..]);
            let source = (Source::Outside(own.0, own.1), count - 1, -s);
            left = x.combine((0, i, c), source, n)?;
        }
        if left == 0 {
            Ok(rank)
        } else {
            Err(Broken::Beyond)
        }
    }

    /// Solves `L' L x = x` in place.
    #[doc(alias = "mju_cholSolveSparse")]
    pub(crate) fn solve(&self, x: &mut [f64]) -> Result<(), Broken> {
        let n = self.start.len();
        for i in (0..n).rev() {
            if x[i] == 0.0 {
                continue;
            }
            let (start, count) = self.row(i)?;
            x[i] /= self.store.get(start + count - 1)?.0;
            let factor = x[i];
            for k in start..start + count - 1 {
                let (value, column) = self.store.get(k)?;
                *x.get_mut(column as usize).ok_or(Broken::Beyond)? -= value * factor;
            }
        }
        for i in 0..n {
            let (start, count) = self.row(i)?;
            let last = start + count - 1;
            let pivot = self.store.get(last)?.0;
            if count > 1 {
                let (values, columns) = (&self.store.values, &self.store.columns);
                x[i] -= sparse::dot(&values[start..last], &columns[start..last], x);
            }
            x[i] /= pivot;
        }
        Ok(())
    }
}
