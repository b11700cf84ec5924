//! How two points on two bodies move against each other: `J = J2(p2) - J1(p1)`, translation and, where asked for, rotation.
//!
//! There is a column for every dof, or only for those that move either body.

use crate::math::{Spatial, Vec3, spatial};
use crate::query::jacobian::BodyPoint;
use crate::{Data, Model};

/// Which columns a Jacobian has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// One for every dof.
    All,
    /// The dofs that move either body.
    Moving,
    /// The same, with the signs of zeros that the reference has in sparse matrices.
    Sparse,
}

/// The relative Jacobian of a pair of points, and the memory that it is kept in.
#[derive(Clone, Debug, Default)]
pub(crate) struct PairJacobian {
    /// The dofs of the columns, increasing; empty where there is one for every dof.
    pub(crate) columns: Vec<i32>,
    pub(crate) width: usize,
    /// Three rows of translation, then three of rotation if they were asked for.
    pub(crate) values: Vec<f64>,
}

impl PairJacobian {
    /// Computes the motion of `second` relative to `first`.
    #[doc(alias = "mj_jacDifPair")]
    pub(crate) fn compute(
        &mut self,
        model: &Model,
        data: &Data,
        form: Form,
        first: BodyPoint,
        second: BodyPoint,
        rotation: bool,
    ) {
        let simple = |p: BodyPoint| model.body_simple[p.body] != 0;
        self.columns.clear();
        if form == Form::All {
            self.width = model.nv;
        } else if form == Form::Sparse && simple(first) && simple(second) {
            return self.compute_simple(model, data, first, second, rotation);
        } else {
            self.merge_chains(model, first.body, second.body);
            self.width = self.columns.len();
        }
        self.clear(rotation);
        // The second point first: a difference with nothing on the left must be taken from zero.
        self.walk(model, data, second, |value, moved| *value = moved);
        self.walk(model, data, first, |value, moved| *value -= moved);
    }

    /// Bodies that hang on the world by their own dofs alone: no chains to merge, and signs are set instead of subtracted.
    #[doc(alias = "mj_jacSparseSimple")]
    fn compute_simple(
        &mut self,
        model: &Model,
        data: &Data,
        first: BodyPoint,
        second: BodyPoint,
        rotation: bool,
    ) {
        let dofs = |body: usize| {
            let start = model.body_dofadr[body].max(0);
            start..start + model.body_dofnum[body]
        };
        let (low, high) = (first.body.min(second.body), first.body.max(second.body));
        self.columns.extend(dofs(low));
        self.columns.extend(dofs(high));
        self.width = self.columns.len();
        self.clear(rotation);
        let sides = [(first, second.body, -1.0), (second, first.body, 1.0)];
        for (point, other, sign) in sides {
            let start = if point.body < other {
                0
            } else {
                dofs(other).len()
            };
            let offset = offset(model, data, point);
            for (k, dof) in dofs(point.body).enumerate() {
                let motion = motion(&data.cdof[dof as usize], &offset);
                self.set(start + k, &motion, |value, moved| *value = sign * moved);
            }
        }
    }

    fn clear(&mut self, rotation: bool) {
        self.values.clear();
        let rows = if rotation { 6 } else { 3 };
        self.values.resize(rows * self.width, 0.0);
    }

    /// The dofs that move either body, in increasing order.
    #[doc(alias("mj_mergeChain", "mj_mergeChainSimple"))]
    fn merge_chains(&mut self, model: &Model, body1: usize, body2: usize) {
        let (mut dof1, mut dof2) = (model.last_dof(body1), model.last_dof(body2));
        while dof1 >= 0 || dof2 >= 0 {
            let dof = dof1.max(dof2);
            self.columns.push(dof);
            let parent = model.dof_parentid[dof as usize];
            if dof1 == dof {
                dof1 = parent;
            }
            if dof2 == dof {
                dof2 = parent;
            }
        }
        self.columns.reverse();
    }

    /// Visits the dofs that move `point`, last to first.
    fn walk(
        &mut self,
        model: &Model,
        data: &Data,
        point: BodyPoint,
        apply: impl Fn(&mut f64, f64),
    ) {
        let offset = offset(model, data, point);
        let mut column = self.columns.len();
        let mut dof = model.last_dof(point.body);
        while dof >= 0 {
            let k = if self.columns.is_empty() {
                dof as usize
            } else {
                column -= 1;
                while self.columns[column] > dof {
                    column -= 1;
                }
                column
            };
            self.set(k, &motion(&data.cdof[dof as usize], &offset), &apply);
            dof = model.dof_parentid[dof as usize];
        }
    }

    /// Applies the motion of one dof to its column: the linear rows come first here, unlike in spatial vectors.
    #[inline]
    fn set(&mut self, column: usize, motion: &Spatial, apply: impl Fn(&mut f64, f64)) {
        let width = self.width;
        let (linear, turning) = self.values.split_at_mut(3 * width);
        for k in 0..3 {
            apply(&mut linear[k * width + column], motion[3 + k]);
        }
        if !turning.is_empty() {
            for k in 0..3 {
                apply(&mut turning[k * width + column], motion[k]);
            }
        }
    }
}

#[inline]
fn offset(model: &Model, data: &Data, point: BodyPoint) -> Vec3 {
    point.pos - data.subtree_com[model.body_rootid[point.body] as usize]
}

/// The motion that a dof gives to the point at `offset` from its centre of mass: rotation, then translation.
#[inline]
fn motion(cdof: &Spatial, offset: &Vec3) -> Spatial {
    let axis = spatial::rotational(cdof);
    spatial::join(&axis, &(spatial::linear(cdof) + axis.cross(offset)))
}
