//! Errors of the compiler: which element, where it stands, and what would be right.

use crate::error::Error;
use crate::files::AssetError;
use crate::spec::Source;

/// MuJoCo rejects the model too.
pub(super) fn invalid(element: &str, source: &Source, message: impl Into<String>) -> Error {
    Error::invalid(message).element(element).at(source.clone())
}

/// An asset cannot be made; MuJoCo rejects the model too.
pub(super) fn asset(element: &str, source: &Source, wrong: AssetError) -> Error {
    let error = invalid(element, source, wrong.to_string());
    error.caused_by(wrong.source)
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
