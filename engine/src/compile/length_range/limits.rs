//! Joint limits as the only constraints, which is what holds most muscles: each one that is reached
//! is a row with a single column.
//!
//! The rows are those that [`crate::pipeline::constraint`] would make, without the arrays that it
//! fills.

use crate::memory::arena::{self, Wanted};
use crate::model::NIMP;
use crate::model::codes::{joint, solver};
use crate::pipeline::acceleration::solver::single::{Row, Singles};
use crate::pipeline::constraint::impedance::{impedance, of_joint_limit, regulariser};
use crate::{Data, Model};

/// A joint with bounds.
#[derive(Clone, Copy, Debug)]
struct Bounded {
    position: usize,
    dof: usize,
    range: [f64; 2],
    margin: f64,
    /// The parameters of the reference acceleration and the impedance.
    stiffness: f64,
    damping: f64,
    softness: [f64; NIMP],
    inverse_weight: f64,
}

/// The terms of the reference acceleration `-B v - K d r` of a bound that is reached.
#[derive(Clone, Copy, Debug)]
struct Motion {
    /// `K d r`
    restoring: f64,
    damping: f64,
}

/// All limits of a model, those that are reached, and the solver for them.
#[derive(Debug)]
pub(super) struct Limits {
    bounded: Vec<Bounded>,
    motions: Vec<Motion>,
    singles: Singles,
}

impl Limits {
    /// The limits, if nothing else constrains the model, they always fit into the reference's
    /// memory, and Newton's method solves for them.
    pub(super) fn of(model: &Model, data: &Data) -> Option<Limits> {
        let limited = |id: &usize| model.jnt_limited[*id] != 0;
        let scalar = |id: usize| matches!(model.jnt_type[id], joint::HINGE | joint::SLIDE);
        let alone = model.neq == 0
            && model.tendon_limited.iter().all(|&limited| limited == 0)
            && (0..model.njnt).filter(limited).all(scalar);
        if !alone || model.opt.solver != solver::NEWTON || model.is_dual() || model.is_sparse() {
            return None;
        }
        let bounded: Vec<_> = (0..model.njnt)
            .filter(limited)
            .map(|id| Bounded::new(model, id))
            .collect();
        let most = 2 * bounded.len();
        let wanted = Wanted {
            rows: most,
            elements: most * model.nv,
            dual: false,
        };
        arena::room_for_rows(model, data, wanted).map(|_| Limits {
            bounded,
            motions: Vec::with_capacity(most),
            singles: Singles::default(),
        })
    }

    /// Finds the limits that are reached.
    pub(super) fn find(&mut self, data: &Data) {
        self.motions.clear();
        self.singles.rows.clear();
        for joint in &self.bounded {
            let value = data.qpos[joint.position];
            let [low, high] = joint.range;
            for (distance, sign) in [(-(low - value), 1.0), (high - value, -1.0)] {
                if distance < joint.margin {
                    let (motion, row) = joint.reached(distance, sign);
                    self.motions.push(motion);
                    self.singles.rows.push(row);
                }
            }
        }
    }

    /// Computes `qacc` and `qfrc_constraint`. Returns whether it could: infinite values are left to
    /// the general solver.
    pub(super) fn solve(&mut self, model: &Model, data: &mut Data) -> bool {
        let rows = &mut self.singles.rows;
        if rows.is_empty() {
            data.qfrc_constraint.fill(0.0);
            data.qacc.copy_from_slice(&data.qacc_smooth);
            data.qacc_warmstart.copy_from_slice(&data.qacc_smooth);
            return true;
        }
        for (row, motion) in rows.iter_mut().zip(&self.motions) {
            let velocity = row.sign * data.qvel[row.dof];
            row.reference = -motion.damping * velocity - motion.restoring;
        }
        let solved = self.singles.solve(model, data).is_some();
        if solved {
            data.qacc_warmstart.copy_from_slice(&data.qacc);
        }
        solved
    }
}

impl Bounded {
    fn new(model: &Model, id: usize) -> Bounded {
        let dof = model.jnt_dofadr[id] as usize;
        let ([stiffness, damping], softness) = of_joint_limit(model, id);
        Bounded {
            position: model.jnt_qposadr[id] as usize,
            dof,
            range: model.jnt_range[id],
            margin: model.jnt_margin[id],
            stiffness,
            damping,
            softness,
            inverse_weight: model.dof_invweight0[dof],
        }
    }

    /// The bound at this distance.
    fn reached(&self, distance: f64, sign: f64) -> (Motion, Row) {
        let (d, _) = impedance(&self.softness, distance, self.margin);
        let motion = Motion {
            restoring: self.stiffness * d * (distance - self.margin),
            damping: self.damping,
        };
        let weight = 1.0 / regulariser(d, self.inverse_weight);
        (motion, Row::new(self.dof, sign, weight, 0.0))
    }
}
