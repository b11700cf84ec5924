//! MuJoCo 3.2.6's physics in Rust, bit for bit.

pub mod asset;
pub mod codes;
mod compile;
pub mod error;
pub mod fields;
pub mod math;
pub mod mjcf;
pub mod spec;

pub mod inertia;
pub mod jacobian;
pub mod pipeline;
pub mod ray;

mod camlight;
mod collision;
mod com_pos;
mod kinematics;
mod load;
mod reset;
mod scratch;
mod set_const;
mod structure;
mod tendon;
mod transmission;
mod wrap;

pub use collision::{GeomDistance, geom_distance};
pub use error::{Error, ErrorKind, Location};
pub use fields::{Data, Model};
pub use load::load;
pub use mjcf::{load_spec, parse};
pub use pipeline::forward;
pub use set_const::set_const;
pub use spec::Spec;
