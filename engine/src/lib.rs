//! MuJoCo 3.2.6's physics in Rust, bit for bit.

pub mod asset;
mod compile;
pub mod data;
pub mod error;
pub(crate) mod files;
pub mod math;
mod memory;
pub mod mjcf;
pub mod model;
pub mod pipeline;
pub mod query;
pub mod spec;
#[cfg(test)]
mod testing;

pub use compile::length_range;
pub use compile::load::{load, load_from};
pub use compile::set_const::set_const;
pub use data::Data;
pub use error::{Error, ErrorKind, Location, Missing, StepError};
pub use mjcf::{load_spec, load_spec_from, parse};
pub use model::Model;
pub use pipeline::acceleration::rne_post::rne_post as rne_post_constraint;
pub use pipeline::collision::{GeomDistance, geom_distance};
pub use pipeline::constraint::contact_force;
pub use pipeline::inverse::inverse;
pub use pipeline::{forward, step, step1, step2};
pub use spec::Spec;
