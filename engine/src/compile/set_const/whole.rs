//! The same inverse inertias by sums over all dofs, as MuJoCo computes them.
//!
//! Along a chain, what is left out of a sum are products with zeros. That is no sum at all where
//! the other factor is not finite: zero times infinity is not a number. So models in which numbers
//! may overflow, in the factorisation or while solving with it, come here.

use super::invweight::{edge_row, general_edges, jacobian, means, moment_row, tendon_row};
use crate::math::dense;
use crate::model::codes::joint_dofs;
use crate::pipeline::position::inertia::solve_within;
use crate::{Data, Model};

/// Largest elements of `L`, of Jacobians and of `D^-1` for which no sum of the other path can
/// overflow in trees of any sensible depth.
const TAME: f64 = 1e6;
const TAME_INVERSE: f64 = 1e16;

/// Whether sums along a chain have the bits of sums over all dofs.
pub(super) fn is_tame(model: &Model, data: &Data) -> bool {
    // A comparison with what is not a number is false.
    let within = |values: &[f64], bound: f64| values.iter().all(|x| x.abs() <= bound);
    let arms = (1..model.nbody).all(|body| {
        let arm = data.xipos[body] - data.subtree_com[model.body_rootid[body] as usize];
        within(arm.as_slice(), TAME)
    });
    arms && within(&data.qLD, TAME)
        && within(&data.qLDiagInv, TAME_INVERSE)
        && data.cdof.iter().all(|axis| within(axis.as_slice(), TAME))
        && within(&data.flexedge_J, TAME)
        && within(&data.ten_J, TAME)
        && within(&data.actuator_moment, TAME)
}

/// Sets `body_invweight0`, `dof_invweight0`, `flexedge_invweight0`, `tendon_invweight0` and
/// `actuator_acc0` where they are not those of bodies that only slide or do not move.
pub(super) fn set(model: &mut Model, data: &Data) {
    let mut rows = Rows::new(model.nv);
    for body in 1..model.nbody {
        if model.body_weldid[body] == 0 || model.body_simple[body] == 2 {
            continue;
        }
        let moving = model.body_dofs(body).next();
        rows.clear();
        for dof in moving.into_iter().flat_map(|last| model.ancestors(last)) {
            rows.jac[dof] = jacobian(model, data, body, dof);
        }
        model.body_invweight0[body] = means(&rows.diagonal(data));
    }
    for joint in 0..model.njnt {
        if model.body_simple[model.jnt_bodyid[joint] as usize] == 2 {
            continue;
        }
        let first = model.jnt_dofadr[joint] as usize;
        let dofs = joint_dofs(model.jnt_type[joint]);
        rows.clear();
        for k in 0..dofs {
            rows.jac[first + k][k] = 1.0;
        }
        let weights = rows.diagonal(data);
        let [moved, turned] = means(&weights);
        match dofs {
            6 => {
                model.dof_invweight0[first..first + 3].fill(moved);
                model.dof_invweight0[first + 3..first + 6].fill(turned);
            }
            3 => model.dof_invweight0[first..first + 3].fill(moved),
            _ => model.dof_invweight0[first] = weights[0],
        }
    }
    for edge in general_edges(model) {
        rows.clear();
        for (dof, value) in edge_row(model, data, edge) {
            rows.jac[dof][0] = value;
        }
        model.flexedge_invweight0[edge] = rows.diagonal(data)[0];
    }
    for tendon in 0..model.ntendon {
        rows.clear();
        for (dof, value) in tendon_row(model, data, tendon) {
            rows.jac[dof][0] = value;
        }
        model.tendon_invweight0[tendon] = rows.diagonal(data)[0];
    }
    for actuator in 0..model.nu {
        rows.clear();
        for (dof, value) in moment_row(data, actuator) {
            rows.jac[dof][0] = value;
        }
        rows.solve(data);
        let acceleration: Vec<f64> = rows.solved.iter().map(|x| x[0]).collect();
        model.actuator_acc0[actuator] = dense::norm(&acceleration);
    }
}

/// Six rows of a Jacobian over all dofs, and what they become by `M^-1`.
struct Rows {
    jac: Vec<[f64; 6]>,
    solved: Vec<[f64; 6]>,
}

impl Rows {
    fn new(nv: usize) -> Rows {
        Rows {
            jac: vec![[0.0; 6]; nv],
            solved: Vec::with_capacity(nv),
        }
    }

    fn clear(&mut self) {
        self.jac.fill([0.0; 6]);
    }

    fn solve(&mut self, data: &Data) {
        self.solved.clone_from(&self.jac);
        solve_within(
            &data.scratch.topology.ancestry,
            (&data.qLD, &data.qLDiagInv),
            0..self.jac.len(),
            |dof| dof,
            &mut self.solved,
        );
    }

    /// The diagonal of `J M^-1 J'`.
    fn diagonal(&mut self, data: &Data) -> [f64; 6] {
        self.solve(data);
        std::array::from_fn(|k| {
            let lane = |rows: &[[f64; 6]]| rows.iter().map(|row| row[k]).collect::<Vec<f64>>();
            dense::dot(&lane(&self.jac), &lane(&self.solved))
        })
    }
}
