//! Flexes in collision: with the geoms of bodies, with each other and with themselves.
//!
//! A flex is numbered after the bodies. Planes touch its vertices, all others its elements: a
//! segment is a capsule, triangles and tetrahedra are convex sets grown by the flex's radius.

mod element;
mod inner;
mod pair;
mod plane;
mod sphere_triangle;
mod tree;

use super::narrow::Narrow;
use super::params;
use super::plan::{kind, masks_meet};
use super::sweep::{Bounds, Sweeper};
use super::{Searching, give_up};
use crate::error::StepError;
use crate::math::Vec3;
use crate::model::codes::{FlexSelf, GeomType, disable};
use crate::{Data, Model};
use pair::{ElementPair, elements, geom_element};

/// More elements than this cannot be swept: they are numbered by 16 bits.
const MOST_SWEPT: usize = 0xFFFF;

/// Pairs of elements that a sweep lists at most.
const MOST_PAIRS: usize = 1_000_000;

/// Buffers of sweeping over the elements of a flex.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    active: Vec<usize>,
    boxes: Vec<Bounds>,
    sweeper: Sweeper,
    pairs: Vec<[usize; 2]>,
}

/// Whether an element is near enough to the surface of a solid to touch others.
#[doc(alias = "mj_isElemActive")]
fn is_active(model: &Model, flex: usize, element: usize) -> bool {
    let layer = model.flex_elemlayer[model.flex_elemadr[flex] as usize + element];
    model.flex_dim[flex] < 3 || layer < model.flex_activelayers[flex]
}

/// Whether two boxes, by centre and half size, are farther apart than a margin.
#[doc(alias = "filterBox")]
fn boxes_apart(a: &[f64; 6], b: &[f64; 6], margin: f64) -> bool {
    let before = |a: &[f64; 6], b: &[f64; 6], k: usize| a[k] + a[k + 3] + margin < b[k] - b[k + 3];
    (0..3).any(|k| before(a, b, k) || before(b, a, k))
}

/// Whether the box around a ball is beside another box.
#[doc(alias = "filterSphereBox")]
fn ball_apart(center: &Vec3, bound: f64, aabb: &[f64; 6]) -> bool {
    (0..3).any(|k| {
        center[k] + bound < aabb[k] - aabb[k + 3] || center[k] - bound > aabb[k] + aabb[k + 3]
    })
}

/// The geoms of a body against a flex, without trees.
fn body_all(model: &Model, data: &mut Data, narrow: &mut Narrow, body: usize, flex: usize) {
    for geom in model.geoms_of(body) {
        let meet = masks_meet(
            model.geom_contype[geom],
            model.geom_conaffinity[geom],
            model.flex_contype[flex],
            model.flex_conaffinity[flex],
        );
        if !meet {
            continue;
        }
        if kind(model, geom) == Some(GeomType::Plane) {
            plane::touch(model, data, narrow, geom, flex);
            continue;
        }
        for element in 0..model.flex_elemnum[flex] as usize {
            geom_element(model, data, narrow, geom, flex, element);
        }
    }
}

/// A body or flex against a flex, both numbered as in signatures: through their trees, or all with
/// all.
pub(super) fn collide(
    model: &Model,
    data: &mut Data,
    searching: &mut Searching,
    [first, second]: [usize; 2],
) {
    let flex = second - model.nbody;
    let is_body = first < model.nbody;
    let root = if is_body {
        model.body_bvhadr[first]
    } else {
        model.flex_bvhadr[first - model.nbody]
    };
    if root >= 0 && model.flex_bvhadr[flex] >= 0 && !model.disabled(disable::MIDPHASE) {
        searching.sorted(model, data, |model, data, searching| {
            tree::search(model, data, searching, [first, second]);
        });
    } else if is_body {
        body_all(model, data, &mut searching.narrow, first, flex);
    } else {
        let other = first - model.nbody;
        for e1 in 0..model.flex_elemnum[other] as usize {
            for e2 in 0..model.flex_elemnum[flex] as usize {
                let pair = ElementPair::new([other, flex], [e1, e2]);
                elements(model, data, &mut searching.narrow, pair);
            }
        }
    }
}

