//! The pipeline: whole steps, and stage by stage.

use plumbline::{Data, Model, Skip, StepError};
use pyo3::prelude::*;

use super::register;
use crate::array::{Input, Output, require};
use crate::data::{MjData, run};
use crate::model::MjModel;

/// Functions of model and data alone.
macro_rules! stages {
    ($($(#[$doc:meta])* $name:ident $method:ident;)*) => {
        $(
            $(#[$doc])*
            #[pyfunction]
            fn $name(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>) -> PyResult<()> {
                run(m, d, |model, data| data.$method(model))
            }
        )*
    };
}

stages! {
    /// Computes everything from positions, velocities, controls and applied forces, without integrating.
    mj_forward forward;
    /// The first half of a step: everything that does not depend on controls.
    mj_step1 step1;
    /// The second half of a step: controls, accelerations, and the new state.
    mj_step2 step2;
    /// Inverse dynamics: the forces that give the accelerations `qacc`.
    mj_inverse inverse;
    /// Everything that depends on positions.
    mj_fwdPosition fwd_position;
    /// Everything that depends on velocities.
    mj_fwdVelocity fwd_velocity;
    /// Forces of actuators.
    mj_fwdActuation fwd_actuation;
    /// Accelerations without constraints.
    mj_fwdAcceleration fwd_acceleration;
    /// Constraint forces and accelerations.
    mj_fwdConstraint fwd_constraint;
    /// Integrates by Euler's method, semi-implicit in velocity.
    mj_Euler euler;
    /// Integrates implicitly in velocity.
    mj_implicit implicit;
    /// What inverse dynamics needs of positions.
    mj_invPosition inv_position;
    /// What inverse dynamics needs of velocities.
    mj_invVelocity inv_velocity;
    /// Constraint forces for given accelerations.
    mj_invConstraint inv_constraint;
    /// Compares forward and inverse dynamics; the result is in `solver_fwdinv`.
    mj_compareFwdInv compare_fwd_inv;
    /// Sensors that depend on positions.
    mj_sensorPos sensor_pos;
    /// Sensors that depend on velocities.
    mj_sensorVel sensor_vel;
    /// Sensors that depend on accelerations and forces.
    mj_sensorAcc sensor_acc;
    /// Potential energy.
    mj_energyPos energy_pos;
    /// Kinetic energy.
    mj_energyVel energy_vel;
    /// Where bodies, geoms and sites are.
    mj_kinematics kinematics;
    /// Inertias and motion axes about the centres of mass of trees.
    mj_comPos com_pos;
    /// Where cameras and lights are.
    mj_camlight camlight;
    /// Where vertices of flexes are, and what follows from that.
    mj_flex flex;
    /// Lengths and moment arms of tendons.
    mj_tendon tendon;
    /// Lengths and moment arms of actuators.
    mj_transmission transmission;
    /// The inertia matrix, by composite rigid bodies.
    mj_crb crb;
    /// Factorises the inertia matrix.
    mj_factorM factor_m;
    /// Velocities of bodies about the centres of mass of trees.
    mj_comVel com_vel;
    /// Forces of springs, dampers, gravity compensation and fluid.
    mj_passive passive;
    /// Linear velocity and angular momentum of subtrees.
    mj_subtreeVel subtree_vel;
    /// Accelerations and forces between bodies, from the solution.
    mj_rnePostConstraint rne_post_constraint;
    /// Finds contacts.
    mj_collision collision;
    /// Makes the constraint rows.
    mj_makeConstraint make_constraint;
    /// Finds islands of trees that constraints tie together.
    mj_island island;
    /// The inverse inertia as constraints see it.
    mj_projectConstraint project_constraint;
    /// The accelerations that constraints ask for.
    mj_referenceConstraint reference_constraint;
}

/// Advances the simulation. Optionally, repeat nstep times.
#[pyfunction]
#[pyo3(signature = (m, d, nstep = 1))]
fn mj_step(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, nstep: i32) -> PyResult<()> {
    run(m, d, |model, data| {
        (0..nstep).try_for_each(|_| data.step(model))
    })
}

fn skip(stage: i32) -> Skip {
    match stage {
        ..1 => Skip::Nothing,
        1 => Skip::Position,
        2.. => Skip::Velocity,
    }
}

/// Forward dynamics without stages that are known already.
#[pyfunction]
fn mj_forwardSkip(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    skipstage: i32,
    skipsensor: i32,
) -> PyResult<()> {
    run(m, d, |model, data| {
        data.forward_skip(model, skip(skipstage), skipsensor != 0)
    })
}

/// Inverse dynamics without stages that are known already.
#[pyfunction]
fn mj_inverseSkip(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    skipstage: i32,
    skipsensor: i32,
) -> PyResult<()> {
    run(m, d, |model, data| {
        data.inverse_skip(model, skip(skipstage), skipsensor != 0)
    })
}

/// Integrates by the method of Runge and Kutta of order 4.
#[pyfunction]
fn mj_RungeKutta(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, N: i32) -> PyResult<()> {
    if N != 4 {
        let text = format!("Runge-Kutta has order 4 here, not {N}");
        return Err(crate::errors::FatalError::new_err(text));
    }
    run(m, d, |model, data| data.runge_kutta(model))
}

/// Runs one of the checks of a state.
fn check(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    check: fn(&mut Data, &Model) -> Result<bool, StepError>,
) -> PyResult<()> {
    run(m, d, move |model, data| check(data, model).map(drop))
}

/// Looks for bad numbers among positions, and resets if there are any.
#[pyfunction]
fn mj_checkPos(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>) -> PyResult<()> {
    check(m, d, Data::check_pos)
}

/// Looks for bad numbers among velocities, and resets if there are any.
#[pyfunction]
fn mj_checkVel(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>) -> PyResult<()> {
    check(m, d, Data::check_vel)
}

/// Looks for bad numbers among accelerations, and resets if there are any.
#[pyfunction]
fn mj_checkAcc(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>) -> PyResult<()> {
    check(m, d, Data::check_acc)
}

/// Forces by the recursive Newton-Euler method, with accelerations or without.
#[pyfunction]
fn mj_rne(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    flg_acc: i32,
    result: Output,
) -> PyResult<()> {
    let mut force = result.read();
    // SAFETY: sizes do not change.
    require(
        force.len() == unsafe { m.get().get() }.nv,
        "result should have length nv",
    )?;
    let force = run(m, d, move |model, data| {
        data.rne(model, flg_acc != 0, &mut force).map(|()| force)
    })?;
    result.write(&force)
}

/// Constraint forces, states and cost for given residuals.
#[pyfunction]
fn mj_constraintUpdate(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    jar: Input,
    cost: Option<Output>,
    flg_coneHessian: i32,
) -> PyResult<()> {
    let rows = d.get().read(|data| data.nefc)?;
    require(
        jar.values.len() as i32 == rows,
        "size of jar should equal nefc",
    )?;
    let found = run(m, d, move |model, data| {
        data.constraint_update(model, &jar.values, flg_coneHessian != 0)
    })?;
    cost.map_or(Ok(()), |cost| cost.write(&[found]))
}

register! {
    mj_forward mj_step1 mj_step2 mj_inverse mj_fwdPosition
    mj_fwdVelocity mj_fwdActuation mj_fwdAcceleration mj_fwdConstraint mj_Euler
    mj_implicit mj_invPosition mj_invVelocity mj_invConstraint mj_compareFwdInv
    mj_sensorPos mj_sensorVel mj_sensorAcc mj_energyPos mj_energyVel
    mj_kinematics mj_comPos mj_camlight mj_flex mj_tendon mj_transmission
    mj_crb mj_factorM mj_comVel mj_passive mj_subtreeVel
    mj_rnePostConstraint mj_collision mj_makeConstraint mj_island mj_projectConstraint
    mj_referenceConstraint mj_step mj_forwardSkip mj_inverseSkip mj_RungeKutta
    mj_checkPos mj_checkVel mj_checkAcc mj_rne mj_constraintUpdate
}
