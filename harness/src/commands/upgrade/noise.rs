//! What rounding alone may do to a model: the old version against itself, with the state moved by
//! one unit in the last place.

use super::parts::{Part, scales};
use super::roll::{Runner, Script, Trajectory};
use crate::case::random::Random;
use crate::simulator::Failure;
use crate::snapshot::Assignment;

/// Runs beside the one that is judged.
const MEMBERS: u64 = 3;

/// How many times the spread a difference may be and still be called rounding: a version that adds
/// numbers in another order rounds at many places, the spread moves the state only.
const FACTOR: f64 = 100.0;

/// Below this share of what a part of the motion ever has nothing is called a change: a version whose
/// solver ends one iteration earlier, or that rounds the compiled model differently, rests elsewhere
/// by that much.
const FLOOR: f64 = 1e-7;

/// The same for single steps, which find what chaos hides: that is more than a solver's last iteration.
const FLOOR_OF_STEPS: f64 = 1e-5;

/// Contacts that come and go by a last bit do so at another step in each run. A difference is rounding
/// as well if it is of the size of what others do a tenth of the steps so far later, and in single
/// steps earlier too: at most this many times as much, and not so much less that it is something else.
/// So what differs from the first steps on is a change, whatever flips thereafter.
const FLIPS: f64 = 3.0;
const LEAST_FLIP: f64 = 0.01;
const TENTH: usize = 10;

/// The smallest move of a number that is zero or almost.
const SMALLEST: f64 = 1e-17;

/// The largest difference from the run that was judged, field by field and step by step.
#[derive(Clone, Debug, Default)]
pub(super) struct Spread {
    /// By part of the motion, then by step; the largest so far for free runs.
    pub sizes: Vec<Vec<f64>>,
    /// The share of a part's largest value that is no change whatever the spread is.
    floor: f64,
    /// By part and step: the most that others do at most a tenth of the steps so far away.
    near: Vec<Vec<f64>>,
}

/// Distances between two motions, by part of the old one and step by step.
pub(super) fn distances(old: &Trajectory, new: &Trajectory) -> Vec<Vec<f64>> {
    let steps = old.steps.min(new.steps);
    let of_part = |part: &Part| -> Vec<f64> {
        let (Some(a), Some(b)) = (old.get(part.field), new.get(part.field)) else {
            return vec![0.0; steps + 1];
        };
        if a.width != b.width {
            return vec![f64::INFINITY; steps + 1];
        }
        let columns = |row| <[f64]>::get(row, part.columns.clone()).unwrap_or_default();
        let at = |step: usize| distance(columns(a.row(step)), columns(b.row(step)));
        (0..=steps).map(at).collect()
    };
    old.parts.iter().map(of_part).collect()
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
    let mut spread = Spread::above(FLOOR);
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
    spread.look_around();
    Ok(spread)
}

/// How far single steps of the old version come apart that start from the old run's states.
pub(super) fn forced(
    runner: &mut Runner<'_>,
    script: &Script,
    old: &Trajectory,
) -> Result<Spread, Failure> {
    let mut spread = Spread::above(FLOOR_OF_STEPS);
    for member in 0..MEMBERS {
        let mut random = Random::new(member, 25);
        let moved = runner.forced(script, old, |state| nudge(state, &mut random))?;
        spread.take(distances(old, &moved));
    }
    spread.look_around();
    Ok(spread)
}

impl Spread {
    fn above(floor: f64) -> Spread {
        Spread {
            sizes: Vec::new(),
            floor,
            near: Vec::new(),
        }
    }

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

    /// The first step at which some part of `found` is more than rounding can explain, of which each
    /// step makes so many times what this spread was made of.
    pub(super) fn exceeded(
        &self,
        found: &[Vec<f64>],
        old: &Trajectory,
        times: f64,
    ) -> Option<usize> {
        let mut first: Option<usize> = None;
        for (part, (scale, sizes)) in scales(old).into_iter().zip(found).enumerate() {
            let beyond = |(step, size): (usize, &f64)| {
                (*size > self.allowed(part, step, *size, times, scale)).then_some(step)
            };
            let step = sizes.iter().enumerate().find_map(beyond);
            if let Some(step) = step
                && first.is_none_or(|earlier| step < earlier)
            {
                first = Some(step);
            }
        }
        first
    }

    /// For the spread of single steps: how many times as large the differences are that another
    /// version makes in each of them, as long as these are no change. What a compiler rounds
    /// differently is more than one unit in the last place, and chaos makes as much more of it.
    pub(super) fn times(&self, found: &[Vec<f64>], old: &Trajectory) -> f64 {
        let mut most = 1.0f64;
        for ((scale, sizes), spread) in scales(old).into_iter().zip(found).zip(&self.sizes) {
            for (size, spread) in sizes.iter().zip(spread).filter(|(size, _)| **size > 0.0) {
                if *size > FLOOR * scale {
                    return 1.0;
                }
                // Where the spread is nothing, one unit in the last place is what rounding is.
                most = most.max(size / spread.max(f64::EPSILON * scale));
            }
        }
        most
    }

