//! Derivative of the fluid's force on an ellipsoid by its velocity: a 6 x 6 matrix of rotational
//! and translational blocks.
//!
//! Term by term that of the forces in `velocity/passive/fluid_ellipsoid.rs`, by the product rule.

use std::f64::consts::PI;

use super::Mat6;
use crate::Model;
use crate::math::{MINVAL, Mat3, Spatial, Vec3, scalar, spatial, vec3};
use crate::pipeline::velocity::passive::fluid_ellipsoid::{
    Interaction, equivalent_diameter, max_moment, semi_axes, sorted, square,
};

/// Of torque and force in the geom's frame, at velocity `v` in that frame.
#[doc(alias = "mjd_ellipsoidFluid")]
pub(super) fn by_velocity(model: &Model, geom: usize, v: &Spatial) -> Mat6 {
    let size = semi_axes(model, geom);
    let c = Interaction::of(model, geom);
    let (density, viscosity) = (model.opt.density, model.opt.viscosity);
    let (angular, linear) = (spatial::rotational(v), spatial::linear(v));
    let mut m = [[0.0; 6]; 6];
    magnus(&mut m, density, &size, &c, &angular, &linear);
    add_block(&mut m, 1, 1, &kutta(density, &size, &c, &linear));
    add_block(&mut m, 1, 1, &drag(density, viscosity, &size, &c, &linear));
    add_block(
        &mut m,
        0,
        0,
        &torque(density, viscosity, &size, &c, &angular),
    );
    added_mass(&mut m, density, &c, &angular, &linear);
    m
}

/// Adds a 3 x 3 block: 0 for rotations, 1 for translations.
fn add_block(m: &mut Mat6, row: usize, col: usize, block: &Mat3) {
    for i in 0..3 {
        for j in 0..3 {
            m[3 * row + i][3 * col + j] += block.0[3 * i + j];
        }
    }
}

/// Derivatives of `a x b` by `a` and by `b`.
#[doc(alias = "mjd_cross")]
fn cross(a: &Vec3, b: &Vec3) -> (Mat3, Mat3) {
    (
        Mat3([0.0, b.z, -b.y, -b.z, 0.0, b.x, b.y, -b.x, 0.0]),
        Mat3([0.0, -a.z, a.y, a.z, 0.0, -a.x, -a.y, a.x, 0.0]),
    )
}

/// The columns of a matrix times `factor` each.
fn scale_columns(mut m: Mat3, density: f64, factor: &Vec3) -> Mat3 {
    for (i, x) in m.0.iter_mut().enumerate() {
        *x *= density * factor[i % 3];
    }
    m
}

#[doc(alias = "mjd_addedMassForces")]
fn added_mass(m: &mut Mat6, density: f64, c: &Interaction, angular: &Vec3, linear: &Vec3) {
    let momentum = (density * c.virtual_mass).component_mul(linear);
    let spin = (density * c.virtual_inertia).component_mul(angular);
    let (by_spin, by_velocity) = cross(&spin, angular);
    add_block(m, 0, 0, &by_velocity);
    add_block(
        m,
        0,
        0,
        &scale_columns(by_spin, density, &c.virtual_inertia),
    );
    let (by_momentum, by_velocity) = cross(&momentum, linear);
    add_block(m, 0, 1, &by_velocity);
    add_block(
        m,
        0,
        1,
        &scale_columns(by_momentum, density, &c.virtual_mass),
    );
    let (by_momentum, by_velocity) = cross(&momentum, angular);
    add_block(m, 1, 0, &by_velocity);
    add_block(
        m,
        1,
        1,
        &scale_columns(by_momentum, density, &c.virtual_mass),
    );
}

#[doc(alias = "mjd_magnus_force")]
fn magnus(m: &mut Mat6, density: f64, size: &Vec3, c: &Interaction, angular: &Vec3, linear: &Vec3) {
    let volume = 4.0 / 3.0 * PI * size.x * size.y * size.z;
    let lift = c.magnus_lift * density * volume;
    let (by_angular, by_linear) = cross(&(lift * angular), &(lift * linear));
    add_block(m, 1, 0, &by_angular);
    add_block(m, 1, 1, &by_linear);
}

#[doc(alias = "mjd_viscous_torque")]
fn torque(density: f64, viscosity: f64, size: &Vec3, c: &Interaction, angular: &Vec3) -> Mat3 {
    let [d_max, d_mid, _] = sorted(size);
    let diameter = equivalent_diameter(size);
    let stokes = PI * diameter * diameter * diameter;
    let largest_moment = 8.0 / 15.0 * PI * d_mid * (d_max * d_max) * (d_max * d_max);
    let resistance: [f64; 3] = std::array::from_fn(|k| {
        let moment = max_moment(size, k);
        c.angular_drag * moment + c.slender_drag * (largest_moment - moment)
    });
    let moment = Vec3::from_fn(|k, _| angular[k] * resistance[k]);
    let density = density / scalar::max(MINVAL, vec3::norm(&moment));
    let slope = Vec3::from_fn(|k, _| -density * angular[k] * resistance[k] * resistance[k]);
    let diagonal =
        angular.x * slope.x + angular.y * slope.y + angular.z * slope.z - viscosity * stokes;
    let mut d = Mat3::ZERO;
    for i in 0..3 {
        d.0[4 * i] = diagonal;
    }
    add_outer(&mut d, angular, &slope);
    d
}

