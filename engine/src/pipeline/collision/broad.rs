//! The broad phase: bodies whose boxes overlap. Few are compared each with each, many by sweep and
//! prune along the first principal axis of all geoms.
//!
//! Sweep and prune: Ericson, Real-Time Collision Detection (2005), section 7.5.

use std::cmp::Ordering;

use super::plan::{Plan, is_attached, most_pairs, signature};
use super::sort::stable_sort;
use crate::math::{Mat3, Vec3, eigen, scalar};
use crate::model::codes::{disable, enable};
use crate::{Data, Model};

/// Up to so many bodies are compared each with each.
const FEW: usize = 24;

/// Buffers of the broad phase.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sweep {
    /// Pairs of bodies to look at, sorted by signature; one may occur twice.
    pub pairs: Vec<u32>,
    /// Whether the reference would have no room for one more pair that it wants to look at.
    pub full: bool,
    boxes: Vec<Bounds>,
    ends: Vec<End>,
    sorted: Vec<End>,
    active: Vec<usize>,
}

/// A body's box along the principal axes.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    min: Vec3,
    max: Vec3,
}

impl Bounds {
    /// Where the box begins and ends along the first axis. Single precision, as in the reference:
    /// it decides which ends are equal.
    #[inline]
    fn ends(&self) -> [f32; 2] {
        [self.min.x as f32, self.max.x as f32]
    }

    /// Whether the box ends where or after it begins; not so where something is NaN.
    fn is_ordered(&self) -> bool {
        let [min, max] = self.ends();
        min <= max
    }

    #[inline]
    fn is_apart_across(&self, other: &Bounds) -> bool {
        let (a, b) = (self, other);
        a.min.y > b.max.y || a.min.z > b.max.z || b.min.y > a.max.y || b.min.z > a.max.z
    }
}

/// Where a box begins or ends along the first axis.
#[derive(Clone, Copy, Debug)]
struct End {
    value: f32,
    body: usize,
    is_max: bool,
}

/// Fills `sweep.pairs`. Returns whether there was anything to sweep over.
#[doc(alias = "mj_broadphase")]
pub(super) fn broad_phase(model: &Model, data: &Data, plan: &Plan, sweep: &mut Sweep) -> bool {
    sweep.full = plan.overfull;
    sweep.pairs.clear();
    sweep.pairs.extend_from_slice(&plan.always);
    let Some(frame) = principal_frame(model, data) else {
        return false;
    };
    if plan.movable.len() > 1 {
        sweep.boxes.clear();
        let boxes = plan.movable.iter();
        sweep
            .boxes
            .extend(boxes.map(|body| bounds(model, data, *body, &frame)));
        let few = plan.movable.len() <= FEW && sweep.boxes.iter().all(Bounds::is_ordered);
        // Which pair comes last matters only where there may be no room for it.
        if !few || !compare_all(model, plan, sweep) {
            sweep.pairs.truncate(plan.always.len());
            sweep_and_prune(model, plan, sweep);
        }
    }
    sweep.pairs.sort_unstable();
    true
}

/// Principal axes of the positions of all geoms that can move, as columns; none when there are
/// none.
fn principal_frame(model: &Model, data: &Data) -> Option<Mat3> {
    let positions = || {
        let owned = data.geom_xpos.iter().zip(&model.geom_bodyid);
        owned.filter(|(_, body)| **body != 0).map(|(pos, _)| pos)
    };
    let mut count = 0;
    let mut center = Vec3::zeros();
    for pos in positions() {
        center += pos;
        count += 1;
    }
    if count == 0 {
        return None;
    }
    let share = 1.0 / f64::from(count);
    center *= share;

    let mut covariance = [0.0; 9];
    for pos in positions() {
        let d = pos - center;
        for row in 0..3 {
            for col in 0..3 {
                covariance[3 * row + col] += d[row] * d[col];
            }
        }
    }
    let covariance = Mat3(covariance.map(|c| c * share));
    Some(eigen::eigen3(&covariance).vectors)
}

