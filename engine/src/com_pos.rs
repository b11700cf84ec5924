//! Centre-of-mass quantities: where each subtree balances, and every inertia and joint motion seen from its tree's centre of mass.
//!
//! Expressing all 6-D quantities of a tree about one point, with the world's axes, makes the later stages plain sums.

use crate::codes::joint;
use crate::math::{MINVAL, Vec3, spatial};
use crate::{Data, Model};

/// Computes `subtree_com`, `cinert` and `cdof`.
pub(crate) fn com_pos(model: &Model, data: &mut Data) {
    subtree_com(model, data);
    data.cinert[0] = [0.0; 10];
    for body in 1..model.nbody {
        let root = model.body_rootid[body] as usize;
        let offset = data.xipos[body] - data.subtree_com[root];
        data.cinert[body] = spatial::inertia_about(
            &model.body_inertia[body],
            &data.ximat[body],
            &offset,
            model.body_mass[body],
        );
    }
    for jnt in 0..model.njnt {
        joint_motion(model, data, jnt);
    }
}

/// Mass-weighted mean position of each subtree, leaves first.
fn subtree_com(model: &Model, data: &mut Data) {
    let mass = &mut data.scratch.body_mass;
    mass.fill(0.0);
    data.subtree_com.fill(Vec3::zeros());
    for body in (0..model.nbody).rev() {
        data.subtree_com[body] += data.xipos[body] * model.body_mass[body];
        mass[body] += model.body_mass[body];
        if body > 0 {
            let parent = model.body_parentid[body] as usize;
            let moment = data.subtree_com[body];
            data.subtree_com[parent] += moment;
            mass[parent] += mass[body];
        }
        if mass[body] < MINVAL {
            data.subtree_com[body] = data.xipos[body];
        } else {
            data.subtree_com[body] *= 1.0 / mass[body];
        }
    }
}

/// The motion that each degree of freedom of a joint makes.
#[inline]
fn joint_motion(model: &Model, data: &mut Data, jnt: usize) {
    let body = model.jnt_bodyid[jnt] as usize;
    let mut dof = model.jnt_dofadr[jnt] as usize;
    let offset = data.subtree_com[model.body_rootid[body] as usize] - data.xanchor[jnt];
    match model.jnt_type[jnt] {
        joint::SLIDE => data.cdof[dof] = spatial::slide_motion(&data.xaxis[jnt]),
        joint::HINGE => data.cdof[dof] = spatial::hinge_motion(&data.xaxis[jnt], &offset),
        kind => {
            if kind == joint::FREE {
                for axis in 0..3 {
                    data.cdof[dof + axis] = [0.0; 6];
                    data.cdof[dof + axis][3 + axis] = 1.0;
                }
                dof += 3;
            }
            // Rotations about the body's own axes.
            for axis in 0..3 {
                data.cdof[dof + axis] =
                    spatial::hinge_motion(&data.xmat[body].column(axis), &offset);
            }
        }
    }
}
