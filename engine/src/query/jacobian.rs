//! Jacobians of points and axes: how each degree of freedom moves a point fixed in a body.
//!
//! A dof moves a point by the linear part of its motion plus its angular part crossed with the offset from the tree's
//! centre of mass. Only the dofs on the way from the body to its root move it.
//!
//! Column `i` is `S_lin + S_rot x (p - c)` for translation and `S_rot` for rotation, with the
//! motion `S` of dof `i` about `c`: Featherstone, Rigid Body Dynamics Algorithms (2008), chapter 2.

use crate::math::{Vec3, spatial};
use crate::{Data, Model};

/// The centre of mass of a body's tree.
#[inline]
pub(crate) fn com(model: &Model, data: &Data, body: usize) -> Vec3 {
    data.subtree_com[model.body_rootid[body] as usize]
}

/// Velocity of a point at `offset` from the tree's centre of mass, by one dof.
#[inline]
pub(crate) fn point_velocity(cdof: &spatial::Spatial, offset: &Vec3) -> Vec3 {
    spatial::linear(cdof) + spatial::rotational(cdof).cross(offset)
}

/// Writes `v` into column `i` of a matrix with three rows of `n` elements.
#[inline]
fn set_column(matrix: &mut [f64], n: usize, i: usize, v: &Vec3) {
    matrix[i] = v.x;
    matrix[n + i] = v.y;
    matrix[2 * n + i] = v.z;
}

/// Jacobian of a world point fixed in `body`: translation, 3 x nv.
pub fn jac_point(model: &Model, data: &Data, jacp: &mut [f64], point: &Vec3, body: usize) {
    jacp.fill(0.0);
    let offset = point - com(model, data, body);
    for dof in model.body_dofs(body) {
        set_column(
            jacp,
            model.nv,
            dof,
            &point_velocity(&data.cdof[dof], &offset),
        );
    }
}

/// Jacobian of a body's orientation, 3 x nv.
pub fn jac_rotation(model: &Model, data: &Data, jacr: &mut [f64], body: usize) {
    jacr.fill(0.0);
    for dof in model.body_dofs(body) {
        set_column(jacr, model.nv, dof, &spatial::rotational(&data.cdof[dof]));
    }
}

/// Jacobians of a world point and of a world axis, both fixed in `body`: 3 x nv each.
#[doc(alias = "mj_jacPointAxis")]
pub fn jac_point_axis(
    model: &Model,
    data: &Data,
    jac_point: &mut [f64],
    jac_axis: &mut [f64],
    point: &Vec3,
    axis: &Vec3,
    body: usize,
) {
    self::jac_point(model, data, jac_point, point, body);
    // A dof that does not turn the body has a zero here whose sign depends on the axis.
    let idle = Vec3::zeros().cross(axis);
    for dof in 0..model.nv {
        set_column(jac_axis, model.nv, dof, &idle);
    }
    for dof in model.body_dofs(body) {
        let turn = spatial::rotational(&data.cdof[dof]);
        set_column(jac_axis, model.nv, dof, &turn.cross(axis));
    }
}

/// A point fixed in a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyPoint {
    pub(crate) pos: Vec3,
    pub(crate) body: usize,
}
