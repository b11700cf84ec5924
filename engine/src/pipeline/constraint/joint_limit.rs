//! Limits of joints as the only rows: each has a single column, so that all of it is written down
//! in one go.
//!
//! A special path, for dense models in which nothing else can become a row in this step: no
//! contacts, equalities, friction losses, limits of balls or tendons, and no islands. Gains 14 % on
//! arm26 and 11 % on swimmer, with the solver for such rows.

#[cfg(test)]
mod tests;

use super::clear;
use super::impedance::{impedance, of_joint_limit, regulariser};
use super::limit::sides;
use crate::math::support::Support;
use crate::memory::arena::{self, Wanted};
use crate::model::codes::{disable, enable, joint, row};
use crate::model::paths::SpecialPath;
use crate::{Data, Model};

/// Whether nothing but limits of joints can become a row, and they can.
pub(super) fn are_alone(model: &Model, data: &Data) -> bool {
    let off = disable::CONSTRAINT | disable::LIMIT;
    let no = |flags: &[u8]| flags.iter().all(|&flag| flag == 0);
    // Almost always there is none, which is found fastest without a branch for each.
    let frictionless = |losses: &[f64]| !losses.iter().fold(false, |any, &loss| any | (loss > 0.0));
    data.contact.is_empty()
        && model.neq == 0
        && !model.disabled(off)
        && !model.enabled(enable::ISLAND)
        && !model.is_sparse()
        && no(&model.tendon_limited)
        && frictionless(&model.dof_frictionloss)
        && frictionless(&model.tendon_frictionloss)
        && SpecialPath::JointLimits.is_open()
}

/// Builds the rows. Returns whether it could: the limit of a ball has more columns, and the
/// reference may have no room.
pub(super) fn make(model: &Model, data: &mut Data) -> bool {
    if data.nefc > 0 || data.nJ > 0 {
        clear(data);
    }
    data.scratch.rows.supports.clear();
    if model.ntendon > 0 {
        data.tendon_efcadr.clear();
        data.tendon_efcadr.resize(model.ntendon, -1);
    }
    let n = model.njnt;
    let (limited, kinds) = (&model.jnt_limited[..n], &model.jnt_type[..n]);
    let (ranges, margins) = (&model.jnt_range[..n], &model.jnt_margin[..n]);
    for id in 0..n {
        if limited[id] == 0 {
            continue;
        }
        match kinds[id] {
            joint::HINGE | joint::SLIDE => {}
            joint::BALL => return false,
            _ => continue,
        }
        let value = data.qpos[model.jnt_qposadr[id] as usize];
        for (distance, sign) in sides(&ranges[id], value) {
            if distance < margins[id] {
                push(model, data, id, distance, sign);
            }
        }
    }
    let rows = data.efc_pos.len();
    let wanted = Wanted {
        rows,
        elements: rows * model.nv,
        dual: model.is_dual(),
    };
    data.nl = rows as i32;
    data.nefc = rows as i32;
    data.nJ = wanted.elements as i32;
    let end = arena::room_for_rows(model, data, wanted);
    data.scratch.arena.hold_rows(0, end);
    if end.is_some() {
        data.maxuse_efc = data.maxuse_efc.max(data.nefc);
    }
    end.is_some()
}

/// Adds the row of a bound at this distance.
#[inline(never)]
fn push(model: &Model, data: &mut Data, id: usize, distance: f64, sign: f64) {
    let column = model.jnt_dofadr[id];
    let margin = model.jnt_margin[id];
    let ([stiffness, damping], softness) = of_joint_limit(model, id);
    let (d, slope) = impedance(&softness, distance, margin);
    let r = regulariser(d, model.dof_invweight0[column as usize]);
    data.efc_type.push(row::LIMIT_JOINT);
    data.efc_id.push(id as i32);
    data.efc_pos.push(distance);
    data.efc_margin.push(margin);
    data.efc_frictionloss.push(0.0);
    let start = data.efc_J.len();
    data.efc_J.resize(start + model.nv, 0.0);
    data.efc_J[start + column as usize] = sign;
    let supports = &mut data.scratch.rows.supports;
    supports.push(Support::of_columns(&[column]));
    data.efc_KBIP.push([stiffness, damping, d, slope]);
    data.efc_R.push(r);
    data.efc_D.push(1.0 / r);
    data.efc_diagApprox.push(r * d / (1.0 - d));
}
