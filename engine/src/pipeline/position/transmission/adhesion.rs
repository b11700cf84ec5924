//! On a body, by adhesion: the actuator pulls along the normals of the body's contacts.
//!
//! The moment is minus the average of the contacts' normal Jacobians. For a contact in force it is
//! in the constraint's rows, for one in the gap it is computed here.

use super::{compress, target};
use crate::data::Contact;
use crate::error::StepError;
use crate::math::dense;
use crate::model::codes::cone;
use crate::pipeline::constraint::{Form, Jacobian, PairJacobian};
use crate::query::jacobian::BodyPoint;
use crate::{Data, Model};

/// A contact that is found but beyond its margin less the gap: its `exclude` says so.
const IN_GAP: i32 = 1;

/// Working memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    /// Share of each constraint row in the sum of normals.
    share: Vec<f64>,
    /// Sum of the normals of contacts in the gap.
    gap: Vec<f64>,
    normal: Vec<f64>,
    pair: PairJacobian,
    /// Whether a contact in force has no rows.
    without_rows: bool,
}

/// Computes the length, which has no meaning, and the moment. Returns how many elements it has.
#[inline(never)]
pub(super) fn adhesion(model: &Model, data: &mut Data, i: usize, adr: usize) -> usize {
    let nv = model.nv;
    data.actuator_length[i] = 0.0;
    data.actuator_moment[adr..adr + nv].fill(0.0);
    let mut scratch = data.scratch.adhesion.take::<Scratch>();
    let count = scratch.add_normals(model, data, target(model, i));
    if scratch.without_rows {
        data.fault = data.fault.or(Some(StepError::AdhesionWithoutRows));
    }
    if count > 0 {
        let mut row = std::mem::take(&mut data.actuator_moment);
        let moment = &mut row[adr..adr + nv];
        if data.nefc > 0 {
            Jacobian::of(model, data).tr_mul(moment, &scratch.share);
        }
        dense::add_to(moment, &scratch.gap);
        dense::scale(moment, -1.0 / f64::from(count));
        data.actuator_moment = row;
    }
    data.scratch.adhesion.put(scratch);
    compress(data, adr, nv)
}

impl Scratch {
    /// Marks the rows of a body's contacts and adds up those in the gap. Returns the number of
    /// both.
    fn add_normals(&mut self, model: &Model, data: &Data, body: usize) -> u32 {
        self.share.clear();
        self.share.resize(data.nefc as usize, 0.0);
        self.gap.clear();
        self.gap.resize(model.nv, 0.0);
        self.without_rows = false;
        let mut count = 0;
        for contact in &data.contact {
            let [Some(first), Some(second)] = contact.bodies(model) else {
                continue;
            };
            let bodies = [first, second];
            if !bodies.contains(&body) {
                continue;
            }
            if contact.exclude == 0 {
                self.mark_rows(model, contact);
                count += 1;
            } else if contact.exclude == IN_GAP {
                self.add_gap(model, data, contact, bodies);
                count += 1;
            }
        }
        count
    }

    /// The normal is the first row, or the mean of all edges of a pyramid.
    fn mark_rows(&mut self, model: &Model, contact: &Contact) {
        let Ok(first) = usize::try_from(contact.efc_address) else {
            self.without_rows = true;
            return;
        };
        let (edges, share) = if contact.dim == 1 || model.opt.cone == cone::ELLIPTIC {
            (1, 1.0)
        } else {
            let directions = contact.dim - 1;
            (2 * directions as usize, 0.5 / f64::from(directions))
        };
        if let Some(rows) = self.share.get_mut(first..first + edges) {
            rows.fill(share);
        }
    }

    fn add_gap(&mut self, model: &Model, data: &Data, contact: &Contact, bodies: [usize; 2]) {
        let pos = contact.pos;
        let [first, second] = bodies.map(|body| BodyPoint { body, pos });
        let sparse = model.is_sparse();
        let form = if sparse { Form::Sparse } else { Form::All };
        let pair = &mut self.pair;
        pair.compute(model, data, form, first, second, false);
        self.normal.clear();
        self.normal.resize(pair.width, 0.0);
        let normal = &contact.frame.0[..3];
        dense::mul_mat(&mut self.normal, normal, &pair.values, 3, pair.width);
        if sparse {
            for (column, value) in pair.columns.iter().zip(&self.normal) {
                self.gap[*column as usize] += value;
            }
        } else {
            dense::add_to(&mut self.gap, &self.normal);
        }
    }
}
