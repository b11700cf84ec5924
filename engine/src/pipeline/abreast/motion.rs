//! Velocities, forces, accelerations and the next state abreast: see `pipeline/velocity`,
//! `pipeline/acceleration` and `pipeline/integrate`.

use super::plan::Plan;
use super::work::Work;
use crate::Model;
use crate::math::abreast::{
    Eight, Spatials, WIDTH, add, all, clip, combine, cross_force, cross_motion, dot, inertia_mul,
    scale,
};
use crate::math::{Quat, Vec3};
use crate::model::codes::{bias, disable, gain, joint};
use crate::pipeline::position::inertia::solve_abreast;
use crate::pipeline::velocity::bias::world_acceleration;

/// Computes velocities and the forces of motion, which go to `qfrc`.
pub(super) fn velocity(model: &Model, work: &mut Work) {
    let n = model.nbody;
    work.cvel[0] = [Eight::ZERO; 6];
    work.cacc[0] = world_acceleration(model).map(all);
    for body in 1..n {
        let parent = model.body_parentid[body] as usize;
        let dofs = model.dofs_of(body);
        let first = model.body_jntadr[body].max(0) as usize;
        let joints = first..first + model.body_jntnum[body] as usize;
        let velocity = joints.fold(work.cvel[parent], |velocity, jnt| {
            joint_velocity(model, work, jnt, velocity)
        });
        work.cvel[body] = velocity;
        let rate = combine(&work.cdof_dot[dofs.clone()], &work.qvel[dofs]);
        let motion = add(&work.cacc[parent], &rate);
        let inertia = &work.cinert[body];
        let momentum = inertia_mul(inertia, &velocity);
        let force = inertia_mul(inertia, &motion);
        work.force[body] = add(&force, &cross_force(&velocity, &momentum));
        work.cacc[body] = motion;
    }
    for body in (1..n).rev() {
        let parent = model.body_parentid[body] as usize;
        if parent > 0 {
            work.force[parent] = add(&work.force[parent], &work.force[body]);
        }
    }
    for dof in 0..model.nv {
        let body = model.dof_bodyid[dof] as usize;
        work.qfrc[dof] = dot(&work.cdof[dof], &work.force[body]);
    }
}

/// The velocity after one joint; records how the joint's motions change.
#[inline(always)]
fn joint_velocity(model: &Model, work: &mut Work, jnt: usize, velocity: Spatials) -> Spatials {
    let (kind, mut dof) = (model.jnt_type[jnt], model.jnt_dofadr[jnt] as usize);
    if kind != joint::FREE && kind != joint::BALL {
        let motion = &work.cdof[dof];
        work.cdof_dot[dof] = cross_motion(&velocity, motion);
        return add(&velocity, &scale(motion, work.qvel[dof]));
    }
    let moved = |work: &Work, velocity: &Spatials, dof: usize| {
        let dofs = dof..dof + 3;
        add(
            velocity,
            &combine(&work.cdof[dofs.clone()], &work.qvel[dofs]),
        )
    };
    let mut velocity = velocity;
    // Translations of a free joint are along fixed axes; its rotations are those of a ball.
    if kind == joint::FREE {
        work.cdof_dot[dof..dof + 3].fill([Eight::ZERO; 6]);
        velocity = moved(work, &velocity, dof);
        dof += 3;
    }
    for dof in dof..dof + 3 {
        work.cdof_dot[dof] = cross_motion(&velocity, &work.cdof[dof]);
    }
    moved(work, &velocity, dof)
}

/// Adds passive forces, those of actuators and those that are applied: `qfrc` becomes
/// `qfrc_smooth`.
pub(super) fn forces(model: &Model, plan: &Plan, work: &mut Work) {
    work.actuator.fill(Eight::ZERO);
    if plan.actuates {
        actuators(model, work);
    }
    for jnt in 0..model.njnt {
        let adr = model.jnt_qposadr[jnt] as usize;
        // Those with several dofs have none.
        let stiffness = model.jnt_stiffness[jnt];
        for dof in model.joint_dofs(jnt) {
            let mut passive = Eight::ZERO;
            if plan.passive {
                let damping = model.dof_damping[dof];
                let mut spring = Eight::ZERO;
                if stiffness != 0.0 {
                    spring = all(-stiffness) * (work.qpos[adr] - all(model.qpos_spring[adr]));
                }
                let mut damper = Eight::ZERO;
                if damping != 0.0 {
                    damper = all(-damping) * work.qvel[dof];
                }
                passive = spring + damper;
            }
            work.qfrc[dof] = passive - work.qfrc[dof] + work.applied[dof] + work.actuator[dof];
        }
    }
}

