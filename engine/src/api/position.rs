//! The stages that follow from positions, each by itself.

use crate::error::StepError;
use crate::memory::stack;
use crate::pipeline::check_positions;
use crate::pipeline::collision::collision;
use crate::pipeline::constraint::{self, island};
use crate::pipeline::position::camlight::camlight;
use crate::pipeline::position::com_pos::com_pos;
use crate::pipeline::position::flex::flex;
use crate::pipeline::position::kinematics::kinematics;
use crate::pipeline::position::tendon::tendon;
use crate::pipeline::position::transmission::transmission;
use crate::pipeline::position::{self, inertia};
use crate::pipeline::sensor::position_sensors;
use crate::pipeline::velocity::energy;
use crate::{Data, Model};

impl Data {
    /// Everything that follows from positions: all stages from [`kinematics`](Data::kinematics) to
    /// [`project_constraint`](Data::project_constraint), without sensors and energy.
    ///
    /// Needs `qpos`, and the poses of mocap bodies.
    #[doc(alias = "mj_fwdPosition")]
    pub fn fwd_position(&mut self, model: &Model) -> Result<(), StepError> {
        self.run(model, position::position)?;
        stack::position(model, self)?;
        self.require_sound()
    }

    /// What [`inverse`](Data::inverse) needs of [`fwd_position`](Data::fwd_position): no islands,
    /// and no projection for solvers.
    #[doc(alias = "mj_invPosition")]
    pub fn inv_position(&mut self, model: &Model) -> Result<(), StepError> {
        self.run(model, position::position_for_inverse)?;
        stack::position(model, self)?;
        self.require_sound()
    }

    /// Computes `xpos`, `xquat`, `xmat`, `xipos`, `ximat`, `xanchor`, `xaxis` and the poses of
    /// geoms and sites: forward kinematics.
    ///
    /// Needs `qpos`, and the poses of mocap bodies. Quaternions need not be normalised.
    #[doc(alias = "mj_kinematics")]
    pub fn kinematics(&mut self, model: &Model) -> Result<(), StepError> {
        self.run(model, kinematics)
    }

    /// Computes `subtree_com`, `cinert` and `cdof`: inertias and joint motions about the centre of
    /// mass of each tree.
    ///
    /// Needs [`kinematics`](Data::kinematics).
    #[doc(alias = "mj_comPos")]
    pub fn com_pos(&mut self, model: &Model) -> Result<(), StepError> {
        self.run(model, com_pos)?;
        stack::alone::com_pos(model, self)
    }

    /// Computes `cam_xpos`, `cam_xmat`, `light_xpos` and `light_xdir`.
    ///
    /// Needs [`kinematics`](Data::kinematics) and [`com_pos`](Data::com_pos).
    #[doc(alias = "mj_camlight")]
    pub fn camlight(&mut self, model: &Model) -> Result<(), StepError> {
        self.run(model, camlight)
    }

    /// Computes where flexes are: `flexvert_xpos`, `flexelem_aabb`, `bvh_aabb_dyn`,
    /// `flexedge_length` and `flexedge_J` with its pattern.
    ///
    /// Needs [`kinematics`](Data::kinematics) and [`com_pos`](Data::com_pos).
    #[doc(alias = "mj_flex")]
    pub fn flex(&mut self, model: &Model) -> Result<(), StepError> {
        self.run(model, flex)?;
        stack::alone::flex(model, self)
    }

    /// Computes the lengths, Jacobians and paths of tendons: `ten_length`, `ten_J` with its
    /// pattern, `ten_wrapadr`, `ten_wrapnum`, `wrap_obj` and `wrap_xpos`.
    ///
    /// Needs [`kinematics`](Data::kinematics) and [`com_pos`](Data::com_pos).
    #[doc(alias = "mj_tendon")]
    pub fn tendon(&mut self, model: &Model) -> Result<(), StepError> {
        self.run(model, tendon)?;
        stack::alone::tendon(model, self)
    }

    /// Computes the inertia matrix `qM` by composite rigid bodies, `crb`.
    ///
    /// Needs [`com_pos`](Data::com_pos).
    #[doc(alias = "mj_crb")]
    pub fn crb(&mut self, model: &Model) -> Result<(), StepError> {
        self.run(model, inertia::crb)
    }

