//! Physics options before the author has changed any.

use super::{DEFAULT_SOLIMP, DEFAULT_SOLREF};
use crate::math::Vec3;
use crate::model::Opt;

const JACOBIAN_AUTO: i32 = 2;
const SOLVER_NEWTON: i32 = 2;

/// MuJoCo 3.2.6's default options.
#[doc(alias = "mj_defaultOption")]
pub(super) fn default() -> Opt {
    Opt {
        timestep: 0.002,
        apirate: 100.0,
        impratio: 1.0,
        tolerance: 1e-8,
        ls_tolerance: 0.01,
        noslip_tolerance: 1e-6,
        ccd_tolerance: 1e-6,
        gravity: Vec3::new(0.0, 0.0, -9.81),
        magnetic: Vec3::new(0.0, -0.5, 0.0),
        o_solref: DEFAULT_SOLREF,
        o_solimp: DEFAULT_SOLIMP,
        o_friction: [1.0, 1.0, 0.005, 0.0001, 0.0001],
        jacobian: JACOBIAN_AUTO,
        solver: SOLVER_NEWTON,
        iterations: 100,
        ls_iterations: 50,
        ccd_iterations: 50,
        sdf_initpoints: 40,
        sdf_iterations: 10,
        ..Opt::default()
    }
}
