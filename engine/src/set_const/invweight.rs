//! Inverse inertias at `qpos0`: how easily bodies, dofs, tendons and actuators are accelerated.
//!
//! For a Jacobian `J` this is the diagonal of `J M^-1 J'`, averaged over three axes where there are three.

use crate::codes::joint;
use crate::inertia::solve_m;
use crate::jacobian::{is_sparse, jac_point, jac_rotation};
use crate::math::{MINVAL, dense, scalar};
use crate::{Data, Model};

/// Sets `body_invweight0`, `dof_invweight0`, `tendon_invweight0` and `actuator_acc0`.
pub(super) fn set(model: &mut Model, data: &mut Data) {
    for body in 0..model.nbody {
        model.body_invweight0[body] = body_invweight(model, data, body);
    }
    for jnt in 0..model.njnt {
        set_joint(model, data, jnt);
    }
    for t in 0..model.ntendon {
        let mut row = vec![0.0; model.nv];
        tendon_row(model, data, t, &mut row);
        let mut solved = row.clone();
        solve_m(model, data, &mut solved);
        model.tendon_invweight0[t] = dense::dot(&row, &solved);
    }
    for i in 0..model.nu {
        let mut row = vec![0.0; model.nv];
        let start = data.moment_rowadr[i] as usize;
        for k in start..start + data.moment_rownnz[i] as usize {
            row[data.moment_colind[k] as usize] = data.actuator_moment[k];
        }
        solve_m(model, data, &mut row);
        model.actuator_acc0[i] = dense::norm(&row);
    }
}

/// Translational and rotational inverse inertia of a body's centre of mass.
fn body_invweight(model: &Model, data: &Data, body: usize) -> [f64; 2] {
    if model.body_weldid[body] == 0 {
        return [0.0; 2];
    }
    // A body that only slides along world axes needs no matrix.
    if model.body_simple[body] == 2 {
        return [1.0 / scalar::max(MINVAL, model.body_mass[body]), 0.0];
    }
    let mut jac = vec![0.0; 3 * model.nv];
    jac_point(model, data, &mut jac, &data.xipos[body], body);
    let translation = mean(&diagonal(model, data, &jac));
    jac_rotation(model, data, &mut jac, body);
    [translation, mean(&diagonal(model, data, &jac))]
}

/// Inverse inertia of a joint's dofs.
fn set_joint(model: &mut Model, data: &Data, jnt: usize) {
    let dof = model.jnt_dofadr[jnt] as usize;
    let body = model.jnt_bodyid[jnt] as usize;
    if model.body_simple[body] == 2 {
        model.dof_invweight0[dof] = 1.0 / scalar::max(MINVAL, model.body_mass[body]);
        return;
    }
    let dofs = joint::dofs(model.jnt_type[jnt]);
    let mut unit = vec![0.0; dofs * model.nv];
    for k in 0..dofs {
        unit[k * model.nv + dof + k] = 1.0;
    }
    let diagonal = diagonal(model, data, &unit);
    // Translations and rotations each share their mean.
    for (group, values) in diagonal.chunks(3).enumerate() {
        let value = if values.len() == 3 {
            mean(values)
        } else {
            values[0]
        };
        model.dof_invweight0[dof + 3 * group..][..values.len()].fill(value);
    }
}

/// The diagonal of `J M^-1 J'`.
fn diagonal(model: &Model, data: &Data, jac: &[f64]) -> Vec<f64> {
    jac.chunks_exact(model.nv)
        .map(|row| {
            let mut solved = row.to_vec();
            solve_m(model, data, &mut solved);
            dense::dot(row, &solved)
        })
        .collect()
}

fn mean(three: &[f64]) -> f64 {
    (three[0] + three[1] + three[2]) / 3.0
}

/// A tendon's Jacobian as a full row.
fn tendon_row(model: &Model, data: &Data, t: usize, row: &mut [f64]) {
    if !is_sparse(model) {
        row.copy_from_slice(&data.ten_J[t * model.nv..][..model.nv]);
        return;
    }
    let start = data.ten_J_rowadr[t] as usize;
    for k in start..start + data.ten_J_rownnz[t] as usize {
        row[data.ten_J_colind[k] as usize] = data.ten_J[k];
    }
}
