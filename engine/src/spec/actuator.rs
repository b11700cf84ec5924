//! Actuators: transmission, activation dynamics, gain and bias.

use std::sync::Arc;

use super::{Auto, ClassName, Compiler, PluginUse, SavedState, Source};
use crate::model::codes::{BiasType, DynType, GainType};
use crate::model::{NBIAS, NDYN, NGAIN};

/// What an actuator acts on, by name.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Transmission {
    /// No target was given; compiling such an actuator is an error.
    #[default]
    Undefined,
    /// A joint, by name; the gear is in its own frame.
    Joint(String),
    /// A joint, with the gear in the frame of the parent.
    JointInParent(String),
    /// Crank site; the slider site is required, but its absence is the compiler's to report.
    SliderCrank {
        /// The site of the crank's pin.
        crank: String,
        /// The site whose z axis the slider moves along.
        slider: Option<String>,
    },
    /// A tendon, by name.
    Tendon(String),
    /// A force and torque at a site.
    Site {
        /// The site that they act at.
        site: String,
        /// The site in whose frame they are; the site itself if there is none.
        reference: Option<String>,
    },
    /// Adhesion at the contacts of a body, by name.
    Body(String),
}

/// One actuator. The shortcuts of MJCF (`motor`, `position` and so on) are read into the same
/// general form.
#[doc(alias = "mjsActuator")]
#[derive(Clone, Debug)]
pub struct Actuator {
    /// The element's name; empty for none.
    pub name: String,
    /// How the activation follows the control. Default none: there is no activation.
    pub dyntype: DynType,
    /// Parameters of the activation's dynamics, such as a time constant in s. Default 1, then
    /// zeros.
    pub dynprm: [f64; NDYN],
    /// Number of activation variables; `None` lets the dynamics decide.
    pub actdim: Option<i32>,
    /// Whether the force follows from the next activation instead of the current one.
    pub actearly: bool,
    /// How the gain is computed. Default fixed.
    pub gaintype: GainType,
    /// Parameters of the gain. Default 1, then zeros.
    pub gainprm: [f64; NGAIN],
    /// How the bias is computed. Default none.
    pub biastype: BiasType,
    /// Parameters of the bias. Default zeros.
    pub biasprm: [f64; NBIAS],
    /// What it acts on.
    pub transmission: Transmission,
    /// What length and force are multiplied by. Default 1, then zeros.
    pub gear: [f64; 6],
    /// Length of the rod of a slider-crank, in m.
    pub cranklength: f64,
    /// The shortest and the longest length, in m or rad; equal if it is to be found.
    pub lengthrange: [f64; 2],
    /// Take the control (or activation) range from the target's range, scaled by this; 0 to leave
    /// it.
    pub inheritrange: f64,
    /// Whether `ctrlrange` holds.
    pub ctrllimited: Auto,
    /// The lowest and the highest control.
    pub ctrlrange: [f64; 2],
    /// Whether `forcerange` holds.
    pub forcelimited: Auto,
    /// The lowest and the highest force, in N or N m.
    pub forcerange: [f64; 2],
    /// Whether `actrange` holds.
    pub actlimited: Auto,
    /// The lowest and the highest activation.
    pub actrange: [f64; 2],
    /// A group by which viewers show and hide it and options switch it off. Default 0.
    pub group: i32,
    /// The plugin that computes its force.
    pub plugin: Option<PluginUse>,
    /// Numbers of the author, which the engine does not read.
    pub user: Vec<f64>,
    /// States in keyframes of the model that this was attached from; read into keyframes of their
    /// own.
    pub saved: Vec<SavedState>,
    /// Compiler settings of the model that this was attached from; `None` for the spec's own.
    pub settings: Option<Arc<Compiler>>,
    /// The default class that it belongs to; `None` for `main`.
    pub class: ClassName,
    /// Where it was written.
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
            plugin: None,
            user: Vec::new(),
            saved: Vec::new(),
            settings: None,
            class: None,
            source: None,
        }
    }
}
