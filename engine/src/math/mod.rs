//! Vectors, quaternions, 6-D spatial algebra, dense and sparse kernels. The order of summation lives here and only here.

pub mod dense;
pub mod eigen;
pub mod mat3;
pub mod quat;
pub mod scalar;
pub mod sparse;
pub mod spatial;
pub mod vec3;

pub use mat3::Mat3;
pub use quat::Quat;
pub use spatial::{Inertia, Spatial};

/// A 3-vector.
pub type Vec3 = nalgebra::Vector3<f64>;

/// Below this a norm, mass or pivot counts as zero: MuJoCo's `mjMINVAL`.
pub const MINVAL: f64 = 1e-15;

/// Above this a state is unstable: MuJoCo's `mjMAXVAL`.
pub const MAXVAL: f64 = 1e10;
