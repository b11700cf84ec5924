//! The stages that follow from forces, each by itself.

use super::check::Needs;
use crate::error::StepError;
use crate::memory::stack;
use crate::misuse::Misuse;
use crate::pipeline::acceleration::{actuation, rne_post, smooth, solver};
use crate::pipeline::constraint::{Scope, update};
use crate::pipeline::sensor::acceleration_sensors;
use crate::pipeline::{check_accelerations, inverse};
use crate::{Data, Model};

impl Data {
    /// Computes `actuator_force`, `qfrc_actuator` and the rates of activations `act_dot`.
    ///
    /// Needs [`fwd_velocity`](Data::fwd_velocity), `ctrl` and `act`.
    #[doc(alias = "mj_fwdActuation")]
    pub fn fwd_actuation(&mut self, model: &Model) -> Result<(), StepError> {
        self.run(model, actuation::actuation)?;
        stack::alone::actuation(model, self)
    }

    /// Computes the force and the acceleration without constraints, `qfrc_smooth` and
    /// `qacc_smooth`.
    ///
    /// Needs [`fwd_actuation`](Data::fwd_actuation), [`factor_m`](Data::factor_m), `qfrc_applied`
    /// and `xfrc_applied`.
    #[doc(alias = "mj_fwdAcceleration")]
    pub fn fwd_acceleration(&mut self, model: &Model) -> Result<(), StepError> {
        self.run(model, smooth::acceleration)?;
        stack::alone::applied_forces(model, self)
    }

    /// Computes constraint forces and the acceleration that they lead to, by the solver that
    /// `opt.solver` names: `efc_b`, `efc_force`, `efc_state`, `qfrc_constraint`, `qacc`,
    /// `qacc_warmstart` and the solver's statistics.
    ///
    /// Needs [`fwd_acceleration`](Data::fwd_acceleration), and `qacc_warmstart` to start from.
    #[doc(alias = "mj_fwdConstraint")]
    pub fn fwd_constraint(&mut self, model: &Model) -> Result<(), StepError> {
        self.check(model)?;
        self.require_rows_of(model)?;
        self.run(model, solver::solve)?;
        stack::alone::constraint(model, self)
    }

    /// Computes the constraint forces `efc_force` and `qfrc_constraint` that the accelerations in
    /// `qacc` lead to.
    ///
    /// Needs [`inv_velocity`](Data::inv_velocity) and `qacc`.
    #[doc(alias = "mj_invConstraint")]
    pub fn inv_constraint(&mut self, model: &Model) -> Result<(), StepError> {
        self.check(model)?;
        self.require_rows(&[Needs::Reference])?;
        self.run(model, inverse::constraint)
    }

    /// Computes `efc_state`, `efc_force` and `qfrc_constraint` for `jar = J a - aref`, one number
    /// for each constraint row. Returns the cost of the constraints. With `cone_hessian`, contacts
    /// that slide on an elliptic cone get the Hessian `H` of their cost.
    ///
    /// Needs [`make_constraint`](Data::make_constraint).
    #[doc(alias = "mj_constraintUpdate")]
    pub fn constraint_update(
        &mut self,
        model: &Model,
        jar: &[f64],
        cone_hessian: bool,
    ) -> Result<f64, StepError> {
        self.check(model)?;
        let rows = usize::try_from(self.nefc).unwrap_or(0);
        Misuse::length("jar", rows, jar.len())?;
        if rows == 0 {
            self.qfrc_constraint.fill(0.0);
            return Ok(0.0);
        }
        self.efc_force.resize(rows, 0.0);
        self.efc_state.resize(rows, 0);
        let mut scope = Scope::default();
        scope.whole(model, self);
        Ok(update(model, self, &scope, jar, cone_hessian))
    }

    /// Computes accelerations of bodies and the forces on them: `cacc`, `cfrc_int` and `cfrc_ext`.
    ///
    /// Needs [`forward`](Data::forward) or [`inverse`](Data::inverse), which do it by themselves
    /// where a sensor asks for it.
    #[doc(alias = "mj_rnePostConstraint")]
    pub fn rne_post_constraint(&mut self, model: &Model) -> Result<(), StepError> {
        self.check(model)?;
        self.require_rows(&[Needs::Force])?;
        self.run(model, rne_post::rne_post)
    }

    /// Computes the readings of sensors that follow from accelerations and forces.
    ///
    /// Needs [`fwd_constraint`](Data::fwd_constraint) or
    /// [`inv_constraint`](Data::inv_constraint).
    #[doc(alias = "mj_sensorAcc")]
    pub fn sensor_acc(&mut self, model: &Model) -> Result<(), StepError> {
        self.check(model)?;
        self.require_rows(&[Needs::Force])?;
        self.run(model, acceleration_sensors)
    }

    /// Starts again from the model's reference where an acceleration is NaN or huge, unless the
    /// model disables that, and counts a warning; everything is then computed again as by
    /// [`forward`](Data::forward). Returns whether one was.
    ///
    /// Needs `qacc`.
    #[doc(alias = "mj_checkAcc")]
    pub fn check_acc(&mut self, model: &Model) -> Result<bool, StepError> {
        self.check(model)?;
        self.fault = None;
        let bad = check_accelerations(model, self);
        self.require_sound()?;
        Ok(bad)
    }
}
