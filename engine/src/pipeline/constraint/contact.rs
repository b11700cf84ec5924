//! Contact rows: the normal alone (condim 1), the edges of a friction pyramid, or the axes of an
//! elliptic cone.
//!
//! Edges of the pyramid are `normal +- mu_i tangent_i`. An elliptic cone is
//! `sum (f_i / mu_i)^2 <= f_normal^2`.

use super::Draft;
use super::pair::{Form, PairJacobian};
use super::rows::{Block, Rows};
use super::sides::{Side, single_bodies};
use crate::data::{Contact, Data};
use crate::math::dense;
use crate::math::support::is_finite;
use crate::model::Model;
use crate::model::codes::{RowType, cone, disable};
use crate::model::paths::SpecialPath;
use crate::query::jacobian::BodyPoint;

/// A contact between bodies that nothing can move: its `exclude` says so.
const NO_DOFS: i32 = 3;

/// Adds the rows of every contact that is not excluded, and writes into each contact where its rows
/// start. False if MuJoCo reads rows from memory that it has not written.
#[doc(alias = "mj_instantiateContact")]
pub(super) fn add(
    model: &Model,
    data: &Data,
    rows: &mut Rows,
    draft: &mut Draft,
    contacts: &mut [Contact],
) -> bool {
    let mut defined = true;
    if model.disabled(disable::CONTACT) || model.nv == 0 {
        return defined;
    }
    for (id, contact) in contacts.iter_mut().enumerate() {
        if contact.exclude != 0 {
            continue;
        }
        let first_row = rows.len() as i32;
        let whole = is_finite(&contact.frame.0) && is_finite(&contact.friction);
        if whole
            && SpecialPath::ContactColumns.is_open()
            && let Some(bodies) = single_bodies(model, contact)
        {
            let kind = kind(model, contact);
            let meeting = &mut draft.meeting;
            if meeting.add(model, data, rows, kind, (id, &*contact), bodies) {
                contact.efc_address = first_row;
                continue;
            }
        }
        if rows.sparse {
            relate(model, data, &mut draft.pair, contact, Form::Sparse);
            defined &= turn_elements(model, data, draft, contact);
        } else {
            let pair = &mut draft.pair;
            relate(model, data, pair, contact, Form::Moving);
            // Dense rows exist without dofs too, and are NaN in all columns if the frame is.
            if pair.width == 0 || !whole {
                relate(model, data, pair, contact, Form::All);
            }
        }
        if draft.pair.width == 0 {
            contact.efc_address = -1;
            contact.exclude = NO_DOFS;
            continue;
        }
        contact.efc_address = first_row;
        rotate(draft, contact);
        push(model, rows, draft, id, contact);
    }
    defined
}

/// What kind of rows a contact has.
fn kind(model: &Model, contact: &Contact) -> RowType {
    if contact.dim == 1 {
        RowType::ContactFrictionless
    } else if model.opt.cone == cone::PYRAMIDAL {
        RowType::ContactPyramidal
    } else {
        RowType::ContactElliptic
    }
}

/// How the second side of a contact moves against the first.
#[inline]
fn relate(model: &Model, data: &Data, pair: &mut PairJacobian, contact: &Contact, form: Form) {
    let (pos, rotation) = (contact.pos, contact.dim > 3);
    if let Some(bodies) = single_bodies(model, contact) {
        let [first, second] = bodies.map(|body| BodyPoint { body, pos });
        return pair.compute(model, data, form, first, second, rotation);
    }
    let sides = Side::both(model, data, contact);
    pair.compute_sum(model, data, form, Side::against(&sides), pos, rotation);
}

/// Puts the rotation that MuJoCo's sparse form has for contacts of elements in the place of the
/// true one. False if it has none.
fn turn_elements(model: &Model, data: &Data, draft: &mut Draft, contact: &Contact) -> bool {
    let pair = &mut draft.pair;
    if contact.dim <= 3 || pair.width == 0 || single_bodies(model, contact).is_some() {
        return true;
    }
    let sides = Side::both(model, data, contact);
    let rows = &mut pair.values[3 * pair.width..];
    let turning = &mut draft.turning;
    turning.write(model, data, Side::against(&sides), rows)
}

/// Whether a sparse row has the dofs of a body twice: a contact of two geoms of one body whose
/// dofs are not merged, because it hangs on the world by them alone.
pub(super) fn doubles_dofs(model: &Model, contacts: &[Contact]) -> bool {
    let mut with_rows = contacts.iter().filter(|contact| contact.efc_address >= 0);
    with_rows.any(|contact| {
        let bodies = single_bodies(model, contact);
        bodies.is_some_and(|[first, second]| first == second && model.body_simple[first] != 0)
    })
}

/// Takes back what [`add`] wrote into the contacts.
pub(super) fn forget_rows(contacts: &mut [Contact]) {
    for contact in contacts {
        contact.efc_address = -1;
        if contact.exclude == NO_DOFS {
            contact.exclude = 0;
        }
    }
}

/// Turns the relative Jacobian into the contact's frame: normal, tangents, then spin and rolling.
fn rotate(draft: &mut Draft, contact: &Contact) {
    let pair = &draft.pair;
    let (width, dim) = (pair.width, contact.dim as usize);
    let frame = &contact.frame.0;
    let axes = if dim > 1 { 3 } else { 1 };
    let jac = &mut draft.contact;
    // All of it is written below.
    jac.resize(dim.max(axes) * width, 0.0);
    let (translation, rotation) = jac.split_at_mut(axes * width);
    dense::mul_mat(
        translation,
        &frame[..3 * axes],
        &pair.values[..3 * width],
        3,
        width,
    );
    if dim > 3 {
        dense::mul_mat(
            rotation,
            &frame[..3 * (dim - 3)],
            &pair.values[3 * width..],
            3,
            width,
        );
    }
}

fn push(model: &Model, rows: &mut Rows, draft: &mut Draft, id: usize, contact: &Contact) {
    let dim = contact.dim as usize;
    let width = draft.pair.width;
    let columns = &draft.pair.columns;
    let jac = &draft.contact;
    let (dist, margin) = (contact.dist, contact.includemargin);
    if dim == 1 {
        rows.push(Block {
            kind: RowType::ContactFrictionless,
            id,
            pos: &[dist],
            margin: &[margin],
            frictionloss: 0.0,
            jac,
            columns,
        });
    } else if model.opt.cone == cone::PYRAMIDAL {
        let (normal, tangents) = jac.split_at(width);
        let edges = &mut draft.edges;
        edges.clear();
        for (tangent, mu) in tangents
            .chunks_exact(width)
            .zip(contact.friction)
            .take(dim - 1)
        {
            // A pair of opposite edges of the pyramid.
            edges.extend(normal.iter().zip(tangent).map(|(n, t)| n + t * mu));
            edges.extend(normal.iter().zip(tangent).map(|(n, t)| n + t * -mu));
        }
        rows.push(Block {
            kind: RowType::ContactPyramidal,
            id,
            pos: &[dist; 10][..2 * (dim - 1)],
            margin: &[margin; 10][..2 * (dim - 1)],
            frictionloss: 0.0,
            jac: edges,
            columns,
        });
    } else {
        let mut pos = [0.0; 6];
        pos[0] = dist;
        rows.push(Block {
            kind: RowType::ContactElliptic,
            id,
            pos: &pos[..dim],
            margin: &[margin],
            frictionloss: 0.0,
            jac: &jac[..dim * width],
            columns,
        });
    }
}
