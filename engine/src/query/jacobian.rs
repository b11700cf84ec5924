//! Jacobians of points and axes: how each degree of freedom moves a point fixed in a body.
//!
//! A dof moves a point by the linear part of its motion plus its angular part crossed with the offset from the tree's
//! centre of mass. Only the dofs on the way from the body to its root move it.

use std::ops::Range;

use crate::math::{Vec3, spatial};
use crate::model::codes;
use crate::pipeline::position::inertia::{Ancestry, ancestors};
use crate::{Data, Model};

/// Whether the model stores Jacobians by their nonzeros.
pub(crate) fn is_sparse(model: &Model) -> bool {
    match model.opt.jacobian {
        codes::jacobian::SPARSE => true,
        codes::jacobian::AUTO => model.nv >= 60,
        _ => false,
    }
}

/// The dofs that move a body, from its last one to the root.
pub(crate) fn body_dofs(model: &Model, body: usize) -> impl Iterator<Item = usize> + '_ {
    let last = usize::try_from(last_dof(model, body)).ok();
    last.into_iter().flat_map(|last| ancestors(model, last))
}

/// The dofs that move each body, planned once: where they are in the columns of the [`Ancestry`].
#[derive(Clone, Debug, Default)]
pub(crate) struct Chains {
    ranges: Vec<(u32, u32)>,
}

impl Chains {
    pub(crate) fn new(model: &Model, ancestry: &Ancestry) -> Chains {
        let range = |body: usize| match usize::try_from(last_dof(model, body)) {
            Ok(last) => (
                ancestry.rows[last].start as u32,
                ancestry.rows[last].end as u32,
            ),
            Err(_) => (0, 0),
        };
        Chains {
            ranges: (0..model.nbody).map(range).collect(),
        }
    }

    /// Where the dofs that move a body are, from its last one to the root.
    #[inline]
    pub(crate) fn range(&self, body: usize) -> Range<usize> {
        let (start, end) = self.ranges[body];
        start as usize..end as usize
    }
}

/// The dofs that move a body, from its last one to the root, as planned.
#[inline]
pub(crate) fn dof_chain(data: &Data, body: usize) -> &[u32] {
    &data.scratch.ancestry.columns[data.scratch.chains.range(body)]
}

/// The last dof that moves a body, or -1.
#[inline]
fn last_dof(model: &Model, body: usize) -> i32 {
    match moving_ancestor(model, body) {
        0 => -1,
        body => model.body_dofadr[body] + model.body_dofnum[body] - 1,
    }
}

/// The closest body on the way to the world that has dofs of its own; the world if there is none.
pub(crate) fn moving_ancestor(model: &Model, mut body: usize) -> usize {
    while body > 0 && model.body_dofnum[body] == 0 {
        body = model.body_parentid[body] as usize;
    }
    body
}

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
    for dof in body_dofs(model, body) {
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
    for dof in body_dofs(model, body) {
        set_column(jacr, model.nv, dof, &spatial::rotational(&data.cdof[dof]));
    }
}

/// Jacobians of a world point and of a world axis, both fixed in `body`: 3 x nv each.
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
    for dof in body_dofs(model, body) {
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

/// The dofs that move either of two bodies, from the last to the root, and which of the two each moves.
#[inline]
pub(crate) fn dofs_of_either(
    model: &Model,
    a: usize,
    b: usize,
) -> impl Iterator<Item = (usize, bool, bool)> + '_ {
    let parent = |dof: usize| model.dof_parentid[dof];
    let mut next = [last_dof(model, a), last_dof(model, b)];
    std::iter::from_fn(move || {
        let dof = usize::try_from(next[0].max(next[1])).ok()?;
        let moves = next.map(|next| next == dof as i32);
        for (next, moves) in next.iter_mut().zip(moves) {
            if moves {
                *next = parent(dof);
            }
        }
        Some((dof, moves[0], moves[1]))
    })
}
