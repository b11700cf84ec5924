//! What follows from positions alone. Vectors and axes are in the world.
//!
//! 6-vectors (`cdof` and what begins with `c`) have the rotational part first, and refer to the
//! centre of mass of the body's whole tree, `subtree_com[body_rootid]`, in world axes.

macro_rules! positions {
    ($next:ident $context:tt $($before:tt)*) => { $next! { $context $($before)*
        /// Where the body's frame is in the world.
        Kinematics xpos: Vec3 [nbody] in "m";
        /// How the body's frame is rotated in the world: takes vectors from the body to the world.
        Kinematics xquat: Quat [nbody] in "1";
        /// The same rotation as a matrix: the columns are the body's axes in the world.
        Kinematics xmat: Mat3 [nbody] in "1";
        /// The body's centre of mass in the world.
        Kinematics xipos: Vec3 [nbody] in "m";
        /// The body's principal axes of inertia in the world, as columns.
        Kinematics ximat: Mat3 [nbody] in "1";
        /// The point that the joint turns about, in the world.
        Kinematics xanchor: Vec3 [njnt] in "m";
        /// The joint's axis in the world, a unit vector.
        Kinematics xaxis: Vec3 [njnt] in "1";
        /// Where the geom's frame is in the world.
        Kinematics geom_xpos: Vec3 [ngeom] in "m";
        /// The geom's axes in the world, as columns.
        Kinematics geom_xmat: Mat3 [ngeom] in "1";
        /// Where the site's frame is in the world.
        Kinematics site_xpos: Vec3 [nsite] in "m";
        /// The site's axes in the world, as columns.
        Kinematics site_xmat: Mat3 [nsite] in "1";
        /// Where the camera is in the world.
        CamLight cam_xpos: Vec3 [ncam] in "m";
        /// The camera's axes in the world, as columns: x right, y up, it looks along -z.
        CamLight cam_xmat: Mat3 [ncam] in "1";
        /// Where the light is in the world.
        CamLight light_xpos: Vec3 [nlight] in "m";
        /// Where the light shines to in the world, a unit vector.
        CamLight light_xdir: Vec3 [nlight] in "1";
        /// Centre of mass of the body and all that hangs on it, in the world; row 0 that of
        /// everything.
        ComPos subtree_com: Vec3 [nbody] in "m";
        /// How the body moves per unit of velocity of the dof: rotation, then translation of the
        /// point at the tree's centre of mass.
        ComPos cdof: [f64; 6] [nv] in "1, m or 1";
        /// The body's inertia about the tree's centre of mass: xx, yy, zz, xy, xz, yz; mass times
        /// offset of its own centre of mass; mass.
        ComPos cinert: [f64; 10] [nbody] in "kg m^2 (6 times), kg m (3 times), kg";
        /// Where the flex's vertex is in the world.
        Flex flexvert_xpos: Vec3 [nflexvert] in "m";
        /// Centre and half sizes of the box around the flex's element, in the world.
        Flex flexelem_aabb: [f64; 6] [nflexelem] in "m";
        /// How many nonzeros the edge's row of `flexedge_J` has.
        Flex flexedge_J_rownnz: i32 [nflexedge];
        /// Where the edge's row starts in `flexedge_J` and `flexedge_J_colind`.
        Flex flexedge_J_rowadr: i32 [nflexedge];
        /// Dofs of the nonzeros in `flexedge_J`.
        Flex flexedge_J_colind: i32 [nflexedge, nv];
        /// How the edge's length changes with each dof.
        Flex flexedge_J: f64 [nflexedge, nv] in "1 or m";
        /// Length of the flex's edge.
        Flex flexedge_length: f64 [nflexedge] in "m";
        /// Where the tendon's current path starts in `wrap_xpos` and `wrap_obj`, in points: two for
        /// each row.
        Tendon ten_wrapadr: i32 [ntendon];
        /// How many points the tendon's current path has.
        Tendon ten_wrapnum: i32 [ntendon];
        /// How many nonzeros the tendon's row of `ten_J` has; used if Jacobians are sparse.
        Tendon ten_J_rownnz: i32 [ntendon];
        /// Where the tendon's row starts in `ten_J` and `ten_J_colind`, if Jacobians are sparse.
        Tendon ten_J_rowadr: i32 [ntendon];
        /// Dofs of the nonzeros in `ten_J`, if Jacobians are sparse.
        Tendon ten_J_colind: i32 [ntendon, nv];
        /// Length of the tendon: of a fixed one, the weighted sum of its joints' positions.
        Tendon ten_length: f64 [ntendon] in "m";
        /// How the tendon's length changes with each dof: dense rows, or nonzeros only if Jacobians
        /// are sparse.
        Tendon ten_J: f64 [ntendon, nv] in "1 or m";
        /// What each point of the tendons' paths is on: a geom that it wraps around, -1 a site, -2
        /// a pulley.
        Tendon wrap_obj: [i32; 2] [nwrap];
        /// The points of the tendons' paths in the world, two for each row.
        Tendon wrap_xpos: [f64; 6] [nwrap] in "m";
        /// Length of the actuator: the position of what it acts on, times the gear.
        Transmission actuator_length: f64 [nu] in "m or rad";
        /// How many nonzeros the actuator's row of `actuator_moment` has.
        Transmission moment_rownnz: i32 [nu];
        /// Where the actuator's row starts in `actuator_moment` and `moment_colind`.
        Transmission moment_rowadr: i32 [nu];
        /// Dofs of the nonzeros in `actuator_moment`.
        Transmission moment_colind: i32 [nJmom];
        /// Moment arms, nonzeros only: how the actuator's length changes with each dof, and so the
        /// force on the dof per force of the actuator.
        Transmission actuator_moment: f64 [nJmom] in "1 or m";
        /// Inertia of the body and all that hangs on it, as if it were rigid, laid out as `cinert`.
        Crb crb: [f64; 10] [nbody] in "kg m^2 (6 times), kg m (3 times), kg";
        /// The joint-space inertia matrix M: for each dof, from `dof_Madr`, its diagonal element
        /// and those with its ancestors, nearest first.
        Crb qM: f64 [nM] in "kg, kg m or kg m^2";
        /// The factors of M = L' D L, laid out as `qM`: D on the diagonal, L (whose diagonal is 1)
        /// elsewhere.
        Factor qLD: f64 [nM] in "kg or kg m^2, 1 or m";
        /// The inverse of each element of D.
        Factor qLDiagInv: f64 [nv] in "1/kg or 1/(kg m^2)";
        /// The inverse of the square root of each element of D.
        Factor qLDiagSqrtInv: f64 [nv] in "1/kg^0.5 or 1/(kg^0.5 m)";
        /// Centre and half sizes of the box around a node of a flex's tree, in the world.
        Flex bvh_aabb_dyn: [f64; 6] [nbvhdynamic] in "m";
        /// Whether collision visited the bounding volume. Kept only if `bvactive` is set.
        Collision bvh_active: u8 [nbvh] kept as Marks;
    } };
}
pub(super) use positions;
