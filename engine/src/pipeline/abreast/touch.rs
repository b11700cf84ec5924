//! Whether a step may have rows: joints at their limits, geoms near each other.

use super::plan::Plan;
use super::work::Work;
use crate::Model;
use crate::math::abreast::{Eight, all, all3, dot3, sub};
use crate::pipeline::collision::Apart;

/// The lanes in which some joint is at its limit, as bits.
pub(super) fn beyond_limits(model: &Model, plan: &Plan, work: &Work) -> u32 {
    let mut any = Eight::ZERO;
    for &jnt in &plan.limits {
        let value = work.qpos[model.jnt_qposadr[jnt] as usize];
        let [lower, upper] = model.jnt_range[jnt];
        let margin = all(model.jnt_margin[jnt]);
        // The distance to the lower bound is that from it, turned round, which is exact.
        any = any | (value - all(lower)).cmp_lt(margin) | (all(upper) - value).cmp_lt(margin);
    }
    any.lanes()
}

/// Bodies whose geoms are near each other, and in which lanes, as bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    pub(super) bodies: [usize; 2],
    pub(super) lanes: u32,
}

/// Notes bodies in these lanes that have geoms whose bounds are not apart. Returns the lanes that
/// have some, and those in which the broad phase has to be asked whether it would find them, as bits.
///
/// It compares the same bounds along three axes, along one of them in single precision. Where
/// geoms are nearer by a thousandth and their coordinates are no more than a thousand times as
/// large, rounding cannot hide them from it; and it always looks at the geoms of the world.
pub(super) fn near(model: &Model, plan: &Plan, work: &mut Work, asked: u32) -> [u32; 2] {
    let [mut any, mut unclear] = [0; 2];
    work.near.clear();
    for pair in &plan.apart {
        let body = |geom: usize| model.geom_bodyid[geom] as usize;
        match *pair {
            Apart::Spheres { geoms, reach } => {
                let [a, b] = geoms.map(|geom| &work.geom_xpos[geom]);
                let apart = sub(a, b);
                let square = dot3(&apart, &apart);
                let lanes = !square.cmp_gt(all(reach)).lanes() & asked;
                if lanes == 0 {
                    continue;
                }
                let bodies = geoms.map(body);
                if bodies[0] != 0 {
                    let clear = square.cmp_lt(all(0.998 * reach))
                        & dot3(a, a).cmp_lt(all(1e6 * reach))
                        & dot3(b, b).cmp_lt(all(1e6 * reach));
                    unclear |= lanes & !clear.lanes();
                }
                any |= lanes;
                work.near.push(Near { bodies, lanes });
            }
            Apart::Plane {
                geom,
                point,
                normal,
                height,
            } => {
                let above = sub(&work.geom_xpos[geom], &all3(&point));
                let apart = dot3(&above, &all3(&normal)).cmp_gt(all(height));
                let lanes = !apart.lanes() & asked;
                if lanes != 0 {
                    any |= lanes;
                    let bodies = [0, body(geom)];
                    work.near.push(Near { bodies, lanes });
                }
            }
        }
    }
    [any, unclear]
}
