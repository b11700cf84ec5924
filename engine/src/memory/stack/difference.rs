//! What MuJoCo's stack holds while differences are taken: the matrices that it fills row by row
//! before it turns them, where everything starts from, and what comes out.

use super::Stack;
use crate::Model;
use crate::error::StepError;
use crate::model::codes::disable;

/// Which parts of a step's derivatives are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TransitionShape {
    pub(crate) a: bool,
    pub(crate) b: bool,
    pub(crate) c: bool,
    pub(crate) d: bool,
}

impl TransitionShape {
    /// Whether sensors are read.
    pub(crate) fn reads_sensors(self, model: &Model) -> bool {
        model.nsensordata > 0 && (self.c || self.d && model.nu > 0)
    }

    /// Whether controls are nudged.
    pub(crate) fn nudges_controls(self, model: &Model) -> bool {
        model.nu > 0 && (self.b || self.d && model.nsensordata > 0)
    }

    /// Whether the state is nudged.
    pub(crate) fn nudges_state(self, model: &Model) -> bool {
        self.a || self.c && model.nsensordata > 0
    }
}

/// Bytes that the derivatives of a step hold: until positions are nudged, and then.
#[doc(alias("mjd_transitionFD", "mjd_stepFD"))]
pub(crate) fn transition(model: &Model, shape: TransitionShape) -> Result<[usize; 2], StepError> {
    let stack = transition_stack(model, shape);
    let deeper = stack.and_then(|stack| stack.numbers(model.nv));
    let held = |stack: Option<Stack>| match stack {
        Some(stack) => Ok(model.narena - stack.top()),
        None => Err(StepError::OutOfMemory(model.narena)),
    };
    let first = held(stack)?;
    let then = if shape.nudges_state(model) {
        held(deeper)?
    } else {
        first
    };
    Ok([first, then])
}

fn transition_stack(model: &Model, shape: TransitionShape) -> Option<Stack> {
    let &Model { nq, nv, na, nu, .. } = model;
    let (ndx, ns) = (2 * nv + na, model.nsensordata);
    let asked = |asked: bool, count: usize| if asked { count } else { 0 };
    let matrices = Stack::empty(model)
        .mark()?
        .numbers(asked(shape.a, ndx * ndx))?
        .numbers(asked(shape.b, nu * ndx))?
        .numbers(asked(shape.c, ndx * ns))?
        .numbers(asked(shape.d, nu * ns))?;
    let warmstart = asked(!model.disabled(disable::WARMSTART), nv);
    let state = nq + nv + na;
    matrices
        .mark()?
        .numbers(1 + state + model.npluginstate + nu + warmstart)?
        .numbers(4 * state)?
        .numbers(asked(shape.reads_sensors(model), 3 * ns))?
        .numbers(nu)
}

/// Which parts of the derivatives of inverse dynamics are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct InverseShape {
    pub(crate) sensors: bool,
    pub(crate) positions: bool,
    pub(crate) mass: bool,
}

/// Bytes that the derivatives of inverse dynamics hold: until positions are nudged, and then.
#[doc(alias = "mjd_inverseFD")]
pub(crate) fn inverse_differences(
    model: &Model,
    shape: InverseShape,
) -> Result<[usize; 2], StepError> {
    let asked = |asked: bool, count: usize| if asked { count } else { 0 };
    let own = |stack: Stack| {
        stack
            .mark()?
            .numbers(model.nq + 2 * model.nv)?
            .numbers(asked(shape.sensors, model.nsensordata))?
            .numbers(asked(shape.mass, model.nM))
    };
    let first = own(Stack::empty(model));
    let then = first.and_then(|stack| stack.numbers(asked(shape.positions, model.nv)));
    match (first, then) {
        (Some(first), Some(then)) => Ok([first, then].map(|stack| model.narena - stack.top())),
        _ => Err(StepError::OutOfMemory(model.narena)),
    }
}
