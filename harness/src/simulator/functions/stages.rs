//! The pipeline, stage by stage, and its integrators.

use plumbline::{Data, Model, Skip, StepError};

use super::{Frame, Function, cycled, error};
use crate::simulator::Failure;
use crate::simulator::engine::stopped;

pub(super) const FUNCTIONS: &[Function] = &[
    ("mj_forward", |f| f.stage(Data::forward)),
    ("mj_inverse", |f| f.stage(Data::inverse)),
    ("mj_step", |f| f.stage(Data::step)),
    ("mj_step1", |f| f.stage(Data::step1)),
    ("mj_step2", |f| f.stage(Data::step2)),
    ("mj_forwardSkip", |f| {
        let (skip, sensors) = f.skip()?;
        f.stage(|data, model| data.forward_skip(model, skip, sensors))
    }),
    ("mj_inverseSkip", |f| {
        let (skip, sensors) = f.skip()?;
        f.stage(|data, model| data.inverse_skip(model, skip, sensors))
    }),
    ("mj_compareFwdInv", |f| f.stage(Data::compare_fwd_inv)),
    ("mj_fwdPosition", |f| f.stage(Data::fwd_position)),
    ("mj_fwdVelocity", |f| f.stage(Data::fwd_velocity)),
    ("mj_fwdActuation", |f| f.stage(Data::fwd_actuation)),
    ("mj_fwdAcceleration", |f| f.stage(Data::fwd_acceleration)),
    ("mj_fwdConstraint", |f| f.stage(Data::fwd_constraint)),
    ("mj_invPosition", |f| f.stage(Data::inv_position)),
    ("mj_invVelocity", |f| f.stage(Data::inv_velocity)),
    ("mj_invConstraint", |f| f.stage(Data::inv_constraint)),
    ("mj_Euler", |f| f.stage(Data::euler)),
    ("mj_RungeKutta", |f| f.stage(Data::runge_kutta)),
    ("mj_implicit", |f| f.stage(Data::implicit)),
    ("mj_sensorPos", |f| f.stage(Data::sensor_pos)),
    ("mj_sensorVel", |f| f.stage(Data::sensor_vel)),
    ("mj_sensorAcc", |f| f.stage(Data::sensor_acc)),
    ("mj_energyPos", |f| f.stage(Data::energy_pos)),
    ("mj_energyVel", |f| f.stage(Data::energy_vel)),
    ("mj_checkPos", |f| {
        f.stage(|data, model| data.check_pos(model).map(drop))
    }),
    ("mj_checkVel", |f| {
        f.stage(|data, model| data.check_vel(model).map(drop))
    }),
    ("mj_checkAcc", |f| {
        f.stage(|data, model| data.check_acc(model).map(drop))
    }),
    ("mj_kinematics", |f| f.stage(Data::kinematics)),
    ("mj_comPos", |f| f.stage(Data::com_pos)),
    ("mj_camlight", |f| f.stage(Data::camlight)),
    ("mj_flex", |f| f.stage(Data::flex)),
    ("mj_tendon", |f| f.stage(Data::tendon)),
    ("mj_transmission", |f| f.stage(Data::transmission)),
    ("mj_crb", |f| f.stage(Data::crb)),
    ("mj_factorM", |f| f.stage(Data::factor_m)),
    ("mj_comVel", |f| f.stage(Data::com_vel)),
    ("mj_passive", |f| f.stage(Data::passive)),
    ("mj_subtreeVel", |f| f.stage(Data::subtree_vel)),
    ("mj_rnePostConstraint", |f| {
        f.stage(Data::rne_post_constraint)
    }),
    ("mj_collision", |f| f.stage(Data::collision)),
    ("mj_makeConstraint", |f| f.stage(Data::make_constraint)),
    ("mj_island", |f| f.stage(Data::island)),
    ("mj_projectConstraint", |f| {
        f.stage(Data::project_constraint)
    }),
    ("mj_referenceConstraint", |f| {
        f.stage(Data::reference_constraint)
    }),
    ("mj_rne", |f| {
        let mut result = vec![0.0; f.nv()];
        let accelerated = f.id(0)? != 0;
        f.data
            .rne(f.model, accelerated, &mut result)
            .map_err(error)?;
        f.out("result", &result);
        Ok(())
    }),
    ("mj_constraintUpdate", |f| {
        let rows = usize::try_from(f.data.nefc).unwrap_or(0);
        let jar = cycled(f.any(0)?, rows);
        let hessian = f.id(1)? != 0;
        let cost = f
            .data
            .constraint_update(f.model, &jar, hessian)
            .map_err(error)?;
        f.out("cost", &[cost]);
        Ok(())
    }),
];

impl Frame<'_> {
    /// Runs a stage.
    fn stage(
        &mut self,
        run: impl FnOnce(&mut Data, &Model) -> Result<(), StepError>,
    ) -> Result<(), Failure> {
        run(self.data, self.model).map_err(stopped)
    }

    /// What is skipped: a stage, and sensors or not.
    fn skip(&self) -> Result<(Skip, bool), Failure> {
        let skip = match self.id(0)? {
            0 => Skip::Nothing,
            1 => Skip::Position,
            _ => Skip::Velocity,
        };
        Ok((skip, self.id(1)? != 0))
    }
}
