//! Accelerations of bodies and the forces between them, once the joint accelerations are known.

use crate::bias::{body_force, dof_range, world_acceleration};
use crate::math::spatial;
use crate::{Data, Model};

/// Computes `cacc`, `cfrc_ext` and `cfrc_int`.
pub(crate) fn rne_post(model: &Model, data: &mut Data) {
    data.cacc[0] = world_acceleration(model);
    data.cfrc_ext.fill([0.0; 6]);
    for body in 1..model.nbody {
        add_applied(model, data, body);
    }
    data.cfrc_int[0] = [0.0; 6];
    for body in 1..model.nbody {
        let parent = model.body_parentid[body] as usize;
        let dofs = dof_range(model, body);
        let rate = spatial::combine(&data.cdof_dot[dofs.clone()], &data.qvel[dofs.clone()]);
        let mut acceleration = spatial::add(&data.cacc[parent], &rate);
        let joint = spatial::combine(&data.cdof[dofs.clone()], &data.qacc[dofs]);
        spatial::add_to(&mut acceleration, &joint);
        data.cacc[body] = acceleration;
        let force = body_force(data, body, &acceleration);
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
