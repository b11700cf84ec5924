//! Forces from accelerations: for `jar = J a - aref` each row's cost `s(jar)` has slope `-f`.
//!
//! Equality rows are quadratic everywhere, friction is quadratic with linear ends, limits and
//! contacts are quadratic below zero and free above. An elliptic contact is free above its cone,
//! quadratic below the polar one, and rises with the distance to the cone in between.
//!
//! Todorov, Convex and analytically-invertible dynamics with contacts and constraints (2014).

#[cfg(test)]
mod tests;

use super::Jacobian;
use crate::data::{Contact, Data};
use crate::math::dense;
use crate::model::Model;
use crate::model::codes::{cone, row, state};
use crate::model::paths::SpecialPath;

/// Which part of the system a solver works on: all of it, or one island's dofs and rows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    pub(crate) island: Option<usize>,
    pub(crate) nv: usize,
    pub(crate) nefc: usize,
    dofs: Vec<i32>,
    rows: Vec<i32>,
}

impl Scope {
    /// Everything.
    pub(crate) fn whole(&mut self, model: &Model, data: &Data) {
        self.island = None;
        self.nv = model.nv;
        self.nefc = data.nefc as usize;
    }

    /// One island.
    pub(crate) fn island(&mut self, data: &Data, island: usize) {
        let part = |from: &[i32], adr: &[i32], num: &[i32], into: &mut Vec<i32>| {
            let start = adr[island] as usize;
            into.clear();
            into.extend_from_slice(&from[start..start + num[island] as usize]);
        };
        self.island = Some(island);
        part(
            &data.island_dofind,
            &data.island_dofadr,
            &data.island_dofnum,
            &mut self.dofs,
        );
        part(
            &data.island_efcind,
            &data.island_efcadr,
            &data.island_efcnum,
            &mut self.rows,
        );
        self.nv = self.dofs.len();
        self.nefc = self.rows.len();
    }

    /// The dofs and rows of the island, if there is one.
    pub(crate) fn parts(&self) -> Option<(&[i32], &[i32])> {
        self.island.map(|_| (&self.dofs[..], &self.rows[..]))
    }

    /// How many of the scope's rows come before row `end`.
    pub(crate) fn rows_before(&self, end: usize) -> usize {
        match self.parts() {
            None => end,
            Some((_, rows)) => rows.partition_point(|&row| (row as usize) < end),
        }
    }

    /// The row that the scope counts as number `c`.
    #[inline]
    pub(crate) fn row(&self, c: usize) -> usize {
        if self.island.is_some() {
            self.rows[c] as usize
        } else {
            c
        }
    }
}

/// Sets `efc_state`, `efc_force` and `qfrc_constraint` from `jar`, counted as the scope counts
/// rows, and returns the cost. On request contacts on their cone get the Hessian of their cost.
#[doc(alias("mj_constraintUpdate", "mj_constraintUpdate_island"))]
pub(crate) fn update(
    model: &Model,
    data: &mut Data,
    scope: &Scope,
    jar: &[f64],
    hessian: bool,
) -> f64 {
    let cost = respond(model, data, scope, jar, hessian);
    joint_force(model, data, scope);
    cost
}

/// What [`update`] does without `qfrc_constraint`.
pub(crate) fn respond(
    model: &Model,
    data: &mut Data,
    scope: &Scope,
    jar: &[f64],
    hessian: bool,
) -> f64 {
    let (ne, nf) = (data.ne as usize, data.nf as usize);
    if scope.island.is_none()
        && model.opt.cone == cone::PYRAMIDAL
        && SpecialPath::WithoutCones.is_open()
    {
        without_cones(data, jar)
    } else {
        row_by_row(data, scope, jar, hessian, ne, ne + nf)
    }
}

/// State, force and cost of a row.
type Response = (i32, f64, f64);

#[inline]
fn quadratic(d: f64, x: f64) -> Response {
    (state::QUADRATIC, -d * x, 0.5 * d * x * x)
}

#[inline]
fn friction(d: f64, x: f64, r: f64, loss: f64) -> Response {
    if x <= -r * loss {
        let cost = -0.5 * r * loss * loss - loss * x;
        (state::LINEAR_NEGATIVE, loss, cost)
    } else if x >= r * loss {
        let cost = -0.5 * r * loss * loss + loss * x;
        (state::LINEAR_POSITIVE, -loss, cost)
    } else {
        quadratic(d, x)
    }
}

#[inline]
fn unilateral(d: f64, x: f64) -> Response {
    if x >= 0.0 {
        (state::SATISFIED, 0.0, 0.0)
    } else {
        quadratic(d, x)
    }
}

/// All rows, where each stands for itself.
///
/// A special path, for pyramidal cones without islands. Gains 3 % on stops.
fn without_cones(data: &mut Data, jar: &[f64]) -> f64 {
    let n = jar.len();
    let (ne, nf) = (data.ne as usize, data.nf as usize);
    let (d, r) = (&data.efc_D[..n], &data.efc_R[..n]);
    let losses = &data.efc_frictionloss[..n];
    let (states, forces) = (&mut data.efc_state[..n], &mut data.efc_force[..n]);
    let mut cost = 0.0;
    for i in 0..n {
        let (zone, force, added) = if i >= ne + nf {
            unilateral(d[i], jar[i])
        } else if i >= ne {
            friction(d[i], jar[i], r[i], losses[i])
        } else {
            quadratic(d[i], jar[i])
        };
        states[i] = zone;
        forces[i] = force;
        cost += added;
    }
    cost
}

