//! Volume, surface, inertia and bounds of the primitive shapes.
//!
//! A mesh or height field counts here as the box of its size; its own properties come from its
//! asset.
//!
//! Sizes are half extents, as in MJCF: a capsule or cylinder has its radius first and half its
//! length second.
//!
//! Solids by `integral (y^2 + z^2) dm`; the surface of an ellipsoid by Knud Thomsen's
//! approximation.

use std::f64::consts::PI;

use crate::math::{MAXVAL, Vec3};
use crate::spec::GeomType;

/// A shape with its size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Primitive {
    pub(super) kind: GeomType,
    pub(super) size: Vec3,
}

impl Primitive {
    /// The sizes that must be positive.
    pub(super) fn required_sizes(&self) -> std::ops::Range<usize> {
        match self.kind {
            GeomType::Plane => 2..3,
            GeomType::Sphere => 0..1,
            GeomType::Capsule | GeomType::Cylinder => 0..2,
            GeomType::Ellipsoid | GeomType::Box => 0..3,
            GeomType::Mesh | GeomType::Sdf | GeomType::Hfield => 0..0,
        }
    }

    /// What a density multiplies to give the mass: the volume, or the surface of a shell.
    pub(super) fn content(&self, shell: bool) -> f64 {
        if shell { self.surface() } else { self.volume() }
    }

    fn volume(&self) -> f64 {
        let [a, b, c] = self.size.into();
        match self.kind {
            GeomType::Plane => 0.0,
            GeomType::Sphere => 4.0 * PI * a * a * a / 3.0,
            GeomType::Capsule => PI * (a * a * (2.0 * b) + 4.0 * a * a * a / 3.0),
            GeomType::Cylinder => PI * a * a * (2.0 * b),
            GeomType::Ellipsoid => 4.0 * PI * a * b * c / 3.0,
            GeomType::Box | GeomType::Mesh | GeomType::Sdf | GeomType::Hfield => a * b * c * 8.0,
        }
    }

    fn surface(&self) -> f64 {
        let [a, b, c] = self.size.into();
        match self.kind {
            GeomType::Plane => 0.0,
            GeomType::Sphere => 4.0 * PI * a * a,
            GeomType::Capsule => 4.0 * PI * a * a + 2.0 * PI * a * (2.0 * b),
            GeomType::Cylinder => 2.0 * PI * a * a + 2.0 * PI * a * (2.0 * b),
            GeomType::Ellipsoid => {
                // Thomsen's approximation.
                let p = 1.6075_f64;
                let sum = (a * b).powf(p) + (b * c).powf(p) + (c * a).powf(p);
                4.0 * PI * (sum / 3.0).powf(1.0 / p)
            }
            GeomType::Box | GeomType::Mesh | GeomType::Sdf | GeomType::Hfield => {
                8.0 * (a * b + b * c + c * a)
            }
        }
    }

    /// Moments about the shape's own axes.
    pub(super) fn moments(&self, mass: f64, shell: bool) -> Vec3 {
        let [a, b, _]: [f64; 3] = self.size.into();
        match (self.kind, shell) {
            (GeomType::Plane, _) => Vec3::zeros(),
            (GeomType::Sphere, false) => Vec3::repeat(2.0 * mass * a * a / 5.0),
            (GeomType::Sphere, true) => Vec3::repeat(2.0 * mass * a * a / 3.0),
            (GeomType::Capsule, false) => solid_capsule(mass, a, b),
            (GeomType::Capsule, true) => shell_capsule(mass, a, b),
            (GeomType::Cylinder, false) => solid_cylinder(mass, a, b),
            (GeomType::Cylinder, true) => shell_cylinder(mass, a, b),
            (GeomType::Ellipsoid, false) => solid_ellipsoid(mass, self.size),
            (GeomType::Ellipsoid, true) => shell_ellipsoid(mass, self.size),
            (GeomType::Box | GeomType::Mesh | GeomType::Sdf | GeomType::Hfield, false) => {
                crosswise_squares(mass, self.size, 3.0)
            }
            (GeomType::Box | GeomType::Mesh | GeomType::Sdf | GeomType::Hfield, true) => {
                shell_box(mass, self.size)
            }
        }
    }

    /// Radius of the bounding sphere; 0 for a plane, which has none.
    pub(super) fn bounding_radius(&self) -> f64 {
        let [a, b, c] = self.size.into();
        match self.kind {
            GeomType::Plane => 0.0,
            GeomType::Sphere => a,
            GeomType::Capsule => a + b,
            GeomType::Cylinder => (a * a + b * b).sqrt(),
            GeomType::Ellipsoid => a.max(b).max(c),
            GeomType::Box | GeomType::Mesh | GeomType::Sdf | GeomType::Hfield => {
                (a * a + b * b + c * c).sqrt()
            }
        }
    }

    /// Bounding box in the shape's own frame: centre, then half extents.
    pub(super) fn bounding_box(&self) -> [f64; 6] {
        let [a, b, c] = self.size.into();
        let (low, high) = match self.kind {
            GeomType::Plane => (Vec3::repeat(-MAXVAL), Vec3::new(MAXVAL, MAXVAL, 0.0)),
            GeomType::Sphere => symmetric(a, a, a),
            GeomType::Capsule => symmetric(a, a, a + b),
            GeomType::Cylinder => symmetric(a, a, b),
            GeomType::Ellipsoid
            | GeomType::Box
            | GeomType::Mesh
            | GeomType::Sdf
            | GeomType::Hfield => symmetric(a, b, c),
        };
        centered(low, high)
    }

