//! Constraint rows: which of them the present state would activate.
//!
//! This engine has no constraint solver yet. It computes everything else for every model; what depends on constraint forces it
//! computes only where no row is active, and otherwise says so instead of leaving the forces out.

use crate::codes::{disable, geom, joint, transmission};
use crate::fields::{FieldInfo, Stage};
use crate::math::{Quat, vec3};
use crate::{Data, Model};

/// Constraint rows that a state needs and that are not computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    Equality,
    Friction,
    Limit,
    Contact,
    /// Contacts that are not even searched for.
    UnknownContact,
    /// Contacts that an adhesive actuator would pull on.
    Adhesion,
}

impl std::fmt::Display for Rows {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Rows::Equality => "an equality constraint",
            Rows::Friction => "friction loss",
            Rows::Limit => "a joint or tendon limit",
            Rows::Contact => "a contact",
            Rows::UnknownContact => "meshes or height fields that can touch",
            Rows::Adhesion => "an adhesive actuator in contact",
        })
    }
}

impl Data {
    /// The constraint rows that the last evaluation left out, if it did.
    pub fn missing_rows(&self) -> Option<Rows> {
        self.incomplete
    }

    /// Whether a field has its true value: one that depends on constraints has not while rows are missing.
    pub(crate) fn is_complete(&self, info: &FieldInfo) -> bool {
        let Some(stage) = info.stage else { return true };
        if stage == Stage::Sensor && !self.scratch.sensors_known {
            return false;
        }
        let by_constraint = matches!(
            stage,
            Stage::Constraint
                | Stage::Island
                | Stage::Project
                | Stage::Reference
                | Stage::Solve
                | Stage::RnePost
                | Stage::Sensor
        ) || info.name == "qacc_warmstart";
        let by_transmission = matches!(
            stage,
            Stage::Transmission | Stage::Actuation | Stage::Acceleration
        ) || info.name == "actuator_velocity";
        match self.incomplete {
            None => true,
            Some(Rows::Adhesion) => !by_constraint && !by_transmission,
            Some(Rows::UnknownContact) => !by_constraint && stage != Stage::Collision,
            Some(_) => !by_constraint,
        }
    }
}

/// The kind of constraint rows that the present positions activate, if any.
pub(crate) fn active_rows(model: &Model, data: &Data) -> Option<Rows> {
    let enabled = |flag: i32| model.opt.disableflags & flag == 0;
    if !enabled(disable::CONSTRAINT) {
        return None;
    }
    let searched = enabled(disable::CONTACT) && model.nconmax != 0;
    if searched && data.scratch.unsearched {
        return Some(Rows::UnknownContact);
    }
    if !data.contact.is_empty() && model.actuator_trntype.contains(&transmission::BODY) {
        return Some(Rows::Adhesion);
    }
    if enabled(disable::EQUALITY) && data.eq_active.iter().any(|&active| active != 0) {
        return Some(Rows::Equality);
    }
    let rubs = |loss: &[f64]| loss.iter().any(|&loss| loss > 0.0);
    if enabled(disable::FRICTIONLOSS)
        && (rubs(&model.dof_frictionloss) || rubs(&model.tendon_frictionloss))
    {
        return Some(Rows::Friction);
    }
    if enabled(disable::LIMIT) && limit_reached(model, data) {
        return Some(Rows::Limit);
    }
    if data.contact.iter().any(|contact| contact.exclude == 0) {
        return Some(Rows::Contact);
    }
    None
}

/// Whether any joint or tendon is within its margin of a limit.
fn limit_reached(model: &Model, data: &Data) -> bool {
    let outside = |value: f64, [lower, upper]: [f64; 2], margin: f64| {
        value - lower < margin || upper - value < margin
    };
    let joint_reached = |jnt: usize| {
        let adr = model.jnt_qposadr[jnt] as usize;
        let range = model.jnt_range[jnt];
        let margin = model.jnt_margin[jnt];
        match model.jnt_type[jnt] {
            joint::FREE => false,
            joint::BALL => {
                let angle = Quat::from_slice(&data.qpos[adr..])
                    .normalized()
                    .to_velocity(1.0);
                let most = if range[0] > range[1] {
                    range[0]
                } else {
                    range[1]
                };
                most - vec3::norm(&angle) < margin
            }
            _ => outside(data.qpos[adr], range, margin),
        }
    };
    let limited = |flags: &[u8], i: usize| flags[i] != 0;
    (0..model.njnt).any(|jnt| limited(&model.jnt_limited, jnt) && joint_reached(jnt))
        || (0..model.ntendon).any(|t| {
            limited(&model.tendon_limited, t)
                && outside(
                    data.ten_length[t],
                    model.tendon_range[t],
                    model.tendon_margin[t],
                )
        })
}

/// Whether two geoms can ever touch of which one has a shape that collision does not handle: they are named as a pair, or
/// their bodies move against each other, are not kept apart, and their collision masks match.
pub(crate) fn unsearched_contacts(model: &Model) -> bool {
    if model.nflex > 0 {
        return true;
    }
    let unhandled = |geom: usize| matches!(model.geom_type[geom], geom::HFIELD | geom::MESH..);
    let mask = |a: usize, b: usize| model.geom_contype[a] & model.geom_conaffinity[b] != 0;
    let meet = |a: usize, b: usize| {
        let bodies = [a, b].map(|geom| model.geom_bodyid[geom] as usize);
        (mask(a, b) || mask(b, a)) && !filtered(model, bodies)
    };
    let explicit = model.pair_geom1.iter().chain(&model.pair_geom2);
    explicit.clone().any(|&geom| unhandled(geom as usize))
        || (0..model.ngeom)
            .filter(|&a| unhandled(a))
            .any(|a| (0..model.ngeom).any(|b| meet(a, b)))
}

/// Whether two bodies are welded together, parent and child, or excluded from touching.
fn filtered(model: &Model, bodies: [usize; 2]) -> bool {
    let welds = bodies.map(|body| model.body_weldid[body]);
    let parents = welds.map(|weld| {
        let parent = model.body_parentid[weld as usize];
        model.body_weldid[parent as usize]
    });
    let related = welds[0] == parents[1] || welds[1] == parents[0];
    let [low, high] = if bodies[0] < bodies[1] {
        bodies
    } else {
        [bodies[1], bodies[0]]
    };
    let signature = ((low << 16) + high) as i32;
    welds[0] == welds[1]
        || (model.opt.disableflags & disable::FILTER_PARENT == 0
            && welds[0] != 0
            && welds[1] != 0
            && related)
        || model.exclude_signature.contains(&signature)
}
