//! What collision needs to know of a model and can work out when the data is made.

use std::sync::Arc;

use super::hull::Hull;
use crate::Model;
use crate::model::codes::GeomType;

/// Types of geoms, collidable bodies and the pairs that need no broad phase.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    /// Type of each geom.
    pub kind: Vec<Option<GeomType>>,
    /// Hull of each mesh that has one. Shared by copies of the data.
    pub hull: Arc<[Option<Hull>]>,
    /// Bodies besides the world that can collide.
    pub movable: Vec<usize>,
    /// Signatures of pairs with the world, or with planes welded to it: they are always looked at.
    pub always: Vec<u32>,
}

impl Plan {
    pub(crate) fn new(model: &Model) -> Plan {
        let types = model.geom_type.iter();
        let kind: Vec<_> = types.map(|&number| GeomType::from_code(number)).collect();
        let can_collide =
            |body: &usize| model.body_contype[*body] != 0 || model.body_conaffinity[*body] != 0;
        let collidable: Vec<usize> = (0..model.nbody).filter(can_collide).collect();

        let mut pairs = Vec::new();
        for &first in &collidable {
            let world = first == 0 && model.body_geomnum[first] > 0;
            let has_plane = || {
                model
                    .geoms_of(first)
                    .any(|geom| kind[geom] == Some(GeomType::Plane))
            };
            let always = world || (model.body_weldid[first] == 0 && has_plane());
            if !always {
                continue;
            }
            let others = collidable
                .iter()
                .filter(|body| model.body_weldid[**body] != 0);
            for &second in others {
                if masks_match(model, first, second) {
                    pairs.push(signature(first, second));
                }
            }
        }
        let movable = collidable.into_iter().filter(|body| *body != 0).collect();
        Plan {
            kind,
            hull: (0..model.nmesh)
                .map(|mesh| Hull::of_mesh(model, mesh))
                .collect(),
            movable,
            always: pairs,
        }
    }
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

/// Whether any geoms of two bodies may collide by their bit masks.
#[doc(alias = "canCollide2")]
pub(super) fn masks_match(model: &Model, a: usize, b: usize) -> bool {
    masks_meet(
        model.body_contype[a],
        model.body_conaffinity[a],
        model.body_contype[b],
        model.body_conaffinity[b],
    )
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
