//! Numbers.

use plumbline::math::muscle::{Muscle, activation_rate};
use plumbline::math::{halton, round, scalar, sigmoid, spring_damper, standard_normal};
use pyo3::prelude::*;

use super::register;
use crate::array::{Fixed, Output};

/// Functions of numbers.
macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident($($argument:ident: $type:ty),*) -> $result:ty $body:block)*) => {
        $(
            $(#[$doc])*
            #[pyfunction]
            fn $name($($argument: $type),*) -> $result $body
        )*
    };
}

numbers! {
    /// The smaller of two numbers.
    mju_min(a: f64, b: f64) -> f64 { scalar::min(a, b) }
    /// The larger of two numbers.
    mju_max(a: f64, b: f64) -> f64 { scalar::max(a, b) }
    /// A number brought into a range.
    mju_clip(x: f64, min: f64, max: f64) -> f64 { scalar::clip(x, min, max) }
    /// 1, 0 or -1.
    mju_sign(x: f64) -> f64 { scalar::sign(x) }
    /// The nearest whole number.
    mju_round(x: f64) -> i32 { round(x) }
    /// Whether a number is none, or too large.
    mju_isBad(x: f64) -> i32 { scalar::is_bad(x).into() }
    /// A smooth step from 0 at 0 to 1 at 1.
    mju_sigmoid(x: f64) -> f64 { sigmoid(x) }
    /// An element of a Halton sequence.
    mju_Halton(index: u32, base: u32) -> f64 { halton(index, base) }
    /// Position of a spring with a damper after a time.
    mju_springDamper(pos0: f64, vel0: f64, Kp: f64, Kv: f64, dt: f64) -> f64 {
        spring_damper(pos0, vel0, Kp, Kv, dt)
    }
    /// Gain of a muscle.
    mju_muscleGain(len: f64, vel: f64, lengthrange: Fixed<2>, acc0: f64, prm: Fixed<9>) -> f64 {
        Muscle::new(lengthrange.0, acc0, &prm.0).gain(len, vel)
    }
    /// Passive force of a muscle.
    mju_muscleBias(len: f64, lengthrange: Fixed<2>, acc0: f64, prm: Fixed<9>) -> f64 {
        Muscle::new(lengthrange.0, acc0, &prm.0).bias(len)
    }
    /// Rate of a muscle's activation.
    mju_muscleDynamics(ctrl: f64, act: f64, prm: Fixed<3>) -> f64 {
        activation_rate(ctrl, act, &prm.0)
    }
}

unsafe extern "C" {
    safe fn rand() -> i32;
}

/// A random number of the standard normal distribution, from C's generator as in MuJoCo; a second
/// one goes to `num2`.
#[pyfunction]
#[pyo3(signature = (num2 = None))]
fn mju_standardNormal(num2: Option<Output>) -> PyResult<f64> {
    let [first, second] = standard_normal(|| rand());
    num2.map_or(Ok(()), |num2| num2.write(&[second]))?;
    Ok(first)
}

register! {
    mju_min mju_max mju_clip mju_sign mju_round mju_isBad mju_sigmoid mju_Halton mju_springDamper
    mju_muscleGain mju_muscleBias mju_muscleDynamics mju_standardNormal
}
