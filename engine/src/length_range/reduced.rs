//! A step of a simulation in which only positions and one length count: the stages that lead from one state to the next.
//!
//! The forces that compiling switches off, contacts, sensors and energies have no part in it, and nothing else reads the data. Where
//! nothing moves any more, what follows from positions stays as it is.

use super::limits::Limits;
use super::simulation::Steps;
use crate::acceleration::acceleration;
use crate::bias::bias;
use crate::com_pos::com_pos;
use crate::com_vel::com_vel;
use crate::inertia::{crb, factor_m, factor_m_alone};
use crate::kinematics::kinematics;
use crate::pipeline::{StepError, check_accelerations, check_state, integrate};
use crate::tendon::tendon;
use crate::transmission::transmission;
use crate::{Data, Model, constraint, island, solver};

/// Steps under the conditions of compiling.
pub(super) struct Reduced {
    /// The constraints, if they are limits of joints alone.
    limits: Option<Limits>,
    /// The positions that the data is at; none where it must be computed anew.
    positions: Vec<f64>,
}

impl Reduced {
    pub(super) fn new(model: &Model, data: &Data) -> Reduced {
        Reduced {
            limits: Limits::of(model, data),
            positions: Vec::with_capacity(model.nq),
        }
    }

    /// Whether the data is at the positions of the state.
    fn is_current(&self, data: &Data) -> bool {
        let same = |(a, b): (&f64, &f64)| a.to_bits() == b.to_bits();
        self.positions.len() == data.qpos.len() && self.positions.iter().zip(&data.qpos).all(same)
    }

    /// What follows from positions.
    fn position(&mut self, model: &Model, data: &mut Data) {
        kinematics(model, data);
        com_pos(model, data);
        tendon(model, data);
        crb(model, data);
        match constraint::is_dual(model) {
            true => factor_m(model, data),
            false => factor_m_alone(data),
        }
        transmission(model, data);
        match &mut self.limits {
            Some(limits) => limits.find(data),
            None => constrain(model, data),
        }
        self.positions.clear();
        self.positions.extend_from_slice(&data.qpos);
    }
}

/// Constraints of any kind.
fn constrain(model: &Model, data: &mut Data) {
    constraint::make(model, data);
    island::find(model, data);
    constraint::project(model, data);
}

impl Steps for Reduced {
    fn start(&mut self) {
        self.positions.clear();
    }

    fn first(&mut self, model: &Model, data: &mut Data) -> bool {
        let restarted = check_state(model, data);
        let moved = restarted || !self.is_current(data);
        if moved {
            self.position(model, data);
        }
        com_vel(model, data);
        bias(model, data);
        moved
    }

    fn second(&mut self, model: &Model, data: &mut Data) -> Result<(), StepError> {
        acceleration(model, data);
        let limits = self.limits.as_mut();
        if !limits.is_some_and(|limits| limits.solve(model, data)) {
            if self.limits.is_some() {
                constrain(model, data);
            }
            constraint::reference(model, data);
            solver::solve(model, data);
        }
        if check_accelerations(model, data) {
            self.positions.clear();
        }
        integrate(model, data, false)
    }
}
