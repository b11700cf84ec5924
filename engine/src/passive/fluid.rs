//! Forces of the surrounding medium. A body is taken for a box with its inertia, or, where its geoms say so, geom by geom for
//! ellipsoids.

use super::{fluid_box, fluid_ellipsoid};
use crate::force::apply_ft;
use crate::math::{MINVAL, Spatial, spatial};
use crate::object::{Object, at_object};
use crate::{Data, Model};

/// Whether there is a medium at all.
pub(crate) fn is_immersed(model: &Model) -> bool {
    model.opt.viscosity > 0.0 || model.opt.density > 0.0
}

/// Computes `qfrc_fluid`. Returns whether there is a medium.
pub(super) fn fluid(model: &Model, data: &mut Data) -> bool {
    if !is_immersed(model) {
        return false;
    }
    for body in 1..model.nbody {
        if model.body_mass[body] < MINVAL {
            continue;
        }
        if uses_ellipsoids(model, body) {
            for geom in geoms(model, body).filter(|&geom| model.geom_fluid[geom][0] != 0.0) {
                let object = Object::Geom(geom);
                let force =
                    fluid_ellipsoid::force(model, geom, &relative_velocity(model, data, object));
                apply_local(model, data, object, &force);
            }
        } else {
            let object = Object::Body(body);
            let force = fluid_box::force(model, body, &relative_velocity(model, data, object));
            apply_local(model, data, object, &force);
        }
    }
    true
}

/// The geoms of a body.
pub(crate) fn geoms(model: &Model, body: usize) -> std::ops::Range<usize> {
    let first = model.body_geomadr[body].max(0) as usize;
    first..first + model.body_geomnum[body] as usize
}

/// One geom with the ellipsoid model switches the whole body to it.
pub(crate) fn uses_ellipsoids(model: &Model, body: usize) -> bool {
    geoms(model, body).any(|geom| model.geom_fluid[geom][0] > 0.0)
}

/// Velocity of an object relative to the wind, in its own frame.
pub(crate) fn relative_velocity(model: &Model, data: &Data, object: Object) -> Spatial {
    let wind = model.opt.wind;
    let wind = [0.0, 0.0, 0.0, wind.x, wind.y, wind.z];
    let mut velocity = at_object(model, data, object, true, &data.cvel[object.body(model)]);
    let wind = at_object(model, data, object, true, &wind);
    for k in 3..6 {
        velocity[k] -= wind[k];
    }
    velocity
}

/// Applies a force given in the object's frame.
fn apply_local(model: &Model, data: &mut Data, object: Object, local: &Spatial) {
    let frame = object.mat(data);
    let torque = frame.mul_vec(&spatial::rotational(local));
    let force = frame.mul_vec(&spatial::linear(local));
    let mut qfrc = std::mem::take(&mut data.qfrc_fluid);
    let body = object.body(model);
    apply_ft(
        model,
        data,
        &force,
        &torque,
        object.pos(data),
        body,
        &mut qfrc,
    );
    data.qfrc_fluid = qfrc;
}
