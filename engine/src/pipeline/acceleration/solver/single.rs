//! Newton's method for rows with a single column each: the descent of [`super::primal`], in which
//! `J` is but a sign and `J' D J` is diagonal.
//!
//! A special path, for limits of joints as the only rows and while all numbers are finite: the
//! general solver multiplies with zeros, which counts where they meet infinity or NaN. Gains 6 % on
//! arm26, 4 % on swimmer; computing length ranges uses it too.

use super::line_search::LineSearch;
use super::minimum::{Point, Search};
use super::{mass, statistics};
use crate::data::SolverStat;
use crate::math::support::is_finite;
use crate::math::upper::Upper;
use crate::math::{MINVAL, dense};
use crate::model::codes::{disable, state};
use crate::pipeline::position::inertia::mul_m;
use crate::{Data, Model};

/// A row with a single column: a bound that is reached.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub(crate) dof: usize,
    /// The only element of the Jacobian: 1 or -1.
    pub(crate) sign: f64,
    /// The inverse of the regulariser.
    pub(crate) weight: f64,
    /// The reference acceleration.
    pub(crate) reference: f64,
    /// The distance `J a - aref` from it at an acceleration, and how fast it grows along a
    /// direction.
    distance: f64,
    rate: f64,
    active: bool,
}

impl Row {
    pub(crate) fn new(dof: usize, sign: f64, weight: f64, reference: f64) -> Row {
        Row {
            dof,
            sign,
            weight,
            reference,
            distance: 0.0,
            rate: 0.0,
            active: false,
        }
    }

    fn is_finite(&self) -> bool {
        self.reference.is_finite() && self.weight.is_finite()
    }
}

/// The rows and their descent.
#[derive(Clone, Debug, Default)]
pub(crate) struct Singles {
    pub(crate) rows: Vec<Row>,
    descent: Descent,
}

impl Singles {
    /// Computes `qacc` and `qfrc_constraint`. Returns the number of iterations; none if it could
    /// not: infinite numbers are for the general solver.
    pub(crate) fn solve(&mut self, model: &Model, data: &mut Data) -> Option<usize> {
        // A zero of the Jacobian counts where it meets what is not finite.
        let finite = is_finite(&data.qacc_smooth)
            && is_finite(&data.qacc_warmstart)
            && self.rows.iter().all(Row::is_finite);
        finite.then_some(())?;
        self.descent.resize(model.nv);
        self.descent.run(model, data, &mut self.rows)
    }

    /// What [`super::solve`] does where each row of the data is a joint's limit. Returns whether it
    /// could.
    pub(super) fn solve_limits(&mut self, model: &Model, data: &mut Data) -> bool {
        self.rows.clear();
        let parts = data.efc_D.iter().zip(&data.efc_aref);
        for (i, ((&weight, &reference), &id)) in parts.zip(&data.efc_id).enumerate() {
            let dof = model.jnt_dofadr[id as usize] as usize;
            let sign = data.efc_J[i * model.nv + dof];
            self.rows.push(Row::new(dof, sign, weight, reference));
        }
        let Some(iterations) = self.solve(model, data) else {
            return false;
        };
        for (i, row) in self.rows.iter().enumerate() {
            (data.efc_state[i], data.efc_force[i]) = if row.active {
                (state::QUADRATIC, -row.weight * row.distance)
            } else {
                (state::SATISFIED, 0.0)
            };
        }
        statistics::count(data, 0, iterations);
        data.solver_nnz[0] = (model.nv * model.nv) as i32;
        true
    }
}

/// What a descent keeps between iterations, over dofs.
#[derive(Clone, Debug, Default)]
struct Descent {
    /// `M a`
    ma: Vec<f64>,
    /// `M v` along the search direction.
    mv: Vec<f64>,
    gradient: Vec<f64>,
    direction: Vec<f64>,
    /// The factor of `H = M + J' D J`.
    factor: Upper,
    cost: f64,
    /// The part of the cost that does not come from constraints.
    gauss: f64,
}

