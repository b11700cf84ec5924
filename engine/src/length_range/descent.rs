//! Newton's method for rows with a single column each: [`crate::solver`]'s descent, in which `J` is but a sign and `J' D J` diagonal.

use super::limits::Row;
use crate::inertia::{Ancestry, mul_m};
use crate::math::upper::Upper;
use crate::math::{MINVAL, dense};
use crate::solver::minimum::{Point, Search};
use crate::{Data, Model};

/// What a descent keeps between iterations, over dofs.
#[derive(Debug)]
pub(super) struct Descent {
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
    pub(super) fn new(nv: usize) -> Descent {
        Descent {
            ma: vec![0.0; nv],
            mv: vec![0.0; nv],
            gradient: vec![0.0; nv],
            direction: vec![0.0; nv],
            factor: Upper::default(),
            cost: 0.0,
            gauss: 0.0,
        }
    }

    /// Minimises the cost from the last step's acceleration or from the smooth one, and leaves the acceleration and the force of the
    /// constraints in the data. Returns whether all numbers stayed finite.
    pub(super) fn run(&mut self, model: &Model, data: &mut Data, rows: &mut [Row]) -> bool {
        self.start(model, data, rows);
        self.update(data, rows);
        if !self.factorise(data, rows) {
            return false;
        }
        self.slope(data);
        let scale = 1.0 / (model.stat.meaninertia * model.nv.max(1) as f64);
        for _ in 0..model.opt.iterations {
            self.turn();
            let length = dense::norm(&self.direction);
            if !length.is_finite() {
                return false;
            }
            if length < MINVAL {
                break;
            }
            let tolerance = model.opt.tolerance * model.opt.ls_tolerance * length / scale;
            let alpha = self.search(model, data, rows, tolerance);
            if alpha == 0.0 {
                break;
            }
            let old_cost = self.cost;
            self.advance(data, rows, alpha);
            if !self.follow(data, rows) {
                return false;
            }
            self.slope(data);
            let improvement = scale * (old_cost - self.cost);
            let slope = scale * dense::norm(&self.gradient);
            if improvement < model.opt.tolerance || slope < model.opt.tolerance {
                break;
            }
        }
        true
    }

    /// Sets `qacc` to the last step's acceleration, or to the smooth one if that costs less.
    fn start(&mut self, model: &Model, data: &mut Data, rows: &mut [Row]) {
        let distance = |row: &Row, qacc: &[f64]| row.sign * qacc[row.dof] - row.reference;
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
        if last > smooth {
            data.qacc.copy_from_slice(&data.qacc_smooth);
            for row in rows {
                row.distance = distance(row, &data.qacc_smooth);
            }
            mul_m(model, data, &mut self.ma, &data.qacc_smooth);
        } else {
            data.qacc.copy_from_slice(&data.qacc_warmstart);
        }
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

    /// Computes the Hessian of the moment and its factor, if it is finite.
    fn factorise(&mut self, data: &Data, rows: &[Row]) -> bool {
        let factor = &mut self.factor;
        factor.clear(self.ma.len());
        for row in rows.iter().filter(|row| row.active) {
            factor.add_to_diagonal(row.dof, row.weight);
        }
        let Ancestry { rows, columns } = &data.scratch.ancestry;
        for (i, row) in rows.iter().enumerate() {
            let end = if row.simple { row.start + 1 } else { row.end };
            let columns = columns[row.start..end].iter().map(|&j| j as usize);
            factor.add_column(i, data.qM[row.start..end].iter().copied().zip(columns));
        }
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
    fn search(&mut self, model: &Model, data: &Data, rows: &mut [Row], tolerance: f64) -> f64 {
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
        search.run(tolerance, model.opt.ls_iterations).0
    }

    /// Moves along the direction.
    fn advance(&mut self, data: &mut Data, rows: &mut [Row], alpha: f64) {
        dense::add_scaled(&mut data.qacc, &self.direction, alpha);
        dense::add_scaled(&mut self.ma, &self.mv, alpha);
        for row in rows {
            row.distance += row.rate * alpha;
        }
    }

    /// Updates forces and cost, and the factor by one rank for each row that began or ceased to act. Returns whether that is finite.
    fn follow(&mut self, data: &mut Data, rows: &mut [Row]) -> bool {
        let n = self.ma.len();
        let mut changes = false;
        for row in rows.iter() {
            let active = row.distance < 0.0;
            if active != row.active {
                let scale = row.weight.sqrt();
                let column = |i: usize| if i == row.dof { row.sign * scale } else { 0.0 };
                self.factor.push_change((0..n).map(column), active);
                changes = true;
            }
        }
        self.update(data, rows);
        // Where the update loses accuracy, all starts over.
        !changes || self.factor.apply_changes() || self.factorise(data, rows)
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
