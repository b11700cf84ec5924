//! Constraint rows, one for each scalar constraint (`efc`), and islands.
//!
//! Rows stand in the order equality, dry friction, limits, contacts. Row `i` asks for the
//! acceleration `efc_aref[i]` along the row of the Jacobian `efc_J`.

macro_rules! constraints {
    ($next:ident $context:tt $($before:tt)*) => { $next! { $context $($before)*
        /// What the row comes from.
        Constraint efc_type: i32 [data.nefc] as RowType;
        /// Which of those: the equality constraint, dof, joint, tendon or contact.
        Constraint efc_id: i32 [data.nefc];
        /// How many nonzeros the row of `efc_J` has, if Jacobians are sparse.
        Constraint efc_J_rownnz: i32 [data.nefc];
        /// Where the row starts in `efc_J` and `efc_J_colind`, if Jacobians are sparse.
        Constraint efc_J_rowadr: i32 [data.nefc];
        /// How many of the next rows have the same nonzeros.
        Constraint efc_J_rowsuper: i32 [data.nefc];
        /// Dofs of the nonzeros in `efc_J`, if Jacobians are sparse.
        Constraint efc_J_colind: i32 [data.nJ];
        /// How many rows each dof has a part in: the nonzeros of its row of `efc_JT`.
        Constraint efc_JT_rownnz: i32 [model.nv];
        /// Where the dof's row starts in `efc_JT` and `efc_JT_colind`.
        Constraint efc_JT_rowadr: i32 [model.nv];
        /// How many of the next dofs have a part in the same rows.
        Constraint efc_JT_rowsuper: i32 [model.nv];
        /// Constraint rows of the nonzeros in `efc_JT`.
        Constraint efc_JT_colind: i32 [data.nJ];
        /// The constraint Jacobian J: how the constrained quantity changes with each dof. Dense,
        /// row after row, or nonzeros only.
        Constraint efc_J: f64 [data.nJ] in "1 or m";
        /// The Jacobian transposed, if Jacobians are sparse.
        Constraint efc_JT: f64 [data.nJ] in "1 or m";
        /// How far the row is from being violated, or how much an equality is: the distance of a
        /// contact or to a limit, negative where violated.
        Constraint efc_pos: f64 [data.nefc] in "m or rad";
        /// The distance at which the row begins to count.
        Constraint efc_margin: f64 [data.nefc] in "m or rad";
        /// The largest force of a row of dry friction; 0 for others.
        Constraint efc_frictionloss: f64 [data.nefc] in "N or N m";
        /// About the row's diagonal element of A = J M^-1 J', from the weights at `qpos0`.
        Constraint efc_diagApprox: f64 [data.nefc] in "1/kg or 1/(kg m^2)";
        /// Stiffness, damping and impedance of the row, and the slope of the impedance.
        Constraint efc_KBIP: [f64; 4] [data.nefc] in "1/s^2, 1/s, 1, 1/m or 1/rad";
        /// How hard the row is, as a mass: the inverse of `efc_R`.
        Constraint efc_D: f64 [data.nefc] in "kg or kg m^2";
        /// How much the row yields: (1 - impedance) / impedance times `efc_diagApprox`.
        Constraint efc_R: f64 [data.nefc] in "1/kg or 1/(kg m^2)";
        /// The first row that a tendon has a part in: equality, friction or limit; -1 for none.
        Constraint tendon_efcadr: i32 [model.ntendon];
        /// Velocity along the row: J `qvel`.
        Reference efc_vel: f64 [data.nefc] in "m/s or rad/s";
        /// The acceleration that would correct the violation as `solref` asks: -B vel - K I (pos -
        /// margin).
        Reference efc_aref: f64 [data.nefc] in "m/s^2 or rad/s^2";
        /// What the unconstrained acceleration lacks along the row: J `qacc_smooth` - `efc_aref`.
        Solve efc_b: f64 [data.nefc] in "m/s^2 or rad/s^2";
        /// Force along the row; of a pyramidal contact along an edge of its cone.
        Solve efc_force: f64 [data.nefc] in "N or N m";
        /// Which part of its cost function the row is on.
        Solve efc_state: i32 [data.nefc] as RowState;
        /// How many nonzeros the row of `efc_AR` has, if Jacobians are sparse.
        Project efc_AR_rownnz: i32 [data.nefc];
        /// Where the row starts in `efc_AR` and `efc_AR_colind`, if Jacobians are sparse.
        Project efc_AR_rowadr: i32 [data.nefc];
        /// Rows of the nonzeros in `efc_AR`, if Jacobians are sparse.
        Project efc_AR_colind: i32 [data.nefc, data.nefc];
        /// J M^-1 J' + R: the acceleration along one row per force along another. Only for solvers
        /// that work on forces (PGS, and iterations against slip).
        Project efc_AR: f64 [data.nefc, data.nefc] in "1/kg, 1/(kg m) or 1/(kg m^2)";
        /// The island of each dof; -1 if no constraint acts on it. All that follow are there only
        /// if islands are enabled.
        Island dof_island: i32 [model.nv];
        /// How many dofs each island has.
        Island island_dofnum: i32 [data.nisland];
        /// Where the island's dofs start in `island_dofind`.
        Island island_dofadr: i32 [data.nisland];
        /// The dofs, island after island; -1 at the end for those on none.
        Island island_dofind: i32 [model.nv];
        /// The place of each dof among those of its island; -1 if it is on none.
        Island dof_islandind: i32 [model.nv];
        /// The island of each constraint row.
        Island efc_island: i32 [data.nefc];
        /// How many constraint rows each island has.
        Island island_efcnum: i32 [data.nisland];
        /// Where the island's rows start in `island_efcind`.
        Island island_efcadr: i32 [data.nisland];
        /// The constraint rows, island after island.
        Island island_efcind: i32 [data.nefc];
    } };
}
pub(super) use constraints;
