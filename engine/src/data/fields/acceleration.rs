//! What follows from positions, velocities and forces or accelerations.

macro_rules! accelerations {
    ($next:ident $context:tt $($before:tt)*) => { $next! { $context $($before)*
        /// Force of the actuator along its own length, before the transmission.
        Actuation actuator_force: f64 [nu] in "N or N m";
        /// Force of all actuators on the dofs, within `jnt_actfrcrange`.
        Actuation qfrc_actuator: f64 [nv] in "N or N m";
        /// All forces but those of constraints: passive, of the user and of actuators, minus
        /// `qfrc_bias`.
        Acceleration qfrc_smooth: f64 [nv] in "N or N m";
        /// The accelerations that there would be without constraints: M^-1 `qfrc_smooth`.
        Acceleration qacc_smooth: f64 [nv] in "m/s^2 or rad/s^2";
        /// Force of all constraints on the dofs: J' `efc_force`.
        Solve qfrc_constraint: f64 [nv] in "N or N m";
        /// What inverse dynamics finds: the force that user and actuators together must put on the
        /// dofs for the accelerations in `qacc`.
        Inverse qfrc_inverse: f64 [nv] in "N or N m";
        /// Acceleration of the body: angular, then linear of the point at the tree's centre of
        /// mass, in world axes. Gravity counts as an upward acceleration of the world. Computed
        /// where a sensor needs it.
        RnePost cacc: [f64; 6] [nbody] in "rad/s^2, m/s^2";
        /// Torque and force between the body and its parent, all joints together, about the tree's
        /// centre of mass in world axes. Computed where a sensor needs it.
        RnePost cfrc_int: [f64; 6] [nbody] in "N m, N";
        /// Torque and force on the body from outside: of the user, of contacts and of equality
        /// constraints, about the tree's centre of mass in world axes. Computed where a sensor
        /// needs it.
        RnePost cfrc_ext: [f64; 6] [nbody] in "N m, N";
    } };
}
pub(super) use accelerations;
