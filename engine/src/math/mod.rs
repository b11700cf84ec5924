//! Vectors, quaternions, 6-D spatial algebra, dense and sparse kernels. The order of summation lives here and only here.

/// A 3-vector.
pub type Vec3 = nalgebra::Vector3<f64>;

/// A quaternion `w, x, y, z`, in MuJoCo's memory order.
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(transparent)]
pub struct Quat(pub [f64; 4]);

/// A 3 x 3 matrix, row by row as in MuJoCo.
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(transparent)]
pub struct Mat3(pub [f64; 9]);
