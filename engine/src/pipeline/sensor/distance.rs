//! Sensors that meet geoms: the range along a site's z axis, and the distance between geoms or
//! between the geoms of bodies.

use std::ops::Range;

use crate::math::{Vec3, vec3};
use crate::model::codes::object;
use crate::pipeline::collision::{GeomDistance, nearest_geoms};
use crate::query::ray::{Ray, RayFilter, ray};
use crate::{Data, Model};

/// Distance to the nearest geom along a site's z axis; -1 where there is none. The site's own body
/// is not seen.
pub(super) fn range(model: &Model, data: &mut Data, site: usize) -> f64 {
    let along_z = Ray {
        point: data.site_xpos[site],
        vector: data.site_xmat[site].column(2),
    };
    let filter = RayFilter {
        exclude_body: Some(model.site_bodyid[site] as usize),
        ..RayFilter::default()
    };
    // The nodes that it passes are marked as active.
    let mut active = std::mem::take(&mut data.bvh_active);
    let met = ray(model, data, &along_z, &filter, &mut |node| {
        if model.vis.global.bvactive != 0 {
            active.set(node);
        }
    });
    data.bvh_active = active;
    match met {
        Ok(Some(hit)) => hit.dist,
        _ => -1.0,
    }
}

/// The direction from one geom to another; zero where none is within the cutoff.
pub(super) fn normal(nearest: &GeomDistance) -> Vec3 {
    let [from, to] = nearest.fromto;
    let mut normal = to - from;
    if normal != Vec3::zeros() {
        vec3::normalize(&mut normal);
    }
    normal
}

/// The nearest pair of geoms within the sensor's cutoff.
pub(super) fn nearest(model: &Model, data: &mut Data, i: usize) -> GeomDistance {
    let cutoff = model.sensor_cutoff[i];
    let first = geoms(model, model.sensor_objtype[i], model.sensor_objid[i]);
    let second = geoms(model, model.sensor_reftype[i], model.sensor_refid[i]);
    nearest_geoms(model, data, [first, second], cutoff)
}

/// A geom, or all geoms of a body.
fn geoms(model: &Model, kind: i32, id: i32) -> Range<usize> {
    let id = id.max(0) as usize;
    if kind == object::BODY {
        model.geoms_of(id)
    } else {
        id..id + 1
    }
}
