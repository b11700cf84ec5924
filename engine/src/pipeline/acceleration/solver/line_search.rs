//! The exact line search: the minimum of the cost along a direction, where it is piecewise
//! quadratic but for cones.
//!
//! `phi(alpha) = cost(a + alpha v)`: each row adds `d (x + alpha v)^2 / 2` where it acts, a line
//! beyond friction's bounds, or nothing.

use std::ops::Range;

use wide::f64x4;

use super::mass;
use super::minimum::{Point, Search};
use super::primal::Work as Descent;
use crate::math::{MINVAL, dense};
use crate::model::codes::{cone, row};
use crate::pipeline::constraint::{Jacobian, Scope};
use crate::{Data, Model};

/// The polynomials of the cost along the direction.
#[derive(Clone, Debug, Default)]
pub(super) struct Work {
    /// Coefficients of each row's quadratic, constant first, and a zero. An elliptic contact keeps
    /// the quadratic of all its rows in its first place and the numbers of its cone in the next
    /// two.
    quadratics: Vec<f64x4>,
    /// Everything that is the same quadratic all along the line: the Gauss cost and the equalities.
    fixed: f64x4,
    /// Rows of friction, as the scope counts them; those after them act one way only.
    frictions: Range<usize>,
    /// Whether some of the latter may have cones.
    cones: bool,
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

/// The cost along one direction.
struct Line<'a> {
    data: &'a Data,
    descent: &'a Descent,
}

impl LineSearch {
    /// Finds the best step along the descent's direction; leaves `J v` and `M v` in the descent.
    #[doc(alias = "CGsearch")]
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
        prepare(model, data, descent);
        let line = Line { data, descent };
        let mut search = Search::new(|alpha| line.at(alpha));
        let found = search.run(tolerance, model.opt.ls_iterations);
        LineSearch::new(found, slope_scale, search.evaluations)
    }

    pub(super) fn new(
        (alpha, slope): (f64, Option<f64>),
        slope_scale: f64,
        evaluations: i32,
    ) -> LineSearch {
        LineSearch {
            alpha,
            slope: slope.map_or(1.0, |slope| slope.abs() * slope_scale),
            evaluations,
        }
    }
}

/// Sets up the polynomials.
#[doc(alias = "CGprepare")]
fn prepare(model: &Model, data: &Data, descent: &mut Descent) {
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
    let (ne, nf) = (data.ne as usize, data.nf as usize);
    line.frictions = scope.rows_before(ne)..scope.rows_before(ne + nf);
    line.cones = model.opt.cone == cone::ELLIPTIC;
    line.quadratics.clear();
    if scope.island.is_none() && !line.cones {
        let rows = data.efc_D.iter().zip(jaref.iter().zip(jv.iter()));
        let quadratics = rows.map(|(&d, (&x, &v))| quadratic([d], [x], [v]));
        line.quadratics.extend(quadratics);
    } else {
        row_by_row(data, scope, jaref, jv, &mut line.quadratics);
    }
    line.fixed = f64x4::from([
        *gauss,
        dense::dot(search, ma) - smooth,
        0.5 * dense::dot(search, mv),
        0.0,
    ]);
    for quadratic in &line.quadratics[..line.frictions.start] {
        line.fixed += *quadratic;
    }
}

/// The quadratics of a scope's rows, and the numbers of the cones.
fn row_by_row(data: &Data, scope: &Scope, jaref: &[f64], jv: &[f64], quadratics: &mut Vec<f64x4>) {
    while quadratics.len() < scope.nefc {
        let c = quadratics.len();
        let i = scope.row(c);
        if data.efc_type[i] != row::CONTACT_ELLIPTIC {
            quadratics.push(quadratic([data.efc_D[i]], [jaref[c]], [jv[c]]));
            continue;
        }
        let contact = &data.contact[data.efc_id[i] as usize];
        let dim = contact.dim as usize;
        let (d, x, v) = (&data.efc_D[i..i + dim], &jaref[c..c + dim], &jv[c..c + dim]);
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
        quadratics.push(quadratic(d, x, v));
        quadratics.push(f64x4::from([x[0] * mu, v[0] * mu, uu, 0.0]));
        quadratics.push(f64x4::from([uv, vv, dm, 0.0]));
        quadratics.resize(c + dim, f64x4::ZERO);
    }
}

