//! The narrow phase: two geoms, filtered, collided, and their hits turned into contacts.

use super::arena::Arena;
use super::convex::Method;
use super::field;
use super::give_up;
use super::hit::{Hit, Hits, MAX_HITS};
use super::native::Workspace;
use super::pairs::{self, Candidate};
use super::params::{self, Params, Surface, Touching};
use super::plan::{kind, masks_meet};
use super::solid::Solid;
use crate::data::callbacks::ContactFilter;
use crate::error::StepError;
use crate::math::{Vec3, scalar, vec3};
use crate::model::codes::{GeomType, warning};
use crate::{Data, Model};

/// How far outside a box, relative to its size, a contact of two boxes may be.
const BOX_SLACK: f64 = 1.01;

/// What the narrow phase works with.
pub(super) struct Narrow<'a> {
    pub method: Method,
    pub hits: &'a mut Hits,
    pub workspace: &'a mut Workspace,
    pub field: &'a mut field::Workspace,
    pub arena: Arena,
    /// Explicit pairs of the current bodies: they were collided already.
    pub explicit: std::ops::Range<usize>,
}

/// A geom as the pair functions see it.
#[inline(always)]
pub(super) fn candidate<'a>(
    model: &'a Model,
    data: &Data,
    shape: GeomType,
    geom: usize,
) -> Candidate<'a> {
    // Looked up first: between copies a look-up that may fail makes the compiler copy twice, and
    // the second copy has to wait for the first.
    let (pos, mat) = (&data.geom_xpos[geom], &data.geom_xmat[geom]);
    let (size, bound) = (&model.geom_size[geom], model.geom_rbound[geom]);
    Candidate {
        model,
        geom,
        shape,
        solid: Solid {
            pos: *pos,
            mat: *mat,
            size: *size,
        },
        bound,
    }
}

/// Whether the bounding spheres of two geoms are farther apart than the margin; planes are
/// half-spaces.
#[doc(alias = "mj_filterSphere")]
pub(super) fn bounding_spheres_apart(
    model: &Model,
    data: &Data,
    geoms: [usize; 2],
    margin: f64,
) -> bool {
    let (r1, r2) = (model.geom_rbound[geoms[0]], model.geom_rbound[geoms[1]]);
    let (p1, p2) = (&data.geom_xpos[geoms[0]], &data.geom_xpos[geoms[1]]);
    if r1 > 0.0 && r2 > 0.0 {
        let apart = p1 - p2;
        let reach = r1 + r2 + margin;
        return apart.dot(&apart) > reach * reach;
    }
    let above = |plane: usize, pos: &Vec3, radius: f64| {
        kind(model, plane) == Some(GeomType::Plane) && radius > 0.0 && {
            let height = (pos - data.geom_xpos[plane]).dot(&data.geom_xmat[plane].column(2));
            height > margin + radius
        }
    };
    above(geoms[0], p2, r2) || above(geoms[1], p1, r1)
}

impl Narrow<'_> {
    /// Collides two geoms, unless they are an explicit pair that was collided already.
    #[doc(alias = "mj_collideGeomPair")]
    pub(super) fn geoms(&mut self, model: &Model, data: &mut Data, g1: usize, g2: usize) {
        let listed = self.explicit.clone().any(|pair| {
            let pair = [model.pair_geom1[pair], model.pair_geom2[pair]].map(|g| g as usize);
            pair == [g1, g2] || pair == [g2, g1]
        });
        if listed || is_left_out(model, data, [g1, g2]) {
            return;
        }
        let margin = scalar::max(model.geom_margin[g1], model.geom_margin[g2]);
        let margin = params::margin(model, margin);
        self.collide(model, data, [g1, g2], margin, |g1, g2| {
            Params::of(model, Surface::Geom(g1), Surface::Geom(g2))
        });
    }

    /// Collides an explicit pair, whatever its bit masks.
    pub(super) fn pair(&mut self, model: &Model, data: &mut Data, pair: usize) {
        let geoms = [model.pair_geom1[pair], model.pair_geom2[pair]].map(|geom| geom as usize);
        let margin = params::margin(model, model.pair_margin[pair]);
        self.collide(model, data, geoms, margin, |_, _| {
            Params::of_pair(model, pair)
        });
    }

    #[doc(alias("mj_collideGeoms", "mj_addContact"))]
    fn collide(
        &mut self,
        model: &Model,
        data: &mut Data,
        [mut g1, mut g2]: [usize; 2],
        margin: f64,
        params: impl Fn(usize, usize) -> Params,
    ) {
        let (Some(mut shape1), Some(mut shape2)) = (kind(model, g1), kind(model, g2)) else {
            return;
        };
        if shape1 > shape2 {
            std::mem::swap(&mut g1, &mut g2);
            std::mem::swap(&mut shape1, &mut shape2);
        }
        if !pairs::can_collide(shape1, shape2)
            || bounding_spheres_apart(model, data, [g1, g2], margin)
        {
            return;
        }
        if !self.has_room(data) {
            return;
        }
        if field::decides(shape1, shape2) {
            self.by_distance(model, data, [g1, g2]);
        } else {
            let first = candidate(model, data, shape1, g1);
            let second = candidate(model, data, shape2, g2);
            pairs::collide(
                self.hits,
                self.workspace,
                &self.method,
                margin,
                &first,
                &second,
            );
            if shape1 == GeomType::Box && shape2 == GeomType::Box {
                prune_boxes(self.hits, margin, &first.solid, &second.solid);
            }
        }
        if self.hits.as_slice().is_empty() {
            return;
        }
        let params = params(g1, g2);
        let touching = Touching::geoms([g1 as i32, g2 as i32]);
        self.add(model, data, &params, touching, params.include(margin));
    }

    /// Whether there is room for the contacts of one more pair; else that is a warning.
    #[inline]
    pub(super) fn has_room(&mut self, data: &mut Data) -> bool {
        self.workspace.stack = self.arena.for_pair(data.contact.len());
        if self.workspace.stack.is_none() {
            data.warning[warning::CONTACT_FULL].raise(data.ncon);
        }
        self.workspace.stack.is_some()
    }

    /// Turns all hits into contacts.
    #[inline]
    pub(super) fn add(
        &mut self,
        model: &Model,
        data: &mut Data,
        params: &Params,
        touching: Touching,
        includemargin: f64,
    ) {
        if !has_dimension(data, params) {
            return;
        }
        for hit in self.hits.as_slice() {
            if !has_normal(data, hit) {
                return;
            }
            let contact = params.contact(model, hit, touching, includemargin);
            data.contact.push(contact);
        }
        data.ncon = data.contact.len() as i32;
    }

    /// Collides a geom with one whose shape is a distance.
    #[cold]
    fn by_distance(&mut self, model: &Model, data: &mut Data, geoms: [usize; 2]) {
        let stack = self.workspace.stack;
        if let Err(fault) = field::collide(model, data, self.hits, self.field, stack, geoms) {
            self.hits.clear();
            self.workspace.fault.get_or_insert(fault);
        }
        self.field.mark(model, data);
    }

    /// Turns one hit into a contact. False, and a warning, if there is no room for it.
    pub(super) fn add_one(
        &mut self,
        model: &Model,
        data: &mut Data,
        params: &Params,
        hit: &Hit,
        touching: Touching,
        includemargin: f64,
    ) -> bool {
        let full = model.nconmax != -1 && data.ncon >= model.nconmax;
        if full || !self.arena.has_room_for_one(data.contact.len()) {
            data.warning[warning::CONTACT_FULL].raise(data.ncon);
            return false;
        }
        if !has_dimension(data, params) || !has_normal(data, hit) {
            return false;
        }
        let contact = params.contact(model, hit, touching, includemargin);
        data.contact.push(contact);
        data.ncon = data.contact.len() as i32;
        true
    }
}

