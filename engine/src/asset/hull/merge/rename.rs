//! Vertices that merges have made superfluous.
//!
//! A vertex around which only two facets are left lies on the border between them. If another
//! vertex of that border can stand for it, it is renamed to that one and goes.

use super::{Quickhull, VertexMerge};
use crate::asset::hull::error::{Step, stop};
use crate::asset::hull::few::swap_take;
use crate::asset::hull::store::{FacetId, RidgeId, VertexId};

impl Quickhull {
    /// Looks through the vertices of facets that changed; returns whether facets were merged.
    pub(super) fn reduce_vertices(&mut self) -> Step<bool> {
        let mut merged = self.merge_shrunken()? > 0;
        loop {
            if self.remove_extra_vertices()? || self.rename_shared_vertices()? {
                merged = true;
                continue;
            }
            break;
        }
        let mut vertex = self.vertex_list.fresh;
        while self.is_vertex(vertex) {
            let fresh = &mut self.vertices[vertex];
            if !fresh.deleted {
                fresh.lost_ridge = false;
            }
            vertex = fresh.next;
        }
        Ok(merged)
    }

    /// Takes vertices without ridges out of the facets that changed, until a facet is merged for
    /// it.
    fn remove_extra_vertices(&mut self) -> Step<bool> {
        let mut facet = self.facet_list.fresh;
        while self.is_facet(facet) {
            if self.facets[facet].changed && self.remove_extra_vertices_of(facet) {
                self.test_shrunken(facet)?;
                if self.merge_shrunken()? > 0 {
                    return Ok(true);
                }
            }
            facet = self.facets[facet].next;
        }
        Ok(false)
    }

    /// Renames vertices that lost a ridge, until a facet is merged for it.
    fn rename_shared_vertices(&mut self) -> Step<bool> {
        let mut facet = self.facet_list.fresh;
        while self.is_facet(facet) {
            if self.facets[facet].changed {
                self.facets[facet].changed = false;
                let mut i = 0;
                while let Some(&vertex) = self.facets[facet].vertices.get(i) {
                    if self.vertices[vertex].lost_ridge && self.rename_shared(vertex, facet)? {
                        if self.merge_shrunken()? > 0 {
                            return Ok(true);
                        }
                    } else {
                        i += 1;
                    }
                }
            }
            facet = self.facets[facet].next;
        }
        Ok(false)
    }

    /// Takes vertices out of a facet that none of its ridges has; returns whether there were any.
    pub(super) fn remove_extra_vertices_of(&mut self, facet: FacetId) -> bool {
        if self.facets[facet].simplicial {
            return false;
        }
        for &vertex in self.facets[facet].vertices.iter() {
            self.vertices[vertex].seen = false;
        }
        for &ridge in &self.facets[facet].ridges {
            for vertex in self.ridges[ridge].ends {
                self.vertices[vertex].seen = true;
            }
        }
        let mut found = false;
        let mut i = 0;
        while let Some(&vertex) = self.facets[facet].vertices.get(i) {
            if self.vertices[vertex].seen {
                i += 1;
                continue;
            }
            found = true;
            self.facets[facet].vertices.remove(i);
            let around = &mut self.vertices[vertex].neighbors;
            swap_take(around, &facet);
            if around.is_empty() {
                self.vertices[vertex].deleted = true;
                self.dead_vertices.push(vertex);
            }
        }
        found
    }

    /// Renames a vertex that only two facets have, if that is possible.
    fn rename_shared(&mut self, vertex: VertexId, facet: FacetId) -> Step<bool> {
        let &[a, b] = &self.vertices[vertex].neighbors[..] else {
            return Ok(false);
        };
        let other = if a == facet { b } else { a };
        self.new_facet_visit();
        self.facets[other].visit = self.facet_visit;
        let mut ridges = Vec::new();
        self.ridges_at(vertex, facet, &mut ridges);
        let theirs = &self.facets[other].vertices;
        let ours = self.facets[facet].vertices.iter().copied();
        let mut common: Vec<VertexId> = ours.filter(|v| theirs.contains(v)).collect();
        swap_take(&mut common, &vertex);
        match self.find_stand_in(vertex, &mut common, &ridges) {
            Some(stand_in) => {
                self.rename(vertex, stand_in, &ridges, Some(facet))?;
                Ok(true)
            }
            None => Ok(false),
        }
    }

    /// The ridges at a vertex between a facet and those with the mark of the current visit.
    fn ridges_at(&mut self, vertex: VertexId, facet: FacetId, found: &mut Vec<RidgeId>) {
        for &id in &self.facets[facet].ridges {
            let ridge = &self.ridges[id];
            let beyond = ridge.beyond(facet);
            if self.facets[beyond].visit == self.facet_visit && ridge.ends.contains(&vertex) {
                found.push(id);
            }
        }
        self.facets[facet].visit = 0;
    }

    /// The ridges at a vertex; `all` counts those that the last facet around it has with itself.
    pub(super) fn ridges_around(&mut self, vertex: VertexId, all: bool) -> Vec<RidgeId> {
        let mut found = Vec::new();
        self.new_facet_visit();
        let around = self.vertices[vertex].neighbors.clone();
        for &facet in &around {
            self.facets[facet].visit = self.facet_visit;
        }
        let end = if all {
            around.len()
        } else {
            around.len().saturating_sub(1)
        };
        for &facet in &around[..end] {
            self.ridges_at(vertex, facet, &mut found);
        }
        found
    }

