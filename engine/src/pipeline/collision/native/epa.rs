//! The expanding polytope algorithm: pushes the face nearest to the origin outwards until it lies
//! on the surface of the Minkowski difference.
//!
//! Van den Bergen, Proximity queries and penetration depth computation on 3D game objects (2001).

use super::super::mpr::Limits;
use super::super::support::Convex;
use super::Separation;
use super::polytope::{Polytope, support_along};
use super::simplex::affine;
use crate::error::StepError;
use crate::math::{MAXVAL, Vec3};
use crate::memory::stack::Stack;

/// Buffers of the algorithm, kept between uses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Workspace {
    pub(super) polytope: Polytope,
    horizon: Vec<Edge>,
    /// The reference's stack, which the polytope has to fit on; none is without end.
    pub(crate) stack: Option<Stack>,
    /// Why the reference would have ended here.
    pub(crate) fault: Option<StepError>,
}

/// An edge of a face that stays, beyond which the faces are deleted.
#[derive(Clone, Copy, Debug)]
struct Edge {
    face: usize,
    edge: usize,
}

/// Expands the polytope in the workspace to the surface and measures the overlap there.
#[doc(alias = "epa")]
pub(super) fn expand(
    workspace: &mut Workspace,
    limits: &Limits,
    max_faces: usize,
    a: &impl Convex,
    b: &impl Convex,
    witness: Option<[Vec3; 2]>,
) -> Separation {
    let Workspace {
        polytope,
        horizon,
        fault,
        ..
    } = workspace;
    // No depth, negated.
    let undefined = Separation {
        dist: -0.0,
        witness,
    };
    let mut best: Option<(usize, f64)> = None;
    // The reference forgets how many edges the last horizon had, not the edges.
    let mut stale = None;

    for _ in 0..limits.iterations {
        if polytope.live.is_empty() {
            return undefined;
        }
        // Where every face is too far away, or nowhere, the reference stays with the last one.
        let last = best.map(|(face, _)| (face, MAXVAL));
        let Some((nearest, dist)) = nearest_face(polytope).or(last) else {
            return undefined;
        };
        best = Some((nearest, dist));
        let normal = polytope.face[nearest].nearest;
        let w = support_along(a, b, &normal, dist);
        if normal.dot(&w.v) / dist - dist < limits.tolerance {
            break;
        }

        horizon.clear();
        open(polytope, horizon, nearest, &w.v);
        if polytope.live.is_empty() {
            continue;
        }
        let vertex = polytope.add_vertex(w);
        if horizon.len() > max_faces - polytope.attached {
            break;
        }
        match (horizon.first(), stale) {
            (Some(first), _) => {
                stale = Some(*first);
                close(polytope, horizon, vertex);
            }
            // A degenerate polytope has no horizon: the reference attaches a face to what was its
            // first edge last time.
            (None, Some(_)) if polytope.attached >= max_faces => {
                *fault = Some(StepError::PolytopeOutOfBounds);
                return undefined;
            }
            (None, Some(edge)) => {
                let last = polytope.attached - 1;
                attach(polytope, edge, vertex, [last, last + 2]);
            }
            (None, None) => return undefined,
        }
    }

    match best {
        Some((face, dist)) => Separation {
            dist: -dist,
            witness: Some(witness_points(polytope, face)),
        },
        None => undefined,
    }
}

/// The live face that is nearest to the origin, if one is nearer than the farthest that counts.
fn nearest_face(polytope: &Polytope) -> Option<(usize, f64)> {
    let mut best = None;
    let mut dist = MAXVAL;
    for &face in &polytope.live {
        if polytope.face[face].dist < dist {
            dist = polytope.face[face].dist;
            best = Some((face, dist));
        }
    }
    best
}

/// Deletes the faces that `w` sees, starting with `face`, and collects the edges around them.
fn open(polytope: &mut Polytope, horizon: &mut Vec<Edge>, face: usize, w: &Vec3) {
    if !polytope.delete(face) {
        return;
    }
    let started = polytope.face[face];
    for k in 0..3 {
        let adjacent = started.adjacent[k];
        // The first neighbour cannot have been deleted yet.
        if (k == 0 && adjacent < polytope.face.len()) || polytope.is_live(adjacent) {
            let edge = edge_at(polytope, adjacent, started.vertex[(k + 1) % 3]);
            if !open_from(polytope, horizon, adjacent, edge, w) {
                horizon.push(Edge {
                    face: adjacent,
                    edge,
                });
            }
        }
    }
}

/// Goes on with a face that was reached across `edge`; false when `w` does not see it.
fn open_from(
    polytope: &mut Polytope,
    horizon: &mut Vec<Edge>,
    face: usize,
    edge: usize,
    w: &Vec3,
) -> bool {
    let reached = polytope.face[face];
    let visible = reached.nearest.dot(w) >= reached.dist * reached.dist;
    if !visible {
        return false;
    }
    if !polytope.delete(face) {
        return true;
    }
    for step in 1..3 {
        let k = (edge + step) % 3;
        let adjacent = reached.adjacent[k];
        if polytope.is_live(adjacent) {
            let edge = edge_at(polytope, adjacent, reached.vertex[(k + 1) % 3]);
            if !open_from(polytope, horizon, adjacent, edge, w) {
                horizon.push(Edge {
                    face: adjacent,
                    edge,
                });
            }
        }
    }
    true
}

/// The edge of a face that starts in a vertex.
fn edge_at(polytope: &Polytope, face: usize, vertex: usize) -> usize {
    let vertices = polytope.face[face].vertex;
    vertices[..2].iter().position(|v| *v == vertex).unwrap_or(2)
}

/// Joins the edges of the horizon to the new vertex.
fn close(polytope: &mut Polytope, horizon: &[Edge], vertex: usize) {
    let first = polytope.attached;
    let count = horizon.len();
    for (i, &edge) in horizon.iter().enumerate() {
        let previous = first + (i + count - 1) % count;
        let next = if i == 0 {
            first + 1
        } else {
            first + (i + 1) % count
        };
        attach(polytope, edge, vertex, [previous, next]);
    }
}

/// Attaches a face from an edge to a vertex, between two faces.
fn attach(polytope: &mut Polytope, Edge { face, edge }: Edge, vertex: usize, beside: [usize; 2]) {
    let added = polytope.attached;
    let [v1, v2] = [edge, (edge + 1) % 3].map(|k| polytope.face[face].vertex[k]);
    polytope.face[face].adjacent[edge] = added;
    polytope.attach([vertex, v2, v1], [beside[0], face, beside[1]]);
}

/// The points of the two geoms whose difference is the face's nearest point.
#[doc(alias = "epaWitness")]
fn witness_points(polytope: &Polytope, face: usize) -> [Vec3; 2] {
    let face = &polytope.face[face];
    let [s1, s2, s3] = face.vertex.map(|i| polytope.vertex[i]);
    let lambda = affine(&s1.v, &s2.v, &s3.v, &face.nearest);
    let combine = |a: Vec3, b: Vec3, c: Vec3| a * lambda[0] + b * lambda[1] + c * lambda[2];
    [
        combine(s1.first, s2.first, s3.first),
        combine(s1.second, s2.second, s3.second),
    ]
}
