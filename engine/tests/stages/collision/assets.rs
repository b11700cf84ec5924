//! Meshes and height fields: their contacts, distances and rays.

use super::{at_rest, fixture, pairs};
use crate::support::compile;
use plumbline::internal::codes::enable;
use plumbline::math::Vec3;
use plumbline::{Data, Model, Ray, RayFilter, RayHit};

fn with_flags(text: &str, flags: i32) -> (Model, Data) {
    let mut model = compile(text);
    model.opt.enableflags |= flags;
    let mut data = Data::new(&model);
    data.forward(&model).unwrap();
    (model, data)
}

#[test]
fn meshes_have_one_contact_unless_several_are_asked_for() {
    // Flags, contacts, distance of the last one.
    for (flags, contacts, dist) in [
        (0, 56, -0.18346270673112006),
        (enable::MULTICCD, 122, -0.18346270673112006),
        (enable::NATIVECCD, 56, -0.17719717542534633),
    ] {
        let (_, data) = with_flags(fixture!("meshes_in_a_pile"), flags);
        assert_eq!(data.ncon, contacts);
        assert_eq!(data.contact.last().unwrap().dist, dist);
    }
}

#[test]
fn a_mesh_on_a_plane_has_up_to_three_contacts() {
    let (_, data) = at_rest(fixture!("meshes_in_a_pile"));
    let found = pairs(&data);
    assert_eq!(found[5..8], [(0, 13); 3]);
    assert_eq!(found.iter().filter(|pair| **pair == (0, 13)).count(), 3);
}

#[test]
fn a_geom_on_a_height_field_has_at_most_fifty_contacts() {
    let (_, data) = at_rest(fixture!("shapes_on_height_fields"));
    let on_rough = |pair: &&(i32, i32)| **pair == (2, 18);
    assert_eq!(data.ncon, 92);
    assert_eq!(pairs(&data).iter().filter(on_rough).count(), 50);
}

#[test]
fn contacts_with_a_height_field_are_those_of_its_prisms() {
    for (flags, dist, normal) in [
        (
            0,
            -0.03244980765682435,
            [0.07114508345181356, 0.997465977916357, -0.0],
        ),
        (
            enable::NATIVECCD,
            -0.024921305760045965,
            [-0.2971594377278097, 0.95346174956801, 0.05105840459710393],
        ),
    ] {
        let (_, data) = with_flags(fixture!("shapes_on_height_fields"), flags);
        let first = &data.contact[0];
        assert_eq!(first.geom, [0, 4]);
        assert_eq!(first.dist, dist);
        assert_eq!(first.frame.row(0).as_slice(), normal);
    }
}

#[test]
fn the_distance_to_a_height_field_is_the_deepest_of_its_contacts() {
    for (flags, egg, mesh_point) in [
        (0, -0.5075274848973046, 0.22473836123283303),
        (enable::NATIVECCD, -0.41983340340712283, 0.2381065699733838),
    ] {
        let (model, mut data) = with_flags(fixture!("shapes_on_height_fields"), flags);
        let found = data.geom_distance(&model, 0, 11, 0.5);
        assert_eq!(found.dist, egg);
        assert_eq!(found.fromto[1].z, mesh_point);
        assert_eq!(data.geom_distance(&model, 0, 12, 0.5).dist, 0.5);
    }
}

const SCENE: &str =
    include_str!("../../../../fixtures/sensor/ranges_to_meshes_and_height_fields.xml");

#[test]
fn rays_and_bundles_meet_meshes_and_height_fields() {
    let (model, data) = at_rest(SCENE);
    let point = Vec3::new(0.1, 0.2, 1.5);
    let vectors = [
        Vec3::new(0.0, 0.0, -1.0),
        Vec3::new(0.05, -0.1, -1.0),
        Vec3::new(-0.3, -0.2, -1.0),
        Vec3::new(0.0, 1.2, -1.0),
        Vec3::new(0.4, 0.0, -1.0),
        Vec3::new(0.0, 0.0, 1.0),
    ];
    let hit = |geom, dist| Some(RayHit { geom, dist });
    let expected = [
        hit(4, 1.093053127676484),
        hit(4, 1.039457556679173),
        hit(3, 0.8757444542564956),
        hit(1, 1.4806522938253905),
        hit(5, 1.0461025189771807),
        None,
    ];
    let filter = RayFilter::default();
    for (vector, expected) in vectors.into_iter().zip(expected) {
        let single = Ray { point, vector };
        assert_eq!(data.ray(&model, &single, &filter), Ok(expected));
    }
    let bundle = data.multi_ray(&model, &point, &vectors, &filter, 1e10);
    assert_eq!(bundle, Ok(expected.to_vec()));
}

#[test]
fn a_geom_can_be_asked_for_alone_even_if_it_is_invisible() {
    let (model, data) = at_rest(SCENE);
    let down = |x: f64| Ray {
        point: Vec3::new(x, 0.0, 1.5),
        vector: Vec3::new(0.0, 0.0, -1.0),
    };
    let glass = data.ray_geom(&model, 6, &down(0.0));
    assert_eq!(glass, Some(0.5286075918215561));
    let hills = data.ray_geom(&model, 0, &down(0.2));
    assert_eq!(hills, Some(1.3117376473078162));
}

#[test]
fn ranges_mark_the_nodes_of_meshes_that_they_pass() {
    let (_, data) = at_rest(SCENE);
    let marked = data
        .bvh_active
        .iter()
        .filter(|active| **active == 1)
        .count();
    assert_eq!((marked, data.bvh_active.len()), (14, 242));
}
