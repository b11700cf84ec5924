//! The next state by state and control, analytically where a formula is right and by differences
//! elsewhere.
//!
//! Without constraint rows a step is `v' = v + h H^-1 f`, `q' = q + h v'`, where `H = M + h B` for
//! Euler with joint damping `B` and `M - h D` for `implicitfast`. Where `H` does not depend on what
//! is nudged, `dv' = dv + h H^-1 df` and `dq' = T dv'`, with `T = h` for scalars and `h` times the
//! right Jacobian for rotations.
//!
//! Positions are always nudged: everything depends on them.

use nalgebra::{DMatrix, DMatrixViewMut};

use super::DerivativeError;
use super::nudge::{Input, Outcome};
use super::runner::Runner;
use super::transition::{Differences, Plan, check_model, check_state};
use crate::math::{MINVAL, Quat, Vec3, scalar};
use crate::memory::stack::TransitionShape;
use crate::model::codes::{Integrator, bias, disable, dynamics, gain, joint};
use crate::pipeline::acceleration::actuation::{driving_activation, is_disabled, next_activation};
use crate::pipeline::derivative::{Part, add_part};
use crate::pipeline::position::inertia::{solve_h, solve_m};
use crate::query::jacobian::tendon_jacobian;
use crate::{Data, Model};

/// Derivatives of a step by state and control, and which of their columns are differences.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct HybridTransition {
    /// Of the next state by the state.
    pub a: DMatrix<f64>,
    /// Of the next state by the controls.
    pub b: DMatrix<f64>,
    /// The inputs whose columns were taken by differences, in the order in which they were taken;
    /// all others are analytical.
    pub by_differences: Vec<Input>,
}

/// Derivatives of a step, with centered differences where no formula is right.
pub(crate) fn hybrid(
    model: &Model,
    data: &mut Data,
    eps: f64,
) -> Result<HybridTransition, DerivativeError> {
    data.check(model)?;
    check_model(model, eps)?;
    check_state(model, data)?;
    let how = Differences {
        eps,
        centered: true,
        corrected: true,
    };
    let shape = TransitionShape {
        a: true,
        b: true,
        ..TransitionShape::default()
    };
    let plan = Plan::new(model, how, shape)?;
    let mut runner = Runner::default();
    runner.start.save(data);
    let outcome = fill(model, data, &plan, &mut runner);
    data.scratch.stack = 0;
    if outcome.is_err() {
        runner.start.restore_all(model, data);
    }
    outcome
}

fn fill(
    model: &Model,
    data: &mut Data,
    plan: &Plan,
    runner: &mut Runner,
) -> Result<HybridTransition, DerivativeError> {
    let (nv, n) = (model.nv, 2 * model.nv + model.na);
    let mut center = vec![0.0; Outcome::len(model, false)];
    runner.run(model, data, plan, 0..0, Some(&mut center), &mut [])?;
    let mut res = HybridTransition {
        a: DMatrix::zeros(n, n),
        b: DMatrix::zeros(n, model.nu),
        by_differences: Vec::new(),
    };
    let formulas = Formulas::new(model, data, &center);
    let mut nudged = Vec::new();
    for column in 0..plan.len(model) {
        let input = plan.input(model, column);
        let to = match input {
            Input::Control(i) => res.b.view_mut((0, i), (n, 1)),
            Input::Activation(i) => res.a.view_mut((0, 2 * nv + i), (n, 1)),
            Input::Velocity(dof) => res.a.view_mut((0, nv + dof), (n, 1)),
            Input::Position(dof) => res.a.view_mut((0, dof), (n, 1)),
        };
        let known = match &formulas {
            Some(formulas) => formulas.column(model, data, input, to),
            None => false,
        };
        if !known {
            nudged.push((column, input));
        }
    }
    let mut pair = vec![0.0; 2 * center.len()];
    let mut values = vec![0.0; n];
    for (column, input) in nudged {
        runner.run_columns(model, data, plan, column..column + 1, &mut pair)?;
        let (ahead, behind) = pair.split_at(center.len());
        let sides = plan.directions(model, runner.start.ctrl(), input);
        let outcomes = [&center[..], ahead, behind].map(Outcome);
        plan.differences(model, input, sides, outcomes, [&mut values, &mut []]);
        match input {
            Input::Control(i) => res.b.column_mut(i).copy_from_slice(&values),
            Input::Activation(i) => res.a.column_mut(2 * nv + i).copy_from_slice(&values),
            Input::Velocity(dof) => res.a.column_mut(nv + dof).copy_from_slice(&values),
            Input::Position(dof) => res.a.column_mut(dof).copy_from_slice(&values),
        }
        res.by_differences.push(input);
    }
    Ok(res)
}

