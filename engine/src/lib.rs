//! MuJoCo 3.2.6's physics in Rust, bit for bit.
//!
//! MJCF goes in, numbers come out: load a [`Model`], make its [`Data`], [`step`]. A [`Model`] is
//! what stays the same, a [`Data`] is the state and everything computed from it; both have MuJoCo's
//! fields under MuJoCo's names. Functions are found by MuJoCo's names too: search for `mj_crb`.
//!
//! ```
//! use plumbline::{Data, Model};
//!
//! let model = Model::from_xml_string(
//!     r#"<mujoco>
//!          <option timestep="0.01"/>
//!          <worldbody>
//!            <geom type="plane" size="1 1 .1"/>
//!            <body name="ball" pos="0 0 1">
//!              <freejoint/>
//!              <geom size=".1"/>
//!            </body>
//!          </worldbody>
//!        </mujoco>"#,
//! )?;
//! let mut data = Data::new(&model);
//! for _ in 0..200 {
//!     data.step(&model)?;
//! }
//! // The ball has come to rest on the plane, at exactly the height that it has in MuJoCo.
//! assert_eq!(data.ncon, 1);
//! assert_eq!(data.qpos[2], 0.09963281815753983);
//!
//! // What is wrong with a model, and where.
//! let error = Model::from_xml_string("<mujoco><option timestpe='.01'/></mujoco>").unwrap_err();
//! assert_eq!(error.location.unwrap().column, 17);
//! assert_eq!(error.expected.unwrap(), "perhaps `timestep`");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The pipeline
//!
//! One [`step`] checks the state, runs [`forward`] and integrates. Each stage is a function in a
//! module of its own in [`pipeline`]; every field names the stage that writes it, as a
//! [`Stage`](model::Stage).
//!
//! | | stage | MuJoCo |
//! |---|---|---|
//! | from positions | `kinematics` | `mj_kinematics` |
//! | | `com_pos` | `mj_comPos` |
//! | | `camlight` | `mj_camlight` |
//! | | `tendon` | `mj_tendon` |
//! | | [`crb`](pipeline::position::inertia), `factor_m` | `mj_crb`, `mj_factorM` |
//! | | `collision` | `mj_collision` |
//! | | `constraint::make` | `mj_makeConstraint` |
//! | | `island::find` | `mj_island` |
//! | | `transmission` | `mj_transmission` |
//! | | `constraint::project` | `mj_projectConstraint` |
//! | | `position_sensors`, `energy::potential` | `mj_sensorPos`, `mj_energyPos` |
//! | and velocities | `rates::velocity` | the first part of `mj_fwdVelocity` |
//! | | `com_vel` | `mj_comVel` |
//! | | `passive` | `mj_passive` |
//! | | `constraint::reference` | `mj_referenceConstraint` |
//! | | `bias` | `mj_rne` |
//! | | `velocity_sensors`, `energy::kinetic` | `mj_sensorVel`, `mj_energyVel` |
//! | and forces | `actuation` | `mj_fwdActuation` |
//! | | `smooth::acceleration` | `mj_fwdAcceleration` |
//! | | `solver::solve` | `mj_fwdConstraint` |
//! | | `acceleration_sensors` | `mj_sensorAcc` |
//! | to the next state | [`integrate`](pipeline::integrate) | `mj_Euler`, `mj_implicit`, ... |
//!
//! [`inverse`] goes the other way, from accelerations to forces. [`step1`] and [`step2`] are the
//! halves of a step. [`query`] answers questions about a state: [rays](query::ray),
//! [Jacobians](query::jacobian), [poses and velocities](query::object),
//! [forces](query::force), [distances](geom_distance).
//!
//! # The promise
//!
//! All results have the bits that MuJoCo 3.2.6 computes, on x86-64 Linux with glibc, built without
//! FMA (Rust never contracts a product and a sum, and MuJoCo's wheel does not either). Elsewhere
//! results are as good but their last bits may differ, because `sin`, `exp` and `powf` are those of
//! the system's library. What is valid MJCF but not computed yet is refused with
//! [`ErrorKind::Unsupported`] or named by [`Data::missing`], never guessed. A step does not
//! allocate.

mod allocator;
mod api;
pub mod asset;
mod compile;
pub mod data;
pub mod error;
pub(crate) mod files;
pub mod math;
mod memory;
mod misuse;
pub mod mjcf;
pub mod model;
mod nearest;
pub mod pipeline;
pub mod query;
pub mod spec;
#[cfg(test)]
mod testing;

pub use allocator::tune_allocator;
pub use compile::length_range;
pub use compile::set_const::set_const;
pub use data::Data;
pub use error::{Error, ErrorKind, Location, Missing, StepError};
pub use files::Files;
pub use misuse::Misuse;
pub use model::Model;
pub use pipeline::Skip;
pub use pipeline::collision::{GeomDistance, geom_distance};
pub use pipeline::constraint::contact_force;
pub use spec::Spec;
