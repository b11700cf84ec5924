//! Bundles of rays, and what rays pass through.

use crate::collision::{at_rest, fixture};
use plumbline::math::Vec3;
use plumbline::{NoDirection, Ray, RayFilter, RayHit};

const POINT: Vec3 = Vec3::new(0.1, 0.6, 0.9);
const VECTORS: [Vec3; 6] = [
    Vec3::new(0.0, 0.0, -1.0),
    Vec3::new(0.0, -1.0, -1.0),
    Vec3::new(0.1, -0.5, -0.8),
    Vec3::new(-0.3, -0.6, -0.9),
    Vec3::new(1.0, 0.0, 0.0),
    Vec3::new(-0.1, -0.6, -0.7),
];

fn hit(geom: usize, dist: f64) -> Option<RayHit> {
    Some(RayHit { geom, dist })
}

#[test]
fn a_bundle_meets_what_single_rays_meet() {
    let (model, data) = at_rest(fixture!("several_geoms_on_a_body"));
    let filter = RayFilter::default();
    let bundle = data
        .multi_ray(&model, &POINT, &VECTORS, &filter, 1e10)
        .unwrap();
    let expected = [
        hit(0, 1.1),
        hit(3, 0.8999999999999998),
        hit(10, 0.9125),
        hit(2, 0.9999999999999998),
        None,
        hit(9, 0.9035237588471968),
    ];
    assert_eq!(bundle, expected);
    for (vector, expected) in VECTORS.into_iter().zip(expected) {
        let single = Ray {
            point: POINT,
            vector,
        };
        assert_eq!(data.ray(&model, &single, &filter), Ok(expected));
    }
}

#[test]
fn a_bundle_passes_geoms_beyond_its_cutoff() {
    let (model, data) = at_rest(fixture!("several_geoms_on_a_body"));
    let bundle = data.multi_ray(&model, &POINT, &VECTORS, &RayFilter::default(), 0.8);
    let expected = [None, None, hit(11, 0.9680561717500016), None, None, None];
    assert_eq!(bundle, Ok(expected.to_vec()));
}

#[test]
fn rays_pass_what_their_filter_leaves_out() {
    let (model, data) = at_rest(fixture!("several_geoms_on_a_body"));
    let meets = |filter: RayFilter| {
        [VECTORS[0], VECTORS[1], VECTORS[2]].map(|vector| {
            let single = Ray {
                point: POINT,
                vector,
            };
            data.ray(&model, &single, &filter).unwrap()
        })
    };
    let moving = RayFilter {
        include_static: false,
        ..RayFilter::default()
    };
    assert_eq!(meets(moving), [None, None, hit(10, 0.9125)]);
    let without_world = RayFilter {
        exclude_body: Some(0),
        ..RayFilter::default()
    };
    let expected = [None, hit(3, 0.8999999999999998), hit(10, 0.9125)];
    assert_eq!(meets(without_world), expected);
    let other_groups = RayFilter {
        groups: Some([false, true, true, true, true, true]),
        ..RayFilter::default()
    };
    assert_eq!(meets(other_groups), [None; 3]);
}

#[test]
fn a_ray_needs_a_direction() {
    let (model, data) = at_rest(fixture!("every_shape_in_a_pile"));
    let still = Ray {
        point: POINT,
        vector: Vec3::zeros(),
    };
    let filter = RayFilter::default();
    assert_eq!(data.ray(&model, &still, &filter), Err(NoDirection));
}
