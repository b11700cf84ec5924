//! The mode `edit`: steps between which the model changes, on both sides in the same way.
//!
//! A model has two rounds of a few steps, from the start of the schedule and from a random state.
//! What was changed in the first stays so for the second, and the constants that follow from the
//! reference configuration are computed anew in between. At the end both models are compared.

use super::judge::Judge;
use super::plans::ModePlans;
use super::relay::{Course, Relay, Task};
use super::stop::{Apart, Stop};
use super::{Pair, Role};
use crate::case::edits::{EDITS, Edit, Editor, LARGEST_NV, ROUNDS, STEPS};
use crate::case::state::{self, ControlSequence, Point};
use crate::case::{Case, Layout};
use crate::compare::Plan;
use crate::measure::Share;
use crate::simulator::{Action, Computed, Loaded, Moment, Reset, cause};
use crate::snapshot::{Assignment, Snapshot};

/// What the mode works with.
pub(super) struct Editing<'a> {
    pub pair: &'a mut Pair,
    pub case: &'a Case,
    pub layout: &'a Layout,
    pub reference: &'a Loaded,
    pub subject: &'a Loaded,
    pub poison: &'a [String],
    pub lacking: &'a [&'static str],
}

impl Editing<'_> {
    /// Compares all rounds, then the models.
    pub(super) fn rounds(
        &mut self,
        plans: &mut ModePlans<'_>,
        judge: &mut Judge<'_>,
    ) -> Result<(), Stop> {
        let mut log = Log::default();
        let ended = self.all_rounds(plans, judge, &mut log);
        if ended.is_err() {
            // A process that ended may have done so in any step that it was asked for.
            judge.tell(log.text(u64::MAX));
        }
        ended
    }

    fn all_rounds(
        &mut self,
        plans: &mut ModePlans<'_>,
        judge: &mut Judge<'_>,
        log: &mut Log,
    ) -> Result<(), Stop> {
        let schedule = &self.case.schedule;
        for round in 1..=ROUNDS {
            let start = match round {
                1 => state::start(self.layout, schedule, &self.case.sidecar)?,
                _ => state::random(self.layout, schedule.seed, 1),
            };
            let mut snapshot = Snapshot::default();
            let wanted = Editor::indices(&self.reference.fields);
            self.pair.read(Role::Reference, &wanted, &mut snapshot)?;
            let editor = Editor::new(&snapshot, &self.subject.fields, schedule.seed, round);
            let mut course = Edits {
                round,
                asked: 0,
                start: &start,
                controls: ControlSequence::new(self.layout, schedule, &self.case.sidecar)?,
                editor,
                layouts: vec![self.layout.clone()],
                plan: plans.compare,
                judge,
                log,
            };
            Relay::new(self.pair, &mut course, self.poison, self.lacking).finish()?;
            // After a stop the reference has been asked for more than the subject.
            if judge.finding.is_some() || judge.has_stopped() {
                return Ok(());
            }
            if self.layout.size("nv") <= LARGEST_NV && !self.set_const(judge, round)? {
                return Ok(());
            }
        }
        self.models(plans.model, judge, log)
    }

    /// Computes the constants of both models anew. Returns whether both have them.
    fn set_const(&mut self, judge: &mut Judge<'_>, round: u64) -> Result<bool, Stop> {
        let moment = Moment {
            reset: Some(Reset {
                keyframe: None,
                poison: &[],
            }),
            set: &[],
            action: Action::SetConst,
            read: &[],
        };
        let mut run = |role| {
            self.pair.begin(role, &moment)?;
            self.pair.finish(role, &mut Snapshot::default())
        };
        let label = format!("set_const after round {round}");
        match (run(Role::Reference)?, run(Role::Subject)?) {
            (Computed::Done(_), Computed::Done(_)) => Ok(true),
            (Computed::Stopped(a), Computed::Stopped(b)) if cause::agree(&a, &b) => {
                judge.stop(&label, &a);
                Ok(false)
            }
            (reference, subject) => {
                let message = |computed| match computed {
                    Computed::Stopped(message) => Some(message),
                    Computed::Done(_) => None,
                };
                Err(Stop::Apart(Apart {
                    moment: label,
                    reference: message(reference),
                    subject: message(subject),
                }))
            }
        }
    }

    /// Compares the models as they have become.
    fn models(&mut self, plan: &mut Plan, judge: &mut Judge<'_>, log: &Log) -> Result<(), Stop> {
        let (mut left, mut right) = (Snapshot::default(), Snapshot::default());
        self.pair
            .read(Role::Reference, &plan.reference, &mut left)?;
        self.pair.read(Role::Subject, &plan.subject, &mut right)?;
        let (clock, layout) = (&mut self.pair.clock, self.layout);
        let moment = ("the model after all rounds", ROUNDS * STEPS + 1);
        let failed = clock.measure(Share::Compare, || {
            judge.moment(plan, &left, &right, layout, moment)
        });
        if failed {
            judge.tell(log.text(u64::MAX));
        }
        Ok(())
    }
}

