//! Joints and degrees of freedom in the model: addresses, reference configuration, and the sparsity
//! of the mass matrix.
//!
//! A dof's parent is the previous dof on the way to the root. The mass matrix has an entry for each
//! dof and each of its ancestors, so its size and layout follow from the depths of the dofs alone.

use super::body::Body;
use super::joint::{self, Joint};
use super::parts::Parts;
use super::user;
use crate::math::Vec3;
use crate::math::frame::{EPS, same_place};
use crate::model::Model;
use crate::model::codes::same_frame;
use crate::spec::JointType;

/// Writes everything about joints and dofs; bodies are already written.
pub(super) fn write(parts: &Parts<'_>, model: &mut Model) {
    let mut next = Next::default();
    // The last dof on the way from the root to each body, self included.
    let mut last_dof: Vec<i32> = vec![-1; parts.bodies.len()];
    for (id, body) in parts.bodies.iter().enumerate() {
        model.body_dofnum[id] = body.dofs as i32;
        model.body_dofadr[id] = if body.dofs > 0 { next.dof as i32 } else { -1 };
        let mut last = last_dof[body.parent];
        for jid in body.joints.clone() {
            let joint = &parts.joints[jid];
            write_joint(jid, joint, id, &next, model);
            write_reference(joint, body, next.position, model);
            for dof in next.dof..next.dof + joint.spec.kind.dofs() {
                write_dof(dof, jid, joint, id, model);
                model.dof_parentid[dof] = last;
                last = dof as i32;
            }
            next.advance(joint.spec.kind);
        }
        last_dof[id] = last;
    }
    mark_simple(parts, model);
    derive_sparsity(model);
}

/// What follows from the parents of dofs: kinematic trees, and sizes and addresses of the sparse
/// matrices over dofs.
pub(crate) fn derive_sparsity(model: &mut Model) {
    write_trees(model);
    write_sparsity(model);
}

/// Addresses of the next joint.
#[derive(Debug, Default)]
struct Next {
    position: usize,
    dof: usize,
}

impl Next {
    fn advance(&mut self, kind: JointType) {
        self.position += kind.positions();
        self.dof += kind.dofs();
    }
}

fn write_joint(id: usize, joint: &Joint<'_>, body: usize, next: &Next, model: &mut Model) {
    let spec = joint.spec;
    model.jnt_type[id] = spec.kind as i32;
    model.jnt_qposadr[id] = next.position as i32;
    model.jnt_dofadr[id] = next.dof as i32;
    model.jnt_bodyid[id] = body as i32;
    model.jnt_group[id] = spec.group;
    model.jnt_limited[id] = u8::from(joint.limited);
    model.jnt_actfrclimited[id] = u8::from(joint.actfrclimited);
    model.jnt_actgravcomp[id] = u8::from(spec.actgravcomp);
    model.jnt_solref[id] = spec.solref_limit;
    model.jnt_solimp[id] = spec.solimp_limit;
    model.jnt_pos[id] = joint.pos;
    model.jnt_axis[id] = joint.axis;
    model.jnt_stiffness[id] = spec.stiffness;
    model.jnt_range[id] = joint.range;
    model.jnt_actfrcrange[id] = spec.actfrcrange;
    model.jnt_margin[id] = spec.margin;
    user::write(&mut model.jnt_user, id, model.nuser_jnt, &spec.user);
}

/// Position of the joint in the reference configuration and where its spring is at rest.
fn write_reference(joint: &Joint<'_>, body: &Body<'_>, address: usize, model: &mut Model) {
    let (reference, spring): (&[f64], &[f64]) = match joint.spec.kind {
        JointType::Free => {
            let (pos, quat) = (body.frame.pos, body.frame.quat.0);
            model.qpos0[address..address + 3].copy_from_slice(pos.as_slice());
            model.qpos0[address + 3..address + 7].copy_from_slice(&quat);
            model.qpos_spring[address..address + 7]
                .copy_from_slice(&model.qpos0[address..address + 7]);
            return;
        }
        JointType::Ball => (&[1.0, 0.0, 0.0, 0.0], &[1.0, 0.0, 0.0, 0.0]),
        JointType::Slide | JointType::Hinge => (&[joint.reference], &[joint.springref]),
    };
    model.qpos0[address..address + reference.len()].copy_from_slice(reference);
    model.qpos_spring[address..address + spring.len()].copy_from_slice(spring);
}

