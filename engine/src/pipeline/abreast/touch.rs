//! Whether a step is one without constraints: no joint at its limit, no geoms near each other.

use wide::{CmpGt, CmpLt};

use super::plan::Plan;
use super::work::Work;
use crate::Model;
use crate::math::abreast::{Four, all, all3, dot3, sub};
use crate::pipeline::collision::Apart;

/// The lanes in which some joint is at its limit, as bits.
pub(super) fn beyond_limits(model: &Model, plan: &Plan, work: &Work) -> u32 {
    let mut any = Four::ZERO;
    for &jnt in &plan.limits {
        let value = work.qpos[model.jnt_qposadr[jnt] as usize];
        let [lower, upper] = model.jnt_range[jnt];
        let margin = all(model.jnt_margin[jnt]);
        // The distance to the lower bound is that from it, turned round, which is exact.
        any = any | (value - all(lower)).cmp_lt(margin) | (all(upper) - value).cmp_lt(margin);
    }
    any.move_mask() as u32
}

/// The lanes in which the bounds of some geoms that may touch are not apart, as bits.
pub(super) fn near(plan: &Plan, work: &Work) -> u32 {
    let all_apart = plan.apart.iter().fold(!Four::ZERO, |apart, pair| {
        apart
            & match *pair {
                Apart::Spheres { geoms, reach } => {
                    let [a, b] = geoms.map(|geom| &work.geom_xpos[geom]);
                    let apart = sub(a, b);
                    dot3(&apart, &apart).cmp_gt(all(reach))
                }
                Apart::Plane {
                    geom,
                    point,
                    normal,
                    height,
                } => {
                    let above = sub(&work.geom_xpos[geom], &all3(&point));
                    dot3(&above, &all3(&normal)).cmp_gt(all(height))
                }
            }
    });
    !all_apart.move_mask() as u32 & 0b1111
}
