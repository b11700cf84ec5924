//! Capsule and box: the point of the capsule's segment that is nearest to the box, then a second
//! one along the segment that is still over the box, each as a sphere against the box.
//!
//! Everything happens in the box's frame. Points of the segment are `pos + x half` with `x` in [-1,
//! 1].

use super::hit::Hits;
use super::solid::Solid;
use super::sphere::ball_box;
use crate::math::{MINVAL, Vec3};

/// The capsule in the box's frame.
struct Segment {
    pos: Vec3,
    /// Direction of the segment.
    axis: Vec3,
    /// From the center to the end of the segment.
    half: Vec3,
    half_length: f64,
    radius: f64,
}

/// Which part of the box is nearest, and to which point of the segment.
#[derive(Clone, Copy)]
struct Nearest {
    /// Point of the segment.
    x: f64,
    part: Part,
}

#[derive(Clone, Copy)]
enum Part {
    /// An end of the segment is over the face across this axis; inside the box when there is none.
    Face { across: Option<usize> },
    /// A corner of the box; bit `k` says on which side along axis `k`.
    Corner { corner: usize },
    /// The inside of an edge along `axis` that starts in `corner`; `along` is the position on it in
    /// [-1, 1].
    Edge {
        axis: usize,
        corner: usize,
        along: f64,
    },
}

/// Adds at most two hits.
#[doc(alias("mjc_CapsuleBox", "mjraw_CapsuleBox"))]
pub(super) fn capsule_box(hits: &mut Hits, margin: f64, capsule: &Solid, cuboid: &Solid) {
    let axis = cuboid.mat.tr_mul_vec(&capsule.axis());
    let segment = Segment {
        pos: cuboid.mat.tr_mul_vec(&(capsule.pos - cuboid.pos)),
        axis,
        half: axis * capsule.size.y,
        half_length: capsule.size.y,
        radius: capsule.size.x,
    };
    let Some(nearest) = nearest_part(&segment, &cuboid.size, margin) else {
        return;
    };
    let mut collide = |x: f64| {
        let center = cuboid.mat.mul_vec(&(segment.pos + segment.half * x)) + cuboid.pos;
        if let Some(hit) = ball_box(margin, &center, segment.radius, cuboid) {
            hits.push(hit);
        }
    };
    collide(nearest.x);
    let step = match nearest.part {
        Part::Face { across } => step_over_face(&segment, &cuboid.size, across, nearest.x),
        Part::Corner { corner } => step_from_corner(&segment, &cuboid.size, corner, nearest.x),
        Part::Edge {
            axis,
            corner,
            along,
        } => step_from_edge(&segment, &cuboid.size, (axis, corner, along), nearest.x),
    };
    // A step that is no number is no second point.
    if let Some(step) = step.filter(|step| *step > -3.0) {
        collide(step + nearest.x);
    }
}

/// Finds the nearest part among the faces under the segment's ends and the twelve edges.
fn nearest_part(segment: &Segment, size: &Vec3, margin: f64) -> Option<Nearest> {
    let mut best = margin + 2.0 * (segment.radius + segment.half_length + size.x + size.y + size.z);
    let mut nearest = None;

    for x in [-1.0, 1.0] {
        let end = segment.pos + segment.half * x;
        let mut clamped = end;
        let mut outside = 0;
        let mut across = None;
        for k in 0..3 {
            if clamped[k] < -size[k] {
                clamped[k] = -size[k];
            } else if clamped[k] > size[k] {
                clamped[k] = size[k];
            } else {
                continue;
            }
            outside += 1;
            across = Some(k);
        }
        if outside > 1 {
            continue;
        }
        let apart = clamped - end;
        let dist = apart.dot(&apart);
        if dist < best {
            best = dist;
            nearest = Some(Nearest {
                x,
                part: Part::Face { across },
            });
        }
    }

    for axis in 0..3 {
        for corner in (0..8).filter(|corner| corner & (1 << axis) == 0) {
            let Some(candidate) = nearest_on_edge(segment, size, axis, corner) else {
                continue;
            };
            // The threshold keeps a capsule parallel to a face from flipping between edges.
            if candidate.dist < best - MINVAL {
                best = candidate.dist;
                nearest = Some(candidate.nearest);
            }
        }
    }
    nearest
}

struct EdgeCandidate {
    /// Squared distance.
    dist: f64,
    nearest: Nearest,
}

/// Where two clamped parameters of a segment ended up.
#[derive(Clone, Copy, PartialEq)]
enum Stop {
    Lower,
    Inside,
    Upper,
}

fn stop_at_ends(x: f64) -> (f64, Stop) {
    if x > 1.0 {
        (1.0, Stop::Upper)
    } else if x < -1.0 {
        (-1.0, Stop::Lower)
    } else {
        (x, Stop::Inside)
    }
}

