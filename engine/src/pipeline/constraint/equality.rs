//! Equality rows: two points kept together (connect), two frames (weld), two joints or tendons
//! coupled by a polynomial, or edges of a flex kept at their lengths.
//!
//! `r = p1 - p2` for points, the vector part of `q2^-1 q1` scaled by `torquescale` for frames,
//! `y - y0 - poly(x - x0)` for couplings.

use super::Draft;
use super::pair::Form;
use super::rows::{Block, Rows};
use crate::math::merge::combine;
use crate::math::sparse::Pattern;
use crate::math::{Quat, Vec3, dense};
use crate::model::codes::{EqualityType, RowType, disable, object};
use crate::query::jacobian::{BodyPoint, edge_jacobian, tendon_jacobian};
use crate::{Data, Model};

/// Adds the rows of every active equality constraint.
#[doc(alias = "mj_instantiateEquality")]
pub(super) fn add(model: &Model, data: &Data, rows: &mut Rows, draft: &mut Draft) {
    if model.disabled(disable::EQUALITY) {
        return;
    }
    for id in 0..model.neq {
        if data.eq_active[id] == 0 {
            continue;
        }
        match EqualityType::from_code(model.eq_type[id]) {
            Some(EqualityType::Connect) => connect(model, data, rows, draft, id),
            Some(EqualityType::Weld) => weld(model, data, rows, draft, id),
            Some(EqualityType::Joint) => couple_joints(model, data, rows, draft, id),
            Some(EqualityType::Tendon) => couple_tendons(model, data, rows, draft, id),
            Some(EqualityType::Flex) => edges(model, data, rows, id),
            None => {}
        }
    }
}

/// The bodies of an equality that names bodies or sites.
pub(super) fn bodies(model: &Model, id: usize) -> [usize; 2] {
    let objects = [model.eq_obj1id[id] as usize, model.eq_obj2id[id] as usize];
    if model.eq_objtype[id] == object::BODY {
        objects
    } else {
        objects.map(|site| model.site_bodyid[site] as usize)
    }
}

/// Where the two sides of an equality have their points: a site's position, or an anchor in the
/// body's frame.
fn points(model: &Model, data: &Data, id: usize, anchors: [&[f64]; 2]) -> [BodyPoint; 2] {
    let objects = [model.eq_obj1id[id] as usize, model.eq_obj2id[id] as usize];
    let bodies = bodies(model, id);
    std::array::from_fn(|side| {
        let body = bodies[side];
        let pos = if model.eq_objtype[id] == object::BODY {
            data.xmat[body].mul_vec(&Vec3::from_column_slice(anchors[side])) + data.xpos[body]
        } else {
            data.site_xpos[objects[side]]
        };
        BodyPoint { body, pos }
    })
}

fn connect(model: &Model, data: &Data, rows: &mut Rows, draft: &mut Draft, id: usize) {
    let anchors = &model.eq_data[id];
    let [first, second] = points(model, data, id, [&anchors[..3], &anchors[3..6]]);
    let error = first.pos - second.pos;
    let pair = &mut draft.pair;
    let form = if rows.sparse {
        Form::Sparse
    } else {
        Form::Moving
    };
    pair.compute(model, data, form, second, first, false);
    rows.push(Block {
        kind: RowType::Equality,
        id,
        pos: error.as_slice(),
        margin: &[],
        frictionloss: 0.0,
        jac: &pair.values,
        columns: &pair.columns,
    });
}

fn weld(model: &Model, data: &Data, rows: &mut Rows, draft: &mut Draft, id: usize) {
    let eq = &model.eq_data[id];
    let torquescale = eq[10];
    // Unlike a connect, a weld keeps the second body's anchor first.
    let [first, second] = points(model, data, id, [&eq[3..6], &eq[..3]]);
    let position = first.pos - second.pos;
    let pair = &mut draft.pair;
    // Turning leaves zeros of either sign behind in the columns of all dofs.
    let form = if rows.sparse { Form::Sparse } else { Form::All };
    pair.compute(model, data, form, second, first, true);

    // Orientation error: the vector part of conj(q2) q1, where q1 includes the wanted relative
    // pose.
    let [q1, q2] = if model.eq_objtype[id] == object::BODY {
        let relative = Quat::from_slice(&eq[6..10]);
        [
            data.xquat[first.body].mul(&relative),
            data.xquat[second.body],
        ]
    } else {
        let site = |body: usize, site: i32| data.xquat[body].mul(&model.site_quat[site as usize]);
        [
            site(first.body, model.eq_obj1id[id]),
            site(second.body, model.eq_obj2id[id]),
        ]
    };
    let q2 = q2.conjugate();
    let rotation = q2.mul(&q1).0;
    let mut error = [0.0; 6];
    error[..3].copy_from_slice(position.as_slice());
    for k in 0..3 {
        error[3 + k] = rotation[1 + k] * torquescale;
    }

    // Rotation rows become the derivative of that error: half of conj(q2) (w1 - w2) q1, scaled as
    // the error is.
    let width = pair.width;
    let turn = &mut pair.values[3 * width..];
    for k in 0..width {
        let axis = Vec3::new(turn[k], turn[width + k], turn[2 * width + k]);
        let derivative = q2.mul_axis(&axis).mul(&q1).0;
        for r in 0..3 {
            turn[r * width + k] = 0.5 * derivative[1 + r];
        }
    }
    dense::scale(turn, torquescale);
    rows.push(Block {
        kind: RowType::Equality,
        id,
        pos: &error,
        margin: &[],
        frictionloss: 0.0,
        jac: &pair.values,
        columns: &pair.columns,
    });
}

