//! Friction loss rows: dry friction in a dof or along a tendon, a force of bounded size against
//! motion.
//!
//! `|f| <= frictionloss`, with the row `J` of the dof or tendon and no position.

use super::rows::{Block, Rows, Single};
use crate::model::codes::{RowType, disable};
use crate::query::jacobian::tendon_jacobian;
use crate::{Data, Model};

/// Adds a row for every dof and tendon that has friction.
#[doc(alias = "mj_instantiateFriction")]
pub(super) fn add(model: &Model, data: &Data, rows: &mut Rows) {
    if model.disabled(disable::FRICTIONLOSS) {
        return;
    }
    for (dof, &loss) in model.dof_frictionloss.iter().enumerate() {
        if loss > 0.0 {
            rows.push_single(Single {
                kind: RowType::FrictionDof,
                id: dof,
                pos: 0.0,
                margin: 0.0,
                frictionloss: loss,
                value: 1.0,
                column: dof as i32,
            });
        }
    }
    for (tendon, &loss) in model.tendon_frictionloss.iter().enumerate() {
        if loss > 0.0 {
            let at = rows.len() as i32;
            let (jac, columns) = tendon_jacobian(model, data, tendon);
            rows.push(Block {
                kind: RowType::FrictionTendon,
                id: tendon,
                pos: &[0.0],
                margin: &[],
                frictionloss: loss,
                jac,
                columns,
            });
            rows.note_tendon(tendon, at);
        }
    }
}
