//! MuJoCo's native convex back end: Gilbert-Johnson-Keerthi for the distance of two geoms, then the
//! expanding polytope algorithm for their overlap.

mod epa;
mod gjk;
mod polytope;
mod room;
mod simplex;

use super::mpr::{Limits, Penetration};
use super::support::Convex;
use crate::error::StepError;
use crate::math::{Vec3, vec3};
pub(crate) use epa::Workspace;

/// Distance of two geoms, negative when they overlap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Separation {
    pub dist: f64,
    /// The nearest point of each geom, where they are known.
    pub witness: Option<[Vec3; 2]>,
}

/// How two convex sets overlap, if they do.
pub(super) fn penetration(
    workspace: &mut Workspace,
    limits: &Limits,
    a: &impl Convex,
    b: &impl Convex,
) -> Option<Penetration> {
    let separation = separation(workspace, limits, a, b, 0.0);
    let [x1, x2] = separation.witness?;
    if separation.dist >= 0.0 || separation.dist.is_nan() {
        return None;
    }
    Some(Penetration {
        depth: -separation.dist,
        direction: vec3::normalized(x1 - x2),
        pos: (x1 + x2) * 0.5,
    })
}

/// Distance of two geoms. Those farther apart than `cutoff` have no witness; a cutoff of zero asks
/// for overlaps alone.
#[doc(alias = "mjc_ccd")]
pub(super) fn separation(
    workspace: &mut Workspace,
    limits: &Limits,
    a: &impl Convex,
    b: &impl Convex,
    cutoff: f64,
) -> Separation {
    let mut approach = gjk::approach(limits, a, b, cutoff);
    if approach.dist <= limits.tolerance && approach.simplex.len() > 1 {
        let touching = Separation {
            dist: 0.0,
            witness: approach.witness,
        };
        let Some(room) = workspace.room(limits) else {
            return touching;
        };
        let enclosed = polytope::enclose_origin(&mut workspace.polytope, &mut approach, a, b);
        if workspace.polytope.attached > room.faces {
            workspace.fault = Some(StepError::PolytopeOutOfBounds);
            return touching;
        }
        if enclosed.is_none() {
            return touching;
        }
        if !room.horizon {
            workspace.fault = Some(StepError::OutOfMemory(room.arena));
        }
        return epa::expand(workspace, limits, room.faces, a, b, approach.witness);
    }
    Separation {
        dist: approach.dist,
        witness: approach.witness,
    }
}
