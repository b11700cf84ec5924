//! The exact line search: a safeguarded Newton iteration on the cost along a direction, which is piecewise quadratic but for cones.

use super::mass;
use super::primal::Work as Descent;
use crate::codes::row;
use crate::constraint::Jacobian;
use crate::math::{MINVAL, dense};
use crate::{Data, Model};

/// The polynomials of the cost along the direction.
#[derive(Clone, Debug, Default)]
pub(super) struct Work {
    /// Coefficients of each row's quadratic, constant first. An elliptic contact keeps the quadratic of all its rows in its first place
    /// and the numbers of its cone in the next two.
    quadratics: Vec<[f64; 3]>,
    gauss: [f64; 3],
}

/// A point on the line: the cost there with its first two derivatives.
#[derive(Clone, Copy, Debug)]
struct Point {
    alpha: f64,
    cost: f64,
    slope: f64,
    curvature: f64,
}

impl Point {
    /// Where Newton's method goes from here.
    fn next(&self) -> f64 {
        self.alpha - self.slope / self.curvature
    }
}

/// What a search found.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineSearch {
    /// How far to go; zero for nowhere better.
    pub(super) alpha: f64,
    /// Scaled slope at the end; 1 if none was computed.
    pub(super) slope: f64,
    pub(super) evaluations: i32,
}

/// The cost along one direction, with a count of its evaluations.
struct Line<'a> {
    data: &'a Data,
    descent: &'a Descent,
    evaluations: i32,
}

impl LineSearch {
    /// Finds the best step along the descent's direction; leaves `J v` and `M v` in the descent.
    pub(super) fn run(model: &Model, data: &Data, descent: &mut Descent) -> LineSearch {
        let length = dense::norm(&descent.search);
        if length < MINVAL {
            return LineSearch {
                alpha: 0.0,
                slope: 1.0,
                evaluations: 0,
            };
        }
        let tolerance = model.opt.tolerance * model.opt.ls_tolerance * length / descent.scale;
        let slope_scale = descent.scale / length;
        let Descent {
            scope,
            search,
            mv,
            jv,
            ..
        } = descent;
        mass::mul(model, data, scope, mv, search);
        let jacobian = Jacobian::of(model, data);
        match scope.parts() {
            None => jacobian.mul(jv, search),
            Some((dofs, rows)) => jacobian.mul_island_compact(jv, search, rows, dofs),
        }
        prepare(data, descent);
        let mut line = Line {
            data,
            descent,
            evaluations: 0,
        };
        let (alpha, slope) = line.search(tolerance, model.opt.ls_iterations);
        LineSearch {
            alpha,
            slope: slope.map_or(1.0, |slope| slope.abs() * slope_scale),
            evaluations: line.evaluations,
        }
    }
}

/// Sets up the polynomials.
fn prepare(data: &Data, descent: &mut Descent) {
    let Descent {
        scope,
        jaref,
        jv,
        ma,
        mv,
        search,
        line,
        gauss,
        ..
    } = descent;
    let smooth = match scope.parts() {
        None => dense::dot(&data.qfrc_smooth, search),
        Some((dofs, _)) => {
            let mut sum = 0.0;
            for (v, &dof) in search.iter().zip(dofs) {
                sum += data.qfrc_smooth[dof as usize] * v;
            }
            sum
        }
    };
    line.gauss = [
        *gauss,
        dense::dot(search, ma) - smooth,
        0.5 * dense::dot(search, mv),
    ];
    line.quadratics.resize(scope.nefc, [0.0; 3]);
    let mut c = 0;
    while c < scope.nefc {
        let i = scope.row(c);
        let elliptic = data.efc_type[i] == row::CONTACT_ELLIPTIC;
        let dim = match elliptic {
            true => data.contact[data.efc_id[i] as usize].dim as usize,
            false => 1,
        };
        let (d, x, v) = (&data.efc_D[i..i + dim], &jaref[c..c + dim], &jv[c..c + dim]);
        let dx = d[0] * x[0];
        let mut quadratic = [x[0] * dx, v[0] * dx, v[0] * d[0] * v[0]];
        for j in 1..dim {
            let dx = d[j] * x[j];
            quadratic[0] += x[j] * dx;
            quadratic[1] += v[j] * dx;
            quadratic[2] += v[j] * d[j] * v[j];
        }
        quadratic[0] *= 0.5;
        quadratic[2] *= 0.5;
        line.quadratics[c] = quadratic;
        if elliptic {
            let contact = &data.contact[data.efc_id[i] as usize];
            let mu = contact.mu;
            let (mut uu, mut uv, mut vv) = (0.0, 0.0, 0.0);
            for j in 1..dim {
                let (u, v) = (
                    x[j] * contact.friction[j - 1],
                    v[j] * contact.friction[j - 1],
                );
                uu += u * u;
                uv += u * v;
                vv += v * v;
            }
            let dm = d[0] / ((mu * mu) * (1.0 + (mu * mu)));
            line.quadratics[c + 1] = [x[0] * mu, v[0] * mu, uu];
            line.quadratics[c + 2] = [uv, vv, dm];
        }
        c += dim;
    }
}

