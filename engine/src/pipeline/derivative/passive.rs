//! Derivative of passive forces: dampers of joints, edges of flexes and tendons, and the fluid.
//!
//! Of `J' f(J v)` it is `J' (d f / d v) J`.

use std::f64::consts::PI;

use super::terms::{Jacobian, Terms};
use super::{Mat6, Row, Scratch, add_dense_square, add_product, ellipsoid, pattern_d};
use crate::math::{MINVAL, Mat3, Spatial, Vec3, spatial};
use crate::model::codes::{disable, integrator};
use crate::pipeline::velocity::passive::fluid::{relative_velocity, uses_ellipsoids};
use crate::pipeline::velocity::passive::fluid_box::equivalent_box;
use crate::query::jacobian::{BodyPoint, edge_jacobian, tendon_jacobian};
use crate::query::object::Object;
use crate::{Data, Model};

/// Adds the derivative to `qDeriv`.
#[doc(alias = "mjd_passive_vel")]
pub(super) fn add(model: &Model, data: &mut Data, scratch: &mut Scratch) {
    if model.disabled(disable::PASSIVE) {
        return;
    }
    let mut qderiv = std::mem::take(&mut data.qDeriv);
    for (dof, &damping) in model.dof_damping.iter().enumerate() {
        // The diagonal: the first element of the dof's row in M, by its place in D.
        qderiv[data.mapD2M[model.dof_Madr[dof] as usize] as usize] -= damping;
    }
    edges(model, data, &mut qderiv);
    tendons(model, data, &mut qderiv);
    if model.is_immersed() {
        for body in (1..model.nbody).filter(|&body| model.body_mass[body] >= MINVAL) {
            fluid(model, data, &mut qderiv, scratch, body);
        }
    }
    data.qDeriv = qderiv;
}

/// Dampers along the edges of flexes.
fn edges(model: &Model, data: &Data, qderiv: &mut [f64]) {
    let damped = |&flex: &usize| model.flex_rigid[flex] == 0 && model.flex_edgedamping[flex] != 0.0;
    for flex in (0..model.nflex).filter(damped) {
        for edge in model.elastic_edges(flex) {
            let row = edge_jacobian(model, data, edge);
            damp(model, data, qderiv, row, -model.flex_edgedamping[flex]);
        }
    }
}

/// Dampers of tendons.
fn tendons(model: &Model, data: &Data, qderiv: &mut [f64]) {
    for t in (0..model.ntendon).filter(|&t| model.tendon_damping[t] > 0.0) {
        let row = tendon_jacobian(model, data, t);
        damp(model, data, qderiv, row, -model.tendon_damping[t]);
    }
}

/// A damper along something with this row of a Jacobian.
fn damp(
    model: &Model,
    data: &Data,
    qderiv: &mut [f64],
    (values, columns): (&[f64], &[i32]),
    damping: f64,
) {
    let pattern = pattern_d(data);
    if model.is_sparse() {
        let row = Row { values, columns };
        add_product(qderiv, pattern, row, damping, row);
    } else {
        add_dense_square(qderiv, pattern, values, damping);
    }
}

fn fluid(model: &Model, data: &Data, qderiv: &mut [f64], scratch: &mut Scratch, body: usize) {
    if !uses_ellipsoids(model, body) {
        let object = Object::Body(body);
        let n = local_jacobian(model, data, scratch, object);
        let velocity = relative_velocity(model, data, object);
        let terms = Terms::of_axes(box_slopes(model, body, &velocity));
        add_terms(model, data, qderiv, &terms, &scratch.jacobian, n);
        return;
    }
    for geom in model
        .geoms_of(body)
        .filter(|&geom| model.geom_fluid[geom][0] != 0.0)
    {
        let object = Object::Geom(geom);
        let n = local_jacobian(model, data, scratch, object);
        let velocity = relative_velocity(model, data, object);
        let mut slopes = ellipsoid::by_velocity(model, geom, &velocity);
        if model.opt.integrator == integrator::IMPLICIT_FAST {
            symmetrize(&mut slopes);
        }
        let terms = Terms::of_matrix(&slopes);
        add_terms(model, data, qderiv, &terms, &scratch.jacobian, n);
    }
}

/// Adds the terms of one object, in dense or sparse form: they differ where something is not finite.
fn add_terms(
    model: &Model,
    data: &Data,
    qderiv: &mut [f64],
    terms: &Terms,
    jacobian: &Jacobian,
    n: usize,
) {
    if model.is_sparse() || terms.is_tame(jacobian, n) {
        terms.add(qderiv, pattern_d(data), jacobian, n);
    } else {
        terms.add_with_zeros(qderiv, pattern_d(data), jacobian, n);
    }
}

