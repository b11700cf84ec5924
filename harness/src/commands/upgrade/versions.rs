//! Versions of MuJoCo, as numbers and as a range.

use super::super::CliError;
use crate::provision::wheel;

/// A version as numbers, so that 3.10.0 comes after 3.9.0.
pub(super) fn number(version: &str) -> Vec<u32> {
    version.split('.').flat_map(str::parse).collect()
}

/// The known releases after `from` up to `to`, `to` last.
pub(super) fn between(from: &str, to: &str) -> Result<Vec<String>, CliError> {
    if number(from) >= number(to) {
        let message = format!("--from {from} must be older than --to {to}");
        return Err(CliError::Usage(message));
    }
    let inside = |version: &&str| number(from) < number(version) && number(version) < number(to);
    let known = wheel::versions().into_iter().filter(inside);
    let mut versions: Vec<String> = known.map(str::to_owned).collect();
    versions.push(to.to_owned());
    Ok(versions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_between_two_are_in_order_and_end_with_the_newer() {
        assert_eq!(between("3.3.7", "3.4.0").expect("a range"), ["3.4.0"]);
        let long = between("3.2.6", "3.10.0").expect("a range");
        assert_eq!(long.first().map(String::as_str), Some("3.2.7"));
        assert_eq!(long.last().map(String::as_str), Some("3.10.0"));
        assert!(long.contains(&"3.9.0".to_owned()), "{long:?}");
        assert!(between("3.4.0", "3.3.7").is_err());
    }
}