fn write_dof(dof: usize, jid: usize, joint: &Joint<'_>, body: usize, model: &mut Model) {
    let spec = joint.spec;
    model.dof_bodyid[dof] = body as i32;
    model.dof_jntid[dof] = jid as i32;
    model.dof_solref[dof] = spec.solref_friction;
    model.dof_solimp[dof] = spec.solimp_friction;
    model.dof_frictionloss[dof] = spec.frictionloss;
    model.dof_armature[dof] = spec.armature;
    model.dof_damping[dof] = spec.damping;
}

/// Marks the bodies whose block of the mass matrix is diagonal: 1, or 2 if it is also constant.
///
/// Such a body turns about its centre of mass along its own axes, and nothing is attached to it.
fn mark_simple(parts: &Parts<'_>, model: &mut Model) {
    for (id, body) in parts.bodies.iter().enumerate() {
        let parent = body.parent;
        let on_world = model.body_rootid[id] == id as i32
            || (parts.bodies[parent].parent == 0 && parts.bodies[parent].dofs == 0);
        let centred = model.body_sameframe[id] == same_frame::BODY;
        let joints = &parts.joints[body.joints.clone()];
        let slides_only = joints.iter().all(|j| j.spec.kind == JointType::Slide);
        let simple = centred && on_world && joints_are_simple(joints);
        let constant = simple && slides_only && body.dofs > 0;
        model.body_simple[id] = u8::from(simple) + u8::from(constant);
        if parent > 0 {
            model.body_simple[parent] = 0;
        }
    }
}

fn joints_are_simple(joints: &[Joint<'_>]) -> bool {
    let rotates = |joint: &Joint<'_>| matches!(joint.spec.kind, JointType::Ball | JointType::Hinge);
    let aligned = |axis: &Vec3| axis.iter().filter(|x| x.abs() > EPS).count() == 1;
    joints.iter().enumerate().all(|(i, joint)| {
        // Nothing may come after a rotation.
        !joints[..i].iter().any(rotates)
            && same_place(joint.pos, Vec3::zeros())
            && (!joint::is_scalar(joint.spec.kind) || aligned(&joint.axis))
    })
}

/// Numbers the kinematic trees: a tree starts at each dof without a parent.
fn write_trees(model: &mut Model) {
    let mut trees = 0;
    for dof in 0..model.nv {
        if model.dof_parentid[dof] == -1 {
            trees += 1;
        }
        model.dof_treeid[dof] = trees - 1;
    }
    model.ntree = trees as usize;
    for body in 0..model.nbody {
        let weld = model.body_weldid[body] as usize;
        model.body_treeid[body] = match model.body_dofadr[weld] {
            -1 => -1,
            dof => model.dof_treeid[dof as usize],
        };
    }
}

/// Sizes and addresses of the sparse matrices over dofs.
fn write_sparsity(model: &mut Model) {
    let mut simple = 0;
    for dof in (0..model.nv).rev() {
        let body = model.dof_bodyid[dof] as usize;
        simple = if model.body_simple[body] > 0 {
            simple + 1
        } else {
            0
        };
        model.dof_simplenum[dof] = simple;
    }
    // `depth[i]`: dofs on the way to the root, self included.
    let mut depth: Vec<usize> = Vec::with_capacity(model.nv);
    let mut off_diagonal = 0;
    model.nM = 0;
    for dof in 0..model.nv {
        let above = usize::try_from(model.dof_parentid[dof]).map_or(0, |parent| depth[parent]);
        depth.push(above + 1);
        model.dof_Madr[dof] = model.nM as i32;
        model.nM += above + 1;
        if model.dof_simplenum[dof] == 0 {
            off_diagonal += above;
        }
    }
    model.nD = 2 * model.nM - model.nv;
    model.nC = 2 * off_diagonal + model.nv;
    model.nB = body_dof_pairs(model);
}

/// Pairs of a body and a dof that lies above it, in it, or below it.
fn body_dof_pairs(model: &Model) -> usize {
    let dofs = |body: usize| model.body_dofnum[body] as usize;
    let mut below: Vec<usize> = (0..model.nbody).map(dofs).collect();
    for body in (1..model.nbody).rev() {
        below[model.body_parentid[body] as usize] += below[body];
    }
    let mut above = vec![0; model.nbody];
    for body in 1..model.nbody {
        let parent = model.body_parentid[body] as usize;
        above[body] = above[parent] + if parent > 0 { dofs(parent) } else { 0 };
    }
    below.iter().sum::<usize>() + above.iter().sum::<usize>()
}
