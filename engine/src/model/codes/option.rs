//! What the options choose: integrator, cone, Jacobian, solver; and the flags.

use super::{flags, kinds};
use crate::model::Opt;

kinds! {
    /// How the state is advanced: `opt.integrator`.
    #[doc(alias = "mjtIntegrator")]
    Integrator, integrator {
        /// Semi-implicit Euler, damping treated implicitly.
        #[default]
        Euler EULER = 0 "Euler",
        /// Runge-Kutta of fourth order.
        Rk4 RK4 = 1 "RK4",
        /// Implicit in velocity, with all derivatives.
        Implicit IMPLICIT = 2 "implicit",
        /// Implicit in velocity, without the derivatives of Coriolis forces; symmetric.
        ImplicitFast IMPLICIT_FAST = 3 "implicitfast",
    }
}

kinds! {
    /// Shapes of the friction cone: `opt.cone`.
    #[doc(alias = "mjtCone")]
    Cone, cone {
        /// A pyramid of linear constraints.
        #[default]
        Pyramidal PYRAMIDAL = 0 "pyramidal",
        /// The cone itself.
        Elliptic ELLIPTIC = 1 "elliptic",
    }
}

kinds! {
    /// How Jacobians of constraints are stored: `opt.jacobian`.
    #[doc(alias = "mjtJacobian")]
    JacobianType, jacobian {
        /// All elements.
        Dense DENSE = 0 "dense",
        /// Nonzeros alone.
        Sparse SPARSE = 1 "sparse",
        /// Sparse where the model has 60 degrees of freedom or more.
        #[default]
        Auto AUTO = 2 "auto",
    }
}

kinds! {
    /// Constraint solvers: `opt.solver`.
    #[doc(alias = "mjtSolver")]
    Solver, solver {
        /// Projected Gauss-Seidel, on forces.
        Pgs PGS = 0 "PGS",
        /// Conjugate gradients, on accelerations.
        Cg CG = 1 "CG",
        /// Newton's method, on accelerations.
        #[default]
        Newton NEWTON = 2 "Newton",
    }
}

flags! {
    /// Parts of the pipeline that are on unless disabled: bits of `opt.disableflags`.
    #[doc(alias = "mjtDisableBit")]
    DisableFlags, disable {
        /// All constraints.
        CONSTRAINT = 0 "constraint",
        /// Equality constraints.
        EQUALITY = 1 "equality",
        /// Friction in joints and tendons.
        FRICTIONLOSS = 2 "frictionloss",
        /// Limits of joints and tendons.
        LIMIT = 3 "limit",
        /// Contacts.
        CONTACT = 4 "contact",
        /// Springs, dampers and fluids.
        PASSIVE = 5 "passive",
        /// Gravity.
        GRAVITY = 6 "gravity",
        /// Clamping of controls to their ranges.
        CLAMP_CTRL = 7 "clampctrl",
        /// The start of the solver from the last solution.
        WARMSTART = 8 "warmstart",
        /// Leaving out contacts between a body and its parent.
        FILTER_PARENT = 9 "filterparent",
        /// Actuators.
        ACTUATION = 10 "actuation",
        /// Keeping the time constant of `solref` above two timesteps.
        REF_SAFE = 11 "refsafe",
        /// Sensors.
        SENSOR = 12 "sensor",
        /// Bounding trees in collision of bodies.
        MIDPHASE = 13 "midphase",
        /// Implicit damping in Euler's method.
        EULER_DAMP = 14 "eulerdamp",
        /// The reset when a state becomes unstable.
        AUTO_RESET = 15 "autoreset",
    }
}

flags! {
    /// Features that are off unless enabled: bits of `opt.enableflags`.
    #[doc(alias = "mjtEnableBit")]
    EnableFlags, enable {
        /// Contact parameters of the options in place of those of geoms.
        OVERRIDE = 0 "override",
        /// Potential and kinetic energy.
        ENERGY = 1 "energy",
        /// The comparison of forward and inverse dynamics.
        FWDINV = 2 "fwdinv",
        /// Inverse dynamics of discrete time.
        INVDISCRETE = 3 "invdiscrete",
        /// Several contacts of a convex pair.
        MULTICCD = 4 "multiccd",
        /// Islands of constraints, solved one by one.
        ISLAND = 5 "island",
        /// MuJoCo's own convex collision in place of libccd's.
        NATIVECCD = 6 "nativeccd",
    }
}

/// Reads and sets of an option that is the number of a kind.
macro_rules! chosen {
    ($($field:ident $set:ident: $kind:ident;)*) => {
        impl Opt {
            $(
                #[doc = concat!(
                    "The kind that `", stringify!($field),
                    "` stands for; none if it is no number of MuJoCo's."
                )]
                pub fn $field(&self) -> Option<$kind> {
                    $kind::from_code(self.$field)
                }

                #[doc = concat!("Sets `", stringify!($field), "`.")]
                pub fn $set(&mut self, kind: $kind) {
                    self.$field = kind.code();
                }
            )*
        }
    };
}

chosen! {
    integrator set_integrator: Integrator;
    cone set_cone: Cone;
    jacobian set_jacobian: JacobianType;
    solver set_solver: Solver;
}

/// ```
/// use plumbline::model::{DisableFlags, Integrator, Opt};
///
/// let mut option = Opt::default();
/// option.set_integrator(Integrator::Rk4);
/// option.disable(DisableFlags::GRAVITY | DisableFlags::CONTACT);
/// assert_eq!((option.integrator, option.disableflags), (1, 0x50));
/// assert!(option.disabled().contains(DisableFlags::GRAVITY));
/// assert_eq!(option.disabled().names().collect::<Vec<_>>(), ["contact", "gravity"]);
/// ```
impl Opt {
    /// The parts of the pipeline that are switched off.
    pub fn disabled(&self) -> DisableFlags {
        DisableFlags::from_bits(self.disableflags)
    }

    /// Switches parts of the pipeline off.
    pub fn disable(&mut self, flags: DisableFlags) {
        self.disableflags |= flags.bits();
    }

    /// Switches parts of the pipeline on again.
    pub fn undo_disable(&mut self, flags: DisableFlags) {
        self.disableflags &= !flags.bits();
    }

    /// The features that are switched on.
    pub fn enabled(&self) -> EnableFlags {
        EnableFlags::from_bits(self.enableflags)
    }

    /// Switches features on.
    pub fn enable(&mut self, flags: EnableFlags) {
        self.enableflags |= flags.bits();
    }

    /// Switches features off again.
    pub fn undo_enable(&mut self, flags: EnableFlags) {
        self.enableflags &= !flags.bits();
    }
}
