//! Velocities of edges of flexes, tendons and actuators: their Jacobians times `qvel`.

use crate::math::{dense, sparse};
use crate::model::codes::disable;
use crate::{Data, Model};

/// Computes `flexedge_velocity`, `ten_velocity` and `actuator_velocity`.
pub(crate) fn rates(model: &Model, data: &mut Data) {
    if model.nflexedge > 0 {
        edge_rates(model, data);
    }
    if model.is_sparse() {
        let pattern = sparse::Pattern {
            rownnz: &data.ten_J_rownnz,
            rowadr: &data.ten_J_rowadr,
            colind: &data.ten_J_colind,
        };
        sparse::mul_vec(&mut data.ten_velocity, &data.ten_J, pattern, &data.qvel);
    } else {
        dense::mul_vec(&mut data.ten_velocity, &data.ten_J, &data.qvel);
    }
    if !model.disabled(disable::ACTUATION) {
        let pattern = sparse::Pattern {
            rownnz: &data.moment_rownnz,
            rowadr: &data.moment_rowadr,
            colind: &data.moment_colind,
        };
        sparse::mul_vec(
            &mut data.actuator_velocity,
            &data.actuator_moment,
            pattern,
            &data.qvel,
        );
    }
}

/// How fast the edges of flexes become longer.
fn edge_rates(model: &Model, data: &mut Data) {
    let velocity = &mut data.flexedge_velocity;
    if model.is_sparse() {
        let pattern = sparse::Pattern {
            rownnz: &data.flexedge_J_rownnz,
            rowadr: &data.flexedge_J_rowadr,
            colind: &data.flexedge_J_colind,
        };
        sparse::mul_vec(velocity, &data.flexedge_J, pattern, &data.qvel);
    } else if model.nv > 0 {
        dense::mul_vec(velocity, &data.flexedge_J, &data.qvel);
    } else {
        velocity.fill(0.0);
    }
}