/// What the analytical columns are made of, at a state without constraint rows.
struct Formulas {
    /// Of the smooth forces by velocity, if there is a formula for it.
    force_by_velocity: Option<DMatrix<f64>>,
    /// Velocities and activations after the step.
    next_qvel: Vec<f64>,
    next_act: Vec<f64>,
    implicit: bool,
    /// Dofs whose actuator force is at its limit, so that it does not change.
    held: Vec<bool>,
    all_controls_are_good: bool,
}

impl Formulas {
    /// None where nothing is analytical.
    fn new(model: &Model, data: &mut Data, center: &[f64]) -> Option<Formulas> {
        let integrator = model.integrator();
        let calls = &data.callbacks;
        let callbacks = calls.control.is_some()
            || calls.passive.is_some()
            || calls.act_dyn.is_some()
            || calls.act_gain.is_some()
            || calls.act_bias.is_some();
        let known = matches!(integrator, Integrator::Euler | Integrator::ImplicitFast);
        if data.nefc > 0 || callbacks || !known {
            return None;
        }
        let mut formulas = Formulas {
            force_by_velocity: None,
            next_qvel: center[model.nq..][..model.nv].to_vec(),
            next_act: center[model.nq + model.nv..][..model.na].to_vec(),
            implicit: integrator == Integrator::ImplicitFast,
            held: held_dofs(model, data),
            all_controls_are_good: scalar::first_bad(&data.ctrl).is_none(),
        };
        let immersed = model.is_immersed() && !model.disabled(disable::PASSIVE);
        let plain = (0..model.nu).all(|i| !model.actuates() || has_plain_gain(model, i));
        if !immersed && plain && formulas.all_controls_are_good {
            formulas.force_by_velocity = Some(formulas.forces(model, data));
        }
        Some(formulas)
    }

    /// Writes the column of an input; false where there is no formula for it.
    fn column(&self, model: &Model, data: &Data, input: Input, to: DMatrixViewMut<f64>) -> bool {
        match input {
            Input::Position(_) => false,
            Input::Velocity(dof) => self.velocity(model, data, dof, to),
            Input::Activation(adr) => self.activation(model, data, adr, to),
            Input::Control(i) => self.control(model, data, i, to),
        }
    }

    fn velocity(&self, model: &Model, data: &Data, dof: usize, to: DMatrixViewMut<f64>) -> bool {
        let Some(forces) = &self.force_by_velocity else {
            return false;
        };
        let force: Vec<f64> = forces.column(dof).iter().copied().collect();
        self.write(model, data, force, Some(dof), to);
        true
    }

    /// An activation that follows its control by a filter or integrates it.
    fn activation(
        &self,
        model: &Model,
        data: &Data,
        adr: usize,
        mut to: DMatrixViewMut<f64>,
    ) -> bool {
        let Some(i) = (0..model.nu).find(|&i| driving_activation(model, i) == Some(adr)) else {
            return false;
        };
        let filtered = matches!(
            model.actuator_dyntype[i],
            dynamics::INTEGRATOR | dynamics::FILTER | dynamics::FILTER_EXACT
        );
        let known = filtered && model.actuator_actnum[i] == 1 && self.is_linear(model, i);
        if !known {
            return false;
        }
        let rate = activation_slope(model, i);
        let [lower, upper] = model.actuator_actrange[i];
        let within = |act: f64| model.actuator_actlimited[i] == 0 || lower < act && act < upper;
        let moves = model.actuates() && !is_disabled(model, i);
        let next = self.next_act[adr];
        let early = model.actuator_actearly[i] != 0;
        let driving = match early {
            true if within(next) => rate,
            true => 0.0,
            false => 1.0,
        };
        let slope = self.force_slope(model, data, i) * driving;
        self.write(
            model,
            data,
            self.joint_force(model, data, i, slope),
            None,
            to.as_view_mut(),
        );
        to[(2 * model.nv + adr, 0)] = match (moves, within(next)) {
            (_, false) => 0.0,
            (true, true) => rate,
            (false, true) => 1.0,
        };
        true
    }

