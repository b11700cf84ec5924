//! Kernels against values printed by MuJoCo 3.2.6's own `mju_` functions, compared bit for bit.

mod dense;
mod eigen;
mod quat;
mod quat_derivative;
mod sparse;
mod spatial;
mod support;
mod upper;
mod vec3;

use plumbline::math::Vec3;

/// Panics unless both slices hold the same bits.
#[track_caller]
pub fn assert_bits(ours: impl AsRef<[f64]>, mujoco: impl AsRef<[f64]>) {
    let bits = |v: &[f64]| v.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    let (ours, mujoco) = (ours.as_ref(), mujoco.as_ref());
    assert_eq!(bits(ours), bits(mujoco), "ours {ours:?}, MuJoCo {mujoco:?}");
}

pub fn array(v: Vec3) -> [f64; 3] {
    v.into()
}
