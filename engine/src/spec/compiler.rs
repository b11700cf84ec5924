//! Settings of the compiler.

use super::Auto;

/// MJCF's `compiler` element. Defaults are MuJoCo 3.2.6's.
#[doc(alias = "mjsCompiler")]
#[derive(Clone, Debug, PartialEq)]
pub struct Compiler {
    /// Infer `limited` from the presence of a range.
    pub autolimits: bool,
    /// Angles in the file are in degrees.
    pub degree: bool,
    /// Axes of Euler rotations, `x y z` intrinsic, `X Y Z` extrinsic.
    pub eulerseq: [char; 3],
    /// The least mass of a body that moves, in kg. Default 0.
    pub boundmass: f64,
    /// The least principal inertia of a body that moves, in kg m^2. Default 0.
    pub boundinertia: f64,
    /// Rescale all masses to this total; not at all if negative.
    pub settotalmass: f64,
    /// Make the three principal inertias equal to their mean where they are not those of any real
    /// body.
    pub balanceinertia: bool,
    /// Fit geoms to meshes by their bounding box instead of their inertia box.
    pub fitaabb: bool,
    /// Drop geoms and materials that only serve drawing.
    pub discardvisual: bool,
    /// Merge bodies without joints into their parents.
    pub fusestatic: bool,
    /// Infer body inertia from geoms: always, never, or where there is no `inertial`.
    pub inertiafromgeom: Auto,
    /// Range of groups whose geoms count for inertia, both ends included.
    pub inertiagrouprange: [i32; 2],
    /// Align the free joints of simple bodies with the inertial frame.
    pub alignfree: bool,
    /// Whether MuJoCo compiles meshes on several threads; the engine does as it likes.
    pub usethread: bool,
    /// How length ranges of actuators are found.
    pub length_range: LengthRange,
}

impl Default for Compiler {
    fn default() -> Self {
        Compiler {
            autolimits: true,
            degree: true,
            eulerseq: ['x', 'y', 'z'],
            boundmass: 0.0,
            boundinertia: 0.0,
            settotalmass: -1.0,
            balanceinertia: false,
            fitaabb: false,
            discardvisual: false,
            fusestatic: false,
            inertiafromgeom: Auto::Auto,
            inertiagrouprange: [0, 5],
            alignfree: false,
            usethread: true,
            length_range: LengthRange::default(),
        }
    }
}

/// Which actuators get a length range by simulation.
#[doc(alias = "mjtLRMode")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum LengthRangeMode {
    /// None of them.
    None,
    /// Those with the gain or bias of a muscle.
    #[default]
    Muscle,
    /// Those with the gain or bias of a muscle or of the user.
    MuscleUser,
    /// All of them.
    All,
}

/// MJCF's `compiler/lengthrange` element.
#[doc(alias = "mjLROpt")]
#[derive(Clone, Debug, PartialEq)]
pub struct LengthRange {
    /// Which actuators get a range.
    pub mode: LengthRangeMode,
    /// Keep a range that the author gave. Default true.
    pub useexisting: bool,
    /// Take the limits of the joint or tendon where it has some. Default false.
    pub uselimit: bool,
    /// Acceleration to aim for, which sets the force, in m/s^2 or rad/s^2. Default 20.
    pub accel: f64,
    /// The largest force, in N or N m; 0 for no bound. Default 0.
    pub maxforce: f64,
    /// Time constant at which velocities are damped, in s. Default 1.
    pub timeconst: f64,
    /// Timestep of the simulation, in s; 0 for the model's own. Default 0.01.
    pub timestep: f64,
    /// How long is simulated in all, in s. Default 10.
    pub inttotal: f64,
    /// The time at the end in which the length must stay the same, in s. Default 2.
    pub interval: f64,
    /// How much it may change in that time, relative to the range. Default 0.05.
    pub tolrange: f64,
}

impl Default for LengthRange {
    #[doc(alias = "mj_defaultLROpt")]
    fn default() -> Self {
        LengthRange {
            mode: LengthRangeMode::Muscle,
            useexisting: true,
            uselimit: false,
            accel: 20.0,
            maxforce: 0.0,
            timeconst: 1.0,
            timestep: 0.01,
            inttotal: 10.0,
            interval: 2.0,
            tolrange: 0.05,
        }
    }
}