impl Descent {
    fn resize(&mut self, nv: usize) {
        for vector in [
            &mut self.ma,
            &mut self.mv,
            &mut self.gradient,
            &mut self.direction,
        ] {
            vector.resize(nv, 0.0);
        }
    }

    /// Minimises the cost from the last step's acceleration or from the smooth one, and leaves the
    /// acceleration and the force of the constraints in the data, with a note of each iteration.
    /// Returns the number of iterations, if all numbers stayed finite.
    fn run(&mut self, model: &Model, data: &mut Data, rows: &mut [Row]) -> Option<usize> {
        self.start(model, data, rows);
        self.update(data, rows);
        self.factorise(data, rows).then_some(())?;
        self.slope(data);
        let scale = 1.0 / (model.stat.meaninertia * model.nv.max(1) as f64);
        let mut iterations = 0;
        while (iterations as i64) < i64::from(model.opt.iterations) {
            self.turn();
            let length = dense::norm(&self.direction);
            length.is_finite().then_some(())?;
            if length < MINVAL {
                break;
            }
            let tolerance = model.opt.tolerance * model.opt.ls_tolerance * length / scale;
            let line = self.search(model, data, rows, tolerance, scale / length);
            if line.alpha == 0.0 {
                break;
            }
            let old_cost = self.cost;
            self.advance(data, rows, line.alpha);
            let [nchange, nupdate] = self.follow(data, rows)?.map(|count| count as i32);
            self.slope(data);
            let stat = SolverStat {
                improvement: scale * (old_cost - self.cost),
                gradient: scale * dense::norm(&self.gradient),
                lineslope: line.slope,
                nactive: rows.iter().filter(|row| row.active).count() as i32,
                nchange,
                neval: line.evaluations,
                nupdate,
            };
            statistics::save(data, 0, iterations, stat);
            iterations += 1;
            if stat.improvement < model.opt.tolerance || stat.gradient < model.opt.tolerance {
                break;
            }
        }
        Some(iterations)
    }

    /// Sets `qacc` to the last step's acceleration, or to the smooth one if that costs less.
    fn start(&mut self, model: &Model, data: &mut Data, rows: &mut [Row]) {
        let distance = |row: &Row, qacc: &[f64]| row.sign * qacc[row.dof] - row.reference;
        if !model.disabled(disable::WARMSTART) {
            let (mut last, mut smooth) = (0.0, 0.0);
            for row in rows.iter_mut() {
                row.distance = distance(row, &data.qacc_warmstart);
                last += cost(row.weight, row.distance);
                smooth += cost(row.weight, distance(row, &data.qacc_smooth));
            }
            mul_m(model, data, &mut self.ma, &data.qacc_warmstart);
            for (i, ma) in self.ma.iter().enumerate() {
                let step = data.qacc_warmstart[i] - data.qacc_smooth[i];
                last += 0.5 * (ma - data.qfrc_smooth[i]) * step;
            }
            let worse = last > smooth;
            if !worse {
                data.qacc.copy_from_slice(&data.qacc_warmstart);
                return;
            }
        }
        data.qacc.copy_from_slice(&data.qacc_smooth);
        for row in rows {
            row.distance = distance(row, &data.qacc_smooth);
        }
        mul_m(model, data, &mut self.ma, &data.qacc_smooth);
    }

    /// Which rows act, their force, and the cost.
    fn update(&mut self, data: &mut Data, rows: &mut [Row]) {
        self.cost = 0.0;
        data.qfrc_constraint.fill(0.0);
        for row in rows {
            row.active = row.distance < 0.0;
            if row.active {
                data.qfrc_constraint[row.dof] += row.sign * (-row.weight * row.distance);
                self.cost += cost(row.weight, row.distance);
            }
        }
        self.gauss = 0.0;
        for (i, ma) in self.ma.iter().enumerate() {
            let step = data.qacc[i] - data.qacc_smooth[i];
            self.gauss += 0.5 * (ma - data.qfrc_smooth[i]) * step;
        }
        self.cost += self.gauss;
    }

