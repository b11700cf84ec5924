//! Which facets are not convex to each other.
//!
//! The centrum of a facet, the mean of its vertices moved into its plane, must be clearly below the
//! plane of each neighbour, and the other way round (Barber, Dobkin and Huhdanpaa 1996, section 4).

use super::{Flaw, Quickhull};
use crate::asset::hull::error::Step;
use crate::asset::hull::store::{FacetId, VertexId};
use crate::asset::hull::tolerance::{greater, lesser};

impl Quickhull {
    /// A quick test for new triangles on triangles: the vertices that they do not share are clearly
    /// below each other's planes.
    pub(super) fn is_clearly_convex(&mut self) -> bool {
        let mut facet = self.facet_list.fresh;
        while self.is_facet(facet) {
            let new = &self.facets[facet];
            let horizon = &self.facets[new.neighbors[0]];
            if !horizon.simplicial || new.flipped || new.duplicate || !new.has_plane {
                self.all_clear = false;
                return false;
            }
            facet = new.next;
        }
        let limit = -2.0 * self.tolerance.round;
        let mut facet = self.facet_list.fresh;
        while self.is_facet(facet) {
            let new = &self.facets[facet];
            let [_, b, c] = [0, 1, 2].map(|i| new.vertices[i]);
            let below =
                |vertex: VertexId, plane: FacetId| self.vertex_distance(vertex, plane) < limit;
            let horizon = &self.facets[new.neighbors[0]];
            let opposite = horizon.vertices.iter().find(|&&v| v != b && v != c);
            let clear = below(b, new.neighbors[1])
                && below(c, new.neighbors[2])
                && opposite.is_none_or(|&vertex| below(vertex, facet));
            if !clear {
                self.all_clear = false;
                return false;
            }
            facet = new.next;
        }
        true
    }

    /// Tests the new facets after the forced merges.
    pub(super) fn test_new_facets(&mut self) -> Step {
        let visit = self.new_facet_visit();
        let mut facet = self.facet_list.fresh;
        while self.is_facet(facet) {
            self.facets[facet].visit = visit;
            for i in 0..self.facets[facet].neighbors.len() {
                let neighbor = self.facets[facet].neighbors[i];
                if self.facets[neighbor].visit != visit && self.test_pair(facet, neighbor)? {
                    self.mark_nonconvex(neighbor, facet);
                }
            }
            self.facets[facet].tested = true;
            for i in 0..self.facets[facet].ridges.len() {
                let ridge = self.facets[facet].ridges[i];
                self.ridges[ridge].tested = true;
            }
            facet = self.facets[facet].next;
        }
        self.sort_merges();
        Ok(())
    }

    /// Marks the first ridge between two facets.
    fn mark_nonconvex(&mut self, facet: FacetId, other: FacetId) {
        let ridges = &self.facets[facet].ridges;
        let between = ridges
            .iter()
            .find(|&&r| self.ridges[r].beyond(facet) == other);
        if let Some(&ridge) = between {
            self.ridges[ridge].nonconvex = true;
        }
    }

    /// Tests the facets that changed.
    pub(super) fn test_changed_facets(&mut self) -> Step {
        let visit = self.new_facet_visit();
        let mut facet = self.facet_list.fresh;
        while self.is_facet(facet) {
            if !self.facets[facet].tested {
                self.facets[facet].visit = visit;
                self.test_ridges(facet, visit)?;
                self.facets[facet].tested = true;
            }
            facet = self.facets[facet].next;
        }
        self.sort_merges();
        Ok(())
    }

    fn test_ridges(&mut self, facet: FacetId, visit: u32) -> Step {
        for i in 0..self.facets[facet].neighbors.len() {
            let neighbor = self.facets[facet].neighbors[i];
            self.facets[neighbor].seen = false;
        }
        for i in 0..self.facets[facet].ridges.len() {
            let id = self.facets[facet].ridges[i];
            let ridge = self.ridges[id];
            if ridge.tested && !ridge.nonconvex {
                continue;
            }
            let neighbor = ridge.beyond(facet);
            if self.facets[neighbor].seen {
                // One ridge speaks for all between two facets
                self.ridges[id].tested = true;
                self.ridges[id].nonconvex = false;
            } else if self.facets[neighbor].visit != visit {
                self.facets[neighbor].seen = true;
                self.ridges[id].nonconvex = false;
                if self.test_pair(facet, neighbor)? {
                    self.ridges[id].nonconvex = true;
                }
                self.ridges[id].tested = true;
            }
        }
        Ok(())
    }

    /// Plans a merge if two facets are not clearly convex; returns whether they are not.
    fn test_pair(&mut self, facet: FacetId, neighbor: FacetId) -> Step<bool> {
        let radius = self.tolerance.centrum;
        let centrum = self.centrum(facet);
        let there = self.facets[neighbor].plane.distance(&centrum);
        let centrum = self.centrum(neighbor);
        let back = self.facets[facet].plane.distance(&centrum);
        let concave = there > radius || back > radius;
        let level = |distance: f64| distance <= radius && distance >= -radius;
        let coplanar = level(there) || level(back);
        if concave && coplanar {
            if there > back {
                self.plan_merge(Flaw::ConcaveCoplanar, facet, neighbor, there)?;
            } else {
                self.plan_merge(Flaw::ConcaveCoplanar, neighbor, facet, back)?;
            }
        } else if concave {
            self.plan_merge(Flaw::Concave, facet, neighbor, greater(there, back))?;
        } else if coplanar {
            let distance = lesser(there.abs(), back.abs());
            self.plan_merge(Flaw::Coplanar, facet, neighbor, distance)?;
        }
        Ok(concave || coplanar)
    }

    /// The mean of the vertices, in the plane; it is kept.
    pub(super) fn centrum(&mut self, facet: FacetId) -> [f64; 3] {
        let kept = self.facets[facet].centrum;
        kept.unwrap_or_else(|| {
            let middle = self.middle(&self.facets[facet].vertices);
            let plane = self.facets[facet].plane;
            let height = plane.distance(&middle);
            let centrum = [0, 1, 2].map(|k| middle[k] - height * plane.normal[k]);
            self.facets[facet].centrum = Some(centrum);
            centrum
        })
    }
}
