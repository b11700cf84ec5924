//! The Jacobian of a contact between two bodies, column by column: what each dof that moves either
//! body does to the normal, the tangents, spin and rolling, and from these to the contact's rows.
//!
//! `n = f0 . v`, `t = (f1 . v, f2 . v)` for the velocity `v` that a dof gives to the second body
//! against the first, and the axes `f` of the contact's frame. Edges of a friction pyramid are
//! `n +- mu_i t_i`.
//!
//! A special path, for contacts whose sides are bodies and whose numbers are finite: those of
//! elements of flexes are sums over several bodies, and where something is infinite zeros count.

use wide::f64x4;

use super::rows::Rows;
use crate::data::{Contact, Data};
use crate::math::support::{QUAD, is_finite};
use crate::math::{Mat3, Vec3, spatial};
use crate::model::Model;
use crate::model::codes::RowType;
use crate::query::jacobian::{BodyPoint, point_velocity};

/// Which of the two bodies a dof moves.
#[derive(Clone, Copy, Debug)]
enum Moves {
    First,
    Second,
    Both,
}

/// The dofs that move either body.
#[derive(Clone, Debug, Default)]
pub(super) struct Meeting {
    /// The dofs of the columns, as the rows have them.
    columns: Vec<i32>,
    moves: Vec<Moves>,
}

/// What the columns of one contact are computed from.
struct Motion<'a> {
    data: &'a Data,
    offsets: [Vec3; 2],
    /// Whether both offsets are from the same centre of mass: a dof of both bodies then moves
    /// neither against the other.
    together: bool,
    /// Whether what the first body does is subtracted from nothing by a change of sign, as the
    /// reference does in sparse rows of bodies without chains.
    signed: bool,
    axes: Axes,
}

/// The axes of a frame, the first components together, then the second and the third.
struct Axes([f64x4; 3]);

impl Axes {
    fn new(frame: &Mat3) -> Axes {
        let f = &frame.0;
        Axes([0, 1, 2].map(|k| f64x4::from([f[k], f[3 + k], f[6 + k], 0.0])))
    }

    /// The dot products of all axes with `v`. They start from zero, so that the sign of a product
    /// that is zero does not matter.
    #[inline(always)]
    fn dots(&self, v: &Vec3) -> f64x4 {
        let mut sum = f64x4::ZERO;
        for (axis, &x) in self.0.iter().zip(v.iter()) {
            sum += *axis * f64x4::splat(x);
        }
        sum
    }
}

impl Motion<'_> {
    /// What a dof does to translation and, where asked for, to rotation along the axes; nothing if
    /// it moves both bodies alike.
    #[inline(always)]
    fn along(&self, dof: usize, moves: Moves, rotation: bool) -> Option<[f64x4; 2]> {
        let cdof = &self.data.cdof[dof];
        if self.together && matches!(moves, Moves::Both) && is_finite(cdof) {
            return None;
        }
        let velocity = |side: usize| point_velocity(cdof, &self.offsets[side]);
        let turn = spatial::rotational(cdof);
        let nothing = Vec3::zeros();
        let (linear, turn) = match moves {
            Moves::Second => (velocity(1), turn),
            Moves::First if self.signed => (velocity(0) * -1.0, turn * -1.0),
            Moves::First => (nothing - velocity(0), nothing - turn),
            Moves::Both => {
                let again = spatial::rotational(cdof);
                (velocity(1) - velocity(0), turn - again)
            }
        };
        let turning = if rotation {
            self.axes.dots(&turn)
        } else {
            f64x4::ZERO
        };
        Some([self.axes.dots(&linear), turning])
    }
}

