//! What a subject's answers differ by if it computes the same once more: its own spread, which is
//! added to that of the copies.

use super::ratio::Measured;

/// The largest distance of repeated answers from the first, element by element. A repetition with
/// another number of elements says nothing about single ones.
pub(super) fn own_spread(first: &[f64], repeated: &[Vec<f64>]) -> Vec<f64> {
    let mut spread = vec![0.0f64; first.len()];
    for again in repeated.iter().filter(|again| again.len() == first.len()) {
        for ((most, a), b) in spread.iter_mut().zip(first).zip(again) {
            let distance = (a - b).abs();
            // What is no number is judged as it is.
            if distance.is_finite() {
                *most = most.max(distance);
            }
        }
    }
    spread
}

/// Copies that lie farther from the reference by the subject's own spread.
pub(super) fn widened(copies: Vec<Vec<f64>>, reference: &[f64], own: &[f64]) -> Vec<Vec<f64>> {
    let farther = |copy: Vec<f64>| {
        let parts = copy.into_iter().zip(reference).zip(own);
        let moved = |((copy, exact), own): ((f64, &f64), &f64)| match copy >= *exact {
            true => copy + own,
            false => copy - own,
        };
        parts.map(moved).collect()
    };
    copies.into_iter().map(farther).collect()
}

/// Measures with the own spread added; also says how many times what rounding does that spread is,
/// zero for a subject that repeats itself.
pub(super) fn measure(
    (reference, subject): (&[f64], &[f64]),
    copies: Vec<Vec<f64>>,
    repeated: &[Vec<f64>],
    measure: impl Fn(&[f64], &[Vec<f64>]) -> Measured,
) -> (Measured, f64) {
    let own = own_spread(subject, repeated);
    if own.iter().all(|own| *own == 0.0) || reference.len() != own.len() {
        return (measure(subject, &copies), 0.0);
    }
    let shifted: Vec<f64> = reference.iter().zip(&own).map(|(r, o)| r + o).collect();
    let restless = measure(&shifted, &copies).r;
    (
        measure(subject, &widened(copies, reference, &own)),
        restless,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spread::elementwise;

    #[test]
    fn the_own_spread_is_added_to_that_of_the_copies() {
        let (reference, subject) = ([1.0, 2.0], [1.0, 2.5]);
        let copies = || vec![vec![1.0, 2.125], vec![1.0, 1.9375]];
        let all = 0..2;
        let all = std::slice::from_ref(&all);
        let by = |subject: &[f64], copies: &[Vec<f64>]| {
            elementwise(&reference, subject, copies, all, 0.0)
        };
        let (found, own) = measure((&reference, &subject), copies(), &[], by);
        assert_eq!((found.r, own), (4.0, 0.0));
        let repeated = [vec![1.0, 2.25], vec![1.0, 2.625], vec![7.0]];
        let (found, own) = measure((&reference, &subject), copies(), &repeated, by);
        // A quarter on top of an eighth; twice what rounding does.
        assert_eq!((found.r, own), (0.5 / 0.375, 2.0));
    }

    #[test]
    fn answers_that_are_no_numbers_do_not_widen_anything() {
        let repeated = [vec![f64::NAN, 1.0]];
        assert_eq!(own_spread(&[1.0, f64::INFINITY], &repeated), [0.0, 0.0]);
    }
}
