//! Why points have no hull.
//!
//! The numbers are those under which qhull documents the same refusals, so that they can be looked
//! up.

use thiserror::Error;

#[derive(Clone, Copy, Debug, Error, PartialEq)]
pub(crate) enum HullError {
    #[error("a hull needs at least 4 finite points")]
    Input,
    #[error("QH6421 all points are the same")]
    Point,
    #[error("QH6013 all points have the same x coordinate, {0}")]
    SameX(f64),
    #[error(
        "QH6154 Qhull precision error: Initial simplex is flat (facet {0} is coplanar with the interior point)"
    )]
    Flat(u32),
    /// Rounding has led to facets that no merge can mend.
    #[error("{0}")]
    Precision(&'static str),
}

/// What a step of the construction returns.
pub(super) type Step<T = ()> = Result<T, HullError>;

/// Stops the construction.
pub(super) fn stop<T>(why: &'static str) -> Step<T> {
    Err(HullError::Precision(why))
}
