//! Functions of numbers, vectors and matrices against MuJoCo's.

use crate::{REFERENCE, Sandbox};

#[test]
fn every_utility_has_the_bits_of_mujoco() {
    let outcome = Sandbox::new().harness("utilities --samples 10000");
    assert_eq!(outcome.code, 0, "{}", outcome.stdout);
    let ok = "functions with 10000 samples each";
    assert!(outcome.stdout.contains(ok), "{}", outcome.stdout);
}

#[test]
fn mujoco_has_its_own_bits_at_every_threshold() {
    let words = format!("utilities --samples 500 --seed 5 --subject {REFERENCE}");
    let outcome = Sandbox::new().harness(&words);
    assert_eq!(outcome.code, 0, "{}", outcome.stdout);
}

#[test]
fn a_function_that_there_is_not_is_nothing_selected() {
    let outcome = Sandbox::new().harness("utilities --function mju_nothing");
    assert_eq!(outcome.code, 4, "{}", outcome.stderr);
}
