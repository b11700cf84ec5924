//! Vectors, quaternions, 6-D spatial algebra, dense and sparse kernels. The order of summation
//! lives here and only here: [`lanes::sum`] adds up SIMD lanes, [`dense::dot`] and [`sparse::dot`]
//! are the dot products on top of it, and [`gather::dots_of_nonzeros`] is the dense one for vectors
//! that are mostly zero.

pub(crate) mod abreast;
mod band;
mod box_qp;
pub mod cholesky;
mod convert;
pub mod dense;
pub mod eigen;
pub(crate) mod frame;
pub(crate) mod kernels;
mod mat3;
pub mod muscle;
mod numbers;
mod pose;
pub(crate) mod principal;
pub mod pyramid;
mod quat;
mod quat_derivative;
mod rotation;
pub mod scalar;
pub mod spatial;
pub mod square;
pub mod transpose;
pub mod vec3;

pub use band::Band;
pub use box_qp::{BoxQp, BoxQpError, BoxQpWork};
pub use convert::{TooManyNonzeros, dense_to_sparse, sparse_to_dense};
pub use kernels::sparse::Pattern;
pub(crate) use kernels::{
    dispatch, gather, lanes, lu, merge, overlapping, prefix_sum, sparse, sparse_cholesky, support,
    thin, upper,
};
pub use mat3::Mat3;
pub use numbers::{
    bytes_text, halton, insertion_sort, round, sigmoid, spring_damper, standard_normal,
};
pub use pose::Pose;
pub use quat::Quat;
pub use quat_derivative::IntegrateDerivative;
pub use rotation::BadSequence;
pub use spatial::{Inertia, Spatial};

/// A 3-vector.
pub type Vec3 = nalgebra::Vector3<f64>;

/// Below this a norm, mass or pivot counts as zero: MuJoCo's `mjMINVAL`.
pub const MINVAL: f64 = 1e-15;

/// Above this a state is unstable: MuJoCo's `mjMAXVAL`.
pub const MAXVAL: f64 = 1e10;
