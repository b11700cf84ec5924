//! Counters, statistics of the solver, time and energy.

macro_rules! scalars {
    ($next:ident $context:tt $($before:tt)*) => { $next! { $context $($before)*
        /// Bytes of MuJoCo's arena.
        Bookkeeping narena: u64 => absent;
        /// Bytes of the buffer in which MuJoCo keeps the data's arrays.
        Bookkeeping nbuffer: u64 => absent;
        /// Instances of plugins, as in the model.
        Bookkeeping nplugin: i32;
        /// Bytes in use on MuJoCo's stack.
        Bookkeeping pstack: u64 => absent;
        /// Where the current frame of MuJoCo's stack begins.
        Bookkeeping pbase: u64 => absent;
        /// Bytes in use in MuJoCo's arena.
        Bookkeeping parena: u64 => absent;
        /// The most bytes that were in use on MuJoCo's stack since the last reset.
        Bookkeeping maxuse_stack: u64 => absent;
        /// The most bytes that were in use in MuJoCo's arena since the last reset.
        Bookkeeping maxuse_arena: u64 => absent;
        /// The most contacts that there were at once since the last reset.
        Bookkeeping maxuse_con: i32;
        /// The most constraint rows that there were at once since the last reset.
        Bookkeeping maxuse_efc: i32;
        /// How many islands the solver solved one by one the last time that there was something to
        /// solve; 1 if it solved everything together.
        Solve solver_nisland: i32;
        /// How many contacts there are.
        Collision ncon: i32;
        /// How many rows come from equality constraints: the first ones.
        Constraint ne: i32;
        /// How many rows come from dry friction: they follow the equalities.
        Constraint nf: i32;
        /// How many rows come from limits: they follow friction.
        Constraint nl: i32;
        /// How many constraint rows there are; those after the limits come from contacts.
        Constraint nefc: i32;
        /// How many numbers the constraint Jacobian has: its nonzeros, or `nefc` x `nv` if it is
        /// dense.
        Constraint nJ: i32;
        /// How many islands there are: groups of trees that constraints connect. 0 unless islands
        /// are enabled.
        Island nisland: i32;
        /// Simulated time since the start.
        Integrate time: f64 in "s";
        /// The address of MuJoCo's threads.
        Bookkeeping threadpool: u64 => absent;
    } };
}

macro_rules! vectors {
    ($next:ident $context:tt $($before:tt)*) => { $next! { $context $($before)*
        /// How many iterations the solver made for each island; the first if all were solved
        /// together.
        Solve solver_niter: i32 [NISLAND];
        /// How many nonzeros the solver's matrix had for each island: the Hessian of Newton,
        /// `efc_AR` of PGS.
        Solve solver_nnz: i32 [NISLAND];
        /// How far inverse dynamics was from forward dynamics: norm of the difference in
        /// `qfrc_constraint`, and of that in the external forces. Needs the flag `fwdinv`.
        Inverse solver_fwdinv: f64 [2] in "N or N m";
        /// Potential energy (gravity and springs), then kinetic energy. Needs the flag `energy`.
        Energy energy: f64 [2] in "J";
    } };
}
pub(super) use {scalars, vectors};
