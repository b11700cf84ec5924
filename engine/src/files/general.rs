//! Numbers as C prints them.

/// A number as C's `%g` prints it: six significant digits, no trailing zeros.
pub(crate) fn general(x: f64) -> String {
    if x == 0.0 || !x.is_finite() {
        return format!("{x}").to_lowercase();
    }
    let scientific = format!("{x:.5e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let trim = |text: &str| {
        if text.contains('.') {
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        } else {
            text.to_owned()
        }
    };
    if (-4..6).contains(&exponent) {
        trim(&format!("{x:.*}", (5 - exponent) as usize))
    } else {
        let sign = if exponent < 0 { '-' } else { '+' };
        format!("{}e{sign}{:02}", trim(digits), exponent.abs())
    }
}