/// What was changed before which step, counted over all rounds.
#[derive(Debug, Default)]
struct Log {
    edits: Vec<(u64, Edit)>,
}

impl Log {
    /// The changes up to a step, as a person can repeat them.
    fn text(&self, last: u64) -> String {
        let mut text = String::from("edits:");
        let mut before = None;
        for (step, edit) in self.edits.iter().filter(|(step, _)| *step <= last) {
            if before.replace(step) != Some(step) {
                text += &format!(" [{}]", label(*step));
            }
            text += &format!(" {edit},");
        }
        text.trim_end_matches(',').to_owned()
    }
}

/// A step, counted over all rounds, as reports name it.
fn label(step: u64) -> String {
    let (round, step) = ((step - 1) / STEPS + 1, (step - 1) % STEPS + 1);
    format!("round {round} step {step}")
}

/// The steps of one round.
struct Edits<'a, 'b> {
    round: u64,
    asked: u64,
    start: &'a Point,
    controls: ControlSequence,
    editor: Editor,
    /// What rules of comparison need to know, as it is at each step.
    layouts: Vec<Layout>,
    plan: &'a mut Plan,
    judge: &'a mut Judge<'b>,
    log: &'a mut Log,
}

impl Edits<'_, '_> {
    /// The options that decide which fields mean something may have changed.
    fn follow_options(&mut self) {
        let mut layout = self.layouts[self.layouts.len() - 1].clone();
        self.editor.follow_options(&mut layout);
        self.layouts.push(layout);
    }
}

impl Course for Edits<'_, '_> {
    fn next(&mut self) -> Option<Task> {
        if self.asked == STEPS || self.judge.finding.is_some() {
            return None;
        }
        self.asked += 1;
        let number = (self.round - 1) * STEPS + self.asked;
        let first = self.asked == 1;
        let (edits, mut set) = self.editor.edit(EDITS);
        self.log
            .edits
            .extend(edits.into_iter().map(|edit| (number, edit)));
        self.follow_options();
        if first {
            set.extend_from_slice(&self.start.values);
        }
        set.extend(self.controls.at(&self.layouts[0], self.asked));
        Some(Task {
            number,
            reset: first.then_some(self.start.keyframe),
            set,
            action: Action::Step { count: 1 },
            brief: false,
        })
    }

    fn fields(&self, _: &Task, role: Role) -> &[usize] {
        match role {
            Role::Reference => &self.plan.reference,
            Role::Subject => &self.plan.subject,
        }
    }

    fn carry(&self, _: &Snapshot) -> Vec<Assignment> {
        Vec::new()
    }

    fn warn(&mut self, role: Role, warnings: Vec<String>) {
        self.judge.warn(role.name(), warnings);
    }

    fn label(&self, task: &Task) -> String {
        label(task.number)
    }

    fn compare(&mut self, task: &Task, reference: &mut Snapshot, subject: &mut Snapshot) {
        // Everything follows from the first difference.
        if self.judge.finding.is_some() {
            return;
        }
        let label = label(task.number);
        let layout = &self.layouts[(task.number - (self.round - 1) * STEPS) as usize];
        let moment = (label.as_str(), task.number);
        if self
            .judge
            .moment(self.plan, reference, subject, layout, moment)
        {
            self.judge.tell(self.log.text(task.number));
        }
    }

    fn stop(&mut self, task: &Task, message: &str) {
        self.judge.stop(&label(task.number), message);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_edits_says_before_which_step_each_was_made() {
        let edit = |element| Edit {
            field: "body_mass".to_owned(),
            element,
            from: 1.0,
            to: 1.5,
        };
        let log = Log {
            edits: vec![(1, edit(0)), (1, edit(1)), (6, edit(2)), (7, edit(3))],
        };
        assert_eq!(
            log.text(6),
            "edits: [round 1 step 1] body_mass[0] 1.0 -> 1.5, body_mass[1] 1.0 -> 1.5, \
             [round 2 step 1] body_mass[2] 1.0 -> 1.5"
        );
    }
}
