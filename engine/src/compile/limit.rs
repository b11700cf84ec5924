//! When a range is a limit: stated explicitly, or inferred from the range.

use super::refusal::invalid;
use crate::error::Error;
use crate::spec::{Auto, Source};

/// Whether `range` is a limit.
pub(super) fn is_limited(limited: Auto, range: [f64; 2]) -> bool {
    match limited {
        Auto::True => true,
        Auto::False => false,
        Auto::Auto => range[0] < range[1],
    }
}

/// Without `autolimits`, a range without an explicit `limited` is ambiguous.
pub(super) fn check_explicit(
    limited: Auto,
    range: [f64; 2],
    autolimits: bool,
    (element, range_name, limited_name): (&str, &str, &str),
    source: &Source,
) -> Result<(), Error> {
    let has_range = !(range[0] == 0.0 && range[1] == 0.0);
    if limited == Auto::Auto && has_range && !autolimits {
        return Err(invalid(
            element,
            source,
            format!("`{range_name}` is given, but not whether it limits"),
        )
        .attribute(range_name)
        .expected(format!(
            "`{limited_name}` to be true or false, or autolimits in `compiler`"
        )));
    }
    Ok(())
}

/// A limit must have its lower end below its upper end.
pub(super) fn check_order(
    limited: bool,
    range: [f64; 2],
    (element, range_name): (&str, &str),
    source: &Source,
) -> Result<(), Error> {
    if limited && range[0] >= range[1] {
        return Err(invalid(
            element,
            source,
            format!("`{range_name}` is empty: {} to {}", range[0], range[1]),
        )
        .attribute(range_name)
        .expected("the first value smaller than the second"));
    }
    Ok(())
}
