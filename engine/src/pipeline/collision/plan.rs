//! Which bodies and flexes can collide at all, worked out once for as long as the model says the
//! same. Flexes are numbered after the bodies.

use crate::Model;
use crate::model::codes::{GeomType, disable};
use crate::model::unchanged;

/// Collidable bodies and flexes, and the pairs that need no broad phase.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    /// What it was made from.
    basis: Basis,
    /// What the masks of each body's geoms have together, then those of flexes: types and
    /// affinities.
    gathered: Vec<[i32; 2]>,
    /// Bodies besides the world, and flexes, that can collide.
    pub movable: Vec<usize>,
    /// Signatures of pairs with the world, or with planes welded to it: they are always looked at.
    pub always: Vec<u32>,
    /// Whether there are more of them than the reference has room for.
    pub overfull: bool,
    /// Whether any of the movable ones may collide with each other.
    pub sweeps: bool,
}

/// A copy of those fields of the model that a plan depends on and that a program may change at any
/// time. What the tree is like cannot change.
#[derive(Clone, Debug, Default)]
struct Basis {
    /// Masks of bodies, which the compiler has gathered: what has none cannot collide at all.
    contype: Vec<i32>,
    conaffinity: Vec<i32>,
    weldid: Vec<i32>,
    /// Types of geoms: which bodies have planes.
    geom_type: Vec<i32>,
    geom_contype: Vec<i32>,
    geom_conaffinity: Vec<i32>,
    flex_contype: Vec<i32>,
    flex_conaffinity: Vec<i32>,
    /// Whether bodies collide with those that carry them.
    parents_collide: bool,
}

impl Basis {
    #[inline]
    fn holds(&self, model: &Model) -> bool {
        self.parents_collide == model.disabled(disable::FILTER_PARENT)
            && unchanged(&self.contype, &model.body_contype)
            && unchanged(&self.conaffinity, &model.body_conaffinity)
            && unchanged(&self.weldid, &model.body_weldid)
            && unchanged(&self.geom_type, &model.geom_type)
            && unchanged(&self.geom_contype, &model.geom_contype)
            && unchanged(&self.geom_conaffinity, &model.geom_conaffinity)
            && unchanged(&self.flex_contype, &model.flex_contype)
            && unchanged(&self.flex_conaffinity, &model.flex_conaffinity)
    }

    fn copy(&mut self, model: &Model) {
        self.contype.clone_from(&model.body_contype);
        self.conaffinity.clone_from(&model.body_conaffinity);
        self.weldid.clone_from(&model.body_weldid);
        self.geom_type.clone_from(&model.geom_type);
        self.geom_contype.clone_from(&model.geom_contype);
        self.geom_conaffinity.clone_from(&model.geom_conaffinity);
        self.flex_contype.clone_from(&model.flex_contype);
        self.flex_conaffinity.clone_from(&model.flex_conaffinity);
        self.parents_collide = model.disabled(disable::FILTER_PARENT);
    }
}

impl Plan {
    pub(crate) fn new(model: &Model) -> Plan {
        let mut plan = Plan::default();
        plan.make(model);
        plan
    }

    /// Becomes the plan of the model as it is now.
    #[inline]
    pub(super) fn follow(&mut self, model: &Model) {
        if !self.basis.holds(model) {
            self.make(model);
        }
    }

    /// Whether any geoms of two bodies may collide by their own masks.
    #[inline]
    pub(super) fn geoms_meet(&self, a: usize, b: usize) -> bool {
        geoms_meet(&self.gathered, a, b)
    }

    #[cold]
    fn make(&mut self, model: &Model) {
        self.basis.copy(model);
        self.gathered.clear();
        self.gathered.extend((0..model.nbody).map(|body| {
            let union = |masks: &[i32]| masks[model.geoms_of(body)].iter().fold(0, |a, b| a | b);
            [union(&model.geom_contype), union(&model.geom_conaffinity)]
        }));
        let flexes = model.flex_contype.iter().zip(&model.flex_conaffinity);
        self.gathered.extend(flexes.map(|(a, b)| [*a, *b]));
        let can_collide =
            |body: &usize| model.body_contype[*body] != 0 || model.body_conaffinity[*body] != 0;
        let collidable = || (0..model.nbody).filter(can_collide);
        let flex_ids = || model.nbody..model.nbody + model.nflex;
        self.always.clear();
        self.overfull = false;
        for first in collidable().filter(|&body| always_collides(model, body)) {
            for second in collidable().filter(|&body| model.body_weldid[body] != 0) {
                self.overfull |= self.always.len() >= most_pairs(model);
                if geoms_meet(&self.gathered, first, second) {
                    self.always.push(signature(first, second));
                }
            }
            for flex in flex_ids() {
                self.overfull |= self.always.len() >= most_pairs(model);
                if geoms_meet(&self.gathered, first, flex) {
                    self.always.push(signature(first, flex));
                }
            }
        }
        self.movable.clear();
        self.movable.extend(collidable().filter(|&body| body != 0));
        let collides = |&id: &usize| self.gathered[id] != [0; 2];
        self.movable.extend(flex_ids().filter(collides));
        self.sweeps = self.movable.len() > FEW || self.few_may_collide(model);
    }

