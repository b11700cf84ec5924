//! Sensors of constraints: limits that are reached, and touch.

use crate::error::StepError;
use crate::math::{Vec3, vec3};
use crate::model::codes::GeomType;
use crate::pipeline::constraint::contact_force;
use crate::query::ray::{Ray, ray_shape};
use crate::{Data, Model};

/// What `read` says of the first row of a joint's or tendon's limit; zero while the limit is not
/// reached.
pub(super) fn limit(data: &Data, kind: i32, id: usize, read: impl Fn(&Data, usize) -> f64) -> f64 {
    let first = (data.ne + data.nf) as usize;
    (first..data.nefc as usize)
        .find(|&i| data.efc_type[i] == kind && data.efc_id[i] == id as i32)
        .map_or(0.0, |i| read(data, i))
}

/// How far beyond its limit a joint or tendon is.
pub(super) fn limit_position(data: &Data, kind: i32, id: usize) -> f64 {
    limit(data, kind, id, |data, i| {
        data.efc_pos[i] - data.efc_margin[i]
    })
}

/// Sum of the normal forces of contacts whose line of action meets the sensor's site.
pub(super) fn touch(model: &Model, data: &mut Data, site: usize) -> f64 {
    let body = model.site_bodyid[site] as usize;
    let Some(shape) = GeomType::from_code(model.site_type[site]) else {
        return 0.0;
    };
    let has_size = !matches!(shape, GeomType::Mesh | GeomType::Hfield | GeomType::Sdf);
    let mut sum = 0.0;
    for (id, contact) in data.contact.iter().enumerate() {
        let bodies = contact.bodies(model);
        if contact.efc_address < 0 || !bodies.contains(&Some(body)) {
            continue;
        }
        let normal = contact_force(model, data, id)[0];
        if normal <= 0.0 {
            continue;
        }
        if !has_size {
            let fault = StepError::TouchWithoutSize(shape.code());
            data.fault.get_or_insert(fault);
            return 0.0;
        }
        let frame = &contact.frame.0;
        let mut vector = Vec3::new(frame[0], frame[1], frame[2]) * normal;
        vec3::normalize(&mut vector);
        if bodies[1] == Some(body) {
            vector *= -1.0;
        }
        let ray = Ray {
            point: contact.pos,
            vector,
        };
        let (pos, mat) = (&data.site_xpos[site], &data.site_xmat[site]);
        if ray_shape(shape, pos, mat, &model.site_size[site], &ray).is_some() {
            sum += normal;
        }
    }
    sum
}
