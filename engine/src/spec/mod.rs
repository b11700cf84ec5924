//! A model as its author describes it: what MJCF says, before anything is computed from it.
//!
//! The reader fills a [`Spec`] from MJCF text with defaults already applied; a program may build or change one by hand.
//! Angles, names and orientations are kept as written: resolving them is the compiler's work.

mod actuator;
mod body;
mod compiler;

pub use actuator::{Actuator, BiasType, DynType, GainType, Transmission};
pub use body::{Body, Inertial, Joint, JointType, Site, SiteShape};
pub use compiler::{Compiler, LengthRange, LengthRangeMode};

use crate::error::Location;
use crate::fields::Opt;
use crate::math::{Quat, Vec3};

/// A whole model.
#[derive(Clone, Debug)]
pub struct Spec {
    pub name: String,
    pub compiler: Compiler,
    pub option: Opt,
    /// Statistics that the author gave; what is `None` is computed.
    pub statistic: StatisticOverride,
    pub world: Body,
    pub actuators: Vec<Actuator>,
}

/// Statistics given by the author instead of computed ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StatisticOverride {
    pub meaninertia: Option<f64>,
    pub meanmass: Option<f64>,
    pub meansize: Option<f64>,
    pub extent: Option<f64>,
    pub center: Option<Vec3>,
}

/// A switch that may be left to the compiler.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Auto {
    False,
    True,
    #[default]
    Auto,
}

/// An orientation in the form in which it was written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Orientation {
    Quat(Quat),
    /// Axis, then angle.
    AxisAngle([f64; 4]),
    XyAxes([f64; 6]),
    ZAxis(Vec3),
    Euler(Vec3),
}

impl Default for Orientation {
    fn default() -> Self {
        Orientation::Quat(Quat([1.0, 0.0, 0.0, 0.0]))
    }
}

/// Where an element stands in its file; `None` for one made by a program.
pub type Source = Option<Location>;
