//! Why an evaluation could not be completed.

use crate::Data;
use crate::error::StepError;

impl Data {
    /// Why the last evaluation could not be completed, where MuJoCo would end the program.
    pub fn fault(&self) -> Option<StepError> {
        self.fault
    }

    /// Whether a step can go on from the last evaluation.
    pub(crate) fn require_sound(&self) -> Result<(), StepError> {
        self.fault.map_or(Ok(()), Err)
    }
}
