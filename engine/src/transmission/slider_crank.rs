//! A slider-crank: a rod of fixed length `r` joins a crank pin to a slider that moves along its site's z axis `a`.
//!
//! With `v` from slider to pin, the slider's position is `a.v - sqrt((a.v)^2 + r^2 - v.v)`. Where the rod is too short the
//! root has no solution and the position is `a.v`.

use super::{compress, target};
use crate::jacobian::{jac_point, jac_point_axis};
use crate::{Data, Model};

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

    let [mut jac, mut jac_slider, mut jac_axis] = std::mem::take(&mut data.scratch.jac);
    let slider_body = model.site_bodyid[slider] as usize;
    let slider_pos = data.site_xpos[slider];
    jac_point_axis(
        model,
        data,
        &mut jac_slider,
        &mut jac_axis,
        &slider_pos,
        &axis,
        slider_body,
    );
    let crank_body = model.site_bodyid[crank] as usize;
    jac_point(model, data, &mut jac, &data.site_xpos[crank], crank_body);
    for (j, s) in jac.iter_mut().zip(&jac_slider) {
        *j -= s;
    }
    for (j, moment) in data.actuator_moment[adr..adr + nv].iter_mut().enumerate() {
        *moment = 0.0;
        for k in 0..3 {
            *moment += by_axis[k] * jac_axis[k * nv + j] + by_v[k] * jac[k * nv + j];
        }
        *moment *= gear;
    }
    data.scratch.jac = [jac, jac_slider, jac_axis];
    compress(data, adr, nv)
}
