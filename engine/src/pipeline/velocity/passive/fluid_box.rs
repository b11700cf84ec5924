//! The fluid's force on a body taken for a box of uniform density with the same inertia: Stokes
//! drag of a sphere of its mean size, and pressure drag of its faces.
//!
//! `force = -3 pi d viscosity v - density A |v| v / 2` and
//! `torque = -pi d^3 viscosity w - density b_k (b_i^4 + b_j^4) |w| w / 64`, by axis: Stokes' law
//! for a sphere of diameter `d`, and pressure drag.

use std::f64::consts::PI;

use wide::f64x2;

use super::fluid::Pairs;
use crate::math::{MINVAL, Vec3, scalar};
use crate::model::Opt;

/// Edges of the box with a body's mass and inertia.
pub(crate) fn equivalent_box(mass: f64, i: &Vec3) -> [f64; 3] {
    let edge = |sum: f64| (scalar::max(MINVAL, sum) / mass * 6.0).sqrt();
    [
        edge(i.y + i.z - i.x),
        edge(i.x + i.z - i.y),
        edge(i.x + i.y - i.z),
    ]
}

/// A body's box, kept as long as its mass and inertia are those that it was found for.
#[derive(Clone, Debug, Default)]
pub(crate) struct FluidBox {
    mass: f64,
    inertia: Vec3,
    edges: [f64; 3],
    /// Diameter of the sphere whose Stokes drag stands for the box's.
    diameter: f64,
    /// Sums of the fourth powers of the edges of the faces that turn about each axis.
    moments: [f64; 3],
}

impl FluidBox {
    /// Becomes the box of a body that has mass.
    #[inline]
    pub(super) fn follow(&mut self, mass: f64, inertia: &Vec3) {
        if self.mass != mass || self.inertia != *inertia {
            *self = FluidBox::new(mass, *inertia);
        }
    }

    #[cold]
    fn new(mass: f64, inertia: Vec3) -> FluidBox {
        let edges = equivalent_box(mass, &inertia);
        let fourth = edges.map(|x| x * x * x * x);
        FluidBox {
            mass,
            inertia,
            edges,
            diameter: (edges[0] + edges[1] + edges[2]) / 3.0,
            moments: [(1, 2), (0, 2), (0, 1)].map(|(i, j)| fourth[i] + fourth[j]),
        }
    }

    /// Torque and force in the body's inertial frame, at velocity `v` in that frame.
    #[doc(alias = "mj_inertiaBoxFluidModel")]
    #[inline]
    pub(super) fn force(&self, opt: &Opt, v: Pairs) -> Pairs {
        let (b, diameter) = (&self.edges, self.diameter);
        let mut f = [f64x2::ZERO; 3];
        let viscosity = opt.viscosity;
        if viscosity > 0.0 {
            let by_turning = -PI * diameter * diameter * diameter * viscosity;
            let by_moving = -3.0 * PI * diameter * viscosity;
            let drag = f64x2::from([by_turning, by_moving]);
            f = v.map(|v| v * drag);
        }
        let density = opt.density;
        if density > 0.0 {
            let scale = f64x2::from([1.0 / 64.0, 1.0]);
            for (k, (i, j)) in [(1, 2), (0, 2), (0, 1)].into_iter().enumerate() {
                let by_turning = density * b[k] * self.moments[k];
                let by_moving = 0.5 * density * b[i] * b[j];
                f[k] -= f64x2::from([by_turning, by_moving]) * v[k].abs() * v[k] * scale;
            }
        }
        f
    }
}
