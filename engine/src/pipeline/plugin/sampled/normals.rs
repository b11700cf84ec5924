//! The triangles of a mesh with pseudonormals, which say on which side of an edge or vertex a point
//! is outside: sums of the normals around, at vertices weighted by angles.
//!
//! Baerentzen, Aanaes: Signed distance computation using the angle weighted pseudonormal (2005).
//! Edges with one triangle only are joined with others at the same place.

use std::collections::{BTreeMap, BTreeSet};

use super::triangle::{Mesh, Triangle};
use super::vector::{Bounds, Point, dot, max, min, times, unit};

/// An edge by its vertices, the lower one first.
type Edge = (u32, u32);

/// Which edge of which triangle.
type Side = (usize, usize);

pub(super) fn triangles(mesh: &Mesh) -> Vec<Triangle> {
    let faces = 0..mesh.faces.len();
    let mut triangles: Vec<Triangle> = faces.map(|i| Triangle::new(mesh.corners(i))).collect();
    let mut vertex_normals = vec![Point::zeros(); mesh.vertices.len()];
    let mut single = BTreeMap::new();
    for (face, vertices) in mesh.faces.iter().enumerate() {
        for k in 0..3 {
            let ends = [0, 1, 2].map(|i| vertices[(k + i) % 3]);
            let edge = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            pair(&mut single, edge, (face, k), &mut triangles);
            let [first, second, third] = ends.map(|vertex| mesh.vertices[vertex as usize]);
            let sides = [unit(&(second - first)), unit(&(third - first))];
            let angle = min(max(dot(&sides[0], &sides[1]), -1.0), 1.0).acos();
            vertex_normals[ends[0] as usize] += triangles[face].normal() * angle;
        }
    }
    if !single.is_empty() {
        join(mesh, single, &mut triangles, &mut vertex_normals);
    }
    for (triangle, vertices) in triangles.iter_mut().zip(&mesh.faces) {
        for (normal, &vertex) in triangle.vertex_normals.iter_mut().zip(vertices) {
            *normal = times(&triangle.to_frame, &vertex_normals[vertex as usize]);
        }
    }
    triangles
}

/// Gives the two sides of an edge their normal if the other one is known, else remembers this one.
fn pair(single: &mut BTreeMap<Edge, Side>, edge: Edge, side: Side, triangles: &mut [Triangle]) {
    let Some(other) = single.remove(&edge) else {
        single.insert(edge, side);
        return;
    };
    let normal = triangles[side.0].normal() + triangles[other.0].normal();
    for (face, k) in [side, other] {
        triangles[face].edge_normals[k] = times(&triangles[face].to_frame, &normal);
    }
}

/// Joins edges that have one triangle only, where their vertices lie at the same place.
fn join(
    mesh: &Mesh,
    single: BTreeMap<Edge, Side>,
    triangles: &mut [Triangle],
    vertex_normals: &mut [Point],
) {
    let ends = single.keys().flat_map(|&(a, b)| [a, b]);
    let loose: Vec<u32> = ends.collect::<BTreeSet<u32>>().into_iter().collect();
    let same = same_places(mesh, &loose);
    let mut rest = BTreeMap::new();
    for (edge, side) in single {
        let (a, b) = (same.of(edge.0), same.of(edge.1));
        pair(&mut rest, (a.min(b), a.max(b)), side, triangles);
    }
    for &vertex in &loose {
        let place = same.of(vertex);
        if place != vertex {
            let normal = vertex_normals[vertex as usize];
            vertex_normals[place as usize] += normal;
        }
    }
    for &vertex in &loose {
        vertex_normals[vertex as usize] = vertex_normals[same.of(vertex) as usize];
    }
}

/// Which vertex stands for all at its place.
#[derive(Default)]
struct Same(BTreeMap<u32, u32>);

impl Same {
    fn of(&self, mut vertex: u32) -> u32 {
        while let Some(&next) = self.0.get(&vertex).filter(|&&next| next != vertex) {
            vertex = next;
        }
        vertex
    }
}

/// Finds vertices at the same place by means of two grids, shifted by half a cell.
fn same_places(mesh: &Mesh, loose: &[u32]) -> Same {
    const CELLS: u32 = 2048;
    let bounds = Bounds::around(&mesh.vertices);
    let longest = bounds.longest();
    let scale = CELLS as f32 / longest;
    let near = (1e-5 / f64::from(longest)) as f32;
    let at = |vertex: u32| mesh.vertices[vertex as usize];
    let cell = |vertex: u32, shift: f32| {
        let place = (at(vertex) - bounds.min) * scale;
        let place = place.map(|x| (x + shift) as i32 as u32);
        let layers = place.y.wrapping_mul(CELLS);
        let layers = layers.wrapping_add(place.z.wrapping_mul(CELLS).wrapping_mul(CELLS));
        place.x.wrapping_add(layers)
    };
    let grids = [0.0, 0.5].map(|shift| {
        let mut cells: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for &vertex in loose {
            cells.entry(cell(vertex, shift)).or_default().push(vertex);
        }
        (shift, cells)
    });
    let mut same = Same::default();
    for &vertex in loose {
        for (shift, cells) in &grids {
            let mut others = cells[&cell(vertex, *shift)].iter();
            let other = others.find(|&&other| {
                let apart = at(vertex) - at(other);
                dot(&apart, &apart) < near * near
            });
            let Some(&other) = other else {
                continue;
            };
            let (place, joined) = (same.of(vertex), same.of(other));
            if place == vertex {
                same.0.insert(place, place);
            }
            same.0.insert(joined, place);
        }
    }
    same
}