    /// A control that acts directly.
    fn control(&self, model: &Model, data: &Data, i: usize, to: DMatrixViewMut<f64>) -> bool {
        let direct = model.actuator_actadr[i] < 0 && self.is_linear(model, i);
        if !direct || !self.all_controls_are_good {
            return false;
        }
        let [lower, upper] = model.actuator_ctrlrange[i];
        let clamped = model.actuator_ctrllimited[i] != 0 && !model.disabled(disable::CLAMP_CTRL);
        let within = !clamped || lower <= data.ctrl[i] && data.ctrl[i] <= upper;
        let slope = if within {
            self.force_slope(model, data, i)
        } else {
            0.0
        };
        self.write(
            model,
            data,
            self.joint_force(model, data, i, slope),
            None,
            to,
        );
        true
    }

    /// Whether an actuator's force is a multiple of its input, and the integrator's matrix does not
    /// depend on the input.
    fn is_linear(&self, model: &Model, i: usize) -> bool {
        let drags =
            model.actuator_gaintype[i] == gain::AFFINE && model.actuator_gainprm[i][2] != 0.0;
        has_plain_gain(model, i) && !(self.implicit && drags)
    }

    /// Derivative of an actuator's force by its control or activation.
    fn force_slope(&self, model: &Model, data: &Data, i: usize) -> f64 {
        if !model.actuates() || is_disabled(model, i) || is_at_limit(model, data, i) {
            return 0.0;
        }
        let prm = &model.actuator_gainprm[i];
        match model.actuator_gaintype[i] {
            gain::AFFINE => {
                prm[0] + prm[1] * data.actuator_length[i] + prm[2] * data.actuator_velocity[i]
            }
            _ => prm[0],
        }
    }

    /// A change of an actuator's force as one of joint forces.
    fn joint_force(&self, model: &Model, data: &Data, i: usize, slope: f64) -> Vec<f64> {
        let mut force = vec![0.0; model.nv];
        for (dof, moment) in moment(data, i) {
            if !self.held[dof] {
                force[dof] += moment * slope;
            }
        }
        force
    }

    /// Of all smooth forces by velocity.
    fn forces(&self, model: &Model, data: &mut Data) -> DMatrix<f64> {
        let nv = model.nv;
        let mut sum = DMatrix::zeros(nv, nv);
        for i in 0..model.nu {
            let slope = velocity_slope(model, data, i);
            for (row, a) in moment(data, i).filter(|&(row, _)| !self.held[row]) {
                for (column, b) in moment(data, i) {
                    sum[(row, column)] += a * slope * b;
                }
            }
        }
        if !model.disabled(disable::PASSIVE) {
            for dof in 0..nv {
                sum[(dof, dof)] -= model.dof_damping[dof];
            }
            for t in (0..model.ntendon).filter(|&t| model.tendon_damping[t] != 0.0) {
                let (values, columns) = tendon_jacobian(model, data, t);
                let at = |k: usize| {
                    if model.is_sparse() {
                        columns[k] as usize
                    } else {
                        k
                    }
                };
                for (j, a) in values.iter().enumerate() {
                    for (k, b) in values.iter().enumerate() {
                        sum[(at(j), at(k))] -= a * model.tendon_damping[t] * b;
                    }
                }
            }
        }
        data.qDeriv.fill(0.0);
        add_part(model, data, Part::Bias);
        for row in 0..nv {
            let start = data.D_rowadr[row] as usize;
            for k in start..start + data.D_rownnz[row] as usize {
                sum[(row, data.D_colind[k] as usize)] += data.qDeriv[k];
            }
        }
        sum
    }

