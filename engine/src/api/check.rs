//! What every method asks before it hands over, and how it runs a stage by itself.

use crate::error::StepError;
use crate::misuse::Misuse;
use crate::model::codes::Integrator;
use crate::{Data, Model};

/// What a stage reads of constraint rows beside what makes them.
#[derive(Clone, Copy, Debug)]
pub(super) enum Needs {
    /// `efc_vel`.
    Velocity,
    /// `efc_aref`.
    Reference,
    /// `efc_AR`.
    Projection,
    /// `efc_island`, where there are islands.
    Islands,
    /// `efc_force`.
    Force,
}

impl Data {
    /// Whether all constraint rows have what stages after them read: it is there once these have
    /// run in their order.
    pub(super) fn require_rows(&self, needs: &[Needs]) -> Result<(), Misuse> {
        let expected = usize::try_from(self.nefc).unwrap_or(0);
        // Contacts alone forget the rows but not how many equalities there were.
        let made = |name, expected, found| Misuse::Rows {
            name,
            stage: "make_constraint",
            expected,
            found,
        };
        let equalities = usize::try_from(self.ne).unwrap_or(0);
        if equalities > expected {
            return Err(made("efc_id", equalities, expected));
        }
        let contacts = usize::try_from(self.ncon).unwrap_or(0);
        if contacts != self.contact.len() {
            return Err(made("contact", contacts, self.contact.len()));
        }
        for need in needs {
            let (name, stage, found, expected) = match need {
                Needs::Velocity => ("efc_vel", "fwd_velocity", self.efc_vel.len(), expected),
                Needs::Reference => ("efc_aref", "fwd_velocity", self.efc_aref.len(), expected),
                Needs::Force => (
                    "efc_force",
                    "fwd_constraint",
                    self.efc_force.len(),
                    expected,
                ),
                Needs::Islands if self.nisland == 0 => continue,
                Needs::Islands => ("efc_island", "island", self.efc_island.len(), expected),
                Needs::Projection => (
                    "efc_AR",
                    "project_constraint",
                    self.efc_AR.len(),
                    expected * expected,
                ),
            };
            if found != expected {
                return Err(Misuse::Rows {
                    name,
                    stage,
                    expected,
                    found,
                });
            }
        }
        Ok(())
    }

    /// Runs a stage by itself and reports what it found.
    pub(super) fn run(
        &mut self,
        model: &Model,
        stage: impl FnOnce(&Model, &mut Data),
    ) -> Result<(), StepError> {
        self.check(model)?;
        self.fault = None;
        stage(model, self);
        self.fault.map_or(Ok(()), Err)
    }
}

impl Model {
    /// Whether the options name an integrator. MuJoCo's `mj_step` ends the program with "invalid
    /// integrator" where they do not.
    #[inline]
    pub(super) fn require_integrator(&self) -> Result<(), Misuse> {
        match Integrator::from_code(self.opt.integrator) {
            Some(_) => Ok(()),
            None => Err(Misuse::Integrator(self.opt.integrator)),
        }
    }
}
