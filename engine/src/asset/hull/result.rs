//! The finished hull, in flat arrays.

use super::Quickhull;
use super::error::{Step, stop};
use super::store::{FacetId, VertexId};

/// A convex hull made of triangles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Hull {
    /// The input point that each vertex is.
    pub(crate) points: Vec<u32>,
    /// Where the triangles around each vertex end in `around`; they begin where those of the vertex
    /// before it end.
    pub(crate) ends: Vec<u32>,
    /// The triangles around the vertices, vertex after vertex.
    pub(crate) around: Vec<u32>,
    pub(crate) triangles: Vec<Triangle>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Triangle {
    /// Indices of vertices of the hull.
    pub(crate) corners: [u32; 3],
    /// The corners run clockwise, seen from outside.
    pub(crate) clockwise: bool,
}

impl Quickhull {
    pub(super) fn result(&mut self) -> Step<Hull> {
        let mut hull = Hull::default();
        // Visits are over: their marks number the facets and vertices of the result
        let mut id = self.facet_list.first;
        let mut count = 0;
        while self.is_facet(id) {
            self.facets[id].visit = count;
            count += 1;
            id = self.facets[id].next;
        }
        hull.triangles.reserve(count as usize);
        hull.around.reserve(3 * count as usize);
        hull.points.reserve(self.vertex_list.count as usize);
        hull.ends.reserve(self.vertex_list.count as usize);
        let mut id = self.vertex_list.first;
        while self.is_vertex(id) {
            let vertex = &mut self.vertices[id];
            vertex.visit = hull.points.len() as u32;
            hull.points.push(vertex.point);
            for &facet in &vertex.neighbors {
                hull.around.push(self.facets[facet].visit);
            }
            hull.ends.push(hull.around.len() as u32);
            id = vertex.next;
        }
        let mut id = self.facet_list.first;
        while self.is_facet(id) {
            hull.triangles.push(self.triangle(id)?);
            id = self.facets[id].next;
        }
        if hull.around.len() != 3 * hull.triangles.len() || hull.around.iter().any(|&f| f >= count)
        {
            return stop("QH6141 the hull is not closed");
        }
        Ok(hull)
    }

    fn triangle(&self, id: FacetId) -> Step<Triangle> {
        let facet = &self.facets[id];
        let &[a, b, c] = &facet.vertices[..] else {
            return stop("QH6147 a facet has not three vertices");
        };
        let number = |vertex: VertexId| self.vertices[vertex].visit;
        Ok(Triangle {
            corners: [number(a), number(b), number(c)],
            clockwise: facet.top,
        })
    }
}
