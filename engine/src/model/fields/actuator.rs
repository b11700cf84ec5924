//! Actuators. The force is `gain * (control or activation) + bias`, and acts through the
//! transmission on joints, tendons, sites or bodies.

macro_rules! actuators {
    ($next:ident $context:tt $($before:tt)*) => { $next! { $context $($before)*
        /// What the actuator acts on.
        actuator_trntype: i32 [nu] as TransmissionType;
        /// How the activation follows the control.
        actuator_dyntype: i32 [nu] as DynType;
        /// How the gain is computed.
        actuator_gaintype: i32 [nu] as GainType;
        /// How the bias is computed.
        actuator_biastype: i32 [nu] as BiasType;
        /// The joint, tendon, site or body that it acts on; second the slider's site of a
        /// slider-crank, or the reference site; -1 for none.
        actuator_trnid: [i32; 2] [nu];
        /// The first of the actuator's activations in `act`; -1 if it has none.
        actuator_actadr: i32 [nu];
        /// How many activations the actuator has.
        actuator_actnum: i32 [nu];
        /// A group of the author's: viewers show and hide by it, `opt.disableactuator` switches it
        /// off.
        actuator_group: i32 [nu];
        /// Whether `ctrl` is kept within `actuator_ctrlrange`.
        actuator_ctrllimited: u8 [nu];
        /// Whether the force is kept within `actuator_forcerange`.
        actuator_forcelimited: u8 [nu];
        /// Whether the activation is kept within `actuator_actrange`.
        actuator_actlimited: u8 [nu];
        /// Parameters of the activation's dynamics: a filter's time constant; a muscle's times of
        /// activation and deactivation, and over what width one becomes the other.
        actuator_dynprm: [f64; NDYN] [nu] in "s, s, 1";
        /// Parameters of the gain: the gain itself; or the terms of constant, length and velocity
        /// of an affine one; or the nine of a muscle.
        actuator_gainprm: [f64; NGAIN] [nu] in "any";
        /// Parameters of the bias: the terms of constant, length and velocity of an affine one, or
        /// the nine of a muscle.
        actuator_biasprm: [f64; NBIAS] [nu] in "any";
        /// Whether the force follows from the next activation instead of the current one.
        actuator_actearly: u8 [nu];
        /// The lowest and the highest control.
        actuator_ctrlrange: [f64; 2] [nu] in "any";
        /// The lowest and the highest force, before the transmission.
        actuator_forcerange: [f64; 2] [nu] in "N or N m";
        /// The lowest and the highest activation.
        actuator_actrange: [f64; 2] [nu] in "any";
        /// What length and force are multiplied by: the first number for slides, hinges and
        /// tendons; three for balls; force and torque, three each, for free joints and sites.
        actuator_gear: [f64; 6] [nu] in "1";
        /// Length of the rod of a slider-crank.
        actuator_cranklength: f64 [nu] in "m";
        /// Length of the acceleration that a unit force of the actuator causes at `qpos0`: the norm
        /// of M^-1 times its moment.
        actuator_acc0: f64 [nu] in "1/kg";
        /// The actuator's length at `qpos0`.
        actuator_length0: f64 [nu] in "m or rad";
        /// The shortest and the longest length that the actuator can have, for muscles.
        actuator_lengthrange: [f64; 2] [nu] in "m or rad";
        /// Numbers of the user for the actuator, which the engine does not read.
        actuator_user: f64 [nu, nuser_actuator] in "any";
        /// The instance of a plugin that gives the force; -1 for none.
        actuator_plugin: i32 [nu];
    } };
}
pub(super) use actuators;
