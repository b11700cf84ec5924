//! The error of a field over what rounding may do to it.

use std::ops::Range;

use crate::precision::Precision;

/// The worst part of a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Error over what rounding may do; infinite where rounding does nothing or the subject has no
    /// number.
    pub r: f64,
    pub error: f64,
    /// What rounding may do there.
    pub spread: f64,
    /// An element of the worst part.
    pub element: usize,
    /// Elements or groups that could be judged.
    pub judged: usize,
}

impl Measured {
    const NOTHING: Measured = Measured {
        r: 0.0,
        error: 0.0,
        spread: 0.0,
        element: 0,
        judged: 0,
    };

    /// Counts one more part; the worst one stays.
    fn take(&mut self, error: f64, spread: f64, element: usize) {
        let error = if error.is_nan() { f64::INFINITY } else { error };
        let r = match error {
            0.0 => 0.0,
            error => error / spread,
        };
        let r = if r.is_nan() { f64::INFINITY } else { r };
        let judged = self.judged + 1;
        if judged == 1 || r > self.r {
            *self = Measured {
                r,
                error,
                spread,
                element,
                judged,
            };
        }
        self.judged = judged;
    }
}

/// The size of the largest number of a field.
pub(super) fn largest(field: &[f64]) -> f64 {
    let finite = field.iter().filter(|value| value.is_finite());
    finite.fold(0.0f64, |most, value| most.max(value.abs()))
}

/// The largest number that a precision can hold: those below double have the range of single.
fn range(unit: f64) -> f64 {
    match unit < Precision::SINGLE.unit() {
        true => f64::MAX,
        false => f32::MAX.into(),
    }
}

/// Element by element. Where the reference has no number that the subject could have, or rounding
/// may lead to one that it cannot have, nothing can be said.
pub fn elementwise(
    reference: &[f64],
    subject: &[f64],
    copies: &[Vec<f64>],
    ranges: &[Range<usize>],
    unit: f64,
) -> Measured {
    let inside: Vec<f64> = ranges
        .iter()
        .flat_map(|range| reference.get(range.clone()).unwrap_or_default())
        .copied()
        .collect();
    let floor = unit * largest(&inside);
    let mut measured = Measured::NOTHING;
    for at in ranges.iter().cloned().flatten() {
        let (Some(&exact), Some(&value)) = (reference.get(at), subject.get(at)) else {
            continue;
        };
        let distance = |copy: &Vec<f64>| copy.get(at).map_or(f64::NAN, |c| (c - exact).abs());
        let spread = greatest(copies.iter().map(distance));
        let range = range(unit);
        if exact.abs() <= range && spread <= range {
            measured.take((value - exact).abs(), spread + floor, at);
        }
    }
    measured
}

/// By the norms of groups of elements: errors of a linear solution are those of all its parts.
/// `groups` names the group of each element. What the field is the difference of may be larger than
/// the field: `scale` is the size of that.
pub fn grouped(
    reference: &[f64],
    subject: &[f64],
    copies: &[Vec<f64>],
    groups: &[i64],
    (unit, scale): (f64, f64),
) -> Measured {
    let floor = unit * largest(reference).max(scale);
    let group = |at: usize| groups.get(at).copied().unwrap_or(0);
    let mut names: Vec<i64> = (0..reference.len()).map(group).collect();
    names.sort_unstable();
    names.dedup();
    let mut measured = Measured::NOTHING;
    for name in names {
        let members = || (0..reference.len()).filter(|&at| group(at) == name);
        let norm = |other: &[f64]| {
            let apart = |at: usize| other.get(at).map_or(f64::NAN, |o| o - reference[at]);
            members().map(|at| apart(at).powi(2)).sum::<f64>().sqrt()
        };
        let spread = greatest(copies.iter().map(|copy| norm(copy)));
        if spread.is_finite() && members().all(|at| reference[at].is_finite()) {
            let apart = |at: usize| {
                subject
                    .get(at)
                    .map_or(f64::NAN, |s| (s - reference[at]).abs())
            };
            let worst = members().max_by(|&a, &b| apart(a).total_cmp(&apart(b)));
            measured.take(norm(subject), spread + floor, worst.unwrap_or(0));
        }
    }
    measured
}

/// The largest number; NaN if there is one.
fn greatest(numbers: impl Iterator<Item = f64>) -> f64 {
    numbers.fold(0.0f64, |most, next| match next.is_nan() || most.is_nan() {
        true => f64::NAN,
        false => most.max(next),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNIT: f64 = 1e-7;

    fn measured(reference: &[f64], subject: &[f64], copies: &[Vec<f64>]) -> Measured {
        let all = 0..reference.len();
        elementwise(reference, subject, copies, std::slice::from_ref(&all), UNIT)
    }

    #[test]
    fn an_error_is_measured_by_the_spread_of_the_copies_and_the_unit() {
        let found = measured(&[1.0, 2.0], &[1.0, 2.000_004], &[vec![1.0, 2.000_001]]);
        assert_eq!(found.element, 1);
        assert!((found.r - 4e-6 / 1.2e-6).abs() < 1e-3, "{found:?}");
        assert_eq!(measured(&[0.0], &[0.0], &[vec![0.0]]).r, 0.0);
        assert_eq!(measured(&[0.0], &[1e-30], &[vec![0.0]]).r, f64::INFINITY);
    }

    #[test]
    fn what_is_no_number_is_worse_than_any_error() {
        for value in [f64::NAN, f64::INFINITY] {
            let found = measured(&[1.0, 2.0], &[1.5, value], &[vec![1.0, 2.0]]);
            assert_eq!((found.r, found.element), (f64::INFINITY, 1));
        }
    }

    #[test]
    fn nothing_is_said_where_the_reference_or_a_copy_has_no_number() {
        let found = measured(&[f64::NAN, 1.0], &[3.0, 4.0], &[vec![0.0, f64::NAN]]);
        assert_eq!((found.r, found.judged), (0.0, 0));
        // Nor where its number is beyond the range of the subject.
        let found = measured(&[1e100, 1.0], &[f64::INFINITY, 1.0], &[vec![1e100, 1.0]]);
        assert_eq!((found.r, found.judged), (0.0, 1));
    }

    #[test]
    fn groups_are_judged_by_their_norms() {
        let copies = [vec![3.0 + 3e-6, 4.0 + 4e-6, 1.0]];
        let found = grouped(
            &[3.0, 4.0, 1.0],
            &[3.0, 4.0 + 1e-5, 1.0],
            &copies,
            &[0, 0, 1],
            (UNIT, 0.0),
        );
        // 1e-5 over 5e-6 and 4e-7.
        assert!((found.r - 1e-5 / 5.4e-6).abs() < 1e-3, "{found:?}");
        assert_eq!((found.element, found.judged), (1, 2));
        let found = grouped(&[0.0], &[1e-7], &[vec![0.0]], &[0], (UNIT, 2.0));
        assert_eq!(found.r, 0.5);
    }
}
