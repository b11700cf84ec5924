//! Many rays from one point: geoms are ruled out beforehand by distance and by the angles at which
//! they appear.

use std::f64::consts::PI;

use super::{
    NoDirection, Ray, RayFilter, RayHit, check, is_eliminated, primitive, ray_geom, update,
};
use crate::math::{MAXVAL, Vec3, scalar, vec3};
use crate::{Data, Model};

/// The window of azimuth and elevation in which a geom appears.
#[derive(Clone, Copy)]
struct Window {
    min: [f64; 2],
    max: [f64; 2],
}

impl Window {
    const ALL: Window = Window {
        min: [-PI, 0.0],
        max: [PI, PI],
    };

    fn contains(&self, angles: &[f64; 2]) -> bool {
        (0..2).all(|k| angles[k] >= self.min[k] && angles[k] <= self.max[k])
    }
}

/// What is known of a geom before any ray is shot.
#[derive(Clone, Copy)]
enum Sight {
    Hidden,
    /// Nothing is known: the body has no bounding volumes.
    Unknown,
    Within(Window),
}

/// The nearest geom that each of several rays from one point meets. Geoms farther away than
/// `cutoff` do not count.
///
/// MuJoCo places a body's bounding sphere without turning it and may so miss a geom that a single
/// ray meets.
pub(crate) fn multi_ray(
    model: &Model,
    data: &Data,
    point: &Vec3,
    vectors: &[Vec3],
    filter: &RayFilter,
    cutoff: f64,
) -> Result<Vec<Option<RayHit>>, NoDirection> {
    let sights: Vec<Sight> = (0..model.ngeom)
        .map(|geom| sight(model, data, geom, point, filter, cutoff))
        .collect();
    let rays = vectors.iter().map(|vector| Ray {
        point: *point,
        vector: *vector,
    });
    rays.map(|ray| {
        check(&ray)?;
        Ok(single(model, data, &ray, &sights))
    })
    .collect()
}

/// Azimuth and elevation of a direction.
fn angles(v: &Vec3) -> [f64; 2] {
    [v.y.atan2(v.x), (v.x * v.x + v.y * v.y).sqrt().atan2(v.z)]
}

#[doc(alias = "mju_multiRayPrepare")]
fn sight(
    model: &Model,
    data: &Data,
    geom: usize,
    point: &Vec3,
    filter: &RayFilter,
    cutoff: f64,
) -> Sight {
    if is_eliminated(model, geom, filter) {
        return Sight::Hidden;
    }
    if model.body_bvhadr[model.geom_bodyid[geom] as usize] == -1 {
        return Sight::Unknown;
    }
    let pos = &data.geom_xpos[geom];
    if vec3::distance(pos, point) > cutoff + model.geom_rbound[geom] {
        return Sight::Hidden;
    }
    let mat = &data.geom_xmat[geom];
    let aabb = &model.geom_aabb[geom];
    let center = Vec3::new(aabb[0], aabb[1], aabb[2]);
    let half = Vec3::new(aabb[3], aabb[4], aabb[5]);
    let local = mat.tr_mul_vec(&(point - pos)) - center;
    let inside = (0..3).all(|k| local[k].abs() <= half[k]);
    if inside {
        return Sight::Within(Window::ALL);
    }

    let mut window = Window {
        min: [MAXVAL; 2],
        max: [-MAXVAL; 2],
    };
    for corner in 0..8 {
        let corner = Vec3::from_fn(|k, _| {
            if corner & (1 << k) != 0 {
                center[k] + half[k]
            } else {
                center[k] - half[k]
            }
        });
        let seen = angles(&(mat.mul_vec(&corner) + pos - point));
        for (k, angle) in seen.into_iter().enumerate() {
            window.min[k] = scalar::min(window.min[k], angle);
            window.max[k] = scalar::max(window.max[k], angle);
        }
    }
    // More than half a turn: the window goes round the back, where the angle jumps.
    if window.max[0] - window.min[0] > PI {
        window = Window::ALL;
    }
    Sight::Within(window)
}

#[doc(alias = "mju_singleRay")]
fn single(model: &Model, data: &Data, ray: &Ray, sights: &[Sight]) -> Option<RayHit> {
    let direction = angles(&ray.vector);
    let mut nearest = None;
    for body in 0..model.nbody {
        if let Ok(root) = usize::try_from(model.body_bvhadr[body]) {
            let aabb = &model.bvh_aabb[root];
            let center = Vec3::new(aabb[0], aabb[1], aabb[2]) + data.xipos[body];
            let bound = aabb[3] * aabb[3] + aabb[4] * aabb[4] + aabb[5] * aabb[5];
            if primitive::sphere(&center, bound, ray).is_none() {
                continue;
            }
        }
        for geom in model.geoms_of(body) {
            let visible = match &sights[geom] {
                Sight::Hidden => false,
                Sight::Unknown => true,
                Sight::Within(window) => window.contains(&direction),
            };
            if visible {
                update(
                    &mut nearest,
                    geom,
                    ray_geom(model, data, geom, ray, &mut |_| {}),
                );
            }
        }
    }
    nearest
}
