//! The fluid's force on an ellipsoid: the fluid that moves along with it (added mass), Magnus and
//! Kutta lift, and drag that is linear and quadratic in velocity.
//!
//! Added mass: `force = p x w`, `torque = p x v + l x w` with the fluid's momentum `p` and angular
//! momentum `l`, Kirchhoff's equations; Lamb, Hydrodynamics (6th edition, 1932), chapter VI.

use std::f64::consts::PI;

use crate::Model;
use crate::math::{MINVAL, Spatial, Vec3, scalar, spatial, vec3};
use crate::model::codes::GeomType;

/// A geom's parameters of interaction with the fluid.
pub(crate) struct Interaction {
    pub(crate) scale: f64,
    pub(crate) blunt_drag: f64,
    pub(crate) slender_drag: f64,
    pub(crate) angular_drag: f64,
    pub(crate) kutta_lift: f64,
    pub(crate) magnus_lift: f64,
    pub(crate) virtual_mass: Vec3,
    pub(crate) virtual_inertia: Vec3,
}

impl Interaction {
    pub(crate) fn of(model: &Model, geom: usize) -> Interaction {
        let c = &model.geom_fluid[geom];
        Interaction {
            scale: c[0],
            blunt_drag: c[1],
            slender_drag: c[2],
            angular_drag: c[3],
            kutta_lift: c[4],
            magnus_lift: c[5],
            virtual_mass: Vec3::new(c[6], c[7], c[8]),
            virtual_inertia: Vec3::new(c[9], c[10], c[11]),
        }
    }
}

/// Semi-axes of the ellipsoid that stands for a geom.
#[doc(alias = "mju_geomSemiAxes")]
pub(crate) fn semi_axes(model: &Model, geom: usize) -> Vec3 {
    let size = &model.geom_size[geom];
    match GeomType::from_code(model.geom_type[geom]) {
        Some(GeomType::Sphere) => Vec3::repeat(size.x),
        Some(GeomType::Capsule) => Vec3::new(size.x, size.x, size.y + size.x),
        Some(GeomType::Cylinder) => Vec3::new(size.x, size.x, size.y),
        Some(GeomType::Ellipsoid | GeomType::Box | GeomType::Mesh | GeomType::Sdf)
        | Some(GeomType::Plane | GeomType::Hfield)
        | None => *size,
    }
}

/// Largest, middle and smallest semi-axis.
pub(crate) fn sorted(size: &Vec3) -> [f64; 3] {
    let largest = scalar::max(scalar::max(size.x, size.y), size.z);
    let smallest = scalar::min(scalar::min(size.x, size.y), size.z);
    [
        largest,
        size.x + size.y + size.z - largest - smallest,
        smallest,
    ]
}

/// Diameter of the sphere whose Stokes drag stands for the ellipsoid's.
pub(crate) fn equivalent_diameter(size: &Vec3) -> f64 {
    2.0 / 3.0 * (size.x + size.y + size.z)
}

/// Largest moment of the ellipsoid's cross-sections that turn about axis `k`.
#[doc(alias = "mji_ellipsoid_max_moment")]
pub(crate) fn max_moment(size: &Vec3, k: usize) -> f64 {
    let widest = scalar::max(size[(k + 1) % 3], size[(k + 2) % 3]);
    8.0 / 15.0 * PI * size[k] * fourth(widest)
}

#[inline]
pub(crate) fn square(x: f64) -> f64 {
    x * x
}

#[inline]
pub(crate) fn fourth(x: f64) -> f64 {
    (x * x) * (x * x)
}

/// Torque and force in the geom's frame, at velocity `v` in that frame.
pub(super) fn force(model: &Model, geom: usize, v: &Spatial) -> Spatial {
    let size = semi_axes(model, geom);
    let c = Interaction::of(model, geom);
    let (angular, linear) = (spatial::rotational(v), spatial::linear(v));
    let (mut torque, mut force) = added_mass(model.opt.density, &c, &angular, &linear);
    viscous(model, &size, &c, &angular, &linear, &mut torque, &mut force);
    spatial::scale(&spatial::join(&torque, &force), c.scale)
}

/// Gyroscopic forces of the fluid that moves along.
#[doc(alias = "mj_addedMassForces")]
fn added_mass(density: f64, c: &Interaction, angular: &Vec3, linear: &Vec3) -> (Vec3, Vec3) {
    let momentum = (density * c.virtual_mass).component_mul(linear);
    let spin = (density * c.virtual_inertia).component_mul(angular);
    let mut torque = Vec3::zeros();
    torque += momentum.cross(linear);
    torque += spin.cross(angular);
    (torque, Vec3::zeros() + momentum.cross(angular))
}

/// Lift and drag.
#[doc(alias = "mj_viscousForces")]
fn viscous(
    model: &Model,
    size: &Vec3,
    c: &Interaction,
    angular: &Vec3,
    linear: &Vec3,
    torque: &mut Vec3,
    force: &mut Vec3,
) {
    let (density, viscosity) = (model.opt.density, model.opt.viscosity);
    let [d_max, d_mid, _] = sorted(size);
    let volume = 4.0 / 3.0 * PI * size.x * size.y * size.z;
    let magnus = angular.cross(linear) * (c.magnus_lift * density * volume);

    // Area that the ellipsoid shows to the flow, and the normal to it.
    let faces = [size.y * size.z, size.z * size.x, size.x * size.y];
    let denominator = fourth(faces[0]) * square(linear.x)
        + fourth(faces[1]) * square(linear.y)
        + fourth(faces[2]) * square(linear.z);
    let numerator =
        square(faces[0] * linear.x) + square(faces[1] * linear.y) + square(faces[2] * linear.z);
    let shown = PI * (denominator / scalar::max(MINVAL, numerator)).sqrt();
    let normal = Vec3::from_fn(|k, _| square(faces[k]) * linear[k]);
    let speed = vec3::norm(linear);
    let cosine = numerator / scalar::max(MINVAL, speed * denominator);
    let circulation = normal.cross(linear) * (c.kutta_lift * density * cosine * shown);
    let kutta = circulation.cross(linear);

    let diameter = equivalent_diameter(size);
    let stokes_force = 3.0 * PI * diameter;
    let stokes_torque = PI * diameter * diameter * diameter;
    let largest_moment = 8.0 / 15.0 * PI * d_mid * fourth(d_max);
    let resistance = Vec3::from_fn(|k, _| {
        let moment = max_moment(size, k);
        angular[k] * (c.angular_drag * moment + c.slender_drag * (largest_moment - moment))
    });
    let largest_area = PI * d_max * d_mid;
    let linear_drag = viscosity * stokes_force
        + density * speed * (shown * c.blunt_drag + c.slender_drag * (largest_area - shown));
    let angular_drag = viscosity * stokes_torque + density * vec3::norm(&resistance);

    *torque -= angular_drag * angular;
    *force += magnus + kutta - linear_drag * linear;
}
