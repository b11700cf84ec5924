//! Errors of the compiler: which element, where it stands, and what would be right.

use crate::error::Error;
use crate::spec::Source;

/// MuJoCo rejects the model too.
pub(super) fn invalid(element: &str, source: &Source, message: impl Into<String>) -> Error {
    Error::invalid(message).element(element).at(source.clone())
}

/// Valid MJCF that the engine does not handle yet.
pub(super) fn unsupported(element: &str, source: &Source, message: impl Into<String>) -> Error {
    Error::unsupported(message)
        .element(element)
        .at(source.clone())
}

/// An element may not have more user values than the model has room for.
pub(super) fn check_user(
    user: &[f64],
    size: usize,
    element: &str,
    source: &Source,
) -> Result<(), Error> {
    if user.len() > size {
        return Err(invalid(
            element,
            source,
            format!(
                "{} user values, but the model has room for {size}",
                user.len()
            ),
        )
        .attribute("user")
        .expected(format!(
            "at most {size} values, or a larger nuser size in `size`"
        )));
    }
    Ok(())
}
