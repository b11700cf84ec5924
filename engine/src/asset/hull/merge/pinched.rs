//! Merges vertices that are close together, where facets have two ridges on the same vertices.

use super::{Quickhull, VertexMerge};
use crate::asset::hull::error::{Step, stop};
use crate::asset::hull::store::{FacetId, VertexId};

/// How many usual merges apart vertices may be.
const TOO_WIDE: f64 = 100.0;

impl Quickhull {
    /// Merges all vertices that are planned to be, and the facets that this leaves bent.
    pub(in crate::asset::hull) fn merge_pinched_vertices(&mut self) -> Step {
        while !self.vertex_merges.is_empty() {
            self.merge_vertex_pairs()?;
            self.update_neighbors();
            self.test_changed_facets()?;
            self.merge_all(true)?;
            self.partition_visible()?;
            self.delete_visible()?;
            self.settle(true);
        }
        Ok(())
    }

    fn merge_vertex_pairs(&mut self) -> Step {
        self.keep_neighbors();
        self.facet_list.visible = FacetId::TAIL;
        self.facet_list.fresh = FacetId::TAIL;
        self.vertex_list.fresh = VertexId::TAIL;
        while let Some(merge) = self.nearest_merge()? {
            self.merge_vertex(merge.from, merge.to)?;
            self.merge_shrunken()?;
        }
        Ok(())
    }

    /// The planned merge of the nearest vertices.
    fn nearest_merge(&mut self) -> Step<Option<VertexMerge>> {
        let mut best = None;
        let mut least = f64::MAX;
        let mut i = 0;
        while let Some(merge) = self.vertex_merges.get(i) {
            if self.vertices[merge.from].deleted || self.vertices[merge.to].deleted {
                self.vertex_merges.swap_remove(i);
                continue;
            }
            if merge.distance < least {
                (best, least) = (Some(i), merge.distance);
            }
            i += 1;
        }
        let Some(best) = best else {
            return Ok(None);
        };
        if least / self.tolerance.merge > TOO_WIDE {
            return stop("QH6381 vertices of double ridges are too far from each other");
        }
        Ok(Some(self.vertex_merges.swap_remove(best)))
    }

    /// Renames a vertex to one near it, in all facets.
    fn merge_vertex(&mut self, old: VertexId, new: VertexId) -> Step {
        self.merge_count += 1;
        if self.vertices[old].deleted || self.vertices[new].deleted {
            return Ok(());
        }
        if self.vertices[old].neighbors.is_empty() || self.vertices[new].neighbors.is_empty() {
            return stop("QH2072 a vertex to be merged belongs to no facet");
        }
        for i in 0..self.vertices[old].neighbors.len() {
            let facet = self.vertices[old].neighbors[i];
            if !self.facets[facet].simplicial {
                continue;
            }
            if self.facets[facet].vertices.contains(&new) {
                self.make_ridges(facet);
            } else {
                self.replace_in_triangle(facet, old, new)?;
                self.put_around(new, facet);
                self.freshen_vertices_of(facet);
            }
        }
        let ridges = self.ridges_around(old, true);
        for i in 0..self.vertices[old].neighbors.len() {
            let facet = self.vertices[old].neighbors[i];
            if self.facets[facet].simplicial {
                continue;
            }
            self.add_facet_vertex(facet, new);
            self.put_around(new, facet);
            self.freshen_vertices_of(facet);
            if self.facet_list.fresh == FacetId::TAIL {
                self.move_facet_to_end(facet);
                self.facets[facet].fresh = true;
            }
        }
        self.rename(old, new, &ridges, None)?;
        if self.vertices[old].deleted && !self.vertices[old].partitioned {
            self.partition_merged(old, new)?;
        }
        Ok(())
    }

    fn put_around(&mut self, vertex: VertexId, facet: FacetId) {
        let around = &mut self.vertices[vertex].neighbors;
        if !around.contains(&facet) {
            around.push(facet);
        }
    }

    /// The merged vertex is a point near the facet that it is highest above.
    fn partition_merged(&mut self, old: VertexId, new: VertexId) -> Step {
        let (mut best, mut highest) = (FacetId::NONE, -f64::MAX);
        for &facet in &self.vertices[new].neighbors {
            if !self.facets[facet].visible {
                let distance = self.vertex_distance(old, facet);
                if distance > highest {
                    (best, highest) = (facet, distance);
                }
            }
        }
        if best == FacetId::NONE {
            return stop("QH6395 a deleted vertex was lost");
        }
        self.partition_near(self.vertices[old].point, best, None, false)?;
        self.vertices[old].partitioned = true;
        Ok(())
    }

    /// Puts a vertex in the place of another one in a triangle, whose neighbours stay opposite to
    /// its vertices.
    fn replace_in_triangle(&mut self, facet: FacetId, old: VertexId, new: VertexId) -> Step {
        let triangle = &mut self.facets[facet];
        let Some(from) = triangle.vertices.iter().position(|&v| v == old) else {
            return stop("QH6282 a triangle has lost a vertex");
        };
        let Some(&neighbor) = triangle.neighbors.get(from) else {
            return stop("QH6282 a triangle has lost a neighbour");
        };
        triangle.vertices.remove(from);
        triangle.neighbors.remove(from);
        let to = triangle.vertices.iter().take_while(|&&v| v > new).count();
        triangle.vertices.insert(to, new);
        triangle.neighbors.insert(to, neighbor);
        triangle.top ^= from % 2 != to % 2;
        Ok(())
    }

    /// Facets that share no ridge any more are no neighbours.
    pub(super) fn drop_ridgeless_neighbors(&mut self, facet: FacetId) -> Step {
        let visit = self.new_facet_visit();
        for i in 0..self.facets[facet].ridges.len() {
            let ridge = self.ridges[self.facets[facet].ridges[i]];
            self.facets[ridge.top].visit = visit;
            self.facets[ridge.bottom].visit = visit;
        }
        let mut i = 0;
        while let Some(&id) = self.facets[facet].neighbors.get(i) {
            let neighbor = &mut self.facets[id];
            if neighbor.visible {
                return stop("QH6358 a facet has a deleted neighbour");
            }
            if neighbor.visit == visit {
                i += 1;
                continue;
            }
            if neighbor.simplicial {
                return stop("QH6280 a triangle has lost a ridge");
            }
            neighbor.neighbors.swap_take(facet);
            if neighbor.neighbors.len() < 3 {
                self.plan_degenerate(id);
            }
            self.facets[facet].neighbors.swap_take(id);
        }
        if self.facets[facet].neighbors.len() < 3 {
            self.plan_degenerate(facet);
        }
        Ok(())
    }
}
