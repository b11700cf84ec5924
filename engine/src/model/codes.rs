//! The integers that stand for kinds of things in the model's arrays: MuJoCo's enums, by their
//! values.
//!
//! A number is compared with a constant (`opt.integrator == integrator::RK4`). Where kinds are told
//! apart, the number becomes an enum first (`GeomType::from_code`) and the match names all of them,
//! so that the compiler finds every place that a new kind must be added to.

/// An enum of numbered kinds, and constants for their numbers where a module is named.
macro_rules! kinds {
    (
        $(#[$doc:meta])*
        $name:ident { $($(#[$mark:meta])* $variant:ident = $number:literal,)* }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $name {
            $($(#[$mark])* $variant = $number,)*
        }

        impl $name {
            /// The kind with this number; none where the engine has no such kind.
            #[inline]
            pub fn from_code(number: i32) -> Option<$name> {
                match number {
                    $($number => Some($name::$variant),)*
                    _ => None,
                }
            }
        }
    };
    (
        $(#[$doc:meta])*
        $name:ident, $module:ident {
            $($(#[$mark:meta])* $variant:ident $constant:ident = $number:literal,)*
        }
    ) => {
        kinds! {
            $(#[$doc])*
            $name { $($(#[$mark])* $variant = $number,)* }
        }

        $(#[$doc])*
        pub mod $module {
            $(pub const $constant: i32 = $number;)*
        }
    };
}

/// Joint types: `jnt_type`.
pub mod joint {
    pub const FREE: i32 = 0;
    pub const BALL: i32 = 1;
    pub const SLIDE: i32 = 2;
    pub const HINGE: i32 = 3;

    /// How many positions a joint of this type has.
    pub fn positions(kind: i32) -> usize {
        match kind {
            FREE => 7,
            BALL => 4,
            _ => 1,
        }
    }

    /// How many degrees of freedom a joint of this type has.
    pub fn dofs(kind: i32) -> usize {
        match kind {
            FREE => 6,
            BALL => 3,
            _ => 1,
        }
    }
}

kinds! {
    /// Geom types: `geom_type`.
    GeomType {
        Plane = 0,
        Hfield = 1,
        #[default]
        Sphere = 2,
        Capsule = 3,
        Ellipsoid = 4,
        Cylinder = 5,
        Box = 6,
        Mesh = 7,
    }
}

/// How a frame relates to its body's frames: `body_sameframe`, `geom_sameframe`, `site_sameframe`.
pub mod same_frame {
    pub const NONE: u8 = 0;
    pub const BODY: u8 = 1;
    pub const INERTIA: u8 = 2;
    pub const BODY_ROTATION: u8 = 3;
    pub const INERTIA_ROTATION: u8 = 4;
}

kinds! {
    /// What a camera or light follows: `cam_mode`, `light_mode`.
    Tracking {
        #[default]
        Fixed = 0,
        Track = 1,
        TrackCom = 2,
        TargetBody = 3,
        TargetBodyCom = 4,
    }
}

/// Tendon path elements: `wrap_type`.
pub mod wrap {
    pub const NONE: i32 = 0;
    pub const JOINT: i32 = 1;
    pub const PULLEY: i32 = 2;
    pub const SITE: i32 = 3;
    pub const SPHERE: i32 = 4;
    pub const CYLINDER: i32 = 5;
}

kinds! {
    /// What an actuator acts on: `actuator_trntype`.
    TransmissionType, transmission {
        #[default]
        Joint JOINT = 0,
        JointInParent JOINT_IN_PARENT = 1,
        SliderCrank SLIDER_CRANK = 2,
        Tendon TENDON = 3,
        Site SITE = 4,
        Body BODY = 5,
    }
}

kinds! {
    /// Equality constraints: `eq_type`.
    EqualityType, equality {
        #[default]
        Connect CONNECT = 0,
        Weld WELD = 1,
        Joint JOINT = 2,
        Tendon TENDON = 3,
    }
}

/// Kinds of model elements: `eq_objtype`, `sensor_objtype` and the like.
pub mod object {
    pub const BODY: i32 = 1;
    pub const XBODY: i32 = 2;
    pub const GEOM: i32 = 5;
    pub const SITE: i32 = 6;
    pub const CAMERA: i32 = 7;
}

/// Whether Jacobians are stored dense or sparse: `opt.jacobian`.
pub mod jacobian {
    pub const DENSE: i32 = 0;
    pub const SPARSE: i32 = 1;
    pub const AUTO: i32 = 2;
}

/// Bits of `opt.disableflags`.
pub mod disable {
    pub const CONSTRAINT: i32 = 1 << 0;
    pub const EQUALITY: i32 = 1 << 1;
    pub const FRICTIONLOSS: i32 = 1 << 2;
    pub const LIMIT: i32 = 1 << 3;
    pub const CONTACT: i32 = 1 << 4;
    pub const PASSIVE: i32 = 1 << 5;
    pub const GRAVITY: i32 = 1 << 6;
    pub const CLAMP_CTRL: i32 = 1 << 7;
    pub const WARMSTART: i32 = 1 << 8;
    pub const FILTER_PARENT: i32 = 1 << 9;
    pub const ACTUATION: i32 = 1 << 10;
    pub const REF_SAFE: i32 = 1 << 11;
    pub const SENSOR: i32 = 1 << 12;
    pub const MIDPHASE: i32 = 1 << 13;
    pub const EULER_DAMP: i32 = 1 << 14;
    pub const AUTO_RESET: i32 = 1 << 15;
}

/// Bits of `opt.enableflags`.
pub mod enable {
    pub const OVERRIDE: i32 = 1 << 0;
    pub const ENERGY: i32 = 1 << 1;
    pub const FWDINV: i32 = 1 << 2;
    pub const INVDISCRETE: i32 = 1 << 3;
    pub const MULTICCD: i32 = 1 << 4;
    pub const ISLAND: i32 = 1 << 5;
    pub const NATIVECCD: i32 = 1 << 6;
}

kinds! {
    /// How the state is advanced: `opt.integrator`.
    Integrator, integrator {
        #[default]
        Euler EULER = 0,
        Rk4 RK4 = 1,
        Implicit IMPLICIT = 2,
        ImplicitFast IMPLICIT_FAST = 3,
    }
}

kinds! {
    /// Activation dynamics: `actuator_dyntype`.
    DynType, dynamics {
        #[default]
        None NONE = 0,
        Integrator INTEGRATOR = 1,
        Filter FILTER = 2,
        FilterExact FILTER_EXACT = 3,
        Muscle MUSCLE = 4,
        User USER = 5,
    }
}

kinds! {
    /// Actuator gains: `actuator_gaintype`.
    GainType, gain {
        #[default]
        Fixed FIXED = 0,
        Affine AFFINE = 1,
        Muscle MUSCLE = 2,
        User USER = 3,
    }
}

kinds! {
    /// Actuator biases: `actuator_biastype`.
    BiasType, bias {
        #[default]
        None NONE = 0,
        Affine AFFINE = 1,
        Muscle MUSCLE = 2,
        User USER = 3,
    }
}

kinds! {
    /// Sensor types: `sensor_type`.
    SensorType {
        #[default]
        Touch = 0,
        Accelerometer = 1,
        Velocimeter = 2,
        Gyro = 3,
        Force = 4,
        Torque = 5,
        Magnetometer = 6,
        Rangefinder = 7,
        CamProjection = 8,
        JointPos = 9,
        JointVel = 10,
        TendonPos = 11,
        TendonVel = 12,
        ActuatorPos = 13,
        ActuatorVel = 14,
        ActuatorFrc = 15,
        JointActFrc = 16,
        BallQuat = 17,
        BallAngVel = 18,
        JointLimitPos = 19,
        JointLimitVel = 20,
        JointLimitFrc = 21,
        TendonLimitPos = 22,
        TendonLimitVel = 23,
        TendonLimitFrc = 24,
        FramePos = 25,
        FrameQuat = 26,
        FrameXAxis = 27,
        FrameYAxis = 28,
        FrameZAxis = 29,
        FrameLinVel = 30,
        FrameAngVel = 31,
        FrameLinAcc = 32,
        FrameAngAcc = 33,
        SubtreeCom = 34,
        SubtreeLinVel = 35,
        SubtreeAngMom = 36,
        GeomDist = 37,
        GeomNormal = 38,
        GeomFromTo = 39,
        Clock = 40,
        User = 42,
    }
}

kinds! {
    /// What a sensor needs to be computed first: `sensor_needstage`.
    NeedStage {
        None = 0,
        Pos = 1,
        Vel = 2,
        #[default]
        Acc = 3,
    }
}

kinds! {
    /// What a sensor's numbers are: `sensor_datatype`.
    DataType {
        #[default]
        Real = 0,
        Positive = 1,
        Axis = 2,
        Quaternion = 3,
    }
}

/// Places in `Data::warning`.
pub mod warning {
    pub const INERTIA: usize = 0;
    pub const CONTACT_FULL: usize = 1;
    pub const CONSTRAINT_FULL: usize = 2;
    pub const VGEOM_FULL: usize = 3;
    pub const BAD_QPOS: usize = 4;
    pub const BAD_QVEL: usize = 5;
    pub const BAD_QACC: usize = 6;
    pub const BAD_CTRL: usize = 7;
}

/// Shapes of the friction cone: `opt.cone`.
pub mod cone {
    pub const PYRAMIDAL: i32 = 0;
    pub const ELLIPTIC: i32 = 1;
}

/// Constraint solvers: `opt.solver`.
pub mod solver {
    pub const PGS: i32 = 0;
    pub const CG: i32 = 1;
    pub const NEWTON: i32 = 2;
}

kinds! {
    /// What a constraint row comes from: `efc_type`.
    RowType, row {
        #[default]
        Equality EQUALITY = 0,
        FrictionDof FRICTION_DOF = 1,
        FrictionTendon FRICTION_TENDON = 2,
        LimitJoint LIMIT_JOINT = 3,
        LimitTendon LIMIT_TENDON = 4,
        ContactFrictionless CONTACT_FRICTIONLESS = 5,
        ContactPyramidal CONTACT_PYRAMIDAL = 6,
        ContactElliptic CONTACT_ELLIPTIC = 7,
    }
}

/// Which part of its cost function a constraint row is on: `efc_state`.
pub mod state {
    pub const SATISFIED: i32 = 0;
    pub const QUADRATIC: i32 = 1;
    pub const LINEAR_NEGATIVE: i32 = 2;
    pub const LINEAR_POSITIVE: i32 = 3;
    pub const CONE: i32 = 4;
}
