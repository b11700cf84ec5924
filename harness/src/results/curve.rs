//! How an error grows over a run, in bounded memory.

use serde::{Deserialize, Serialize};

use crate::number::Number;

/// Error by step. When it gets long, every second point is dropped and from then on every second
/// step is left out.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Curve {
    points: Vec<(u64, Number)>,
    #[serde(skip, default = "every_step")]
    stride: u64,
}

const LIMIT: usize = 256;

fn every_step() -> u64 {
    1
}

impl Default for Curve {
    fn default() -> Curve {
        Curve {
            points: Vec::new(),
            stride: every_step(),
        }
    }
}

impl Curve {
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    pub fn points(&self) -> &[(u64, Number)] {
        &self.points
    }

    pub fn push(&mut self, step: u64, error: f64) {
        if !step.is_multiple_of(self.stride) {
            return;
        }
        if self.points.len() == LIMIT {
            self.stride *= 2;
            let stride = self.stride;
            self.points.retain(|(step, _)| step.is_multiple_of(stride));
        }
        if step.is_multiple_of(self.stride) {
            self.points.push((step, Number(error)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_curve_stays_short_and_evenly_spaced() {
        let mut curve = Curve::default();
        for step in 1..=10_000 {
            curve.push(step, step as f64);
        }
        assert!((LIMIT / 2 - 1..=LIMIT).contains(&curve.points.len()));
        let steps: Vec<u64> = curve.points.iter().map(|(step, _)| *step).collect();
        assert!(
            steps
                .windows(2)
                .all(|pair| pair[1] - pair[0] == curve.stride)
        );
    }
}
