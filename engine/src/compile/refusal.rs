//! How the compiler says no: which element, where it stands, and what would be right.

use crate::error::{Error, ErrorKind};
use crate::spec::Source;

/// MuJoCo rejects the model too.
pub(super) fn invalid(element: &str, source: &Source, message: impl Into<String>) -> Error {
    refuse(ErrorKind::Invalid, element, source, message.into())
}

/// Valid MJCF that the engine does not handle yet.
pub(super) fn unsupported(element: &str, source: &Source, message: impl Into<String>) -> Error {
    refuse(ErrorKind::Unsupported, element, source, message.into())
}

fn refuse(kind: ErrorKind, element: &str, source: &Source, message: String) -> Error {
    Error {
        kind,
        location: source.clone(),
        element: Some(element.to_owned()),
        attribute: None,
        snippet: None,
        message,
        expected: None,
    }
}

/// Adds detail to an error that is being made.
pub(super) trait Detail {
    fn attribute(self, name: &str) -> Self;
    fn expected(self, what: impl Into<String>) -> Self;
}

impl Detail for Error {
    fn attribute(mut self, name: &str) -> Self {
        self.attribute = Some(name.to_owned());
        self
    }

    fn expected(mut self, what: impl Into<String>) -> Self {
        self.expected = Some(what.into());
        self
    }
}

/// Fills an element's user data up to the size that the model has for it.
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