impl Meeting {
    /// Adds the rows of a contact between these bodies. Returns whether it did: what has no dofs,
    /// or comes out infinite or NaN, is left to the general way, where zeros count.
    pub(super) fn add(
        &mut self,
        model: &Model,
        data: &Data,
        rows: &mut Rows,
        kind: RowType,
        (id, contact): (usize, &Contact),
        bodies: [usize; 2],
    ) -> bool {
        let simple = bodies.map(|body| model.body_simple[body] != 0) == [true; 2];
        let signed = rows.sparse && simple;
        let own = |body: usize| model.body_dofnum[body] as usize;
        let chains = bodies.map(|body| data.scratch.topology.chain(body));
        let longer = chains[0].len() > own(bodies[0]) || chains[1].len() > own(bodies[1]);
        if bodies[0] == bodies[1] || signed && longer {
            return false;
        }
        self.find_columns(chains);
        if self.columns.is_empty() {
            return false;
        }
        let pos = contact.pos;
        let motion = Motion {
            data,
            offsets: bodies.map(|body| BodyPoint { body, pos }.offset(model, data)),
            together: model.body_rootid[bodies[0]] == model.body_rootid[bodies[1]],
            signed,
            axes: Axes::new(&contact.frame),
        };
        let size = match kind {
            RowType::ContactPyramidal => 2 * (contact.dim as usize - 1),
            _ => contact.dim as usize,
        };
        let sparse = rows.sparse;
        let stride = if sparse { self.columns.len() } else { rows.nv };
        let jac = rows.begin(size * stride);
        let finite = self.fill(&motion, contact, kind, jac, sparse, stride);
        if finite {
            rows.finish_contact(kind, id, contact, size, &self.columns);
        } else {
            rows.take_back(size * stride);
        }
        finite
    }

    /// Merges the dofs of both bodies, in increasing order.
    fn find_columns(&mut self, [mut first, mut second]: [&[u32]; 2]) {
        self.columns.clear();
        self.moves.clear();
        loop {
            // Chains go from the last dof to the root.
            let (dof, moves) = match (first.split_last(), second.split_last()) {
                (Some((&a, _)), Some((&b, _))) if a == b => (a, Moves::Both),
                (Some((&a, _)), Some((&b, _))) if a < b => (a, Moves::First),
                (_, Some((&b, _))) => (b, Moves::Second),
                (Some((&a, _)), None) => (a, Moves::First),
                (None, None) => return,
            };
            if !matches!(moves, Moves::Second) {
                first = &first[..first.len() - 1];
            }
            if !matches!(moves, Moves::First) {
                second = &second[..second.len() - 1];
            }
            self.columns.push(dof as i32);
            self.moves.push(moves);
        }
    }

    /// Writes the elements of all columns into rows of zeros. Returns whether all are finite.
    fn fill(
        &self,
        motion: &Motion,
        contact: &Contact,
        kind: RowType,
        jac: &mut [f64],
        sparse: bool,
        stride: usize,
    ) -> bool {
        let dim = contact.dim as usize;
        let [mu0, mu1, ..] = contact.friction;
        let frictions = f64x4::from([mu0, -mu0, mu1, -mu1]);
        // Zero times anything finite is zero.
        let mut zeros = f64x4::ZERO;
        for (k, (&dof, &moves)) in self.columns.iter().zip(&self.moves).enumerate() {
            let Some([linear, turning]) = motion.along(dof as usize, moves, dim > 3) else {
                continue;
            };
            let place = if sparse { k } else { dof as usize };
            if kind == RowType::ContactPyramidal && dim == 3 {
                let [n, t1, t2, _] = linear.to_array();
                let edges = f64x4::splat(n) + f64x4::from([t1, t1, t2, t2]) * frictions;
                zeros += edges * f64x4::ZERO;
                for (r, x) in edges.to_array().into_iter().enumerate() {
                    jac[r * stride + place] = x;
                }
                continue;
            }
            zeros += (linear + turning) * f64x4::ZERO;
            let ([n, t1, t2, _], [r0, r1, r2, _]) = (linear.to_array(), turning.to_array());
            let along = [n, t1, t2, r0, r1, r2];
            if kind == RowType::ContactPyramidal {
                for (i, (t, mu)) in along[1..dim].iter().zip(contact.friction).enumerate() {
                    jac[2 * i * stride + place] = n + t * mu;
                    jac[(2 * i + 1) * stride + place] = n + t * -mu;
                }
            } else {
                for (r, x) in along[..dim].iter().enumerate() {
                    jac[r * stride + place] = *x;
                }
            }
        }
        zeros.to_array() == [0.0; QUAD]
    }
}

#[cfg(test)]
mod tests;
