//! `J M^-1 J'` for Jacobians that vanish outside one chain of dofs.
//!
//! The dofs that move a body form a chain from the root: the ancestors of each are exactly those before it. Solving with the
//! factorisation of `M` never leaves the chain where the result is read, so its cost does not depend on the size of the model.
//! The sums have the bits of the full ones: what is left out are products with zeros. Rows of several bodies or joints of one
//! chain are solved side by side: the sums of one row wait for each other, those of different rows do not.

use crate::math::lanes;
use crate::{Data, Model};

/// A chain of dofs from the root of a tree to `last`, with `W` values a dof; kept between uses for its memory.
#[derive(Debug, Default)]
pub(super) struct Chain<const W: usize> {
    dofs: Vec<usize>,
    jac: Vec<[f64; W]>,
    solved: Vec<[f64; W]>,
}

impl<const W: usize> Chain<W> {
    /// The diagonal of `J M^-1 J'`; `column` gives the `W` rows of `J` at a dof of the chain.
    pub(super) fn diagonal(
        &mut self,
        model: &Model,
        data: &Data,
        last: usize,
        column: impl Fn(usize) -> [f64; W],
    ) -> [f64; W] {
        self.dofs.clear();
        self.dofs.extend(model.ancestors(last));
        self.dofs.reverse();
        self.jac.clear();
        self.jac.extend(self.dofs.iter().map(|&dof| column(dof)));
        self.solved.clone_from(&self.jac);
        self.solve(model, data);
        self.dot(model.nv)
    }

    /// Solves `M x = J'` for the part of `x` on the chain.
    fn solve(&mut self, model: &Model, data: &Data) {
        let coupled = |dof: usize| model.dof_simplenum[dof] == 0;
        // elements of a dof's row after the diagonal: nearest ancestor first
        let row = |dof: usize, len: usize| &data.qLD[model.dof_Madr[dof] as usize + 1..][..len];
        for (at, &dof) in self.dofs.iter().enumerate().rev() {
            if coupled(dof) {
                let own = self.solved[at];
                for (x, l) in self.solved[..at].iter_mut().rev().zip(row(dof, at)) {
                    for k in 0..W {
                        x[k] -= l * own[k];
                    }
                }
            }
        }
        for (x, &dof) in self.solved.iter_mut().zip(&self.dofs) {
            for value in x {
                *value *= data.qLDiagInv[dof];
            }
        }
        for (at, &dof) in self.dofs.iter().enumerate() {
            if coupled(dof) {
                let mut own = self.solved[at];
                for (x, l) in self.solved[..at].iter().rev().zip(row(dof, at)) {
                    for k in 0..W {
                        own[k] -= l * x[k];
                    }
                }
                self.solved[at] = own;
            }
        }
    }

    /// Each row of `J` times its solution, in the order of the dense dot product over all `nv` dofs.
    fn dot(&self, nv: usize) -> [f64; W] {
        let tail_start = nv - nv % 4;
        // four lanes, and the tail
        let mut lanes = [[0.0; W]; 5];
        for ((jac, x), &dof) in self.jac.iter().zip(&self.solved).zip(&self.dofs) {
            let lane = if dof < tail_start { dof % 4 } else { 4 };
            for k in 0..W {
                lanes[lane][k] += jac[k] * x[k];
            }
        }
        let [l0, l1, l2, l3, tail] = lanes;
        std::array::from_fn(|k| lanes::sum(&[l0[k], l1[k], l2[k], l3[k]]) + tail[k])
    }
}
