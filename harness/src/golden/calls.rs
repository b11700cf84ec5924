//! The moments of modes that call functions, on one side alone.

use super::digest::Hash;
use super::summary::{self, Part, Summary};
use super::{Halt, Visit, Walker};
use crate::case::derivatives::{self, Derivative, Extent, MATRICES};
use crate::case::functions::{self, FUNCTIONS};
use crate::case::state::{self, Point};
use crate::case::{Layout, Mode};
use crate::compare::{Plan, poison};
use crate::simulator::{Action, Failure, Reset};
use crate::snapshot::{Assignment, FieldDescription, Side};

/// What both sides say of numbers that reset the data: MuJoCo by its counts, others as an error.
const RESET: &str = "the data is reset";

/// Functions after which all of the data is there. After others MuJoCo has allocated arrays of
/// constraint rows that a later stage fills, and others have not.
const WHOLE: [&str; 2] = ["mj_forward", "mj_step"];

/// Whether a field is the same on all sides between stages. Nodes of trees are marked as active by
/// MuJoCo's rays, to be drawn.
fn is_steady(field: &FieldDescription) -> bool {
    !matches!(field.group.as_str(), "arena" | "contact" | "solver") && field.name != "bvh_active"
}

impl Walker<'_> {
    /// A moment for each file of mode `save`.
    pub(super) fn save(&mut self, visit: &mut dyn FnMut(Visit<'_>)) -> Result<(), Halt> {
        let mut summary = Summary::new(Mode::Save, &["results"], &[]);
        for call in functions::saving() {
            let mut files = self.simulator.call(&call)?;
            for file in &mut files {
                drop_signs_of_nan(&mut file.bytes);
            }
            let parts = [summary::sum("results", summary::results(&files))];
            summary.show(&call.function, &parts, &self.layout, visit);
        }
        Ok(())
    }

    /// A moment for each call of mode `query`.
    pub(super) fn query(&mut self, visit: &mut dyn FnMut(Visit<'_>)) -> Result<(), Halt> {
        let mut summary = Summary::new(Mode::Query, &["results", "data"], &[]);
        let mut data = self.shared(Side::Data, Mode::Query);
        let (layout, schedule) = (self.layout.clone(), &self.case.schedule);
        for (number, point) in state::query_points(&layout, schedule).iter().enumerate() {
            if let Some(message) = self.reach(point)? {
                let parts = [summary::stop(&message)];
                summary.show(&point.label, &parts, &layout, visit);
                continue;
            }
            for function in FUNCTIONS {
                let Some(call) = function.call(&layout, schedule.seed, number as u64) else {
                    continue;
                };
                let label = format!("{} {}", point.label, function.name);
                let mut parts = Vec::new();
                match self.simulator.call(&call) {
                    Ok(outputs) => parts.push(summary::sum("results", summary::results(&outputs))),
                    Err(Failure::Error { message }) if message.contains("insufficient memory") => {
                        // Half of a stage was done; nothing follows from that.
                        summary.show(&label, &[summary::stop(&message)], &layout, visit);
                        break;
                    }
                    // Refused; words are everyone's own.
                    Err(Failure::Error { .. }) => {
                        parts.push(summary::sum("results", Hash::default()));
                    }
                    Err(Failure::Unable { .. }) => {}
                    Err(failure) => return Err(failure.into()),
                }
                if function.changes {
                    let whole = WHOLE.contains(&function.name);
                    let keep = |field: &FieldDescription| {
                        is_steady(field) || whole && field.name != "bvh_active"
                    };
                    let hash = self.read_sum(&mut data, &layout, keep)?;
                    parts.push(summary::sum("data", hash));
                }
                summary.show(&label, &parts, &layout, visit);
            }
        }
        Ok(())
    }

    /// A moment for each call of mode `derivative`.
    pub(super) fn derivative(&mut self, visit: &mut dyn FnMut(Visit<'_>)) -> Result<(), Halt> {
        let layout = self.layout.clone();
        let extent = Extent::of(&layout);
        if let (Extent::Nothing, Some(reason)) = (extent, extent.words()) {
            return Err(Halt::LeftOut(reason));
        }
        let mut summary = Summary::new(Mode::Derivative, &["data"], &matrices());
        if layout.size("nv") == 0 {
            // MuJoCo answers, others need not.
            summary.show(
                "without dofs",
                &[summary::stop("nothing moves")],
                &layout,
                visit,
            );
            return Ok(());
        }
        let mut data = self.shared(Side::Data, Mode::Derivative);
        for (point, accelerations) in state::derivative_points(&layout, &self.case.schedule) {
            if let Some(message) = self.reach(&point)? {
                let parts = [summary::stop(&message)];
                summary.show(&point.label, &parts, &layout, visit);
                continue;
            }
            for derivative in extent.derivatives() {
                let label = format!("{} {derivative}", point.label);
                let accelerations = accelerations.as_slice();
                let (parts, goes_on) =
                    self.differences(derivative, accelerations, &mut data, &layout)?;
                summary.show(&label, &parts, &layout, visit);
                if !goes_on {
                    break;
                }
            }
        }
        Ok(())
    }

    /// One call of a derivative, and whether others can follow.
    fn differences(
        &mut self,
        derivative: &Derivative,
        accelerations: &[Assignment],
        data: &mut Plan,
        layout: &Layout,
    ) -> Result<(Vec<Part>, bool), Halt> {
        if derivative.is_inverse {
            self.simulator.set(accelerations)?;
        }
        let function = derivative.function;
        let mut parts = Vec::new();
        match self.simulator.call(&derivative.call(Extent::of(layout))) {
            Ok(_) if self.has_reset()? => return Ok((vec![summary::stop(RESET)], false)),
            Ok(outputs) => parts.extend(outputs.into_iter().map(|output| {
                let name = format!("{function}.{}", output.name);
                (name, output.bytes)
            })),
            Err(Failure::Error { message }) if says_reset(&message) => {
                return Ok((vec![summary::stop(RESET)], false));
            }
            // After a reset it may stop for another reason, with data that are no longer its own.
            Err(Failure::Error { .. }) if self.has_reset()? => {
                return Ok((vec![summary::stop(RESET)], false));
            }
            Err(Failure::Error { message }) if message.contains("insufficient memory") => {
                return Ok((vec![summary::stop(&message)], false));
            }
            Err(Failure::Error { message }) => parts.push(summary::stop(&message)),
            Err(failure) => return Err(failure.into()),
        }
        let keep = |field: &FieldDescription| !derivative.is_inverse || is_steady(field);
        let hash = self.read_sum(data, layout, keep)?;
        parts.push(summary::sum("data", hash));
        Ok((parts, true))
    }

    /// Whether the simulator has counted numbers that it resets the data for.
    fn has_reset(&mut self) -> Result<bool, Failure> {
        let mut fields = self.loaded.fields.iter();
        let counts = fields.position(|f| f.side == Side::Data && f.name == derivatives::COUNTS);
        let Some(counts) = counts else {
            return Ok(false);
        };
        self.simulator.read(&[counts], &mut self.snapshot)?;
        Ok(derivatives::has_reset(&self.snapshot))
    }

    /// Runs forward at a state; the error that this ends in.
    fn reach(&mut self, point: &Point) -> Result<Option<String>, Failure> {
        let poison = &poison::fields();
        let reset = Reset {
            keyframe: point.keyframe,
            poison,
        };
        self.run(Some(reset), &point.values, Action::Forward)
    }
}

/// Signs of NaN are whatever the processor makes of them: the last byte of a double is then 7F or
/// FF, and the one before it F8.
fn drop_signs_of_nan(file: &mut [u8]) {
    for at in 1..file.len() {
        if file[at - 1] == 0xf8 {
            file[at] = if file[at] == 0xff { 0x7f } else { file[at] };
        }
    }
}

/// Whether an error is about what MuJoCo resets the data for.
fn says_reset(message: &str) -> bool {
    message.contains("would have reset the data") || message.contains("need a finite state")
}

/// All matrices with the functions that they come from.
fn matrices() -> Vec<String> {
    let name = |(name, _): &(&str, _)| match name.len() {
        1 => format!("mjd_transitionFD.{name}"),
        _ => format!("mjd_inverseFD.{name}"),
    };
    MATRICES.iter().map(name).collect()
}
