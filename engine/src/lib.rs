//! MuJoCo 3.2.6's physics in Rust, bit for bit.

pub mod error;
pub mod fields;
pub mod math;
pub mod spec;

pub use error::{Error, ErrorKind, Location};
pub use fields::{Data, Model};
pub use spec::Spec;
