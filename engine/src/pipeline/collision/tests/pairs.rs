//! Each pair of shapes in several situations, by the file that `scripts/record-collision-pairs.py`
//! writes.

use super::super::{Scratch, collision, geom_distance};
use crate::data::Contact;
use crate::data::workspace::Workspace;
use crate::math::{Mat3, Quat, Vec3};
use crate::query::ray::{Ray, RayFilter, ray};
use crate::{Data, Model};

const RECORDS: &str = include_str!("pairs.txt");
const SHAPES: [&str; 7] = [
    "plane",
    "-",
    "sphere",
    "capsule",
    "ellipsoid",
    "cylinder",
    "box",
];

/// One recorded situation and what MuJoCo says of it.
struct Record {
    title: String,
    model: Model,
    data: Data,
    contacts: Vec<Vec<f64>>,
    distance: Vec<f64>,
    ray: Ray,
    ray_hit: Option<(usize, f64)>,
}

fn numbers(text: &str) -> Vec<f64> {
    let words = text.split_whitespace();
    words.map(|word| word.parse().unwrap()).collect()
}

/// A model of two bodies with one geom each, which are an explicit pair.
fn two_bodies() -> Model {
    let mut model = Model {
        nbody: 3,
        ngeom: 2,
        npair: 1,
        nconmax: -1,
        narena: 1 << 20,
        ..Model::default()
    };
    model.allocate();
    model.geom_bodyid = vec![1, 2];
    model.geom_matid = vec![-1; 2];
    model.geom_dataid = vec![-1; 2];
    model.geom_rgba = vec![[1.0; 4]; 2];
    model.body_geomadr = vec![-1, 0, 1];
    model.body_geomnum = vec![0, 1, 1];
    model.body_weldid = vec![0, 1, 2];
    model.pair_geom2 = vec![1];
    model.pair_dim = vec![3];
    model.opt.ccd_tolerance = 1e-6;
    model.opt.ccd_iterations = 50;
    model
}

fn bound(shape: &str, size: &Vec3) -> f64 {
    match shape {
        "plane" => 0.0,
        "sphere" => size.x,
        "capsule" => size.x + size.y,
        "ellipsoid" => size.max(),
        "cylinder" => size.x.hypot(size.y),
        _ => size.norm(),
    }
}

fn parse(line: &str) -> Record {
    let parts: Vec<&str> = line.split('|').collect();
    let title = parts[0].trim();
    let (shapes, _) = title.split_once(' ').unwrap();
    let (first, second) = shapes.split_once('-').unwrap();
    let options = numbers(parts[1]);
    let mut model = two_bodies();
    let mut data = Data::default();
    model.opt.enableflags = options[0] as i32;
    model.pair_margin = vec![options[1]];
    for (geom, shape) in [first, second].into_iter().enumerate() {
        let n = numbers(parts[2 + geom]);
        let kind = SHAPES.iter().position(|name| *name == shape).unwrap();
        model.geom_type[geom] = kind as i32;
        model.geom_size[geom] = Vec3::from_column_slice(&n[..3]);
        model.geom_rbound[geom] = bound(shape, &model.geom_size[geom]);
        data.geom_xpos.push(Vec3::from_column_slice(&n[3..6]));
        data.geom_xmat.push(Quat::from_slice(&n[6..]).to_mat());
    }
    data.scratch.collision = Workspace::new(Scratch::new(&model));
    let n = numbers(parts[5]);
    Record {
        title: format!("{title} ({})", options[0]),
        model,
        data,
        contacts: Vec::new(),
        distance: numbers(parts[4]),
        ray: Ray {
            point: Vec3::from_column_slice(&n[..3]),
            vector: Vec3::from_column_slice(&n[3..6]),
        },
        ray_hit: (n[6] >= 0.0).then_some((n[6] as usize, n[7])),
    }
}

/// The recorded situations of the given first shapes.
fn records(firsts: &[&str]) -> Vec<Record> {
    let mut records: Vec<Record> = Vec::new();
    for line in RECORDS.lines().filter(|line| !line.starts_with('#')) {
        match line.strip_prefix('>') {
            Some(contact) => records.last_mut().unwrap().contacts.push(numbers(contact)),
            None => records.push(parse(line)),
        }
    }
    records.retain(|record| {
        let first = record.title.split('-').next().unwrap();
        firsts.contains(&first)
    });
    assert!(records.len() >= 8);
    records
}

fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|value| value.to_bits()).collect()
}

fn flat(contact: &Contact) -> Vec<f64> {
    let Mat3(frame) = &contact.frame;
    let mut values = vec![contact.dist];
    values.extend(contact.pos.iter());
    values.extend(&frame[..6]);
    values
}

fn check_contacts(firsts: &[&str]) {
    for mut record in records(firsts) {
        collision(&record.model, &mut record.data);
        let found: Vec<_> = record.data.contact.iter().map(flat).collect();
        let same = found.len() == record.contacts.len()
            && (found.iter().zip(&record.contacts)).all(|(a, b)| bits(a) == bits(b));
        assert!(
            same,
            "{}: {found:?}, MuJoCo {:?}",
            record.title, record.contacts
        );
    }
}

#[test]
fn planes_touch_every_shape_where_mujoco_says() {
    check_contacts(&["plane"]);
}

#[test]
fn spheres_touch_every_shape_where_mujoco_says() {
    check_contacts(&["sphere"]);
}

#[test]
fn capsules_touch_capsules_and_larger_types_where_mujoco_says() {
    check_contacts(&["capsule"]);
}

#[test]
fn ellipsoids_and_cylinders_touch_by_either_convex_back_end_where_mujoco_says() {
    check_contacts(&["ellipsoid", "cylinder"]);
}

#[test]
fn boxes_touch_boxes_where_mujoco_says() {
    check_contacts(&["box"]);
}

#[test]
fn geom_distance_and_its_segment_are_those_of_mujoco() {
    for mut record in records(&SHAPES) {
        let found = geom_distance(&record.model, &mut record.data, 0, 1, 1.0);
        let mut values = vec![found.dist];
        values.extend(found.fromto.iter().flatten());
        assert_eq!(
            bits(&values),
            bits(&record.distance),
            "{}: {values:?}, MuJoCo {:?}",
            record.title,
            record.distance
        );
    }
}

#[test]
fn rays_meet_every_shape_where_mujoco_says() {
    for record in records(&SHAPES) {
        let hit = ray(
            &record.model,
            &record.data,
            &record.ray,
            &RayFilter::default(),
            &mut |_| {},
        );
        let hit = hit.unwrap().map(|hit| (hit.geom, hit.dist));
        assert_eq!(hit, record.ray_hit, "{}", record.title);
    }
}
