//! The fluid's force on a body taken for a box of uniform density with the same inertia: Stokes drag of a sphere of its mean
//! size, and pressure drag of its faces.

use std::f64::consts::PI;

use crate::Model;
use crate::math::{MINVAL, Spatial, scalar};

/// Edges of the box with a body's mass and inertia.
pub(crate) fn equivalent_box(model: &Model, body: usize) -> [f64; 3] {
    let i = &model.body_inertia[body];
    let mass = model.body_mass[body];
    let edge = |sum: f64| (scalar::max(MINVAL, sum) / mass * 6.0).sqrt();
    [
        edge(i.y + i.z - i.x),
        edge(i.x + i.z - i.y),
        edge(i.x + i.y - i.z),
    ]
}

/// Torque and force in the body's inertial frame, at velocity `v` in that frame.
pub(super) fn force(model: &Model, body: usize, v: &Spatial) -> Spatial {
    let b = equivalent_box(model, body);
    let mut f = [0.0; 6];
    let viscosity = model.opt.viscosity;
    if viscosity > 0.0 {
        let diameter = (b[0] + b[1] + b[2]) / 3.0;
        for k in 0..3 {
            f[k] = v[k] * (-PI * diameter * diameter * diameter * viscosity);
            f[k + 3] = v[k + 3] * (-3.0 * PI * diameter * viscosity);
        }
    }
    let density = model.opt.density;
    if density > 0.0 {
        let fourth = b.map(|x| x * x * x * x);
        // Faces seen along each axis; moments of the faces that turn about it.
        for (k, (i, j)) in [(1, 2), (0, 2), (0, 1)].into_iter().enumerate() {
            let speed = v[k + 3];
            f[k + 3] -= 0.5 * density * b[i] * b[j] * speed.abs() * speed;
            f[k] -= density * b[k] * (fourth[i] + fourth[j]) * v[k].abs() * v[k] / 64.0;
        }
    }
    f
}
