//! Fixed tendons that list a joint several times: their sparse rows have several elements of one dof,
//! for which MuJoCo does not always have room.

use super::codes::{equality, transmission, wrap};
use crate::Model;

/// The first tendon whose row MuJoCo writes beyond its memory if Jacobians are sparse.
pub(crate) fn beyond_memory(model: &Model) -> Option<usize> {
    let nv = model.nv;
    let listed = |id: usize| model.tendon_num[id] as usize;
    let most = |id: usize| if is_fixed(model, id) { listed(id) } else { nv };
    let total: usize = (0..model.ntendon).map(most).sum();
    let is_long = |id: &usize| is_fixed(model, *id) && listed(*id) > nv;
    let at_fault = |id: &usize| {
        is_long(id) && (total > nv * model.ntendon || constrains(model, *id) || pulls(model, *id))
            || model.is_dual() && repeats(model, *id) && constrains(model, *id)
    };
    (0..model.ntendon).find(at_fault)
}

/// Whether a fixed tendon lists a joint more than once.
pub(crate) fn repeats(model: &Model, id: usize) -> bool {
    let joints = &model.wrap_objid[model.tendon_path(id)];
    is_fixed(model, id) && (1..joints.len()).any(|at| joints[..at].contains(&joints[at]))
}

fn is_fixed(model: &Model, id: usize) -> bool {
    model.wrap_type[model.tendon_adr[id] as usize] == wrap::JOINT
}

/// Whether a constraint takes over the tendon's row.
fn constrains(model: &Model, id: usize) -> bool {
    let is_it = |object: i32| usize::try_from(object) == Ok(id);
    let ties = |eq: usize| {
        model.eq_type[eq] == equality::TENDON
            && (is_it(model.eq_obj1id[eq]) || is_it(model.eq_obj2id[eq]))
    };
    model.tendon_limited[id] != 0 || model.tendon_frictionloss[id] > 0.0 || (0..model.neq).any(ties)
}

/// Whether an actuator takes over the tendon's row.
fn pulls(model: &Model, id: usize) -> bool {
    (0..model.nu).any(|actuator| {
        model.actuator_trntype[actuator] == transmission::TENDON
            && usize::try_from(model.actuator_trnid[actuator][0]) == Ok(id)
    })
}
