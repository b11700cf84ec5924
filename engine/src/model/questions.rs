//! What the options say, as questions. Stages ask them, and the count of MuJoCo's memory asks the
//! same ones.

use super::codes::{Integrator, cone, disable, enable, jacobian, solver};
use crate::Model;
use crate::math::vec3;

impl Model {
    /// Whether any of these parts of the pipeline is switched off: flags of [`disable`].
    ///
    /// [`disable`]: super::codes::disable
    #[inline]
    pub(crate) fn disabled(&self, flags: i32) -> bool {
        self.opt.disableflags & flags != 0
    }

    /// Whether any of these features is switched on: flags of [`enable`].
    ///
    /// [`enable`]: super::codes::enable
    #[inline]
    pub(crate) fn enabled(&self, flags: i32) -> bool {
        self.opt.enableflags & flags != 0
    }

    /// Whether Jacobians are stored by their nonzeros.
    #[doc(alias = "mj_isSparse")]
    #[inline]
    pub fn is_sparse(&self) -> bool {
        match self.opt.jacobian {
            jacobian::SPARSE => true,
            jacobian::AUTO => self.nv >= 60,
            _ => false,
        }
    }

    /// Whether some solver works on forces and needs `efc_AR`.
    #[doc(alias = "mj_isDual")]
    #[inline]
    pub fn is_dual(&self) -> bool {
        self.opt.solver == solver::PGS || self.opt.noslip_iterations > 0
    }

    /// Whether friction cones are pyramids.
    #[doc(alias = "mj_isPyramidal")]
    pub fn is_pyramidal(&self) -> bool {
        self.opt.cone == cone::PYRAMIDAL
    }

    /// Whether contacts are looked for at all.
    pub(crate) fn detects_contacts(&self) -> bool {
        !self.disabled(disable::CONSTRAINT | disable::CONTACT) && self.nconmax != 0
    }

    /// Whether actuators do anything.
    pub(crate) fn actuates(&self) -> bool {
        self.nu > 0 && !self.disabled(disable::ACTUATION)
    }

    /// Whether there is a medium, which resists motion.
    pub(crate) fn is_immersed(&self) -> bool {
        self.opt.viscosity > 0.0 || self.opt.density > 0.0
    }

    /// Whether any body is to be held up against a gravity that is there.
    pub(crate) fn compensates_gravity(&self) -> bool {
        self.ngravcomp > 0
            && !self.disabled(disable::GRAVITY)
            && vec3::norm(&self.opt.gravity) != 0.0
    }

    /// Whether Euler's method treats damping implicitly.
    pub(crate) fn damps(&self) -> bool {
        !self.disabled(disable::EULER_DAMP) && self.dof_damping.iter().any(|&damping| damping > 0.0)
    }

    /// Whether islands are solved one by one, as far as there are any.
    pub(crate) fn solves_islands(&self) -> bool {
        self.enabled(enable::ISLAND)
            && self.opt.solver == solver::CG
            && self.opt.noslip_iterations == 0
    }

    /// How the state is advanced; numbers beyond MuJoCo's stand for the last kind.
    pub(crate) fn integrator(&self) -> Integrator {
        Integrator::from_code(self.opt.integrator).unwrap_or(Integrator::ImplicitFast)
    }

    /// The same for a step that may be split in two: there only the implicit methods are possible,
    /// and Euler's takes the place of all others.
    pub(crate) fn integrator_of_step(&self, whole: bool) -> Integrator {
        match Integrator::from_code(self.opt.integrator) {
            Some(Integrator::Rk4) | None if !whole => Integrator::Euler,
            _ => self.integrator(),
        }
    }
}
