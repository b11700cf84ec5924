use crate::assert_bits;
use plumbline::internal::kernels::support::{self, Support};

const N: usize = 10;

/// A matrix with zeros before and after what each row has.
fn matrix() -> (Vec<f64>, Vec<Support>) {
    let rows: [(usize, &[f64]); 4] = [
        (4, &[-1.0, 0.0, 2.0, 0.0]),
        (8, &[1.5, -2.5]),
        (0, &[1.0, 2.0, 3.0]),
        (
            0,
            &[
                0.0,
                0.1,
                0.2,
                0.1 * 3.0,
                0.4,
                0.5,
                0.1 * 6.0,
                0.1 * 7.0,
                0.8,
                0.9,
            ],
        ),
    ];
    let mut matrix = vec![0.0; 4 * N];
    for (row, (start, values)) in matrix.chunks_exact_mut(N).zip(rows) {
        row[start..start + values.len()].copy_from_slice(values);
    }
    let supports = matrix.chunks_exact(N).map(Support::of_row).collect();
    (matrix, supports)
}

fn vector() -> [f64; N] {
    let mut v = std::array::from_fn(|i| -1.0 / (i + 1) as f64);
    v[4] = 0.0;
    v[6] = 0.0;
    v
}

#[test]
fn a_product_is_that_with_all_columns() {
    let (matrix, supports) = matrix();
    let mut res = [0.0; 4];
    support::mul_vec(&mut res, &matrix, &supports, &vector());
    assert_bits(res, [0.0, 0.08333333333333334, -3.0, -0.5413888888888889]);
}

#[test]
fn a_zero_has_the_sign_that_the_zeros_outside_give_it() {
    let mut res = [1.0];
    let support = Support::of_columns(&[1, 2]);
    support::mul_vec(&mut res, &[0.0; 8], &[support], &[-1.0; 8]);
    assert_bits(res, [-0.0]);
}

#[test]
fn infinity_meets_the_zeros_outside() {
    let (matrix, supports) = matrix();
    let mut v = vector();
    v[9] = f64::INFINITY;
    let mut res = [0.0; 4];
    support::mul_vec(&mut res, &matrix, &supports, &v);
    assert!(res[0].is_nan() && res[2].is_nan());
    assert_bits(&res[1..2], [f64::NEG_INFINITY]);
    assert_bits(&res[3..], [f64::INFINITY]);
}

#[test]
fn a_transposed_product_is_that_with_all_columns() {
    let (matrix, supports) = matrix();
    let mut res = [0.0; N];
    support::tr_mul_vec(&mut res, &matrix, &supports, &[0.5, 0.0, -0.25, 2.0]);
    assert_bits(
        res,
        [
            -0.25,
            -0.3,
            -0.35,
            0.6000000000000001,
            0.30000000000000004,
            1.0,
            2.2,
            1.4000000000000001,
            1.6,
            1.8,
        ],
    );
    let factors = [f64::INFINITY, 0.0, -0.25, 2.0];
    support::tr_mul_vec(&mut res, &matrix, &supports, &factors);
    let finite = res.map(|x| !x.is_nan());
    assert_eq!(finite, std::array::from_fn(|i| i == 4 || i == 6));
}

#[test]
fn a_row_of_one_column_is_that_with_all_columns() {
    let row = [0.0, 0.0, 0.0, 0.0, 0.0, -2.0];
    let support = Support::of_columns(&[5]);
    let mut v = [-1.0, -1.0, -1.0, -1.0, -1.0, 0.3];
    let mut res = [0.0];
    support::mul_vec(&mut res, &row, &[support], &v);
    assert_bits(res, [-0.6]);
    v[5] = 0.0;
    support::mul_vec(&mut res, &row, &[support], &v);
    let mut expected = [0.0];
    plumbline::math::dense::mul_vec(&mut expected, &row, &v);
    assert_bits(res, expected);

    let mut res = [1.0; 6];
    support::tr_mul_vec(&mut res, &row, &[support], &[0.1]);
    assert_bits(res, [0.0, 0.0, 0.0, 0.0, 0.0, -0.2]);
    support::tr_mul_vec(&mut res, &row, &[support], &[f64::INFINITY]);
    assert!(res[0].is_nan() && res[5] == f64::NEG_INFINITY);
}
