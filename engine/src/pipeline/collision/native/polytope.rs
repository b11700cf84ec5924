//! The polytope that the expanding algorithm starts from: a tetrahedron or two of them back to
//! back, around the origin.

use super::super::minkowski::Vertex;
use super::super::support::Convex;
use super::gjk::{Approach, Simplex, support};
use super::simplex::{affine, project_on_plane, volume};
use crate::math::{MAXVAL, MINVAL, Mat3, Vec3, vec3};

/// A triangle of the polytope.
#[derive(Clone, Copy, Debug)]
pub(super) struct Face {
    pub vertex: [usize; 3],
    /// The faces across the edges v0 v1, v1 v2, v2 v0.
    pub adjacent: [usize; 3],
    /// The origin projected onto the face: its normal.
    pub nearest: Vec3,
    /// Distance from the origin; negative once the face is deleted.
    pub dist: f64,
    /// Place in the list of live faces.
    place: usize,
}

/// Vertices and faces. Deleted faces stay, so that indices remain valid; `live` lists the others.
///
/// A degenerate polytope may name neighbours that were never attached. The reference then reads
/// what the last polytope left in their place, so faces and vertices stay in memory when a new one
/// is begun.
#[derive(Clone, Debug, Default)]
pub(super) struct Polytope {
    pub vertex: Vec<Vertex>,
    pub face: Vec<Face>,
    /// How many vertices have been added.
    added: usize,
    /// How many faces have been attached.
    pub attached: usize,
    pub live: Vec<usize>,
}

impl Polytope {
    fn clear(&mut self) {
        self.added = 0;
        self.attached = 0;
        self.live.clear();
    }

    pub(super) fn add_vertex(&mut self, vertex: Vertex) -> usize {
        match self.vertex.get_mut(self.added) {
            Some(left) => *left = vertex,
            None => self.vertex.push(vertex),
        }
        self.added += 1;
        self.added - 1
    }

    /// Adds a face and returns its distance from the origin.
    pub(super) fn attach(&mut self, vertex: [usize; 3], adjacent: [usize; 3]) -> f64 {
        let [v1, v2, v3] = vertex.map(|i| self.vertex[i].v);
        let nearest = project_on_plane(&v1, &v2, &v3);
        let dist = vec3::norm(&nearest);
        let face = Face {
            vertex,
            adjacent,
            nearest,
            dist,
            place: self.live.len(),
        };
        match self.face.get_mut(self.attached) {
            Some(left) => *left = face,
            None => self.face.push(face),
        }
        self.live.push(self.attached);
        self.attached += 1;
        dist
    }

    /// Whether a face is part of the polytope, as far as the memory tells.
    pub(super) fn is_live(&self, face: usize) -> bool {
        self.face.get(face).is_some_and(|face| face.dist > 0.0)
    }

    /// Deletes a face; false, and no face is left, when it was the last.
    pub(super) fn delete(&mut self, face: usize) -> bool {
        if self.live.len() < 2 {
            self.live.clear();
            return false;
        }
        self.face[face].dist = -1.0;
        // The last live face moves to the free place. In a degenerate polytope the place may be
        // stale and out of range.
        let place = self.face[face].place;
        if let Some(last) = self.live.pop() {
            if let Some(slot) = self.live.get_mut(place) {
                *slot = last;
            }
            self.face[last].place = place;
        }
        true
    }
}

/// Builds a polytope around the origin from the simplex that the walk ended with; none when it has
/// no room for one.
pub(super) fn enclose_origin(
    polytope: &mut Polytope,
    approach: &mut Approach,
    a: &impl Convex,
    b: &impl Convex,
) -> Option<()> {
    polytope.clear();
    match approach.simplex.len() {
        2 => from_segment(polytope, &approach.simplex, a, b),
        3 => from_triangle(polytope, &approach.simplex, approach.dist, a, b),
        _ => from_tetrahedron(polytope, approach, a, b),
    }
}

