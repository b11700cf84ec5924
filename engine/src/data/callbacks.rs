//! User callbacks, called by the pipeline.

use crate::{Data, Model};

/// Called once in each evaluation of the dynamics.
pub type Callback = fn(&Model, &mut Data);

/// Gives one number for an actuator.
pub type ActuatorCallback = fn(&Model, &Data, usize) -> f64;

/// Writes the rates of all activation variables of an actuator that has more than one.
pub type ActivationCallback = fn(&Model, &mut Data, usize);

/// Fills in the readings of user sensors of one stage, named by its number in `sensor_needstage`.
pub type SensorCallback = fn(&Model, &mut Data, i32);

/// The user's callbacks; none by default.
#[derive(Clone, Copy, Debug, Default)]
pub struct Callbacks {
    /// Sets controls and applied forces, after velocities and before actuation.
    #[doc(alias = "mjcb_control")]
    pub control: Option<Callback>,
    /// Adds to `qfrc_passive`.
    #[doc(alias = "mjcb_passive")]
    pub passive: Option<Callback>,
    /// Rate of the activation of an actuator with user dynamics.
    #[doc(alias = "mjcb_act_dyn")]
    pub act_dyn: Option<ActuatorCallback>,
    /// Rates of all activations of an actuator with user dynamics and several of them.
    pub act_dyn_all: Option<ActivationCallback>,
    /// Gain of an actuator with a user gain; 1 without it.
    #[doc(alias = "mjcb_act_gain")]
    pub act_gain: Option<ActuatorCallback>,
    /// Bias of an actuator with a user bias; 0 without it.
    #[doc(alias = "mjcb_act_bias")]
    pub act_bias: Option<ActuatorCallback>,
    /// Readings of user sensors.
    #[doc(alias = "mjcb_sensor")]
    pub sensor: Option<SensorCallback>,
}
