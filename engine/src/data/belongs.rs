//! Whether data belongs to a model: every call asks, so the answer has to be cheap.

use crate::misuse::Misuse;
use crate::{Data, Model};

impl Data {
    /// Whether the data was made for this model or one of the same structure, and all its arrays
    /// still have their lengths.
    #[inline]
    pub fn check(&self, model: &Model) -> Result<(), Misuse> {
        if self.structure == model.structure && self.has_lengths_of(model) && model.nbody > 0 {
            return Ok(());
        }
        Err(self.misfit(model))
    }

    /// The same before a whole evaluation, where a nanosecond counts: of the arrays only the state
    /// and what the user sets are looked at.
    #[inline]
    pub(crate) fn check_inputs(&self, model: &Model) -> Result<(), Misuse> {
        if self.structure == model.structure && self.has_input_lengths_of(model) && model.nbody > 0
        {
            return Ok(());
        }
        Err(self.misfit(model))
    }

    /// Panics with words unless the data belongs to the model.
    #[track_caller]
    pub(crate) fn require(&self, model: &Model) {
        if let Err(misuse) = self.check(model) {
            panic!("{misuse}");
        }
    }

    /// What does not fit.
    #[cold]
    fn misfit(&self, model: &Model) -> Misuse {
        if model.nbody == 0 {
            Misuse::EmptyModel
        } else if self.structure == 0 && self.xpos.is_empty() {
            Misuse::EmptyData
        } else if self.structure != model.structure {
            Misuse::OtherModel
        } else {
            self.wrong_length(model).err().unwrap_or(Misuse::OtherModel)
        }
    }
}
