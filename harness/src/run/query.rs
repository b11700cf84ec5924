//! Mode `query`: every function of the table is called on both sides at the same states with the
//! same arguments; what it hands back and what it changes in the data is compared.

use super::Role;
use super::calling::{Caller, compare_results, whole, with};
use super::stop::{self, Stop};
use crate::case::functions::{FUNCTIONS, Function};
use crate::case::state::Point;
use crate::case::{Mode, Schedule};
use crate::compare::{Category, Disagreement, Divergence, Tally};
use crate::simulator::Failure;
use crate::simulator::call::{Call, Called};

/// What mode `query` needs of a loaded model.
pub(super) struct Query<'a, 'b> {
    pub caller: Caller<'a, 'b>,
    pub schedule: &'a Schedule,
}

impl Query<'_, '_> {
    /// Calls all functions at each state.
    pub(super) fn states(&mut self, points: &[Point]) -> Result<(), Stop> {
        for (number, point) in points.iter().enumerate() {
            if self.caller.reach(point)? {
                self.functions(point, number as u64)?;
            }
        }
        Ok(())
    }

    fn functions(&mut self, point: &Point, number: u64) -> Result<(), Stop> {
        let mut calls = Vec::new();
        for function in FUNCTIONS {
            let Function { name, changes, .. } = *function;
            let Some(call) = function.call(self.caller.layout, self.schedule.seed, number) else {
                continue;
            };
            calls.push(call);
            if changes {
                // What only asks is called in one go with what changes the data next.
                if self.calls(&mut calls, point, number)? {
                    // Half of a stage was done on both sides; nothing follows from that.
                    return Ok(());
                }
                self.data(&format!("{} after {name}", point.label), number, name)?;
            }
        }
        self.calls(&mut calls, point, number)?;
        self.data(&format!("{} after all functions", point.label), number, "")
    }

    /// Calls functions on both sides and compares their results. True if both gave up on the way, for
    /// the same reason.
    fn calls(&mut self, calls: &mut Vec<Call>, point: &Point, number: u64) -> Result<bool, Stop> {
        let mut halfway = false;
        let reference = self.caller.pair.call_all(Role::Reference, calls);
        let subject = self.caller.pair.call_all(Role::Subject, calls);
        let mut tally = Tally::default();
        let mut divergences = Vec::new();
        for (at, call) in calls.iter().enumerate() {
            let left = whole(Role::Reference, call, reference.get(at))?;
            let right = whole(Role::Subject, call, subject.get(at))?;
            match (left, right) {
                (Ok(left), Ok(right)) => {
                    let sides = (left.as_slice(), right.as_slice());
                    let how = (Mode::Query, self.caller.layout);
                    compare_results(call, sides, how, &mut tally, &mut divergences);
                }
                (Ok(_), Err(Failure::Unable { .. })) => self.caller.judge.lacks(&call.function),
                // Both refuse; their words are their own.
                (Err(Failure::Error { message }), Err(Failure::Error { message: own })) => {
                    halfway |= stop::agree(message, own);
                }
                (left, right) => divergences.push(apart(call, left, right)),
            }
        }
        calls.clear();
        self.caller
            .judge
            .take(tally, &mut divergences, (&point.label, number));
        Ok(halfway)
    }

    /// Compares the data of both sides after a function.
    fn data(&mut self, label: &str, number: u64, function: &str) -> Result<(), Stop> {
        let unsolved = UNSOLVED.contains(&function);
        self.caller.data((label, number), |field| {
            unsolved && SOLUTION.contains(&field) || UNCOMPARED.contains(&field)
        })
    }
}

/// MuJoCo's rays mark nodes of trees as active, to be drawn; the engine's change nothing.
const UNCOMPARED: [&str; 1] = ["bvh_active"];

/// Functions that make rows and leave them unsolved: the fields of the solution are then memory of
/// MuJoCo's arena that nobody has written.
const UNSOLVED: [&str; 3] = ["mj_step1", "mj_fwdPosition", "mj_makeConstraint"];
const SOLUTION: [&str; 3] = ["efc_b", "efc_force", "efc_state"];

/// Only one side answers.
fn apart(call: &Call, left: &Called, right: &Called) -> Divergence {
    let say = |called: &Called| match called {
        Ok(_) => "answers".to_owned(),
        Err(failure) => format!("says: {failure}"),
    };
    let note = format!(
        "the reference {}; the subject {}; {}",
        say(left),
        say(right),
        with(call)
    );
    Divergence {
        field: call.function.clone(),
        stage: "query".into(),
        name: String::new(),
        object: None,
        disagreement: Disagreement::structural(Category::Type, None, note),
    }
}
