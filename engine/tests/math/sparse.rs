use crate::assert_bits;
use plumbline::internal::kernels::sparse;

const VALUES: [f64; 7] = [0.5937, 0.8912, 0.3208, -0.8182, 0.7317, -0.5014, 0.8792];
const COLUMNS: [i32; 7] = [0, 2, 3, 5, 6, 8, 9];

#[test]
fn dot_adds_each_element_of_the_tail_in_turn() {
    let dense = [
        -0.3139, 0.0541, 0.2728, -0.9822, -1.1074, 0.1996, -0.4667, 0.2355, 0.7595, -1.6488,
    ];
    assert_bits([sparse::dot(&VALUES, &COLUMNS, &dense)], [-2.5935682]);
}

#[test]
fn sums_have_the_columns_of_both() {
    let mut values = [1.0, 2.0, f64::NAN, f64::NAN, f64::NAN];
    let mut columns = [1, 4, -1, -1, -1];
    let n = sparse::add_scaled(
        (&mut values, &mut columns),
        2,
        (&[-0.0, 0.5, 3.0], &[0, 4, 7]),
        2.0,
    );
    assert_eq!(n, 4);
    // What only one side has is not added to a zero: its sign stays.
    assert_bits(&values[..4], [-0.0, 1.0, 3.0, 6.0]);
    assert_eq!(columns[..4], [0, 1, 4, 7]);
}
