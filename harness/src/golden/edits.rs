//! The moments of mode `edit`, on one side alone.

use super::summary::{self, Summary};
use super::{Halt, Visit, Walker};
use crate::case::Mode;
use crate::case::edits::{EDITS, Editor, LARGEST_NV, ROUNDS, STEPS};
use crate::case::state::{self, ControlSequence};
use crate::catalogue::tables;
use crate::compare::poison;
use crate::simulator::{Action, Reset};
use crate::snapshot::Side;

impl Walker<'_> {
    /// A moment for each step, and one for the model at the end.
    pub(super) fn edit(&mut self, visit: &mut dyn FnMut(Visit<'_>)) -> Result<(), Halt> {
        let mut summary = Summary::new(Mode::Edit, &["data", "model"], &[]);
        let mut data = self.shared(Side::Data, Mode::Edit);
        let editable = tables::descriptions(|info| info.computed);
        let poison = &poison::fields();
        for round in 1..=ROUNDS {
            let schedule = &self.case.schedule;
            let start = match round {
                1 => state::start(&self.layout, schedule, &self.case.sidecar)?,
                _ => state::random(&self.layout, schedule.seed, 1),
            };
            let wanted = Editor::indices(&self.loaded.fields);
            self.simulator.read(&wanted, &mut self.snapshot)?;
            let mut editor = Editor::new(&self.snapshot, &editable, schedule.seed, round);
            let mut controls = ControlSequence::new(&self.layout, schedule, &self.case.sidecar)?;
            let mut layout = self.layout.clone();
            for step in 1..=STEPS {
                let (_, mut set) = editor.edit(EDITS);
                editor.follow_options(&mut layout);
                let mut reset = None;
                if step == 1 {
                    set.extend_from_slice(&start.values);
                    let keyframe = start.keyframe;
                    reset = Some(Reset { keyframe, poison });
                }
                set.extend(controls.at(&self.layout, step));
                let label = format!("round {round} step {step}");
                if let Some(message) = self.run(reset, &set, Action::Step { count: 1 })? {
                    let parts = [summary::stop(&message)];
                    summary.show(&label, &parts, &layout, visit);
                    return Ok(());
                }
                let hash = self.read_sum(&mut data, &layout, |_| true)?;
                summary.show(&label, &[summary::sum("data", hash)], &layout, visit);
            }
            if self.layout.size("nv") <= LARGEST_NV {
                let reset = Reset {
                    keyframe: None,
                    poison: &[],
                };
                if let Some(message) = self.run(Some(reset), &[], Action::SetConst)? {
                    let label = format!("set_const after round {round}");
                    let parts = [summary::stop(&message)];
                    summary.show(&label, &parts, &layout, visit);
                    return Ok(());
                }
            }
        }
        let mut model = self.shared(Side::Model, Mode::Edit);
        let layout = self.layout.clone();
        let hash = self.read_sum(&mut model, &layout, |_| true)?;
        let parts = [summary::sum("model", hash)];
        summary.show("the model after all rounds", &parts, &layout, visit);
        Ok(())
    }
}
