//! Mode `derivative`: derivatives of steps and of inverse dynamics by differences, on both sides at
//! the same states; every matrix and what is left in the data is compared.
//!
//! A refusal is a verdict that both sides must share. There are two that only the subject may
//! have: of a model without dofs, and where MuJoCo resets the data in the middle and goes on, which
//! leaves memory in its matrices that nobody has written (docs/reference-bugs.md).

use super::calling::{Caller, compare_results, whole};
use super::stop::{Apart, Stop};
use super::{Role, RoleFailure};
use crate::case::Mode;
use crate::case::derivatives::{self, Derivative, Extent};
use crate::case::state::Point;
use crate::compare::{Tally, is_computed_by_inverse};
use crate::simulator::call::{Call, Called};
use crate::simulator::{Failure, Loaded, cause};
use crate::snapshot::{Assignment, Side, Snapshot};

/// What mode `derivative` needs of a loaded model.
pub(super) struct Derivation<'a, 'b> {
    pub caller: Caller<'a, 'b>,
    pub reference: &'a Loaded,
    pub extent: Extent,
}

/// How a call ended on both sides.
enum Ended {
    /// Whole, or refused before anything was done.
    Whole,
    /// In the middle: nothing can follow from what is left.
    Halfway,
}

impl Derivation<'_, '_> {
    /// Takes all derivatives at each state, with the accelerations that inverse dynamics has there.
    pub(super) fn states(&mut self, points: &[(Point, Option<Assignment>)]) -> Result<(), Stop> {
        for (number, (point, accelerations)) in points.iter().enumerate() {
            if self.caller.reach(point)? {
                let mut accelerations = Vec::from_iter(accelerations.clone());
                accelerations.retain(|assignment| self.caller.has(assignment));
                self.derivatives(point, &accelerations, number as u64)?;
            }
        }
        Ok(())
    }

    fn derivatives(
        &mut self,
        point: &Point,
        accelerations: &[Assignment],
        number: u64,
    ) -> Result<(), Stop> {
        for derivative in self.extent.derivatives() {
            let label = format!("{} {derivative}", point.label);
            if derivative.is_inverse {
                self.caller.pair.set_both(accelerations)?;
            }
            match self.call(derivative, &label, number)? {
                Ended::Whole => {}
                Ended::Halfway => return Ok(()),
            }
            let after = format!("{label}, then the data");
            let unwritten = |field: &str| derivative.is_inverse && !is_computed_by_inverse(field);
            self.caller.data((&after, number), unwritten)?;
        }
        Ok(())
    }

    /// Calls the function on both sides and compares what they answer.
    fn call(&mut self, derivative: &Derivative, label: &str, number: u64) -> Result<Ended, Stop> {
        let call = derivative.call(self.extent);
        let pair = &mut self.caller.pair;
        let calls = std::slice::from_ref(&call);
        let [left, right] =
            [Role::Reference, Role::Subject].map(|role| (role, pair.call_all(role, calls)));
        let left = whole(left.0, &call, left.1.first())?.clone();
        let right = whole(right.0, &call, right.1.first())?.clone();
        match (left, right) {
            (Ok(left), Ok(right)) => {
                let (mut tally, mut found) = (Tally::default(), Vec::new());
                let how = (Mode::Derivative, self.caller.layout);
                compare_results(&call, (&left, &right), how, &mut tally, &mut found);
                if !found.is_empty() && self.reference_has_reset()? {
                    let text = format!("the reference resets the data within {label}");
                    self.caller.judge.refuse(text);
                    return Ok(Ended::Halfway);
                }
                self.caller.judge.take(tally, &mut found, (label, number));
                Ok(Ended::Whole)
            }
            (left, right) => self.refused(&call, label, left, right),
        }
    }

    /// One side at least has not answered.
    fn refused(
        &mut self,
        call: &Call,
        label: &str,
        left: Called,
        right: Called,
    ) -> Result<Ended, Stop> {
        match (left, right) {
            (Ok(_), Err(Failure::Unable { .. })) => {
                self.caller.judge.lacks(&call.function);
                Ok(Ended::Halfway)
            }
            (Err(Failure::Error { message: left }), Err(Failure::Error { message: right }))
                if cause::agree(&left, &right) =>
            {
                self.caller.judge.stop(label, &left);
                // What the function itself refuses it refuses before anything is done; steps within
                // it stop anywhere.
                Ok(if left.contains(&call.function) {
                    Ended::Whole
                } else {
                    Ended::Halfway
                })
            }
            (Ok(_), Err(Failure::Error { message })) if self.caller.layout.size("nv") == 0 => {
                let text = format!("nothing moves, and the subject refuses {label}: {message}");
                self.caller.judge.refuse(text);
                Ok(Ended::Halfway)
            }
            // With other data after a reset, the reference may well stop later for another reason.
            (Ok(_) | Err(Failure::Error { .. }), Err(Failure::Error { message }))
                if self.reference_has_reset()? =>
            {
                let text = format!(
                    "the reference resets the data within {label}, and the subject refuses: {message}"
                );
                self.caller.judge.refuse(text);
                Ok(Ended::Halfway)
            }
            (left, right) => {
                let say = |called: Called| match called {
                    Ok(_) => None,
                    Err(failure) => Some(failure.to_string()),
                };
                Err(Stop::Apart(Apart {
                    moment: label.to_owned(),
                    reference: say(left),
                    subject: say(right),
                }))
            }
        }
    }

    /// Whether the reference has found numbers that it resets the data for, since it was brought to
    /// the state. The count is written after the reset.
    fn reference_has_reset(&mut self) -> Result<bool, RoleFailure> {
        let mut fields = self.reference.fields.iter();
        let field = fields.position(|f| f.side == Side::Data && f.name == derivatives::COUNTS);
        let Some(field) = field else {
            return Ok(false);
        };
        let mut snapshot = Snapshot::default();
        let pair = &mut self.caller.pair;
        pair.read(Role::Reference, &[field], &mut snapshot)?;
        Ok(derivatives::has_reset(&snapshot))
    }
}
