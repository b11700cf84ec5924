//! Sensors and plugins.

macro_rules! sensors {
    ($next:ident $context:tt $($before:tt)*) => { $next! { $context $($before)*
        /// What the sensor measures.
        sensor_type: i32 [nsensor] as SensorType;
        /// What its numbers are: any, positive, an axis or a quaternion.
        sensor_datatype: i32 [nsensor] as DataType;
        /// What must be computed before it can be read: positions, velocities or accelerations.
        sensor_needstage: i32 [nsensor] as NeedStage;
        /// The kind of what it is on.
        sensor_objtype: i32 [nsensor] as ObjectType;
        /// Which of that kind it is on; -1 if it is on nothing.
        sensor_objid: i32 [nsensor];
        /// The kind of the frame that a frame sensor measures in; 0 for the world.
        sensor_reftype: i32 [nsensor] as ObjectType;
        /// Which of that kind it measures in; -1 for the world.
        sensor_refid: i32 [nsensor];
        /// How many numbers a reading has.
        sensor_dim: i32 [nsensor];
        /// Where the reading starts in `sensordata`.
        sensor_adr: i32 [nsensor];
        /// Readings are kept within this, both ways unless they are positive; 0 for no bound. It is
        /// the largest distance of a geom distance sensor.
        sensor_cutoff: f64 [nsensor] in "that of the reading";
        /// Standard deviation of the real sensor's noise, for the user: the engine adds none.
        sensor_noise: f64 [nsensor] in "that of the reading";
        /// Numbers of the user for the sensor, which the engine does not read.
        sensor_user: f64 [nsensor, nuser_sensor] in "any";
        /// The instance of a plugin that gives the reading; -1 for none.
        sensor_plugin: i32 [nsensor];

        /// Which of the program's plugins an instance is of.
        plugin: i32 [nplugin];
        /// Where the instance's state starts in `plugin_state`.
        plugin_stateadr: i32 [nplugin];
        /// How many numbers the instance's state has.
        plugin_statenum: i32 [nplugin];
        /// Configurations of all instances, as texts with a zero after each.
        plugin_attr: Char [npluginattr];
        /// Where the instance's configuration starts in `plugin_attr`.
        plugin_attradr: i32 [nplugin];
    } };
}
pub(super) use sensors;