/// Bounds of a body's geoms along the rows of `frame`.
#[doc(alias = "makeAAMM")]
fn bounds(model: &Model, data: &Data, body: usize, frame: &Mat3) -> Bounds {
    let overriding = model.enabled(enable::OVERRIDE);
    let mut result: Option<Bounds> = None;
    for geom in model.geoms_of(body) {
        let margin = if overriding {
            0.5 * model.opt.o_margin
        } else {
            model.geom_margin[geom]
        };
        let radius = model.geom_rbound[geom];
        let center = frame.mul_vec(&data.geom_xpos[geom]);
        let own = Bounds {
            min: center.map(|c| c - radius - margin),
            max: center.map(|c| c + radius + margin),
        };
        result = Some(match result {
            None => own,
            Some(sum) => Bounds {
                min: sum.min.zip_map(&own.min, scalar::min),
                max: sum.max.zip_map(&own.max, scalar::max),
            },
        });
    }
    result.unwrap_or(Bounds {
        min: Vec3::zeros(),
        max: Vec3::zeros(),
    })
}

/// Adds a pair of bodies if they may collide. Returns whether the reference looks for room for it,
/// which it does before it compares their bit masks.
fn push_pair(model: &Model, plan: &Plan, pairs: &mut Vec<u32>, body1: usize, body2: usize) -> bool {
    let parents_collide = model.disabled(disable::FILTER_PARENT);
    if is_attached(model, body1, body2, parents_collide) {
        return false;
    }
    if plan.geoms_meet(body1, body2) {
        pairs.push(signature(body1, body2));
    }
    true
}

/// Adds the pairs of bodies whose boxes overlap and that may collide, as sweeping would find them:
/// of equal ends that of the body with the lower number comes first. Returns whether there is room
/// for them in any order.
fn compare_all(model: &Model, plan: &Plan, sweep: &mut Sweep) -> bool {
    let mut wanted = sweep.pairs.len();
    for (b, later) in sweep.boxes.iter().enumerate() {
        let [later_min, later_max] = later.ends();
        for (a, earlier) in sweep.boxes[..b].iter().enumerate() {
            let [min, max] = earlier.ends();
            if min <= later_max && later_min < max && !earlier.is_apart_across(later) {
                let (body1, body2) = (plan.movable[a], plan.movable[b]);
                let asks = push_pair(model, plan, &mut sweep.pairs, body1, body2);
                wanted += usize::from(asks);
            }
        }
    }
    wanted <= most_pairs(model)
}

/// The same for many bodies.
#[doc(alias = "mj_SAP")]
fn sweep_and_prune(model: &Model, plan: &Plan, sweep: &mut Sweep) {
    let Sweep {
        pairs,
        full,
        boxes,
        ends,
        sorted,
        active,
    } = sweep;
    ends.clear();
    for (body, bounds) in boxes.iter().enumerate() {
        for (value, is_max) in bounds.ends().into_iter().zip([false, true]) {
            ends.push(End {
                value,
                body,
                is_max,
            });
        }
    }
    stable_sort(ends, sorted, |a, b| {
        if a.value < b.value {
            Ordering::Less
        } else if a.value == b.value {
            Ordering::Equal
        } else {
            Ordering::Greater
        }
    });

    active.clear();
    for end in ends.iter() {
        if end.is_max {
            if let Some(place) = active.iter().position(|body| *body == end.body) {
                active.remove(place);
            }
            continue;
        }
        for &other in active.iter() {
            if !boxes[other].is_apart_across(&boxes[end.body]) {
                let (body1, body2) = (plan.movable[other], plan.movable[end.body]);
                let room = pairs.len() < most_pairs(model);
                *full |= push_pair(model, plan, pairs, body1, body2) && !room;
            }
        }
        active.push(end.body);
    }
}