/// Support point in a direction of the given length.
#[doc(alias = "epaSupport")]
pub(super) fn support_along(
    a: &impl Convex,
    b: &impl Convex,
    direction: &Vec3,
    length: f64,
) -> Vertex {
    let dir = if length < MINVAL {
        Vec3::new(1.0, 0.0, 0.0)
    } else {
        direction / length
    };
    // Negation of a zero component would give a different zero for the fallback.
    let opposite = if length < MINVAL {
        Vec3::new(-1.0, 0.0, 0.0)
    } else {
        -dir
    };
    support(a, b, &dir, &opposite)
}

/// Six faces around a segment: three points about it, a third of a turn apart.
#[doc(alias = "polytope2")]
fn from_segment(
    polytope: &mut Polytope,
    simplex: &Simplex,
    a: &impl Convex,
    b: &impl Convex,
) -> Option<()> {
    let [s1, s2, ..] = simplex.vertex;
    let (v1, v2) = (s1.v, s2.v);
    let direction = v2 - v1;
    let mut axis = Vec3::zeros();
    axis[smallest_component(&direction)] = 1.0;
    let d1 = axis.cross(&direction);
    let turn = third_of_a_turn(&direction);
    let d2 = turn.mul_vec(&d1);
    let d3 = turn.mul_vec(&d2);
    let [s3, s4, s5] = [d1, d2, d3].map(|d| support_along(a, b, &d, vec3::norm(&d)));

    let (v3, v4, v5) = (s3.v, s4.v, s5.v);
    let flat = |a: &Vec3, b: &Vec3, c: &Vec3| volume(a, b, c).abs() < MINVAL;
    // The reference does not look at the triangle v1 v4 v5.
    if flat(&v1, &v3, &v4)
        || flat(&v1, &v3, &v5)
        || flat(&v2, &v3, &v4)
        || flat(&v2, &v3, &v5)
        || flat(&v2, &v4, &v5)
    {
        return None;
    }
    let [i1, i2, i3, i4, i5] = [s1, s2, s3, s4, s5].map(|vertex| polytope.add_vertex(vertex));
    polytope.attach([i1, i3, i4], [1, 3, 2]);
    polytope.attach([i1, i5, i3], [2, 4, 0]);
    polytope.attach([i1, i4, i5], [0, 5, 1]);
    polytope.attach([i2, i4, i3], [5, 0, 4]);
    polytope.attach([i2, i3, i5], [3, 1, 5]);
    polytope.attach([i2, i5, i4], [4, 2, 3]);
    none_through_origin(polytope)
}

/// A face whose plane passes through the origin leaves the polytope degenerate.
fn none_through_origin(polytope: &Polytope) -> Option<()> {
    let faces = &polytope.face[..polytope.attached];
    let through = faces.iter().any(|face| face.dist < MINVAL);
    (!through).then_some(())
}

fn smallest_component(v: &Vec3) -> usize {
    let mut least = MAXVAL;
    let mut index = 0;
    for k in 0..3 {
        if v[k].abs() < least {
            least = v[k].abs();
            index = k;
        }
    }
    index
}

/// Rotation by 120 degrees about an axis of any length.
fn third_of_a_turn(axis: &Vec3) -> Mat3 {
    // Eleven digits, as the reference has it.
    const SIN: f64 = 0.86602540378;
    const COS: f64 = -0.5;
    let u = axis / vec3::norm(axis);
    let (x, y, z) = (u.x, u.y, u.z);
    Mat3([
        COS + x * x * (1.0 - COS),
        x * y * (1.0 - COS) - z * SIN,
        x * z * (1.0 - COS) + y * SIN,
        y * x * (1.0 - COS) + z * SIN,
        COS + y * y * (1.0 - COS),
        y * z * (1.0 - COS) - x * SIN,
        x * z * (1.0 - COS) - y * SIN,
        y * z * (1.0 - COS) + x * SIN,
        COS + z * z * (1.0 - COS),
    ])
}

