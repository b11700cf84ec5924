//! Velocities of bodies about their tree's centre of mass, and the momentum of subtrees.
//!
//! `v_i = v_p + S_i qvel`, `d S_i / d t = v x S_i`: Featherstone, Rigid Body Dynamics Algorithms
//! (2008), chapter 2.

use crate::math::{MINVAL, Vec3, spatial};
use crate::model::codes::joint;
use crate::query::object::{Object, object_velocity};
use crate::{Data, Model};

/// Computes `cvel` and the rate of change of joint motions, `cdof_dot`.
#[doc(alias = "mj_comVel")]
pub(crate) fn com_vel(model: &Model, data: &mut Data) {
    let (n, nv) = (model.nbody, model.nv);
    let (parents, first) = (&model.body_parentid[..n], &model.body_jntadr[..n]);
    let count = &model.body_jntnum[..n];
    let (kinds, dofs) = (
        &model.jnt_type[..model.njnt],
        &model.jnt_dofadr[..model.njnt],
    );
    let (cdof, rates) = (&data.cdof[..nv], &data.qvel[..nv]);
    let (cvel, cdof_dot) = (&mut data.cvel[..n], &mut data.cdof_dot[..nv]);
    let mut velocity = [0.0; 6];
    cvel[0] = velocity;
    for body in 1..n {
        let parent = parents[body] as usize;
        // Along a limb the parent's velocity is still here from the last turn of the loop.
        if parent + 1 != body {
            velocity = cvel[parent];
        }
        for jnt in first[body]..first[body] + count[body] {
            let jnt = jnt as usize;
            let mut dof = dofs[jnt] as usize;
            let kind = kinds[jnt];
            if kind != joint::FREE && kind != joint::BALL {
                cdof_dot[dof] = spatial::cross_motion(&velocity, &cdof[dof]);
                spatial::add_to(&mut velocity, &spatial::scale(&cdof[dof], rates[dof]));
                continue;
            }
            // Translations of a free joint are along fixed axes; its rotations are those of a ball.
            if kind == joint::FREE {
                cdof_dot[dof..dof + 3].fill([0.0; 6]);
                let motion = spatial::combine(&cdof[dof..dof + 3], &rates[dof..dof + 3]);
                spatial::add_to(&mut velocity, &motion);
                dof += 3;
            }
            for dof in dof..dof + 3 {
                cdof_dot[dof] = spatial::cross_motion(&velocity, &cdof[dof]);
            }
            let motion = spatial::combine(&cdof[dof..dof + 3], &rates[dof..dof + 3]);
            spatial::add_to(&mut velocity, &motion);
        }
        cvel[body] = velocity;
    }
}

/// Computes `subtree_linvel` and `subtree_angmom`.
#[doc(alias = "mj_subtreeVel")]
pub(crate) fn subtree_vel(model: &Model, data: &mut Data) {
    let mut velocity = std::mem::take(&mut data.scratch.body_motion);
    for (body, velocity) in velocity.iter_mut().enumerate() {
        *velocity = object_velocity(model, data, Object::Body(body), false);
        let linear = spatial::linear(velocity);
        data.subtree_linvel[body] = linear * model.body_mass[body];
        let frame = &data.ximat[body];
        let local = frame.tr_mul_vec(&spatial::rotational(velocity));
        let spin = local.component_mul(&model.body_inertia[body]);
        data.subtree_angmom[body] = frame.mul_vec(&spin);
    }
    // Linear momentum of each subtree, turned into a velocity.
    for body in (0..model.nbody).rev() {
        if body > 0 {
            let momentum = data.subtree_linvel[body];
            data.subtree_linvel[model.body_parentid[body] as usize] += momentum;
        }
        let mass = model.body_subtreemass[body];
        let mass = if MINVAL > mass { MINVAL } else { mass };
        data.subtree_linvel[body] *= 1.0 / mass;
    }
    for body in (1..model.nbody).rev() {
        add_orbital_momentum(model, data, body, &spatial::linear(&velocity[body]));
    }
    data.scratch.body_motion = velocity;
}

/// Angular momentum of a body about its subtree's centre of mass, and of the subtree about its
/// parent's.
fn add_orbital_momentum(model: &Model, data: &mut Data, body: usize, velocity: &Vec3) {
    let parent = model.body_parentid[body] as usize;
    let (com, linvel) = (data.subtree_com[body], data.subtree_linvel[body]);
    let own = (data.xipos[body] - com).cross(&((velocity - linvel) * model.body_mass[body]));
    data.subtree_angmom[body] += own;
    let momentum = data.subtree_angmom[body];
    data.subtree_angmom[parent] += momentum;
    let relative = (linvel - data.subtree_linvel[parent]) * model.body_subtreemass[body];
    data.subtree_angmom[parent] += (com - data.subtree_com[parent]).cross(&relative);
}
