//! Poses: a rotation and a translation, `x -> R x + p`.

use super::{Quat, Vec3};

/// Where something is and how it is turned: a point `x` in its frame is `quat x + pos` outside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// The origin of the frame.
    pub pos: Vec3,
    /// Its orientation.
    pub quat: Quat,
}

impl Pose {
    /// The pose of the world itself.
    pub const IDENTITY: Pose = Pose {
        pos: Vec3::new(0.0, 0.0, 0.0),
        quat: Quat::IDENTITY,
    };

    /// The pose of a frame that is given in this one: first `other`, then `self`. The quaternion is
    /// normalised.
    ///
    /// ```
    /// use plumbline::math::{Pose, Quat, Vec3};
    ///
    /// let up = Pose { pos: Vec3::new(0.0, 0.0, 1.0), quat: Quat::IDENTITY };
    /// let twice = up.mul(&up);
    /// assert_eq!(twice.pos.z, 2.0);
    /// assert_eq!(twice.mul(&twice.inverse()), Pose::IDENTITY);
    /// ```
    #[doc(alias = "mju_mulPose")]
    pub fn mul(&self, other: &Pose) -> Pose {
        Pose {
            quat: self.quat.mul(&other.quat).normalized(),
            pos: self.quat.rotate(&other.pos) + self.pos,
        }
    }

    /// The pose of the outer frame seen from this one.
    #[doc(alias = "mju_negPose")]
    pub fn inverse(&self) -> Pose {
        let quat = self.quat.conjugate();
        Pose {
            pos: quat.rotate(&self.pos) * -1.0,
            quat,
        }
    }

    /// A point that is given in this frame, outside of it.
    #[doc(alias = "mju_trnVecPose")]
    pub fn transform(&self, point: &Vec3) -> Vec3 {
        self.quat.rotate(point) + self.pos
    }
}
