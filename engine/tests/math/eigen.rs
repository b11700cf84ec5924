use crate::assert_bits;
use plumbline::math::{Mat3, eigen::eigen3};

#[test]
fn a_full_matrix_is_diagonalised() {
    let eigen = eigen3(&Mat3([
        0.8678, -0.711, 0.4579, -0.711, 0.5926, -0.3374, 0.4579, -0.3374, 0.7631,
    ]));
    assert_bits(
        eigen.values,
        [1.773718140834642, 0.44558262228651985, 0.004199236878836596],
    );
    assert_bits(
        eigen.quat.0,
        [
            0.723692547879288,
            0.5614169214739292,
            -0.3947644437867446,
            -0.07239592770635395,
        ],
    );
    assert_bits(eigen.vectors.0, eigen.quat.to_mat().0);
}

#[test]
#[allow(clippy::approx_constant)]
fn a_diagonal_matrix_is_sorted_by_quarter_turns() {
    let eigen = eigen3(&Mat3([1.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 3.0]));
    assert_bits(eigen.values, [3.0, 2.0, 1.0]);
    assert_bits(
        eigen.quat.0,
        [0.0, 0.707106781186548, 0.0, 0.707106781186548],
    );
}

#[test]
fn a_matrix_of_nan_ends() {
    assert!(eigen3(&Mat3([f64::NAN; 9])).values[0].is_nan());
}