/// The rows of a scope, those of a contact with a cone together.
fn row_by_row(
    data: &mut Data,
    scope: &Scope,
    jar: &[f64],
    hessian: bool,
    frictions: usize,
    inequalities: usize,
) -> f64 {
    let mut cost = 0.0;
    let mut c = 0;
    while c < scope.nefc {
        let i = scope.row(c);
        let (d, x) = (data.efc_D[i], jar[c]);
        if i >= inequalities && data.efc_type[i] == row::CONTACT_ELLIPTIC {
            let contact = &mut data.contact[data.efc_id[i] as usize];
            let dim = contact.dim as usize;
            let rows = i..i + dim;
            let zone = elliptic(
                contact,
                &data.efc_D[rows.clone()],
                &jar[c..c + dim],
                &mut data.efc_force[rows.clone()],
                &mut cost,
                hessian,
            );
            data.efc_state[rows].fill(zone);
            c += dim;
            continue;
        }
        let (zone, force, added) = if i < frictions {
            quadratic(d, x)
        } else if i < inequalities {
            friction(d, x, data.efc_R[i], data.efc_frictionloss[i])
        } else {
            unilateral(d, x)
        };
        data.efc_state[i] = zone;
        data.efc_force[i] = force;
        cost += added;
        c += 1;
    }
    cost
}

/// `qfrc_constraint = J' efc_force`
fn joint_force(model: &Model, data: &mut Data, scope: &Scope) {
    let mut force = std::mem::take(&mut data.qfrc_constraint);
    let jacobian = Jacobian::of(model, data);
    match scope.parts() {
        None => jacobian.tr_mul(&mut force, &data.efc_force),
        Some((dofs, rows)) => jacobian.tr_mul_island(&mut force, &data.efc_force, rows, dofs),
    }
    data.qfrc_constraint = force;
}

/// One contact with an elliptic cone: sets its forces, adds to the cost and returns its state.
fn elliptic(
    contact: &mut Contact,
    d: &[f64],
    jar: &[f64],
    force: &mut [f64],
    cost: &mut f64,
    hessian: bool,
) -> i32 {
    let dim = jar.len();
    let (mu, friction) = (contact.mu, contact.friction);
    for ((f, d), x) in force.iter_mut().zip(d).zip(jar) {
        *f = -d * x;
    }
    // Scaled so that the cone is round: normal part and length of the tangent.
    let mut u = [0.0; 6];
    u[0] = jar[0] * mu;
    for j in 1..dim {
        u[j] = jar[j] * friction[j - 1];
    }
    let normal = u[0];
    let tangent = dense::norm(&u[1..dim]);
    if normal >= mu * tangent || (tangent <= 0.0 && normal >= 0.0) {
        force.fill(0.0);
        return state::SATISFIED;
    }
    if mu * normal + tangent <= 0.0 || (tangent <= 0.0 && normal < 0.0) {
        for (d, x) in d.iter().zip(jar) {
            *cost += 0.5 * d * x * x;
        }
        return state::QUADRATIC;
    }
    let dm = d[0] / (mu * mu * (1.0 + mu * mu));
    let distance = normal - mu * tangent;
    *cost += 0.5 * dm * distance * distance;
    force[0] = -dm * distance * mu;
    for j in 1..dim {
        force[j] = -force[0] / tangent * u[j] * friction[j - 1];
    }
    if hessian {
        cone_hessian(contact, &u[..dim], tangent, dm);
    }
    state::CONE
}

/// The Hessian of the cone's cost with respect to `jar`, from `u` in the space where the cone is
/// round.
fn cone_hessian(contact: &mut Contact, u: &[f64], tangent: f64, dm: f64) {
    let (mu, friction, dim) = (contact.mu, contact.friction, u.len());
    let normal = u[0];
    let h = &mut contact.H;
    let scale = -mu / tangent;
    h[0] = 1.0;
    for j in 1..dim {
        h[j] = scale * u[j];
    }
    let scale = mu * normal / (tangent * tangent * tangent);
    for k in 1..dim {
        for j in k..dim {
            h[k * dim + j] = scale * u[j] * u[k];
        }
    }
    let shift = mu * mu - mu * normal / tangent;
    for j in 1..dim {
        h[j * (dim + 1)] += shift;
    }
    // Back to the space of jar, on both sides.
    let factor = |k: usize| if k == 0 { mu } else { friction[k - 1] };
    for k in 0..dim {
        let scale = dm * factor(k);
        for j in k..dim {
            h[k * dim + j] *= scale * factor(j);
        }
    }
    for k in 0..dim {
        for j in k + 1..dim {
            h[j * dim + k] = h[k * dim + j];
        }
    }
}