    /// A vertex that can stand for another one in its ridges without making two of them the same:
    /// the one that is in the fewest of them.
    fn find_stand_in(
        &mut self,
        old: VertexId,
        vertices: &mut Vec<VertexId>,
        ridges: &[RidgeId],
    ) -> Option<VertexId> {
        let count = |vertex: VertexId| {
            let ends = ridges.iter().flat_map(|&ridge| self.ridges[ridge].ends);
            ends.filter(|&end| end == vertex).count()
        };
        let mut counted: Vec<(usize, VertexId)> = Vec::with_capacity(vertices.len());
        let mut i = 0;
        while i < vertices.len() {
            if count(vertices[i]) == 0 {
                vertices.swap_remove(i);
            } else {
                counted.push((count(vertices[i]), vertices[i]));
                i += 1;
            }
        }
        counted.sort_by_key(|&(count, _)| count);
        let far_end = |hull: &Quickhull, ridge: RidgeId, vertex: VertexId| {
            let ends = hull.ridges[ridge].ends;
            if ends[0] == vertex { ends[1] } else { ends[0] }
        };
        for (_, vertex) in counted {
            let around = self.ridges_around(vertex, false);
            let clash = around.iter().any(|&new| {
                let end = far_end(self, new, vertex);
                let mut others = ridges.iter().filter(|&&other| other != new);
                others.any(|&other| far_end(self, other, old) == end)
            });
            if !clash {
                return Some(vertex);
            }
        }
        None
    }

    /// Puts a vertex in the place of another one in ridges and facets; that one goes. `facet` is
    /// given if only two facets have it.
    pub(super) fn rename(
        &mut self,
        old: VertexId,
        new: VertexId,
        ridges: &[RidgeId],
        facet: Option<FacetId>,
    ) -> Step {
        for &ridge in ridges {
            if self.rename_in_ridge(ridge, old, new)? {
                let (top, bottom) = (self.ridges[ridge].top, self.ridges[ridge].bottom);
                if !self.will_go(top, new) && !self.will_go(bottom, new) {
                    self.plan_duplicate_ridges(ridge);
                }
            }
        }
        match facet {
            None => self.rename_around(old)?,
            Some(facet) if self.vertices[old].neighbors.len() == 2 => {
                for i in 0..self.vertices[old].neighbors.len() {
                    let neighbor = self.vertices[old].neighbors[i];
                    self.facets[neighbor].vertices.take(old);
                    self.test_shrunken(neighbor)?;
                }
                self.vertices[old].deleted = true;
                self.dead_vertices.push(old);
                self.test_shrunken(facet)?;
            }
            Some(_) => return stop("QH6101 a vertex is in other facets than it was"),
        }
        Ok(())
    }

    /// Renames a vertex in all facets around it.
    fn rename_around(&mut self, old: VertexId) -> Step {
        let mut i = 0;
        while let Some(&facet) = self.vertices[old].neighbors.get(i) {
            i += 1;
            if self.facets[facet].simplicial {
                self.test_shrunken(facet)?;
                continue;
            }
            self.drop_ridgeless_neighbors(facet)?;
            self.facets[facet].vertices.take(old);
            if self.remove_extra_vertices_of(facet) {
                i -= 1;
            }
            self.test_shrunken(facet)?;
            self.test_redundant_neighbors(facet)?;
            self.test_degenerate_neighbors(facet)?;
        }
        if !self.vertices[old].deleted {
            self.vertices[old].deleted = true;
            self.dead_vertices.push(old);
        }
        Ok(())
    }

    /// Whether a facet will be merged away because it has lost a vertex.
    fn will_go(&self, facet: FacetId, new: VertexId) -> bool {
        let facet = &self.facets[facet];
        let size = facet.vertices.len();
        size < 3 || (size == 3 && !facet.simplicial && facet.vertices.contains(&new))
    }

    /// Puts a vertex in the place of another one in a ridge; returns whether the ridge is still
    /// one.
    fn rename_in_ridge(&mut self, id: RidgeId, old: VertexId, new: VertexId) -> Step<bool> {
        let ends = self.ridges[id].ends;
        let Some(at) = ends.iter().position(|&end| end == old) else {
            return stop("QH6424 a ridge has lost a vertex");
        };
        let other = ends[1 - at];
        if other == new {
            self.ridges[id].ends = [other, other];
            self.delete_ridge(id);
            return Ok(false);
        }
        let place = usize::from(other > new);
        let ridge = &mut self.ridges[id];
        ridge.ends[place] = new;
        ridge.ends[1 - place] = other;
        ridge.simplicial_top = false;
        ridge.simplicial_bottom = false;
        if place != at {
            std::mem::swap(&mut ridge.top, &mut ridge.bottom);
        }
        Ok(true)
    }

    /// Plans the merge of two vertices where a facet has another ridge with the same ones.
    fn plan_duplicate_ridges(&mut self, id: RidgeId) {
        let ridge = self.ridges[id];
        for facet in [ridge.top, ridge.bottom] {
            if self.facets[facet].simplicial || self.facets[facet].merges == 0 {
                continue;
            }
            for &other in &self.facets[facet].ridges {
                if other != id && self.ridges[other].ends == ridge.ends {
                    let (to, from, distance) = self.nearest_pair(&ridge.ends);
                    self.vertex_merges.push(VertexMerge {
                        from,
                        to,
                        distance,
                        ridges: [id, other],
                    });
                }
            }
        }
    }
}