/// Jacobian of an object's velocity in its own frame: rotations in rows 0 to 2, translations in 3
/// to 5. Returns the number of dofs that move it.
#[doc(alias = "mj_jacSparse")]
fn local_jacobian(model: &Model, data: &Data, scratch: &mut Scratch, object: Object) -> usize {
    let (pos, body) = (*object.pos(data), object.body(model));
    let frame = object.mat(data);
    let n = model.body_dofs(body).count();
    let jacobian = &mut scratch.jacobian;
    for (k, (dof, motion)) in (BodyPoint { pos, body }).motions(model, data).enumerate() {
        let place = n - 1 - k;
        jacobian.columns[place] = dof as i32;
        let turn = frame.tr_mul_vec(&spatial::rotational(&motion));
        let shift = frame.tr_mul_vec(&spatial::linear(&motion));
        for axis in 0..3 {
            jacobian.rows[axis][place] = turn[axis];
            jacobian.rows[axis + 3][place] = shift[axis];
        }
    }
    if model.is_sparse() || frame.0.iter().all(|x| x.is_finite()) {
        n
    } else {
        spread(jacobian, n, model.nv, frame)
    }
}

/// The dense form turns the zeros of all other dofs too: in a frame that is not finite they are no
/// zeros any more. Returns the number of all dofs.
#[cold]
fn spread(jacobian: &mut Jacobian, n: usize, nv: usize, frame: &Mat3) -> usize {
    let turned = frame.tr_mul_vec(&Vec3::zeros());
    // From the end, where nothing stands yet that is still to be moved.
    let mut left = n;
    for dof in (0..nv).rev() {
        let moves = left > 0 && jacobian.columns[left - 1] == dof as i32;
        left -= usize::from(moves);
        for (axis, row) in jacobian.rows.iter_mut().enumerate() {
            row[dof] = if moves { row[left] } else { turned[axis % 3] };
        }
    }
    for (dof, column) in jacobian.columns[..nv].iter_mut().enumerate() {
        *column = dof as i32;
    }
    nv
}

/// Derivatives of the box model's torques and forces, each by the velocity along its own axis, in
/// the order of the sums.
#[doc(alias = "mjd_inertiaBoxFluid")]
fn box_slopes(model: &Model, body: usize, v: &Spatial) -> impl Iterator<Item = (usize, f64)> {
    let b = equivalent_box(model.body_mass[body], &model.body_inertia[body]);
    let mut slopes = [(0, 0.0); 12];
    let viscosity = model.opt.viscosity;
    if viscosity > 0.0 {
        let diameter = (b[0] + b[1] + b[2]) / 3.0;
        for k in 0..3 {
            slopes[k] = (k, -PI * diameter * diameter * diameter * viscosity);
            slopes[k + 3] = (k + 3, -3.0 * PI * diameter * viscosity);
        }
    }
    let density = model.opt.density;
    if density > 0.0 {
        let fourth = b.map(|x| x * x * x * x);
        for (k, (i, j)) in [(1, 2), (0, 2), (0, 1)].into_iter().enumerate() {
            let torque = -density * b[k] * (fourth[i] + fourth[j]) * 2.0 * v[k].abs() / 64.0;
            slopes[k + 6] = (k, torque);
            slopes[k + 9] = (k + 3, -0.5 * density * b[i] * b[j] * 2.0 * v[k + 3].abs());
        }
    }
    slopes.into_iter()
}

/// The mean of a matrix and its transpose.
#[doc(alias = "mju_symmetrize")]
fn symmetrize(m: &mut Mat6) {
    *m = std::array::from_fn(|i| {
        std::array::from_fn(|j| {
            if i == j {
                m[i][j]
            } else {
                0.5 * (m[i.max(j)][i.min(j)] + m[i.min(j)][i.max(j)])
            }
        })
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_moves_stays_with_its_dof_when_it_is_spread_over_all() {
        let mut jacobian = Jacobian::new(5);
        jacobian.columns[..2].copy_from_slice(&[1, 3]);
        for (axis, row) in jacobian.rows.iter_mut().enumerate() {
            row[..2].copy_from_slice(&[0.5 + axis as f64, -7.25]);
        }
        assert_eq!(spread(&mut jacobian, 2, 5, &Mat3::IDENTITY), 5);
        assert_eq!(jacobian.columns, [0, 1, 2, 3, 4]);
        for (axis, row) in jacobian.rows.iter().enumerate() {
            assert_eq!(row[..5], [0.0, 0.5 + axis as f64, 0.0, -7.25, 0.0]);
        }
    }
}
