//! What is minimised to find where two shapes overlap, with its gradient.

use super::part::Part;
use crate::math::scalar::{is_bad, max};
use crate::math::{MAXVAL, Mat3, Vec3, vec3};

/// Two shapes in the frame of the first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Two<'a> {
    pub(super) first: Part<'a>,
    pub(super) second: Part<'a>,
    /// From the frame of the first to that of the second.
    pub(super) mat: Mat3,
    pub(super) pos: Vec3,
}

/// A function of the distances `a` and `b` from both.
#[doc(alias = "mjtSDFType")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Objective {
    /// `max(a, b)`: negative where they overlap.
    Overlap,
    /// `a - b`: zero on the surface midway.
    Middle,
    /// `a + b + |max(a, b)|`: least in the deepest overlap, or midway between them.
    Meeting,
}

impl Two<'_> {
    fn seen_from_second(&self, x: &Vec3) -> Vec3 {
        self.mat.mul_vec(x) + self.pos
    }

    #[doc(alias = "mjc_distance")]
    pub(super) fn value(&self, objective: Objective, x: &Vec3) -> f64 {
        let a = self.first.distance(x);
        let b = self.second.distance(&self.seen_from_second(x));
        match objective {
            Objective::Overlap => max(a, b),
            Objective::Middle => a - b,
            Objective::Meeting => a + b + max(a, b).abs(),
        }
    }

    #[doc(alias = "mjc_gradient")]
    pub(super) fn gradient(&self, objective: Objective, x: &Vec3) -> Vec3 {
        let y = self.seen_from_second(x);
        let of_first = || self.first.gradient(x);
        let of_second = || self.mat.tr_mul_vec(&self.second.gradient(&y));
        match objective {
            Objective::Overlap if self.first.distance(x) > self.second.distance(&y) => of_first(),
            Objective::Overlap => of_second(),
            Objective::Middle => {
                let [a, b] = [of_first(), of_second()].map(vec3::normalized);
                vec3::normalized(a - b)
            }
            Objective::Meeting => {
                let (a, b) = (self.first.distance(x), self.second.distance(&y));
                let (grad_a, grad_b) = (of_first(), of_second());
                let larger = if a > b { grad_a } else { grad_b };
                let sign = if max(a, b) > 0.0 { 1.0 } else { -1.0 };
                grad_a + grad_b + larger * sign
            }
        }
    }

    /// Goes downhill from a point, each time as far as it pays. Returns the last value.
    pub(super) fn descend(&self, objective: Objective, x: &mut Vec3, iterations: i32) -> f64 {
        /// The part of the expected decrease that is good enough.
        const DECREASE: f64 = 0.1;
        const SHORTER: f64 = 0.5;
        const SHORTEST: f64 = 1e-4;
        let mut value = MAXVAL;
        for _ in 0..iterations {
            let gradient = self.gradient(objective, x);
            if gradient.iter().any(|&part| is_bad(part)) {
                return MAXVAL;
            }
            let start = *x;
            let before = self.value(objective, &start);
            let mut step = 2.0;
            let mut decrease = -DECREASE * step * gradient.dot(&gradient);
            loop {
                step *= SHORTER;
                decrease *= SHORTER;
                *x = start + gradient * -step;
                value = self.value(objective, x);
                if !(step > SHORTEST && value - before > decrease) {
                    break;
                }
            }
            if before < value {
                return value;
            }
        }
        value
    }
}
