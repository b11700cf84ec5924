//! Mode `query`: every function of the table is called on both sides at the same states with the
//! same arguments; what it hands back and what it changes in the data is compared.

use super::Role;
use super::calling::{Caller, compare_results, whole, with};
use super::stop::Stop;
use crate::case::functions::{FUNCTIONS, Function};
use crate::case::state::Point;
use crate::case::{Mode, Schedule};
use crate::compare::{Category, Disagreement, Divergence, Tally};
use crate::simulator::Failure;
use crate::simulator::call::{Call, Called, Output};
use crate::simulator::cause::agree;

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
        let mut marked = false;
        for function in FUNCTIONS {
            let Function { name, changes, .. } = *function;
            let Some(call) = function.call(self.caller.layout, self.schedule.seed, number) else {
                continue;
            };
            marked = (marked || MARKING.contains(&name)) && !COLLIDING.contains(&name);
            calls.push(call);
            if changes {
                // What only asks is called in one go with what changes the data next.
                if self.calls(&mut calls, point, number)? {
                    // Half of a stage was done on both sides; nothing follows from that.
                    return Ok(());
                }
                self.data(
                    &format!("{} after {name}", point.label),
                    number,
                    name,
                    marked,
                )?;
            }
        }
        self.calls(&mut calls, point, number)?;
        let label = format!("{} after all functions", point.label);
        self.data(&label, number, "", marked)
    }

    /// Calls functions on both sides and compares their results. True if both gave up on the way, for
    /// the same reason.
    fn calls(&mut self, calls: &mut Vec<Call>, point: &Point, number: u64) -> Result<bool, Stop> {
        let halfway = compare_calls(&mut self.caller, calls, (&point.label, number));
        calls.clear();
        halfway
    }

    /// Compares the data of both sides after a function; `marked` if rays have left their marks.
    fn data(&mut self, label: &str, number: u64, function: &str, marked: bool) -> Result<(), Stop> {
        self.caller.data((label, number), |field| {
            is_unwritten(function, field) || marked && field == MARKS
        })
    }
}

/// The field in which MuJoCo marks the nodes of trees that were visited, to be drawn.
const MARKS: &str = "bvh_active";
/// Functions of MuJoCo's that add marks to data that they are given to read only; the engine's
/// change nothing. The marks stay until the next collision.
const MARKING: [&str; 3] = ["mj_ray", "mj_rayMesh", "mj_multiRay"];
const COLLIDING: [&str; 7] = [
    "mj_collision",
    "mj_fwdPosition",
    "mj_invPosition",
    "mj_inverse",
    "mj_forward",
    "mj_step1",
    "mj_step",
];

/// Fields of which a function makes the rows and leaves them as they are: in MuJoCo they are then
/// memory of the arena that nobody has written, and the engine has them with the stage that fills
/// them. Calls that change no rows see what was left by those before.
const UNWRITTEN: &[(&[&str], &[&str])] = &[
    (
        &[
            "mj_makeConstraint",
            "mj_island",
            "mj_addContact",
            "mj_setState",
        ],
        &["efc_AR_rownnz", "efc_AR_rowadr", "efc_AR_colind", "efc_AR"],
    ),
    (
        &[
            "mj_makeConstraint",
            "mj_island",
            "mj_addContact",
            "mj_setState",
            "mj_fwdPosition",
            "mj_invPosition",
        ],
        &["efc_vel", "efc_aref"],
    ),
    (
        &[
            "mj_makeConstraint",
            "mj_island",
            "mj_addContact",
            "mj_setState",
            "mj_fwdPosition",
            "mj_step1",
            "mj_invPosition",
            "mj_invVelocity",
        ],
        &["efc_b", "efc_force", "efc_state"],
    ),
    (
        &["mj_invConstraint", "mj_inverse", "mj_inverseSkip"],
        &["efc_b"],
    ),
];

fn is_unwritten(function: &str, field: &str) -> bool {
    let mut rules = UNWRITTEN.iter();
    rules.any(|(functions, fields)| functions.contains(&function) && fields.contains(&field))
}

/// Whether a function writes into the data.
fn changes(name: &str) -> bool {
    FUNCTIONS
        .iter()
        .any(|function| function.name == name && function.changes)
}

