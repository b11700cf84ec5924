//! How things move: velocities and accelerations of elements, energy, momentum and mass, and what
//! a force at a point does.

use crate::math::{Spatial, Vec3};
use crate::misuse::Misuse;
use crate::pipeline::position::inertia;
use crate::pipeline::velocity::energy;
use crate::query::force;
use crate::query::object::{self, Object};
use crate::{Data, Model};

/// The momentum of a body with everything it carries.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Momentum {
    /// Mass times the velocity of the centre of mass.
    pub linear: Vec3,
    /// About the centre of mass.
    pub angular: Vec3,
}

impl Data {
    /// Velocity of an element at its own position, rotation before translation, in the world's axes
    /// or, if `local`, in its own.
    ///
    /// Needs [`com_vel`](Data::com_vel).
    ///
    /// # Panics
    ///
    /// If there is no such element, or the data does not belong to the model.
    #[doc(alias = "mj_objectVelocity")]
    #[track_caller]
    pub fn object_velocity(&self, model: &Model, object: Object, local: bool) -> Spatial {
        super::or_panic(self.require_object(model, object));
        object::object_velocity(model, self, object, local)
    }

    /// Acceleration of an element at its own position, rotation before translation, gravity
    /// included as in an accelerometer, in the world's axes or, if `local`, in its own.
    ///
    /// Needs [`rne_post_constraint`](Data::rne_post_constraint).
    ///
    /// # Panics
    ///
    /// If there is no such element, or the data does not belong to the model.
    #[doc(alias = "mj_objectAcceleration")]
    #[track_caller]
    pub fn object_acceleration(&self, model: &Model, object: Object, local: bool) -> Spatial {
        super::or_panic(self.require_object(model, object));
        object::object_acceleration(model, self, object, local)
    }

    fn require_object(&self, model: &Model, object: Object) -> Result<(), Misuse> {
        self.check(model)?;
        object.require(model)
    }

    /// Adds to `qfrc` what a force and a torque at a world point of a body do to each dof: `J' f`.
    ///
    /// Needs [`com_pos`](Data::com_pos).
    #[doc(alias = "mj_applyFT")]
    pub fn apply_ft(
        &self,
        model: &Model,
        force: &Vec3,
        torque: &Vec3,
        point: &Vec3,
        body: usize,
        qfrc: &mut [f64],
    ) -> Result<(), Misuse> {
        self.check(model)?;
        Misuse::id("body", body, model.nbody)?;
        Misuse::length("qfrc", model.nv, qfrc.len())?;
        force::apply_ft(model, self, force, torque, point, body, qfrc);
        Ok(())
    }

    /// The energy of gravity and springs, whether or not the model enables energy.
    ///
    /// Needs [`kinematics`](Data::kinematics) and [`tendon`](Data::tendon).
    ///
    /// # Panics
    ///
    /// If the data does not belong to the model.
    #[track_caller]
    pub fn potential_energy(&self, model: &Model) -> f64 {
        self.require(model);
        energy::potential_energy(model, self)
    }

    /// The energy of motion, `v' M v / 2`, whether or not the model enables energy.
    ///
    /// Needs [`crb`](Data::crb).
    ///
    /// # Panics
    ///
    /// If the data does not belong to the model.
    #[track_caller]
    pub fn kinetic_energy(&self, model: &Model) -> f64 {
        self.require(model);
        let mut momentum = vec![0.0; model.nv];
        inertia::mul_m(model, self, &mut momentum, &self.qvel);
        energy::of_motion(&momentum, &self.qvel)
    }

    /// The momentum of a body with everything it carries; of body 0, of all there is.
    ///
    /// Needs [`subtree_vel`](Data::subtree_vel).
    ///
    /// # Panics
    ///
    /// If there is no such body, or the data does not belong to the model.
    #[track_caller]
    pub fn momentum(&self, model: &Model, body: usize) -> Momentum {
        super::or_panic(self.require_object(model, Object::Body(body)));
        Momentum {
            linear: self.subtree_linvel[body] * model.body_subtreemass[body],
            angular: self.subtree_angmom[body],
        }
    }
}

impl Model {
    /// The mass of all bodies.
    #[doc(alias = "mj_getTotalmass")]
    pub fn total_mass(&self) -> f64 {
        self.body_mass
            .iter()
            .skip(1)
            .fold(0.0, |sum, mass| sum + mass)
    }
}
