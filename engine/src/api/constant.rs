//! What a model keeps about its reference configuration, to be computed again after a change.

use crate::compile::length_range::{self, LengthRangeError};
use crate::compile::set_const;
use crate::error::StepError;
use crate::spec::LengthRange;
use crate::{Data, Misuse, Model};

impl Model {
    /// Computes again what follows from `qpos0`, `qpos_spring`, masses and other parameters:
    /// lengths of tendons, inverse inertias, anchors of equalities, offsets of tracking cameras and
    /// lights, and the model's statistics. Length ranges of actuators stay as they are.
    ///
    /// To be called after parameters were changed; the compiler calls it by itself. Statistics that
    /// the author gave are replaced. Data of the model goes on with the new constants.
    #[doc(alias = "mj_setConst")]
    pub fn set_const(&mut self) -> Result<(), Misuse> {
        if self.nbody == 0 {
            return Err(Misuse::EmptyModel);
        }
        set_const::set_const(self);
        Ok(())
    }

    /// Finds how short and how long an actuator can get, by pulling it both ways in simulation, and
    /// sets its `actuator_lengthrange`, unless the options leave it as it is. After a failure the
    /// model holds what was found.
    #[doc(alias = "mj_setLengthRange")]
    pub fn set_length_range(
        &mut self,
        data: &mut Data,
        actuator: usize,
        options: &LengthRange,
    ) -> Result<(), LengthRangeError> {
        data.check(self).map_err(StepError::from)?;
        length_range::set_length_range(self, data, actuator, options)
    }
}
