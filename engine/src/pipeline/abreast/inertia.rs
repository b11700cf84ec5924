//! Centres of mass, the mass matrix and its factors abreast: see `pipeline/position`.

use super::plan::Plan;
use super::work::Work;
use crate::Model;
use crate::math::abreast::{
    Eight, Spatials, Vec3s, add, all, cross, dot, inertia_about, inertia_mul, scale, sub,
};
use crate::model::codes::joint;
use crate::pipeline::position::inertia::factor_abreast;

/// Computes the centre of mass of each tree, and all inertias and joint motions about it.
pub(super) fn com_pos(model: &Model, plan: &Plan, work: &mut Work) {
    let n = model.nbody;
    work.com[..n].fill([Eight::ZERO; 3]);
    for body in (1..n).rev() {
        let weighted = scale(&work.xipos[body], all(model.body_mass[body]));
        let moment = add(&work.com[body], &weighted);
        let parent = model.body_parentid[body] as usize;
        if parent > 0 {
            work.com[parent] = add(&work.com[parent], &moment);
        }
        work.com[body] = moment;
    }
    for &(root, inverse) in &plan.roots {
        work.com[root] = match inverse {
            Some(inverse) => scale(&work.com[root], all(inverse)),
            None => work.xipos[root],
        };
    }
    for body in 1..n {
        let offset = sub(
            &work.xipos[body],
            &work.com[model.body_rootid[body] as usize],
        );
        let (moments, mass) = (&model.body_inertia[body], model.body_mass[body]);
        work.cinert[body] = inertia_about(moments, &work.ximat[body], &offset, mass);
    }
    for jnt in 0..model.njnt {
        joint_motions(model, work, jnt);
    }
}

/// The motions that the degrees of freedom of a joint make.
#[inline]
fn joint_motions(model: &Model, work: &mut Work, jnt: usize) {
    let (body, mut dof) = (
        model.jnt_bodyid[jnt] as usize,
        model.jnt_dofadr[jnt] as usize,
    );
    let root = model.body_rootid[body] as usize;
    let kind = model.jnt_type[jnt];
    let [x, y, z] = work.xaxis[jnt];
    if kind == joint::SLIDE {
        work.cdof[dof] = [Eight::ZERO, Eight::ZERO, Eight::ZERO, x, y, z];
        return;
    }
    let offset = sub(&work.com[root], &work.xanchor[jnt]);
    if kind == joint::HINGE {
        work.cdof[dof] = hinge_motion([x, y, z], &offset);
        return;
    }
    if kind == joint::FREE {
        for axis in 0..3 {
            work.cdof[dof + axis] = [Eight::ZERO; 6];
            work.cdof[dof + axis][3 + axis] = Eight::ONE;
        }
        dof += 3;
    }
    // Rotations about the body's own axes.
    for axis in 0..3 {
        let column = std::array::from_fn(|row| work.xmat[body][3 * row + axis]);
        work.cdof[dof + axis] = hinge_motion(column, &offset);
    }
}

/// A rotation about an axis, seen from the centre of mass.
#[inline(always)]
fn hinge_motion([x, y, z]: Vec3s, offset: &Vec3s) -> Spatials {
    let [vx, vy, vz] = cross(&[x, y, z], offset);
    [x, y, z, vx, vy, vz]
}

/// Computes composite inertias and the mass matrix.
pub(super) fn mass_matrix(model: &Model, plan: &Plan, work: &mut Work) {
    let n = model.nbody;
    work.crb[1..n].copy_from_slice(&work.cinert[1..n]);
    for body in (1..n).rev() {
        let parent = model.body_parentid[body] as usize;
        if parent > 0 {
            work.crb[parent] = add(&work.crb[parent], &work.crb[body]);
        }
    }
    let (rows, columns) = (&plan.ancestry.rows[..], &plan.ancestry.columns[..]);
    let cdof = &work.cdof[..model.nv];
    for i in (0..model.nv).rev() {
        let row = &rows[i];
        let elements = &mut work.matrix[row.range()];
        if row.simple {
            elements.fill(Eight::ZERO);
            elements[0] = all(model.dof_M0[i]);
            continue;
        }
        let momentum = inertia_mul(&work.crb[model.dof_bodyid[i] as usize], &cdof[i]);
        elements[0] = all(model.dof_armature[i]) + dot(&cdof[i], &momentum);
        let (near, far) = elements[1..].split_at_mut(i - row.limb);
        let far_dofs = &columns[row.end - far.len()..];
        // The sum starts from zero, which takes the sign off a negative one.
        for (element, motion) in near.iter_mut().zip(cdof[row.limb..i].iter().rev()) {
            *element = Eight::ZERO + dot(motion, &momentum);
        }
        for (element, &j) in far.iter_mut().zip(far_dofs) {
            *element = Eight::ZERO + dot(&cdof[j as usize], &momentum);
        }
    }
}

/// Factorises the mass matrix and, where damping is implicit, Euler's matrix. Returns whether no
/// pivot was too small, in which case a world has a warning to give.
pub(super) fn factor(model: &Model, plan: &Plan, work: &mut Work) -> bool {
    if plan.damps {
        work.damped_matrix.copy_from_slice(&work.matrix);
        for (&damping, row) in model.dof_damping.iter().zip(&plan.ancestry.rows) {
            work.damped_matrix[row.start] += all(model.opt.timestep * damping);
        }
        let matrix = &mut work.damped_matrix;
        if !factor_abreast(&plan.ancestry, matrix, &mut work.damped_diag_inv) {
            return false;
        }
    }
    factor_abreast(&plan.ancestry, &mut work.matrix, &mut work.diag_inv)
}
