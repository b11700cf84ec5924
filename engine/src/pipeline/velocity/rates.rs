//! Velocities of tendons and actuators: their Jacobians times `qvel`.

use crate::math::{dense, sparse};
use crate::model::codes::disable;
use crate::{Data, Model};

/// Computes `ten_velocity` and `actuator_velocity`.
pub(crate) fn rates(model: &Model, data: &mut Data) {
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
