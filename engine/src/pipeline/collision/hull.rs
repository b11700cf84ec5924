//! The graph of a mesh's convex hull: its corners and, around each, those that an edge leads to.
//!
//! Climbing from corner to higher neighbour ends in the corner that is farthest in a direction.
//!
//! Hill climbing: Ericson, Real-Time Collision Detection (2005), section 9.5.4.

use super::mesh;
use crate::Model;
use crate::math::Vec3;

/// A corner that an edge leads to, with its place, so that a climb reads memory in order.
#[derive(Clone, Copy, Debug)]
struct Neighbour {
    place: [f32; 3],
    corner: u32,
}

/// Corners of a hull and the edges between them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hull {
    place: Vec<[f32; 3]>,
    /// Where the neighbours of each corner begin; one more than there are corners.
    first: Vec<u32>,
    neighbours: Vec<Neighbour>,
}

impl Hull {
    /// The hull of a mesh, where the model has one.
    ///
    /// A graph is a list of numbers: how many corners and faces there are, then for each corner
    /// where its edges begin, then for each corner its vertex, then the edges as numbers of
    /// corners, with a negative number after those of each corner.
    pub(super) fn of_mesh(model: &Model, id: usize) -> Option<Hull> {
        let start = usize::try_from(model.mesh_graphadr[id]).ok()?;
        let graph = model.mesh_graph.get(start..)?;
        let count = usize::try_from(*graph.first()?).ok()?;
        let begins = graph.get(2..2 + count)?;
        let vertices = graph.get(2 + count..2 + 2 * count)?;
        let edges = graph.get(2 + 2 * count..)?;
        let all = mesh::vertices(model, id);
        let place = |vertex: &i32| all.get(usize::try_from(*vertex).ok()?).copied();
        let place: Vec<_> = vertices.iter().map(place).collect::<Option<_>>()?;

        let mut hull = Hull {
            first: Vec::with_capacity(count + 1),
            neighbours: Vec::with_capacity(6 * count),
            place,
        };
        for begin in begins {
            hull.first.push(hull.neighbours.len() as u32);
            let around = edges.get(usize::try_from(*begin).ok()?..)?;
            for corner in around.iter().take_while(|corner| **corner >= 0) {
                hull.neighbours.push(Neighbour {
                    place: *hull.place.get(*corner as usize)?,
                    corner: *corner as u32,
                });
            }
        }
        hull.first.push(hull.neighbours.len() as u32);
        Some(hull)
    }

    /// Where a corner is.
    #[inline]
    pub(super) fn place(&self, corner: usize) -> Vec3 {
        wide(&self.place[corner])
    }

    /// The corners around one, and where they are.
    #[inline]
    pub(super) fn around(&self, corner: usize) -> impl Iterator<Item = (usize, Vec3)> + '_ {
        let range = self.first[corner] as usize..self.first[corner + 1] as usize;
        self.neighbours[range]
            .iter()
            .map(|next| (next.corner as usize, wide(&next.place)))
    }

    /// Climbs from a corner, as long as a neighbour is higher than `height`, to the highest.
    #[inline]
    pub(super) fn climb(&self, dir: &Vec3, mut corner: usize, mut height: f64) -> usize {
        loop {
            let mut highest = corner;
            for (next, place) in self.around(corner) {
                let rise = dir.dot(&place);
                if rise > height {
                    height = rise;
                    highest = next;
                }
            }
            if highest == corner {
                return corner;
            }
            corner = highest;
        }
    }
}

/// A vertex in double precision.
#[inline]
pub(super) fn wide(vertex: &[f32; 3]) -> Vec3 {
    Vec3::new(
        f64::from(vertex[0]),
        f64::from(vertex[1]),
        f64::from(vertex[2]),
    )
}
