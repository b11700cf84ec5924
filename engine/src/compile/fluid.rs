//! Added mass and inertia of an ellipsoid in an ideal fluid.
//!
//! The coefficient along x is kappa = abc * integral over l from 0 to infinity of dl /
//! sqrt((a^2+l)^3 (b^2+l) (c^2+l)), by 15-point Gauss-Kronrod quadrature after the substitution l =
//! x^3 / (1-x)^2.
//!
//! Lamb, Hydrodynamics (6th edition, 1932), chapter V.

use std::f64::consts::PI;

use super::primitive::Primitive;
use crate::math::frame::EPS;
use crate::model::NFLUID;

const WEIGHTS: [f64; 15] = [
    0.01146766, 0.03154605, 0.05239501, 0.07032663, 0.08450236, 0.09517529, 0.10221647, 0.10474107,
    0.10221647, 0.09517529, 0.08450236, 0.07032663, 0.05239501, 0.03154605, 0.01146766,
];
const POINTS: [f64; 15] = [
    7.865151709349917e-08,
    1.7347976913907274e-05,
    0.0003548008144506193,
    0.002846636252924549,
    0.014094260903596077,
    0.053063261727396636,
    0.17041978741317773,
    0.5,
    1.4036301548686991,
    3.9353484827022642,
    11.644841677041734,
    39.53187807410903,
    177.5711362220801,
    1429.4772912937397,
    54087.416549217705,
];
const SLOPES: [f64; 15] = [
    5.538677720489877e-05,
    0.002080868285293228,
    0.016514126520723166,
    0.07261900344370877,
    0.23985243401862602,
    0.6868318249020725,
    1.8551129519182894,
    5.0,
    14.060031152313941,
    43.28941239611009,
    156.58546376397112,
    747.9826085305024,
    5827.4042950027115,
    116754.0197944512,
    25482945.327264845,
];

/// The fluid parameters of a geom: the model's switch, the author's coefficients, virtual mass and
/// virtual inertia.
pub(super) fn coefficients(shape: &Primitive, author: &[f64; 5]) -> [f64; NFLUID] {
    let axes = shape.semiaxes();
    let [dx, dy, dz]: [f64; 3] = axes.into();
    let volume = 4.0 / 3.0 * PI * dx * dy * dz;
    let kappa = [kappa(dx, dy, dz), kappa(dy, dz, dx), kappa(dz, dx, dy)];

    let mut fluid = [0.0; NFLUID];
    fluid[0] = 1.0;
    fluid[1..6].copy_from_slice(author);
    for i in 0..3 {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        fluid[6 + i] = volume * kappa[i] / (2.0 - kappa[i]).max(EPS);
        fluid[9 + i] = volume * added_inertia(axes[j], axes[k], kappa[j], kappa[k]) / 5.0;
    }
    fluid
}

/// Added inertia about the axis orthogonal to the half axes `d` and `e`.
fn added_inertia(d: f64, e: f64, kappa_d: f64, kappa_e: f64) -> f64 {
    let (dd, ee) = (d * d, e * e);
    let difference = dd - ee;
    let denominator = 2.0 * (dd - ee) + (dd + ee) * (kappa_d - kappa_e);
    difference * difference * (kappa_e - kappa_d).abs() / denominator.abs().max(EPS)
}

fn kappa(dx: f64, dy: f64, dz: f64) -> f64 {
    let inv_x = 1.0 / (dx * dx);
    let inv_y = 1.0 / (dy * dy);
    let inv_z = 1.0 / (dz * dz);
    // The integration variable has the dimension of an area.
    let scale = (dx * dx * dx * dy * dz).powf(0.4);
    let mut sum = 0.0;
    for ((point, slope), weight) in POINTS.iter().zip(&SLOPES).zip(&WEIGHTS) {
        let lambda = scale * point;
        let x = 1.0 + lambda * inv_x;
        let denominator = x * (x * (1.0 + lambda * inv_y) * (1.0 + lambda * inv_z)).sqrt();
        sum += scale * slope / denominator * weight;
    }
    sum * inv_x
}
