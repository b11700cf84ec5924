//! Facets that merges have left with less than three neighbours, or with no vertex of their own.

use super::{Flaw, Quickhull, Shrunken};
use crate::asset::hull::error::{Step, stop};
use crate::asset::hull::few::swap_take;
use crate::asset::hull::store::FacetId;

impl Quickhull {
    /// Plans the merge of a facet that has too few neighbours.
    pub(super) fn plan_degenerate(&mut self, facet: FacetId) {
        let shrunk = &mut self.facets[facet];
        if shrunk.redundant || shrunk.degenerate {
            return;
        }
        shrunk.degenerate = true;
        // Redundant facets are taken first
        if matches!(self.shrunken.last(), None | Some(Shrunken::Degenerate(_))) {
            self.shrunken.push(Shrunken::Degenerate(facet));
        } else {
            self.shrunken.insert(0, Shrunken::Degenerate(facet));
        }
    }

    /// Plans the merge of a facet into one that has all of its vertices.
    pub(super) fn plan_redundant(&mut self, facet: FacetId, other: FacetId) -> Step {
        let (a, b) = (&self.facets[facet], &self.facets[other]);
        if a.redundant || b.redundant {
            return Ok(());
        }
        if b.flipped && !a.flipped {
            return stop("QH6355 a facet would be merged into a flipped one");
        }
        self.facets[facet].redundant = true;
        self.shrunken.push(Shrunken::Redundant(facet, other));
        Ok(())
    }

    /// Merges these facets; returns how many.
    pub(super) fn merge_shrunken(&mut self) -> Step<u32> {
        let mut count = 0;
        while let Some(shrunken) = self.shrunken.pop() {
            let (facet, other) = match shrunken {
                Shrunken::Degenerate(facet) => (facet, None),
                Shrunken::Redundant(facet, other) | Shrunken::Mirror(facet, other) => {
                    (facet, Some(other))
                }
            };
            let shrunk = &mut self.facets[facet];
            if shrunk.visible {
                continue;
            }
            shrunk.degenerate = false;
            shrunk.redundant = false;
            let neighbors = shrunk.neighbors.len();
            if let Some(other) = other {
                let into = self.replacement(other)?;
                if into == FacetId::NONE {
                    return stop("QH6097 a redundant facet has nothing to be merged into");
                }
                if into == facet {
                    continue;
                }
                self.merge_facet(facet, into, Flaw::Redundant, None, false)?;
            } else if neighbors == 0 {
                self.drop_facet(facet);
            } else if neighbors < 3 {
                let best = self.best_neighbor(facet)?;
                let span = Some((best.low, best.high));
                self.merge_facet(facet, best.facet, Flaw::Degenerate, span, false)?;
            } else {
                continue;
            }
            count += 1;
        }
        Ok(count)
    }

    /// Deletes a facet without neighbours.
    fn drop_facet(&mut self, facet: FacetId) {
        self.retire_facet(facet, FacetId::NONE);
        for i in 0..self.facets[facet].vertices.len() {
            let vertex = self.facets[facet].vertices[i];
            let around = &mut self.vertices[vertex].neighbors;
            swap_take(around, &facet);
            if around.is_empty() {
                self.vertices[vertex].deleted = true;
                self.dead_vertices.push(vertex);
            }
        }
    }

    /// Plans the merge of a facet if a neighbour has all of its vertices, or if it has too few
    /// neighbours.
    pub(super) fn test_shrunken(&mut self, facet: FacetId) -> Step {
        if self.facets[facet].flipped {
            return Ok(());
        }
        for i in 0..self.facets[facet].neighbors.len() {
            let neighbor = self.facets[facet].neighbors[i];
            if self.facets[neighbor].flipped {
                continue;
            }
            if self.facets[neighbor].visible {
                return stop("QH6357 a facet has a deleted neighbour");
            }
            self.mark_vertices(neighbor);
            if self.has_only_marked(facet) {
                return self.plan_redundant(facet, neighbor);
            }
        }
        if self.facets[facet].neighbors.len() < 3 {
            self.plan_degenerate(facet);
        }
        Ok(())
    }

    /// Plans the merge of those neighbours of a facet whose vertices it has all, or its own if it
    /// has too few neighbours.
    pub(super) fn test_redundant_neighbors(&mut self, facet: FacetId) -> Step {
        if self.facets[facet].neighbors.len() < 3 {
            self.plan_degenerate(facet);
            return Ok(());
        }
        self.mark_vertices(facet);
        let flipped = self.facets[facet].flipped;
        for i in 0..self.facets[facet].neighbors.len() {
            let id = self.facets[facet].neighbors[i];
            let neighbor = &self.facets[id];
            if neighbor.visible {
                return stop("QH6360 a facet has a deleted neighbour");
            }
            let known = neighbor.degenerate || neighbor.redundant || neighbor.duplicate;
            if known || (flipped && !neighbor.flipped) {
                continue;
            }
            if self.has_only_marked(id) {
                self.plan_redundant(id, facet)?;
            }
        }
        Ok(())
    }

    /// Plans the merge of those neighbours of a facet that have too few themselves.
    pub(super) fn test_degenerate_neighbors(&mut self, facet: FacetId) -> Step {
        for i in 0..self.facets[facet].neighbors.len() {
            let id = self.facets[facet].neighbors[i];
            let neighbor = &self.facets[id];
            if neighbor.visible {
                return stop("QH6359 a facet has a deleted neighbour");
            }
            let known = neighbor.degenerate || neighbor.redundant || neighbor.duplicate;
            if !known && neighbor.neighbors.len() < 3 {
                self.plan_degenerate(id);
            }
        }
        Ok(())
    }

    pub(super) fn mark_vertices(&mut self, facet: FacetId) {
        self.new_vertex_visit();
        for &vertex in self.facets[facet].vertices.iter() {
            self.vertices[vertex].visit = self.vertex_visit;
        }
    }

    fn has_only_marked(&self, facet: FacetId) -> bool {
        let mut vertices = self.facets[facet].vertices.iter();
        vertices.all(|&vertex| self.vertices[vertex].visit == self.vertex_visit)
    }
}
