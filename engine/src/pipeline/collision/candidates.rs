//! The pairs of geoms that may touch at all, and when each is certainly apart: what several worlds
//! of a model can be asked side by side before any of them looks for contacts.

use super::is_excluded;
use super::pairs;
use super::params;
use super::plan::{is_attached, kind, masks_match, masks_meet, signature};
use crate::math::{Vec3, scalar};
use crate::model::codes::{GeomType, disable};
use crate::{Data, Model};

/// When two geoms are apart by the first test of the narrow phase.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Apart {
    /// The squared distance of their centres is more than this.
    Spheres { geoms: [usize; 2], reach: f64 },
    /// The second is higher than this above a plane that does not move.
    Plane {
        geom: usize,
        point: Vec3,
        normal: Vec3,
        height: f64,
    },
}

/// All pairs that may touch; `None` where that cannot be told by bounds alone, or where there are
/// more than `most`. `data` has the poses of what does not move.
pub(crate) fn candidates(model: &Model, data: &Data, most: usize) -> Option<Vec<Apart>> {
    if !model.detects_contacts() || model.nbody < 2 {
        return Some(Vec::new());
    }
    // Planes that are welded to the world make pairs that may not have room.
    let welded = |geom: usize| {
        let body = model.geom_bodyid[geom] as usize;
        body != 0 && model.body_weldid[body] == 0 && kind(model, geom) == Some(GeomType::Plane)
    };
    if model.npair > 0 || model.nflex > 0 || (0..model.ngeom).any(welded) {
        return None;
    }
    let mut found = Vec::new();
    for g2 in 0..model.ngeom {
        for g1 in 0..g2 {
            if may_touch(model, [g1, g2]) {
                if found.len() == most {
                    return None;
                }
                found.push(apart(model, data, [g1, g2])?);
            }
        }
    }
    Some(found)
}

/// Whether the narrow phase would look at two geoms, if their bodies were near.
fn may_touch(model: &Model, [g1, g2]: [usize; 2]) -> bool {
    let body = |geom: usize| model.geom_bodyid[geom] as usize;
    let (b1, b2) = (body(g1), body(g2));
    let masks = |geom: usize| (model.geom_contype[geom], model.geom_conaffinity[geom]);
    let ((type1, affinity1), (type2, affinity2)) = (masks(g1), masks(g2));
    let (Some(shape1), Some(shape2)) = (kind(model, g1), kind(model, g2)) else {
        return false;
    };
    masks_meet(type1, affinity1, type2, affinity2)
        && masks_match(model, b1, b2)
        && !is_attached(model, b1, b2, model.disabled(disable::FILTER_PARENT))
        && !is_excluded(model, signature(b1, b2))
        && pairs::can_collide(shape1.min(shape2), shape1.max(shape2))
}

/// When two geoms are apart, as `bounding_spheres_apart` of the narrow phase has it.
fn apart(model: &Model, data: &Data, geoms: [usize; 2]) -> Option<Apart> {
    let margin = scalar::max(model.geom_margin[geoms[0]], model.geom_margin[geoms[1]]);
    let margin = params::margin(model, margin);
    let [r1, r2] = geoms.map(|geom| model.geom_rbound[geom]);
    if r1 > 0.0 && r2 > 0.0 {
        let reach = r1 + r2 + margin;
        return Some(Apart::Spheres {
            geoms,
            reach: reach * reach,
        });
    }
    let above = |plane: usize, geom: usize, radius: f64| {
        let fixed = model.geom_bodyid[plane] == 0 && kind(model, plane) == Some(GeomType::Plane);
        (fixed && radius > 0.0).then(|| Apart::Plane {
            geom,
            point: data.geom_xpos[plane],
            normal: data.geom_xmat[plane].column(2),
            height: margin + radius,
        })
    };
    above(geoms[0], geoms[1], r2).or_else(|| above(geoms[1], geoms[0], r1))
}