/// Forces of actuators on their joints.
fn actuators(model: &Model, work: &mut Work) {
    let clamped = !model.disabled(disable::CLAMP_CTRL);
    for i in 0..model.nu {
        let id = model.actuator_trnid[i][0] as usize;
        let (adr, dof) = (
            model.jnt_qposadr[id] as usize,
            model.jnt_dofadr[id] as usize,
        );
        let gear = all(model.actuator_gear[i][0]);
        let length = work.qpos[adr] * gear;
        let velocity = Eight::ZERO + gear * work.qvel[dof];
        let affine = |prm: &[f64]| all(prm[0]) + all(prm[1]) * length + all(prm[2]) * velocity;
        let mut ctrl = work.ctrl[i];
        if clamped && model.actuator_ctrllimited[i] != 0 {
            ctrl = clip(ctrl, model.actuator_ctrlrange[i]);
        }
        let gain = match model.actuator_gaintype[i] {
            gain::AFFINE => affine(&model.actuator_gainprm[i]),
            _ => all(model.actuator_gainprm[i][0]),
        };
        let bias = match model.actuator_biastype[i] {
            bias::AFFINE => affine(&model.actuator_biasprm[i]),
            _ => Eight::ZERO,
        };
        let mut force = gain * ctrl + bias;
        if model.actuator_forcelimited[i] != 0 {
            force = clip(force, model.actuator_forcerange[i]);
        }
        // A force of zero is passed over, which a sum that starts from zero does not notice.
        work.actuator[dof] += gear * force;
    }
    for jnt in 0..model.njnt {
        if model.jnt_actfrclimited[jnt] != 0 {
            let force = &mut work.actuator[model.jnt_dofadr[jnt] as usize];
            *force = clip(*force, model.jnt_actfrcrange[jnt]);
        }
    }
}

/// Solves for the accelerations without constraints.
pub(super) fn accelerate(plan: &Plan, work: &mut Work) {
    std::mem::swap(&mut work.qacc, &mut work.old_qacc);
    work.accelerated = true;
    work.qacc.copy_from_slice(&work.qfrc);
    work.constraint.fill(Eight::ZERO);
    solve_abreast(&plan.ancestry, &work.matrix, &work.diag_inv, &mut work.qacc);
}

/// Solves for the accelerations by which velocities advance where damping is implicit.
pub(super) fn accelerate_damped(plan: &Plan, work: &mut Work) {
    if !plan.damps {
        return;
    }
    let forces = work.qfrc.iter().zip(&work.constraint);
    for (qacc, (&smooth, &constraint)) in work.damped_qacc.iter_mut().zip(forces) {
        *qacc = smooth + constraint;
    }
    let (matrix, diag_inv) = (&work.damped_matrix, &work.damped_diag_inv);
    solve_abreast(&plan.ancestry, matrix, diag_inv, &mut work.damped_qacc);
}

/// Advances velocities, positions and time, but not those of the lanes that are out.
pub(super) fn advance(model: &Model, plan: &Plan, work: &mut Work, out: u32) {
    let h = all(model.opt.timestep);
    work.old_qpos.copy_from_slice(&work.qpos);
    work.old_qvel.copy_from_slice(&work.qvel);
    work.old_time = work.time;
    let qacc = if plan.damps {
        &work.damped_qacc
    } else {
        &work.qacc
    };
    for (qvel, &qacc) in work.qvel.iter_mut().zip(qacc) {
        *qvel += qacc * h;
    }
    for jnt in 0..model.njnt {
        let (adr, dof) = (
            model.jnt_qposadr[jnt] as usize,
            model.jnt_dofadr[jnt] as usize,
        );
        match model.jnt_type[jnt] {
            joint::FREE => {
                for axis in 0..3 {
                    work.qpos[adr + axis] += h * work.qvel[dof + axis];
                }
                turn(model, work, adr + 3, dof + 3);
            }
            joint::BALL => turn(model, work, adr, dof),
            _ => work.qpos[adr] += h * work.qvel[dof],
        }
    }
    for time in &mut work.time {
        *time += model.opt.timestep;
    }
    for lane in (0..WIDTH).filter(|lane| out & (1 << lane) != 0) {
        for (new, old) in [
            (&mut work.qpos, &work.old_qpos),
            (&mut work.qvel, &work.old_qvel),
        ] {
            for (new, old) in new.iter_mut().zip(old) {
                new.as_array_mut()[lane] = old.as_array_ref()[lane];
            }
        }
        work.time[lane] = work.old_time[lane];
    }
}

/// Advances rotations, each for itself.
fn turn(model: &Model, work: &mut Work, adr: usize, dof: usize) {
    for lane in 0..WIDTH {
        let of = |values: &[Eight], i: usize| values[i].as_array_ref()[lane];
        let quat = Quat(std::array::from_fn(|i| of(&work.qpos, adr + i)));
        let velocity = Vec3::from(std::array::from_fn(|i| of(&work.qvel, dof + i)));
        let turned = quat.integrate(&velocity, model.opt.timestep);
        for (to, from) in work.qpos[adr..].iter_mut().zip(turned.0) {
            to.as_array_mut()[lane] = from;
        }
    }
}
