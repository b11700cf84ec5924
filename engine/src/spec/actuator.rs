//! Actuators: transmission, activation dynamics, gain and bias.

use std::sync::Arc;

use super::{Auto, Compiler, SavedState, Source};
use crate::model::codes::{BiasType, DynType, GainType};
use crate::model::{NBIAS, NDYN, NGAIN};

/// What an actuator acts on, by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Transmission {
    /// No target was given; compiling such an actuator is an error.
    #[default]
    Undefined,
    Joint(String),
    JointInParent(String),
    /// Crank site; the slider site is required, but its absence is the compiler's to report.
    SliderCrank {
        crank: String,
        slider: Option<String>,
    },
    Tendon(String),
    Site {
        site: String,
        reference: Option<String>,
    },
    Body(String),
}

/// One actuator. The shortcuts of MJCF (`motor`, `position` and so on) are read into the same
/// general form.
#[derive(Clone, Debug)]
pub struct Actuator {
    pub name: String,
    pub dyntype: DynType,
    pub dynprm: [f64; NDYN],
    /// Number of activation variables; `None` lets the dynamics decide.
    pub actdim: Option<i32>,
    pub actearly: bool,
    pub gaintype: GainType,
    pub gainprm: [f64; NGAIN],
    pub biastype: BiasType,
    pub biasprm: [f64; NBIAS],
    pub transmission: Transmission,
    pub gear: [f64; 6],
    pub cranklength: f64,
    pub lengthrange: [f64; 2],
    /// Take the control (or activation) range from the target's range, scaled by this; 0 to leave
    /// it.
    pub inheritrange: f64,
    pub ctrllimited: Auto,
    pub ctrlrange: [f64; 2],
    pub forcelimited: Auto,
    pub forcerange: [f64; 2],
    pub actlimited: Auto,
    pub actrange: [f64; 2],
    pub group: i32,
    pub user: Vec<f64>,
    /// States in keyframes of the model that this was attached from; read into keyframes of their
    /// own.
    pub saved: Vec<SavedState>,
    /// Compiler settings of the model that this was attached from; `None` for the spec's own.
    pub settings: Option<Arc<Compiler>>,
    pub source: Source,
}

impl Default for Actuator {
    fn default() -> Self {
        Actuator {
            name: String::new(),
            dyntype: DynType::None,
            dynprm: std::array::from_fn(|i| if i == 0 { 1.0 } else { 0.0 }),
            actdim: None,
            actearly: false,
            gaintype: GainType::Fixed,
            gainprm: std::array::from_fn(|i| if i == 0 { 1.0 } else { 0.0 }),
            biastype: BiasType::None,
            biasprm: [0.0; NBIAS],
            transmission: Transmission::Undefined,
            gear: std::array::from_fn(|i| if i == 0 { 1.0 } else { 0.0 }),
            cranklength: 0.0,
            lengthrange: [0.0; 2],
            inheritrange: 0.0,
            ctrllimited: Auto::Auto,
            ctrlrange: [0.0; 2],
            forcelimited: Auto::Auto,
            forcerange: [0.0; 2],
            actlimited: Auto::Auto,
            actrange: [0.0; 2],
            group: 0,
            user: Vec::new(),
            saved: Vec::new(),
            settings: None,
            source: None,
        }
    }
}
