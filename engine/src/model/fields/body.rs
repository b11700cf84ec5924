//! The reference configuration, bodies and bounding volumes.

macro_rules! bodies {
    ($next:ident $context:tt $($before:tt)*) => { $next! { $context $($before)*
        /// The configuration in which the model was written: all joints at their reference. `qpos`
        /// starts here.
        qpos0: f64 [nq] in "m or rad";
        /// The configuration in which joint springs are at rest, laid out like `qpos`.
        qpos_spring: f64 [nq] in "m or rad";

        /// The body that this one hangs on; 0 (the world) for the world itself.
        body_parentid: i32 [nbody];
        /// The child of the world at the top of this body's branch; 0 for the world.
        body_rootid: i32 [nbody];
        /// The nearest body on the way to the world, itself included, that has joints: this body
        /// moves with it. 0 for bodies that are fixed to the world.
        body_weldid: i32 [nbody];
        /// The row of `mocap_pos` and `mocap_quat` that places the body; -1 for other bodies.
        body_mocapid: i32 [nbody];
        /// How many joints connect the body to its parent.
        body_jntnum: i32 [nbody];
        /// The first of the body's joints, which follow one another; -1 if it has none.
        body_jntadr: i32 [nbody];
        /// How many dofs the body's joints have.
        body_dofnum: i32 [nbody];
        /// The first of the body's dofs, which follow one another; -1 if it has none.
        body_dofadr: i32 [nbody];
        /// The kinematic tree that the body belongs to; -1 for what cannot move.
        body_treeid: i32 [nbody];
        /// How many geoms the body has.
        body_geomnum: i32 [nbody];
        /// The first of the body's geoms, which follow one another; -1 if it has none.
        body_geomadr: i32 [nbody];
        /// Whether the body's part of the inertia matrix is diagonal: 0 no, 1 yes, 2 yes and
        /// constant, because all joints are slides.
        body_simple: u8 [nbody];
        /// What the body's frame has in common with its inertial frame.
        body_sameframe: u8 [nbody] as SameFrame;
        /// Where the body's frame is in its parent's frame when all its joints are at their
        /// reference.
        body_pos: Vec3 [nbody] in "m";
        /// How the body's frame is rotated in its parent's frame when all its joints are at their
        /// reference.
        body_quat: Quat [nbody] in "1";
        /// The centre of mass, the origin of the inertial frame, in the body's frame.
        body_ipos: Vec3 [nbody] in "m";
        /// The principal axes of inertia, the axes of the inertial frame, as a rotation in the
        /// body's frame.
        body_iquat: Quat [nbody] in "1";
        /// Mass of the body alone.
        body_mass: f64 [nbody] in "kg";
        /// Mass of the body and of all that hangs on it.
        body_subtreemass: f64 [nbody] in "kg";
        /// Moments of inertia about the principal axes, at the centre of mass.
        body_inertia: Vec3 [nbody] in "kg m^2";
        /// How easily the body is moved and how easily it is turned at `qpos0`: means of the
        /// inverse inertia over the three axes. The impedance of constraints is scaled by them.
        body_invweight0: [f64; 2] [nbody] in "1/kg, 1/(kg m^2)";
        /// The part of the body's weight that an upward force at its centre of mass takes away: 1
        /// lets it float.
        body_gravcomp: f64 [nbody] in "1";
        /// The largest `geom_margin` of the body's geoms.
        body_margin: f64 [nbody] in "m";
        /// Numbers of the user, which the engine does not read.
        body_user: f64 [nbody, nuser_body] in "any";
        /// The instance of a plugin that acts on the body; -1 for none.
        body_plugin: i32 [nbody];
        /// All bits of `geom_contype` that occur on the body.
        body_contype: i32 [nbody];
        /// All bits of `geom_conaffinity` that occur on the body.
        body_conaffinity: i32 [nbody];
        /// The root of the tree of volumes around the body's geoms; -1 if it has none.
        body_bvhadr: i32 [nbody];
        /// How many nodes that tree has.
        body_bvhnum: i32 [nbody];

        /// How far below the root of its tree a bounding volume is: 0 for the root.
        bvh_depth: i32 [nbvh];
        /// The two nodes below, counted from the first node of the same tree; -1 for none.
        bvh_child: [i32; 2] [nbvh];
        /// What a leaf is around: a geom of a body, a face of a mesh, an element of a flex; -1 for
        /// inner nodes.
        bvh_nodeid: i32 [nbvh];
        /// Centre and half sizes of the box, in the body's inertial frame or in the mesh's frame.
        bvh_aabb: [f64; 6] [nbvhstatic] in "m";
    } };
}
pub(super) use bodies;
