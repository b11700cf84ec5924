//! Numbers as C reads them.

use crate::{accept, reject};

fn timestep(value: &str) -> f64 {
    accept(&format!("<mujoco><option timestep=\"{value}\"/></mujoco>"))
        .option
        .timestep
}

#[test]
fn floats_have_every_form_that_strtod_knows() {
    assert_eq!(timestep(".5"), 0.5);
    assert_eq!(timestep("5."), 5.0);
    assert_eq!(timestep("+1e-3"), 1e-3);
    assert_eq!(timestep(" \t1\n\u{b}"), 1.0);
    assert_eq!(timestep("0x10"), 16.0);
    assert_eq!(timestep("0x.8p1"), 1.0);
    assert_eq!(timestep("0x1p-1074"), f64::from_bits(1));
    assert_eq!(timestep("INF"), f64::INFINITY);
    assert_eq!(timestep("-infinity"), f64::NEG_INFINITY);
    assert!(timestep("nan").is_nan());
    assert!(timestep("-NaN(12)").is_nan());
    assert_eq!(timestep("0e-999"), 0.0);
    assert!(timestep("-0").is_sign_negative());
    assert_eq!(timestep("2.2250738585072014e-308"), f64::MIN_POSITIVE);
    // Nothing at all means not given.
    assert_eq!(timestep(""), 0.002);
}

#[test]
fn words_that_are_no_float_are_refused() {
    for value in [
        "1,5", "1e", "1e308e", "1_000", ".", "--1", "+-1", "1d5", "0x", "0x1p", "x", "nan(", "in",
    ] {
        reject(&format!("<mujoco><option timestep=\"{value}\"/></mujoco>"));
    }
}

#[test]
fn overflow_and_underflow_are_refused() {
    for value in [
        "1e999",
        "-1e309",
        "1e-320",
        "1e-400",
        "4.9e-324",
        "2.2250738585072011e-308",
    ] {
        reject(&format!("<mujoco><option timestep=\"{value}\"/></mujoco>"));
    }
}

#[test]
fn integers_are_decimal_and_fit_32_bits() {
    let iterations = |value: &str| {
        accept(&format!(
            "<mujoco><option iterations=\"{value}\"/></mujoco>"
        ))
        .option
        .iterations
    };
    assert_eq!(iterations(" 5 "), 5);
    assert_eq!(iterations("+5"), 5);
    assert_eq!(iterations("010"), 10);
    assert_eq!(iterations("-2147483648"), i32::MIN);
    for value in [
        "",
        " ",
        "1.5",
        "5.0",
        "0x10",
        "1e2",
        "5abc",
        "nan",
        "2147483648",
        "1 2",
    ] {
        reject(&format!(
            "<mujoco><option iterations=\"{value}\"/></mujoco>"
        ));
    }
}

#[test]
fn vectors_are_whole_or_partial_as_the_attribute_allows() {
    let option = accept("<mujoco><option gravity=\"1\n2\t3\" o_solref=\"5\"/></mujoco>").option;
    assert_eq!(option.gravity.as_slice(), [1.0, 2.0, 3.0]);
    assert_eq!(option.o_solref, [5.0, 1.0]);
    for attribute in [
        "gravity=\"0 0\"",
        "gravity=\"0 0 0 0\"",
        "gravity=\"0,0,0\"",
        "o_solref=\"1 2 3\"",
    ] {
        reject(&format!("<mujoco><option {attribute}/></mujoco>"));
    }
}

#[test]
fn keywords_are_exact() {
    accept("<mujoco><option integrator=\"RK4\"/></mujoco>");
    for value in ["euler", " Euler", ""] {
        reject(&format!(
            "<mujoco><option integrator=\"{value}\"/></mujoco>"
        ));
    }
}

#[test]
fn a_bad_number_is_named_and_located() {
    let error = reject("<mujoco>\n<option gravity='0 0 1,5'/></mujoco>");
    assert_eq!(error.element.as_deref(), Some("option"));
    assert_eq!(error.attribute.as_deref(), Some("gravity"));
    assert_eq!(error.message, "`1,5` in attribute `gravity` is no number");
    let location = error.location.unwrap();
    assert_eq!((location.line, location.column), (2, 17));
}
