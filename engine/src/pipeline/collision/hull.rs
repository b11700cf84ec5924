//! The graph of a mesh's convex hull: its corners and, around each, those that an edge leads to.
//!
//! Climbing from corner to higher neighbour ends in the corner that is farthest in a direction.
//!
//! It is read from the model as it is: a program may move the vertices at any time.
//!
//! Hill climbing: Ericson, Real-Time Collision Detection (2005), section 9.5.4.

use super::mesh;
use crate::Model;
use crate::math::Vec3;

/// Corners of a hull and the edges between them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hull<'a> {
    /// All vertices of the mesh.
    places: &'a [[f32; 3]],
    /// The vertex of each corner.
    vertices: &'a [i32],
    /// Where the edges of each corner begin.
    begins: &'a [i32],
    /// The corners that edges lead to; a negative number ends those of a corner.
    edges: &'a [i32],
}

impl<'a> Hull<'a> {
    /// The hull of a mesh, where the model has one.
    ///
    /// A graph is a list of numbers: how many corners and faces there are, then for each corner
    /// where its edges begin, then for each corner its vertex, then the edges as numbers of
    /// corners, with a negative number after those of each corner.
    #[inline]
    pub(super) fn of_mesh(model: &'a Model, id: usize) -> Option<Hull<'a>> {
        let start = usize::try_from(model.mesh_graphadr[id]).ok()?;
        let graph = model.mesh_graph.get(start..)?;
        let count = usize::try_from(*graph.first()?).ok()?;
        let (begins, graph) = graph.get(2..)?.split_at_checked(count)?;
        let (vertices, edges) = graph.split_at_checked(count)?;
        Some(Hull {
            places: mesh::vertices(model, id),
            vertices,
            begins,
            edges,
        })
    }

    /// Where a corner is.
    #[inline]
    pub(super) fn place(&self, corner: usize) -> Vec3 {
        wide(&self.places[self.vertices[corner] as usize])
    }

    /// The corners around one, and where they are.
    #[inline]
    pub(super) fn around(&self, corner: usize) -> impl Iterator<Item = (usize, Vec3)> + '_ {
        let edges = self.edges[self.begins[corner] as usize..].iter();
        edges
            .take_while(|corner| **corner >= 0)
            .map(|&corner| (corner as usize, self.place(corner as usize)))
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
