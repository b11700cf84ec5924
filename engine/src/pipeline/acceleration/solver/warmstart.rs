//! Where the solvers start: at the last step's acceleration if that costs less than the smooth one.
//!
//! The cost is that of the primal problem, `(a - a0)' M (a - a0) / 2 + s(J a - aref)`, or of the
//! dual one, `f' AR f / 2 + f' b`.

use super::mass;
use super::primal::Work as Descent;
use crate::math::dense;
use crate::math::sparse::{self, Pattern};
use crate::model::codes::{disable, solver};
use crate::pipeline::constraint::{Jacobian, Scope, respond, update};
use crate::{Data, Model};

#[derive(Clone, Debug, Default)]
pub(super) struct Work {
    scope: Scope,
    rows: Vec<f64>,
    dofs: Vec<f64>,
}

/// Sets `qacc` to the better of the two starts, and leaves `J a - aref` and `M a` there in the
/// descent.
pub(super) fn start_descent(model: &Model, data: &mut Data, descent: &mut Descent) {
    let Descent {
        scope, jaref, ma, ..
    } = descent;
    if !model.disabled(disable::WARMSTART) {
        data.qacc.copy_from_slice(&data.qacc_warmstart);
        let cost = cost_of_last(model, data, scope, jaref, ma);
        let smooth = cost_of_smooth(model, data, scope);
        let worse = cost > smooth;
        if !worse {
            return;
        }
    }
    data.qacc.copy_from_slice(&data.qacc_smooth);
    jaref.copy_from_slice(&data.efc_b);
    mass::mul(model, data, scope, ma, &data.qacc_smooth);
}

/// Sets `qacc`, `efc_force` and `qfrc_constraint` to the better of the two starts.
#[doc(alias = "warmstart")]
pub(super) fn start(model: &Model, data: &mut Data, work: &mut Work) {
    if model.disabled(disable::WARMSTART) {
        data.qacc.copy_from_slice(&data.qacc_smooth);
        data.efc_force.fill(0.0);
        return;
    }
    let Work { scope, rows, dofs } = work;
    scope.whole(model, data);
    rows.resize(scope.nefc, 0.0);
    dofs.resize(model.nv, 0.0);
    data.qacc.copy_from_slice(&data.qacc_warmstart);
    if model.opt.solver == solver::PGS {
        distance_from_reference(model, data, rows);
        update(model, data, scope, rows, false);
        // The dual cost of no force at all is zero.
        let mut dual = dense::dot(&data.efc_force, &data.efc_b);
        mul_ar(model, data, rows);
        dual += 0.5 * dense::dot(&data.efc_force, rows);
        if dual > 0.0 {
            data.efc_force.fill(0.0);
            data.qfrc_constraint.fill(0.0);
        }
    } else {
        let cost = cost_of_last(model, data, scope, rows, dofs);
        rows.copy_from_slice(&data.efc_b);
        let smooth = update(model, data, scope, rows, false);
        if cost > smooth {
            data.qacc.copy_from_slice(&data.qacc_smooth);
        }
    }
}

/// The cost of the last step's acceleration; `J a - aref` and `M a` there go to `rows` and `dofs`.
fn cost_of_last(
    model: &Model,
    data: &mut Data,
    scope: &Scope,
    rows: &mut [f64],
    dofs: &mut [f64],
) -> f64 {
    distance_from_reference(model, data, rows);
    let mut cost = respond(model, data, scope, rows, false);
    mass::mul(model, data, scope, dofs, &data.qacc_warmstart);
    for (i, ma) in dofs.iter().enumerate() {
        let step = data.qacc_warmstart[i] - data.qacc_smooth[i];
        cost += 0.5 * (ma - data.qfrc_smooth[i]) * step;
    }
    cost
}

/// The cost of the smooth acceleration, which only violates constraints.
fn cost_of_smooth(model: &Model, data: &mut Data, scope: &Scope) -> f64 {
    let rows = std::mem::take(&mut data.efc_b);
    let cost = respond(model, data, scope, &rows, false);
    data.efc_b = rows;
    cost
}

/// `rows = J a - aref` for the last step's acceleration.
fn distance_from_reference(model: &Model, data: &Data, rows: &mut [f64]) {
    Jacobian::of(model, data).mul(rows, &data.qacc_warmstart);
    dense::sub_from(rows, &data.efc_aref);
}

/// `res = efc_AR efc_force`
fn mul_ar(model: &Model, data: &Data, res: &mut [f64]) {
    if model.is_sparse() {
        let pattern = Pattern {
            rownnz: &data.efc_AR_rownnz,
            rowadr: &data.efc_AR_rowadr,
            colind: &data.efc_AR_colind,
        };
        sparse::mul_vec(res, &data.efc_AR, pattern, &data.efc_force);
    } else {
        dense::mul_vec(res, &data.efc_AR, &data.efc_force);
    }
}