fn accumulate(total: &mut [f64; 3], quadratic: &[f64; 3]) {
    for (t, q) in total.iter_mut().zip(quadratic) {
        *t += q;
    }
}

impl Line<'_> {
    /// Evaluates the cost at `alpha`.
    fn at(&mut self, alpha: f64) -> Point {
        let (data, descent) = (self.data, self.descent);
        let scope = &descent.scope;
        let (ne, nf) = (data.ne as usize, data.nf as usize);
        let quadratics = &descent.line.quadratics;
        let (mut cost, mut slope, mut curvature) = (0.0, 0.0, 0.0);
        let mut total = descent.line.gauss;
        let mut c = 0;
        while c < scope.nefc {
            let i = scope.row(c);
            if i < ne {
                accumulate(&mut total, &quadratics[c]);
            } else if i < ne + nf {
                let (start, direction) = (descent.jaref[c], descent.jv[c]);
                let loss = data.efc_frictionloss[i];
                accumulate(
                    &mut total,
                    &friction(start, direction, alpha, loss, data.efc_R[i], &quadratics[c]),
                );
            } else if data.efc_type[i] == row::CONTACT_ELLIPTIC {
                let contact = &data.contact[data.efc_id[i] as usize];
                match Zone::at(alpha, contact.mu, &quadratics[c + 1], &quadratics[c + 2]) {
                    Zone::Top => {}
                    Zone::Bottom => accumulate(&mut total, &quadratics[c]),
                    Zone::Middle(added) => {
                        cost += added[0];
                        slope += added[1];
                        curvature += added[2];
                    }
                }
                c += contact.dim as usize;
                continue;
            } else if descent.jaref[c] + alpha * descent.jv[c] < 0.0 {
                accumulate(&mut total, &quadratics[c]);
            }
            c += 1;
        }
        cost += alpha * alpha * total[2] + alpha * total[1] + total[0];
        slope += 2.0 * alpha * total[2] + total[1];
        curvature += 2.0 * total[2];
        if curvature <= 0.0 {
            curvature = MINVAL;
        }
        self.evaluations += 1;
        Point {
            alpha,
            cost,
            slope,
            curvature,
        }
    }

    /// The step and the slope there, if one was computed.
    fn search(&mut self, tolerance: f64, limit: i32) -> (f64, Option<f64>) {
        let found = |p: &Point| (p.alpha, Some(p.slope));
        let start = self.at(0.0);
        let mut p1 = self.at(start.next());
        if start.cost < p1.cost {
            p1 = start;
        }
        if p1.slope.abs() < tolerance {
            return found(&p1);
        }
        // One-sided: Newton steps until the slope changes sign.
        let direction = if p1.slope < 0.0 { 1.0 } else { -1.0 };
        let mut previous = None;
        while p1.slope * direction <= -tolerance && self.evaluations < limit {
            previous = Some(p1);
            p1 = self.at(p1.next());
            if p1.slope.abs() < tolerance {
                return found(&p1);
            }
        }
        let Some(p2) = previous.filter(|_| self.evaluations < limit) else {
            return found(&p1);
        };
        self.bracketed(&start, p1, p2, tolerance, limit)
    }

    /// The minimum is between two points of opposite slope: close in by midpoints and Newton steps from both ends.
    fn bracketed(
        &mut self,
        start: &Point,
        mut p1: Point,
        mut p2: Point,
        tolerance: f64,
        limit: i32,
    ) -> (f64, Option<f64>) {
        let found = |p: &Point| (p.alpha, Some(p.slope));
        let mut next2 = p1;
        let mut next1 = self.at(p1.next());
        while self.evaluations < limit {
            let middle = self.at(0.5 * (p1.alpha + p2.alpha));
            let candidates = [next1, next2, middle];
            let mut best: Option<&Point> = None;
            for candidate in &candidates {
                let better = best.is_none_or(|best| candidate.cost < best.cost);
                if candidate.slope.abs() < tolerance && better {
                    best = Some(candidate);
                }
            }
            if let Some(best) = best {
                return found(best);
            }
            let moved1 = self.tighten(&mut p1, &candidates, &mut next1);
            let moved2 = self.tighten(&mut p2, &candidates, &mut next2);
            if !moved1 && !moved2 {
                return found(&middle);
            }
        }
        if p1.cost <= p2.cost && p1.cost < start.cost {
            found(&p1)
        } else if p2.cost <= p1.cost && p2.cost < start.cost {
            found(&p2)
        } else {
            (0.0, None)
        }
    }

    /// Moves an end of the bracket to the candidate with the smallest slope on its side.
    fn tighten(&mut self, end: &mut Point, candidates: &[Point; 3], next: &mut Point) -> bool {
        let mut moved = false;
        for candidate in candidates {
            let (old, new) = (end.slope, candidate.slope);
            if (old < 0.0 && new < 0.0 && old < new) || (old > 0.0 && new > 0.0 && old > new) {
                *end = *candidate;
                moved = true;
            }
        }
        if moved {
            *next = self.at(end.next());
        }
        moved
    }
}