/// Calls functions on both sides and compares their results. True if both gave up on the way, for the
/// same reason, or the subject cannot follow.
pub(super) fn compare_calls(
    caller: &mut Caller<'_, '_>,
    calls: &[Call],
    moment: (&str, u64),
) -> Result<bool, Stop> {
    let mut halfway = false;
    let reference = caller.pair.call_all(Role::Reference, calls);
    let subject = caller.pair.call_all(Role::Subject, calls);
    let mode = caller.judge.mode;
    let mut tally = Tally::default();
    let mut divergences = Vec::new();
    for (at, call) in calls.iter().enumerate() {
        let left = whole(Role::Reference, call, reference.get(at))?;
        let right = whole(Role::Subject, call, subject.get(at))?;
        match (left, right) {
            (Ok(left), Ok(right)) => {
                let files = (mode == Mode::Save).then(|| with_signs_of_nan(left, right));
                let sides = (left.as_slice(), files.as_deref().unwrap_or(right));
                let how = (mode, caller.layout);
                compare_results(call, sides, how, &mut tally, &mut divergences);
            }
            (Ok(_), Err(Failure::Error { message })) if reads_unwritten_rows(call, message) => {
                halfway = true;
            }
            (Ok(_), Err(Failure::Unable { .. })) => {
                caller.judge.lacks(&call.function);
                // Without what it changes the data cannot be the same.
                halfway |= changes(&call.function);
            }
            // Both refuse; their words are their own.
            (Err(Failure::Error { message }), Err(Failure::Error { message: own })) => {
                halfway |= agree(message, own);
            }
            (left, right) => divergences.push(apart(mode, call, left, right)),
        }
    }
    caller.judge.take(tally, &mut divergences, moment);
    Ok(halfway)
}

/// Whether a call goes on from rows that were made after a reset and whose velocities nobody has
/// computed yet, as the subject says: in MuJoCo they are memory of the arena that was never written.
/// `mj_checkPos` and its like reset a state that has blown up, and `mj_fwdPosition` comes next.
fn reads_unwritten_rows(call: &Call, message: &str) -> bool {
    let skips_velocity = call
        .arguments
        .first()
        .is_some_and(|stage| stage[..] == [2.0]);
    call.function == "mj_forwardSkip"
        && skips_velocity
        && message.starts_with("`efc_vel` has 0 rows of ")
}

/// The subject's files with the reference's signs of NaN, which are whatever the processor makes of
/// them: the last byte of a double is then 7F or FF, and the one before it F8.
fn with_signs_of_nan(reference: &[Output], subject: &[Output]) -> Vec<Output> {
    let mut files = subject.to_vec();
    for (file, reference) in files.iter_mut().zip(reference) {
        let reference = &reference.bytes;
        for at in 1..file.bytes.len().min(reference.len()) {
            let is_nan = |bytes: &[u8]| bytes[at - 1] == 0xf8 && bytes[at] | 0x80 == 0xff;
            if is_nan(&file.bytes) && is_nan(reference) {
                file.bytes[at] = reference[at];
            }
        }
    }
    files
}

/// Only one side answers.
fn apart(mode: Mode, call: &Call, left: &Called, right: &Called) -> Divergence {
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
        stage: mode.name().into(),
        name: String::new(),
        object: None,
        disagreement: Disagreement::structural(Category::Type, None, note),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_calls_that_skip_velocities_may_find_rows_without_them() {
        let call = |function: &str, stage: f64| Call {
            function: function.to_owned(),
            arguments: vec![vec![stage], vec![0.0]],
        };
        let lost = "`efc_vel` has 0 rows of 8: run `fwd_velocity` first";
        assert!(reads_unwritten_rows(&call("mj_forwardSkip", 2.0), lost));
        assert!(!reads_unwritten_rows(&call("mj_forwardSkip", 1.0), lost));
        assert!(!reads_unwritten_rows(&call("mj_forward", 2.0), lost));
        let others = "`efc_vel` has 3 rows of 8: run `fwd_velocity` first";
        assert!(!reads_unwritten_rows(&call("mj_forwardSkip", 2.0), others));
    }
}
