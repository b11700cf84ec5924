//! The step with which MuJoCo tests a model that it has compiled.

use crate::error::StepError;
use crate::memory::arena::{self, Wanted};
use crate::memory::stack;
use crate::model::codes::{disable, enable, equality, integrator, solver};
use crate::model::tendon_rows;
use crate::pipeline::step;
use crate::{Data, Model};

/// Takes the step with which MuJoCo tests a compiled model, without contacts, if it may not
/// terminate.
pub(super) fn test_step(model: &mut Model) -> Result<(), StepError> {
    let edges = model.neq * model.nflexedge;
    let most = 6 * model.neq + edges + model.nv + 3 * model.ntendon + 2 * model.njnt;
    let wanted = Wanted {
        rows: most,
        elements: most * model.nv,
        dual: model.is_dual(),
    };
    let arena = arena::end_of_rows(model, model.ntendon, 0, wanted);
    let may_tie_trees = model.enabled(enable::ISLAND) && model.eq_type.contains(&equality::TENDON);
    let may_be_singular = model.opt.integrator == integrator::IMPLICIT;
    let may_invert_runge_kutta = model.opt.integrator == integrator::RK4
        && model.enabled(enable::FWDINV)
        && model.enabled(enable::INVDISCRETE);
    if !may_tie_trees
        && !may_be_singular
        && !may_invert_runge_kutta
        && !may_lose_rank(model)
        && stack::bound(model) + most * (24 * model.nv + 256) + arena <= model.narena
    {
        return Ok(());
    }
    let author = model.opt.disableflags;
    model.opt.disableflags |= disable::CONTACT;
    let outcome = step(model, &mut Data::new(model));
    model.opt.disableflags = author;
    match outcome {
        // MuJoCo goes on with whatever it finds there, mostly to accept the model.
        Err(StepError::OverwrittenRows) => Ok(()),
        outcome => outcome,
    }
}

/// Whether Newton's method in sparse form may meet a Hessian without full rank: `M + J' D J` has it
/// as long as `M` is far from singular. The inverse of a pivot of `M` is at most the diagonal
/// element of the inverse of `M`, and constraints are some thousand times as heavy as what they
/// hold, which is how much of a pivot rounding may cost. A row of a tendon that lists a joint twice
/// does not fit its pattern, and of rows that a flex has overwritten there is no such sum.
fn may_lose_rank(model: &Model) -> bool {
    let near_singular = |(&own, &inverse): (&f64, &f64)| {
        let far = inverse < 1e9 && own * inverse < 1e6;
        !far
    };
    model.is_sparse()
        && model.opt.solver == solver::NEWTON
        && (model.nflex > 1 && model.eq_type.contains(&equality::FLEX)
            || (0..model.ntendon).any(|id| tendon_rows::repeats(model, id))
            || model
                .dof_M0
                .iter()
                .zip(&model.dof_invweight0)
                .any(near_singular))
}
