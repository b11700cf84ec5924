//! Transmission on a site: without a reference site the gear is a wrench in the site's frame; with
//! one the length is the gear's projection of the site's pose as seen from the reference site.

use super::{compress, gear3, target};
use crate::math::{Vec3, dense};
use crate::query::jacobian;
use crate::{Data, Model};

#[inline(never)]
pub(super) fn site(model: &Model, data: &mut Data, i: usize, adr: usize) -> usize {
    match usize::try_from(model.actuator_trnid[i][1]) {
        Ok(reference) => relative(model, data, i, adr, reference),
        Err(_) => wrench(model, data, i, adr),
    }
    compress(data, adr, model.nv)
}

/// A force and torque fixed in the site's frame; such an actuator has no length.
fn wrench(model: &Model, data: &mut Data, i: usize, adr: usize) {
    let site = target(model, i);
    let body = model.site_bodyid[site] as usize;
    let frame = data.site_xmat[site];
    let force = frame.mul_vec(&gear3(model, i, 0));
    let torque = frame.mul_vec(&gear3(model, i, 3));
    data.actuator_length[i] = 0.0;

    let [mut jac, unused_a, unused_b] = std::mem::take(&mut data.scratch.jac);
    let [mut rotational, unused] = std::mem::take(&mut data.scratch.dof);
    let pos = &data.site_xpos[site];
    jacobian::jac(model, data, Some(&mut jac), None, pos, body);
    project(&mut data.actuator_moment[adr..adr + model.nv], &jac, &force);
    jacobian::jac(model, data, None, Some(&mut jac), pos, body);
    project(&mut rotational, &jac, &torque);
    dense::add_to(&mut data.actuator_moment[adr..adr + model.nv], &rotational);
    data.scratch.jac = [jac, unused_a, unused_b];
    data.scratch.dof = [rotational, unused];
}

/// Position and orientation relative to the reference site, each only where its gear is not zero.
fn relative(model: &Model, data: &mut Data, i: usize, adr: usize, reference: usize) {
    let nv = model.nv;
    let site = target(model, i);
    let bodies = [site, reference].map(|site| model.site_bodyid[site] as usize);
    let frame = data.site_xmat[reference];
    let (linear, angular) = (gear3(model, i, 0), gear3(model, i, 3));
    data.actuator_length[i] = 0.0;
    data.actuator_moment[adr..adr + nv].fill(0.0);

    let pos = [site, reference].map(|site| &data.site_xpos[site]);
    let [mut jac, mut other, unused] = std::mem::take(&mut data.scratch.jac);
    let [mut row, unused_row] = std::mem::take(&mut data.scratch.dof);
    if linear != Vec3::zeros() {
        let offset = frame.tr_mul_vec(&(data.site_xpos[site] - data.site_xpos[reference]));
        data.actuator_length[i] += offset.dot(&linear);
        jacobian::jac(model, data, Some(&mut jac), None, pos[0], bodies[0]);
        jacobian::jac(model, data, Some(&mut other), None, pos[1], bodies[1]);
        subtract(&mut jac, &other);
        clear_common(model, &mut jac, bodies);
        project(
            &mut data.actuator_moment[adr..adr + nv],
            &jac,
            &frame.mul_vec(&linear),
        );
    }
    if angular != Vec3::zeros() {
        let quat = |site: usize, body: usize| model.site_quat[site].mul(&data.xquat[body]);
        let turn = quat(site, bodies[0]).sub(&quat(reference, bodies[1]));
        data.actuator_length[i] += turn.dot(&angular);
        jacobian::jac(model, data, None, Some(&mut jac), pos[0], bodies[0]);
        jacobian::jac(model, data, None, Some(&mut other), pos[1], bodies[1]);
        subtract(&mut jac, &other);
        clear_common(model, &mut jac, bodies);
        project(&mut row, &jac, &frame.mul_vec(&angular));
        dense::add_to(&mut data.actuator_moment[adr..adr + nv], &row);
    }
    data.scratch.jac = [jac, other, unused];
    data.scratch.dof = [row, unused_row];
}

/// The Jacobian's projection on a vector.
fn project(row: &mut [f64], jac: &[f64], v: &Vec3) {
    dense::tr_mul_vec(row, jac, v.as_slice());
}

fn subtract(jac: &mut [f64], other: &[f64]) {
    for (j, o) in jac.iter_mut().zip(other) {
        *j -= o;
    }
}

/// Makes the columns of dofs that move both bodies exactly zero: rounding would leave traces there.
fn clear_common(model: &Model, jac: &mut [f64], bodies: [usize; 2]) {
    let dofs = model.dofs_of_either(bodies[0], bodies[1]);
    for (dof, ..) in dofs.filter(|&(_, first, second)| first && second) {
        for k in 0..3 {
            jac[k * model.nv + dof] = 0.0;
        }
    }
}