/// Whether a contact can have that many dimensions. Those of flexes are checked nowhere else.
#[inline]
fn has_dimension(data: &mut Data, params: &Params) -> bool {
    let dim = params.dim();
    let valid = (1..=6).contains(&dim);
    if !valid {
        give_up(data, StepError::ContactDimension(dim));
    }
    valid
}

/// Whether a normal is long enough to be made one of length one.
#[inline]
fn has_normal(data: &mut Data, hit: &Hit) -> bool {
    let short = vec3::norm(&hit.normal) < 0.5;
    if short {
        give_up(data, StepError::ContactFrame);
    }
    !short
}

/// Whether two geoms are not to collide: by the user's word, or else by their bit masks.
#[inline]
fn is_left_out(model: &Model, data: &Data, [g1, g2]: [usize; 2]) -> bool {
    if let Some(filter) = &data.callbacks.contact_filter {
        return filtered(model, data, [g1, g2], filter);
    }
    !masks_meet(
        model.geom_contype[g1],
        model.geom_conaffinity[g1],
        model.geom_contype[g2],
        model.geom_conaffinity[g2],
    )
}

/// The user is asked only for types that can collide, the lower one first.
#[cold]
fn filtered(model: &Model, data: &Data, [g1, g2]: [usize; 2], filter: &ContactFilter) -> bool {
    let (Some(shape1), Some(shape2)) = (model.geom_type(g1), model.geom_type(g2)) else {
        return true;
    };
    if shape1 > shape2 {
        !pairs::can_collide(shape2, shape1) || filter(model, data, g2, g1)
    } else {
        !pairs::can_collide(shape1, shape2) || filter(model, data, g1, g2)
    }
}

/// Removes contacts of two boxes that are outside one of them, and repeated ones.
fn prune_boxes(hits: &mut Hits, margin: f64, first: &Solid, second: &Solid) {
    let list = hits.as_slice();
    let mut keep = [true; MAX_HITS];
    for (keep, hit) in keep.iter_mut().zip(list) {
        let place1 = place_in_box(&hit.pos, first, margin);
        let place2 = place_in_box(&hit.pos, second, margin);
        let outside = |this, other| this == Place::Outside && other != Place::Inside;
        *keep = !outside(place1, place2) && !outside(place2, place1);
    }
    for i in 0..list.len() {
        // Of equal ones the last stays.
        let same = |j: usize| keep[j] && list[i].pos == list[j].pos;
        if keep[i] && (i + 1..list.len()).any(same) {
            keep[i] = false;
        }
    }
    hits.keep(&keep);
}

#[derive(Clone, Copy, PartialEq)]
enum Place {
    Inside,
    Border,
    Outside,
}

/// Where a point is with respect to a box grown by the margin, with some slack on either side of
/// the surface.
#[doc(alias = "mju_outsideBox")]
fn place_in_box(point: &Vec3, solid: &Solid, margin: f64) -> Place {
    let local = solid.mat.tr_mul_vec(&(point - solid.pos));
    let size = solid.size.map(|s| s + margin);
    let axes = || local.iter().zip(size.iter());
    if axes().any(|(x, s)| *x > s * BOX_SLACK || *x < -(s * BOX_SLACK)) {
        Place::Outside
    } else if axes().all(|(x, s)| *x < s / BOX_SLACK && *x > -(s / BOX_SLACK)) {
        Place::Inside
    } else {
        Place::Border
    }
}
