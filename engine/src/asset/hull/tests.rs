//! A hull is closed, convex and around all points, whatever the points are.

use super::plane::difference;
use super::{Hull, HullError, Quickhull};

/// Numbers from -1 to 1.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    fn point(&mut self) -> [f64; 3] {
        [self.next(), self.next(), self.next()]
    }
}

fn hull(points: &[[f64; 3]]) -> Hull {
    Quickhull::default()
        .hull(points.iter().copied(), None)
        .expect("there is a hull")
}

/// The corners of a triangle as points, counterclockwise.
fn corners(hull: &Hull, triangle: usize) -> [usize; 3] {
    let triangle = &hull.triangles[triangle];
    let mut corners = triangle
        .corners
        .map(|corner| hull.points[corner as usize] as usize);
    if triangle.clockwise {
        corners.swap(0, 1);
    }
    corners
}

/// Every edge is there once in each direction, and V - E + F = 2.
fn assert_closed(hull: &Hull) {
    let all = 0..hull.triangles.len();
    let sides = |t: usize| {
        let [a, b, c] = corners(hull, t);
        [(a, b), (b, c), (c, a)]
    };
    let mut edges: Vec<(usize, usize)> = all.flat_map(sides).collect();
    let mut back: Vec<(usize, usize)> = edges.iter().map(|&(a, b)| (b, a)).collect();
    edges.sort_unstable();
    back.sort_unstable();
    assert_eq!(edges, back);
    edges.dedup();
    assert_eq!(edges.len(), back.len());
    assert_eq!(
        hull.points.len() + hull.triangles.len(),
        edges.len() / 2 + 2
    );
}

/// The lists around vertices are the triangles that have them.
fn assert_incident(hull: &Hull) {
    let mut begin = 0;
    for (vertex, &end) in hull.ends.iter().enumerate() {
        let mut around = hull.around[begin..end as usize].to_vec();
        around.sort_unstable();
        let all = 0..hull.triangles.len() as u32;
        let has = |&t: &u32| {
            hull.triangles[t as usize]
                .corners
                .contains(&(vertex as u32))
        };
        assert_eq!(around, all.filter(has).collect::<Vec<_>>());
        begin = end as usize;
    }
}

/// No point is above a triangle by more than rounding.
fn assert_around(hull: &Hull, points: &[[f64; 3]]) {
    let size = points
        .iter()
        .flatten()
        .fold(0.0, |m: f64, x| m.max(x.abs()));
    for t in 0..hull.triangles.len() {
        let [a, b, c] = corners(hull, t).map(|i| &points[i]);
        let (u, v) = (difference(b, a), difference(c, a));
        let normal = [
            u[1] * v[2] - u[2] * v[1],
            u[2] * v[0] - u[0] * v[2],
            u[0] * v[1] - u[1] * v[0],
        ];
        let length = normal.iter().map(|x| x * x).sum::<f64>().sqrt();
        // The plane of a thin triangle says little
        if length < 1e-8 * size * size {
            continue;
        }
        for point in points {
            let d = difference(point, a);
            let height = (0..3).map(|k| d[k] * normal[k]).sum::<f64>() / length;
            assert!(height < 1e-6 * size, "{height} above a triangle");
        }
    }
}

fn assert_hull(points: &[[f64; 3]]) -> Hull {
    let hull = hull(points);
    assert_closed(&hull);
    assert_incident(&hull);
    assert_around(&hull, points);
    hull
}

fn grid(n: usize) -> Vec<[f64; 3]> {
    let all = 0..n * n * n;
    all.map(|i| [i % n, i / n % n, i / n / n].map(|x| x as f64))
        .collect()
}

#[test]
fn four_points_are_a_tetrahedron() {
    let points = [
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, 0.0, 1.0],
    ];
    let hull = assert_hull(&points);
    assert_eq!(hull.triangles.len(), 4);
}

#[test]
fn a_grid_has_the_corners_of_its_box_only() {
    for n in 2..8 {
        let hull = assert_hull(&grid(n));
        assert_eq!((hull.points.len(), hull.triangles.len()), (8, 12));
    }
}

#[test]
fn clouds_are_enclosed() {
    let mut noise = Noise(1);
    for n in [4, 5, 8, 20, 100, 500] {
        let points: Vec<[f64; 3]> = (0..n).map(|_| noise.point()).collect();
        assert_hull(&points);
    }
}

