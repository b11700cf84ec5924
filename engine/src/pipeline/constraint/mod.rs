//! The constraint system: rows `J` with violation `r`, reference acceleration and regularisation.
//!
//! The constraint force `f` minimises `1/2 f' (A + R) f + f' (a0 - aref)` over its cone, where `A =
//! J M^-1 J'`, `a0 = J qacc_smooth` and `aref = -B J v - K d (r - margin)`. This module builds
//! everything in that formula but the force.
//!
//! Todorov, Convex and analytically-invertible dynamics with contacts and constraints (2014).

mod contact;
mod contact_force;
mod diagonal;
mod equality;
mod friction;
pub(crate) mod impedance;
pub(crate) mod island;
mod jacobian;
mod joint_limit;
mod limit;
mod meeting;
mod pair;
mod project;
mod rows;
mod sides;
mod turning;
mod update;

pub(crate) use contact_force::contact_force;
pub(crate) use jacobian::Jacobian;
pub(crate) use pair::{Form, PairJacobian};
pub(crate) use project::{project, solve_half};
pub(crate) use update::{Scope, respond, update};

use crate::error::StepError;
use crate::math::sparse::Pattern;
use crate::math::transpose;
use crate::memory::arena::{self, Wanted};
use crate::model::codes::{disable, enable, warning};
use crate::{Data, Model};
use meeting::Meeting;
use rows::Rows;
use turning::TurningSum;

/// A row of a Jacobian: values, and their columns if it is sparse.
#[derive(Clone, Debug, Default)]
struct RowVector {
    values: Vec<f64>,
    columns: Vec<i32>,
}

impl RowVector {
    fn clear(&mut self) {
        self.values.clear();
        self.columns.clear();
    }

    fn set(&mut self, values: &[f64], columns: &[i32]) {
        self.clear();
        self.values.extend_from_slice(values);
        self.columns.extend_from_slice(columns);
    }
}

/// Memory for the row under construction, kept from step to step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draft {
    pair: PairJacobian,
    turning: TurningSum,
    vectors: [RowVector; 2],
    sum: RowVector,
    meeting: Meeting,
    contact: Vec<f64>,
    edges: Vec<f64>,
}

/// Whether there is nothing that could become a row, and no row is left from before.
fn is_idle(model: &Model, data: &Data) -> bool {
    let counts = [data.ne, data.nf, data.nl, data.nefc, data.nJ];
    counts == [0; 5]
        && model.neq == 0
        && data.contact.is_empty()
        && model.ntendon == 0
        && model.jnt_limited.iter().all(|&limited| limited == 0)
        && !model.dof_frictionloss.iter().any(|&loss| loss > 0.0)
}

/// Builds the rows from positions and contacts: Jacobian, violation, stiffness and regularisation.
#[doc(alias = "mj_makeConstraint")]
pub(crate) fn make(model: &Model, data: &mut Data) {
    if is_idle(model, data) {
        let end = arena::end_of_rows(model, 0, 0, Wanted::nothing(model.is_dual()));
        data.scratch.arena.hold_rows(0, Some(end));
        return;
    }
    let alone = joint_limit::are_alone(model, data) && joint_limit::make(model, data);
    data.scratch.rows.joint_limits_alone = alone;
    if !alone {
        make_all(model, data);
    }
}

/// Builds rows of all kinds.
fn make_all(model: &Model, data: &mut Data) {
    let sparse = model.is_sparse();
    clear(data);
    data.tendon_efcadr.clear();
    let mut rows = Rows::take(model, data, sparse);
    let mut defined = true;
    if !model.disabled(disable::CONSTRAINT) {
        let mut draft = data.scratch.constraint.take::<Draft>();
        let mut contacts = std::mem::take(&mut data.contact);
        rows.begin_tendons(model.ntendon);
        draft.pair.unwritten = false;
        equality::add(model, data, &mut rows, &mut draft);
        if draft.pair.unwritten {
            data.fault = data.fault.or(Some(StepError::RowsWithinBody));
        }
        friction::add(model, data, &mut rows);
        limit::add(model, data, &mut rows, &mut draft);
        defined = contact::add(model, data, &mut rows, &mut draft, &mut contacts);
        data.scratch.constraint.put(draft);
        data.contact = contacts;
    }
    let wanted = rows.wanted(model.is_dual());
    let end = arena::room_for_rows(model, data, wanted);
    let fits = end.is_some();
    data.scratch.arena.hold_rows(data.contact.len(), end);
    rows.store(data);
    if !fits {
        data.warning[warning::CONSTRAINT_FULL].raise(model.narena as i32);
        give_up_rows(data);
    }
    data.nJ = wanted.elements as i32;
    transpose_jacobian(model, data, sparse);
    diagonal::estimate(model, data);
    impedance::compute(model, data);
    if sparse && fits && contact::doubles_dofs(model, &data.contact) {
        data.fault = data.fault.or(Some(StepError::ContactWithinBody));
    }
    if fits && !defined {
        data.fault = data.fault.or(Some(StepError::SpinningElement));
    }
    data.scratch.rows.unordered = sparse && fits && equality::overwrites_edges(model, data);
    if fits {
        data.maxuse_con = data.maxuse_con.max(data.ncon);
        data.maxuse_efc = data.maxuse_efc.max(data.nefc);
    }
}