    /// Factorises `qM` into `qLD`, `qLDiagInv` and `qLDiagSqrtInv`: `M = L' D L`.
    ///
    /// Needs [`crb`](Data::crb), or a `qM` of your own in its layout. A pivot that is too small
    /// becomes MuJoCo's smallest one, and a warning is counted.
    #[doc(alias = "mj_factorM")]
    pub fn factor_m(&mut self, model: &Model) -> Result<(), StepError> {
        self.run(model, inertia::factor_m)
    }

    /// Finds all contacts: `contact` and `ncon`. The constraint rows of contacts before are gone.
    ///
    /// Needs [`kinematics`](Data::kinematics) and [`com_pos`](Data::com_pos).
    #[doc(alias = "mj_collision")]
    pub fn collision(&mut self, model: &Model) -> Result<(), StepError> {
        self.run(model, |model, data| {
            data.scratch.arena.begin();
            constraint::invalidate(data);
            collision(model, data);
            data.scratch.arena.hold_rows(data.contact.len(), None);
        })?;
        self.require_sound()
    }

    /// Makes the constraint rows of equalities, friction, limits and contacts: `nefc` and the
    /// arrays `efc_type` to `efc_R`.
    ///
    /// Needs [`tendon`](Data::tendon) and [`collision`](Data::collision); `eq_active` says which
    /// equalities count.
    #[doc(alias = "mj_makeConstraint")]
    pub fn make_constraint(&mut self, model: &Model) -> Result<(), StepError> {
        self.run(model, constraint::make)?;
        stack::alone::rows(model, self)
    }

    /// Finds islands of dofs and rows that constraints tie together: `nisland` and the arrays that
    /// are named after islands. It does so whether or not the model enables islands;
    /// [`fwd_position`](Data::fwd_position) only if it does.
    ///
    /// Needs [`make_constraint`](Data::make_constraint).
    #[doc(alias = "mj_island")]
    pub fn island(&mut self, model: &Model) -> Result<(), StepError> {
        self.run(model, |model, data| {
            island::forget(data);
            island::discover(model, data);
        })
    }

    /// Computes lengths and moments of actuators: `actuator_length`, `actuator_moment` and its
    /// pattern.
    ///
    /// Needs [`tendon`](Data::tendon); adhesion also [`make_constraint`](Data::make_constraint).
    #[doc(alias = "mj_transmission")]
    pub fn transmission(&mut self, model: &Model) -> Result<(), StepError> {
        self.run(model, transmission)?;
        stack::alone::transmission(model, self)
    }

    /// Computes `efc_AR = J M^-1 J' + R`, if the solver PGS or the noslip pass asks for it.
    ///
    /// Needs [`factor_m`](Data::factor_m) and [`make_constraint`](Data::make_constraint).
    #[doc(alias = "mj_projectConstraint")]
    pub fn project_constraint(&mut self, model: &Model) -> Result<(), StepError> {
        self.run(model, constraint::project)?;
        stack::alone::projection(model, self)
    }

    /// Computes the readings of sensors that follow from positions.
    ///
    /// Needs [`fwd_position`](Data::fwd_position).
    #[doc(alias = "mj_sensorPos")]
    pub fn sensor_pos(&mut self, model: &Model) -> Result<(), StepError> {
        self.run(model, position_sensors)
    }

    /// Computes the potential energy `energy[0]`, if the model enables energy; else both energies
    /// become zero.
    ///
    /// Needs [`kinematics`](Data::kinematics) and [`tendon`](Data::tendon).
    #[doc(alias = "mj_energyPos")]
    pub fn energy_pos(&mut self, model: &Model) -> Result<(), StepError> {
        self.run(model, |model, data| {
            energy::clear_unless_wanted(model, data);
            energy::potential(model, data);
        })
    }

    /// Starts again from the model's reference where a position is NaN or huge, unless the model
    /// disables that, and counts a warning. Returns whether one was.
    ///
    /// Needs `qpos`.
    #[doc(alias = "mj_checkPos")]
    pub fn check_pos(&mut self, model: &Model) -> Result<bool, StepError> {
        self.check(model)?;
        Ok(check_positions(model, self))
    }
}
