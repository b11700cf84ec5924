//! What rounding alone may do to a model: the old version against itself, with the state moved by
//! one unit in the last place.

use super::roll::{OBSERVED, Runner, Script, Trajectory};
use crate::case::random::Random;
use crate::simulator::Failure;
use crate::snapshot::Assignment;

/// Runs beside the one that is judged.
const MEMBERS: u64 = 3;

/// How many times the spread a difference may be and still be called rounding: a version that adds
/// numbers in another order rounds at many places, the spread moves the state only.
const FACTOR: f64 = 100.0;

/// Below this part of a field's largest value nothing is called a change: a version that rounds the
/// compiled model differently rests elsewhere by that much.
const FLOOR: f64 = 1e-9;

/// The smallest move of a number that is zero or almost.
const SMALLEST: f64 = 1e-17;

/// The largest difference from the run that was judged, field by field and step by step.
#[derive(Clone, Debug, Default)]
pub(super) struct Spread {
    /// By field of [`OBSERVED`], then by step; the largest so far for free runs.
    pub sizes: Vec<Vec<f64>>,
}

/// Distances between two motions, field by field and step by step.
pub(super) fn distances(old: &Trajectory, new: &Trajectory) -> Vec<Vec<f64>> {
    let steps = old.steps.min(new.steps);
    let of_field = |name: &&str| -> Vec<f64> {
        let (Some(a), Some(b)) = (old.get(name), new.get(name)) else {
            return vec![0.0; steps + 1];
        };
        let at = |step: usize| distance(a.row(step), b.row(step));
        (0..=steps).map(at).collect()
    };
    OBSERVED.iter().map(of_field).collect()
}

/// The largest difference of two rows; infinite where one is no number or has another length.
pub(super) fn distance(a: &[f64], b: &[f64]) -> f64 {
    if a.len() != b.len() {
        return f64::INFINITY;
    }
    let mut largest = 0.0f64;
    for (a, b) in a.iter().zip(b) {
        let same = a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan());
        let apart = if same { 0.0 } else { (a - b).abs() };
        largest = largest.max(if apart.is_nan() { f64::INFINITY } else { apart });
    }
    largest
}

/// Moves every number of a state by one unit in the last place, up or down.
fn nudge(state: &mut [Assignment], random: &mut Random) {
    for assignment in state {
        if !matches!(assignment.field.as_str(), "qpos" | "qvel" | "act") {
            continue;
        }
        for value in &mut assignment.values {
            let ulp = (value.next_up() - *value).abs().max(SMALLEST);
            *value += if random.one_in(2) { ulp } else { -ulp };
        }
    }
}

/// How far free runs of the old version come apart. Grows only: two runs that met again by chance
/// are no closer than they were.
pub(super) fn free(
    runner: &mut Runner<'_>,
    script: &Script,
    old: &Trajectory,
) -> Result<Spread, Failure> {
    let mut spread = Spread::default();
    for member in 0..MEMBERS {
        let mut random = Random::new(member, 24);
        let mut moved = script.clone();
        let mut start = old.state(0);
        start.retain(|one| matches!(one.field.as_str(), "qpos" | "qvel" | "act"));
        nudge(&mut start, &mut random);
        moved.start.extend(start);
        spread.take(distances(old, &runner.free(&moved)?));
    }
    for sizes in &mut spread.sizes {
        let mut largest = 0.0f64;
        for size in sizes {
            largest = largest.max(*size);
            *size = largest;
        }
    }
    Ok(spread)
}

/// How far single steps of the old version come apart that start from the old run's states.
pub(super) fn forced(
    runner: &mut Runner<'_>,
    script: &Script,
    old: &Trajectory,
) -> Result<Spread, Failure> {
    let mut spread = Spread::default();
    for member in 0..MEMBERS {
        let mut random = Random::new(member, 25);
        let moved = runner.forced(script, old, |state| nudge(state, &mut random))?;
        spread.take(distances(old, &moved));
    }
    Ok(spread)
}

impl Spread {
    fn take(&mut self, distances: Vec<Vec<f64>>) {
        if self.sizes.is_empty() {
            self.sizes = distances;
            return;
        }
        for (sizes, others) in self.sizes.iter_mut().zip(distances) {
            for (size, other) in sizes.iter_mut().zip(others) {
                *size = size.max(other);
            }
        }
    }

    /// The first step and field at which `found` is more than rounding can explain.
    pub(super) fn exceeded(
        &self,
        found: &[Vec<f64>],
        old: &Trajectory,
    ) -> Option<(usize, &'static str)> {
        let mut first: Option<(usize, &'static str)> = None;
        for ((name, sizes), spread) in OBSERVED.iter().zip(found).zip(&self.sizes) {
            let values = old
                .get(name)
                .map_or(&[][..], |series| series.values.as_slice());
            let finite = values.iter().filter(|value| value.is_finite());
            let scale = finite.fold(0.0f64, |scale, value| scale.max(value.abs()));
            let beyond = |(step, size): (usize, &f64)| {
                let spread = spread.get(step).copied().unwrap_or(f64::INFINITY);
                (*size > FACTOR * spread + FLOOR * scale).then_some(step)
            };
            let step = sizes.iter().enumerate().find_map(beyond);
            if let Some(step) = step
                && first.is_none_or(|(earlier, _)| step < earlier)
            {
                first = Some((step, *name));
            }
        }
        first
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_other_lengths_and_numbers_against_none_are_infinitely_apart() {
        assert_eq!(distance(&[1.0, 2.0], &[1.0, 2.5]), 0.5);
        assert_eq!(distance(&[1.0], &[]), f64::INFINITY);
        assert_eq!(distance(&[f64::NAN], &[0.0]), f64::INFINITY);
        assert_eq!(distance(&[f64::NAN], &[f64::NAN]), 0.0);
    }

    #[test]
    fn a_nudge_moves_every_number_of_the_motion_and_nothing_else() {
        let assign = |field: &str, values: Vec<f64>| Assignment {
            field: field.to_owned(),
            values,
        };
        let mut state = vec![
            assign("qpos", vec![0.0, 1.0, -3.5]),
            assign("time", vec![0.5]),
        ];
        nudge(&mut state, &mut Random::new(1, 1));
        assert_eq!(state[1].values, [0.5]);
        for (moved, value) in state[0].values.iter().zip([0.0f64, 1.0, -3.5]) {
            let apart = (moved - value).abs();
            assert!(apart > 0.0 && apart < 1e-15, "{moved}");
        }
    }
}