/// Contacts of each flex with itself.
pub(super) fn collide_selves(
    model: &Model,
    data: &mut Data,
    searching: &mut Searching,
    scratch: &mut Scratch,
) {
    for flex in 0..model.nflex {
        let meets_itself = model.flex_contype[flex] & model.flex_conaffinity[flex] != 0;
        if model.flex_rigid[flex] != 0 || !meets_itself {
            continue;
        }
        if model.flex_internal[flex] != 0 {
            inner::collide(model, data, &mut searching.narrow, flex);
        }
        collide_self(model, data, searching, scratch, flex);
    }
}

/// Contacts between the elements of a flex.
fn collide_self(
    model: &Model,
    data: &mut Data,
    searching: &mut Searching,
    scratch: &mut Scratch,
    flex: usize,
) {
    let mode = match FlexSelf::from_code(model.flex_selfcollide[flex]) {
        Some(FlexSelf::None) => return,
        Some(mode) if model.flex_bvhadr[flex] >= 0 && !model.disabled(disable::MIDPHASE) => mode,
        _ => FlexSelf::Narrow,
    };
    match mode {
        FlexSelf::Auto if model.flex_dim[flex] == 3 => {
            tree::search(model, data, searching, [model.nbody + flex; 2]);
        }
        FlexSelf::Bvh => tree::search(model, data, searching, [model.nbody + flex; 2]),
        FlexSelf::Sap | FlexSelf::Auto => sweep(model, data, &mut searching.narrow, scratch, flex),
        FlexSelf::None | FlexSelf::Narrow => {
            let count = model.flex_elemnum[flex] as usize;
            for e1 in (0..count).filter(|&e1| is_active(model, flex, e1)) {
                for e2 in (e1 + 1..count).filter(|&e2| is_active(model, flex, e2)) {
                    let pair = ElementPair::new([flex; 2], [e1, e2]);
                    elements(model, data, &mut searching.narrow, pair);
                }
            }
        }
    }
}

/// Elements of a flex whose boxes overlap, by sweeping along the longest side of the flex's box.
#[doc(alias = "mj_collideFlexSAP")]
fn sweep(model: &Model, data: &mut Data, narrow: &mut Narrow, scratch: &mut Scratch, flex: usize) {
    let Scratch {
        active,
        boxes,
        sweeper,
        pairs,
    } = scratch;
    let all = model.flex_elements(flex);
    active.clear();
    active.extend((0..all.len()).filter(|&element| is_active(model, flex, element)));
    if active.len() < 2 {
        return;
    }
    if active.len() > MOST_SWEPT {
        return give_up(data, StepError::TooManyElements(active.len() as i32));
    }
    let most = (active.len() * (active.len() - 1) / 2).min(MOST_PAIRS);
    let whole = narrow.arena;
    let Some(arena) = whole.for_elements(all.len(), active.len(), most) else {
        return give_up(data, StepError::OutOfMemory(model.narena));
    };
    boxes.clear();
    boxes.extend(active.iter().map(|element| {
        let aabb = &data.flexelem_aabb[all.start + element];
        let (center, half) = (
            Vec3::from_column_slice(&aabb[..3]),
            Vec3::from_column_slice(&aabb[3..]),
        );
        Bounds {
            min: center - half,
            max: center + half,
        }
    }));
    let node = model.flex_bvhadr[flex] as usize - model.nbvhstatic;
    let [.., x, y, z] = data.bvh_aabb_dyn[node];
    let axis = if x > y && x > z {
        0
    } else if y > z {
        1
    } else {
        2
    };
    pairs.clear();
    sweeper.run(boxes, axis, |a, b| {
        pairs.push([active[a], active[b]]);
        pairs.len() < most
    });
    narrow.arena = arena;
    for &pair in pairs.iter() {
        elements(model, data, narrow, ElementPair::new([flex; 2], pair));
    }
    narrow.arena = whole;
}

/// The margin of contacts of a flex with something else.
fn margin(model: &Model, a: f64, b: f64) -> f64 {
    params::margin(model, crate::math::scalar::max(a, b))
}
