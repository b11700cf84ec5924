//! The classical Runge-Kutta method of fourth order: four evaluations of the dynamics for each step.
//!
//! Activations of the intermediate states advance by Euler's rule and without limits; only the final update treats them exactly.

use super::{advance, integrate_pos};
use crate::math::dense;
use crate::pipeline::{StepError, evaluate};
use crate::stack::held_by_runge_kutta;
use crate::{Data, Model};

/// How far along the previous rate each of the later states lies.
const ADVANCE: [f64; 3] = [0.5, 0.5, 1.0];
/// Weights of the four rates in the final update.
const WEIGHT: [f64; 4] = [1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0];

/// A state and its rates of change.
#[derive(Clone, Debug, Default)]
struct Point {
    qpos: Vec<f64>,
    qvel: Vec<f64>,
    act: Vec<f64>,
    qacc: Vec<f64>,
    act_dot: Vec<f64>,
}

/// The four points of a step, and the sum of their rates.
#[derive(Clone, Debug, Default)]
pub(crate) struct RungeKutta {
    points: [Point; 4],
    sum: Point,
}

impl RungeKutta {
    pub(crate) fn new(model: &Model) -> RungeKutta {
        let point = Point {
            qpos: vec![0.0; model.nq],
            qvel: vec![0.0; model.nv],
            act: vec![0.0; model.na],
            qacc: vec![0.0; model.nv],
            act_dot: vec![0.0; model.na],
        };
        RungeKutta {
            points: std::array::from_fn(|_| point.clone()),
            sum: point,
        }
    }
}

impl Point {
    fn read(&mut self, data: &Data) {
        self.qpos.copy_from_slice(&data.qpos);
        self.qvel.copy_from_slice(&data.qvel);
        self.act.copy_from_slice(&data.act);
        self.qacc.copy_from_slice(&data.qacc);
        self.act_dot.copy_from_slice(&data.act_dot);
    }

    fn write_state(&self, data: &mut Data) {
        data.qpos.copy_from_slice(&self.qpos);
        data.qvel.copy_from_slice(&self.qvel);
        data.act.copy_from_slice(&self.act);
    }

    fn clear_rates(&mut self) {
        self.qvel.fill(0.0);
        self.qacc.fill(0.0);
        self.act_dot.fill(0.0);
    }

    fn add_rates(&mut self, point: &Point, weight: f64) {
        dense::add_scaled(&mut self.qvel, &point.qvel, weight);
        dense::add_scaled(&mut self.qacc, &point.qacc, weight);
        dense::add_scaled(&mut self.act_dot, &point.act_dot, weight);
    }
}

/// Advances a state whose rates are known by one step.
pub(crate) fn rk4(model: &Model, data: &mut Data) -> Result<(), StepError> {
    let mut rk4 = std::mem::take(&mut data.scratch.rk4);
    if rk4.sum.qpos.len() != model.nq {
        // The integrator was changed after the data was made.
        rk4 = RungeKutta::new(model);
    }
    let start = data.time;
    rk4.points[0].read(data);
    let evaluated = evaluate_points(model, data, &mut rk4);
    data.time = start;
    rk4.points[0].write_state(data);
    if evaluated.is_ok() {
        let RungeKutta { points, sum } = &mut rk4;
        sum.clear_rates();
        for (point, weight) in points.iter().zip(WEIGHT) {
            sum.add_rates(point, weight);
        }
        advance(model, data, &sum.act_dot, &sum.qacc, Some(&sum.qvel));
    }
    data.scratch.rk4 = rk4;
    evaluated
}

/// Finds the second to fourth point, each along the rates of the one before.
fn evaluate_points(model: &Model, data: &mut Data, rk4: &mut RungeKutta) -> Result<(), StepError> {
    let RungeKutta { points, sum } = rk4;
    let h = model.opt.timestep;
    let start = data.time;
    for i in 1..4 {
        sum.clear_rates();
        // The tableau has one entry in each row; its zeros are added all the same.
        for (j, point) in points[..i].iter().enumerate() {
            let weight = if j + 1 == i { ADVANCE[i - 1] } else { 0.0 };
            sum.add_rates(point, weight);
        }
        points[0].write_state(data);
        integrate_pos(model, &mut data.qpos, &sum.qvel, h);
        dense::add_scaled(&mut data.qvel, &sum.qacc, h);
        dense::add_scaled(&mut data.act, &sum.act_dot, h);
        data.time = start + ADVANCE[i - 1] * h;
        data.scratch.stack = held_by_runge_kutta(model);
        evaluate(model, data, false);
        data.scratch.stack = 0;
        data.require_sound()?;
        points[i].read(data);
    }
    Ok(())
}