/// Adds `a b'`.
fn add_outer(m: &mut Mat3, a: &Vec3, b: &Vec3) {
    for i in 0..3 {
        for j in 0..3 {
            m.0[3 * i + j] += b[j] * a[i];
        }
    }
}

/// Squares of the products of two semi-axes each, for the projection of the ellipsoid onto a plane.
fn faces(size: &Vec3) -> Vec3 {
    Vec3::new(
        square(size.y * size.z),
        square(size.z * size.x),
        square(size.x * size.y),
    )
}

/// Products of velocity components: the squares, and the full outer product.
fn squares(v: &Vec3) -> (Vec3, Mat3) {
    let (xx, yy, zz) = (v.x * v.x, v.y * v.y, v.z * v.z);
    let (xy, yz, xz) = (v.x * v.y, v.y * v.z, v.x * v.z);
    (
        Vec3::new(xx, yy, zz),
        Mat3([xx, xy, xz, xy, yy, yz, xz, yz, zz]),
    )
}

#[doc(alias = "mjd_viscous_drag")]
fn drag(density: f64, viscosity: f64, size: &Vec3, c: &Interaction, linear: &Vec3) -> Mat3 {
    let [d_max, d_mid, _] = sorted(size);
    let largest_area = PI * d_max * d_mid;
    let f = faces(size);
    let (s, outer) = squares(linear);
    let denominator = f.x * f.x * s.x + f.y * f.y * s.y + f.z * f.z * s.z;
    let numerator = f.x * s.x + f.y * s.y + f.z * s.z;
    let area_slope = PI
        / scalar::max(
            MINVAL,
            (numerator * numerator * numerator * denominator).sqrt(),
        );
    let shown = PI * (denominator / scalar::max(MINVAL, numerator)).sqrt();
    let inner = s.x + s.y + s.z;
    let speed = inner.sqrt();
    let inverse_speed = 1.0 / scalar::max(MINVAL, speed);

    let stokes = viscosity * 3.0 * PI * equivalent_diameter(size);
    let quadratic = density * (shown * c.blunt_drag + c.slender_drag * (largest_area - shown));
    let by_area = density * speed * (c.blunt_drag - c.slender_drag);
    let (a, b, d) = (f.x, f.y, f.z);
    let area_by_velocity = Vec3::new(
        by_area * area_slope * a * linear.x * (b * s.y * (a - b) + d * s.z * (a - d)),
        by_area * area_slope * b * linear.y * (a * s.x * (b - a) + d * s.z * (b - d)),
        by_area * area_slope * d * linear.z * (a * s.x * (d - a) + b * s.y * (d - b)),
    );

    let mut m = outer;
    for i in 0..3 {
        m.0[4 * i] += inner;
    }
    for x in &mut m.0 {
        *x *= -quadratic * inverse_speed;
    }
    add_outer(&mut m, &-linear, &area_by_velocity);
    for i in 0..3 {
        m.0[4 * i] -= stokes;
    }
    m
}

#[doc(alias = "mjd_kutta_lift")]
fn kutta(density: f64, size: &Vec3, c: &Interaction, linear: &Vec3) -> Mat3 {
    let f = faces(size);
    let ff = f.component_mul(&f);
    let (s, outer) = squares(linear);
    let denominator = ff.x * s.x + ff.y * s.y + ff.z * s.z;
    let numerator = f.x * s.x + f.y * s.y + f.z * s.z;
    let speed2 = s.x + s.y + s.z;
    let lift = PI * c.kutta_lift * density
        / scalar::max(MINVAL, (denominator * numerator * speed2).sqrt());
    let coefficient = Vec3::new(
        s.y * (f.x - f.y) + s.z * (f.x - f.z),
        s.x * (f.y - f.x) + s.z * (f.y - f.z),
        s.x * (f.z - f.x) + s.y * (f.z - f.y),
    );
    let projection = numerator / scalar::max(MINVAL, denominator);
    let cosine = numerator / scalar::max(MINVAL, speed2);
    let inner = Vec3::from_fn(|k, _| ff[k] * projection - f[k] + cosine);

    let mut m = Mat3::ZERO;
    for i in 0..3 {
        for j in 0..3 {
            m.0[3 * i + j] = (f[j] - f[i]) * (2.0 * numerator);
        }
    }
    add_outer(&mut m, &coefficient, &inner);
    for (x, product) in m.0.iter_mut().zip(outer.0) {
        *x *= product;
    }
    for i in 0..3 {
        m.0[4 * i] -= coefficient[i] * numerator;
    }
    for x in &mut m.0 {
        *x *= lift;
    }
    m
}
