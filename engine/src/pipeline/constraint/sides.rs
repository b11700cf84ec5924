//! The bodies on the two sides of a contact: one for a geom or a vertex of a flex, several with
//! shares for an element of a flex.

use crate::data::Contact;
use crate::math::{MINVAL, dense, scalar, vec3};
use crate::{Data, Model};

/// An element has up to four corners.
const MAX: usize = 4;

/// The bodies of one side of a contact, each with its share in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    bodies: [usize; MAX],
    shares: [f64; MAX],
    count: usize,
}

impl Side {
    /// A single body.
    fn of_body(body: usize) -> Side {
        Side {
            bodies: [body, 0, 0, 0],
            shares: [1.0, 0.0, 0.0, 0.0],
            count: 1,
        }
    }

    /// An element: corners that are nearer have larger shares. `across` is the vertex on the
    /// other side, which has none if it is a corner too.
    #[doc(alias = "mj_elemBodyWeight")]
    fn of_element(model: &Model, data: &Data, contact: &Contact, side: usize) -> Side {
        let flex = contact.flex[side] as usize;
        let across = contact.vert[1 - side];
        let mut result = Side {
            bodies: [0; MAX],
            shares: [0.0; MAX],
            count: 0,
        };
        let corners = model.flex_corners(flex, contact.elem[side] as usize);
        for &corner in corners.iter().filter(|corner| **corner != across) {
            let vertex = model.flex_vertex(flex, corner);
            let distance = vec3::distance(&contact.pos, &data.flexvert_xpos[vertex]);
            result.bodies[result.count] = model.flex_vertbodyid[vertex] as usize;
            result.shares[result.count] = 1.0 / scalar::max(MINVAL, distance);
            result.count += 1;
        }
        dense::normalize(&mut result.shares[..result.count]);
        result
    }

    /// Both sides of a contact.
    pub(super) fn both(model: &Model, data: &Data, contact: &Contact) -> [Side; 2] {
        [0, 1].map(|side| match single_body(model, contact, side) {
            Some(body) => Side::of_body(body),
            None => Side::of_element(model, data, contact, side),
        })
    }

    /// The bodies of both sides with their shares, those of the first side below zero.
    pub(super) fn against(sides: &[Side; 2]) -> impl Iterator<Item = (usize, f64)> + Clone + '_ {
        let opposite = sides[0].iter().map(|(body, share)| (body, -share));
        opposite.chain(sides[1].iter())
    }

    /// Bodies with their shares.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, f64)> + Clone + '_ {
        let shares = &self.shares[..self.count];
        self.bodies.iter().copied().zip(shares.iter().copied())
    }
}

/// The body of a geom or of a vertex; none for an element.
fn single_body(model: &Model, contact: &Contact, side: usize) -> Option<usize> {
    if let Ok(geom) = usize::try_from(contact.geom[side]) {
        return Some(model.geom_bodyid[geom] as usize);
    }
    let vertex = contact.vert[side];
    (vertex >= 0).then(|| model.flex_body(contact.flex[side] as usize, vertex))
}

/// The bodies of a contact that has a single one on each side.
#[inline]
pub(super) fn single_bodies(model: &Model, contact: &Contact) -> Option<[usize; 2]> {
    let [first, second] = [0, 1].map(|side| single_body(model, contact, side));
    Some([first?, second?])
}
