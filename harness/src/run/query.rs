//! Mode `query`: every function of the table is called on both sides at the same states with the
//! same arguments; what it hands back and what it changes in the data is compared.

use super::judge::Judge;
use super::stop::{self, Apart, Stop};
use super::{Pair, Role, RoleFailure};
use crate::case::functions::{FUNCTIONS, Function};
use crate::case::state::Point;
use crate::case::{Layout, Schedule};
use crate::compare::{Category, Disagreement, Divergence, Plan, Tally, compare_field};
use crate::measure::Share;
use crate::simulator::call::{Call, Called, Output};
use crate::simulator::{Action, Computed, Failure, Moment, Reset};
use crate::snapshot::{FieldDescription, FieldView, Side, Snapshot};

/// What mode `query` needs of a loaded model.
pub(super) struct Query<'a, 'b> {
    pub pair: &'a mut Pair,
    pub layout: &'a Layout,
    pub schedule: &'a Schedule,
    pub poison: &'a [String],
    pub lacking: &'a [&'static str],
    pub plan: &'a mut Plan,
    pub judge: &'a mut Judge<'b>,
}

impl Query<'_, '_> {
    /// Calls all functions at each state.
    pub(super) fn states(&mut self, points: &[Point]) -> Result<(), Stop> {
        for (number, point) in points.iter().enumerate() {
            if self.reach(point)? {
                self.functions(point, number as u64)?;
            }
        }
        Ok(())
    }

    /// Brings both sides to a state and runs forward there; false if both stop.
    fn reach(&mut self, point: &Point) -> Result<bool, Stop> {
        let mut set = point.values.clone();
        set.retain(|assignment| !self.lacking.contains(&assignment.field.as_str()));
        let moment = Moment {
            reset: Some(Reset {
                keyframe: point.keyframe,
                poison: self.poison,
            }),
            set: &set,
            action: Action::Forward,
            read: &[],
        };
        let mut outcomes = [None, None];
        for (role, outcome) in [Role::Reference, Role::Subject]
            .into_iter()
            .zip(&mut outcomes)
        {
            self.pair.begin(role, &moment)?;
            match self.pair.finish(role, &mut Snapshot::default())? {
                Computed::Done(warnings) => self.judge.warn(role.name(), warnings),
                Computed::Stopped(message) => *outcome = Some(message),
            }
        }
        match outcomes {
            [None, None] => Ok(true),
            [Some(reference), Some(subject)] if stop::agree(&reference, &subject) => {
                self.judge.stop(&point.label, &reference);
                Ok(false)
            }
            [reference, subject] => Err(Stop::Apart(Apart {
                moment: point.label.clone(),
                reference,
                subject,
            })),
        }
    }

