//! Kinds of sensors, of their readings, and of what they wait for.

use super::kinds;

kinds! {
    /// Sensor types: `sensor_type`.
    #[doc(alias = "mjtSensor")]
    SensorType {
        /// Normal forces of the contacts within a site.
        #[default]
        Touch = 0 "touch",
        /// Linear acceleration of a site, with gravity, in its frame.
        Accelerometer = 1 "accelerometer",
        /// Linear velocity of a site, in its frame.
        Velocimeter = 2 "velocimeter",
        /// Angular velocity of a site, in its frame.
        Gyro = 3 "gyro",
        /// Force between a body and its parent, in the frame of a site.
        Force = 4 "force",
        /// Torque between a body and its parent, in the frame of a site.
        Torque = 5 "torque",
        /// Magnetic flux at a site, in its frame.
        Magnetometer = 6 "magnetometer",
        /// Distance to the nearest geom along the z axis of a site; -1 if there is none.
        Rangefinder = 7 "rangefinder",
        /// Pixel coordinates of a site in a camera's image.
        CamProjection = 8 "camprojection",
        /// Position of a hinge or slide joint.
        JointPos = 9 "jointpos",
        /// Velocity of a hinge or slide joint.
        JointVel = 10 "jointvel",
        /// Length of a tendon.
        TendonPos = 11 "tendonpos",
        /// Velocity of a tendon.
        TendonVel = 12 "tendonvel",
        /// Length of an actuator's transmission.
        ActuatorPos = 13 "actuatorpos",
        /// Velocity of an actuator's transmission.
        ActuatorVel = 14 "actuatorvel",
        /// Force of an actuator.
        ActuatorFrc = 15 "actuatorfrc",
        /// Force of all actuators at a hinge or slide joint.
        JointActFrc = 16 "jointactuatorfrc",
        /// Orientation of a ball joint.
        BallQuat = 17 "ballquat",
        /// Angular velocity of a ball joint.
        BallAngVel = 18 "ballangvel",
        /// Distance of a joint to its limit, less the margin.
        JointLimitPos = 19 "jointlimitpos",
        /// Velocity of a joint's limit constraint.
        JointLimitVel = 20 "jointlimitvel",
        /// Force of a joint's limit constraint.
        JointLimitFrc = 21 "jointlimitfrc",
        /// Distance of a tendon to its limit, less the margin.
        TendonLimitPos = 22 "tendonlimitpos",
        /// Velocity of a tendon's limit constraint.
        TendonLimitVel = 23 "tendonlimitvel",
        /// Force of a tendon's limit constraint.
        TendonLimitFrc = 24 "tendonlimitfrc",
        /// Position of an element with a frame.
        FramePos = 25 "framepos",
        /// Orientation of an element with a frame.
        FrameQuat = 26 "framequat",
        /// x axis of an element with a frame.
        FrameXAxis = 27 "framexaxis",
        /// y axis of an element with a frame.
        FrameYAxis = 28 "frameyaxis",
        /// z axis of an element with a frame.
        FrameZAxis = 29 "framezaxis",
        /// Linear velocity of an element with a frame.
        FrameLinVel = 30 "framelinvel",
        /// Angular velocity of an element with a frame.
        FrameAngVel = 31 "frameangvel",
        /// Linear acceleration of an element with a frame.
        FrameLinAcc = 32 "framelinacc",
        /// Angular acceleration of an element with a frame.
        FrameAngAcc = 33 "frameangacc",
        /// Centre of mass of a body and all below it.
        SubtreeCom = 34 "subtreecom",
        /// Velocity of the centre of mass of a body and all below it.
        SubtreeLinVel = 35 "subtreelinvel",
        /// Angular momentum of a body and all below it, about their centre of mass.
        SubtreeAngMom = 36 "subtreeangmom",
        /// Distance between two geoms or bodies.
        GeomDist = 37 "distance",
        /// Direction from one geom or body to another.
        GeomNormal = 38 "normal",
        /// Segment between the nearest points of two geoms or bodies.
        GeomFromTo = 39 "fromto",
        /// Simulation time.
        Clock = 40 "clock",
        /// What a plugin computes.
        Plugin = 41 "plugin",
        /// What the sensor callback writes.
        User = 42 "user",
    }
}

kinds! {
    /// What must be computed before a sensor can be read: `sensor_needstage`.
    #[doc(alias = "mjtStage")]
    NeedStage {
        /// Nothing.
        None = 0 "none",
        /// What depends on positions.
        Pos = 1 "pos",
        /// What depends on velocities.
        Vel = 2 "vel",
        /// What depends on forces and accelerations.
        #[default]
        Acc = 3 "acc",
    }
}

kinds! {
    /// What a sensor's numbers are: `sensor_datatype`. The cutoff depends on it.
    #[doc(alias = "mjtDataType")]
    DataType {
        /// Any numbers; the cutoff bounds them from both sides.
        #[default]
        Real = 0 "real",
        /// Numbers that are never negative; the cutoff bounds them from above.
        Positive = 1 "positive",
        /// A unit vector, without a cutoff.
        Axis = 2 "axis",
        /// A unit quaternion, without a cutoff.
        Quaternion = 3 "quaternion",
    }
}
