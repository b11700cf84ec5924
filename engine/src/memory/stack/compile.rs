//! What MuJoCo's stack holds while a model is compiled.
//!
//! Compiling lays out the data, computes constants at the reference configuration and takes a step; where the arena is too small for that,
//! MuJoCo refuses the model.

use super::{Stack, bound};
use crate::error::StepError;
use crate::memory::arena::{self, Wanted};
use crate::model::codes::{disable, enable, equality, integrator};
use crate::pipeline::constraint;
use crate::pipeline::step;
use crate::query::jacobian::is_sparse;
use crate::{Data, Model};

/// Whether the model can be compiled in its arena.
pub(crate) fn is_enough(model: &Model) -> bool {
    let empty = Stack {
        top: model.narena,
        limit: 0,
    };
    let parts = [layout, constants];
    parts.iter().all(|part| part(model, empty).is_some())
}

/// Maps between the forms of sparse matrices.
fn layout(model: &Model, stack: Stack) -> Option<Stack> {
    let maps = stack.mark()?.integers(model.nM)?.integers(model.nD)?;
    maps.mark()?.integers(model.nv)
}

/// Two Jacobians of six rows and a moment; below them whatever computes positions.
fn constants(model: &Model, stack: Stack) -> Option<Stack> {
    let nv = model.nv;
    let own = stack
        .mark()?
        .numbers(6 * nv)?
        .numbers(6 * nv)?
        .numbers(nv)?;
    let own = own.integers(model.ncam)?.integers(model.nlight)?;
    own.mark()?.numbers(model.nbody)?;
    let three = |stack: Stack| {
        stack
            .mark()?
            .numbers(3 * nv)?
            .numbers(3 * nv)?
            .numbers(3 * nv)
    };
    if model.ntendon > 0 {
        let tendon = three(own)?.numbers(nv)?;
        if is_sparse(model) {
            tendon.integers(nv)?.integers(nv)?.numbers(nv)?;
        }
    }
    if model.nu > 0 {
        three(own)?;
    }
    Some(own)
}

/// Takes the step with which MuJoCo tests a compiled model, without contacts, if it may not come to an end.
pub(crate) fn test_step(model: &mut Model) -> Result<(), StepError> {
    let most = 6 * model.neq + model.nv + 3 * model.ntendon + 2 * model.njnt;
    let wanted = Wanted {
        rows: most,
        elements: most * model.nv,
        dual: constraint::is_dual(model),
    };
    let arena = arena::end_of_rows(model, model.ntendon, 0, wanted);
    let may_tie_trees =
        model.opt.enableflags & enable::ISLAND != 0 && model.eq_type.contains(&equality::TENDON);
    let may_be_singular = model.opt.integrator == integrator::IMPLICIT;
    if !may_tie_trees
        && !may_be_singular
        && bound(model) + most * (24 * model.nv + 256) + arena <= model.narena
    {
        return Ok(());
    }
    let author = model.opt.disableflags;
    model.opt.disableflags |= disable::CONTACT;
    let outcome = step(model, &mut Data::new(model));
    model.opt.disableflags = author;
    match outcome {
        // What MuJoCo computes is no reason to refuse a model.
        Err(StepError::Missing(_) | StepError::Unsupported(_)) => Ok(()),
        outcome => outcome,
    }
}
