//! Joints and their degrees of freedom.

macro_rules! joints {
    ($next:ident $context:tt $($before:tt)*) => { $next! { $context $($before)*
        /// What motion the joint allows: free, ball, slide or hinge.
        jnt_type: i32 [njnt] as JointType;
        /// The first of the joint's numbers in `qpos`: position and quaternion of a free joint,
        /// quaternion of a ball, displacement of a slide, angle of a hinge.
        jnt_qposadr: i32 [njnt];
        /// The first of the joint's dofs, its numbers in `qvel`: linear, then angular velocity of a
        /// free joint; the angular one of a ball; the rate of a slide or hinge.
        jnt_dofadr: i32 [njnt];
        /// The body that the joint moves in relation to its parent.
        jnt_bodyid: i32 [njnt];
        /// A group of the author's, by which viewers show and hide joints: 0 to 5.
        jnt_group: i32 [njnt];
        /// Whether `jnt_range` holds.
        jnt_limited: u8 [njnt];
        /// Whether `jnt_actfrcrange` holds.
        jnt_actfrclimited: u8 [njnt];
        /// Whether gravity compensation of this joint counts as a force of its actuators
        /// (`qfrc_actuator`) instead of a passive one.
        jnt_actgravcomp: u8 [njnt];
        /// How a violated limit is corrected: time constant and damping ratio, or negative
        /// stiffness and damping.
        jnt_solref: [f64; NREF] [njnt] in "s, 1";
        /// How hard the limit is: impedance at the limit, at full width, width, midpoint, power.
        jnt_solimp: [f64; NIMP] [njnt] in "1, 1, m or rad, 1, 1";
        /// The point that the joint turns about, in its body's frame.
        jnt_pos: Vec3 [njnt] in "m";
        /// The direction of a slide or the axis of a hinge, a unit vector in its body's frame.
        jnt_axis: Vec3 [njnt] in "1";
        /// Stiffness of the joint's spring, which pulls towards `qpos_spring`.
        jnt_stiffness: f64 [njnt] in "N/m or N m/rad";
        /// The lowest and the highest position; for a ball 0 and the largest angle from the
        /// reference.
        jnt_range: [f64; 2] [njnt] in "m or rad";
        /// The lowest and the highest force that all actuators together may put on the joint.
        jnt_actfrcrange: [f64; 2] [njnt] in "N or N m";
        /// How far from its limit a joint already gets a constraint row.
        jnt_margin: f64 [njnt] in "m or rad";
        /// Numbers of the user for the joint, which the engine does not read.
        jnt_user: f64 [njnt, nuser_jnt] in "any";

        /// The body that the dof moves.
        dof_bodyid: i32 [nv];
        /// The joint that the dof belongs to.
        dof_jntid: i32 [nv];
        /// The dof before this one on the way to the world: of the same joint, the same body or a
        /// body above; -1 for the first of a tree.
        dof_parentid: i32 [nv];
        /// The kinematic tree that the dof belongs to.
        dof_treeid: i32 [nv];
        /// Where the dof's diagonal element is in `qM`; those with its ancestors follow it.
        dof_Madr: i32 [nv];
        /// How many dofs in a row from this one on are simple, coupled to no other; 0 if this one
        /// is not.
        dof_simplenum: i32 [nv];
        /// How dry friction of the dof yields: time constant and damping ratio, or negative
        /// stiffness and damping.
        dof_solref: [f64; NREF] [nv] in "s, 1";
        /// How hard dry friction of the dof is: impedance at rest, at full width, width, midpoint,
        /// power.
        dof_solimp: [f64; NIMP] [nv] in "1, 1, m or rad, 1, 1";
        /// The largest force of dry friction, which resists motion of the dof; 0 for none.
        dof_frictionloss: f64 [nv] in "N or N m";
        /// Inertia that moves with the dof but not with the body, of a rotor for instance: added to
        /// the diagonal of `qM`.
        dof_armature: f64 [nv] in "kg or kg m^2";
        /// Viscous damping: the force against motion per velocity.
        dof_damping: f64 [nv] in "N s/m or N m s/rad";
        /// The dof's diagonal element of the inverse inertia matrix at `qpos0`, averaged over the
        /// dofs of a ball and over the two halves of a free joint.
        dof_invweight0: f64 [nv] in "1/kg or 1/(kg m^2)";
        /// The dof's diagonal element of the inertia matrix at `qpos0`.
        dof_M0: f64 [nv] in "kg or kg m^2";
    } };
}
pub(super) use joints;
