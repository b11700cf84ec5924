//! A simulation from state to state: steps, their halves, forward and inverse dynamics.

use crate::error::StepError;
use crate::pipeline::{self, Skip, inverse};
use crate::{Data, Model};

use super::check::Needs;

impl Data {
    /// Advances the simulation by one time step.
    ///
    /// Runs [`forward`](Data::forward) and the integrator that `opt.integrator` names. A state with
    /// NaN or huge numbers is reset to the model's reference first, as in MuJoCo, and a warning
    /// counted. A step does not allocate. It needs nothing but the state, controls and applied
    /// forces.
    ///
    /// # Errors
    ///
    /// [`StepError::Misuse`] if data and model do not fit together: nothing is changed then. All
    /// others say why the state could not be advanced; where MuJoCo would end the program, too.
    ///
    /// # Panics
    ///
    /// If an array that the simulation writes was taken out of the data. [`check`](Data::check)
    /// finds that; for each step it would cost as much as a small body.
    #[doc(alias = "mj_step")]
    #[inline]
    pub fn step(&mut self, model: &Model) -> Result<(), StepError> {
        self.check_inputs(model)?;
        model.require_integrator()?;
        pipeline::step(model, self)
    }

    /// The first half of a step: everything that follows from positions and velocities. Controls
    /// and applied forces may then be set from it, before [`step2`](Data::step2). It needs nothing
    /// but the state.
    #[doc(alias = "mj_step1")]
    pub fn step1(&mut self, model: &Model) -> Result<(), StepError> {
        self.check(model)?;
        pipeline::step1(model, self);
        self.require_sound()
    }

    /// The second half of a step, after [`step1`](Data::step1): forces, accelerations and the next
    /// state.
    ///
    /// Needs [`step1`](Data::step1), controls and applied forces.
    ///
    /// Runge-Kutta is not possible in two halves: all integrators but the implicit ones are
    /// replaced by Euler's.
    #[doc(alias = "mj_step2")]
    pub fn step2(&mut self, model: &Model) -> Result<(), StepError> {
        self.check(model)?;
        self.require_rows_of(model)?;
        pipeline::step2(model, self)
    }

    /// Computes everything that follows from the state, controls and applied forces: forward
    /// dynamics. The state stays as it is. It needs nothing but these.
    ///
    /// # Errors
    ///
    /// Those of [`step`](Data::step).
    #[doc(alias = "mj_forward")]
    #[inline]
    pub fn forward(&mut self, model: &Model) -> Result<(), StepError> {
        self.forward_skip(model, Skip::Nothing, false)
    }

    /// [`forward`](Data::forward) without the part that is up to date already, and without sensors
    /// if `skip_sensors`.
    ///
    /// What is skipped must have been computed for the current positions, or positions and
    /// velocities. With nothing skipped, and with or without sensors, it needs nothing.
    #[doc(alias = "mj_forwardSkip")]
    pub fn forward_skip(
        &mut self,
        model: &Model,
        skip: Skip,
        skip_sensors: bool,
    ) -> Result<(), StepError> {
        self.check_inputs(model)?;
        if skip == Skip::Velocity {
            self.require_rows_of(model)?;
        } else if skip == Skip::Position {
            self.require_rows(&[Needs::Islands])?;
            if model.is_dual() {
                self.require_rows(&[Needs::Projection])?;
            }
        }
        pipeline::evaluate(model, self, skip, !skip_sensors);
        self.require_sound()
    }

    /// Computes the joint forces `qfrc_inverse` that the accelerations in `qacc` take: inverse
    /// dynamics. It needs nothing but positions, velocities and accelerations.
    ///
    /// # Errors
    ///
    /// Those of [`step`](Data::step), and [`StepError::DiscreteRungeKutta`].
    #[doc(alias = "mj_inverse")]
    #[inline]
    pub fn inverse(&mut self, model: &Model) -> Result<(), StepError> {
        self.inverse_skip(model, Skip::Nothing, false)
    }

    /// [`inverse`](Data::inverse) without the part that is up to date already, and without sensors
    /// if `skip_sensors`. Needs what is skipped: computed for the current positions, or positions
    /// and velocities.
    #[doc(alias = "mj_inverseSkip")]
    pub fn inverse_skip(
        &mut self,
        model: &Model,
        skip: Skip,
        skip_sensors: bool,
    ) -> Result<(), StepError> {
        self.check_inputs(model)?;
        match skip {
            Skip::Nothing => {}
            Skip::Position => self.require_rows(&[])?,
            Skip::Velocity => self.require_rows(&[Needs::Velocity, Needs::Reference])?,
        }
        self.fault = None;
        inverse::inverse(model, self, skip, !skip_sensors)?;
        self.require_sound()
    }

    /// Compares forward and inverse dynamics: `solver_fwdinv` gets the norms of the differences in
    /// constraint and in applied force. Only `qfrc_inverse` changes besides.
    ///
    /// Needs [`forward`](Data::forward).
    #[doc(alias = "mj_compareFwdInv")]
    pub fn compare_fwd_inv(&mut self, model: &Model) -> Result<(), StepError> {
        self.check(model)?;
        self.require_rows(&[Needs::Reference, Needs::Force])?;
        inverse::compare_with_forward(model, self)
    }

    /// Whether the rows have all that the solver reads.
    pub(super) fn require_rows_of(&self, model: &Model) -> Result<(), StepError> {
        self.require_rows(&[Needs::Velocity, Needs::Reference, Needs::Islands])?;
        if model.is_dual() {
            self.require_rows(&[Needs::Projection])?;
        }
        Ok(())
    }
}