    /// Whether any two of the movable ones may collide, or there may be no room for those that are
    /// asked for, whose masks then say no.
    fn few_may_collide(&self, model: &Model) -> bool {
        let mut wanted = self.always.len();
        for (k, &b) in self.movable.iter().enumerate() {
            for &a in &self.movable[..k] {
                if asks(model, a, b, self.basis.parents_collide) {
                    wanted += 1;
                    if self.geoms_meet(a, b) {
                        return true;
                    }
                }
            }
        }
        wanted > most_pairs(model)
    }
}

/// Up to so many bodies are compared each with each.
pub(super) const FEW: usize = 24;

/// Whether the reference looks for room for a pair that is near, which it does before it compares
/// their bit masks.
#[inline]
pub(super) fn asks(model: &Model, a: usize, b: usize, parents_collide: bool) -> bool {
    let bodies = a < model.nbody && b < model.nbody;
    !(bodies && is_attached(model, a, b, parents_collide))
}

#[inline]
fn geoms_meet(gathered: &[[i32; 2]], a: usize, b: usize) -> bool {
    let ([type1, affinity1], [type2, affinity2]) = (gathered[a], gathered[b]);
    masks_meet(type1, affinity1, type2, affinity2)
}

/// Whether a body is the world with geoms, or welded to it with a plane.
fn always_collides(model: &Model, body: usize) -> bool {
    let has_plane = || {
        let mut geoms = model.geoms_of(body);
        geoms.any(|geom| kind(model, geom) == Some(GeomType::Plane))
    };
    body == 0 && model.body_geomnum[body] > 0 || model.body_weldid[body] == 0 && has_plane()
}

/// The type of a geom.
#[inline]
pub(super) fn kind(model: &Model, geom: usize) -> Option<GeomType> {
    GeomType::from_code(model.geom_type[geom])
}

/// How many pairs of bodies and flexes the reference has room for: each pair once.
pub(super) fn most_pairs(model: &Model) -> usize {
    let count = model.nbody + model.nflex;
    count * count.saturating_sub(1) / 2
}

/// The number that pairs of bodies are sorted by.
pub(super) fn signature(a: usize, b: usize) -> u32 {
    ((a.min(b) as u32) << 16) + a.max(b) as u32
}

/// The bodies of a signature.
pub(super) fn bodies(signature: u32) -> (usize, usize) {
    ((signature >> 16) as usize, (signature & 0xFFFF) as usize)
}

/// Whether the type of one and the affinity of the other have a bit in common.
#[doc(alias = "filterBitmask")]
pub(super) fn masks_meet(type1: i32, affinity1: i32, type2: i32, affinity2: i32) -> bool {
    type1 & affinity2 != 0 || type2 & affinity1 != 0
}

/// The masks that the compiler has gathered for a body, or those of a flex.
#[inline]
fn masks(model: &Model, id: usize) -> [i32; 2] {
    match id.checked_sub(model.nbody) {
        None => [model.body_contype[id], model.body_conaffinity[id]],
        Some(flex) => [model.flex_contype[flex], model.flex_conaffinity[flex]],
    }
}

/// Whether two bodies or flexes may collide by their masks.
#[doc(alias = "canCollide2")]
pub(super) fn masks_match(model: &Model, a: usize, b: usize) -> bool {
    let ([type1, affinity1], [type2, affinity2]) = (masks(model, a), masks(model, b));
    masks_meet(type1, affinity1, type2, affinity2)
}

/// Whether two bodies never collide because they are welded together or one carries the other.
#[doc(alias = "filterBodyPair")]
pub(super) fn is_attached(model: &Model, a: usize, b: usize, parents_collide: bool) -> bool {
    let weld = |body: usize| model.body_weldid[body];
    let parent_weld = |weld: i32| {
        let parent = model.body_parentid[weld as usize];
        model.body_weldid[parent as usize]
    };
    let (weld1, weld2) = (weld(a), weld(b));
    if weld1 == weld2 {
        return true;
    }
    !parents_collide
        && weld1 != 0
        && weld2 != 0
        && (weld1 == parent_weld(weld2) || weld2 == parent_weld(weld1))
}
