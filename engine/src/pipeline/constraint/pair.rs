//! How two points on two bodies move against each other: `J = J2(p2) - J1(p1)`, translation and,
//! where asked for, rotation.
//!
//! There is a column for every dof, or only for those that move either body.

use crate::math::{Spatial, Vec3};
use crate::query::jacobian::{BodyPoint, point_motion};
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
    /// Whether both points were on one body, so that MuJoCo leaves half of a sparse row unwritten.
    pub(crate) unwritten: bool,
}

impl PairJacobian {
    /// With room for a pair of points that all dofs move.
    pub(crate) fn with_room(model: &Model) -> PairJacobian {
        PairJacobian {
            columns: Vec::with_capacity(2 * model.nv),
            width: 0,
            values: Vec::with_capacity(6 * model.nv),
            unwritten: false,
        }
    }

    /// Computes the motion of a point of several bodies at once: the sum of their Jacobians, each
    /// times its factor. Columns are all dofs, or those that move any of the bodies.
    #[doc(alias("mj_jacSum", "mj_jacSumCount", "mju_addToSparseMat"))]
    pub(crate) fn compute_sum(
        &mut self,
        model: &Model,
        data: &Data,
        form: Form,
        bodies: impl Iterator<Item = (usize, f64)> + Clone,
        pos: Vec3,
        rotation: bool,
    ) {
        self.columns.clear();
        if form == Form::All {
            self.width = model.nv;
        } else {
            let dofs = bodies.clone().flat_map(|(body, _)| model.body_dofs(body));
            self.columns.extend(dofs.map(|dof| dof as i32));
            self.columns.sort_unstable();
            self.columns.dedup();
            self.width = self.columns.len();
        }
        self.clear(rotation);
        for (body, factor) in bodies {
            let point = BodyPoint { pos, body };
            self.walk(model, data, point, |value, moved| *value += moved * factor);
        }
    }

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
            let dofs = model.dofs_of_either(first.body, second.body);
            self.columns.extend(dofs.map(|(dof, ..)| dof as i32));
            self.columns.reverse();
            self.width = self.columns.len();
        }
        self.clear(rotation);
        // The second point first: a difference with nothing on the left must be taken from zero.
        self.walk(model, data, second, |value, moved| *value = moved);
        self.walk(model, data, first, |value, moved| *value -= moved);
    }

    /// Bodies that hang on the world by their own dofs alone: no chains to merge, and signs are set
    /// instead of subtracted.
    #[doc(alias = "mj_jacSparseSimple")]
    fn compute_simple(
        &mut self,
        model: &Model,
        data: &Data,
        first: BodyPoint,
        second: BodyPoint,
        rotation: bool,
    ) {
        let (low, high) = (first.body.min(second.body), first.body.max(second.body));
        let dofs = model.dofs_of(low).chain(model.dofs_of(high));
        self.columns.extend(dofs.map(|dof| dof as i32));
        self.width = self.columns.len();
        self.unwritten |= low == high && self.width > 0;
        self.clear(rotation);
        let sides = [(first, second.body, -1.0), (second, first.body, 1.0)];
        for (point, other, sign) in sides {
            let start = if point.body < other {
                0
            } else {
                model.dofs_of(other).len()
            };
            let offset = point.offset(model, data);
            for (k, dof) in model.dofs_of(point.body).enumerate() {
                let motion = point_motion(&data.cdof[dof], &offset);
                self.set(start + k, &motion, |value, moved| *value = sign * moved);
            }
        }
    }

    fn clear(&mut self, rotation: bool) {
        self.values.clear();
        let rows = if rotation { 6 } else { 3 };
        self.values.resize(rows * self.width, 0.0);
    }

    /// Applies the motion that each dof gives to `point` to its column, last to first.
    #[doc(alias("mj_mergeChain", "mj_mergeChainSimple"))]
    fn walk(
        &mut self,
        model: &Model,
        data: &Data,
        point: BodyPoint,
        apply: impl Fn(&mut f64, f64),
    ) {
        let mut column = self.columns.len();
        for (dof, motion) in point.motions(model, data) {
            let k = if self.columns.is_empty() {
                dof
            } else {
                column -= 1;
                while self.columns[column] > dof as i32 {
                    column -= 1;
                }
                column
            };
            self.set(k, &motion, &apply);
        }
    }

    /// Applies the motion of one dof to its column: the linear rows come first here, unlike in
    /// spatial vectors.
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
