//! Collision detection: from the poses of geoms and flexes to the list of contacts.
//!
//! Bodies whose boxes overlap ([`broad`]) are searched for geoms that may touch ([`mid`]); each
//! pair of geoms is collided by the function for its shapes ([`pairs`]), and what it finds becomes
//! contacts with the pair's parameters ([`narrow`]). Explicit pairs are merged in by the numbers of
//! their bodies. Flexes take part as if they were bodies, and their elements as geoms ([`flex`]).

mod arena;
mod around;
mod box_box;
mod broad;
mod candidates;
mod capsule;
mod capsule_box;
mod convex;
mod distance;
mod field;
mod flex;
mod frame;
mod hfield;
mod hit;
mod hull;
mod mesh;
mod mid;
mod minkowski;
mod mpr;
mod narrow;
mod native;
mod normal;
mod obb;
mod pairs;
mod params;
mod plan;
mod plane;
mod plane_convex;
mod prism;
mod solid;
mod sort;
mod sphere;
mod support;
mod sweep;
mod triangle;

use crate::data::Contact;
use crate::data::timer::{Timer, timed};
use crate::error::StepError;
use crate::model::codes::disable;
use crate::{Data, Model};
pub(crate) use candidates::{Apart, candidates};
use convex::Method;
pub use distance::GeomDistance;
pub(crate) use distance::{geom_distance, nearest_geoms};
use narrow::Narrow;

/// What collision has worked out of the model, and its working memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    plan: plan::Plan,
    sweep: broad::Sweep,
    hits: hit::Hits,
    native: native::Workspace,
    field: field::Workspace,
    nodes: mid::NodeStack,
    sorted: Vec<Contact>,
    flex: flex::Scratch,
}

impl Scratch {
    pub(crate) fn new(model: &Model) -> Scratch {
        Scratch {
            plan: plan::Plan::new(model),
            hits: hit::Hits::new(),
            field: field::Workspace::new(model),
            ..Scratch::default()
        }
    }
}

/// Finds all contacts.
#[doc(alias = "mj_collision")]
pub(crate) fn collision(model: &Model, data: &mut Data) {
    let begin = data.now();
    data.ncon = 0;
    data.contact.clear();
    if model.vis.global.bvactive != 0 {
        data.bvh_active.clear();
    }
    if !model.detects_contacts() || model.nbody + model.nflex < 2 {
        return;
    }
    // Taken out of the data temporarily, so that both can be changed.
    let mut scratch = data.scratch.collision.take::<Scratch>();
    scratch.plan.follow(model);
    let moving = timed(data, Timer::BroadPhase, |data| {
        broad::broad_phase(model, data, &scratch.plan, &mut scratch.sweep)
    });
    timed(data, Timer::NarrowPhase, |data| {
        find_contacts(model, data, &mut scratch, moving);
    });
    data.scratch.collision.put(scratch);
    data.end(Timer::Collision, begin);
}

/// Finds the contacts of these pairs of bodies, which the broad phase would find, where no others
/// have any. `bvh_active` is not that of all pairs.
pub(crate) fn collision_between(
    model: &Model,
    data: &mut Data,
    pairs: impl Iterator<Item = [usize; 2]>,
) {
    data.ncon = 0;
    data.contact.clear();
    let mut scratch = data.scratch.collision.take::<Scratch>();
    scratch.sweep.only(pairs);
    find_contacts(model, data, &mut scratch, true);
    data.scratch.collision.put(scratch);
}

