//! Euler's matrix `M + h B`, ahead of its time: it differs from `M` in the diagonal alone, so that a step which will need
//! both factorises and solves them side by side. Where no constraint acts, both systems have the same right-hand side.

use wide::f64x2;

use super::ancestry::Shape;
use super::{factor, trunk};
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
    /// What becomes `qH`, `qHDiagInv` and the acceleration.
    second: Factors,
    second_qacc: Vec<f64>,
}

/// The factors of one matrix.
#[derive(Clone, Debug, Default)]
struct Factors {
    matrix: Vec<f64>,
    diag_inv: Vec<f64>,
}

impl Damped {
    pub(crate) fn new(model: &Model) -> Damped {
        Damped {
            progress: Progress::Unwanted,
            matrix: vec![f64x2::ZERO; model.nM],
            diag_inv: vec![f64x2::ZERO; model.nv],
            qacc: vec![f64x2::ZERO; model.nv],
            second: Factors {
                matrix: vec![0.0; model.nM],
                diag_inv: vec![0.0; model.nv],
            },
            second_qacc: vec![0.0; model.nv],
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
    let ancestry = &scratch.ancestry;
    let (damping, h) = (&model.dof_damping[..], model.opt.timestep);
    let mut warning = WarningStat::default();
    for part in &ancestry.parts {
        let (dofs, elements) = (part.range(), ancestry.elements(part));
        let matrix = &mut work.matrix[elements.clone()];
        let source = &data.qM[elements.clone()];
        if part.shape == Shape::Single {
            let inverse = work.diag_inv[dofs.clone()].iter_mut();
            let first = data.qLD[elements.clone()]
                .iter_mut()
                .zip(&mut data.qLDiagInv[dofs.clone()]);
            let second = &mut work.second;
            let second = second.matrix[elements]
                .iter_mut()
                .zip(&mut second.diag_inv[dofs.clone()]);
            let sources = source.iter().zip(&damping[dofs.clone()]);
            for (((inverse, (first, first_inv)), (second, second_inv)), (&m, &damping)) in
                inverse.zip(first).zip(second).zip(sources)
            {
                let mut pair = f64x2::from([m, m + h * damping]);
                *inverse = f64x2::ONE / factor::raised(&mut pair, 0, &mut warning);
                [*first, *second] = pair.to_array();
                [*first_inv, *second_inv] = inverse.to_array();
            }
            continue;
        }
        if part.shape == Shape::Trunk {
            let both = trunk::Both {
                pairs: (matrix, &mut work.diag_inv[dofs.clone()]),
                lanes: [
                    (
                        &mut data.qLD[elements.clone()],
                        &mut data.qLDiagInv[dofs.clone()],
                    ),
                    (
                        &mut work.second.matrix[elements],
                        &mut work.second.diag_inv[dofs.clone()],
                    ),
                ],
            };
            let damping = &damping[dofs];
            trunk::factor_both(source, |k| h * damping[k], both, &mut warning);
            continue;
        }
        double(source, matrix);
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
            &mut work.second.matrix[elements],
        );
        split(
            &work.diag_inv[dofs.clone()],
            &mut data.qLDiagInv[dofs.clone()],
            &mut work.second.diag_inv[dofs],
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
    let scratch = &mut data.scratch;
    let work = &mut scratch.damped;
    if work.progress != Progress::Factorised || data.nefc > 0 {
        return false;
    }
    let ancestry = &scratch.ancestry;
    for part in &ancestry.parts {
        let dofs = part.range();
        let force = &data.qfrc_smooth[dofs.clone()];
        let lanes = [
            &mut data.qacc_smooth[dofs.clone()],
            &mut work.second_qacc[dofs.clone()],
        ];
        if part.shape == Shape::Single {
            let [first, second] = lanes;
            let results = first.iter_mut().zip(second);
            for ((first, second), (&force, inv)) in
                results.zip(force.iter().zip(&work.diag_inv[dofs]))
            {
                // The other forces that Euler adds in the second lane are zero.
                [*first, *second] = (f64x2::from([force, force + 0.0]) * *inv).to_array();
            }
            continue;
        }
        if part.shape == Shape::Trunk {
            let pairs = (&work.matrix[ancestry.elements(part)], &work.diag_inv[dofs]);
            trunk::solve_both(pairs, force, lanes);
            continue;
        }
        double(force, &mut work.qacc[dofs.clone()]);
        for qacc in &mut work.qacc[dofs.clone()] {
            // Euler adds the constraint forces, which are zero.
            *qacc += f64x2::from([-0.0, 0.0]);
        }
        factor::solve_part(ancestry, part, &work.matrix, &work.diag_inv, &mut work.qacc);
        let [first, second] = lanes;
        split(&work.qacc[dofs], first, second);
    }
    work.progress = Progress::Solved;
    true
}

/// Solves `(M + h B) qacc = qfrc_smooth + qfrc_constraint`, as far as it is not solved yet.
pub(crate) fn solve_damped(model: &Model, data: &mut Data, qacc: &mut [f64]) {
    let work = &mut data.scratch.damped;
    if matches!(work.progress, Progress::Factorised | Progress::Solved) {
        std::mem::swap(&mut data.qH, &mut work.second.matrix);
        std::mem::swap(&mut data.qHDiagInv, &mut work.second.diag_inv);
    } else {
        data.qH.copy_from_slice(&data.qM);
        for (damping, &adr) in model.dof_damping.iter().zip(&model.dof_Madr) {
            data.qH[adr as usize] += model.opt.timestep * damping;
        }
        super::factor_h(data);
    }
    let work = &data.scratch.damped;
    if work.progress == Progress::Solved {
        return qacc.copy_from_slice(&work.second_qacc);
    }
    let forces = data.qfrc_smooth.iter().zip(&data.qfrc_constraint);
    for (qacc, (smooth, constraint)) in qacc.iter_mut().zip(forces) {
        *qacc = smooth + constraint;
    }
    super::solve_h(data, qacc);
}

/// Each number twice, by fours.
#[inline(always)]
fn double(values: &[f64], pairs: &mut [f64x2]) {
    let (groups, rest) = pairs.as_chunks_mut::<4>();
    let (value_groups, value_rest) = values.as_chunks::<4>();
    for (pairs, values) in groups.iter_mut().zip(value_groups) {
        *pairs = values.map(f64x2::splat);
    }
    for (pair, &value) in rest.iter_mut().zip(value_rest) {
        *pair = f64x2::splat(value);
    }
}

/// The lanes apart, by fours.
#[inline(always)]
fn split(pairs: &[f64x2], first: &mut [f64], second: &mut [f64]) {
    let (groups, rest) = pairs.as_chunks::<4>();
    let (first_groups, first_rest) = first.as_chunks_mut::<4>();
    let (second_groups, second_rest) = second.as_chunks_mut::<4>();
    let lane = |lane: usize| move |pair: f64x2| pair.to_array()[lane];
    for ((pairs, first), second) in groups.iter().zip(first_groups).zip(second_groups) {
        *first = pairs.map(lane(0));
        *second = pairs.map(lane(1));
    }
    for ((pair, first), second) in rest.iter().zip(first_rest).zip(second_rest) {
        [*first, *second] = pair.to_array();
    }
}