#[test]
fn every_point_of_a_sphere_is_a_vertex() {
    let mut noise = Noise(2);
    let on_sphere = |_| {
        let p = noise.point();
        let length = p.iter().map(|x| x * x).sum::<f64>().sqrt();
        p.map(|x| x / length)
    };
    let points: Vec<[f64; 3]> = (0..300).map(on_sphere).collect();
    let hull = assert_hull(&points);
    assert_eq!((hull.points.len(), hull.triangles.len()), (300, 596));
}

#[test]
fn prisms_are_cut_into_triangles() {
    for sides in 3..40 {
        let at = |i: usize, z: f64| {
            let angle = i as f64 / sides as f64 * std::f64::consts::TAU;
            [angle.cos(), angle.sin(), z]
        };
        let points: Vec<[f64; 3]> = (0..sides).flat_map(|i| [at(i, -1.0), at(i, 1.0)]).collect();
        let hull = assert_hull(&points);
        assert_eq!(
            (hull.points.len(), hull.triangles.len()),
            (2 * sides, 4 * sides - 4)
        );
    }
}

#[test]
fn points_that_are_nearly_in_a_plane_are_merged() {
    let mut noise = Noise(3);
    for exponent in 8..17 {
        let amount = 10_f64.powi(-exponent);
        let bent = grid(5)
            .into_iter()
            .map(|p| p.map(|x| x + amount * noise.next()));
        assert_hull(&bent.collect::<Vec<_>>());
    }
}

#[test]
fn points_may_be_there_more_than_once() {
    let mut noise = Noise(4);
    let mut points: Vec<[f64; 3]> = (0..30).map(|_| noise.point()).collect();
    let once = assert_hull(&points);
    points.extend_from_within(..);
    let twice = assert_hull(&points);
    assert_eq!(once.triangles.len(), twice.triangles.len());
}

#[test]
fn a_limit_leaves_vertices_out() {
    let mut noise = Noise(5);
    let points: Vec<[f64; 3]> = (0..200).map(|_| noise.point()).collect();
    let mut builder = Quickhull::default();
    for limit in 0..20 {
        let hull = builder
            .hull(points.iter().copied(), Some(limit))
            .expect("there is a hull");
        assert_closed(&hull);
        assert!(hull.points.len() <= 4 + limit as usize);
    }
}

#[test]
fn memory_of_one_hull_does_not_change_the_next() {
    let mut noise = Noise(6);
    let mut builder = Quickhull::default();
    for n in [500, 6, 60, 4, 200] {
        let points: Vec<[f64; 3]> = (0..n)
            .map(|_| noise.point().map(|x| x.round() + 0.1 * x))
            .collect();
        let fresh = Quickhull::default().hull(points.iter().copied(), None);
        assert_eq!(builder.hull(points.iter().copied(), None), fresh);
        // A refusal leaves nothing behind, either
        assert!(
            builder
                .hull(points.iter().map(|p| [p[0], p[1], 0.0]), None)
                .is_err()
        );
    }
}

#[test]
fn points_without_volume_have_no_hull() {
    let mut builder = Quickhull::default();
    let mut refusal = |points: Vec<[f64; 3]>| builder.hull(points, None).expect_err("no volume");
    let flat = grid(3).into_iter().map(|[x, y, _]| [x, y, x + y]);
    assert_eq!(refusal(flat.collect()), HullError::Flat(1));
    assert_eq!(refusal(vec![[1.0; 3]; 9]), HullError::Point);
    let wall = grid(3).into_iter().map(|[_, y, z]| [2.0, y, z]);
    assert_eq!(refusal(wall.collect()), HullError::SameX(2.0));
    assert_eq!(refusal(vec![[0.0; 3]; 3]), HullError::Input);
    assert_eq!(refusal(vec![[f64::NAN, 0.0, 0.0]; 5]), HullError::Input);
}

#[test]
fn tiny_and_huge_coordinates_are_as_good() {
    let mut noise = Noise(7);
    let points: Vec<[f64; 3]> = (0..50).map(|_| noise.point()).collect();
    let vertices = |points: &[[f64; 3]]| {
        let mut vertices = assert_hull(points).points;
        vertices.sort_unstable();
        vertices
    };
    let usual = vertices(&points);
    for exponent in [-140, -60, 60, 120] {
        let scale = 2_f64.powi(exponent);
        let scaled: Vec<[f64; 3]> = points.iter().map(|p| p.map(|x| x * scale)).collect();
        assert_eq!(vertices(&scaled), usual);
    }
}
