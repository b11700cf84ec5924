//! Gilbert-Johnson-Keerthi: walks a simplex of support points towards the origin of the Minkowski
//! difference.
//!
//! Gilbert, Johnson and Keerthi, A fast procedure for computing the distance between complex
//! objects in three-dimensional space (1988).

use super::super::minkowski::Vertex;
use super::super::mpr::Limits;
use super::super::support::Convex;
use super::simplex;
use crate::math::{MAXVAL, MINVAL, Vec3, vec3};

/// How near the walk came.
pub(super) struct Approach {
    pub dist: f64,
    pub simplex: Simplex,
    /// The nearest points, unless the walk ended before they were needed.
    pub witness: Option<[Vec3; 2]>,
}

impl Approach {
    fn apart() -> Approach {
        Approach {
            dist: MAXVAL,
            simplex: Simplex::default(),
            witness: None,
        }
    }
}

/// Up to four vertices of the Minkowski difference.
#[derive(Clone, Copy, Default)]
pub(super) struct Simplex {
    pub vertex: [Vertex; 4],
    len: usize,
}

impl Simplex {
    pub(super) fn of(vertices: &[Vertex]) -> Simplex {
        let mut simplex = Simplex::default();
        for vertex in vertices.iter().take(4) {
            simplex.vertex[simplex.len] = *vertex;
            simplex.len += 1;
        }
        simplex
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The combination of the vertices' points that `point` picks.
    fn combine(&self, lambda: &[f64; 4], point: impl Fn(&Vertex) -> Vec3) -> Vec3 {
        let mut sum = Vec3::zeros();
        for (vertex, weight) in self.vertex[..self.len].iter().zip(lambda) {
            sum += point(vertex) * *weight;
        }
        sum
    }

    /// Drops the vertices that have no weight.
    fn reduce(&mut self, lambda: &mut [f64; 4]) {
        self.len = 0;
        for i in 0..4 {
            if lambda[i] != 0.0 {
                self.vertex[self.len] = self.vertex[i];
                lambda[self.len] = lambda[i];
                self.len += 1;
            }
        }
    }
}

/// Support point of the difference in a unit direction and its opposite.
#[doc(alias = "gjkSupport")]
pub(super) fn support(a: &impl Convex, b: &impl Convex, dir: &Vec3, opposite: &Vec3) -> Vertex {
    Vertex::new(a.native_support(dir), b.native_support(opposite))
}

/// Walks to the point of the Minkowski difference nearest to the origin.
#[doc(alias = "gjk")]
pub(super) fn approach(limits: &Limits, a: &impl Convex, b: &impl Convex, cutoff: f64) -> Approach {
    let want_distance = cutoff > 0.0;
    let mut try_intersect = !want_distance;
    // Between finitely many corners the walk ends by itself.
    let epsilon = if a.is_discrete() && b.is_discrete() {
        0.0
    } else {
        limits.tolerance * limits.tolerance
    };
    let mut simplex = Simplex::default();
    let mut lambda = [0.0; 4];
    let mut x = a.center() - b.center();
    let mut iteration = 0;

    while iteration < limits.iterations {
        let opposite = vec3::normalized(x);
        let s = support(a, b, &(opposite * -1.0), &opposite);
        simplex.vertex[simplex.len] = s;

        // The duality gap bounds how much nearer the walk can come.
        if 2.0 * x.dot(&(x - s.v)) < epsilon {
            break;
        }
        let ahead = x.dot(&s.v);
        if !want_distance {
            if ahead > 0.0 {
                return Approach::apart();
            }
        } else if cutoff < MAXVAL && ahead > 0.0 && ahead * ahead / x.dot(&x) >= cutoff * cutoff {
            return Approach::apart();
        }

        if simplex.len == 3 && try_intersect {
            match intersect(limits, a, b, &simplex.vertex, &mut iteration) {
                Intersection::Inside(simplex) => {
                    return Approach {
                        dist: 0.0,
                        simplex,
                        witness: None,
                    };
                }
                Intersection::Outside => return Approach::apart(),
                Intersection::Unclear => try_intersect = false,
            }
        }

        let points = simplex.vertex.map(|vertex| vertex.v);
        lambda = simplex::nearest(&points[..simplex.len + 1]);
        simplex.reduce(&mut lambda);
        let next = simplex.combine(&lambda, |vertex| vertex.v);
        if vec3::nearly_equal(&next, &x) {
            break;
        }
        x = next;
        if simplex.len == 4 {
            break;
        }
        iteration += 1;
    }

    Approach {
        dist: vec3::norm(&x),
        simplex,
        witness: Some([
            simplex.combine(&lambda, |vertex| vertex.first),
            simplex.combine(&lambda, |vertex| vertex.second),
        ]),
    }
}

// Lives on the stack for one call: a box would cost an allocation.
#[allow(clippy::large_enum_variant)]
enum Intersection {
    Inside(Simplex),
    Outside,
    Unclear,
}

/// Whether the origin is inside the difference, by replacing the vertex opposite to the face it is
/// farthest beyond.
#[doc(alias = "gjkIntersect")]
fn intersect(
    limits: &Limits,
    a: &impl Convex,
    b: &impl Convex,
    vertices: &[Vertex; 4],
    iteration: &mut i32,
) -> Intersection {
    let mut s = *vertices;
    while *iteration < limits.iterations {
        let [s0, s1, s2, s3] = s.map(|vertex| vertex.v);
        let faces = [
            signed_distance(&s2, &s1, &s3),
            signed_distance(&s0, &s2, &s3),
            signed_distance(&s1, &s0, &s3),
            signed_distance(&s0, &s1, &s2),
        ];
        if faces.iter().any(|(_, dist)| *dist == 0.0) {
            return Intersection::Unclear;
        }
        let dist = |k: usize| faces[k].1;
        let i = if dist(0) < dist(1) { 0 } else { 1 };
        let j = if dist(2) < dist(3) { 2 } else { 3 };
        let worst = if dist(i) < dist(j) { i } else { j };
        if dist(worst) > 0.0 {
            return Intersection::Inside(Simplex::of(&s));
        }

        let normal = faces[worst].0;
        s[worst] = support(a, b, &normal, &-normal);
        if normal.dot(&s[worst].v) < 0.0 {
            return Intersection::Outside;
        }
        // A swap keeps the orientation.
        s.swap((worst + 1) & 3, (worst + 2) & 3);
        *iteration += 1;
    }
    Intersection::Unclear
}

/// Unit normal of a face and the origin's distance from it; very far where the face has no area.
fn signed_distance(v1: &Vec3, v2: &Vec3, v3: &Vec3) -> (Vec3, f64) {
    let normal = (v3 - v1).cross(&(v2 - v1));
    let norm = vec3::norm(&normal);
    if norm > MINVAL && norm < MAXVAL {
        let normal = normal * (1.0 / norm);
        (normal, normal.dot(v1))
    } else {
        (normal, MAXVAL)
    }
}