    /// Half axes of the ellipsoid that stands for the shape in a fluid.
    pub(super) fn semiaxes(&self) -> Vec3 {
        let [a, b, _]: [f64; 3] = self.size.into();
        match self.kind {
            GeomType::Sphere => Vec3::new(a, a, a),
            GeomType::Capsule => Vec3::new(a, a, b + a),
            GeomType::Cylinder => Vec3::new(a, a, b),
            GeomType::Plane
            | GeomType::Ellipsoid
            | GeomType::Box
            | GeomType::Mesh
            | GeomType::Sdf
            | GeomType::Hfield => self.size,
        }
    }
}

/// A box by its centre and half extents.
pub(super) fn centered(low: Vec3, high: Vec3) -> [f64; 6] {
    let (center, half) = ((high + low) / 2.0, (high - low) / 2.0);
    [center.x, center.y, center.z, half.x, half.y, half.z]
}

fn symmetric(x: f64, y: f64, z: f64) -> (Vec3, Vec3) {
    (Vec3::new(-x, -y, -z), Vec3::new(x, y, z))
}

/// `mass (y^2 + z^2) / divisor`, and cyclically.
fn crosswise_squares(mass: f64, v: Vec3, divisor: f64) -> Vec3 {
    let (xx, yy, zz) = (v.x * v.x, v.y * v.y, v.z * v.z);
    Vec3::new(
        mass * (yy + zz) / divisor,
        mass * (xx + zz) / divisor,
        mass * (xx + yy) / divisor,
    )
}

fn solid_ellipsoid(mass: f64, axes: Vec3) -> Vec3 {
    crosswise_squares(mass, axes, 5.0)
}

/// The difference between an ellipsoid and a slightly larger one.
fn shell_ellipsoid(mass: f64, axes: Vec3) -> Vec3 {
    let thickness = 1e-6;
    let outer = axes.add_scalar(thickness);
    let volume = |v: Vec3| 4.0 * PI * v.x * v.y * v.z / 3.0;
    let density = mass / (volume(outer) - volume(axes));
    let inside = solid_ellipsoid(volume(axes) * density, axes);
    solid_ellipsoid(volume(outer) * density, outer) - inside
}

/// A cylinder between two half balls, which lie off the centre.
fn solid_capsule(mass: f64, radius: f64, half_length: f64) -> Vec3 {
    let height = 2.0 * half_length;
    let ball = mass * 4.0 * radius / (4.0 * radius + 3.0 * height);
    let tube = mass - ball;
    let across = tube * (3.0 * radius * radius + height * height) / 12.0;
    let along = tube * radius * radius / 2.0;
    let ball_moment = 2.0 * ball * radius * radius / 5.0;
    let ends = ball_moment + ball * height * (3.0 * radius + 2.0 * height) / 8.0;
    Vec3::new(across + ends, across + ends, along + ball_moment)
}

fn shell_capsule(mass: f64, radius: f64, half_length: f64) -> Vec3 {
    let height = 2.0 * half_length;
    let ball_area = 4.0 * PI * radius * radius;
    let tube_area = 2.0 * PI * radius * height;
    let ball = mass * ball_area / (ball_area + tube_area);
    let tube = mass - ball;
    let across = tube * (6.0 * radius * radius + height * height) / 12.0;
    let along = tube * radius * radius;
    let ball_moment = 2.0 * ball * radius * radius / 3.0;
    // Centre of mass of a half sphere, from its flat side and from the capsule's centre.
    let near = radius / 2.0;
    let far = half_length + near;
    let ends = ball_moment + ball * (far * far - near * near);
    Vec3::new(across + ends, across + ends, along + ball_moment)
}

fn solid_cylinder(mass: f64, radius: f64, half_length: f64) -> Vec3 {
    let height = 2.0 * half_length;
    let across = mass * (3.0 * radius * radius + height * height) / 12.0;
    Vec3::new(across, across, mass * radius * radius / 2.0)
}

/// An open tube and two discs.
fn shell_cylinder(mass: f64, radius: f64, half_length: f64) -> Vec3 {
    let height = 2.0 * half_length;
    let disc_area = PI * radius * radius;
    let tube_area = 2.0 * PI * radius * height;
    let disc = mass * disc_area / (2.0 * disc_area + tube_area);
    let tube = mass - 2.0 * disc;
    let across = tube * (6.0 * radius * radius + height * height) / 12.0;
    let along = tube * radius * radius;
    let disc_across = disc * radius * radius / 4.0 + disc * half_length * half_length;
    let disc_along = disc * radius * radius / 2.0;
    let across = across + 2.0 * disc_across;
    Vec3::new(across, across, along + 2.0 * disc_along)
}

/// Three pairs of faces: xy, yz and zx.
fn shell_box(mass: f64, half: Vec3) -> Vec3 {
    let (xx, yy, zz) = (half.x * half.x, half.y * half.y, half.z * half.z);
    let (lx, ly, lz) = (2.0 * half.x, 2.0 * half.y, 2.0 * half.z);
    let (area_xy, area_yz, area_zx) = (lx * ly, ly * lz, lz * lx);
    let total = 2.0 * (area_xy + area_yz + area_zx);
    let (xy, yz, zx) = (
        mass * area_xy / total,
        mass * area_yz / total,
        mass * area_zx / total,
    );
    let plate = |m: f64, l: f64| m * l * l / 12.0;
    let plate2 = |m: f64, l: f64, w: f64| m * (l * l + w * w) / 12.0;
    Vec3::new(
        2.0 * (xy * zz + zx * yy + plate(xy, ly) + plate2(yz, ly, lz) + plate(zx, lz)),
        2.0 * (xy * zz + yz * xx + plate(xy, lx) + plate(yz, lz) + plate2(zx, lx, lz)),
        2.0 * (yz * xx + zx * yy + plate2(xy, lx, ly) + plate(yz, ly) + plate(zx, lx)),
    )
}