/// The quadratic that friction has at `alpha`: its own between the bounds, a line beyond.
fn friction(
    start: f64,
    direction: f64,
    alpha: f64,
    loss: f64,
    r: f64,
    quadratic: &[f64; 3],
) -> [f64; 3] {
    let x = start + alpha * direction;
    let bound = r * loss;
    if -bound < x && x < bound {
        *quadratic
    } else if x <= -bound {
        [loss * (-0.5 * bound - start), -loss * direction, 0.0]
    } else {
        [loss * (-0.5 * bound + start), loss * direction, 0.0]
    }
}

/// Where a contact stands against its elliptic cone.
enum Zone {
    /// Free.
    Top,
    /// Quadratic in all dimensions.
    Bottom,
    /// On the cone: cost, slope and curvature.
    Middle([f64; 3]),
}

impl Zone {
    fn at(alpha: f64, mu: f64, &[u0, v0, uu]: &[f64; 3], &[uv, vv, dm]: &[f64; 3]) -> Zone {
        let normal = u0 + alpha * v0;
        let square = uu + alpha * (2.0 * uv + alpha * vv);
        if square <= 0.0 {
            return if normal < 0.0 {
                Zone::Bottom
            } else {
                Zone::Top
            };
        }
        let tangent = square.sqrt();
        if normal >= mu * tangent {
            return Zone::Top;
        }
        if mu * normal + tangent <= 0.0 {
            return Zone::Bottom;
        }
        let t1 = (uv + alpha * vv) / tangent;
        let t2 = vv / tangent - (uv + alpha * vv) * t1 / (tangent * tangent);
        let distance = normal - mu * tangent;
        let rate = v0 - mu * t1;
        Zone::Middle([
            0.5 * dm * distance * distance,
            dm * distance * rate,
            dm * (rate * rate + distance * (-mu * t2)),
        ])
    }
}