/// Nearest points of the segment and of the edge along `axis` that starts in `corner`; none when
/// they are parallel.
fn nearest_on_edge(
    segment: &Segment,
    size: &Vec3,
    axis: usize,
    corner: usize,
) -> Option<EdgeCandidate> {
    let side = |k: usize| if corner & (1 << k) != 0 { 1.0 } else { -1.0 };
    let mut middle = Vec3::new(side(0) * size.x, side(1) * size.y, side(2) * size.z);
    middle[axis] = 0.0;
    let mut apart = middle - segment.pos;

    let aa = size[axis] * size[axis];
    let ab = -size[axis] * segment.half[axis];
    let bb = segment.half_length * segment.half_length;
    let u = -size[axis] * apart[axis];
    let v = segment.half.dot(&apart);
    let det = aa * bb - ab * ab;
    if det.abs() < MINVAL {
        return None;
    }
    let inverse = 1.0 / det;

    let (mut along, mut stop) = stop_at_ends((bb * u - ab * v) * inverse);
    let mut x = (aa * v - ab * u) * inverse;
    match stop {
        Stop::Upper => x = (v - ab) * (1.0 / bb),
        Stop::Lower => x = (v + ab) * (1.0 / bb),
        Stop::Inside => {}
    }
    let freed = if x > 1.0 {
        x = 1.0;
        Some((u - ab) * (1.0 / aa))
    } else if x < -1.0 {
        x = -1.0;
        Some((u + ab) * (1.0 / aa))
    } else {
        None
    };
    if let Some(freed) = freed {
        let (moved, moved_stop) = stop_at_ends(freed);
        along = moved;
        // An end that the edge was stopped at earlier still counts when the point has moved inside
        // again.
        if moved_stop != Stop::Inside {
            stop = moved_stop;
        }
    }

    apart += segment.half * -x;
    apart[axis] += size[axis] * along;
    let part = match stop {
        Stop::Inside => Part::Edge {
            axis,
            corner,
            along,
        },
        Stop::Lower => Part::Corner { corner },
        Stop::Upper => Part::Corner {
            corner: corner + (1 << axis),
        },
    };
    Some(EdgeCandidate {
        dist: apart.dot(&apart),
        nearest: Nearest { x, part },
    })
}

/// Bit `k` is set where the segment points along the positive axis `k`.
fn direction_bits(half: &Vec3) -> usize {
    (0..3).filter(|&k| half[k] > 0.0).map(|k| 1 << k).sum()
}

/// Keeps `step` from passing the far side of the box.
fn limit(step: &mut f64, reach: f64) {
    if reach < *step {
        *step = reach;
    }
}

/// From a corner: along the edge or the face that the segment lies nearest to; none when it points
/// at the corner.
fn step_from_corner(segment: &Segment, size: &Vec3, corner: usize, x: f64) -> Option<f64> {
    let (crossed, direction) = match direction_bits(&segment.half) ^ corner {
        0 | 7 => return None,
        bits @ (1 | 2 | 4) => (bits, 1.0),
        bits => (7 - bits, -1.0),
    };
    let (ahead, behind) = if direction > 0.0 {
        (1.0 - x, 1.0 + x)
    } else {
        (1.0 + x, 1.0 - x)
    };
    // The axis whose bit differs from the other two.
    let axis = usize::trailing_zeros(crossed) as usize;
    let reach = |k: usize| 2.0 * size[k] / segment.half[k].abs();
    if segment.axis[axis] * segment.axis[axis] > 0.5 {
        let mut step = ahead;
        limit(&mut step, reach(axis));
        Some(step * direction)
    } else {
        let mut step = behind;
        limit(&mut step, reach((axis + 1) % 3));
        limit(&mut step, reach((axis + 2) % 3));
        Some(step * -direction)
    }
}

/// From the inside of an edge: across the face that makes the smaller angle with the segment; none
/// when both lie along the same diagonal.
fn step_from_edge(
    segment: &Segment,
    size: &Vec3,
    (edge, corner, along): (usize, usize, f64),
    x: f64,
) -> Option<f64> {
    let bits = direction_bits(&segment.half);
    let crossed = (bits ^ corner) & (7 - (1 << edge));
    if !matches!(crossed, 1 | 2 | 4) {
        return None;
    }
    let (mut flat, other) = ((edge + 1) % 3, (edge + 2) % 3);
    if segment.axis[flat].abs() > segment.axis[other].abs() {
        flat = other;
    }
    let steep = 3 - edge - flat;

    let forward = crossed & (1 << steep) != 0;
    let (direction, mut step) = if forward {
        (1.0, 1.0 - x)
    } else {
        (-1.0, 1.0 + x)
    };
    limit(&mut step, 2.0 * size[steep] / segment.half[steep].abs());
    let rest = if (bits & (1 << edge) != 0) == forward {
        1.0 - along
    } else {
        1.0 + along
    };
    limit(&mut step, size[edge] * rest / segment.half[edge].abs());
    Some(step * direction)
}

/// From an end over a face: towards the other end, as far as it is over the face.
fn step_over_face(segment: &Segment, size: &Vec3, across: Option<usize>, x: f64) -> Option<f64> {
    let across = across?;
    // The end at -1 looks forward, the end at 1 back.
    let direction = -x;
    let end = segment.pos + segment.half * -direction;
    let mut step = 2.0;
    for k in (0..3).filter(|&k| k != across) {
        for side in [size[k], -size[k]] {
            let reach = (side - end[k]) / segment.half[k] * direction;
            if reach > 0.0 {
                limit(&mut step, reach);
            }
        }
    }
    Some(step * direction)
}
