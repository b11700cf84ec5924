//! Euler's matrix `M + h B` beside `M`, from which it differs in the diagonal alone: both are
//! factorised in one pass, in the two SIMD lanes of a pair. Where no constraint acts, both systems
//! have the same right-hand side and are solved in one pass too.
//!
//! A special path, for whole steps by Euler's method with implicit damping and at most 1024
//! elements of `M`. A pivot below MINVAL, whose warning belongs to one of the matrices, is left to
//! the general path: `M` first, `M + h B` when the integrator asks for it. Gains 23 % on chain_30,
//! 7 % on slider_crank.

use wide::f64x2;

use super::element::{double, split};
use super::{factor, single, solve, trunk};
use crate::data::WarningStat;
use crate::data::scratch::{Progress, Scratch};
use crate::model::codes::integrator;
use crate::model::paths::SpecialPath;
use crate::model::topology::TreeShape;
use crate::{Data, Model};

/// Longer matrices gain nothing from it.
const MOST_ELEMENTS: usize = 1024;

/// Both lanes of some rows of a matrix and of its inverse diagonal, together and apart.
pub(super) struct Both<'a> {
    pub(super) pairs: (&'a mut [f64x2], &'a mut [f64x2]),
    pub(super) lanes: [(&'a mut [f64], &'a mut [f64]); 2],
}

/// Notes whether the step that begins will need both matrices.
pub(crate) fn expect(model: &Model, data: &mut Data) {
    let wanted = model.opt.integrator == integrator::EULER
        && model.nM <= MOST_ELEMENTS
        && model.damps()
        && SpecialPath::Damped.is_open();
    data.scratch.damped.progress = if wanted {
        Progress::Wanted
    } else {
        Progress::Unwanted
    };
}

/// The step has ended: what was worked out does not outlive it.
pub(crate) fn forget(data: &mut Data) {
    data.scratch.damped.progress = Progress::Unwanted;
}

/// Factorises both matrices if both will be needed; `qLD` and `qLDiagInv` are then known.
pub(super) fn factor_both(model: &Model, data: &mut Data) -> bool {
    let Scratch {
        damped: work,
        topology,
        ..
    } = &mut data.scratch;
    if work.progress == Progress::Unwanted {
        return false;
    }
    let ancestry = &topology.ancestry;
    let (damping, h) = (&model.dof_damping[..], model.opt.timestep);
    let mut warning = WarningStat::default();
    for part in &ancestry.parts {
        let (dofs, elements) = (part.range(), ancestry.elements(part));
        let source = &data.qM[elements.clone()];
        if matches!(part.shape, TreeShape::Single | TreeShape::Trunk) {
            let damping = &damping[dofs.clone()];
            let added = |k: usize| h * damping[k];
            let both = Both {
                pairs: (
                    &mut work.matrix[elements.clone()],
                    &mut work.diag_inv[dofs.clone()],
                ),
                lanes: [
                    (
                        &mut data.qLD[elements.clone()],
                        &mut data.qLDiagInv[dofs.clone()],
                    ),
                    (
                        &mut work.second_matrix[elements],
                        &mut work.second_diag_inv[dofs],
                    ),
                ],
            };
            match part.shape {
                TreeShape::Single => single::factor_both(source, added, both, &mut warning),
                _ => trunk::factor_both(source, added, both, &mut warning),
            }
            continue;
        }
        double(source, &mut work.matrix[elements.clone()]);
        for dof in dofs.clone() {
            let pair = &mut work.matrix[ancestry.rows[dof].start];
            *pair += f64x2::from([-0.0, h * damping[dof]]);
        }
        factor::factor(
            ancestry,
            dofs.clone(),
            &mut work.matrix,
            &mut work.diag_inv,
            &mut warning,
        );
        split(
            &work.matrix[elements.clone()],
            &mut data.qLD[elements.clone()],
            &mut work.second_matrix[elements],
        );
        split(
            &work.diag_inv[dofs.clone()],
            &mut data.qLDiagInv[dofs.clone()],
            &mut work.second_diag_inv[dofs],
        );
    }
    // Warnings belong to one matrix each: with any, the two are taken one after the other.
    if warning != WarningStat::default() {
        work.progress = Progress::Unwanted;
        return false;
    }
    work.progress = Progress::Factorised;
    true
}

/// Solves both systems for `qfrc_smooth` if that is all that acts; `qacc_smooth` is then known.
pub(crate) fn solve_both(data: &mut Data) -> bool {
    let Scratch {
        damped: work,
        topology,
        ..
    } = &mut data.scratch;
    if work.progress != Progress::Factorised || data.nefc > 0 {
        return false;
    }
    let ancestry = &topology.ancestry;
    for part in &ancestry.parts {
        let dofs = part.range();
        let force = &data.qfrc_smooth[dofs.clone()];
        let lanes = [
            &mut data.qacc_smooth[dofs.clone()],
            &mut work.second_qacc[dofs.clone()],
        ];
        match part.shape {
            TreeShape::Single => {
                single::solve_both(&work.diag_inv[dofs], force, lanes);
                continue;
            }
            TreeShape::Trunk => {
                let pairs = (&work.matrix[ancestry.elements(part)], &work.diag_inv[dofs]);
                trunk::solve_both(pairs, force, lanes);
                continue;
            }
            TreeShape::Branched => {}
        }
        double(force, &mut work.qacc[dofs.clone()]);
        for qacc in &mut work.qacc[dofs.clone()] {
            // Euler adds the constraint forces, which are zero.
            *qacc += f64x2::from([-0.0, 0.0]);
        }
        solve::solve_part(ancestry, part, &work.matrix, &work.diag_inv, &mut work.qacc);
        let [first, second] = lanes;
        split(&work.qacc[dofs], first, second);
    }
    work.progress = Progress::Solved;
    true
}

/// Solves `(M + h B) qacc = qfrc_smooth + qfrc_constraint`, as far as it is not solved yet.
pub(crate) fn solve_damped(model: &Model, data: &mut Data, qacc: &mut [f64]) {
    let work = &mut data.scratch.damped;
    if work.progress >= Progress::Factorised {
        // Copied, not exchanged: who has a view of the fields finds the result in its place.
        data.qH.copy_from_slice(&work.second_matrix);
        data.qHDiagInv.copy_from_slice(&work.second_diag_inv);
        if work.progress == Progress::Solved {
            return qacc.copy_from_slice(&work.second_qacc);
        }
    } else {
        data.qH.copy_from_slice(&data.qM);
        for (damping, &adr) in model.dof_damping.iter().zip(&model.dof_Madr) {
            data.qH[adr as usize] += model.opt.timestep * damping;
        }
        super::factor_h(data);
    }
    let forces = data.qfrc_smooth.iter().zip(&data.qfrc_constraint);
    for (qacc, (smooth, constraint)) in qacc.iter_mut().zip(forces) {
        *qacc = smooth + constraint;
    }
    super::solve_h(data, qacc);
}