/// Gives up all that was made, as if there were no constraints.
fn give_up_rows(data: &mut Data) {
    clear(data);
    contact::forget_rows(&mut data.contact);
    data.tendon_efcadr.clear();
}

/// Gives up all rows that were made; the Jacobian and the counts by kind stay.
pub(crate) fn forget_rows(data: &mut Data) {
    data.nefc = 0;
    clear_rows(data);
}

/// Forgets all that contacts led to, because they change: rows, what was computed for them, and
/// islands. The counts by kind stay.
#[doc(alias = "mj_clearEfc")]
pub(crate) fn invalidate(data: &mut Data) {
    let counts = (data.ne, data.nf, data.nl, data.nJ);
    clear(data);
    (data.ne, data.nf, data.nl, data.nJ) = counts;
    island::forget(data);
    project::forget(data);
    data.tendon_efcadr.clear();
    for array in [
        &mut data.efc_vel,
        &mut data.efc_aref,
        &mut data.efc_b,
        &mut data.efc_force,
    ] {
        array.clear();
    }
    data.efc_state.clear();
}

/// Empties everything that rows consist of, and the islands that they formed.
pub(crate) fn clear(data: &mut Data) {
    data.nisland = 0;
    (data.ne, data.nf, data.nl) = (0, 0, 0);
    (data.nefc, data.nJ) = (0, 0);
    clear_rows(data);
    clear_transpose(data);
    data.efc_J.clear();
    data.efc_J_colind.clear();
}

/// Empties the arrays that have an element or a few for each row.
fn clear_rows(data: &mut Data) {
    for array in [
        &mut data.efc_type,
        &mut data.efc_id,
        &mut data.efc_J_rownnz,
        &mut data.efc_J_rowadr,
        &mut data.efc_J_rowsuper,
    ] {
        array.clear();
    }
    for array in [
        &mut data.efc_pos,
        &mut data.efc_margin,
        &mut data.efc_frictionloss,
        &mut data.efc_diagApprox,
        &mut data.efc_D,
        &mut data.efc_R,
    ] {
        array.clear();
    }
    data.efc_KBIP.clear();
    data.scratch.rows.supports.clear();
}

/// Empties the arrays of the transpose.
fn clear_transpose(data: &mut Data) {
    for array in [
        &mut data.efc_J_rowsuper,
        &mut data.efc_JT_rowsuper,
        &mut data.efc_JT_rownnz,
        &mut data.efc_JT_rowadr,
        &mut data.efc_JT_colind,
    ] {
        array.clear();
    }
    data.efc_JT.clear();
}

/// Sparse form keeps the transpose and marks runs of rows with the same columns; dense form needs
/// the transpose for islands.
fn transpose_jacobian(model: &Model, data: &mut Data, sparse: bool) {
    let (nefc, nv) = (data.nefc as usize, model.nv);
    if nefc == 0 {
        return;
    }
    if !sparse {
        if model.enabled(enable::ISLAND) {
            data.efc_JT.resize(data.efc_J.len(), 0.0);
            transpose::dense(&mut data.efc_JT, &data.efc_J, nefc, nv);
        }
        return;
    }
    let pattern = Pattern {
        rownnz: &data.efc_J_rownnz,
        rowadr: &data.efc_J_rowadr,
        colind: &data.efc_J_colind,
    };
    let transpose = &mut data.scratch.rows.transpose;
    transpose.follow(pattern, nv);
    for (array, values) in [
        (&mut data.efc_J_rowsuper, &transpose.own_following),
        (&mut data.efc_JT_rowsuper, &transpose.following),
        (&mut data.efc_JT_rownnz, &transpose.rownnz),
        (&mut data.efc_JT_rowadr, &transpose.rowadr),
        (&mut data.efc_JT_colind, &transpose.colind),
    ] {
        array.extend_from_slice(values);
    }
    transpose.values(&data.efc_J, &mut data.efc_JT);
}

/// Velocity of each row and the acceleration that would bring it back: `efc_vel`, `efc_aref`.
#[doc(alias = "mj_referenceConstraint")]
pub(crate) fn reference(model: &Model, data: &mut Data) {
    let nefc = data.nefc as usize;
    if nefc == 0 {
        data.efc_vel.clear();
        data.efc_aref.clear();
        return;
    }
    let mut velocity = std::mem::take(&mut data.efc_vel);
    velocity.clear();
    velocity.resize(nefc, 0.0);
    Jacobian::of(model, data).mul(&mut velocity, &data.qvel);
    data.efc_vel = velocity;
    data.efc_aref.clear();
    for (i, [k, b, d, _]) in data.efc_KBIP.iter().enumerate() {
        let distance = data.efc_pos[i] - data.efc_margin[i];
        data.efc_aref.push(-b * data.efc_vel[i] - k * d * distance);
    }
}
