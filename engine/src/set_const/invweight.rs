//! Inverse inertias at `qpos0`: how easily bodies, dofs, tendons and actuators are accelerated.
//!
//! For a Jacobian `J` this is the diagonal of `J M^-1 J'`, averaged over three axes where there are three.

use std::ops::Range;

use super::chain::Chain;
use crate::codes::joint;
use crate::inertia::solve_m_within;
use crate::jacobian::{body_dofs, is_sparse, point_velocity};
use crate::math::{MINVAL, dense, scalar, spatial};
use crate::{Data, Model};

/// Sets `body_invweight0`, `dof_invweight0`, `tendon_invweight0` and `actuator_acc0`.
pub(super) fn set(model: &mut Model, data: &mut Data) {
    let mut chain = Chain::default();
    for body in 0..model.nbody {
        model.body_invweight0[body] = body_invweight(model, data, body, &mut chain);
    }
    for jnt in 0..model.njnt {
        set_joint(model, data, jnt);
    }
    set_rows(model, data);
}

/// Inverse inertia of the rows that may touch any dofs: those of tendons and actuators.
fn set_rows(model: &mut Model, data: &Data) {
    let mut row = vec![0.0; model.nv];
    let mut solved = vec![0.0; model.nv];
    for t in 0..model.ntendon {
        let columns = tendon_row(model, data, t);
        let span = scatter(model, columns, &mut row);
        solved[span.clone()].copy_from_slice(&row[span.clone()]);
        solve_m_within(model, data, &mut solved, span.clone());
        let lanes = lanes(model, &span);
        model.tendon_invweight0[t] = dense::dot(&row[lanes.clone()], &solved[lanes]);
        row[span.clone()].fill(0.0);
        solved[span].fill(0.0);
    }
    for i in 0..model.nu {
        let start = data.moment_rowadr[i] as usize;
        let moments = start..start + data.moment_rownnz[i] as usize;
        let columns = moments.map(|k| (data.moment_colind[k] as usize, data.actuator_moment[k]));
        let span = scatter(model, columns, &mut row);
        solve_m_within(model, data, &mut row, span.clone());
        model.actuator_acc0[i] = dense::norm(&row[lanes(model, &span)]);
        row[span].fill(0.0);
    }
}

/// Writes the nonzeros of a row and returns the dofs of all trees between the first and the last that it touches.
fn scatter(
    model: &Model,
    columns: impl Iterator<Item = (usize, f64)>,
    row: &mut [f64],
) -> Range<usize> {
    let (mut first, mut last) = (model.nv, 0);
    for (dof, value) in columns {
        row[dof] = value;
        (first, last) = (first.min(dof), last.max(dof));
    }
    if first > last {
        return 0..0;
    }
    let tree = |dof: usize| model.dof_treeid[dof];
    let start = model.dof_treeid.partition_point(|&t| t < tree(first));
    let end = model.dof_treeid.partition_point(|&t| t <= tree(last));
    start..end
}

/// `span` widened to whole steps of four, so that a sum over it has the lanes of the sum over all dofs.
fn lanes(model: &Model, span: &Range<usize>) -> Range<usize> {
    let tail = model.nv - model.nv % 4;
    let end = match span.end <= tail {
        true => span.end.next_multiple_of(4),
        false => model.nv,
    };
    span.start - span.start % 4..end
}

/// Translational and rotational inverse inertia of a body's centre of mass.
fn body_invweight(model: &Model, data: &Data, body: usize, chain: &mut Chain<6>) -> [f64; 2] {
    if model.body_weldid[body] == 0 {
        return [0.0; 2];
    }
    // A body that only slides along world axes needs no matrix.
    if model.body_simple[body] == 2 {
        return [1.0 / scalar::max(MINVAL, model.body_mass[body]), 0.0];
    }
    let Some(last) = body_dofs(model, body).next() else {
        return [0.0; 2];
    };
    let offset = data.xipos[body] - data.subtree_com[model.body_rootid[body] as usize];
    let diagonal = chain.diagonal(model, data, last, |dof| {
        let moved = point_velocity(&data.cdof[dof], &offset);
        let turned = spatial::rotational(&data.cdof[dof]);
        [moved.x, moved.y, moved.z, turned.x, turned.y, turned.z]
    });
    [mean(&diagonal[..3]), mean(&diagonal[3..])]
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
    let weights = match dofs {
        6 => unit_diagonal::<6>(model, data, dof).to_vec(),
        3 => unit_diagonal::<3>(model, data, dof).to_vec(),
        _ => unit_diagonal::<1>(model, data, dof).to_vec(),
    };
    // Translations and rotations each share their mean.
    for (group, values) in weights.chunks(3).enumerate() {
        let value = if values.len() == 3 {
            mean(values)
        } else {
            values[0]
        };
        model.dof_invweight0[dof + 3 * group..][..values.len()].fill(value);
    }
}

/// The diagonal of `M^-1` for `N` dofs of one joint.
fn unit_diagonal<const N: usize>(model: &Model, data: &Data, first: usize) -> [f64; N] {
    let last = first + N - 1;
    Chain::default().diagonal(model, data, last, |dof| {
        std::array::from_fn(|k| if dof == first + k { 1.0 } else { 0.0 })
    })
}

fn mean(three: &[f64]) -> f64 {
    (three[0] + three[1] + three[2]) / 3.0
}

/// The elements of a tendon's Jacobian, with their dofs.
fn tendon_row<'a>(
    model: &'a Model,
    data: &'a Data,
    t: usize,
) -> impl Iterator<Item = (usize, f64)> + 'a {
    let sparse = is_sparse(model);
    let elements = if sparse {
        let start = data.ten_J_rowadr[t] as usize;
        start..start + data.ten_J_rownnz[t] as usize
    } else {
        t * model.nv..(t + 1) * model.nv
    };
    elements.enumerate().map(move |(column, k)| {
        let dof = if sparse {
            data.ten_J_colind[k] as usize
        } else {
            column
        };
        (dof, data.ten_J[k])
    })
}
