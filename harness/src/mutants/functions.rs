//! Functions that need no model, as judges of faults: much of `math` is reached by programs alone,
//! which `harness utilities` holds to MuJoCo.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::side::Side;
use super::switch;
use super::trial::Killed;
use crate::utilities::{Amount, UTILITIES, Utility, compare, load_empty};

/// What their names start with, among those of cases.
const PREFIX: &str = "utilities/";
/// Samples of a function with each of its sizes.
const SAMPLES: usize = 200;

/// The names of those that can be called here; of some the C library draws the arguments.
pub(super) fn names() -> impl Iterator<Item = String> {
    let all = UTILITIES.iter().filter(|utility| !utility.draws);
    all.map(|utility| format!("{PREFIX}{}", utility.name))
}

/// The function of a name that [`names`] has given.
pub(super) fn named(name: &str) -> Option<&'static Utility> {
    let name = name.strip_prefix(PREFIX)?;
    UTILITIES.iter().find(|utility| utility.name == name)
}

/// Calls a function with a fault, or while recording which are reached.
pub(super) fn attempt(utility: &Utility, number: u32) -> Option<Killed> {
    let how = |how: String| Killed {
        case: format!("{PREFIX}{}", utility.name),
        how,
        mode: "utilities".to_owned(),
        ..Killed::default()
    };
    let amount = Amount {
        samples: SAMPLES * utility.sizes.len(),
        at_once: SAMPLES,
        seed: 1,
    };
    let compared = catch_unwind(AssertUnwindSafe(|| {
        let (mut reference, mut subject) = (Side::new(0), Side::new(number));
        load_empty(&mut reference)?;
        load_empty(&mut subject)?;
        compare(utility, amount, &mut reference, &mut subject)
    }));
    switch::set(0);
    match compared {
        Err(_) => Some(how("panic".to_owned())),
        Ok(Err(failure)) => Some(how(failure.to_string())),
        Ok(Ok(Err(_))) => Some(how("differs".to_owned())),
        Ok(Ok(Ok(_))) => None,
    }
}