    fn functions(&mut self, point: &Point, number: u64) -> Result<(), Stop> {
        let mut calls = Vec::new();
        for function in FUNCTIONS {
            let Function { name, changes, .. } = *function;
            let Some(call) = function.call(self.layout, self.schedule.seed, number) else {
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

    /// Calls functions on both sides and compares their results. True if both ran out of memory.
    fn calls(&mut self, calls: &mut Vec<Call>, point: &Point, number: u64) -> Result<bool, Stop> {
        let mut exhausted = false;
        let reference = self.pair.call_all(Role::Reference, calls);
        let subject = self.pair.call_all(Role::Subject, calls);
        let mut tally = Tally::default();
        let mut divergences = Vec::new();
        for (at, call) in calls.iter().enumerate() {
            let left = whole(Role::Reference, call, reference.get(at))?;
            let right = whole(Role::Subject, call, subject.get(at))?;
            match (left, right) {
                (Ok(left), Ok(right)) => {
                    compare(call, left, right, &mut tally, &mut divergences);
                }
                (Ok(_), Err(Failure::Unable { .. })) => self.judge.lacks(&call.function),
                // Both refuse; their words are their own.
                (Err(Failure::Error { message }), Err(Failure::Error { .. })) => {
                    exhausted |= message.contains("insufficient memory");
                }
                (left, right) => divergences.push(apart(call, left, right)),
            }
        }
        calls.clear();
        self.judge
            .take(tally, &mut divergences, (&point.label, number));
        Ok(exhausted)
    }

    /// Compares the data of both sides after a function.
    fn data(&mut self, label: &str, number: u64, function: &str) -> Result<(), Stop> {
        let (mut left, mut right) = (Snapshot::default(), Snapshot::default());
        self.pair
            .read(Role::Reference, &self.plan.reference, &mut left)?;
        self.pair
            .read(Role::Subject, &self.plan.subject, &mut right)?;
        let clock = &mut self.pair.clock;
        let unsolved = UNSOLVED.contains(&function);
        let (plan, judge, layout) = (&mut *self.plan, &mut *self.judge, self.layout);
        clock.measure(Share::Compare, || {
            let mut found = Vec::new();
            let tally = plan.compare(&left, &right, layout, |divergence| {
                let field = divergence.field.as_str();
                let [left, right] = [&left, &right].map(|side| is_empty(side, field));
                let unwritten = unsolved && SOLUTION.contains(&field);
                if !left && !right && !unwritten && !UNCOMPARED.contains(&field) {
                    found.push(divergence);
                }
            });
            judge.take(tally, &mut found, (label, number));
        });
        Ok(())
    }
}

/// MuJoCo's rays mark nodes of trees as active, to be drawn; the engine's change nothing.
const UNCOMPARED: [&str; 1] = ["bvh_active"];

/// Functions that make rows and leave them unsolved: the fields of the solution are then memory of
/// MuJoCo's arena that nobody has written.
const UNSOLVED: [&str; 3] = ["mj_step1", "mj_fwdPosition", "mj_makeConstraint"];
const SOLUTION: [&str; 3] = ["efc_b", "efc_force", "efc_state"];

/// Whether a side has none of the field's rows. Between stages the arrays of constraint rows come
/// and go: MuJoCo allocates all of them at once, and the engine each with the stage that fills it.
fn is_empty(side: &Snapshot, field: &str) -> bool {
    side.get(Side::Data, field)
        .is_none_or(|view| view.bytes.is_empty())
}

/// A call's outcome, unless the simulator has ended in it or before.
fn whole<'a>(role: Role, call: &Call, called: Option<&'a Called>) -> Result<&'a Called, Stop> {
    let failed = |failure| Stop::Failed(RoleFailure { role, failure });
    match called {
        Some(Err(failure)) if failure.is_fatal() => Err(failed(failure.within(&call.function))),
        Some(called) => Ok(called),
        None => Err(failed(Failure::Protocol {
            detail: format!("there is no answer to the call of {}", call.function),
        })),
    }
}

fn compare(
    call: &Call,
    left: &[Output],
    right: &[Output],
    tally: &mut Tally,
    divergences: &mut Vec<Divergence>,
) {
    for reference in left {
        tally.fields += 1;
        tally.values += reference.count();
        let Some(subject) = right.iter().find(|output| output.name == reference.name) else {
            let note = "the subject does not have this result".to_owned();
            let found = Disagreement::structural(Category::Shape, Some(reference.elem), note);
            divergences.push(divergence(call, &reference.name, found));
            continue;
        };
        let (one, other) = (describe(call, reference), describe(call, subject));
        let (shape, other_shape) = ([reference.count()], [subject.count()]);
        let disagreement = compare_field(
            view(&one, &shape, reference),
            view(&other, &other_shape, subject),
            std::slice::from_ref(&(0..reference.count())),
        );
        divergences.extend(disagreement.map(|mut found| {
            found.note = found.note.or_else(|| Some(with(call)));
            divergence(call, &reference.name, found)
        }));
    }
}

fn describe(call: &Call, output: &Output) -> FieldDescription {
    FieldDescription {
        side: Side::Data,
        group: "call".to_owned(),
        name: format!("{}.{}", call.function, output.name),
        elem: output.elem,
        dims: vec!["n".to_owned()],
    }
}

fn view<'a>(
    description: &'a FieldDescription,
    shape: &'a [usize],
    output: &'a Output,
) -> FieldView<'a> {
    FieldView {
        description,
        shape,
        bytes: &output.bytes,
    }
}

fn divergence(call: &Call, output: &str, disagreement: Disagreement) -> Divergence {
    Divergence {
        field: format!("{}.{output}", call.function),
        stage: "query".into(),
        name: format!("[{}]", disagreement.element),
        object: None,
        disagreement,
    }
}

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

/// The arguments, as far as a line has room for them.
fn with(call: &Call) -> String {
    const MOST: usize = 8;
    let show = |values: &Vec<f64>| {
        let shown: Vec<String> = values.iter().take(MOST).map(|v| format!("{v:?}")).collect();
        let more = if values.len() > MOST { " ..." } else { "" };
        format!("{}{more}", shown.join(" "))
    };
    let all: Vec<String> = call.arguments.iter().map(show).collect();
    format!("called with ({})", all.join("; "))
}
