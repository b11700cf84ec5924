//! Kinds of constraint rows and their states, of frames and of warnings.

use super::kinds;

kinds! {
    /// What a constraint row comes from: `efc_type`.
    #[doc(alias = "mjtConstraint")]
    RowType, row {
        /// An equality constraint.
        #[default]
        Equality EQUALITY = 0 "equality",
        /// Friction of a degree of freedom.
        FrictionDof FRICTION_DOF = 1 "frictiondof",
        /// Friction of a tendon.
        FrictionTendon FRICTION_TENDON = 2 "frictiontendon",
        /// Limit of a joint.
        LimitJoint LIMIT_JOINT = 3 "limitjoint",
        /// Limit of a tendon.
        LimitTendon LIMIT_TENDON = 4 "limittendon",
        /// A contact without friction.
        ContactFrictionless CONTACT_FRICTIONLESS = 5 "contactfrictionless",
        /// An edge of a contact's friction pyramid.
        ContactPyramidal CONTACT_PYRAMIDAL = 6 "contactpyramidal",
        /// A dimension of a contact's elliptic cone.
        ContactElliptic CONTACT_ELLIPTIC = 7 "contactelliptic",
    }
}

kinds! {
    /// Which part of its cost function a constraint row is on: `efc_state`.
    #[doc(alias = "mjtConstraintState")]
    RowState, state {
        /// No cost and no force.
        #[default]
        Satisfied SATISFIED = 0 "satisfied",
        /// The quadratic part.
        Quadratic QUADRATIC = 1 "quadratic",
        /// The linear part of negative residuals.
        LinearNegative LINEAR_NEGATIVE = 2 "linearnegative",
        /// The linear part of positive residuals.
        LinearPositive LINEAR_POSITIVE = 3 "linearpositive",
        /// The side of an elliptic cone.
        Cone CONE = 4 "cone",
    }
}

kinds! {
    /// How a frame relates to its body's frames: `body_sameframe`, `geom_sameframe`,
    /// `site_sameframe`.
    #[doc(alias = "mjtSameFrame")]
    SameFrame {
        /// It is a frame of its own.
        #[default]
        None = 0 "none",
        /// The body's frame.
        Body = 1 "body",
        /// The body's inertial frame.
        Inertia = 2 "inertia",
        /// Oriented as the body's frame, elsewhere.
        BodyRotation = 3 "bodyrotation",
        /// Oriented as the body's inertial frame, elsewhere.
        InertiaRotation = 4 "inertiarotation",
    }
}

/// The numbers of [`SameFrame`], as bytes.
pub mod same_frame {
    use super::SameFrame;

    /// A frame of its own.
    pub const NONE: u8 = SameFrame::None as u8;
    /// The body's frame.
    pub const BODY: u8 = SameFrame::Body as u8;
    /// The body's inertial frame.
    pub const INERTIA: u8 = SameFrame::Inertia as u8;
    /// Oriented as the body's frame.
    pub const BODY_ROTATION: u8 = SameFrame::BodyRotation as u8;
    /// Oriented as the body's inertial frame.
    pub const INERTIA_ROTATION: u8 = SameFrame::InertiaRotation as u8;
}

kinds! {
    /// What a simulation can warn of: places in [`Data::warning`](crate::Data::warning).
    #[doc(alias = "mjtWarning")]
    Warning {
        /// The inertia matrix is nearly singular.
        #[default]
        Inertia = 0 "inertia",
        /// There is no room for all contacts.
        ContactFull = 1 "contactfull",
        /// There is no room for all constraint rows.
        ConstraintFull = 2 "constraintfull",
        /// There is no room for all visual geoms; the engine draws nothing.
        VgeomFull = 3 "vgeomfull",
        /// A position is infinite, huge or not a number.
        BadQpos = 4 "badqpos",
        /// A velocity is infinite, huge or not a number.
        BadQvel = 5 "badqvel",
        /// An acceleration is infinite, huge or not a number.
        BadQacc = 6 "badqacc",
        /// A control is infinite, huge or not a number.
        BadCtrl = 7 "badctrl",
    }
}

/// The numbers of [`Warning`], as indices.
pub mod warning {
    use super::Warning;

    /// The inertia matrix is nearly singular.
    pub const INERTIA: usize = Warning::Inertia as usize;
    /// There is no room for all contacts.
    pub const CONTACT_FULL: usize = Warning::ContactFull as usize;
    /// There is no room for all constraint rows.
    pub const CONSTRAINT_FULL: usize = Warning::ConstraintFull as usize;
    /// There is no room for all visual geoms.
    pub const VGEOM_FULL: usize = Warning::VgeomFull as usize;
    /// A position is infinite, huge or not a number.
    pub const BAD_QPOS: usize = Warning::BadQpos as usize;
    /// A velocity is infinite, huge or not a number.
    pub const BAD_QVEL: usize = Warning::BadQvel as usize;
    /// An acceleration is infinite, huge or not a number.
    pub const BAD_QACC: usize = Warning::BadQacc as usize;
    /// A control is infinite, huge or not a number.
    pub const BAD_CTRL: usize = Warning::BadCtrl as usize;
}
