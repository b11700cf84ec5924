//! Jacobians: how each degree of freedom moves a point, an axis or an element of the model.
//!
//! A dof moves a point by the linear part of its motion plus its angular part crossed with the
//! offset from the tree's centre of mass. Only the dofs on the way from the body to its root move
//! it. A Jacobian is 3 x nv, row by row; translation and rotation are computed where they are asked
//! for.
//!
//! Column `i` is `S_lin + S_rot x (p - c)` for translation and `S_rot` for rotation, with the
//! motion `S` of dof `i` about `c`: Featherstone, Rigid Body Dynamics Algorithms (2008), chapter 2.

use crate::math::{Spatial, Vec3, dense, spatial};
use crate::model::codes::joint;
use crate::{Data, Model};

/// The centre of mass of a body's tree, about which motions are given.
#[inline]
pub(crate) fn com<'a>(model: &Model, data: &'a Data, body: usize) -> &'a Vec3 {
    &data.subtree_com[model.body_rootid[body] as usize]
}

/// Velocity of a point at `offset` from the tree's centre of mass, by one dof.
#[inline]
pub(crate) fn point_velocity(cdof: &Spatial, offset: &Vec3) -> Vec3 {
    spatial::linear(cdof) + spatial::rotational(cdof).cross(offset)
}

/// A point fixed in a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyPoint {
    pub(crate) pos: Vec3,
    pub(crate) body: usize,
}

impl BodyPoint {
    /// From the centre of mass of the body's tree.
    #[inline]
    pub(crate) fn offset(&self, model: &Model, data: &Data) -> Vec3 {
        self.pos - com(model, data, self.body)
    }

    /// The dofs that move the point, from the body's last one to the root, and the motion that each
    /// gives it: rotation, then translation.
    #[inline]
    pub(crate) fn motions<'a>(
        &self,
        model: &'a Model,
        data: &'a Data,
    ) -> impl Iterator<Item = (usize, Spatial)> + 'a {
        let offset = self.offset(model, data);
        let motion = move |dof: usize| (dof, point_motion(&data.cdof[dof], &offset));
        model.body_dofs(self.body).map(motion)
    }
}

/// The motion that a dof gives to the point at `offset` from the tree's centre of mass: rotation,
/// then translation.
#[inline]
pub(crate) fn point_motion(cdof: &Spatial, offset: &Vec3) -> Spatial {
    spatial::join(&spatial::rotational(cdof), &point_velocity(cdof, offset))
}

/// Writes `v` into column `i` of a matrix with three rows of `n` elements.
#[inline]
fn set_column(matrix: &mut [f64], n: usize, i: usize, v: &Vec3) {
    matrix[i] = v.x;
    matrix[n + i] = v.y;
    matrix[2 * n + i] = v.z;
}

/// Writes Jacobians of translation and rotation from the motions of dofs; all other columns are
/// zero.
#[inline]
fn write(
    nv: usize,
    [mut jacp, mut jacr]: [Option<&mut [f64]>; 2],
    motions: impl Iterator<Item = (usize, Spatial)>,
) {
    for jac in [&mut jacp, &mut jacr].into_iter().flatten() {
        jac.fill(0.0);
    }
    for (dof, motion) in motions {
        if let Some(jacp) = &mut jacp {
            set_column(jacp, nv, dof, &spatial::linear(&motion));
        }
        if let Some(jacr) = &mut jacr {
            set_column(jacr, nv, dof, &spatial::rotational(&motion));
        }
    }
}

/// Jacobians of a world point fixed in `body`.
pub(crate) fn jac(
    model: &Model,
    data: &Data,
    jacp: Option<&mut [f64]>,
    jacr: Option<&mut [f64]>,
    point: &Vec3,
    body: usize,
) {
    let point = BodyPoint { pos: *point, body };
    write(model.nv, [jacp, jacr], point.motions(model, data));
}

/// Jacobians of a world point and of a world axis, both fixed in `body`.
pub(crate) fn jac_point_axis(
    model: &Model,
    data: &Data,
    jac_point: &mut [f64],
    jac_axis: &mut [f64],
    point: &Vec3,
    axis: &Vec3,
    body: usize,
) {
    jac(model, data, Some(jac_point), None, point, body);
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

/// Jacobian of the centre of mass of a body with everything it carries.
pub(crate) fn jac_subtree_com(model: &Model, data: &Data, jacp: &mut [f64], body: usize) {
    let nv = model.nv;
    jacp.fill(0.0);
    // A subtree's bodies follow each other.
    let last = (body + 1..model.nbody)
        .find(|&b| (model.body_parentid[b] as usize) < body)
        .unwrap_or(model.nbody);
    for body in body..last {
        let pos = data.xipos[body];
        for (dof, motion) in (BodyPoint { pos, body }).motions(model, data) {
            for k in 0..3 {
                jacp[k * nv + dof] += motion[3 + k] * model.body_mass[body];
            }
        }
    }
    dense::scale(jacp, 1.0 / model.body_subtreemass[body]);
}

/// Time derivative of the Jacobians of a world point fixed in `body`.
pub(crate) fn jac_dot(
    model: &Model,
    data: &Data,
    jacp: Option<&mut [f64]>,
    jacr: Option<&mut [f64]>,
    point: &Vec3,
    body: usize,
) {
    let offset = point - com(model, data, body);
    let rates = model.body_dofs(body).map(|dof| {
        let jnt = model.dof_jntid[dof] as usize;
        let rotates_as_quaternion = match model.jnt_type[jnt] {
            joint::BALL => true,
            joint::FREE => dof >= model.jnt_dofadr[jnt] as usize + 3,
            _ => false,
        };
        // The axes of a quaternion joint turn with the body itself, not with its parent.
        let rate = if rotates_as_quaternion {
            let velocity = &data.cvel[model.dof_bodyid[dof] as usize];
            spatial::cross_motion(velocity, &data.cdof[dof])
        } else {
            data.cdof_dot[dof]
        };
        // The reference adds to zeros, which takes the sign off a negative one.
        (dof, point_motion(&rate, &offset).map(|x| 0.0 + x))
    });
    write(model.nv, [jacp, jacr], rates);
}

/// An edge's row of `flexedge_J`, as [`tendon_jacobian`].
#[inline]
pub(crate) fn edge_jacobian<'a>(
    model: &Model,
    data: &'a Data,
    edge: usize,
) -> (&'a [f64], &'a [i32]) {
    if model.is_sparse() {
        let start = data.flexedge_J_rowadr[edge] as usize;
        let range = start..start + data.flexedge_J_rownnz[edge] as usize;
        (
            &data.flexedge_J[range.clone()],
            &data.flexedge_J_colind[range],
        )
    } else {
        (&data.flexedge_J[edge * model.nv..][..model.nv], &[])
    }
}

/// A tendon's row of `ten_J`: values and their dofs where Jacobians are sparse, else values for all
/// dofs.
#[inline]
pub(crate) fn tendon_jacobian<'a>(
    model: &Model,
    data: &'a Data,
    tendon: usize,
) -> (&'a [f64], &'a [i32]) {
    if model.is_sparse() {
        let start = data.ten_J_rowadr[tendon] as usize;
        let range = start..start + data.ten_J_rownnz[tendon] as usize;
        (&data.ten_J[range.clone()], &data.ten_J_colind[range])
    } else {
        (&data.ten_J[tendon * model.nv..][..model.nv], &[])
    }
}
