//! What a state needs but this engine does not compute yet.
//!
//! Everything else is computed for every model; what depends on the missing part is left out, and
//! the data says so.

use crate::error::{Missing, StepError};
use crate::model::{FieldInfo, Stage};
use crate::{Data, Model};

impl Data {
    /// What the last evaluation left out, if anything.
    pub fn missing(&self) -> Option<Missing> {
        self.missing
    }

    /// Why the last evaluation could not be completed, where MuJoCo would end the program.
    pub fn fault(&self) -> Option<StepError> {
        self.fault
    }

    /// Whether a step can go on from the last evaluation.
    pub(crate) fn require_sound(&self) -> Result<(), StepError> {
        match (self.fault, self.missing) {
            (Some(fault), _) => Err(fault),
            (None, Some(missing)) => Err(StepError::Missing(missing)),
            (None, None) => Ok(()),
        }
    }

    /// Whether a field has its true value: one that depends on something missing does not.
    pub(crate) fn is_complete(&self, info: &FieldInfo) -> bool {
        let Some(stage) = info.stage else { return true };
        let by_solution = matches!(stage, Stage::Solve | Stage::RnePost | Stage::Sensor)
            || info.name == "qacc_warmstart";
        let by_contact = matches!(
            stage,
            Stage::Collision
                | Stage::Constraint
                | Stage::Island
                | Stage::Project
                | Stage::Reference
        );
        match self.missing {
            None => true,
            Some(Missing::Contact) => !by_solution && !by_contact,
        }
    }
}

/// What the current positions need but the engine does not have.
pub(crate) fn find(model: &Model) -> Option<Missing> {
    (model.detects_contacts() && model.nflex > 0).then_some(Missing::Contact)
}