/// Whether a flex has rows that those of another have overwritten in part, so that their dofs do
/// not ascend.
pub(super) fn overwrites_edges(model: &Model, data: &Data) -> bool {
    if model.nflex == 0 {
        return false;
    }
    let pattern = Pattern {
        rownnz: &data.efc_J_rownnz,
        rowadr: &data.efc_J_rowadr,
        colind: &data.efc_J_colind,
    };
    let of_flex = |row: &usize| {
        let id = data.efc_id[*row] as usize;
        model.eq_type(id) == Some(EqualityType::Flex)
    };
    let mut rows = (0..data.ne as usize).filter(of_flex);
    rows.any(|row| !pattern.columns(row).is_sorted_by(|a, b| a < b))
}

/// Keeps the edges of a flex at their lengths: a row for each that can become longer.
fn edges(model: &Model, data: &Data, rows: &mut Rows, id: usize) {
    for edge in model.elastic_edges(model.eq_obj1id[id] as usize) {
        let (jac, columns) = edge_jacobian(model, data, edge);
        rows.push(Block {
            kind: RowType::Equality,
            id,
            pos: &[data.flexedge_length[edge] - model.flexedge_length0[edge]],
            margin: &[],
            frictionloss: 0.0,
            jac,
            columns,
        });
    }
}

/// One side of a polynomial coupling: its value and the value at the reference configuration.
struct Coupled {
    value: f64,
    reference: f64,
}

/// The violation `y - y0 - p(x - x0)` and the polynomial's slope, which is absent where there is no
/// second object.
fn polynomial(p: &[f64], y: Coupled, x: Option<Coupled>) -> (f64, Option<f64>) {
    let Some(x) = x else {
        return (y.value - y.reference - p[0], None);
    };
    let d = x.value - x.reference;
    let error = y.value
        - y.reference
        - p[0]
        - (p[1] * d + p[2] * d * d + p[3] * d * d * d + p[4] * d * d * d * d);
    let slope = p[1] + 2.0 * p[2] * d + 3.0 * p[3] * d * d + 4.0 * p[4] * d * d * d;
    (error, Some(slope))
}

fn couple_joints(model: &Model, data: &Data, rows: &mut Rows, draft: &mut Draft, id: usize) {
    let joint = |joint: i32| {
        let joint = usize::try_from(joint).ok()?;
        let adr = model.jnt_qposadr[joint] as usize;
        let coupled = Coupled {
            value: data.qpos[adr],
            reference: model.qpos0[adr],
        };
        Some((coupled, model.jnt_dofadr[joint]))
    };
    let Some((first, dof)) = joint(model.eq_obj1id[id]) else {
        return;
    };
    let (second, dof2) = joint(model.eq_obj2id[id]).unzip();
    let [jac, jac2] = &mut draft.vectors;
    unit(jac, rows, dof);
    if let Some(dof2) = dof2 {
        unit(jac2, rows, dof2);
    }
    push_coupling(model, rows, draft, id, first, second);
}

fn couple_tendons(model: &Model, data: &Data, rows: &mut Rows, draft: &mut Draft, id: usize) {
    let mut tendon = |tendon: i32| {
        let tendon = usize::try_from(tendon).ok()?;
        // The reference notes the equality's number here, not its row.
        rows.note_tendon(tendon, id as i32);
        let coupled = Coupled {
            value: data.ten_length[tendon],
            reference: model.tendon_length0[tendon],
        };
        Some((coupled, tendon))
    };
    let Some((first, tendon1)) = tendon(model.eq_obj1id[id]) else {
        return;
    };
    let (second, tendon2) = tendon(model.eq_obj2id[id]).unzip();
    for (vector, tendon) in draft.vectors.iter_mut().zip([Some(tendon1), tendon2]) {
        if let Some(tendon) = tendon {
            let (values, columns) = tendon_jacobian(model, data, tendon);
            vector.set(values, columns);
        }
    }
    push_coupling(model, rows, draft, id, first, second);
}

/// The Jacobian of one scalar joint.
fn unit(vector: &mut super::RowVector, rows: &Rows, dof: i32) {
    if rows.sparse {
        vector.set(&[1.0], &[dof]);
    } else {
        vector.clear();
        vector.values.resize(rows.nv, 0.0);
        vector.values[dof as usize] = 1.0;
    }
}

/// Adds the row of a coupling whose two Jacobians are in the draft vectors.
fn push_coupling(
    model: &Model,
    rows: &mut Rows,
    draft: &mut Draft,
    id: usize,
    first: Coupled,
    second: Option<Coupled>,
) {
    let (error, slope) = polynomial(&model.eq_data[id], first, second);
    let [jac, jac2] = &mut draft.vectors;
    let jac = match slope {
        None => &*jac,
        Some(slope) if rows.sparse => {
            let sum = &mut draft.sum;
            combine(
                (&jac.values, &jac.columns, 1.0),
                (&jac2.values, &jac2.columns, -slope),
                &mut sum.values,
                &mut sum.columns,
            );
            &*sum
        }
        Some(slope) => {
            dense::add_scaled(&mut jac.values, &jac2.values, -slope);
            &*jac
        }
    };
    rows.push(Block {
        kind: RowType::Equality,
        id,
        pos: &[error],
        margin: &[],
        frictionloss: 0.0,
        jac: &jac.values,
        columns: &jac.columns,
    });
}
