//! A step of a simulation in which only positions and one length count: the stages that lead from
//! one state to the next.
//!
//! The forces that compiling switches off, contacts, sensors and energies do not affect it, and
//! nothing else reads the data. Where nothing moves any more, what follows from positions stays as
//! it is.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::limits::Limits;
use super::simulation::{Steps, write_moment};
use crate::error::StepError;
use crate::model::codes::transmission as kind;
use crate::pipeline::acceleration::solver;
use crate::pipeline::constraint;
use crate::pipeline::constraint::island;
use crate::pipeline::position::com_pos::com_pos;
use crate::pipeline::position::flex::flex;
use crate::pipeline::position::inertia::{crb, factor_m, factor_m_alone, solve_m};
use crate::pipeline::position::kinematics::kinematics;
use crate::pipeline::position::tendon::tendon;
use crate::pipeline::position::transmission::transmission;
use crate::pipeline::velocity::bias::bias;
use crate::pipeline::velocity::com_vel::com_vel;
use crate::pipeline::{check_accelerations, check_state, integrate};
use crate::{Data, Model};

/// Steps under the conditions of compiling.
pub(super) struct Reduced<'a> {
    /// The first actuator whose range was not found, and the number of this one.
    failed: &'a AtomicUsize,
    actuator: usize,
    /// The constraints, if they are limits of joints alone.
    limits: Option<Limits>,
    /// The tendon that the only actuator pulls, if it pulls one and Jacobians are dense.
    tendon: Option<usize>,
    /// The positions that the data was computed for; none where it must be recomputed.
    positions: Vec<f64>,
}

impl<'a> Reduced<'a> {
    /// Steps that are of no use once an actuator before this one has failed.
    pub(super) fn new(
        model: &Model,
        data: &Data,
        (failed, actuator): (&'a AtomicUsize, usize),
    ) -> Reduced<'a> {
        let pulls = model.actuator_trntype.first() == Some(&kind::TENDON) && !model.is_sparse();
        Reduced {
            failed,
            actuator,
            limits: Limits::of(model, data),
            tendon: pulls.then(|| model.actuator_trnid[0][0] as usize),
            positions: Vec::with_capacity(model.nq),
        }
    }

    /// Whether the data was computed for the positions of the state.
    fn is_current(&self, data: &Data) -> bool {
        let same = |(a, b): (&f64, &f64)| a.to_bits() == b.to_bits();
        self.positions.len() == data.qpos.len() && self.positions.iter().zip(&data.qpos).all(same)
    }

    /// What follows from positions.
    fn position(&mut self, model: &Model, data: &mut Data) {
        kinematics(model, data);
        com_pos(model, data);
        if model.neq > 0 {
            // The only rows that flexes have here are those of equalities.
            flex(model, data);
        }
        tendon(model, data);
        crb(model, data);
        if model.is_dual() {
            factor_m(model, data)
        } else {
            factor_m_alone(data)
        }
        match self.tendon {
            Some(id) => data.actuator_length[0] = data.ten_length[id] * model.actuator_gear[0][0],
            None => transmission(model, data),
        }
        match &mut self.limits {
            Some(limits) => limits.find(data),
            None => constrain(model, data),
        }
        self.positions.clear();
        self.positions.extend_from_slice(&data.qpos);
    }
}

/// The acceleration without constraints, where no passive forces act, no actuators and nothing on
/// bodies.
fn smooth_acceleration(model: &Model, data: &mut Data) {
    let Data {
        qfrc_smooth,
        qfrc_bias,
        qfrc_applied,
        qacc_smooth,
        ..
    } = data;
    let forces = qfrc_bias.iter().zip(&*qfrc_applied);
    let results = qfrc_smooth.iter_mut().zip(&mut *qacc_smooth);
    for ((smooth, qacc), (bias, applied)) in results.zip(forces) {
        // As the sum of all forces, of which the zero ones matter only by their sign.
        *smooth = 0.0 - bias + applied + 0.0;
        *qacc = *smooth;
    }
    let mut qacc = std::mem::take(&mut data.qacc_smooth);
    solve_m(model, data, &mut qacc);
    data.qacc_smooth = qacc;
}

/// Constraints of any kind.
fn constrain(model: &Model, data: &mut Data) {
    constraint::make(model, data);
    island::find(model, data);
    constraint::project(model, data);
}

impl Steps for Reduced<'_> {
    fn is_abandoned(&self) -> bool {
        self.actuator > self.failed.load(Ordering::Relaxed)
    }

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

    fn moment(&self, model: &Model, data: &Data, actuator: usize, moment: &mut [f64]) {
        let Some(tendon) = self.tendon else {
            return write_moment(data, actuator, moment);
        };
        let gear = model.actuator_gear[actuator][0];
        let row = &data.ten_J[tendon * model.nv..][..model.nv];
        for (moment, x) in moment.iter_mut().zip(row) {
            // A transmission omits zeros, whatever their sign.
            *moment = x * gear + 0.0;
        }
    }

    fn second(&mut self, model: &Model, data: &mut Data) -> Result<(), StepError> {
        smooth_acceleration(model, data);
        let limits = self.limits.as_mut();
        if !limits.is_some_and(|limits| limits.solve(model, data)) {
            if self.limits.is_some() {
                constrain(model, data);
            }
            constraint::reference(model, data);
            solver::solve(model, data);
            data.fault().map_or(Ok(()), Err)?;
        }
        if check_accelerations(model, data) {
            self.positions.clear();
        }
        integrate(model, data, false)
    }
}
