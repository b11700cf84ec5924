//! The compiler's own arithmetic of vectors, rotations and frames.
//!
//! MuJoCo's compiler does not share all kernels with its simulation: here quaternion products are
//! normalised, and a vector whose length is already within [`EPS`] of one is left untouched. The
//! bits of a compiled model depend on both.

use super::{Quat, Vec3};

/// Below this a quantity counts as zero in the compiler: MuJoCo's `mjEPS`.
pub(crate) const EPS: f64 = 1e-14;

/// Scales `v` to unit length and returns the length it had; a vector too short to have a direction
/// is left alone, and its length counts as 0.
#[doc(alias = "mjuu_normvec")]
pub(crate) fn normalize(v: &mut [f64]) -> f64 {
    let squared = v.iter().fold(0.0, |sum, x| sum + x * x);
    if squared < EPS {
        return 0.0;
    }
    let length = squared.sqrt();
    if (length - 1.0).abs() > EPS {
        v.iter_mut().for_each(|x| *x /= length);
    }
    length
}

/// [`normalize`] for a quaternion, by value.
pub(crate) fn unit(mut q: Quat) -> Quat {
    normalize(&mut q.0);
    q
}

/// The rotation `b` followed by `a`, normalised.
#[doc(alias = "mjuu_mulquat")]
pub(crate) fn product(a: Quat, b: Quat) -> Quat {
    unit(a.mul(&b))
}

/// The smallest rotation that takes the z axis to the direction `v`.
#[doc(alias = "mjuu_z2quat")]
pub(crate) fn rotation_from_z(v: Vec3) -> Quat {
    let mut axis = Vec3::new(0.0, 0.0, 1.0).cross(&v);
    let sine = normalize(axis.as_mut_slice());
    if sine < 1e-10 {
        axis = Vec3::new(1.0, 0.0, 0.0);
    }
    let half = sine.atan2(v.z) / 2.0;
    let s = half.sin();
    Quat([half.cos(), axis.x * s, axis.y * s, axis.z * s])
}

/// The rotation whose matrix has the unit vectors `x`, `y` and `z` as columns.
#[doc(alias = "mjuu_frame2quat")]
pub(crate) fn rotation_from_axes(x: Vec3, y: Vec3, z: Vec3) -> Quat {
    let (xx, yy, zz) = (x.x, y.y, z.z);
    // Divide by the largest component, which cannot be small.
    let q = if xx + yy + zz > 0.0 {
        let w = 0.5 * (1.0 + xx + yy + zz).sqrt();
        [
            w,
            0.25 * (y.z - z.y) / w,
            0.25 * (z.x - x.z) / w,
            0.25 * (x.y - y.x) / w,
        ]
    } else if xx > yy && xx > zz {
        let q1 = 0.5 * (1.0 + xx - yy - zz).sqrt();
        [
            0.25 * (y.z - z.y) / q1,
            q1,
            0.25 * (y.x + x.y) / q1,
            0.25 * (z.x + x.z) / q1,
        ]
    } else if yy > zz {
        let q2 = 0.5 * (1.0 - xx + yy - zz).sqrt();
        [
            0.25 * (z.x - x.z) / q2,
            0.25 * (y.x + x.y) / q2,
            q2,
            0.25 * (z.y + y.z) / q2,
        ]
    } else {
        let q3 = 0.5 * (1.0 - xx - yy + zz).sqrt();
        [
            0.25 * (x.y - y.x) / q3,
            0.25 * (z.x + x.z) / q3,
            0.25 * (z.y + y.z) / q3,
            q3,
        ]
    };
    unit(Quat(q))
}

/// A place and an orientation, relative to some parent frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Frame {
    pub(crate) pos: Vec3,
    pub(crate) quat: Quat,
}

impl Frame {
    pub(crate) const IDENTITY: Frame = Frame {
        pos: Vec3::new(0.0, 0.0, 0.0),
        quat: Quat::IDENTITY,
    };

    /// The frame `child`, given in this frame, seen from this frame's parent.
    #[doc(alias = "mjuu_frameaccum")]
    pub(crate) fn compose(&self, child: &Frame) -> Frame {
        Frame {
            pos: self.point(child.pos),
            quat: product(self.quat, child.quat),
        }
    }

    /// A point given in this frame, seen from its parent.
    pub(crate) fn point(&self, p: Vec3) -> Vec3 {
        self.pos + self.quat.to_mat().mul_vec(&p)
    }

    /// The parent seen from this frame.
    #[doc(alias = "mjuu_frameinvert")]
    pub(crate) fn inverse(&self) -> Frame {
        let quat = self.quat.conjugate();
        Frame {
            pos: -quat.to_mat().mul_vec(&self.pos),
            quat,
        }
    }

    /// Whether two frames are equal, so that the simulation can skip a transformation.
    pub(crate) fn coincides(&self, other: &Frame) -> bool {
        same_place(self.pos, other.pos) && same_rotation(self.quat, other.quat)
    }
}

/// Frames nearer than this are taken to coincide.
const SAME: f64 = 1e-6;

pub(crate) fn same_place(a: Vec3, b: Vec3) -> bool {
    a.iter().zip(b.iter()).all(|(a, b)| (a - b).abs() < SAME)
}

/// Whether two quaternions are one rotation: equal, or equal up to sign.
pub(crate) fn same_rotation(Quat(a): Quat, Quat(b): Quat) -> bool {
    let near = |sign: f64| a.iter().zip(&b).all(|(a, b)| (a - sign * b).abs() < SAME);
    near(1.0) || near(-1.0)
}
