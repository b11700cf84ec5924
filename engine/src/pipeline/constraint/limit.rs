//! Limit rows: a joint value, a ball joint's angle or a tendon length that has come within its
//! margin of a bound.
//!
//! `r = q - lower` with `J = 1`, `r = upper - q` with `J = -1`, each where `r < margin`; `f >= 0`.

use super::Draft;
use super::rows::{Block, Rows, Single};
use crate::math::{Quat, scalar, vec3};
use crate::model::codes::{RowType, disable, joint};
use crate::query::jacobian::tendon_jacobian;
use crate::{Data, Model};

/// Adds a row for every limit that is reached.
#[doc(alias = "mj_instantiateLimit")]
pub(super) fn add(model: &Model, data: &Data, rows: &mut Rows, draft: &mut Draft) {
    if model.disabled(disable::LIMIT) {
        return;
    }
    for id in 0..model.njnt {
        if model.jnt_limited[id] == 0 {
            continue;
        }
        match model.jnt_type[id] {
            joint::HINGE | joint::SLIDE => scalar_joint(model, data, rows, id),
            joint::BALL => ball(model, data, rows, id),
            _ => {}
        }
    }
    for id in 0..model.ntendon {
        if model.tendon_limited[id] != 0 {
            tendon(model, data, rows, draft, id);
        }
    }
}

/// Distance to the lower and to the upper bound, each with the sign of its Jacobian.
pub(super) fn sides(range: &[f64; 2], value: f64) -> [(f64, f64); 2] {
    [(-(range[0] - value), 1.0), (range[1] - value, -1.0)]
}

fn scalar_joint(model: &Model, data: &Data, rows: &mut Rows, id: usize) {
    let value = data.qpos[model.jnt_qposadr[id] as usize];
    let margin = model.jnt_margin[id];
    for (distance, sign) in sides(&model.jnt_range[id], value) {
        if distance < margin {
            rows.push_single(Single {
                kind: RowType::LimitJoint,
                id,
                pos: distance,
                margin,
                frictionloss: 0.0,
                value: sign,
                column: model.jnt_dofadr[id],
            });
        }
    }
}

/// A ball joint has one bound, on the angle of its rotation.
fn ball(model: &Model, data: &Data, rows: &mut Rows, id: usize) {
    let adr = model.jnt_qposadr[id] as usize;
    let mut axis = Quat::from_slice(&data.qpos[adr..])
        .normalized()
        .to_velocity(1.0);
    let angle = vec3::normalize(&mut axis);
    let [low, high] = model.jnt_range[id];
    let distance = scalar::max(low, high) - angle;
    let margin = model.jnt_margin[id];
    if distance < margin {
        let axis = axis * -1.0;
        let dof = model.jnt_dofadr[id];
        rows.push(Block {
            kind: RowType::LimitJoint,
            id,
            pos: &[distance],
            margin: &[margin],
            frictionloss: 0.0,
            jac: axis.as_slice(),
            columns: &[dof, dof + 1, dof + 2],
        });
    }
}

fn tendon(model: &Model, data: &Data, rows: &mut Rows, draft: &mut Draft, id: usize) {
    let margin = model.tendon_margin[id];
    let (values, columns) = tendon_jacobian(model, data, id);
    for (distance, sign) in sides(&model.tendon_range[id], data.ten_length[id]) {
        if distance < margin {
            let at = rows.len() as i32;
            let jac = &mut draft.vectors[0].values;
            jac.clear();
            jac.extend(values.iter().map(|x| x * sign));
            rows.push(Block {
                kind: RowType::LimitTendon,
                id,
                pos: &[distance],
                margin: &[margin],
                frictionloss: 0.0,
                jac,
                columns,
            });
            rows.note_tendon(id, at);
        }
    }
}
