//! The special paths of the inertia matrix against the general one, bit for bit.

use wide::f64x2;

use super::element::Element;
use super::{factor, solve};
use crate::Model;
use crate::data::WarningStat;
use crate::model::paths::SpecialPath;
use crate::model::topology::Ancestry;
use crate::testing::{Parents, Random, assert_same, compile, mjcf, step_with_and_without, trees};

const TREE_PATHS: [SpecialPath; 3] = [SpecialPath::Trunk, SpecialPath::Block, SpecialPath::Single];

/// What is hard on a factorisation: zeros of both signs, what is not finite, and pivots that are
/// not positive.
const HARD: [f64; 6] = [0.0, -0.0, f64::INFINITY, f64::NAN, -1.0, 1e-300];

fn model_of(parents: &Parents, random: &mut Random) -> Model {
    let simple_trees = random.below(2) == 0;
    let mut simple = vec![0; parents.len()];
    for i in 0..parents.len() {
        // All dofs of a tree are simple or none.
        simple[i] = match parents[i] {
            Some(parent) => simple[parent],
            None => i32::from(simple_trees && random.below(3) == 0),
        };
    }
    Model {
        nv: parents.len(),
        dof_parentid: parents.iter().map(|p| p.map_or(-1, |p| p as i32)).collect(),
        dof_simplenum: simple,
        ..Model::default()
    }
}

/// A matrix with a strong diagonal, in which one number in every `rarity` is hard.
fn matrix(ancestry: &Ancestry, random: &mut Random, rarity: usize) -> Vec<f64> {
    let mut matrix = vec![0.0; ancestry.columns.len()];
    for row in &ancestry.rows {
        let end = if row.simple { row.start + 1 } else { row.end };
        for element in &mut matrix[row.start..end] {
            *element = random.or_special(rarity, &HARD);
        }
        matrix[row.start] += 4.0;
    }
    matrix
}

/// Factor and inverse diagonal, the solution for `x`, and the warnings.
fn factor_and_solve<E: Element>(
    ancestry: &Ancestry,
    matrix: &[E],
    x: &[E],
) -> ([Vec<E>; 3], WarningStat) {
    let (mut factors, mut diag_inv) = (matrix.to_vec(), vec![E::ONE; x.len()]);
    let (mut x, mut warning) = (x.to_vec(), WarningStat::default());
    factor::factor(
        ancestry,
        0..x.len(),
        &mut factors,
        &mut diag_inv,
        &mut warning,
    );
    solve::solve(ancestry, &factors, &diag_inv, &mut x);
    ([factors, diag_inv, x], warning)
}

fn for_all_trees(mut check: impl FnMut(&Ancestry, &Ancestry, &[Vec<f64>; 2], &[Vec<f64>; 2])) {
    for n in 1..=40 {
        let random = &mut Random::new(n);
        for parents in trees(n, random) {
            let model = model_of(&parents, random);
            let open = Ancestry::new(&model);
            let closed = SpecialPath::close(&TREE_PATHS, || Ancestry::new(&model));
            for rarity in [usize::MAX, 40, 5] {
                let matrices = [(); 2].map(|()| matrix(&open, random, rarity));
                let vectors = [(); 2].map(|()| {
                    (0..n)
                        .map(|_| random.or_special(rarity.min(4), &HARD[..2]))
                        .collect()
                });
                check(&open, &closed, &matrices, &vectors);
            }
        }
    }
}

#[test]
fn trees_of_all_shapes_have_the_factors_and_solutions_of_the_general_path() {
    for_all_trees(|open, closed, [matrix, _], [x, _]| {
        let (special, warning) = factor_and_solve(open, matrix, x);
        let (general, general_warning) =
            SpecialPath::close(&TREE_PATHS, || factor_and_solve(closed, matrix, x));
        for (special, general) in special.iter().zip(&general) {
            assert_same(special, general, "all paths");
        }
        assert_eq!(warning, general_warning);
    });
}

#[test]
fn pairs_of_matrices_have_the_bits_of_each() {
    for_all_trees(|open, _, [first, second], [x, y]| {
        let pairs = |a: &[f64], b: &[f64]| -> Vec<f64x2> {
            a.iter()
                .zip(b)
                .map(|(&a, &b)| f64x2::from([a, b]))
                .collect()
        };
        let (both, _) = factor_and_solve(open, &pairs(first, second), &pairs(x, y));
        for (lane, (matrix, x)) in [(first, x), (second, y)].into_iter().enumerate() {
            let (alone, _) = factor_and_solve(open, matrix, x);
            for (both, alone) in both.iter().zip(&alone) {
                let of_lane: Vec<f64> = both.iter().map(|pair| pair.to_array()[lane]).collect();
                assert_same(&of_lane, alone, "lane");
            }
        }
    });
}

/// The lengths at which something changes: 4 dofs of a block, 10 of a trunk, and 44, whose chain is
/// the longest with fewer than 1024 elements.
const LENGTHS: [usize; 12] = [1, 2, 3, 4, 5, 9, 10, 11, 15, 20, 44, 45];

fn step_damped_trees(limited: bool, change: impl Fn(&mut Model)) {
    for n in LENGTHS {
        let random = &mut Random::new(n);
        for parents in trees(n, random) {
            let joint = |i: usize| {
                let range = if limited {
                    "limited='true' range='-2 2'"
                } else {
                    ""
                };
                let damping = if i % 3 == 1 { "0" } else { "0.02" };
                format!("damping='{damping}' {range}")
            };
            let mut model = compile(&mjcf(&parents, "", joint, ""));
            change(&mut model);
            step_with_and_without(&model, &[SpecialPath::Damped], 3, |_, data| {
                for force in &mut data.qfrc_applied {
                    *force = random.or_special(4, &[0.0, -0.0]) * 0.01;
                }
            });
        }
    }
}

#[test]
fn damping_ahead_has_the_bits_of_damping_afterwards() {
    step_damped_trees(false, |_| {});
}

#[test]
fn damping_ahead_leaves_the_solution_to_constraints() {
    step_damped_trees(true, |_| {});
}

#[test]
fn damping_ahead_gives_way_to_warnings() {
    // A second matrix that is not positive, beside a first one that is.
    step_damped_trees(false, |model| {
        for damping in model.dof_damping.iter_mut().skip(1).step_by(4) {
            *damping = -1e3;
        }
        model.dof_damping[0] = 0.1;
    });
}
