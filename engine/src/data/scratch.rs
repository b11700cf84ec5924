//! Working memory of the pipeline, allocated once with the data so that a step never allocates.

use wide::f64x2;

use super::workspace::Workspace;
use crate::Model;
use crate::math::support::Support;
use crate::math::transpose::Transpose;
use crate::math::{Quat, Spatial};
use crate::model::topology::Topology;

/// Buffers whose contents are meaningless between two uses, and what depends on the model alone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    /// Bytes that MuJoCo would hold on its stack around the current evaluation.
    pub(crate) stack: usize,
    pub(crate) arena: ArenaFill,
    /// How often the simulation has started again from the reference because it was unstable.
    pub(crate) resets: u64,
    /// Tendons for which MuJoCo would have room in its arena.
    pub(crate) arena_tendons: usize,
    /// So many bodies, from the first one on, have the poses that their joints give them already.
    pub(crate) still_bodies: usize,
    /// Whether Newton's first Hessian is likely to be needed again.
    pub(crate) first_hessian: FirstHessian,
    /// What the last Hessian took up in MuJoCo's memory.
    pub(crate) hessian: HessianSize,
    pub(crate) topology: Topology,
    /// The rotation of each joint.
    pub(crate) turns: Vec<Quat>,
    /// Mass of each subtree.
    pub(crate) body_mass: Vec<f64>,
    /// Jacobians, 3 x nv each.
    pub(crate) jac: [Vec<f64>; 3],
    /// Vectors over dofs.
    pub(crate) dof: [Vec<f64>; 2],
    /// Indices of dofs.
    pub(crate) dof_index: Vec<i32>,
    /// Controls within their limits.
    pub(crate) ctrl: Vec<f64>,
    /// A motion and a force for each body.
    pub(crate) body_motion: Vec<Spatial>,
    pub(crate) body_force: Vec<Spatial>,
    pub(crate) rows: RowNotes,
    pub(crate) damped: Damped,
    /// The working memory of individual stages.
    pub(crate) flex: Workspace,
    pub(crate) tendon: Workspace,
    pub(crate) adhesion: Workspace,
    pub(crate) collision: Workspace,
    pub(crate) constraint: Workspace,
    pub(crate) project: Workspace,
    pub(crate) island: Workspace,
    pub(crate) fluid: Workspace,
    pub(crate) solver: Workspace,
    pub(crate) rk4: Workspace,
    pub(crate) derivative: Workspace,
    pub(crate) inverse: Workspace,
    pub(crate) difference: Workspace,
    pub(crate) inverse_difference: Workspace,
}

/// What is done with the factor of Newton's first Hessian, which depends on positions and on the
/// states of the rows alone. Where steps are repeated from the same positions it is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum FirstHessian {
    #[default]
    Forgotten,
    /// It is kept for what follows.
    Kept,
    /// It is the one that was kept, where the states are the same.
    Reused,
}

/// How far the work on the damped matrix has come before the integrator asks for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Progress {
    #[default]
    Unwanted,
    Wanted,
    Factorised,
    Solved,
}

/// Factors and solution of `M` in the first lane, of `M + h B` in the second.
#[derive(Clone, Debug, Default)]
pub(crate) struct Damped {
    pub(crate) progress: Progress,
    pub(crate) matrix: Vec<f64x2>,
    pub(crate) diag_inv: Vec<f64x2>,
    pub(crate) qacc: Vec<f64x2>,
    /// The second lane: what becomes `qH`, `qHDiagInv` and the acceleration.
    pub(crate) second_matrix: Vec<f64>,
    pub(crate) second_diag_inv: Vec<f64>,
    pub(crate) second_qacc: Vec<f64>,
}

impl Damped {
    fn new(model: &Model) -> Damped {
        Damped {
            progress: Progress::Unwanted,
            matrix: vec![f64x2::ZERO; model.nM],
            diag_inv: vec![f64x2::ZERO; model.nv],
            qacc: vec![f64x2::ZERO; model.nv],
            second_matrix: vec![0.0; model.nM],
            second_diag_inv: vec![0.0; model.nv],
            second_qacc: vec![0.0; model.nv],
        }
    }
}

/// What is known about the constraint rows besides their arrays.
#[derive(Clone, Debug, Default)]
pub(crate) struct RowNotes {
    /// Where each dense row may be nonzero.
    pub(crate) supports: Vec<Support>,
    /// Whether all rows are limits of joints, with a single column each.
    pub(crate) joint_limits_alone: bool,
    /// Whether the columns of a sparse row do not ascend, because another flex has overwritten it.
    pub(crate) unordered: bool,
    pub(crate) transpose: Transpose,
}

/// How much of MuJoCo's arena is in use, in bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ArenaFill {
    /// After the previous evaluation, until contacts are looked for.
    pub(crate) former: usize,
    /// With contacts and rows.
    pub(crate) rows: usize,
    /// With islands too.
    pub(crate) now: usize,
    /// Whether rows were dropped for lack of room.
    pub(crate) rows_dropped: bool,
}

/// What a Hessian takes up in MuJoCo's memory: elements in sparse form, and in which ways it was
/// updated.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct HessianSize {
    pub(crate) hessian: usize,
    pub(crate) factor: usize,
    pub(crate) changed: bool,
    pub(crate) coned: bool,
    pub(crate) coned_later: bool,
    /// Whether already the first factorisation was given up.
    pub(crate) given_up: bool,
}

impl Scratch {
    /// The buffers that stages share; what a stage keeps for itself is empty.
    pub(crate) fn new(model: &Model) -> Scratch {
        let nv = model.nv;
        Scratch {
            arena_tendons: model.ntendon,
            topology: Topology::new(model),
            damped: Damped::new(model),
            turns: vec![Quat::IDENTITY; model.njnt],
            body_mass: vec![0.0; model.nbody],
            ctrl: vec![0.0; model.nu],
            body_motion: vec![[0.0; 6]; model.nbody],
            body_force: vec![[0.0; 6]; model.nbody],
            jac: std::array::from_fn(|_| vec![0.0; 3 * nv]),
            dof: std::array::from_fn(|_| vec![0.0; nv]),
            dof_index: vec![0; nv],
            ..Scratch::default()
        }
    }
}