    /// Computes the current Hessian and its factor, if it is finite.
    fn factorise(&mut self, data: &Data, rows: &[Row]) -> bool {
        let factor = &mut self.factor;
        factor.clear(self.ma.len());
        for row in rows.iter().filter(|row| row.active) {
            factor.add_to_diagonal(row.dof, row.weight);
        }
        mass::add_to(data, factor);
        factor.close();
        let finite = factor.is_finite();
        if finite {
            factor.factor(MINVAL);
        }
        finite
    }

    fn slope(&mut self, data: &Data) {
        let forces = data.qfrc_smooth.iter().zip(&data.qfrc_constraint);
        for ((gradient, ma), (smooth, constraint)) in
            self.gradient.iter_mut().zip(&self.ma).zip(forces)
        {
            *gradient = ma - smooth - constraint;
        }
    }

    /// Looks in the direction `-H^-1 g`.
    fn turn(&mut self) {
        self.direction.copy_from_slice(&self.gradient);
        self.factor.solve(&mut self.direction);
        for x in &mut self.direction {
            *x *= -1.0;
        }
    }

    /// How far to go along the direction.
    fn search(
        &mut self,
        model: &Model,
        data: &Data,
        rows: &mut [Row],
        tolerance: f64,
        slope_scale: f64,
    ) -> LineSearch {
        mul_m(model, data, &mut self.mv, &self.direction);
        for row in rows.iter_mut() {
            row.rate = row.sign * self.direction[row.dof];
        }
        let smooth = dense::dot(&data.qfrc_smooth, &self.direction);
        let fixed = [
            self.gauss,
            dense::dot(&self.direction, &self.ma) - smooth,
            0.5 * dense::dot(&self.direction, &self.mv),
        ];
        let mut search = Search::new(|alpha: f64| {
            let mut total = fixed;
            for row in rows.iter() {
                let (x, v, d) = (row.distance, row.rate, row.weight);
                if x + alpha * v < 0.0 {
                    total[0] += x * (d * x) * 0.5;
                    total[1] += v * (d * x);
                    total[2] += v * d * v * 0.5;
                }
            }
            Point::new(alpha, total, [0.0; 3])
        });
        let found = search.run(tolerance, model.opt.ls_iterations);
        LineSearch::new(found, slope_scale, search.evaluations)
    }

    /// Moves along the direction.
    fn advance(&mut self, data: &mut Data, rows: &mut [Row], alpha: f64) {
        dense::add_scaled(&mut data.qacc, &self.direction, alpha);
        dense::add_scaled(&mut self.ma, &self.mv, alpha);
        for row in rows {
            row.distance += row.rate * alpha;
        }
    }

    /// Updates forces and cost, and the factor by one rank for each row that began or ceased to
    /// act. Returns how many did and how many ranks were computed, if all is finite.
    fn follow(&mut self, data: &mut Data, rows: &mut [Row]) -> Option<[usize; 2]> {
        let n = self.ma.len();
        let mut changes = 0;
        for row in rows.iter() {
            let active = row.distance < 0.0;
            if active != row.active {
                let scale = row.weight.sqrt();
                let column = |i: usize| if i == row.dof { row.sign * scale } else { 0.0 };
                self.factor.push_change((0..n).map(column), active);
                changes += 1;
            }
        }
        self.update(data, rows);
        if changes == 0 || self.factor.apply_changes() {
            return Some([changes; 2]);
        }
        // Where the update loses accuracy, all starts over.
        self.factorise(data, rows).then_some([changes, rows.len()])
    }
}

/// The cost of a row at this distance from its reference.
#[inline]
fn cost(weight: f64, distance: f64) -> f64 {
    if distance < 0.0 {
        0.5 * weight * distance * distance
    } else {
        0.0
    }
}
