//! The memory of eight worlds abreast: their states, and what a step works out.

use super::plan::Plan;
use super::touch::Near;
use crate::data::scratch::ArenaFill;
use crate::math::abreast::{Eight, Inertias, Mat3s, Quats, Spatials, Vec3s, WIDTH};
use crate::{Data, Model};

/// States in lanes, and working memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Work {
    /// The lanes that hold worlds, as bits.
    pub(super) used: u32,
    /// Whether there may be rows, so that it matters where a solver starts.
    pub(super) rows: bool,
    pub(super) time: [f64; WIDTH],
    pub(super) qpos: Vec<Eight>,
    pub(super) qvel: Vec<Eight>,
    pub(super) ctrl: Vec<Eight>,
    pub(super) applied: Vec<Eight>,
    /// Where the last step started.
    pub(super) old_time: [f64; WIDTH],
    pub(super) old_qpos: Vec<Eight>,
    pub(super) old_qvel: Vec<Eight>,
    /// Steps that each lane has made since its world was put in.
    pub(super) made: [usize; WIDTH],
    /// How the last step has left MuJoCo's arena, and how this one does.
    pub(super) arena: [ArenaFill; WIDTH],
    pub(super) next_arena: [ArenaFill; WIDTH],
    /// Whether the step that goes on has found accelerations.
    pub(super) accelerated: bool,
    /// Accelerations of the last step and of the one before, from which solvers start, and those by
    /// which velocities advance.
    pub(super) qacc: Vec<Eight>,
    pub(super) old_qacc: Vec<Eight>,
    pub(super) damped_qacc: Vec<Eight>,
    // Of bodies.
    pub(super) xpos: Vec<Vec3s>,
    pub(super) xquat: Vec<Quats>,
    pub(super) xmat: Vec<Mat3s>,
    pub(super) xipos: Vec<Vec3s>,
    pub(super) ximat: Vec<Mat3s>,
    pub(super) com: Vec<Vec3s>,
    pub(super) cinert: Vec<Inertias>,
    pub(super) crb: Vec<Inertias>,
    pub(super) cvel: Vec<Spatials>,
    pub(super) cacc: Vec<Spatials>,
    pub(super) force: Vec<Spatials>,
    // Of joints and dofs.
    pub(super) xaxis: Vec<Vec3s>,
    pub(super) xanchor: Vec<Vec3s>,
    pub(super) cdof: Vec<Spatials>,
    pub(super) cdof_dot: Vec<Spatials>,
    pub(super) qfrc: Vec<Eight>,
    pub(super) actuator: Vec<Eight>,
    /// Forces of constraints.
    pub(super) constraint: Vec<Eight>,
    // Matrices, and the frames of geoms.
    pub(super) matrix: Vec<Eight>,
    pub(super) diag_inv: Vec<Eight>,
    pub(super) damped_matrix: Vec<Eight>,
    pub(super) damped_diag_inv: Vec<Eight>,
    pub(super) geom_xpos: Vec<Vec3s>,
    pub(super) geom_xmat: Vec<Mat3s>,
    /// Bodies that may touch.
    pub(super) near: Vec<Near>,
}

