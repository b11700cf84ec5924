//! What the solvers put on the stack, which is most of it where there are many rows.

use super::Stack;
use crate::data::scratch::HessianSize;
use crate::model::codes::{cone, disable, solver};
use crate::{Data, Model};

/// The solver's choice of a start, its own memory, and that of what removes slip.
pub(super) fn constraint_forces(model: &Model, data: &Data, stack: Stack) -> Option<Stack> {
    let (nv, nefc) = (model.nv, data.nefc as usize);
    if nefc == 0 {
        return Some(stack);
    }
    if !model.disabled(disable::WARMSTART) {
        let other = if model.opt.solver == solver::PGS {
            nefc
        } else {
            nv
        };
        stack.mark()?.numbers(nefc)?.numbers(other)?;
    }
    match model.opt.solver {
        solver::PGS => sweep(nefc, stack)?,
        solver::CG => {
            if model.solves_islands() && data.nisland > 0 {
                for (&nv, &nefc) in data.island_dofnum.iter().zip(&data.island_efcnum) {
                    gradients(nv as usize, nefc as usize, stack)?;
                }
                stack
            } else {
                gradients(nv, nefc, stack)?
            }
        }
        _ => newton(model, data, stack)?,
    };
    stack.when(model.opt.noslip_iterations > 0, |stack| sweep(nefc, stack))
}

/// Solvers that go over the rows, one after the other.
fn sweep(nefc: usize, stack: Stack) -> Option<Stack> {
    stack.mark()?.numbers(nefc)?.integers(nefc)
}

/// What Newton and conjugate gradients share.
fn descent(nv: usize, nefc: usize, stack: Stack) -> Option<Stack> {
    stack
        .mark()?
        .numbers(2 * nefc)?
        .numbers(5 * nv)?
        .numbers(3 * nefc)
}

fn gradients(nv: usize, nefc: usize, stack: Stack) -> Option<Stack> {
    descent(nv, nefc, stack)?.numbers(3 * nv)?.integers(nefc)
}

fn newton(model: &Model, data: &Data, stack: Stack) -> Option<Stack> {
    let (nv, nefc) = (model.nv, data.nefc as usize);
    let size = data.scratch.hessian;
    let stack = descent(nv, nefc, stack)?.numbers(nefc)?;
    let stack = if model.is_sparse() {
        sparse_hessian(model, &size, nefc, stack)?
    } else {
        let stack = stack.integers(nefc)?.numbers(nv * nv)?;
        with_cones(model, nv * nv, stack)?
    };
    if size.given_up {
        return Some(stack);
    }
    // Rows that change and contacts on their cones are added one rank at a time.
    let update = |stack: Stack| {
        stack.when(model.is_sparse(), |stack| {
            stack.mark()?.integers(nv)?.numbers(nv)
        })
    };
    let cones = !data.contact.is_empty();
    if cones && size.coned {
        update(stack.mark()?.numbers(7 * nv)?.integers(nv)?)?;
    }
    if data.solver_niter[0] > 0 {
        let own = stack.mark()?.numbers(nv)?.integers(nv)?;
        if size.changed {
            update(own)?;
        }
        if cones && size.coned_later {
            update(own.mark()?.numbers(7 * nv)?.integers(nv)?)?;
        }
    }
    Some(stack)
}

fn sparse_hessian(model: &Model, size: &HessianSize, nefc: usize, stack: Stack) -> Option<Stack> {
    let nv = model.nv;
    let stack = stack.numbers(model.nC)?.integers(5 * nv)?.integers(nefc)?;
    stack.mark()?.integers(2 * nv)?;
    let stack = stack.integers(size.hessian)?.numbers(size.hessian)?;
    stack.mark()?.numbers(nv)?.integers(nv)?;
    let stack = stack.integers(size.factor)?.numbers(size.factor)?;
    let stack = with_cones(model, size.factor, stack)?;
    stack.mark()?.numbers(nv)?.integers(nv)?;
    Some(stack)
}

/// A second factor, which contacts on their cones are added to.
fn with_cones(model: &Model, factor: usize, stack: Stack) -> Option<Stack> {
    stack.when(model.opt.cone == cone::ELLIPTIC, |stack| {
        stack.numbers(factor)
    })
}
