//! A slider-crank: a rod of fixed length `r` joins a crank pin to a slider that moves along its
//! site's z axis `a`.
//!
//! With `v` from slider to pin, the slider's position is `a.v - sqrt((a.v)^2 + r^2 - v.v)`. Where
//! the rod is too short the root has no solution and the position is `a.v`.

use super::{compress, target};
use crate::math::{Vec3, spatial};
use crate::query::jacobian::{com, point_velocity};
use crate::{Data, Model};

#[inline(never)]
pub(super) fn slider_crank(model: &Model, data: &mut Data, i: usize, adr: usize) -> usize {
    let nv = model.nv;
    let crank = target(model, i);
    let slider = model.actuator_trnid[i][1] as usize;
    let rod = model.actuator_cranklength[i];
    let gear = model.actuator_gear[i][0];
    let axis = data.site_xmat[slider].column(2);
    let v = data.site_xpos[crank] - data.site_xpos[slider];

    let av = v.dot(&axis);
    let det = av * av + rod * rod - v.dot(&v);
    // Gradients of the length by the axis and by v.
    let (length, by_axis, by_v) = if det <= 0.0 {
        (av, v, axis)
    } else {
        let root = det.sqrt();
        let slope = 1.0 - av / root;
        (av - root, v * slope, axis * slope + v * (1.0 / root))
    };
    data.actuator_length[i] = length * gear;

    let (pin, slider_pos) = (data.site_xpos[crank], data.site_xpos[slider]);
    let [crank_body, slider_body] = [crank, slider].map(|site| model.site_bodyid[site] as usize);
    let offset = |point: Vec3, body: usize| point - com(model, data, body);
    let (pin_offset, slider_offset) = (offset(pin, crank_body), offset(slider_pos, slider_body));
    let moment = |turn: &Vec3, motion: &Vec3| {
        let term = |k: usize| by_axis[k] * turn[k] + by_v[k] * motion[k];
        (0.0 + term(0) + term(1) + term(2)) * gear
    };
    let row = &mut data.actuator_moment[adr..adr + nv];
    // A dof that moves neither has a zero, or not a number where the length is none.
    let idle = Vec3::zeros().cross(&axis);
    row.fill(moment(&idle, &Vec3::zeros()));
    for (dof, moves_pin, moves_slider) in model.dofs_of_either(crank_body, slider_body) {
        let cdof = &data.cdof[dof];
        let velocity = |moves: bool, offset: &Vec3| {
            if moves {
                point_velocity(cdof, offset)
            } else {
                Vec3::zeros()
            }
        };
        let turn = if moves_slider {
            spatial::rotational(cdof).cross(&axis)
        } else {
            idle
        };
        let motion = velocity(moves_pin, &pin_offset) - velocity(moves_slider, &slider_offset);
        row[dof] = moment(&turn, &motion);
    }
    compress(data, adr, nv)
}
