//! What the modes share that call functions: bringing both sides to a state, and comparing what a
//! function hands back and what it leaves in the data.

use super::judge::Judge;
use super::stop::{Apart, Stop};
use super::{Pair, Role, RoleFailure};
use crate::case::state::Point;
use crate::case::{Layout, Mode, derivatives};
use crate::compare::{Category, Disagreement, Divergence, Names, Plan, Tally, compare_field};
use crate::measure::Share;
use crate::simulator::call::{Call, Called, Output};
use crate::simulator::cause;
use crate::simulator::{Action, Computed, Failure, Moment, Reset};
use crate::snapshot::{Assignment, FieldDescription, FieldView, Side, Snapshot};

/// Both sides with a loaded model, and who judges.
pub(super) struct Caller<'a, 'b> {
    pub pair: &'a mut Pair,
    pub layout: &'a Layout,
    pub poison: &'a [String],
    pub lacking: &'a [&'static str],
    pub plan: &'a mut Plan,
    pub judge: &'a mut Judge<'b>,
}

impl Caller<'_, '_> {
    /// Brings both sides to a state and runs forward there; false if both stop.
    pub(super) fn reach(&mut self, point: &Point) -> Result<bool, Stop> {
        let mut set = point.values.clone();
        set.retain(|assignment| self.has(assignment));
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
            [Some(reference), Some(subject)] if cause::agree(&reference, &subject) => {
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

    /// Whether the subject has the field; what it lacks is set on neither side.
    pub(super) fn has(&self, assignment: &Assignment) -> bool {
        !self.lacking.contains(&assignment.field.as_str())
    }

    /// Compares the data of both sides after a function, but for the fields that are `left_out`.
    pub(super) fn data(
        &mut self,
        moment: (&str, u64),
        left_out: impl Fn(&str) -> bool,
    ) -> Result<(), Stop> {
        let (mut left, mut right) = (Snapshot::default(), Snapshot::default());
        self.pair
            .read(Role::Reference, &self.plan.reference, &mut left)?;
        self.pair
            .read(Role::Subject, &self.plan.subject, &mut right)?;
        let clock = &mut self.pair.clock;
        let (plan, judge, layout) = (&mut *self.plan, &mut *self.judge, self.layout);
        clock.measure(Share::Compare, || {
            let mut found = Vec::new();
            let tally = plan.compare(&left, &right, layout, |divergence| {
                if !left_out(&divergence.field) {
                    found.push(divergence);
                }
            });
            judge.take(tally, &mut found, moment);
        });
        Ok(())
    }
}

/// A call's outcome, unless the simulator has ended in it or before.
pub(super) fn whole<'a>(
    role: Role,
    call: &Call,
    called: Option<&'a Called>,
) -> Result<&'a Called, Stop> {
    let failed = |failure| Stop::Failed(RoleFailure { role, failure });
    match called {
        Some(Err(failure)) if failure.is_fatal() => Err(failed(failure.within(&call.function))),
        Some(called) => Ok(called),
        None => Err(failed(Failure::Protocol {
            detail: format!("there is no answer to the call of {}", call.function),
        })),
    }
}

/// Compares the results of one call.
pub(super) fn compare_results(
    call: &Call,
    (left, right): (&[Output], &[Output]),
    (mode, layout): (Mode, &Layout),
    tally: &mut Tally,
    divergences: &mut Vec<Divergence>,
) {
    for reference in left {
        tally.fields += 1;
        tally.values += reference.count();
        let (one, shape) = describe(call, reference, layout);
        let Some(subject) = right.iter().find(|output| output.name == reference.name) else {
            let note = "the subject does not have this result".to_owned();
            let found = Disagreement::structural(Category::Shape, Some(reference.elem), note);
            divergences.push(divergence(&one, &shape, (mode, layout), found));
            continue;
        };
        let (other, other_shape) = describe(call, subject, layout);
        let disagreement = compare_field(
            view(&one, &shape, reference),
            view(&other, &other_shape, subject),
            std::slice::from_ref(&(0..reference.count())),
            // Results are written into memory of the caller's.
            false,
        );
        divergences.extend(disagreement.map(|mut found| {
            if reference.name == "text" {
                found.note = first_line_apart(&reference.bytes, &subject.bytes);
            }
            found.note = found.note.or_else(|| Some(with(call)));
            divergence(&one, &shape, (mode, layout), found)
        }));
    }
}

/// The first line in which two texts differ.
fn first_line_apart(reference: &[u8], subject: &[u8]) -> Option<String> {
    let [reference, subject] = [reference, subject].map(String::from_utf8_lossy);
    let (mut left, mut right) = (reference.split('\n'), subject.split('\n'));
    let mut number = 1;
    loop {
        match (left.next(), right.next()) {
            (None, None) => return None,
            (left, right) if left == right => number += 1,
            (left, right) => {
                let show = |line: Option<&str>| line.map_or("no line".into(), |l| format!("{l:?}"));
                let (left, right) = (show(left), show(right));
                return Some(format!("line {number}: {right} instead of {left}"));
            }
        }
    }
}

/// A result as a field, and its shape: a matrix if it is known to be one.
fn describe(call: &Call, output: &Output, layout: &Layout) -> (FieldDescription, Vec<usize>) {
    derivatives::describe(call, output, layout).unwrap_or_else(|| {
        let description = FieldDescription {
            side: Side::Data,
            group: "call".to_owned(),
            name: format!("{}.{}", call.function, output.name),
            elem: output.elem,
            dims: vec!["n".to_owned()],
        };
        (description, vec![output.count()])
    })
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

fn divergence(
    field: &FieldDescription,
    shape: &[usize],
    (mode, layout): (Mode, &Layout),
    disagreement: Disagreement,
) -> Divergence {
    let names = Names { layout, data: None };
    Divergence {
        field: field.name.clone(),
        stage: mode.name().into(),
        name: names.element(field, shape, disagreement.element),
        object: names.owner(field, shape, disagreement.element),
        disagreement,
    }
}

/// The arguments, as far as a line has room for them.
pub(super) fn with(call: &Call) -> String {
    const MOST: usize = 8;
    let show = |values: &Vec<f64>| {
        let shown: Vec<String> = values.iter().take(MOST).map(|v| format!("{v:?}")).collect();
        let more = if values.len() > MOST { " ..." } else { "" };
        format!("{}{more}", shown.join(" "))
    };
    let all: Vec<String> = call.arguments.iter().map(show).collect();
    format!("called with ({})", all.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_told_apart_by_their_first_different_line() {
        let apart = |left: &str, right: &str| first_line_apart(left.as_bytes(), right.as_bytes());
        assert_eq!(apart("a\nb\n", "a\nb\n"), None);
        let words = apart("a\nb 1\nc", "a\nb 2\nd").expect("a difference");
        assert_eq!(words, r#"line 2: "b 2" instead of "b 1""#);
        let words = apart("a\nb", "a").expect("a difference");
        assert_eq!(words, r#"line 2: no line instead of "b""#);
    }
}
