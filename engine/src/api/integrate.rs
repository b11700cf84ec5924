//! The integrators, each by itself, and motion along the manifold of positions.

use crate::error::StepError;
use crate::memory::stack;
use crate::misuse::Misuse;
use crate::model::codes::Integrator;
use crate::pipeline::integrate;
use crate::{Data, Model};

impl Data {
    /// Advances the state by Euler's semi-implicit method, whatever `opt.integrator` says.
    ///
    /// Needs [`forward`](Data::forward): `qacc`, `act_dot`, and with implicit damping `qM`,
    /// `qfrc_smooth` and `qfrc_constraint`.
    #[doc(alias = "mj_Euler")]
    pub fn euler(&mut self, model: &Model) -> Result<(), StepError> {
        self.check(model)?;
        stack::integration_by(model, self, Integrator::Euler)?;
        integrate::euler(model, self);
        Ok(())
    }

    /// Advances the state by the Runge-Kutta method of fourth order, whatever `opt.integrator`
    /// says. The dynamics are evaluated three times more on the way, without sensors.
    ///
    /// Needs [`forward`](Data::forward).
    #[doc(alias = "mj_RungeKutta")]
    pub fn runge_kutta(&mut self, model: &Model) -> Result<(), StepError> {
        self.check(model)?;
        stack::integration_by(model, self, Integrator::Rk4)?;
        integrate::rk4(model, self)
    }

    /// Advances the state by the implicit method that `opt.integrator` names: `implicit` or
    /// `implicitfast`.
    ///
    /// Needs [`forward`](Data::forward).
    ///
    /// # Errors
    ///
    /// [`Misuse::NotImplicit`] where the options name another integrator.
    #[doc(alias = "mj_implicit")]
    pub fn implicit(&mut self, model: &Model) -> Result<(), StepError> {
        self.check(model)?;
        let kind = match Integrator::from_code(model.opt.integrator) {
            Some(kind @ (Integrator::Implicit | Integrator::ImplicitFast)) => kind,
            _ => return Err(Misuse::NotImplicit.into()),
        };
        stack::integration_by(model, self, kind)?;
        integrate::implicit(model, self)
    }
}

impl Model {
    /// Moves `qpos` along `qvel` for time `dt`: quaternions turn, all else adds up.
    #[doc(alias = "mj_integratePos")]
    pub fn integrate_pos(&self, qpos: &mut [f64], qvel: &[f64], dt: f64) -> Result<(), Misuse> {
        Misuse::length("qpos", self.nq, qpos.len())?;
        Misuse::length("qvel", self.nv, qvel.len())?;
        integrate::integrate_pos(self, qpos, qvel, dt);
        Ok(())
    }

    /// Writes to `qvel` the velocity that takes the positions `from` to `to` in time `dt`.
    #[doc(alias = "mj_differentiatePos")]
    pub fn differentiate_pos(
        &self,
        qvel: &mut [f64],
        dt: f64,
        from: &[f64],
        to: &[f64],
    ) -> Result<(), Misuse> {
        Misuse::length("qvel", self.nv, qvel.len())?;
        Misuse::length("from", self.nq, from.len())?;
        Misuse::length("to", self.nq, to.len())?;
        integrate::differentiate_pos(self, qvel, dt, from, to);
        Ok(())
    }

    /// Makes every quaternion in `qpos` a unit one.
    #[doc(alias = "mj_normalizeQuat")]
    pub fn normalize_quat(&self, qpos: &mut [f64]) -> Result<(), Misuse> {
        Misuse::length("qpos", self.nq, qpos.len())?;
        integrate::normalize_quat(self, qpos);
        Ok(())
    }
}
