//! A forward computation stage by stage, each stage's results disturbed before the next one reads
//! them: at random within a precision, or rounded to it.
//!
//! A copy of the reference that is disturbed so shows what rounding alone may do to its results;
//! one that is rounded so is an honest simulator of that precision.

use plumbline::internal::fields::Stage;

use super::call::Call;
use crate::precision::Precision;

/// The function that simulators with stages offer by this name. It is not one of MuJoCo's.
pub const STAGED: &str = "plumbline_staged";

/// What happens to results of a stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Noise {
    pub precision: Precision,
    /// The seed of a random disturbance; without one, numbers are rounded to the nearest.
    pub seed: Option<u32>,
    /// A fault on purpose.
    pub scale: Option<Scale>,
}

/// All elements of a field are multiplied, as soon as its stage has written it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// Index among the simulator's fields.
    pub field: usize,
    pub factor: f64,
}

impl Noise {
    pub fn call(&self) -> Call {
        let seed = self.seed.map_or(-1.0, f64::from);
        let mut arguments = vec![vec![self.precision.bits().into(), seed]];
        arguments.extend(
            self.scale
                .map(|scale| vec![scale.field as f64, scale.factor]),
        );
        Call {
            function: STAGED.to_owned(),
            arguments,
        }
    }

    /// What a call asks for; `None` if it is malformed.
    pub fn of_call(call: &Call) -> Option<Noise> {
        let (noise, scale) = call.arguments.split_first()?;
        let [bits, seed] = noise.as_slice() else {
            return None;
        };
        Some(Noise {
            precision: Precision::of_bits(*bits as u32)?,
            seed: (*seed >= 0.0).then_some(*seed as u32),
            scale: match scale {
                [] => None,
                [scale] => match scale.as_slice() {
                    [field, factor] => Some(Scale {
                        field: *field as usize,
                        factor: *factor,
                    }),
                    _ => return None,
                },
                _ => return None,
            },
        })
    }
}

/// Disturbs numbers one after the other.
#[derive(Clone, Debug)]
pub struct Disturber {
    precision: Precision,
    random: Option<SplitMix>,
}

/// A generator of random numbers for which any seed is good.
#[derive(Clone, Debug)]
struct SplitMix(u64);

impl SplitMix {
    /// Uniform in [-1, 1).
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

impl Disturber {
    pub fn new(noise: &Noise) -> Disturber {
        Disturber {
            precision: noise.precision,
            random: noise.seed.map(|seed| SplitMix(u64::from(seed) << 20)),
        }
    }

    /// A number that rounding may have made of this one, which is a part of something of `size`.
    pub fn disturb(&mut self, value: f64, size: f64) -> f64 {
        match &mut self.random {
            None => self.precision.round(value),
            Some(random) => {
                let unit = self.precision.unit();
                value + unit * value.abs().max(size) * random.next()
            }
        }
    }
}

/// One step of the computation.
#[derive(Clone, Copy, Debug)]
pub struct StageCall {
    pub function: &'static str,
    /// The stages whose fields are complete after it.
    pub writes: &'static [Stage],
    /// Only if this bit of `opt.enableflags` is set.
    pub enabled: Option<i64>,
}

const fn always(function: &'static str, writes: &'static [Stage]) -> StageCall {
    StageCall {
        function,
        writes,
        enabled: None,
    }
}

const ENERGY: i64 = 1 << 1;

/// The stages of a forward computation up to the forces, in order.
pub const STAGES: &[StageCall] = &[
    always("forget", &[]),
    always("no_energy", &[]),
    always("mj_kinematics", &[Stage::Kinematics]),
    always("mj_comPos", &[Stage::ComPos]),
    always("mj_camlight", &[Stage::CamLight]),
    always("mj_flex", &[Stage::Flex]),
    always("mj_tendon", &[Stage::Tendon]),
    always("mj_crb", &[Stage::Crb]),
    always("mj_factorM", &[Stage::Factor]),
    always("mj_collision", &[Stage::Collision]),
    always("mj_makeConstraint", &[Stage::Constraint]),
    // `mj_island`, where it is enabled.
    always("islands", &[]),
    always("mj_transmission", &[Stage::Transmission]),
    always("mj_projectConstraint", &[Stage::Project]),
    always("mj_sensorPos", &[]),
    StageCall {
        function: "mj_energyPos",
        writes: &[],
        enabled: Some(ENERGY),
    },
    always("mj_fwdVelocity", &[Stage::Velocity, Stage::ComVel]),
    always("mj_passive", &[Stage::Passive]),
    always("mj_referenceConstraint", &[Stage::Reference]),
    // Again, from velocities as they are now.
    always(BIAS, &[Stage::Bias]),
    always("mj_sensorVel", &[Stage::SubtreeVel]),
    StageCall {
        function: "mj_energyVel",
        writes: &[Stage::Energy],
        enabled: Some(ENERGY),
    },
    always("mj_fwdActuation", &[Stage::Actuation]),
    always("mj_fwdAcceleration", &[Stage::Acceleration]),
    // Again, from the force as it is now.
    always(SOLVE, &[]),
    always("mj_fwdConstraint", &[Stage::Solve]),
    always("mj_sensorAcc", &[Stage::RnePost, Stage::Sensor]),
];

/// Functions that hand back what belongs into a field: that field, its result and what it takes.
pub const BIAS: &str = "mj_rne";
pub const SOLVE: &str = "mj_solveM";

/// Parts of frames, whose zeros are as uncertain as their ones.
pub fn size_of(field: &str) -> f64 {
    const FRAMES: &[&str] = &[
        "xquat",
        "xmat",
        "ximat",
        "xaxis",
        "geom_xmat",
        "site_xmat",
        "cam_xmat",
        "light_xdir",
        "contact.frame",
    ];
    match FRAMES.contains(&field) {
        true => 1.0,
        false => 0.0,
    }
}

/// Boxes that searches start from: whether they are a little larger or smaller means nothing.
pub const BOXES: &[&str] = &["bvh_aabb_dyn", "flexelem_aabb"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_noise_survives_its_call() {
        let scale = Scale {
            field: 7,
            factor: 1.001,
        };
        for (seed, scale) in [(None, None), (Some(3), None), (None, Some(scale))] {
            let noise = Noise {
                precision: Precision::SINGLE,
                seed,
                scale,
            };
            assert_eq!(Noise::of_call(&noise.call()), Some(noise));
        }
    }

    #[test]
    fn a_disturbed_number_is_within_the_unit_and_zeros_of_frames_move() {
        let noise = Noise {
            precision: Precision::SINGLE,
            seed: Some(1),
            scale: None,
        };
        let mut disturber = Disturber::new(&noise);
        let unit = Precision::SINGLE.unit();
        for _ in 0..100 {
            let moved = disturber.disturb(3.0, 0.0) - 3.0;
            assert!(moved != 0.0 && moved.abs() <= 3.0 * unit);
        }
        assert_eq!(disturber.disturb(0.0, 0.0), 0.0);
        assert!(disturber.disturb(0.0, 1.0).abs() > 0.0);
    }
}
