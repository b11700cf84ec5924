//! The integers that stand for kinds of things in the model's arrays: MuJoCo's enums, by their values.

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