impl Work {
    pub(crate) fn new(model: &Model, plan: &Plan) -> Work {
        let numbers = |n: usize| vec![Eight::ZERO; n];
        let &Model {
            nq,
            nv,
            nu,
            nM,
            nbody,
            njnt,
            ..
        } = model;
        let damped = usize::from(plan.damps);
        let geoms = if plan.apart.is_empty() {
            0
        } else {
            model.ngeom
        };
        Work {
            used: 0,
            rows: plan.has_rows(),
            time: [0.0; WIDTH],
            qpos: numbers(nq),
            qvel: numbers(nv),
            ctrl: numbers(nu),
            applied: numbers(nv),
            old_time: [0.0; WIDTH],
            old_qpos: numbers(nq),
            old_qvel: numbers(nv),
            made: [0; WIDTH],
            arena: [plan.arena; WIDTH],
            next_arena: [plan.arena; WIDTH],
            accelerated: false,
            qacc: numbers(nv),
            old_qacc: numbers(nv),
            damped_qacc: numbers(damped * nv),
            xpos: vec![[Eight::ZERO; 3]; nbody],
            xquat: vec![[Eight::ZERO; 4]; nbody],
            xmat: vec![[Eight::ZERO; 9]; nbody],
            xipos: vec![[Eight::ZERO; 3]; nbody],
            ximat: vec![[Eight::ZERO; 9]; nbody],
            com: vec![[Eight::ZERO; 3]; nbody],
            cinert: vec![[Eight::ZERO; 10]; nbody],
            crb: vec![[Eight::ZERO; 10]; nbody],
            cvel: vec![[Eight::ZERO; 6]; nbody],
            cacc: vec![[Eight::ZERO; 6]; nbody],
            force: vec![[Eight::ZERO; 6]; nbody],
            xaxis: vec![[Eight::ZERO; 3]; njnt],
            xanchor: vec![[Eight::ZERO; 3]; njnt],
            cdof: vec![[Eight::ZERO; 6]; nv],
            cdof_dot: vec![[Eight::ZERO; 6]; nv],
            qfrc: numbers(nv),
            actuator: numbers(nv),
            constraint: numbers(nv),
            matrix: numbers(nM),
            diag_inv: numbers(nv),
            damped_matrix: numbers(damped * nM),
            damped_diag_inv: numbers(damped * nv),
            geom_xpos: vec![[Eight::ZERO; 3]; geoms],
            geom_xmat: vec![[Eight::ZERO; 9]; geoms],
            near: Vec::with_capacity(plan.apart.len()),
        }
    }

    /// Whether it was made for a model of these sizes.
    pub(crate) fn fits(&self, model: &Model, plan: &Plan) -> bool {
        let geoms = if plan.apart.is_empty() {
            0
        } else {
            model.ngeom
        };
        self.qpos.len() == model.nq
            && self.qvel.len() == model.nv
            && self.ctrl.len() == model.nu
            && self.matrix.len() == model.nM
            && self.damped_qacc.len() == usize::from(plan.damps) * model.nv
            && self.xpos.len() == model.nbody
            && self.xaxis.len() == model.njnt
            && self.geom_xpos.len() == geoms
            && self.near.capacity() >= plan.apart.len()
            && self.rows == plan.has_rows()
    }

    /// Empties all lanes.
    pub(crate) fn clear(&mut self) {
        self.used = 0;
    }

    /// Puts a world into a lane. Lanes that hold none are copies of the first one that was put in.
    pub(crate) fn load(&mut self, lane: usize, data: &Data) {
        let first = self.used == 0;
        self.used |= 1 << lane;
        let arrays = [
            (&mut self.qpos, &data.qpos),
            (&mut self.qvel, &data.qvel),
            (&mut self.ctrl, &data.ctrl),
            (&mut self.applied, &data.qfrc_applied),
            (&mut self.qacc, &data.qacc_warmstart),
        ];
        let count = if self.rows { 5 } else { 4 };
        for (to, from) in arrays.into_iter().take(count) {
            for (to, &from) in to.iter_mut().zip(from) {
                if first {
                    *to = Eight::splat(from);
                } else {
                    to.as_array_mut()[lane] = from;
                }
            }
        }
        self.time[lane] = data.time;
        self.arena[lane] = data.scratch.arena;
        self.made[lane] = 0;
    }

    /// The lanes that hold worlds, as bits.
    pub(crate) fn used(&self) -> u32 {
        self.used
    }

    /// Takes a world out of its lane, with all that a step leaves for the next one. Returns how many
    /// steps it has made there. `failed` is for a world that has not made the last one.
    pub(crate) fn unload(&mut self, lane: usize, failed: bool, data: &mut Data) -> usize {
        self.used &= !(1 << lane);
        if self.made[lane] == 0 && !self.rows {
            return 0;
        }
        let qacc = if failed && self.accelerated {
            &self.old_qacc
        } else {
            &self.qacc
        };
        for (to, from) in [
            (&mut data.qpos, &self.qpos),
            (&mut data.qvel, &self.qvel),
            (&mut data.qacc_warmstart, qacc),
        ] {
            for (to, from) in to.iter_mut().zip(from) {
                *to = from.as_array_ref()[lane];
            }
        }
        data.time = self.time[lane];
        data.scratch.arena = self.arena[lane];
        self.made[lane]
    }
}
