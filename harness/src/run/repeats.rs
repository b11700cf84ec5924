//! Subjects whose answers change from run to run: they are asked again, and what their answers
//! differ by is added to what rounding does.

use super::Role;
use super::spread::SpreadRun;
use super::stop::{Apart, Stop};
use crate::simulator::Action;
use crate::snapshot::{Assignment, Snapshot};

/// Whether a subject gives the same answer twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Restless {
    /// It will be asked again at the next moment.
    Untried,
    No,
    Yes,
}

/// How often a restless subject is asked again at each moment.
const REPEATS: usize = 4;

impl SpreadRun<'_, '_> {
    /// What the subject makes of the same inputs when it is asked again; nothing if it gives the
    /// same answer.
    pub(super) fn repeated(
        &mut self,
        inputs: &[Assignment],
        action: Action,
        first: &Snapshot,
    ) -> Result<Vec<Snapshot>, Stop> {
        if self.restless == Restless::No {
            return Ok(Vec::new());
        }
        let mut repeated = Vec::new();
        for _ in 0..REPEATS {
            let mut again = Snapshot::default();
            if let Some(subject) = self.compute(Role::Subject, inputs, action, &mut again)? {
                return Err(Stop::Apart(Apart {
                    moment: "when it is asked again".to_owned(),
                    reference: None,
                    subject: Some(subject),
                }));
            }
            if self.restless == Restless::Untried && again.bytes == first.bytes {
                self.restless = Restless::No;
                return Ok(Vec::new());
            }
            self.restless = Restless::Yes;
            repeated.push(again);
        }
        Ok(repeated)
    }
}
