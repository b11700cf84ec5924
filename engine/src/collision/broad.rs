//! The broad phase: bodies whose boxes overlap, by sweep and prune along the first principal axis of all geoms.

use std::cmp::Ordering;

use super::plan::{Plan, geoms_of, is_attached, masks_match, signature};
use super::sort::stable_sort;
use crate::codes::{disable, enable};
use crate::math::{Mat3, Vec3, eigen, scalar};
use crate::{Data, Model};

/// Buffers of the broad phase.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sweep {
    /// Pairs of bodies to look at, sorted by signature; one may occur twice.
    pub pairs: Vec<u32>,
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

/// Where a box begins or ends along the first axis.
#[derive(Clone, Copy, Debug)]
struct End {
    // Single precision, as in the reference: it decides which ends are equal.
    value: f32,
    body: usize,
    is_max: bool,
}

/// Fills `sweep.pairs`.
pub(super) fn broad_phase(model: &Model, data: &Data, plan: &Plan, sweep: &mut Sweep) {
    sweep.pairs.clear();
    sweep.pairs.extend_from_slice(&plan.always);
    let Some(frame) = principal_frame(model, data) else {
        return;
    };
    if plan.movable.len() > 1 {
        sweep.boxes.clear();
        let boxes = plan.movable.iter();
        sweep
            .boxes
            .extend(boxes.map(|body| bounds(model, data, *body, &frame)));
        sweep_and_prune(model, plan, sweep);
    }
    sweep.pairs.sort_unstable();
}

/// Principal axes of the positions of all geoms that can move, as columns; none when there are none.
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
fn bounds(model: &Model, data: &Data, body: usize, frame: &Mat3) -> Bounds {
    let overriding = model.opt.enableflags & enable::OVERRIDE != 0;
    let mut result: Option<Bounds> = None;
    for geom in geoms_of(model, body) {
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

/// Adds the pairs of bodies whose boxes overlap and that may collide.
fn sweep_and_prune(model: &Model, plan: &Plan, sweep: &mut Sweep) {
    let Sweep {
        pairs,
        boxes,
        ends,
        sorted,
        active,
    } = sweep;
    let parents_collide = model.opt.disableflags & disable::FILTER_PARENT != 0;
    ends.clear();
    for (body, bounds) in boxes.iter().enumerate() {
        for (value, is_max) in [(bounds.min.x, false), (bounds.max.x, true)] {
            ends.push(End {
                value: value as f32,
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
            let (a, b) = (&boxes[other], &boxes[end.body]);
            if a.min.y > b.max.y || a.min.z > b.max.z || b.min.y > a.max.y || b.min.z > a.max.z {
                continue;
            }
            let (body1, body2) = (plan.movable[other], plan.movable[end.body]);
            if !is_attached(model, body1, body2, parents_collide)
                && masks_match(model, body1, body2)
            {
                pairs.push(signature(body1, body2));
            }
        }
        active.push(end.body);
    }
}
