//! The integers that stand for kinds of things in the model's arrays: the values of MuJoCo's enums.

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

/// Geom types: `geom_type`.
pub mod geom {
    pub const PLANE: i32 = 0;
    pub const HFIELD: i32 = 1;
    pub const SPHERE: i32 = 2;
    pub const CAPSULE: i32 = 3;
    pub const ELLIPSOID: i32 = 4;
    pub const CYLINDER: i32 = 5;
    pub const BOX: i32 = 6;
    pub const MESH: i32 = 7;
}

/// How a frame relates to its body's frames: `body_sameframe`, `geom_sameframe`, `site_sameframe`.
pub mod same_frame {
    pub const NONE: u8 = 0;
    pub const BODY: u8 = 1;
    pub const INERTIA: u8 = 2;
    pub const BODY_ROTATION: u8 = 3;
    pub const INERTIA_ROTATION: u8 = 4;
}

/// What a camera or light follows: `cam_mode`, `light_mode`.
pub mod tracking {
    pub const FIXED: i32 = 0;
    pub const TRACK: i32 = 1;
    pub const TRACK_COM: i32 = 2;
    pub const TARGET_BODY: i32 = 3;
    pub const TARGET_BODY_COM: i32 = 4;
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

/// What an actuator acts on: `actuator_trntype`.
pub mod transmission {
    pub const JOINT: i32 = 0;
    pub const JOINT_IN_PARENT: i32 = 1;
    pub const SLIDER_CRANK: i32 = 2;
    pub const TENDON: i32 = 3;
    pub const SITE: i32 = 4;
    pub const BODY: i32 = 5;
}

/// Equality constraints: `eq_type`.
pub mod equality {
    pub const CONNECT: i32 = 0;
    pub const WELD: i32 = 1;
    pub const JOINT: i32 = 2;
    pub const TENDON: i32 = 3;
    pub const FLEX: i32 = 4;
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

/// How the state is advanced: `opt.integrator`.
pub mod integrator {
    pub const EULER: i32 = 0;
    pub const RK4: i32 = 1;
    pub const IMPLICIT: i32 = 2;
    pub const IMPLICIT_FAST: i32 = 3;
}

/// Activation dynamics: `actuator_dyntype`.
pub mod dynamics {
    pub const NONE: i32 = 0;
    pub const INTEGRATOR: i32 = 1;
    pub const FILTER: i32 = 2;
    pub const FILTER_EXACT: i32 = 3;
    pub const MUSCLE: i32 = 4;
    pub const USER: i32 = 5;
}

/// Actuator gains: `actuator_gaintype`.
pub mod gain {
    pub const FIXED: i32 = 0;
    pub const AFFINE: i32 = 1;
    pub const MUSCLE: i32 = 2;
    pub const USER: i32 = 3;
}

/// Actuator biases: `actuator_biastype`.
pub mod bias {
    pub const NONE: i32 = 0;
    pub const AFFINE: i32 = 1;
    pub const MUSCLE: i32 = 2;
    pub const USER: i32 = 3;
}

/// Sensor types: `sensor_type`.
pub mod sensor {
    pub const TOUCH: i32 = 0;
    pub const ACCELEROMETER: i32 = 1;
    pub const VELOCIMETER: i32 = 2;
    pub const GYRO: i32 = 3;
    pub const FORCE: i32 = 4;
    pub const TORQUE: i32 = 5;
    pub const MAGNETOMETER: i32 = 6;
    pub const RANGEFINDER: i32 = 7;
    pub const CAM_PROJECTION: i32 = 8;
    pub const JOINT_POS: i32 = 9;
    pub const JOINT_VEL: i32 = 10;
    pub const TENDON_POS: i32 = 11;
    pub const TENDON_VEL: i32 = 12;
    pub const ACTUATOR_POS: i32 = 13;
    pub const ACTUATOR_VEL: i32 = 14;
    pub const ACTUATOR_FRC: i32 = 15;
    pub const JOINT_ACT_FRC: i32 = 16;
    pub const BALL_QUAT: i32 = 17;
    pub const BALL_ANG_VEL: i32 = 18;
    pub const JOINT_LIMIT_POS: i32 = 19;
    pub const JOINT_LIMIT_VEL: i32 = 20;
    pub const JOINT_LIMIT_FRC: i32 = 21;
    pub const TENDON_LIMIT_POS: i32 = 22;
    pub const TENDON_LIMIT_VEL: i32 = 23;
    pub const TENDON_LIMIT_FRC: i32 = 24;
    pub const FRAME_POS: i32 = 25;
    pub const FRAME_QUAT: i32 = 26;
    pub const FRAME_X_AXIS: i32 = 27;
    pub const FRAME_Y_AXIS: i32 = 28;
    pub const FRAME_Z_AXIS: i32 = 29;
    pub const FRAME_LIN_VEL: i32 = 30;
    pub const FRAME_ANG_VEL: i32 = 31;
    pub const FRAME_LIN_ACC: i32 = 32;
    pub const FRAME_ANG_ACC: i32 = 33;
    pub const SUBTREE_COM: i32 = 34;
    pub const SUBTREE_LIN_VEL: i32 = 35;
    pub const SUBTREE_ANG_MOM: i32 = 36;
    pub const GEOM_DIST: i32 = 37;
    pub const GEOM_NORMAL: i32 = 38;
    pub const GEOM_FROM_TO: i32 = 39;
    pub const CLOCK: i32 = 40;
    pub const PLUGIN: i32 = 41;
    pub const USER: i32 = 42;
}

/// What a sensor needs to be computed first: `sensor_needstage`.
pub mod need {
    pub const POSITION: i32 = 1;
    pub const VELOCITY: i32 = 2;
    pub const ACCELERATION: i32 = 3;
}

/// What kind of number a sensor yields: `sensor_datatype`.
pub mod data_type {
    pub const REAL: i32 = 0;
    pub const POSITIVE: i32 = 1;
    pub const AXIS: i32 = 2;
    pub const QUATERNION: i32 = 3;
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

/// What a constraint row comes from: `efc_type`.
pub mod row {
    pub const EQUALITY: i32 = 0;
    pub const FRICTION_DOF: i32 = 1;
    pub const FRICTION_TENDON: i32 = 2;
    pub const LIMIT_JOINT: i32 = 3;
    pub const LIMIT_TENDON: i32 = 4;
    pub const CONTACT_FRICTIONLESS: i32 = 5;
    pub const CONTACT_PYRAMIDAL: i32 = 6;
    pub const CONTACT_ELLIPTIC: i32 = 7;
}

/// Which part of its cost function a constraint row is on: `efc_state`.
pub mod state {
    pub const SATISFIED: i32 = 0;
    pub const QUADRATIC: i32 = 1;
    pub const LINEAR_NEGATIVE: i32 = 2;
    pub const LINEAR_POSITIVE: i32 = 3;
    pub const CONE: i32 = 4;
}