/// Coefficients of `1/2 d (x + alpha v)^2`, summed over rows.
#[inline]
fn quadratic(d: impl AsRef<[f64]>, x: impl AsRef<[f64]>, v: impl AsRef<[f64]>) -> f64x4 {
    let mut sum = [-0.0; 3];
    for (d, (x, v)) in d.as_ref().iter().zip(x.as_ref().iter().zip(v.as_ref())) {
        let dx = d * x;
        sum[0] += x * dx;
        sum[1] += v * dx;
        sum[2] += v * d * v;
    }
    f64x4::from([sum[0] * 0.5, sum[1], sum[2] * 0.5, 0.0])
}

impl Line<'_> {
    /// Evaluates the cost at `alpha`.
    #[doc(alias = "CGeval")]
    fn at(&self, alpha: f64) -> Point {
        let (data, descent) = (self.data, self.descent);
        let Work {
            quadratics,
            frictions,
            ..
        } = &descent.line;
        let mut total = descent.line.fixed;
        let places = frictions.clone();
        let motions = descent.jaref[places.clone()]
            .iter()
            .zip(&descent.jv[places.clone()]);
        for ((c, (&start, &direction)), &quadratic) in
            places.clone().zip(motions).zip(&quadratics[places])
        {
            let i = descent.scope.row(c);
            let (loss, r) = (data.efc_frictionloss[i], data.efc_R[i]);
            total += friction(start, direction, alpha, loss, r, quadratic);
        }
        let mut on_cones = [0.0; 3];
        if descent.line.cones {
            self.add_cones(alpha, &mut total, &mut on_cones);
        } else {
            let rows = descent.jaref.iter().zip(&descent.jv).zip(quadratics);
            for ((x, v), &quadratic) in rows.skip(frictions.end) {
                if x + alpha * v < 0.0 {
                    total += quadratic;
                }
            }
        }
        let [constant, linear, square, _] = total.to_array();
        Point::new(alpha, [constant, linear, square], on_cones)
    }

    /// The rows that act one way only, where some may be contacts with cones: those add cost, slope
    /// and curvature directly.
    fn add_cones(&self, alpha: f64, total: &mut f64x4, on_cones: &mut [f64; 3]) {
        let (data, descent) = (self.data, self.descent);
        let quadratics = &descent.line.quadratics;
        let mut c = descent.line.frictions.end;
        while c < descent.scope.nefc {
            let i = descent.scope.row(c);
            if data.efc_type[i] != row::CONTACT_ELLIPTIC {
                if descent.jaref[c] + alpha * descent.jv[c] < 0.0 {
                    *total += quadratics[c];
                }
                c += 1;
                continue;
            }
            let contact = &data.contact[data.efc_id[i] as usize];
            let [first, second] = [quadratics[c + 1], quadratics[c + 2]].map(f64x4::to_array);
            match Zone::at(alpha, contact.mu, &first, &second) {
                Zone::Top => {}
                Zone::Bottom => *total += quadratics[c],
                Zone::Middle(added) => {
                    for (sum, added) in on_cones.iter_mut().zip(added) {
                        *sum += added;
                    }
                }
            }
            c += contact.dim as usize;
        }
    }
}

/// The quadratic that friction has at `alpha`: its own between the bounds, a line beyond.
fn friction(start: f64, direction: f64, alpha: f64, loss: f64, r: f64, quadratic: f64x4) -> f64x4 {
    let x = start + alpha * direction;
    let bound = r * loss;
    if -bound < x && x < bound {
        quadratic
    } else if x <= -bound {
        f64x4::from([loss * (-0.5 * bound - start), -loss * direction, 0.0, 0.0])
    } else {
        f64x4::from([loss * (-0.5 * bound + start), loss * direction, 0.0, 0.0])
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
    fn at(alpha: f64, mu: f64, &[u0, v0, uu, _]: &[f64; 4], &[uv, vv, dm, _]: &[f64; 4]) -> Zone {
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
