//! MuJoCo 3.2.6's physics in Rust, bit for bit.
//!
//! MJCF goes in, numbers come out. A [`Model`] is what stays the same, a [`Data`] is the state and
//! everything computed from it; both have MuJoCo's fields under MuJoCo's names. Methods are found
//! by MuJoCo's names too: search for `mj_crb`.
//!
//! ```
//! use plumbline::{Data, Model, State};
//! # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/examples"))?;
//!
//! let model = Model::from_xml("humanoid.xml")?;
//! let mut data = Data::new(&model);
//! let (head, knee) = (model.body("head")?, model.actuator("knee_right")?);
//! data.reset_keyframe(&model, model.key("squat")?)?;
//! let start = data.state(&model, State::INTEGRATION);
//! for _ in 0..1000 { data.ctrl[knee] = 0.1; data.step(&model)?; }
//! println!("{} {:?}", data.xpos[head], data.sensor(&model, "head_pos")?);
//! for c in data.contacts(&model) { println!("{:?} {}", c.geom_names(), c.force_world()); }
//! let (jac, mass) = (data.jac_body(&model, head), data.full_m(&model));
//! data.set_state(&model, &start)?;
//! # assert_eq!((jac.p.ncols(), mass.shape()), (model.nv, (model.nv, model.nv)));
//! # assert!(data.contacts(&model).len() > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Same numbers as MuJoCo, and words for what is wrong:
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
//! One [step](Data::step) checks the state, runs [forward dynamics](Data::forward) and integrates.
//! Each stage is a method of its own, which says what must have run before it and what it writes;
//! every field names the stage that writes it.
//!
//! | | stage | MuJoCo |
//! |---|---|---|
//! | [from positions](Data::fwd_position) | [`kinematics`](Data::kinematics) | `mj_kinematics` |
//! | | [`com_pos`](Data::com_pos) | `mj_comPos` |
//! | | [`camlight`](Data::camlight) | `mj_camlight` |
//! | | [`tendon`](Data::tendon) | `mj_tendon` |
//! | | [`crb`](Data::crb), [`factor_m`](Data::factor_m) | `mj_crb`, `mj_factorM` |
//! | | [`collision`](Data::collision) | `mj_collision` |
//! | | [`make_constraint`](Data::make_constraint) | `mj_makeConstraint` |
//! | | [`island`](Data::island) | `mj_island` |
//! | | [`transmission`](Data::transmission) | `mj_transmission` |
//! | | [`project_constraint`](Data::project_constraint) | `mj_projectConstraint` |
//! | | [`sensor_pos`](Data::sensor_pos) | `mj_sensorPos` |
//! | | [`energy_pos`](Data::energy_pos) | `mj_energyPos` |
//! | [and velocities](Data::fwd_velocity) | [`com_vel`](Data::com_vel) | `mj_comVel` |
//! | | [`passive`](Data::passive) | `mj_passive` |
//! | | [`reference_constraint`](Data::reference_constraint) | `mj_referenceConstraint` |
//! | | [`rne`](Data::rne) | `mj_rne` |
//! | | [`sensor_vel`](Data::sensor_vel) | `mj_sensorVel` |
//! | | [`energy_vel`](Data::energy_vel) | `mj_energyVel` |
//! | and forces | [`fwd_actuation`](Data::fwd_actuation) | `mj_fwdActuation` |
//! | | [`fwd_acceleration`](Data::fwd_acceleration) | `mj_fwdAcceleration` |
//! | | [`fwd_constraint`](Data::fwd_constraint) | `mj_fwdConstraint` |
//! | | [`sensor_acc`](Data::sensor_acc) | `mj_sensorAcc` |
//! | to the next state | [`euler`](Data::euler) | `mj_Euler` |
//! | | [`implicit`](Data::implicit) | `mj_implicit` |
//! | | [`runge_kutta`](Data::runge_kutta) | `mj_RungeKutta` |
//!
//! [`inverse`](Data::inverse) goes the other way, from accelerations to forces.
//! [`step1`](Data::step1) and [`step2`](Data::step2) are the halves of a step.
//!
//! # Questions about a state
//!
//! [Jacobians](Data::jac_body), [inertia](Data::full_m), [contacts](Data::contacts) with names and
//! forces, [rays](Data::ray), [distances](Data::geom_distance),
//! [velocities](Data::object_velocity), [energy](Data::kinetic_energy) and [momentum](Data::momentum). A method that returns what it
//! computes panics with a sentence where that is not possible, like an index out of range; its
//! form that ends in `_into` writes into buffers as MuJoCo does, does not allocate, and returns a
//! [`Misuse`] instead. Model and data that do not fit together are always told apart.
//!
//! # The promise
//!
//! All results have the bits that MuJoCo 3.2.6 computes, on x86-64 Linux with glibc, built without
//! FMA (Rust never contracts a product and a sum, and MuJoCo's wheel does not either). Elsewhere
//! results are as good but their last bits may differ, because `sin`, `exp` and `powf` are those of
//! the system's library. What is valid MJCF but not computed yet is refused with
//! [`ErrorKind::Unsupported`], never guessed. A step does not allocate.

#![warn(missing_docs)]

mod allocator;
mod api;
mod asset;
mod batch;
mod compile;
pub mod data;
pub mod error;
mod files;
#[doc(hidden)]
pub mod internal;
pub mod math;
mod memory;
mod misuse;
mod mjb;
mod mjcf;
pub mod model;
mod nearest;
mod pipeline;
mod pool;
mod query;
mod save;
pub mod spec;
#[cfg(test)]
mod testing;

pub use allocator::tune_allocator;
pub use api::{
    BadFormat, ContactView, DerivativeConfig, FloatFormat, Jacobian, Momentum, mat_text,
    mat_text_sparse, max_relative_error,
};
pub use batch::{Batch, BatchError, Number, Rollout, WorldError, WorldFailure, Worlds};
pub use compile::length_range::LengthRangeError;
pub use data::{Data, State, StateVector};
pub use error::{Error, ErrorKind, Location, StepError};
pub use files::{AssetError, Bytes, Files, Place};
pub use misuse::Misuse;
pub use model::Model;
pub use pipeline::Skip;
pub use pipeline::collision::GeomDistance;
pub use pipeline::difference::{
    DerivativeError, DerivativeInput, DerivativeThreads, HybridTransition, InverseDerivatives,
    InverseParts, Transition, TransitionParts,
};
pub use pipeline::plugin::register_plugin;
pub use query::object::Object;
pub use query::ray::{FlexParts, NoDirection, Ray, RayFilter, RayHit, RayVertex};
pub use spec::Spec;

/// The version of MuJoCo whose results these are, as a number: 326 is 3.2.6.
#[doc(alias = "mj_version")]
pub const MUJOCO_VERSION_NUMBER: i32 = 326;

/// The version of MuJoCo whose results these are.
#[doc(alias = "mj_versionString")]
pub const MUJOCO_VERSION: &str = "3.2.6";
