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

/// A point, and how far it is from both.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) x: Vec3,
    /// The same point in the frame of the second.
    seen: Vec3,
    first: f64,
    second: f64,
}

impl Place {
    #[doc(alias = "mjc_distance")]
    fn value(&self, objective: Objective) -> f64 {
        let (a, b) = (self.first, self.second);
        match objective {
            Objective::Overlap => max(a, b),
            Objective::Middle => a - b,
            Objective::Meeting => a + b + max(a, b).abs(),
        }
    }
}

impl Two<'_> {
    pub(super) fn place(&self, x: Vec3) -> Place {
        let seen = self.mat.mul_vec(&x) + self.pos;
        Place {
            first: self.first.distance(&x),
            second: self.second.distance(&seen),
            x,
            seen,
        }
    }

    #[doc(alias = "mjc_gradient")]
    pub(super) fn gradient(&self, objective: Objective, place: &Place) -> Vec3 {
        let of_first = || self.first.gradient(&place.x);
        let of_second = || self.mat.tr_mul_vec(&self.second.gradient(&place.seen));
        let (a, b) = (place.first, place.second);
        match objective {
            Objective::Overlap if a > b => of_first(),
            Objective::Overlap => of_second(),
            Objective::Middle => {
                let [a, b] = [of_first(), of_second()].map(vec3::normalized);
                vec3::normalized(a - b)
            }
            Objective::Meeting => {
                let (grad_a, grad_b) = (of_first(), of_second());
                let larger = if a > b { grad_a } else { grad_b };
                let sign = if max(a, b) > 0.0 { 1.0 } else { -1.0 };
                grad_a + grad_b + larger * sign
            }
        }
    }

    /// Goes downhill from a place, each time as far as it pays. Returns the last value.
    ///
    /// Distances are asked for once at each place; MuJoCo asks three times where a step ends.
    pub(super) fn descend(&self, objective: Objective, place: &mut Place, iterations: i32) -> f64 {
        /// The part of the expected decrease that is good enough.
        const DECREASE: f64 = 0.1;
        const SHORTER: f64 = 0.5;
        const SHORTEST: f64 = 1e-4;
        let mut value = MAXVAL;
        for _ in 0..iterations {
            let gradient = self.gradient(objective, place);
            if gradient.iter().any(|&part| is_bad(part)) {
                return MAXVAL;
            }
            let start = place.x;
            let before = place.value(objective);
            let mut step = 2.0;
            let mut decrease = -DECREASE * step * gradient.dot(&gradient);
            loop {
                step *= SHORTER;
                decrease *= SHORTER;
                *place = self.place(start + gradient * -step);
                value = place.value(objective);
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
