//! The stages that follow from positions and velocities, each by itself.

use super::check::Needs;
use crate::error::StepError;
use crate::memory::stack;
use crate::misuse::Misuse;
use crate::pipeline::sensor::velocity_sensors;
use crate::pipeline::velocity::bias::newton_euler;
use crate::pipeline::velocity::com_vel::{com_vel, subtree_vel};
use crate::pipeline::velocity::passive::passive;
use crate::pipeline::velocity::{energy, velocity};
use crate::pipeline::{check_velocities, constraint};
use crate::{Data, Model};

impl Data {
    /// Everything that follows from positions and velocities: `ten_velocity` and
    /// `actuator_velocity`, then [`com_vel`](Data::com_vel), [`passive`](Data::passive),
    /// [`reference_constraint`](Data::reference_constraint) and `qfrc_bias`.
    ///
    /// Needs [`fwd_position`](Data::fwd_position) and `qvel`.
    #[doc(alias = "mj_fwdVelocity")]
    pub fn fwd_velocity(&mut self, model: &Model) -> Result<(), StepError> {
        self.run(model, velocity)?;
        stack::alone::velocity(model, self)
    }

    /// What [`inverse`](Data::inverse) does with velocities: the same as
    /// [`fwd_velocity`](Data::fwd_velocity).
    ///
    /// Needs [`inv_position`](Data::inv_position) and `qvel`.
    #[doc(alias = "mj_invVelocity")]
    pub fn inv_velocity(&mut self, model: &Model) -> Result<(), StepError> {
        self.fwd_velocity(model)
    }

    /// Computes the velocities of bodies `cvel` and of joint motions `cdof_dot`.
    ///
    /// Needs [`com_pos`](Data::com_pos) and `qvel`.
    #[doc(alias = "mj_comVel")]
    pub fn com_vel(&mut self, model: &Model) -> Result<(), StepError> {
        self.run(model, com_vel)
    }

    /// Computes the passive forces `qfrc_spring`, `qfrc_damper`, `qfrc_gravcomp`, `qfrc_fluid` and
    /// `qfrc_passive`.
    ///
    /// Needs [`com_vel`](Data::com_vel) and [`tendon`](Data::tendon), and `ten_velocity` of
    /// [`fwd_velocity`](Data::fwd_velocity).
    #[doc(alias = "mj_passive")]
    pub fn passive(&mut self, model: &Model) -> Result<(), StepError> {
        self.run(model, passive)?;
        stack::alone::passive(model, self)
    }

    /// Computes `subtree_linvel` and `subtree_angmom`: the velocity of each subtree's centre of
    /// mass, and the angular momentum about it.
    ///
    /// Needs [`com_vel`](Data::com_vel).
    #[doc(alias = "mj_subtreeVel")]
    pub fn subtree_vel(&mut self, model: &Model) -> Result<(), StepError> {
        self.run(model, subtree_vel)
    }

    /// The joint forces that a motion takes, by the recursive Newton-Euler algorithm: with the
    /// accelerations in `qacc` if `accelerated`, else the bias force of positions and velocities
    /// alone. Armature is not in it.
    ///
    /// Needs [`com_pos`](Data::com_pos) and [`com_vel`](Data::com_vel).
    #[doc(alias = "mj_rne")]
    pub fn rne(
        &mut self,
        model: &Model,
        accelerated: bool,
        result: &mut [f64],
    ) -> Result<(), StepError> {
        Misuse::length("result", model.nv, result.len())?;
        self.run(model, |model, data| {
            newton_euler(model, data, accelerated, result);
        })?;
        stack::alone::newton_euler(model, self)
    }

    /// Computes the velocity of each constraint row and the acceleration that would bring it back:
    /// `efc_vel` and `efc_aref`.
    ///
    /// Needs [`make_constraint`](Data::make_constraint) and `qvel`.
    #[doc(alias = "mj_referenceConstraint")]
    pub fn reference_constraint(&mut self, model: &Model) -> Result<(), StepError> {
        self.run(model, constraint::reference)
    }

    /// Computes the readings of sensors that follow from velocities.
    ///
    /// Needs [`fwd_velocity`](Data::fwd_velocity).
    #[doc(alias = "mj_sensorVel")]
    pub fn sensor_vel(&mut self, model: &Model) -> Result<(), StepError> {
        self.check(model)?;
        self.require_rows(&[Needs::Velocity])?;
        self.run(model, velocity_sensors)
    }

    /// Computes the kinetic energy `energy[1]`, if the model enables energy.
    ///
    /// Needs [`crb`](Data::crb) and `qvel`.
    #[doc(alias = "mj_energyVel")]
    pub fn energy_vel(&mut self, model: &Model) -> Result<(), StepError> {
        self.run(model, energy::kinetic)
    }

    /// Starts again from the model's reference where a velocity is NaN or huge, unless the model
    /// disables that, and counts a warning. Returns whether one was.
    ///
    /// Needs `qvel`.
    #[doc(alias = "mj_checkVel")]
    pub fn check_vel(&mut self, model: &Model) -> Result<bool, StepError> {
        self.check(model)?;
        Ok(check_velocities(model, self))
    }
}
