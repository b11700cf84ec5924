//! The classical Runge-Kutta method of fourth order: four evaluations of the dynamics for each
//! step.
//!
//! Activations of the intermediate states advance by Euler's rule and without limits; only the
//! final update treats them exactly.
//!
//! `x' = x + h (k1 + 2 k2 + 2 k3 + k4) / 6`: Hairer, Norsett and Wanner, Solving Ordinary
//! Differential Equations I (2nd edition, 1993), section II.1.

use super::{advance, integrate_pos};
use crate::error::StepError;
use crate::math::dense;
use crate::memory::stack::held_by_runge_kutta;
use crate::pipeline::{Skip, evaluate};
use crate::{Data, Model};

/// How far along the previous rate each of the later states lies.
const ADVANCE: [f64; 3] = [0.5, 0.5, 1.0];
/// Weights of the four rates in the final update.
const WEIGHT: [f64; 4] = [1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0];

/// A state's rates of change.
#[derive(Clone, Debug, Default)]
struct Rates {
    qvel: Vec<f64>,
    qacc: Vec<f64>,
    act_dot: Vec<f64>,
}

/// Where a step starts, the rates at its four points, and their sum.
#[derive(Clone, Debug, Default)]
pub(crate) struct RungeKutta {
    qpos: Vec<f64>,
    act: Vec<f64>,
    points: [Rates; 4],
    sum: Rates,
}

impl RungeKutta {
    pub(crate) fn new(model: &Model) -> RungeKutta {
        let rates = Rates {
            qvel: vec![0.0; model.nv],
            qacc: vec![0.0; model.nv],
            act_dot: vec![0.0; model.na],
        };
        RungeKutta {
            qpos: vec![0.0; model.nq],
            act: vec![0.0; model.na],
            points: std::array::from_fn(|_| rates.clone()),
            sum: rates,
        }
    }

    /// Takes the state back to the start.
    fn write_start(&self, data: &mut Data) {
        data.qpos.copy_from_slice(&self.qpos);
        data.qvel.copy_from_slice(&self.points[0].qvel);
        data.act.copy_from_slice(&self.act);
    }
}

impl Rates {
    #[inline]
    fn read(&mut self, data: &Data) {
        self.qvel.copy_from_slice(&data.qvel);
        self.qacc.copy_from_slice(&data.qacc);
        self.act_dot.copy_from_slice(&data.act_dot);
    }

    /// Becomes the weighted sum of rates.
    #[inline]
    fn combine<const N: usize>(&mut self, points: [&Rates; N], weights: [f64; N]) {
        combine(&mut self.qvel, points.map(|p| &p.qvel[..]), weights);
        combine(&mut self.qacc, points.map(|p| &p.qacc[..]), weights);
        combine(&mut self.act_dot, points.map(|p| &p.act_dot[..]), weights);
    }
}

/// A weighted sum of vectors; those of no weight are added all the same.
#[inline]
fn combine<const N: usize>(sum: &mut [f64], vectors: [&[f64]; N], weights: [f64; N]) {
    let n = sum.len();
    let vectors = vectors.map(|vector| &vector[..n]);
    for (i, sum) in sum.iter_mut().enumerate() {
        *sum = 0.0;
        for k in 0..N {
            *sum += vectors[k][i] * weights[k];
        }
    }
}

/// Advances a state whose rates are known by one step.
#[doc(alias = "mj_RungeKutta")]
pub(crate) fn rk4(model: &Model, data: &mut Data) -> Result<(), StepError> {
    let mut rk4 = data.scratch.rk4.take::<RungeKutta>();
    if (rk4.qpos.len(), rk4.act.len()) != (model.nq, model.na) {
        // The integrator was changed after the data was made.
        *rk4 = RungeKutta::new(model);
    }
    let start = data.time;
    rk4.qpos.copy_from_slice(&data.qpos);
    rk4.act.copy_from_slice(&data.act);
    rk4.points[0].read(data);
    let evaluated = evaluate_points(model, data, &mut rk4);
    data.time = start;
    rk4.write_start(data);
    if evaluated.is_ok() {
        let RungeKutta { points, sum, .. } = &mut *rk4;
        sum.combine(points.each_ref(), WEIGHT);
        advance(model, data, &sum.act_dot, &sum.qacc, Some(&sum.qvel));
    }
    data.scratch.rk4.put(rk4);
    evaluated
}

/// Finds the second to fourth point, each along the rates of the one before.
fn evaluate_points(model: &Model, data: &mut Data, rk4: &mut RungeKutta) -> Result<(), StepError> {
    let h = model.opt.timestep;
    let start = data.time;
    for i in 1..4 {
        rk4.write_start(data);
        let RungeKutta { points, sum, .. } = rk4;
        let along = ADVANCE[i - 1];
        // The tableau has one entry in each row; its zeros are added all the same.
        match &points[..i] {
            [a] => sum.combine([a], [along]),
            [a, b] => sum.combine([a, b], [0.0, along]),
            [a, b, c] => sum.combine([a, b, c], [0.0, 0.0, along]),
            _ => {}
        }
        integrate_pos(model, &mut data.qpos, &sum.qvel, h);
        dense::add_scaled(&mut data.qvel, &sum.qacc, h);
        dense::add_scaled(&mut data.act, &sum.act_dot, h);
        data.time = start + ADVANCE[i - 1] * h;
        data.scratch.stack = held_by_runge_kutta(model);
        evaluate(model, data, Skip::Nothing, false);
        data.scratch.stack = 0;
        data.require_sound()?;
        points[i].read(data);
    }
    Ok(())
}