/// Collides the pairs of bodies that were found, `moving` or not.
fn find_contacts(model: &Model, data: &mut Data, scratch: &mut Scratch, moving: bool) {
    let Scratch {
        plan,
        sweep,
        hits,
        native,
        field,
        nodes,
        sorted,
        flex,
    } = scratch;
    let Some(arena) = arena::Arena::new(model, data) else {
        return give_up(data, StepError::OutOfMemory(model.narena));
    };
    if sweep.full {
        give_up(data, StepError::TooManyPairs);
    }
    if moving && !arena.fits_sweep(model, plan.movable.len(), sweep.pairs.len()) {
        give_up(data, StepError::OutOfMemory(model.narena));
    }
    let mut searching = Searching {
        narrow: Narrow {
            method: Method::new(model),
            hits,
            workspace: native,
            field,
            arena,
            explicit: 0..0,
        },
        nodes,
        sorted,
    };

    let pair_signature = |pair: usize| model.pair_signature[pair] as u32;
    let mut next_pair = 0;
    let mut last = None;
    for &signature in &sweep.pairs {
        if last.replace(signature) == Some(signature) {
            continue;
        }
        // Explicit pairs come before the bodies that they belong to.
        let first_pair = next_pair;
        let mut merged = false;
        while next_pair < model.npair && pair_signature(next_pair) <= signature {
            merged |= pair_signature(next_pair) == signature;
            searching.narrow.pair(model, data, next_pair);
            next_pair += 1;
        }
        searching.narrow.explicit = if merged { first_pair..next_pair } else { 0..0 };
        let (body1, body2) = plan::bodies(signature);
        if plan::masks_match(model, body1, body2) && !is_excluded(model, signature) {
            if body2 < model.nbody {
                collide_bodies(model, data, &mut searching, [body1, body2]);
            } else {
                flex::collide(model, data, &mut searching, [body1, body2]);
            }
        }
    }
    for pair in next_pair..model.npair {
        searching.narrow.pair(model, data, pair);
    }
    flex::collide_selves(model, data, &mut searching, flex);
    if let Some(fault) = native.fault.take() {
        give_up(data, fault);
    }
}

/// Notes that MuJoCo would have ended the program.
fn give_up(data: &mut Data, fault: StepError) {
    data.fault = data.fault.or(Some(fault));
}

fn is_excluded(model: &Model, signature: u32) -> bool {
    // They are in increasing order, and looked through as if they were.
    let mut excludes = model.exclude_signature.iter();
    let reached = excludes.find(|&&excluded| excluded as u32 >= signature);
    reached.is_some_and(|&excluded| excluded as u32 == signature)
}

/// What a search for contacts works with.
struct Searching<'a> {
    narrow: Narrow<'a>,
    nodes: &'a mut mid::NodeStack,
    sorted: &'a mut Vec<Contact>,
}

impl Searching<'_> {
    /// Puts the contacts that `search` finds into the order that comparing all with all would give.
    fn sorted(
        &mut self,
        model: &Model,
        data: &mut Data,
        search: impl FnOnce(&Model, &mut Data, &mut Self),
    ) {
        let first = data.contact.len();
        search(model, data, self);
        let contacts = data.contact.len();
        if !self.narrow.arena.fits_sort(contacts - first, contacts) {
            give_up(data, StepError::OutOfMemory(model.narena));
        }
        sort::stable_sort(&mut data.contact[first..], self.sorted, |a, b| {
            parts(a).cmp(&parts(b))
        });
    }
}

/// The geoms of a contact; of a flex the element or the vertex.
#[doc(alias = "contactcompare")]
fn parts(contact: &Contact) -> [i32; 2] {
    [0, 1].map(|side| {
        let ids = [contact.geom[side], contact.elem[side]];
        let found = ids.into_iter().find(|id| *id >= 0);
        found.unwrap_or(contact.vert[side])
    })
}

/// Collides the geoms of two bodies: directly, or through their trees of bounding boxes.
fn collide_bodies(model: &Model, data: &mut Data, searching: &mut Searching, bodies: [usize; 2]) {
    let single = bodies.map(|body| model.body_geomnum[body]) == [1, 1];
    let trees = bodies.iter().all(|body| model.body_bvhadr[*body] >= 0);
    if !single && trees && !model.disabled(disable::MIDPHASE) {
        searching.sorted(model, data, |model, data, searching| {
            let Searching { narrow, nodes, .. } = searching;
            let whole = narrow.arena;
            let tree_nodes = bodies.map(|body| model.body_bvhnum[body] as usize);
            let Some(arena) = whole.for_trees(tree_nodes.iter().sum()) else {
                return give_up(data, StepError::OutOfMemory(model.narena));
            };
            narrow.arena = arena;
            mid::search_trees(model, data, narrow, nodes, bodies);
            narrow.arena = whole;
        });
        return;
    }
    for g1 in model.geoms_of(bodies[0]) {
        for g2 in model.geoms_of(bodies[1]) {
            searching.narrow.geoms(model, data, g1, g2);
        }
    }
}

#[cfg(test)]
mod tests;
