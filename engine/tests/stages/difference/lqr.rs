//! The example that balances an acrobot.

#[allow(dead_code)]
#[path = "../../../examples/lqr.rs"]
mod example;

use example::{ACROBOT, balance, gain, linearised};
use nalgebra::DMatrix;
use plumbline::Model;

/// `A` and `B` by `mjd_transitionFD` of MuJoCo 3.2.6, and the gain that NumPy finds for them.
const A: [f64; 16] = [
    1.001220453789957,
    -0.0011316211081801768,
    0.009992007900448048,
    1.9527482917724043e-05,
    -0.0015646516705065923,
    1.004182286552173,
    1.9527482917724043e-05,
    0.009937839626642119,
    0.12204537899570375,
    -0.11316211081801768,
    0.9992007900448047,
    0.0019527482917724044,
    -0.15646516705065924,
    0.4182286552173249,
    0.0019527482917724044,
    0.9937839626642119,
];
const B: [f64; 4] = [
    -0.003905496583544809,
    0.012432074671576072,
    -0.3905496583544809,
    1.243207467157607,
];
const GAIN: [f64; 4] = [
    -68.82088048364794,
    -17.411889064977313,
    -25.01760579776717,
    -7.281939891320825,
];

#[test]
fn its_gain_is_the_one_of_the_references_matrices() {
    let model = Model::from_xml_string(ACROBOT).unwrap();
    let (a, b) = linearised(&model).unwrap();
    let recorded = (
        DMatrix::from_row_slice(4, 4, &A),
        DMatrix::from_row_slice(4, 1, &B),
    );
    assert_eq!((&a, &b), (&recorded.0, &recorded.1));
    let ours = gain(&a, &b).unwrap();
    assert_eq!(ours, gain(&recorded.0, &recorded.1).unwrap());
    for (ours, expected) in ours.iter().zip(GAIN) {
        assert!(
            (ours - expected).abs() < 1e-7 * expected.abs(),
            "{ours} {expected}"
        );
    }
}

#[test]
fn it_balances() {
    let model = Model::from_xml_string(ACROBOT).unwrap();
    let (a, b) = linearised(&model).unwrap();
    let angle = balance(&model, &gain(&a, &b).unwrap()).unwrap();
    assert!(angle < 1e-3, "{angle}");
    let fallen = balance(&model, &DMatrix::zeros(1, 4)).unwrap();
    assert!(fallen > 1.0, "{fallen}");
}
