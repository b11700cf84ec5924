//! Changing a [`Spec`](crate::spec::Spec): finding elements, taking bodies from other models,
//! removing them.
//!
//! Lists are plain vectors, so that adding is a push. What is here is what concerns several lists
//! at once: references by name, default classes, and keyframes, whose values belong to joints,
//! actuators and mocap bodies and follow them while the tree changes.

mod attach;
mod detach;

use super::copy::{Lost, Repeated, Uncopied};
use crate::error::Error;

fn repeated(repeated: &Repeated) -> Error {
    Error::invalid(format!(
        "the name `{}` occurs twice after copying",
        repeated.name
    ))
    .expected("a prefix or suffix that keeps names distinct")
}

/// A copy would use a plugin in a way that MuJoCo does not survive.
fn uncopied(lost: Uncopied) -> Error {
    Error::unsupported(lost.to_string()).expected("plugins of actuators and sensors, without names")
}

fn lost(lost: &Lost) -> Error {
    match lost {
        Lost::TooMany => Error::unsupported("keyframes of so many copies"),
        Lost::Overrun => {
            Error::unsupported("copies where the last joint's class has joints of a larger type")
                .expected("a class of joints of the same type")
        }
    }
}
