//! Sparsity patterns that depend on the model alone.
//!
//! `D` is the pattern of a matrix over dofs where two dofs meet if one is an ancestor of the other; `C` is the same with the
//! rows of simple dofs reduced to their diagonal; `B` lists for each body the dofs of its ancestors and descendants. The maps
//! translate positions between these and the layout of `qM`.

use crate::inertia::ancestors;
use crate::{Data, Model};

/// Fills the pattern arrays and maps of `data`.
pub(crate) fn build(model: &Model, data: &mut Data) {
    let d = dof_pattern(model, |_| true);
    data.D_rownnz.copy_from_slice(&d.rownnz);
    data.D_rowadr.copy_from_slice(&d.rowadr);
    data.D_colind.copy_from_slice(&d.colind);
    data.mapM2D.copy_from_slice(&d.position_in_m);

    let c = dof_pattern(model, |i| model.dof_simplenum[i] == 0);
    data.C_rownnz.copy_from_slice(&c.rownnz);
    data.C_rowadr.copy_from_slice(&c.rowadr);
    data.C_colind.copy_from_slice(&c.colind);
    data.mapM2C.copy_from_slice(&c.position_in_m);

    // A row of M runs from the diagonal down the ancestors: the lower half of the row of D, backwards.
    for i in 0..model.nv {
        let start = d.rowadr[i] as usize;
        let row = &d.colind[start..start + d.rownnz[i] as usize];
        let below = row.iter().filter(|&&j| (j as usize) < i).count();
        let madr = model.dof_Madr[i] as usize;
        for k in 0..=below {
            data.mapD2M[madr + k] = (start + below - k) as i32;
        }
    }

    let b = body_pattern(model);
    let mut adr = 0;
    for (body, dofs) in b.iter().enumerate() {
        data.B_rownnz[body] = dofs.len() as i32;
        data.B_rowadr[body] = adr as i32;
        data.B_colind[adr..adr + dofs.len()].copy_from_slice(dofs);
        adr += dofs.len();
    }
}

/// A symmetric pattern over dofs, with the place in `qM` of each element.
struct DofPattern {
    rownnz: Vec<i32>,
    rowadr: Vec<i32>,
    colind: Vec<i32>,
    position_in_m: Vec<i32>,
}

/// The pattern in which dof `i` meets its ancestors if `coupled(i)`.
fn dof_pattern(model: &Model, coupled: impl Fn(usize) -> bool) -> DofPattern {
    // Columns below the diagonal are met from the row itself, those above when their own row is.
    let mut rows: Vec<Vec<(i32, i32)>> = vec![Vec::new(); model.nv];
    for i in 0..model.nv {
        let madr = model.dof_Madr[i];
        let reach = if coupled(i) { usize::MAX } else { 1 };
        for (k, j) in ancestors(model, i).take(reach).enumerate() {
            rows[i].push((j as i32, madr + k as i32));
            if j != i {
                rows[j].push((i as i32, madr + k as i32));
            }
        }
    }
    let mut pattern = DofPattern {
        rownnz: Vec::with_capacity(model.nv),
        rowadr: Vec::with_capacity(model.nv),
        colind: Vec::new(),
        position_in_m: Vec::new(),
    };
    for mut row in rows {
        row.sort_unstable();
        pattern.rownnz.push(row.len() as i32);
        pattern.rowadr.push(pattern.colind.len() as i32);
        pattern.colind.extend(row.iter().map(|&(column, _)| column));
        pattern
            .position_in_m
            .extend(row.iter().map(|&(_, position)| position));
    }
    pattern
}

/// For each body the dofs of its ancestors, itself and its descendants, in increasing order.
fn body_pattern(model: &Model) -> Vec<Vec<i32>> {
    let own = |body: usize| {
        let first = model.body_dofadr[body];
        first..first + model.body_dofnum[body]
    };
    let mut rows: Vec<Vec<i32>> = vec![Vec::new(); model.nbody];
    for body in 1..model.nbody {
        rows[body].extend(own(body));
        let mut parent = model.body_parentid[body] as usize;
        while parent > 0 {
            rows[parent].extend(own(body));
            rows[body].extend(own(parent));
            parent = model.body_parentid[parent] as usize;
        }
        rows[0].extend(own(body));
    }
    for row in &mut rows {
        row.sort_unstable();
    }
    rows
}
