//! Soaking: rounds of random states until a bound, or until something differs.

use crate::{PENDULUM, REFERENCE, Sandbox};

#[test]
fn a_soak_goes_on_until_it_has_its_count_of_states() {
    let sandbox = Sandbox::with_model(PENDULUM);
    let words = format!("soak model.xml --subject {REFERENCE} --random 4 --count 9 --seed 7");
    let outcome = sandbox.harness(&words);
    assert_eq!(outcome.code, 0, "{}", outcome.stdout);
    let report = "no difference at 12 states";
    assert!(outcome.stderr.contains(report), "{}", outcome.stderr);
}

#[test]
fn a_soak_stops_at_the_first_seed_that_differs_and_names_it() {
    let sandbox = Sandbox::with_model(PENDULUM);
    let words = format!("soak model.xml --subject {REFERENCE} --seed 7 --inject qacc[0]@1:ulp=1");
    let outcome = sandbox.harness(&words);
    assert_eq!(outcome.code, 100, "{}", outcome.stdout);
    let report = "seed 7 is not ok";
    assert!(outcome.stderr.contains(report), "{}", outcome.stderr);
}

#[test]
fn a_soak_refuses_modes_in_which_it_does_not_compare() {
    let outcome = Sandbox::with_model(PENDULUM).harness("soak model.xml --modes forward,free");
    assert_eq!(outcome.code, 2);
    let told = "--modes free: soaking compares in the modes forward and derivative";
    assert!(outcome.stderr.contains(told), "{}", outcome.stderr);
}
