//! The force of inverse dynamics, the readings of sensors and the inertia by positions, velocities
//! and accelerations, by forward differences.
//!
//! `f = M(q) a + bias(q, v) - passive - constraint`. A row belongs to the input that was nudged, as
//! in MuJoCo: matrices are transposed in comparison with those of a transition.

use nalgebra::DMatrix;

use super::DerivativeError;
use super::nudge::{Input, difference};
use super::transition::{check_model, check_numbers};
use crate::math::dense;
use crate::memory::stack::{self, InverseShape};
use crate::model::Skip;
use crate::pipeline::acceleration::actuation::actuation;
use crate::pipeline::inverse::inverse as inverse_dynamics;
use crate::{Data, Model};

/// Derivatives of inverse dynamics, forward differences: MuJoCo's `DfDq`, `DfDv`, `DfDa`, `DsDq`,
/// `DsDv`, `DsDa` and `DmDq`. Row `i` belongs to the `i`-th input.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct InverseDerivatives {
    /// Of the force by positions, `nv` x `nv`.
    pub force_by_position: DMatrix<f64>,
    /// Of the force by velocities, `nv` x `nv`.
    pub force_by_velocity: DMatrix<f64>,
    /// Of the force by accelerations, `nv` x `nv`.
    pub force_by_acceleration: DMatrix<f64>,
    /// Of the readings by positions, `nv` x `nsensordata`.
    pub sensors_by_position: DMatrix<f64>,
    /// Of the readings by velocities, `nv` x `nsensordata`.
    pub sensors_by_velocity: DMatrix<f64>,
    /// Of the readings by accelerations, `nv` x `nsensordata`.
    pub sensors_by_acceleration: DMatrix<f64>,
    /// Of the inertia `qM` by positions, `nv` x `nM`.
    pub mass_by_position: DMatrix<f64>,
}

/// Where to write the matrices of [`InverseDerivatives`], row by row. What is not asked for is not
/// computed.
#[derive(Debug, Default)]
pub struct InverseParts<'a> {
    /// Of the force by positions, `nv` x `nv`.
    pub force_by_position: Option<&'a mut [f64]>,
    /// Of the force by velocities, `nv` x `nv`.
    pub force_by_velocity: Option<&'a mut [f64]>,
    /// Of the force by accelerations, `nv` x `nv`.
    pub force_by_acceleration: Option<&'a mut [f64]>,
    /// Of the readings by positions, `nv` x `nsensordata`.
    pub sensors_by_position: Option<&'a mut [f64]>,
    /// Of the readings by velocities, `nv` x `nsensordata`.
    pub sensors_by_velocity: Option<&'a mut [f64]>,
    /// Of the readings by accelerations, `nv` x `nsensordata`.
    pub sensors_by_acceleration: Option<&'a mut [f64]>,
    /// Of the inertia `qM` by positions, `nv` x `nM`.
    pub mass_by_position: Option<&'a mut [f64]>,
}

impl InverseParts<'_> {
    fn shape(&self) -> InverseShape {
        InverseShape {
            sensors: self.sensors_by_position.is_some()
                || self.sensors_by_velocity.is_some()
                || self.sensors_by_acceleration.is_some(),
            positions: self.force_by_position.is_some()
                || self.sensors_by_position.is_some()
                || self.mass_by_position.is_some(),
            mass: self.mass_by_position.is_some(),
        }
    }

    /// Whether each is of the size of its matrix.
    fn check(&self, model: &Model) -> Result<(), DerivativeError> {
        let nv = model.nv;
        let (forces, sensors) = (nv * nv, nv * model.nsensordata);
        let parts = [
            ("DfDq", &self.force_by_position, forces),
            ("DfDv", &self.force_by_velocity, forces),
            ("DfDa", &self.force_by_acceleration, forces),
            ("DsDq", &self.sensors_by_position, sensors),
            ("DsDv", &self.sensors_by_velocity, sensors),
            ("DsDa", &self.sensors_by_acceleration, sensors),
            ("DmDq", &self.mass_by_position, nv * model.nM),
        ];
        parts.into_iter().try_for_each(|(matrix, part, expected)| {
            match part.as_ref().map(|part| part.len()) {
                Some(found) if found != expected => Err(DerivativeError::WrongSize {
                    matrix,
                    expected,
                    found,
                }),
                _ => Ok(()),
            }
        })
    }
}

/// Working memory, kept from call to call.
#[derive(Clone, Debug, Default)]
struct Work {
    qpos: Vec<f64>,
    force: Vec<f64>,
    nudged_force: Vec<f64>,
    sensors: Vec<f64>,
    mass: Vec<f64>,
    direction: Vec<f64>,
}

/// How inverse dynamics is computed each time.
#[derive(Clone, Copy, Debug)]
struct Evaluation {
    sensors: bool,
    /// Whether the force of actuators is taken off.
    actuation: bool,
}

impl Evaluation {
    /// The force, from the first stage on that is not skipped.
    fn force(
        self,
        model: &Model,
        data: &mut Data,
        skip: Skip,
        force: &mut Vec<f64>,
    ) -> Result<(), DerivativeError> {
        inverse_dynamics(model, data, skip, self.sensors)?;
        force.clear();
        force.extend_from_slice(&data.qfrc_inverse);
        if self.actuation {
            stack::alone::actuation(model, data)?;
            actuation(model, data);
            dense::sub_from(force, &data.qfrc_actuator);
        }
        Ok(())
    }
}

