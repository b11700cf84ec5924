use super::super::support::Support;
use super::super::upper::Upper;
use super::*;

/// Numbers of both signs with zeros among them.
fn number(i: usize) -> f64 {
    match i % 7 {
        3 => 0.0,
        4 => -0.1 * i as f64,
        _ => 0.7 + 0.03 * i as f64,
    }
}

/// Two equal matrices, positive but for what `weights` say.
fn matrices(n: usize, weights: [f64; 4]) -> [Upper; 2] {
    let (mut few, mut many) = (Upper::default(), Upper::default());
    for matrix in [&mut few, &mut many] {
        matrix.clear(n);
        matrix.couple(Support::ALL);
        matrix.close();
        for i in 0..n {
            matrix.add_to_diagonal(i, 0.9 + 0.1 * i as f64);
        }
        for (r, weight) in weights.into_iter().enumerate() {
            let row: Vec<f64> = (0..n).map(|i| number(i + 3 * r)).collect();
            matrix.add_square(&row, Support::ALL, weight);
        }
    }
    [few, many]
}

fn bits(v: &[f64]) -> Vec<u64> {
    v.iter().map(|x| x.to_bits()).collect()
}

#[test]
fn few_columns_have_the_bits_of_many() {
    // The last has pivots that must be raised.
    for weights in [[0.3, 1.7, 20.0, 0.0], [0.3, -1.7, 1e9, -5.0]] {
        for n in 1..=8 * QUAD {
            let [mut few, mut many] = matrices(n, weights);
            assert_eq!(few.factor(MINVAL), many.factor_many(MINVAL), "rank of {n}");
            for round in 0..4 {
                for j in 0..n {
                    let rows = [&mut few, &mut many].map(|matrix| bits(&matrix.row_mut(j)[j..n]));
                    assert_eq!(rows[0], rows[1], "row {j} of {n}, round {round}");
                }
                let start: Vec<f64> = (0..n).map(|i| number(i + round)).collect();
                let [mut x, mut y] = [start.clone(), start];
                few.solve(&mut x);
                many.solve_many(&mut y);
                assert_eq!(bits(&x), bits(&y), "solution of {n}, round {round}");
                for matrix in [&mut few, &mut many] {
                    // Row by row, as the smallest wave, as a long one; and what came of it.
                    for r in 0..[3, 4, 11, 0][round] {
                        let plus = r != 1 || round == 0;
                        matrix.push_change((0..n).map(|i| number(2 * i + r)), plus);
                    }
                }
                assert_eq!(few.apply_changes(), many.change_many(), "{n}");
            }
        }
    }
}