    /// From a change of forces to the change of the next state; a nudged velocity goes on.
    fn write(
        &self,
        model: &Model,
        data: &Data,
        mut force: Vec<f64>,
        nudged: Option<usize>,
        mut to: DMatrixViewMut<f64>,
    ) {
        let (nv, h) = (model.nv, model.opt.timestep);
        if self.implicit || model.damps() {
            solve_h(data, &mut force);
        } else {
            solve_m(model, data, &mut force);
        }
        let mut change: Vec<f64> = force.iter().map(|x| h * x).collect();
        if let Some(dof) = nudged {
            change[dof] += 1.0;
        }
        for jnt in 0..model.njnt {
            let start = model.jnt_dofadr[jnt] as usize;
            let (shifts, turns) = match model.jnt_type[jnt] {
                joint::FREE => (start..start + 3, Some(start + 3)),
                joint::BALL => (start..start, Some(start)),
                _ => (start..start + 1, None),
            };
            for dof in shifts {
                to[(dof, 0)] = h * change[dof];
            }
            if let Some(dof) = turns {
                let three = |values: &[f64]| Vec3::from_column_slice(&values[dof..dof + 3]);
                let right = Quat::integrate_derivative(&three(&self.next_qvel), h).by_velocity;
                let turn = right.mul_vec(&three(&change));
                for k in 0..3 {
                    to[(dof + k, 0)] = h * turn[k];
                }
            }
        }
        for dof in 0..nv {
            to[(nv + dof, 0)] = change[dof];
        }
    }
}

/// Gains and biases that are polynomials of length and velocity, or muscles at a given velocity.
fn has_plain_gain(model: &Model, i: usize) -> bool {
    matches!(model.actuator_gaintype[i], gain::FIXED | gain::AFFINE)
        && matches!(
            model.actuator_biastype[i],
            bias::NONE | bias::AFFINE | bias::MUSCLE
        )
}

/// The dofs that an actuator moves, each with its moment.
fn moment(data: &Data, i: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
    let start = data.moment_rowadr[i] as usize;
    let range = start..start + data.moment_rownnz[i] as usize;
    let dofs = data.moment_colind[range.clone()].iter();
    dofs.map(|&dof| dof as usize)
        .zip(data.actuator_moment[range].iter().copied())
}

/// Whether an actuator's force is at its limit.
fn is_at_limit(model: &Model, data: &Data, i: usize) -> bool {
    model.actuator_forcelimited[i] != 0
        && model.actuator_forcerange[i].contains(&data.actuator_force[i])
}

/// Dofs whose actuator force is at the limit of their joint.
fn held_dofs(model: &Model, data: &Data) -> Vec<bool> {
    let mut held = vec![false; model.nv];
    for jnt in (0..model.njnt).filter(|&jnt| model.jnt_actfrclimited[jnt] != 0) {
        let dof = model.jnt_dofadr[jnt] as usize;
        held[dof] = model.jnt_actfrcrange[jnt].contains(&data.qfrc_actuator[dof]);
    }
    held
}

/// Derivative of the next activation by the activation, within its limits.
fn activation_slope(model: &Model, i: usize) -> f64 {
    let (h, tau) = (
        model.opt.timestep,
        scalar::max(MINVAL, model.actuator_dynprm[i][0]),
    );
    match model.actuator_dyntype[i] {
        dynamics::FILTER => 1.0 - h / tau,
        dynamics::FILTER_EXACT => (-h / tau).exp(),
        _ => 1.0,
    }
}

/// Derivative of an actuator's force by its velocity.
fn velocity_slope(model: &Model, data: &Data, i: usize) -> f64 {
    if !model.actuates() || is_disabled(model, i) || is_at_limit(model, data, i) {
        return 0.0;
    }
    let of_bias = match model.actuator_biastype[i] {
        bias::AFFINE => model.actuator_biasprm[i][2],
        _ => 0.0,
    };
    let of_gain = match model.actuator_gaintype[i] {
        gain::AFFINE => model.actuator_gainprm[i][2],
        _ => 0.0,
    };
    let input = match driving_activation(model, i) {
        Some(adr) if model.actuator_actearly[i] != 0 => {
            next_activation(model, data.act[adr], i, data.act_dot[adr])
        }
        Some(adr) => data.act[adr],
        None => data.scratch.ctrl[i],
    };
    of_bias + of_gain * input
}
