//! Settings of the compiler.

use super::Auto;

/// MJCF's `compiler` element. Defaults are MuJoCo 3.2.6's.
#[derive(Clone, Debug, PartialEq)]
pub struct Compiler {
    /// Infer `limited` from the presence of a range.
    pub autolimits: bool,
    /// Angles in the file are in degrees.
    pub degree: bool,
    /// Axes of Euler rotations, `x y z` intrinsic, `X Y Z` extrinsic.
    pub eulerseq: [char; 3],
    pub boundmass: f64,
    pub boundinertia: f64,
    /// Rescale all masses to this total; not at all if negative.
    pub settotalmass: f64,
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
            length_range: LengthRange::default(),
        }
    }
}

/// Which actuators get a length range by simulation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LengthRangeMode {
    None,
    #[default]
    Muscle,
    MuscleUser,
    All,
}

/// MJCF's `compiler/lengthrange` element.
#[derive(Clone, Debug, PartialEq)]
pub struct LengthRange {
    pub mode: LengthRangeMode,
    pub useexisting: bool,
    pub uselimit: bool,
    pub accel: f64,
    pub maxforce: f64,
    pub timeconst: f64,
    pub timestep: f64,
    pub inttotal: f64,
    pub interval: f64,
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
