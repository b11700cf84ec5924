//! Euler's matrix `M + h B`, ahead of its time: it differs from `M` in the diagonal alone, so that a step which will need
//! both factorises and solves them side by side. Where no constraint acts, both systems have the same right-hand side.

use wide::f64x2;

use super::factor;
use crate::codes::{disable, integrator};
use crate::fields::WarningStat;
use crate::{Data, Model};

/// Longer matrices gain nothing from it.
const MOST_ELEMENTS: usize = 1024;

/// How far the work ahead has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Progress {
    #[default]
    Unwanted,
    Wanted,
    Factorised,
    Solved,
}

/// `M` in the first lane, `M + h B` in the second.
#[derive(Clone, Debug, Default)]
pub(crate) struct Damped {
    progress: Progress,
    matrix: Vec<f64x2>,
    diag_inv: Vec<f64x2>,
    qacc: Vec<f64x2>,
}

impl Damped {
    pub(crate) fn new(model: &Model) -> Damped {
        Damped {
            progress: Progress::Unwanted,
            matrix: vec![f64x2::ZERO; model.nM],
            diag_inv: vec![f64x2::ZERO; model.nv],
            qacc: vec![f64x2::ZERO; model.nv],
        }
    }

    /// Notes whether the step that begins will need both matrices.
    pub(crate) fn expect(&mut self, model: &Model) {
        let wanted = model.opt.integrator == integrator::EULER
            && self.matrix.len() <= MOST_ELEMENTS
            && damps(model);
        self.progress = match wanted {
            true => Progress::Wanted,
            false => Progress::Unwanted,
        };
    }

    /// The step has ended: what was worked out does not outlive it.
    pub(crate) fn forget(&mut self) {
        self.progress = Progress::Unwanted;
    }
}

/// Whether Euler's method treats damping implicitly.
pub(crate) fn damps(model: &Model) -> bool {
    model.opt.disableflags & disable::EULER_DAMP == 0
        && model.dof_damping.iter().any(|&damping| damping > 0.0)
}

/// Factorises both matrices if both will be needed; `qLD` and `qLDiagInv` are then known.
pub(super) fn factor_both(model: &Model, data: &mut Data) -> bool {
    let scratch = &mut data.scratch;
    let work = &mut scratch.damped;
    if work.progress == Progress::Unwanted {
        return false;
    }
    for (pair, &element) in work.matrix.iter_mut().zip(&data.qM) {
        *pair = f64x2::splat(element);
    }
    for (damping, &adr) in model.dof_damping.iter().zip(&model.dof_Madr) {
        let pair = work.matrix[adr as usize].as_array_mut();
        pair[1] += model.opt.timestep * damping;
    }
    let mut warning = WarningStat::default();
    factor::factor(
        &scratch.ancestry,
        &mut work.matrix,
        &mut work.diag_inv,
        &mut warning,
    );
    // Warnings belong to one matrix each: with any, the two are taken one after the other.
    if warning != WarningStat::default() {
        work.progress = Progress::Unwanted;
        return false;
    }
    write_lane(0, &work.matrix, &mut data.qLD);
    write_lane(0, &work.diag_inv, &mut data.qLDiagInv);
    work.progress = Progress::Factorised;
    true
}

/// Solves both systems for `qfrc_smooth` if that is all that acts; `qacc_smooth` is then known.
pub(crate) fn solve_both(data: &mut Data) -> bool {
    let scratch = &mut data.scratch;
    let work = &mut scratch.damped;
    if work.progress != Progress::Factorised || data.nefc > 0 {
        return false;
    }
    for (qacc, &force) in work.qacc.iter_mut().zip(&data.qfrc_smooth) {
        // Euler adds the constraint forces, which are zero.
        *qacc = f64x2::from([force, force + 0.0]);
    }
    factor::solve(
        &scratch.ancestry,
        &work.matrix,
        &work.diag_inv,
        &mut work.qacc,
    );
    write_lane(0, &work.qacc, &mut data.qacc_smooth);
    work.progress = Progress::Solved;
    true
}

/// Solves `(M + h B) qacc = qfrc_smooth + qfrc_constraint`, as far as it is not solved yet.
pub(crate) fn solve_damped(model: &Model, data: &mut Data, qacc: &mut [f64]) {
    let work = &data.scratch.damped;
    let known = matches!(work.progress, Progress::Factorised | Progress::Solved);
    if known {
        write_lane(1, &work.matrix, &mut data.qH);
        write_lane(1, &work.diag_inv, &mut data.qHDiagInv);
    } else {
        data.qH.copy_from_slice(&data.qM);
        for (damping, &adr) in model.dof_damping.iter().zip(&model.dof_Madr) {
            data.qH[adr as usize] += model.opt.timestep * damping;
        }
        super::factor_h(data);
    }
    if data.scratch.damped.progress == Progress::Solved {
        return write_lane(1, &data.scratch.damped.qacc, qacc);
    }
    let forces = data.qfrc_smooth.iter().zip(&data.qfrc_constraint);
    for (qacc, (smooth, constraint)) in qacc.iter_mut().zip(forces) {
        *qacc = smooth + constraint;
    }
    super::solve_h(data, qacc);
}

/// One of the two lanes.
#[inline]
fn write_lane(lane: usize, pairs: &[f64x2], values: &mut [f64]) {
    for (value, pair) in values.iter_mut().zip(pairs) {
        *value = pair.as_array_ref()[lane];
    }
}
