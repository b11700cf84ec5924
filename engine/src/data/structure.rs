//! Sparsity patterns that depend on the model alone.
//!
//! `D` is the pattern of a matrix over dofs where two dofs meet if one is an ancestor of the other; `C` is the same with the
//! rows of simple dofs reduced to their diagonal; `B` lists for each body the dofs of its ancestors and descendants. The maps
//! translate positions between these and the layout of `qM`.
//!
//! Nothing is sorted: dofs are visited in their order, so what lies above the diagonal arrives in order, and what lies below
//! is written backwards from the diagonal.

use crate::math::prefix_sum::prefix_sum;
use crate::{Data, Model};

/// Fills the pattern arrays and maps of `data`.
pub(crate) fn build(model: &Model, data: &mut Data) {
    let mut d = DofPattern {
        rownnz: &mut data.D_rownnz,
        rowadr: &mut data.D_rowadr,
        colind: &mut data.D_colind,
        position_in_m: &mut data.mapM2D,
    };
    let diagonals = d.fill(model, |_| true);
    // A row of M runs from the diagonal down the ancestors: the lower half of the row of D, backwards.
    for (i, &diagonal) in diagonals.iter().enumerate() {
        let row = &mut data.mapD2M[model.dof_Madr[i] as usize..];
        let below = (diagonal - data.D_rowadr[i]) as usize;
        for (map, position) in row[..=below].iter_mut().zip((0..=diagonal).rev()) {
            *map = position;
        }
    }
    if model.dof_simplenum.iter().all(|&n| n == 0) {
        data.C_rownnz.copy_from_slice(&data.D_rownnz);
        data.C_rowadr.copy_from_slice(&data.D_rowadr);
        data.C_colind.copy_from_slice(&data.D_colind);
        data.mapM2C.copy_from_slice(&data.mapM2D);
    } else {
        let mut c = DofPattern {
            rownnz: &mut data.C_rownnz,
            rowadr: &mut data.C_rowadr,
            colind: &mut data.C_colind,
            position_in_m: &mut data.mapM2C,
        };
        c.fill(model, |i| model.dof_simplenum[i] == 0);
    }
    body_pattern(model, data);
}

/// A symmetric pattern over dofs, with the place in `qM` of each element.
struct DofPattern<'d> {
    rownnz: &'d mut [i32],
    rowadr: &'d mut [i32],
    colind: &'d mut [i32],
    position_in_m: &'d mut [i32],
}

impl DofPattern<'_> {
    /// Fills the pattern in which dof `i` meets its ancestors if `coupled(i)`; where each row has its diagonal.
    fn fill(&mut self, model: &Model, coupled: impl Fn(usize) -> bool) -> Vec<i32> {
        let proper = |i: usize| {
            let reach = if coupled(i) { usize::MAX } else { 0 };
            model.ancestors(i).skip(1).take(reach)
        };
        // Elements from the diagonal on: one for each dof that is carried and coupled.
        self.rownnz.fill(1);
        for i in (0..model.nv).rev() {
            if let Ok(parent) = usize::try_from(model.dof_parentid[i]) {
                self.rownnz[parent] += self.rownnz[i] - i32::from(!coupled(i));
            }
        }
        // Elements below the diagonal.
        let mut diagonals = vec![0; model.nv];
        let mut end = model.nM as i32;
        for i in (0..model.nv).rev() {
            if coupled(i) {
                diagonals[i] = end - model.dof_Madr[i] - 1;
                self.rownnz[i] += diagonals[i];
            }
            end = model.dof_Madr[i];
        }
        prefix_sum(self.rownnz, self.rowadr);
        for (diagonal, start) in diagonals.iter_mut().zip(&*self.rowadr) {
            *diagonal += start;
        }
        let mut ends = diagonals.clone();
        for (i, &diagonal) in diagonals.iter().enumerate() {
            let mut put = |at: i32, column: usize, position: i32| {
                self.colind[at as usize] = column as i32;
                self.position_in_m[at as usize] = position;
            };
            let madr = model.dof_Madr[i];
            put(diagonal, i, madr);
            for (k, j) in (1..).zip(proper(i)) {
                put(diagonal - k, j, madr + k);
                ends[j] += 1;
                put(ends[j], i, madr + k);
            }
        }
        diagonals
    }
}

/// For each body the dofs of its ancestors, itself and its descendants, in increasing order; for the world all.
fn body_pattern(model: &Model, data: &mut Data) {
    let own = |body: usize| {
        let first = model.body_dofadr[body];
        first..first + model.body_dofnum[body]
    };
    // Dofs before and from the body's own on.
    let mut above = vec![0; model.nbody];
    data.B_rownnz.copy_from_slice(&model.body_dofnum);
    for body in (1..model.nbody).rev() {
        let parent = model.body_parentid[body] as usize;
        data.B_rownnz[parent] += data.B_rownnz[body];
    }
    for body in 1..model.nbody {
        let parent = model.body_parentid[body] as usize;
        above[body] = above[parent] + model.body_dofnum[parent];
        data.B_rownnz[body] += above[body];
    }
    prefix_sum(&data.B_rownnz, &mut data.B_rowadr);
    let mut ends: Vec<i32> = above
        .iter()
        .zip(&data.B_rowadr)
        .map(|(a, b)| a + b)
        .collect();
    for body in 1..model.nbody {
        let mut front = ends[body];
        let mut put = |at: &mut i32, dofs: std::ops::Range<i32>| {
            let start = *at as usize;
            for (slot, dof) in data.B_colind[start..].iter_mut().zip(dofs.clone()) {
                *slot = dof;
            }
            *at += dofs.len() as i32;
        };
        put(&mut ends[body], own(body));
        let mut ancestor = model.body_parentid[body] as usize;
        while ancestor > 0 {
            put(&mut ends[ancestor], own(body));
            front -= model.body_dofnum[ancestor];
            put(&mut front.clone(), own(ancestor));
            ancestor = model.body_parentid[ancestor] as usize;
        }
        put(&mut ends[0], own(body));
    }
}
