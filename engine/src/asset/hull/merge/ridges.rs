//! Ridges: the edges of facets that are not both triangles, written out.

use super::Quickhull;
use crate::asset::hull::few::swap_take;
use crate::asset::hull::store::{FacetId, Ridge, RidgeId};

impl Quickhull {
    /// Writes out the edges of a triangle that have no ridge yet. From now on its vertices and
    /// neighbours are in no fixed order.
    pub(super) fn make_ridges(&mut self, facet: FacetId) {
        if !self.facets[facet].simplicial {
            return;
        }
        self.facets[facet].simplicial = false;
        let mut forced = false;
        for i in 0..self.facets[facet].neighbors.len() {
            match self.facets[facet].neighbors[i] {
                FacetId::MERGE => forced = true,
                neighbor => self.facets[neighbor].seen = false,
            }
        }
        for i in 0..self.facets[facet].ridges.len() {
            let beyond = self.ridges[self.facets[facet].ridges[i]].beyond(facet);
            self.facets[beyond].seen = true;
        }
        for i in 0..self.facets[facet].neighbors.len() {
            let neighbor = self.facets[facet].neighbors[i];
            if neighbor == FacetId::MERGE || self.facets[neighbor].seen {
                continue;
            }
            let mut ridge = self.edge(facet, i, facet, neighbor);
            ridge.tested = self.facets[facet].tested && !forced;
            let simplicial = self.facets[neighbor].simplicial;
            (ridge.simplicial_top, ridge.simplicial_bottom) = if ridge.top == facet {
                (true, simplicial)
            } else {
                (simplicial, true)
            };
            self.add_ridge(ridge);
        }
        if forced {
            while self.facets[facet].neighbors.swap_take(FacetId::MERGE) {}
        }
    }

    /// The edge of a triangle that is opposite to a vertex, as a ridge between two facets, the
    /// first one in place of the triangle.
    pub(super) fn edge(
        &self,
        triangle: FacetId,
        skip: usize,
        facet: FacetId,
        neighbor: FacetId,
    ) -> Ridge {
        let vertices = &self.facets[triangle].vertices;
        let mut others = (0..vertices.len())
            .filter(|&i| i != skip)
            .map(|i| vertices[i]);
        let ends = [others.next(), others.next()].map(Option::unwrap_or_default);
        let top = self.facets[triangle].top ^ (skip % 2 == 1);
        let (top, bottom) = if top {
            (facet, neighbor)
        } else {
            (neighbor, facet)
        };
        Ridge {
            ends,
            top,
            bottom,
            ..Ridge::default()
        }
    }

    pub(super) fn add_ridge(&mut self, ridge: Ridge) {
        let id = self.ridges.add(ridge);
        // The order in which the two get it does not matter, as each has a list of its own
        for facet in [ridge.top, ridge.bottom] {
            self.facets[facet].ridges.push(id);
            self.facets[facet].had_ridges = true;
        }
    }

    /// Deletes a ridge between facets that become one.
    pub(super) fn delete_ridge(&mut self, id: RidgeId) {
        let ridge = self.ridges[id];
        if ridge.nonconvex {
            self.pass_on_nonconvex(id);
        }
        for vertex in ridge.ends {
            self.vertices[vertex].lost_ridge = true;
        }
        let mut i = 0;
        while i < self.vertex_merges.len() {
            if self.vertex_merges[i].ridges.contains(&id) {
                self.vertex_merges.swap_remove(i);
            } else {
                i += 1;
            }
        }
        swap_take(&mut self.facets[ridge.top].ridges, &id);
        swap_take(&mut self.facets[ridge.bottom].ridges, &id);
        self.ridges.free(id);
    }

    /// Another ridge between the same facets tells that they are to be merged.
    pub(super) fn pass_on_nonconvex(&mut self, id: RidgeId) {
        let (top, bottom) = (self.ridges[id].top, self.ridges[id].bottom);
        self.ridges[id].nonconvex = false;
        let ridges = &self.facets[top].ridges;
        let other = ridges.iter().find(|&&other| {
            let ridge = &self.ridges[other];
            other != id && (ridge.top == bottom || ridge.bottom == bottom)
        });
        if let Some(&other) = other {
            self.ridges[other].nonconvex = true;
        }
    }
}
