//! Columns that threads take one by one.
//!
//! Those of controls, activations and velocities build on the step without a nudge, which costs as
//! much as a column of positions: few threads begin with them, the others with positions. Each
//! thread takes them in their order: a velocity leaves nothing that a control could build on.
//!
//! The caller takes the last column of all, so that its data holds afterwards what it would hold
//! without threads.

use std::ops::Range;

use super::nudge::Input;
use super::transition::Plan;
use crate::Model;

/// Columns that nobody has taken yet.
#[derive(Debug, Default)]
pub(super) struct Columns {
    /// Those that build on the step without a nudge.
    building: Range<usize>,
    /// Those of positions, which do not.
    anew: Range<usize>,
    /// The one that is left to the caller, if anything is nudged at all.
    last: Option<usize>,
    /// How many helpers have begun.
    helpers: usize,
}

impl Columns {
    /// All columns, with these controls.
    pub(super) fn new(model: &Model, plan: &Plan, ctrl: &[f64]) -> Columns {
        let count = plan.len(model);
        let is_anew = |&column: &usize| matches!(plan.input(model, column), Input::Position(_));
        let is_nudged = |column: &usize| {
            let sides = plan.directions(model, ctrl, plan.input(model, *column));
            sides.contains(&true)
        };
        let last = (0..count).rev().find(is_nudged);
        let end = last.unwrap_or(0);
        let divided = (0..end).find(is_anew).unwrap_or(end);
        Columns {
            building: 0..divided,
            anew: divided..end,
            last,
            helpers: 0,
        }
    }

    /// How many of so many threads begin with columns that build on the step without a nudge: as
    /// many as is their share of the work, by what a step costs without the stages that are
    /// skipped.
    pub(super) fn builders(&self, model: &Model, plan: &Plan, threads: usize) -> usize {
        const CENTER: usize = 4;
        let cost = |column: usize| match plan.input(model, column) {
            Input::Control(_) | Input::Activation(_) => 1,
            Input::Velocity(_) => 2,
            Input::Position(_) => 4,
        };
        let building = CENTER + self.building.clone().map(cost).sum::<usize>();
        let last = self.last.into_iter();
        let anew = self.anew.clone().chain(last).map(cost).sum::<usize>();
        let all = building + anew;
        (threads * building + all / 2) / all
    }

    /// A helper begins.
    pub(super) fn join(&mut self) {
        self.helpers += 1;
    }

    /// The next column for a helper, which may be about to build on the step without a nudge.
    pub(super) fn for_helper(&mut self, builds: bool) -> Option<usize> {
        /// Fewer are not worth that step, and the caller has taken it.
        const WORTH: usize = 4;
        if builds && let Some(column) = self.building.next() {
            return Some(column);
        }
        match self.anew.next() {
            None if self.building.len() >= WORTH => self.building.next(),
            anew => anew,
        }
    }

    /// The next column for the caller. As many as there are helpers at work are left to them: while
    /// they take these, the caller takes the last one.
    pub(super) fn for_caller(&mut self) -> Option<usize> {
        match self.building.next() {
            None if self.anew.len() > self.helpers => self.anew.next(),
            building => building,
        }
    }

    /// The last column of all.
    pub(super) fn last(&self) -> Option<usize> {
        self.last
    }

    /// After a failure nobody needs to go on, but with columns that come before it without threads.
    pub(super) fn stop_after(&mut self, column: usize) {
        for range in [&mut self.building, &mut self.anew] {
            range.end = range.end.min(column).max(range.start);
        }
    }
}
