//! A plane and the vertices of a flex.

use super::super::hit::Hit;
use super::super::narrow::Narrow;
use super::super::params::{Params, Surface, Touching};
use super::margin;
use crate::{Data, Model};

/// Adds a contact for each vertex that is near the plane, until memory is full.
#[doc(alias = "mj_collidePlaneFlex")]
pub(super) fn touch(model: &Model, data: &mut Data, narrow: &mut Narrow, geom: usize, flex: usize) {
    let radius = model.flex_radius[flex];
    let pos = data.geom_xpos[geom];
    let normal = data.geom_xmat[geom].column(2);
    let margin = margin(model, model.geom_margin[geom], model.flex_margin[flex]);
    let params = Params::of(model, Surface::Geom(geom), Surface::Flex(flex));
    for (id, vertex) in model.flex_vertices(flex).enumerate() {
        let point = data.flexvert_xpos[vertex];
        let height = (point - pos).dot(&normal);
        if height > margin + radius {
            continue;
        }
        let dist = height - radius;
        let hit = Hit::new(dist, point + normal * (-dist * 0.5 - radius), normal);
        let touching = Touching {
            geom: [geom as i32, -1],
            flex: [-1, flex as i32],
            elem: [-1; 2],
            vert: [-1, id as i32],
        };
        if !narrow.add_one(model, data, &params, &hit, touching, params.include(margin)) {
            return;
        }
    }
}
