//! What the options say, as questions.

use super::codes::{jacobian, solver};
use crate::Model;

impl Model {
    /// Whether any of these parts of the pipeline is switched off: flags of [`disable`].
    ///
    /// [`disable`]: super::codes::disable
    #[inline]
    pub fn disabled(&self, flags: i32) -> bool {
        self.opt.disableflags & flags != 0
    }

    /// Whether any of these features is switched on: flags of [`enable`].
    ///
    /// [`enable`]: super::codes::enable
    #[inline]
    pub fn enabled(&self, flags: i32) -> bool {
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
}