/// Six faces around a triangle: one point on each side of it.
#[doc(alias = "polytope3")]
fn from_triangle(
    polytope: &mut Polytope,
    simplex: &Simplex,
    dist: f64,
    a: &impl Convex,
    b: &impl Convex,
) -> Option<()> {
    let [s1, s2, s3, _] = simplex.vertex;
    let (v1, v2, v3) = (s1.v, s2.v, s3.v);
    let normal = (v2 - v1).cross(&(v3 - v1));
    let norm = vec3::norm(&normal);
    if norm < MINVAL {
        return None;
    }
    let s4 = support_along(a, b, &normal, norm);
    if on_triangle(&v1, &v2, &v3, &s4.v) {
        return None;
    }
    let s5 = support_along(a, b, &(normal * -1.0), norm);
    if on_triangle(&v1, &v2, &v3, &s5.v) {
        return None;
    }
    if dist > 10.0 * MINVAL
        && !contains_origin(&[v1, v2, v3, s4.v])
        && !contains_origin(&[v1, v2, v3, s5.v])
    {
        return None;
    }
    let [i1, i2, i3, i5, i4] = [s1, s2, s3, s5, s4].map(|vertex| polytope.add_vertex(vertex));
    polytope.attach([i4, i1, i2], [1, 3, 2]);
    polytope.attach([i4, i3, i1], [2, 4, 0]);
    polytope.attach([i4, i2, i3], [0, 5, 1]);
    polytope.attach([i5, i2, i1], [5, 0, 4]);
    polytope.attach([i5, i1, i3], [3, 1, 5]);
    polytope.attach([i5, i3, i2], [4, 2, 3]);
    none_through_origin(polytope)
}

/// Whether `p` lies on a triangle.
fn on_triangle(v1: &Vec3, v2: &Vec3, v3: &Vec3, p: &Vec3) -> bool {
    let lambda = affine(v1, v2, v3, p);
    if lambda.iter().any(|weight| *weight < 0.0) {
        return false;
    }
    let projected = v1 * lambda[0] + v2 * lambda[1] + v3 * lambda[2];
    vec3::norm(&(projected - p)) < MINVAL
}

fn contains_origin(p: &[Vec3; 4]) -> bool {
    // The origin and the fourth vertex are on the same side of each face.
    (0..4).all(|k| {
        let [p0, p1, p2, p3] = [0, 1, 2, 3].map(|i| p[(i + k) % 4]);
        let normal = (p1 - p0).cross(&(p2 - p0));
        let vertex_side = normal.dot(&(p3 - p0));
        let origin_side = normal.dot(&(p0 * -1.0));
        (vertex_side > 0.0 && origin_side > 0.0) || (vertex_side < 0.0 && origin_side < 0.0)
    })
}

/// The tetrahedron itself, or six faces around the face of it that the origin is on.
#[doc(alias = "polytope4")]
fn from_tetrahedron(
    polytope: &mut Polytope,
    approach: &mut Approach,
    a: &impl Convex,
    b: &impl Convex,
) -> Option<()> {
    let s = approach.simplex.vertex;
    for vertex in s {
        polytope.add_vertex(vertex);
    }
    let faces = [
        ([0, 1, 2], [1, 3, 2]),
        ([0, 3, 1], [2, 3, 0]),
        ([0, 2, 3], [0, 3, 1]),
        ([3, 2, 1], [2, 0, 1]),
    ];
    for (vertex, adjacent) in faces {
        if polytope.attach(vertex, adjacent) == 0.0 {
            polytope.clear();
            approach.simplex = Simplex::of(&vertex.map(|i| s[i]));
            return from_triangle(polytope, &approach.simplex, approach.dist, a, b);
        }
    }
    Some(())
}
