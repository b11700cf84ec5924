//! What follows from positions and velocities, and the sparsity patterns of matrices over dofs.

macro_rules! velocities {
    ($next:ident $context:tt $($before:tt)*) => { $next! { $context $($before)*
        /// Rate at which the flex's edge becomes longer.
        Velocity flexedge_velocity: f64 [nflexedge] in "m/s";
        /// Rate at which the tendon becomes longer.
        Velocity ten_velocity: f64 [ntendon] in "m/s";
        /// Rate at which the actuator becomes longer.
        Velocity actuator_velocity: f64 [nu] in "m/s or rad/s";
        /// Velocity of the body: angular, then linear of the point at the tree's centre of mass,
        /// `subtree_com[body_rootid]`, in world axes. It is not the velocity of `xpos` or `xipos`.
        ComVel cvel: [f64; 6] [nbody] in "rad/s, m/s";
        /// Rate at which `cdof` changes.
        ComVel cdof_dot: [f64; 6] [nv] in "1/s, m/s or 1/s";
        /// Coriolis, centrifugal and gravitational force, as what it takes to counter them: M qacc
        /// = forces - `qfrc_bias`.
        Bias qfrc_bias: f64 [nv] in "N or N m";
        /// Force of the springs in joints, tendons and flexes.
        Passive qfrc_spring: f64 [nv] in "N or N m";
        /// Force of the dampers in joints, tendons and flexes.
        Passive qfrc_damper: f64 [nv] in "N or N m";
        /// Force that holds bodies up against gravity, by `body_gravcomp`.
        Passive qfrc_gravcomp: f64 [nv] in "N or N m";
        /// Force of the medium: drag, lift, viscosity.
        Passive qfrc_fluid: f64 [nv] in "N or N m";
        /// All passive forces together, but for gravity compensation that counts as actuation
        /// (`jnt_actgravcomp`).
        Passive qfrc_passive: f64 [nv] in "N or N m";
        /// Velocity of the centre of mass of the body and all that hangs on it, in the world.
        /// Computed where a sensor needs it.
        SubtreeVel subtree_linvel: Vec3 [nbody] in "m/s";
        /// Angular momentum of the body and all that hangs on it about their centre of mass, in the
        /// world. Computed where a sensor needs it.
        SubtreeVel subtree_angmom: Vec3 [nbody] in "kg m^2/s";
        /// The factors of M plus the timestep times damping, laid out as `qLD`: for Euler's method
        /// with damping, and for the fast implicit one.
        Integrate qH: f64 [nM] in "kg or kg m^2, 1 or m";
        /// The inverse of each diagonal element in `qH`.
        Integrate qHDiagInv: f64 [nv] in "1/kg or 1/(kg m^2)";
        /// How many dofs row `i` of the body-dof pattern B has.
        Structure B_rownnz: i32 [nbody];
        /// Where row `i` of B starts in `B_colind`.
        Structure B_rowadr: i32 [nbody];
        /// B: for each body the dofs that move it and those below it.
        Structure B_colind: i32 [nB];
        /// How many elements row `i` of the dof-dof pattern C has.
        Structure C_rownnz: i32 [nv];
        /// Where row `i` of C starts in `C_colind`.
        Structure C_rowadr: i32 [nv];
        /// C: for each dof its ancestors, itself and its descendants, in order; for a simple dof
        /// only itself.
        Structure C_colind: i32 [nC];
        /// For each element of C the place in `qM` that it comes from.
        Structure mapM2C: i32 [nC];
        /// How many elements row `i` of the dof-dof pattern D has.
        Structure D_rownnz: i32 [nv];
        /// Where row `i` of D starts in `D_colind`.
        Structure D_rowadr: i32 [nv];
        /// D: for each dof its ancestors, itself and its descendants, in order.
        Structure D_colind: i32 [nD];
        /// For each element of D the place in `qM` that it comes from.
        Structure mapM2D: i32 [nD];
        /// For each element of `qM` the place in D (lower triangle) that it comes from.
        Structure mapD2M: i32 [nM];
        /// How passive and actuator forces minus `qfrc_bias` change with velocities: a matrix of
        /// pattern D, for the implicit methods.
        Integrate qDeriv: f64 [nD] in "N s/m, N s or N m s/rad";
        /// The factors L and U of M minus the timestep times `qDeriv`, of pattern D.
        Integrate qLU: f64 [nD] in "kg, kg m or kg m^2";
    } };
}
pub(super) use velocities;
