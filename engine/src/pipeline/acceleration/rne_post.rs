//! Accelerations of bodies and the forces between them, once the joint accelerations are known.
//!
//! `f_i = I_i a_i + v_i x* I_i v_i - f_external + sum f_child`: Featherstone, Rigid Body Dynamics
//! Algorithms (2008), section 5.3, with external forces.

use crate::error::StepError;
use crate::math::{Spatial, Vec3, spatial};
use crate::model::codes::{equality, object};
use crate::pipeline::constraint::contact_force;
use crate::pipeline::velocity::bias::{body_force, world_acceleration};
use crate::{Data, Model};

/// Computes `cacc`, `cfrc_ext` and `cfrc_int`.
pub(crate) fn rne_post(model: &Model, data: &mut Data) {
    data.cacc[0] = world_acceleration(model);
    data.cfrc_ext.fill([0.0; 6]);
    for body in 1..model.nbody {
        add_applied(model, data, body);
    }
    for id in 0..data.contact.len() {
        add_contact(model, data, id);
    }
    add_equalities(model, data);
    data.cfrc_int[0] = [0.0; 6];
    for body in 1..model.nbody {
        let parent = model.body_parentid[body] as usize;
        let dofs = model.dofs_of(body);
        let rate = spatial::combine(&data.cdof_dot[dofs.clone()], &data.qvel[dofs.clone()]);
        let mut acceleration = spatial::add(&data.cacc[parent], &rate);
        let joint = spatial::combine(&data.cdof[dofs.clone()], &data.qacc[dofs]);
        spatial::add_to(&mut acceleration, &joint);
        data.cacc[body] = acceleration;
        let force = body_force(&data.cinert[body], &data.cvel[body], &acceleration);
        data.cfrc_int[body] = spatial::sub(&force, &data.cfrc_ext[body]);
    }
    for body in (1..model.nbody).rev() {
        let load = data.cfrc_int[body];
        spatial::add_to(
            &mut data.cfrc_int[model.body_parentid[body] as usize],
            &load,
        );
    }
}

/// Adds a body's `xfrc_applied`, moved from its centre of mass to the tree's.
fn add_applied(model: &Model, data: &mut Data, body: usize) {
    let f = &data.xfrc_applied[body];
    if f.iter().all(|&x| x == 0.0) {
        return;
    }
    let torque_first = [f[3], f[4], f[5], f[0], f[1], f[2]];
    let com = &data.subtree_com[model.body_rootid[body] as usize];
    let moved = spatial::transform_force(&torque_first, com, &data.xipos[body], None);
    spatial::add_to(&mut data.cfrc_ext[body], &moved);
}

/// Adds a contact's force to the bodies that it pushes apart.
fn add_contact(model: &Model, data: &mut Data, id: usize) {
    let contact = data.contact[id];
    if contact.efc_address < 0 {
        return;
    }
    // A flex feels nothing here.
    let [Some(first), Some(second)] = contact.bodies(model) else {
        return;
    };
    let f = contact_force(model, data, id);
    let force = contact.frame.tr_mul_vec(&Vec3::new(f[0], f[1], f[2]));
    let torque = contact.frame.tr_mul_vec(&Vec3::new(f[3], f[4], f[5]));
    let wrench = spatial::join(&torque, &force);
    push(model, data, first, &wrench, &contact.pos, -1.0);
    push(model, data, second, &wrench, &contact.pos, 1.0);
}

/// Adds the forces of connects and welds to their bodies.
fn add_equalities(model: &Model, data: &mut Data) {
    // Where islands had no room their count is all that is left of them.
    if data.ne > data.nefc {
        data.fault = data.fault.or(Some(StepError::EqualityWithoutRows));
        return;
    }
    let mut i = 0;
    while i < data.ne as usize {
        let id = data.efc_id[i] as usize;
        let weld = model.eq_type[id] == equality::WELD;
        if !weld && model.eq_type[id] != equality::CONNECT {
            i += 1;
            continue;
        }
        let force = Vec3::from_column_slice(&data.efc_force[i..i + 3]);
        let torque = if weld {
            Vec3::from_column_slice(&data.efc_force[i + 3..i + 6])
        } else {
            Vec3::zeros()
        };
        let wrench = spatial::join(&torque, &force);
        let anchors = &model.eq_data[id];
        let objects = [model.eq_obj1id[id] as usize, model.eq_obj2id[id] as usize];
        for (side, object) in objects.into_iter().enumerate() {
            // A weld keeps the second body's anchor first.
            let first_anchor = (side == 0) != weld;
            let (body, offset) = if model.eq_objtype[id] == object::BODY {
                let start = if first_anchor { 0 } else { 3 };
                (object, Vec3::from_column_slice(&anchors[start..start + 3]))
            } else {
                (model.site_bodyid[object] as usize, model.site_pos[object])
            };
            let point = data.xmat[body].mul_vec(&offset) + data.xpos[body];
            let sign = if side == 0 { 1.0 } else { -1.0 };
            push(model, data, body, &wrench, &point, sign);
        }
        i += if weld { 6 } else { 3 };
    }
}

/// Adds a force at a world point to a body, or subtracts it, moved to the centre of mass of the
/// tree. The world feels nothing.
fn push(model: &Model, data: &mut Data, body: usize, wrench: &Spatial, point: &Vec3, sign: f64) {
    if body == 0 {
        return;
    }
    let com = &data.subtree_com[model.body_rootid[body] as usize];
    let moved = spatial::transform_force(wrench, com, point, None);
    spatial::add_to(&mut data.cfrc_ext[body], &moved.map(|x| sign * x));
}