    /// How many times what rounding can explain, at any step: more than 1 is a change.
    pub(super) fn excess(&self, found: &[Vec<f64>], old: &Trajectory, times: f64) -> f64 {
        let mut most = 0.0f64;
        for (part, (scale, sizes)) in scales(old).into_iter().zip(found).enumerate() {
            for (step, size) in sizes.iter().enumerate().filter(|(_, size)| **size > 0.0) {
                most = most.max(size / self.allowed(part, step, *size, times, scale));
            }
        }
        most
    }

    /// How much of a difference of a part at a step rounding explains.
    fn allowed(&self, part: usize, step: usize, size: f64, times: f64, scale: f64) -> f64 {
        let at = |sizes: &[Vec<f64>]| sizes.get(part).and_then(|sizes| sizes.get(step)).copied();
        let spread = at(&self.sizes).unwrap_or(f64::INFINITY);
        let near = at(&self.near).unwrap_or(0.0);
        let allowed = times * FACTOR * spread + self.floor * scale;
        match size >= LEAST_FLIP * near {
            true => allowed.max(FLIPS * near),
            false => allowed,
        }
    }

    /// Finds what happens within a tenth of the steps so far.
    fn look_around(&mut self) {
        let around = |sizes: &Vec<f64>| -> Vec<f64> {
            let most = |step: usize| {
                let reach = step / TENTH;
                let end = (step + reach + 1).min(sizes.len());
                let near = &sizes[step.saturating_sub(reach)..end];
                near.iter().fold(0.0f64, |most, size| most.max(*size))
            };
            (0..sizes.len()).map(most).collect()
        };
        self.near = self.sizes.iter().map(around).collect();
    }

    /// By step: the largest of a field's parts in a motion.
    pub(super) fn of_field(&self, motion: &Trajectory, field: &str) -> Vec<f64> {
        let mut largest = vec![0.0; motion.steps + 1];
        for (part, sizes) in motion.parts.iter().zip(&self.sizes) {
            for (most, size) in largest
                .iter_mut()
                .zip(sizes)
                .filter(|_| part.field == field)
            {
                *most = size.max(*most);
            }
        }
        largest
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

    /// A motion of one number, and the same number for every other field.
    fn motion(values: &[f64]) -> Trajectory {
        Trajectory {
            series: vec![super::super::roll::Series {
                name: "qpos",
                width: 1,
                values: values.to_vec(),
            }],
            parts: vec![Part {
                field: "qpos",
                columns: 0..1,
            }],
            steps: values.len() - 1,
            ..Trajectory::default()
        }
    }

    #[test]
    fn what_single_steps_round_may_grow_as_the_spread_does_but_a_change_may_not() {
        let old = motion(&[1.0, 1.0, 1.0]);
        let spread = |sizes: [f64; 3], floor| Spread {
            sizes: vec![sizes.to_vec()],
            floor,
            near: Vec::new(),
        };
        let forced = spread([1e-15; 3], FLOOR_OF_STEPS);
        let free = spread([1e-16, 1e-13, 1e-10], FLOOR);
        let found = vec![vec![0.0, 1e-9, 1e-6]];
        // One part in 10^11 in each step is ten thousand times the spread of steps.
        let times = forced.times(&[vec![1e-11; 3]], &old);
        assert!((times / 1e4 - 1.0).abs() < 1e-9, "{times}");
        assert_eq!(free.exceeded(&found, &old, times), None);
        assert!(free.excess(&found, &old, times) < 1.0);
        assert_eq!(free.exceeded(&found, &old, 1.0), Some(2));
        assert!(free.excess(&found, &old, 1.0) > 1.0);
        // A spread of nothing is one unit in the last place, so that it does not allow everything.
        let still = spread([0.0; 3], FLOOR_OF_STEPS);
        let times = still.times(&[vec![1e-14; 3]], &old);
        assert!((40.0..50.0).contains(&times), "{times}");
        // A step that is a change allows nothing more.
        assert_eq!(forced.times(&[vec![1e-12, 1e-6, 0.0]], &old), 1.0);
    }

    #[test]
    fn a_contact_that_flips_a_little_earlier_is_no_change() {
        let old = motion(&[1.0; 41]);
        let flips = |at: usize| -> Vec<f64> {
            let size = |step: usize| if step < at { 1e-15 } else { 1e-3 };
            (0..41).map(size).collect()
        };
        let mut free = Spread {
            sizes: vec![flips(30)],
            floor: FLOOR,
            near: Vec::new(),
        };
        free.look_around();
        assert_eq!(free.exceeded(&[flips(28)], &old, 1.0), None);
        assert_eq!(free.exceeded(&[flips(27)], &old, 1.0), Some(27));
        assert!(free.excess(&[flips(28)], &old, 1.0) < 1.0);
        assert!(free.excess(&[flips(27)], &old, 1.0) > 1.0);
        // What is there from the first step on was not brought by a flip of the third.
        let mut early = Spread {
            sizes: vec![flips(3)],
            floor: FLOOR,
            near: Vec::new(),
        };
        early.look_around();
        assert_eq!(early.exceeded(&[flips(1)], &old, 1.0), Some(1));
        // One that is much smaller is something else, and a larger one is as well.
        let smaller: Vec<f64> = flips(28).iter().map(|size| 1e-3 * size).collect();
        assert_eq!(free.exceeded(&[smaller], &old, 1.0), Some(28));
        let larger: Vec<f64> = flips(28).iter().map(|size| 5.0 * size).collect();
        assert_eq!(free.exceeded(&[larger], &old, 1.0), Some(28));
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
