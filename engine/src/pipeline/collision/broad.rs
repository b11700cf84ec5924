//! The broad phase: bodies and flexes whose boxes overlap. Few are compared each with each, many by
//! sweep and prune along the first principal axis of all geoms and vertices of flexes.
//!
//! Flexes are numbered after the bodies.

use super::plan::{FEW, Plan, asks, most_pairs, signature};
use super::sweep::{Bounds, Sweeper};
use crate::math::{Mat3, Vec3, eigen, scalar};
use crate::model::codes::{disable, enable};
use crate::{Data, Model};

/// The axis along which boxes are swept.
const AXIS: usize = 0;

/// Buffers of the broad phase.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sweep {
    /// Pairs of bodies to look at, sorted by signature; one may occur twice.
    pub pairs: Vec<u32>,
    /// Whether the reference would have no room for one more pair that it wants to look at.
    pub full: bool,
    boxes: Vec<Bounds>,
    sweeper: Sweeper,
}

impl Sweep {
    /// Takes these pairs of bodies for those that are to be looked at.
    pub(super) fn only(&mut self, pairs: impl Iterator<Item = [usize; 2]>) {
        self.full = false;
        self.pairs.clear();
        self.pairs.extend(pairs.map(|[a, b]| signature(a, b)));
        self.pairs.sort_unstable();
    }
}

/// Fills `sweep.pairs`. Returns whether there was anything to sweep over.
#[doc(alias = "mj_broadphase")]
pub(super) fn broad_phase(model: &Model, data: &Data, plan: &Plan, sweep: &mut Sweep) -> bool {
    sweep.full = plan.overfull;
    sweep.pairs.clear();
    sweep.pairs.extend_from_slice(&plan.always);
    // The frame costs more than all the rest of a small model.
    if !plan.sweeps {
        sweep.pairs.sort_unstable();
        return has_positions(model, data);
    }
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

/// Whether there is any geom or vertex of a flex that can move.
fn has_positions(model: &Model, data: &Data) -> bool {
    let moves = |(_, body): (&Vec3, &i32)| *body != 0;
    let mut geoms = data.geom_xpos.iter().zip(&model.geom_bodyid);
    let mut vertices = data.flexvert_xpos.iter().zip(&model.flex_vertbodyid);
    geoms.any(moves) || vertices.any(moves)
}

/// Principal axes of the positions of all geoms and vertices of flexes that can move, as columns;
/// none when there are none.
fn principal_frame(model: &Model, data: &Data) -> Option<Mat3> {
    let positions = || {
        let geoms = data.geom_xpos.iter().zip(&model.geom_bodyid);
        let vertices = data.flexvert_xpos.iter().zip(&model.flex_vertbodyid);
        let owned = geoms.chain(vertices);
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

/// Bounds of a flex's vertices along the rows of `frame`.
fn flex_bounds(model: &Model, data: &Data, flex: usize, frame: &Mat3) -> Bounds {
    let margin = if model.enabled(enable::OVERRIDE) {
        0.5 * model.opt.o_margin
    } else {
        model.flex_margin[flex]
    };
    let mut vertices = data.flexvert_xpos[model.flex_vertices(flex)]
        .iter()
        .map(|vertex| frame.mul_vec(vertex));
    let first = vertices.next().unwrap_or_default();
    let (mut min, mut max) = (first, first);
    for vertex in vertices {
        min = min.zip_map(&vertex, scalar::min);
        max = max.zip_map(&vertex, scalar::max);
    }
    let bound = model.flex_radius[flex] + margin;
    Bounds {
        min: min.map(|x| x - bound),
        max: max.map(|x| x + bound),
    }
}

/// Bounds of a body's geoms, or of a flex, along the rows of `frame`.
#[doc(alias = "makeAAMM")]
fn bounds(model: &Model, data: &Data, body: usize, frame: &Mat3) -> Bounds {
    if let Some(flex) = body.checked_sub(model.nbody) {
        return flex_bounds(model, data, flex, frame);
    }
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

/// Adds a pair of bodies if they may collide. Returns whether the reference looks for room for it.
fn push_pair(model: &Model, plan: &Plan, pairs: &mut Vec<u32>, body1: usize, body2: usize) -> bool {
    if !asks(model, body1, body2, model.disabled(disable::FILTER_PARENT)) {
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
        let [later_min, later_max] = later.ends(AXIS);
        for (a, earlier) in sweep.boxes[..b].iter().enumerate() {
            let [min, max] = earlier.ends(AXIS);
            if min <= later_max && later_min < max && !earlier.is_apart_across(later, AXIS) {
                let (body1, body2) = (plan.movable[a], plan.movable[b]);
                let asks = push_pair(model, plan, &mut sweep.pairs, body1, body2);
                wanted += usize::from(asks);
            }
        }
    }
    wanted <= most_pairs(model)
}

/// The same for many bodies.
fn sweep_and_prune(model: &Model, plan: &Plan, sweep: &mut Sweep) {
    let Sweep {
        pairs,
        full,
        boxes,
        sweeper,
    } = sweep;
    sweeper.run(boxes, AXIS, |a, b| {
        let room = pairs.len() < most_pairs(model);
        *full |= push_pair(model, plan, pairs, plan.movable[a], plan.movable[b]) && !room;
        true
    });
}
