//! Centre-of-mass quantities: where each subtree balances, and every inertia and joint motion seen
//! from its tree's centre of mass.
//!
//! Expressing all 6-D quantities of a tree about one point, with the world's axes, makes the later
//! stages plain sums.
//!
//! `com_i = sum m_j x_j / sum m_j` over the bodies `j` that `i` carries. Spatial inertias and
//! motions: Featherstone, Rigid Body Dynamics Algorithms (2008), chapter 2, with the axes of the
//! world and the angular part first.

use crate::math::{MINVAL, Vec3, spatial};
use crate::model::codes::joint;
use crate::query::jacobian::com;
use crate::{Data, Model};

/// Computes `subtree_com`, `cinert` and `cdof`.
#[doc(alias = "mj_comPos")]
pub(crate) fn com_pos(model: &Model, data: &mut Data) {
    subtree_com(model, data);
    let n = model.nbody;
    let (roots, masses) = (&model.body_rootid[..n], &model.body_mass[..n]);
    let (inertia, frames) = (&model.body_inertia[..n], &data.ximat[..n]);
    let (centers, com) = (&data.xipos[..n], &data.subtree_com[..n]);
    let cinert = &mut data.cinert[..n];
    cinert[0] = [0.0; 10];
    for body in 1..n {
        let offset = centers[body] - com[roots[body] as usize];
        cinert[body] = spatial::inertia_about(&inertia[body], &frames[body], &offset, masses[body]);
    }
    joint_motions(model, data);
}

/// Mass-weighted mean position of each subtree, leaves first.
fn subtree_com(model: &Model, data: &mut Data) {
    let n = model.nbody;
    let (parents, masses) = (&model.body_parentid[..n], &model.body_mass[..n]);
    let (centers, com) = (&data.xipos[..n], &mut data.subtree_com[..n]);
    let carried = &mut data.scratch.body_mass[..n];
    carried.fill(0.0);
    com.fill(Vec3::zeros());
    for body in (0..n).rev() {
        let moment = com[body] + centers[body] * masses[body];
        let mass = carried[body] + masses[body];
        if body > 0 {
            let parent = parents[body] as usize;
            com[parent] += moment;
            carried[parent] += mass;
        }
        com[body] = if mass < MINVAL {
            centers[body]
        } else {
            moment * (1.0 / mass)
        };
    }
}

/// The motion that each degree of freedom makes.
fn joint_motions(model: &Model, data: &mut Data) {
    let n = model.njnt;
    let (kinds, bodies) = (&model.jnt_type[..n], &model.jnt_bodyid[..n]);
    let (axes, anchors) = (&data.xaxis[..n], &data.xanchor[..n]);
    let dofs = &model.jnt_dofadr[..n];
    for jnt in 0..n {
        let body = bodies[jnt] as usize;
        let offset = com(model, data, body) - anchors[jnt];
        let mut motions = &mut data.cdof[dofs[jnt] as usize..];
        match kinds[jnt] {
            joint::SLIDE => motions[0] = spatial::slide_motion(&axes[jnt]),
            joint::HINGE => motions[0] = spatial::hinge_motion(&axes[jnt], &offset),
            kind => {
                if kind == joint::FREE {
                    for axis in 0..3 {
                        motions[axis] = [0.0; 6];
                        motions[axis][3 + axis] = 1.0;
                    }
                    motions = &mut motions[3..];
                }
                // Rotations about the body's own axes.
                for axis in 0..3 {
                    motions[axis] = spatial::hinge_motion(&data.xmat[body].column(axis), &offset);
                }
            }
        }
    }
}