/// Fills the matrices that are asked for.
#[doc(alias = "mjd_inverseFD")]
pub(crate) fn inverse(
    model: &Model,
    data: &mut Data,
    eps: f64,
    actuation: bool,
    parts: InverseParts,
) -> Result<(), DerivativeError> {
    data.check(model)?;
    check_model(model, eps)?;
    if model.opt.noslip_iterations != 0 {
        return Err(DerivativeError::NoSlip);
    }
    for (field, values) in [
        ("qpos", &data.qpos),
        ("qvel", &data.qvel),
        ("qacc", &data.qacc),
        ("act", &data.act),
    ] {
        check_numbers(field, values, |x| !x.is_finite())?;
    }
    parts.check(model)?;
    let shape = parts.shape();
    let held = stack::inverse_differences(model, shape)?;
    let evaluation = Evaluation {
        sensors: shape.sensors,
        actuation,
    };
    let mut work = data.scratch.inverse_difference.take::<Work>();
    data.scratch.stack = held[0];
    let outcome = fill(model, data, eps, evaluation, held[1], &mut work, parts);
    data.scratch.stack = 0;
    data.scratch.inverse_difference.put(work);
    outcome
}

fn fill(
    model: &Model,
    data: &mut Data,
    eps: f64,
    evaluation: Evaluation,
    held: usize,
    work: &mut Work,
    parts: InverseParts,
) -> Result<(), DerivativeError> {
    let nv = model.nv;
    work.qpos.clear();
    work.qpos.extend_from_slice(&data.qpos);
    work.direction.clear();
    work.direction.resize(nv, 0.0);
    evaluation.force(model, data, Skip::Nothing, &mut work.force)?;
    work.sensors.clear();
    work.sensors.extend_from_slice(&data.sensordata);
    work.mass.clear();
    work.mass.extend_from_slice(&data.qM);
    let mut rows = Rows {
        model,
        eps,
        evaluation,
        work,
    };
    let (force, sensors) = (parts.force_by_acceleration, parts.sensors_by_acceleration);
    rows.take(data, Nudged::Acceleration, [force, sensors, None])?;
    let (force, sensors) = (parts.force_by_velocity, parts.sensors_by_velocity);
    rows.take(data, Nudged::Velocity, [force, sensors, None])?;
    data.scratch.stack = held;
    let (force, sensors) = (parts.force_by_position, parts.sensors_by_position);
    let mass = parts.mass_by_position;
    rows.take(data, Nudged::Position, [force, sensors, mass])
}

/// What is nudged, dof by dof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Nudged {
    Acceleration,
    Velocity,
    Position,
}

/// Takes rows of matrices, one for each dof.
struct Rows<'a> {
    model: &'a Model,
    eps: f64,
    evaluation: Evaluation,
    work: &'a mut Work,
}

impl Rows<'_> {
    /// The rows of all dofs, of those of the matrices of force, sensors and inertia that are asked
    /// for.
    fn take(
        &mut self,
        data: &mut Data,
        nudged: Nudged,
        matrices: [Option<&mut [f64]>; 3],
    ) -> Result<(), DerivativeError> {
        if matrices.iter().all(Option::is_none) {
            return Ok(());
        }
        let (model, eps) = (self.model, self.eps);
        let [mut force, mut sensors, mut mass] = matrices;
        for dof in 0..model.nv {
            self.evaluate(data, nudged, dof)?;
            let work = &*self.work;
            let write = |matrix: &mut Option<&mut [f64]>, before: &[f64], after: &[f64]| {
                if let Some(matrix) = matrix {
                    let row = &mut matrix[dof * after.len()..][..after.len()];
                    difference(row, before, after, eps);
                }
            };
            write(&mut force, &work.force, &work.nudged_force);
            write(&mut sensors, &work.sensors, &data.sensordata);
            write(&mut mass, &work.mass, &data.qM);
        }
        Ok(())
    }

    /// Inverse dynamics with one number nudged, which is put back.
    fn evaluate(
        &mut self,
        data: &mut Data,
        nudged: Nudged,
        dof: usize,
    ) -> Result<(), DerivativeError> {
        let Rows {
            model,
            eps,
            evaluation,
            work,
        } = self;
        let force = &mut work.nudged_force;
        match nudged {
            Nudged::Acceleration => {
                let before = data.qacc[dof];
                data.qacc[dof] += *eps;
                let outcome = evaluation.force(model, data, Skip::Velocity, force);
                data.qacc[dof] = before;
                outcome
            }
            Nudged::Velocity => {
                let before = data.qvel[dof];
                data.qvel[dof] += *eps;
                let outcome = evaluation.force(model, data, Skip::Position, force);
                data.qvel[dof] = before;
                outcome
            }
            Nudged::Position => {
                Input::Position(dof).nudge(model, data, *eps, &mut work.direction);
                let outcome = evaluation.force(model, data, Skip::Nothing, force);
                data.qpos.copy_from_slice(&work.qpos);
                outcome
            }
        }
    }
}
