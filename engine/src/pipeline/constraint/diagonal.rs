//! `efc_diagApprox`: the diagonal of `J M^-1 J'`, estimated from the inverse weights that compiling
//! found at `qpos0`.

use super::equality;
use super::sides::{Side, single_bodies};
use crate::data::{Contact, Data};
use crate::model::Model;
use crate::model::codes::{EqualityType, RowType, equality as equality_type};

/// Estimates the diagonal for every row.
#[doc(alias = "mj_diagApprox")]
pub(super) fn estimate(model: &Model, data: &mut Data) {
    let nefc = data.nefc as usize;
    let mut diagonal = std::mem::take(&mut data.efc_diagApprox);
    diagonal.clear();
    fill(model, data, nefc, &mut diagonal);
    data.efc_diagApprox = diagonal;
}

fn fill(model: &Model, data: &Data, nefc: usize, diagonal: &mut Vec<f64>) {
    // Welds take six rows: three of translation, three of rotation.
    let mut weld_row = 0;
    while diagonal.len() < nefc {
        let i = diagonal.len();
        let id = data.efc_id[i] as usize;
        let Some(kind) = RowType::from_code(data.efc_type[i]) else {
            return;
        };
        match kind {
            RowType::Equality if model.eq_type[id] == equality_type::FLEX => {
                // All rows of the flex at once.
                let edges = model.elastic_edges(model.eq_obj1id[id] as usize);
                diagonal.extend(edges.map(|edge| model.flexedge_invweight0[edge]));
                diagonal.truncate(nefc);
            }
            RowType::Equality => diagonal.push(equality_weight(model, id, &mut weld_row)),
            RowType::FrictionDof => diagonal.push(model.dof_invweight0[id]),
            RowType::LimitJoint => {
                diagonal.push(model.dof_invweight0[model.jnt_dofadr[id] as usize]);
            }
            RowType::FrictionTendon | RowType::LimitTendon => {
                diagonal.push(model.tendon_invweight0[id]);
            }
            RowType::ContactFrictionless | RowType::ContactPyramidal | RowType::ContactElliptic => {
                let contact = &data.contact[id];
                if let Some(bodies) = single_bodies(model, contact) {
                    let whole = bodies.into_iter().map(|body| (body, 1.0));
                    push_contact(model, whole, contact, kind, diagonal);
                } else {
                    let sides = Side::both(model, data, contact);
                    let bodies = sides.iter().flat_map(Side::iter);
                    push_contact(model, bodies, contact, kind, diagonal);
                }
            }
        }
    }
}

fn equality_weight(model: &Model, id: usize, weld_row: &mut usize) -> f64 {
    let scalar = |of: &dyn Fn(usize) -> f64| {
        let mut weight = of(model.eq_obj1id[id] as usize);
        if let Ok(second) = usize::try_from(model.eq_obj2id[id]) {
            weight += of(second);
        }
        weight
    };
    let bodies = |part: usize| {
        let [first, second] = equality::bodies(model, id);
        model.body_invweight0[first][part] + model.body_invweight0[second][part]
    };
    match EqualityType::from_code(model.eq_type[id]) {
        Some(EqualityType::Joint) => {
            scalar(&|joint| model.dof_invweight0[model.jnt_dofadr[joint] as usize])
        }
        Some(EqualityType::Tendon) => scalar(&|tendon| model.tendon_invweight0[tendon]),
        Some(EqualityType::Weld) => {
            let part = usize::from(*weld_row > 2);
            *weld_row = (*weld_row + 1) % 6;
            bodies(part)
        }
        Some(EqualityType::Connect | EqualityType::Flex) | None => bodies(0),
    }
}

/// The rows of one contact of these bodies with their shares: translation weighs on normal and
/// tangents, rotation on spin and rolling.
#[inline]
fn push_contact(
    model: &Model,
    bodies: impl Iterator<Item = (usize, f64)>,
    contact: &Contact,
    kind: RowType,
    diagonal: &mut Vec<f64>,
) {
    let [mut tran, mut rot] = [0.0; 2];
    for (body, share) in bodies {
        let weight = model.body_invweight0[body];
        tran += weight[0] * share;
        rot += weight[1] * share;
    }
    let dim = contact.dim as usize;
    match kind {
        RowType::ContactFrictionless => diagonal.push(tran),
        RowType::ContactElliptic => {
            diagonal.extend((0..dim).map(|j| if j < 3 { tran } else { rot }))
        }
        _ => {
            for (j, mu) in contact.friction[..dim - 1].iter().enumerate() {
                let edge = tran + mu * mu * (if j < 2 { tran } else { rot });
                diagonal.extend([edge; 2]);
            }
        }
    }
}
