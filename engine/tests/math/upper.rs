use crate::assert_bits;
use plumbline::internal::kernels::support::Support;
use plumbline::internal::kernels::upper::Upper;

const N: usize = 10;
const ROW: [f64; N] = [0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.25, 0.0, -0.75];
const RIGHT: [f64; N] = [1.0, -2.0, 3.0, -4.0, 5.0, -6.0, 7.0, -8.0, 9.0, -10.0];

/// Two blocks, of columns 0 to 3 and 4 to 9, and a weighted row that couples them.
fn matrix() -> Upper {
    let mut upper = Upper::default();
    upper.clear(N);
    let support = Support::of_row(&ROW);
    upper.couple(support);
    for block in [0..4, 4..N] {
        for i in block.clone() {
            for j in block.start..=i {
                let diagonal = if i == j { 2.0 } else { 0.0 };
                upper.row_mut(j)[i] = 1.0 / (i + j + 1) as f64 + diagonal;
                upper.couple_pair(j, i);
            }
        }
    }
    upper.close();
    upper.add_square(&ROW, support, 3.0);
    upper
}

/// The unit matrix, without any elements off its diagonal.
fn unit() -> Upper {
    let mut upper = Upper::default();
    upper.clear(8);
    upper.close();
    for i in 0..8 {
        upper.row_mut(i)[i] = 1.0;
    }
    upper
}

#[test]
fn a_factor_solves() {
    let mut upper = matrix();
    assert_eq!(upper.factor(1e-15), N);
    let last: Vec<f64> = (0..N).map(|j| upper.row_mut(j)[N - 1]).collect();
    assert_bits(
        last,
        [
            -0.5809475019311124,
            0.0996316746232607,
            0.058898622952258395,
            0.04050107224801297,
            0.04916051440083466,
            0.04381405053289838,
            0.039636275759929965,
            -0.2645271719256068,
            0.04123398561330573,
            1.8193442213905904,
        ],
    );
    let mut x = RIGHT;
    upper.solve(&mut x);
    assert_bits(
        x,
        [
            -0.23344598798049218,
            -0.8203360078137809,
            1.6354137455985756,
            -1.8900654542195456,
            2.49170515910857,
            -3.0052245433407925,
            3.4970176625223837,
            -4.5107851041495435,
            4.499945802448066,
            -3.4706785077734903,
        ],
    );
}

#[test]
fn a_factor_follows_changes_of_rank_one() {
    let mut upper = matrix();
    upper.factor(1e-15);
    let plus = [0.0, 0.0, 0.0, 0.0, 0.1, 0.2, 0.3, 0.0, 0.0, 0.4];
    let minus = [0.3, 0.0, 0.2, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    upper.push_change(plus.into_iter(), true);
    upper.push_change(minus.into_iter(), false);
    assert!(upper.apply_changes());
    let mut x = RIGHT;
    upper.solve(&mut x);
    assert_bits(
        x,
        [
            -0.18843276181271662,
            -0.831616611426197,
            1.655267202562601,
            -1.8958082986991622,
            2.512465219693744,
            -2.9525167370555794,
            3.5815403525340863,
            -4.50586277272865,
            4.492348475086579,
            -3.3926072234327993,
        ],
    );
}

#[test]
fn a_pivot_that_vanishes_is_told() {
    let mut upper = unit();
    let vector = [0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    upper.push_change(vector.into_iter(), false);
    assert!(!upper.apply_changes());
}

#[test]
fn zeros_off_the_diagonal_decide_the_sign_of_a_zero() {
    let mut upper = unit();
    for (mut x, solved) in [
        (
            [1.0, 1.0, 1.0, 1.0, -0.0, 2.0, 3.0, 4.0],
            [1.0, 1.0, 1.0, 1.0, -0.0, 2.0, 3.0, 4.0],
        ),
        (
            [-1.0, -1.0, -1.0, -1.0, -0.0, 2.0, 3.0, 4.0],
            [-1.0, -1.0, -1.0, -1.0, 0.0, 2.0, 3.0, 4.0],
        ),
        (
            [-1.0, -1.0, -1.0, -0.0, -2.0, -2.0, -3.0, -4.0],
            [-1.0, -1.0, -1.0, 0.0, -2.0, -2.0, -3.0, -4.0],
        ),
    ] {
        upper.solve(&mut x);
        assert_bits(x, solved);
    }
}

#[test]
fn zeros_off_the_diagonal_spread_what_is_infinite() {
    let mut x = [-1.0, -1.0, f64::INFINITY, 1.0, -2.0, -2.0, -3.0, -4.0];
    unit().solve(&mut x);
    assert!(x.iter().all(|x| x.is_nan()));
}

/// The matrix with `1 / (i + j + 1)` and more on the diagonal, of size `n`, in a unit matrix of
/// size `size`.
fn embedded(n: usize, size: usize) -> Upper {
    let mut upper = Upper::default();
    upper.clear(size);
    for i in 0..size {
        for j in 0..=i {
            let inside = if i < n { 1.0 / (i + j + 1) as f64 } else { 0.0 };
            upper.row_mut(j)[i] = inside + if i == j { 0.7 } else { 0.0 };
        }
    }
    upper.couple_pair(0, n - 1);
    upper.close();
    upper
}

#[test]
fn a_matrix_of_one_quad_is_factorised_and_solved_as_part_of_a_larger_one() {
    for n in 1..=4 {
        let (mut small, mut large) = (embedded(n, n), embedded(n, 8));
        assert_eq!((small.factor(1e-15), large.factor(1e-15)), (n, 8));
        for right in [[1.0, -2.0, 3.0, -4.0], [0.0, -0.0, 0.5, 0.0]] {
            let mut x = right;
            let mut larger = [0.0; 8];
            larger[..n].copy_from_slice(&right[..n]);
            small.solve(&mut x[..n]);
            large.solve(&mut larger);
            assert_bits(&x[..n], &larger[..n]);
        }
        assert_eq!(embedded(n, n).factor(100.0), 0);
    }
}
