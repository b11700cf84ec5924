//! MuJoCo 3.2.6's physics in Rust, bit for bit.

pub mod asset;
mod bvh;
pub mod codes;
mod compile;
pub mod error;
pub mod fields;
pub mod math;
pub mod mjcf;
pub mod spec;

pub mod callbacks;
pub mod force;
pub mod inertia;
pub mod integrate;
pub mod inverse;
pub mod jacobian;
pub mod length_range;
pub mod object;
pub mod pipeline;
pub mod ray;

mod acceleration;
mod actuation;
mod bias;
mod camlight;
mod collision;
mod com_pos;
mod com_vel;
mod constraint;
mod derivative;
mod energy;
mod island;
mod kinematics;
mod load;
mod missing;
mod passive;
mod reset;
mod rne_post;
mod scratch;
mod sensor;
mod set_const;
mod solver;
mod structure;
mod tendon;
mod transmission;
mod velocity;
mod wrap;

pub use collision::{GeomDistance, geom_distance};
pub use error::{Error, ErrorKind, Location};
pub use fields::{Data, Model};
pub use load::load;
pub use missing::Missing;
pub use mjcf::{load_spec, parse};
pub use pipeline::{StepError, forward, step, step1, step2};
pub use set_const::set_const;
pub use spec::Spec;
