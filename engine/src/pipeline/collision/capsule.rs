//! Two capsules: the nearest points of their segments, or two such pairs when the capsules are
//! parallel.
//!
//! The points `p1 + x1 a1` and `p2 + x2 a2` with `x` in [-1, 1] are nearest where the gradient of
//! their squared distance vanishes: `[aa ab; ab bb] x = [u; v]`.
//!
//! Compare Ericson, Real-Time Collision Detection (2005), section 5.1.9.

use super::hit::Hits;
use super::solid::Solid;
use super::sphere::push_balls;
use crate::math::{MINVAL, Vec3, scalar};

/// Adds at most two hits.
#[doc(alias("mjc_CapsuleCapsule", "mjraw_CapsuleCapsule"))]
pub(super) fn capsule_capsule(hits: &mut Hits, margin: f64, first: &Solid, second: &Solid) {
    let axis1 = first.axis() * first.size.y;
    let axis2 = second.axis() * second.size.y;
    let offset = first.pos - second.pos;

    let aa = axis1.dot(&axis1);
    let ab = -axis1.dot(&axis2);
    let bb = axis2.dot(&axis2);
    let u = -axis1.dot(&offset);
    let v = axis2.dot(&offset);
    let det = aa * bb - ab * ab;

    let on_first = |x: f64| axis1 * x + first.pos;
    let on_second = |x: f64| axis2 * x + second.pos;
    let clip = |x: f64| scalar::clip(x, -1.0, 1.0);

    if det.abs() >= MINVAL {
        let mut x1 = (bb * u - ab * v) / det;
        let mut x2 = (aa * v - ab * u) / det;
        if x1 > 1.0 {
            x1 = 1.0;
            x2 = (v - ab) / bb;
        } else if x1 < -1.0 {
            x1 = -1.0;
            x2 = (v + ab) / bb;
        }
        if x2 > 1.0 {
            x2 = 1.0;
            x1 = clip((u - ab) / aa);
        } else if x2 < -1.0 {
            x2 = -1.0;
            x1 = clip((u + ab) / aa);
        }
        let ball1 = first.ball(on_first(x1), first.size.x);
        let ball2 = second.ball(on_second(x2), second.size.x);
        push_balls(hits, margin, &ball1, &ball2);
        return;
    }

    let mut collide = |point1: Vec3, point2: Vec3| {
        push_balls(
            hits,
            margin,
            &first.ball(point1, first.size.x),
            &second.ball(point2, second.size.x),
        );
        hits.as_slice().len()
    };
    // Parallel: each end against the other segment, until two hits are found.
    collide(first.pos + axis1, on_second(clip((v - ab) / bb)));
    let found = collide(first.pos - axis1, on_second(clip((v + ab) / bb)));
    if found >= 2 {
        return;
    }
    let found = collide(on_first(clip((u - ab) / aa)), second.pos + axis2);
    if found >= 2 {
        return;
    }
    collide(on_first(clip((u + ab) / aa)), second.pos - axis2);
}
