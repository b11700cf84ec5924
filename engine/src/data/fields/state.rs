//! The state, what the user sets, and what comes out first: accelerations and readings.

macro_rules! states {
    ($next:ident $context:tt $($before:tt)*) => { $next! { $context $($before)*
        /// Positions of the joints, each from `jnt_qposadr`: 3 for the place and 4 for the
        /// quaternion of a free joint, the quaternion of a ball, the displacement of a slide, the
        /// angle of a hinge.
        Integrate qpos: f64 [nq] in "m, rad or 1";
        /// Velocities of the dofs. Of a free joint first the linear velocity in the world, then the
        /// angular one in the body's own frame; of a ball the angular one in the body's own frame.
        Integrate qvel: f64 [nv] in "m/s or rad/s";
        /// Activations of the actuators that have a state of their own, each from
        /// `actuator_actadr`.
        Integrate act: f64 [na] in "any";
        /// Accelerations of the last step, from which the solver starts.
        Integrate qacc_warmstart: f64 [nv] in "m/s^2 or rad/s^2";
        /// State of the plugins.
        Integrate plugin_state: f64 [npluginstate] in "any";
        /// What the actuators are told, one number each: a force, a target or whatever the actuator
        /// makes of it.
        Input ctrl: f64 [nu] in "any";
        /// Forces of the user along the dofs.
        Input qfrc_applied: f64 [nv] in "N or N m";
        /// Force and torque of the user on each body, at its centre of mass, in world axes: force
        /// first.
        Input xfrc_applied: [f64; 6] [nbody] in "N, N m";
        /// Whether each equality constraint holds: 1, or 0 to let go.
        Input eq_active: u8 [neq];
        /// Where the user wants the bodies of motion capture, in the world.
        Input mocap_pos: Vec3 [nmocap] in "m";
        /// How the user wants the bodies of motion capture rotated, in the world.
        Input mocap_quat: Quat [nmocap] in "1";
        /// Accelerations of the dofs, in the frames of `qvel`: what forward dynamics computes and
        /// inverse dynamics starts from.
        Solve qacc: f64 [nv] in "m/s^2 or rad/s^2";
        /// Rate at which each activation changes.
        Actuation act_dot: f64 [na] in "any/s";
        /// Numbers of the user, which the engine does not touch.
        Input userdata: f64 [nuserdata] in "any";
        /// Readings of all sensors, each from `sensor_adr`.
        Sensor sensordata: f64 [nsensordata] in "that of the sensor";
        /// Which of the program's plugins an instance is of, as in the model.
        Structure plugin: i32 [nplugin];
        /// Addresses of what the plugins keep for themselves.
        Structure plugin_data: u64 [nplugin] => absent;
    } };
}
pub(super) use states;
