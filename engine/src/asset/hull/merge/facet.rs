//! The merge of one facet into another.

use super::{Flaw, Quickhull};
use crate::asset::hull::error::{Step, stop};
use crate::asset::hull::few::swap_take;
use crate::asset::hull::matching::greater_side;
use crate::asset::hull::store::{FacetId, VertexId};
use crate::asset::hull::tolerance::{greater, lesser};

/// A facet with so many more vertices than a triangle keeps its centrum.
const NEW_CENTRUM: usize = 5;
/// Facets with more vertices are held against neighbours by their centrum only.
const BY_CENTRUM: usize = 2 * 3 + 20;
/// Facets with more vertices are held against those neighbours only that they are not convex to.
const BY_NONCONVEX: usize = 3 + 15;
/// A merge that moves a facet by so many times the usual is given up.
const TOO_WIDE: f64 = 100.0;
/// As far as merges are counted.
pub(super) const MANY: u16 = 511;

/// The neighbour into which a facet is best merged, and how far its vertices are below and above
/// it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BestNeighbor {
    pub(super) facet: FacetId,
    pub(super) distance: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Quickhull {
    /// Merges a facet into another one. `span` is how far its vertices are below and above that
    /// one; `apex`: only the first vertex is new there.
    pub(super) fn merge_facet(
        &mut self,
        from: FacetId,
        into: FacetId,
        flaw: Flaw,
        span: Option<(f64, f64)>,
        apex: bool,
    ) -> Step {
        self.merge_count += 1;
        if let Some(span) = span {
            self.check_span(from, into, span)?;
        }
        if from == into || self.facets[from].visible || self.facets[into].visible {
            return stop("QH6099 a deleted facet would be merged");
        }
        if self.facet_list.count <= self.facet_list.visible_count + 4 {
            return stop("QH6227 only 4 facets remain");
        }
        self.keep_neighbors();
        self.make_ridges(from);
        self.make_ridges(into);
        if let Some(span) = span {
            self.note_span(into, span);
        }
        let merges = self.facets[from].merges + self.facets[into].merges + 1;
        let target = &mut self.facets[into];
        target.merges = merges.min(MANY);
        target.changed = true;
        target.duplicate = false;
        self.forget_tests(from, into);
        if self.facets[from].vertices.len() == 3 {
            self.merge_triangle(from, into, apex)?;
        } else {
            self.mark_vertices(into);
            self.merge_neighbors(from, into)?;
            self.merge_vertices(from, into)?;
            self.merge_ridges(from, into);
            self.merge_around(from, into)?;
            if !self.facets[into].fresh {
                self.freshen_vertices_of(into);
            }
        }
        self.move_facet_to_end(into);
        self.facets[into].fresh = true;
        self.facets[into].tested = false;
        if flaw != Flaw::Horizon {
            self.test_redundant_neighbors(into)?;
            self.test_degenerate_neighbors(from)?;
            self.test_shrunken(into)?;
        }
        self.retire_facet(from, into);
        Ok(())
    }

    fn check_span(&self, from: FacetId, into: FacetId, (low, high): (f64, f64)) -> Step {
        let mut limit = TOO_WIDE * self.tolerance.merge;
        limit = greater(limit, self.facets[from].reach);
        limit = greater(limit, self.facets[into].reach);
        if high > limit || -low > limit {
            let (_, _, nearest) = self.nearest_pair(&self.facets[from].vertices);
            if nearest > limit {
                return stop("QH6347 a merge would move a facet too far");
            }
            return stop("QH6348 the merge of a pinched facet would move it too far");
        }
        Ok(())
    }

    fn note_span(&mut self, into: FacetId, (low, high): (f64, f64)) {
        self.max_outside = greater(self.max_outside, high);
        self.min_vertex = lesser(self.min_vertex, low);
        let wide = self.tolerance.wide;
        let target = &mut self.facets[into];
        target.reach = greater(target.reach, high);
        target.keeps_centrum |= high > wide || low < -wide;
    }

    /// What changes must be tested again.
    fn forget_tests(&mut self, from: FacetId, into: FacetId) {
        self.facets[into].tested = false;
        for &ridge in &self.facets[from].ridges {
            self.ridges[ridge].tested = false;
        }
        let target = &mut self.facets[into];
        if target.centrum.is_none() {
            return;
        }
        let size = target.vertices.len();
        if !target.keeps_centrum {
            target.keeps_centrum = size > 3 + NEW_CENTRUM;
        } else if size == 3 {
            target.keeps_centrum = false;
        }
        if !target.keeps_centrum {
            target.centrum = None;
            for &ridge in &target.ridges {
                self.ridges[ridge].tested = false;
            }
        }
    }

    fn merge_neighbors(&mut self, from: FacetId, into: FacetId) -> Step {
        let visit = self.new_facet_visit();
        for i in 0..self.facets[into].neighbors.len() {
            let neighbor = self.facets[into].neighbors[i];
            self.facets[neighbor].visit = visit;
        }
        for i in 0..self.facets[from].neighbors.len() {
            let neighbor = self.facets[from].neighbors[i];
            if self.facets[neighbor].visit == visit {
                self.make_ridges(neighbor);
                self.drop_neighbor(neighbor, from, into)?;
            } else if neighbor != into {
                self.facets[into].neighbors.push(neighbor);
                self.replace_neighbor(neighbor, from, into)?;
            }
        }
        self.facets[from].neighbors.swap_take(into);
        self.facets[into].neighbors.swap_take(from);
        Ok(())
    }

    /// A neighbour of both facets loses one of them. The first place in its list stays taken.
    fn drop_neighbor(&mut self, of: FacetId, from: FacetId, into: FacetId) -> Step {
        let neighbors = &mut self.facets[of].neighbors;
        if neighbors.first() == Some(&from) {
            neighbors.swap_take(into);
            self.replace_neighbor(of, from, into)
        } else {
            neighbors.swap_take(from);
            Ok(())
        }
    }

    /// The vertices of both, from the latest to the earliest.
    fn merge_vertices(&mut self, from: FacetId, into: FacetId) -> Step {
        let (a, b) = (&self.facets[from].vertices, &self.facets[into].vertices);
        let limit = a.len() + b.len();
        let mut merged: Vec<VertexId> = Vec::with_capacity(limit);
        let mut rest = b.iter().copied().peekable();
        for &vertex in a.iter() {
            while let Some(later) = rest.next_if(|&other| other > vertex) {
                merged.push(later);
            }
            rest.next_if_eq(&vertex);
            merged.push(vertex);
        }
        merged.extend(rest);
        if merged.len() + 2 > limit {
            return stop("QH6100 merged facets do not share a ridge");
        }
        self.facets[into].vertices.assign(&merged);
        Ok(())
    }

    fn merge_ridges(&mut self, from: FacetId, into: FacetId) {
        let mut i = 0;
        while let Some(&id) = self.facets[into].ridges.get(i) {
            let ridge = &self.ridges[id];
            if ridge.top == from || ridge.bottom == from {
                self.delete_ridge(id);
            } else {
                i += 1;
            }
        }
        for i in 0..self.facets[from].ridges.len() {
            let id = self.facets[from].ridges[i];
            self.ridges[id].hand_over(from, into);
            self.facets[into].ridges.push(id);
        }
    }

    /// Around the vertices of the merged facet is now the other one.
    fn merge_around(&mut self, from: FacetId, into: FacetId) -> Step {
        for i in 0..self.facets[from].vertices.len() {
            let vertex = self.facets[from].vertices[i];
            if self.vertices[vertex].visit != self.vertex_visit {
                self.replace_around(vertex, from, into)?;
            } else {
                self.leave_vertex(vertex, from, into);
            }
        }
        Ok(())
    }

    /// A facet goes from around a vertex of both; the vertex goes if less than two are left.
    fn leave_vertex(&mut self, vertex: VertexId, from: FacetId, into: FacetId) {
        let around = &mut self.vertices[vertex].neighbors;
        swap_take(around, &from);
        if around.len() < 2 {
            self.facets[into].vertices.take(vertex);
            self.vertices[vertex].deleted = true;
            self.dead_vertices.push(vertex);
        }
    }

    /// Merges a facet of three vertices, of which the other one has two or three.
    fn merge_triangle(&mut self, from: FacetId, into: FacetId, apex: bool) -> Step {
        let (opposite, new) = if apex {
            self.add_apex(from, into)
        } else {
            self.add_opposite(from, into)?
        };
        for i in 0..self.facets[from].vertices.len() {
            let vertex = self.facets[from].vertices[i];
            if vertex == opposite && new {
                self.replace_around(vertex, from, into)?;
            } else {
                self.leave_vertex(vertex, from, into);
            }
        }
        self.new_facet_visit();
        for i in 0..self.facets[into].neighbors.len() {
            let neighbor = self.facets[into].neighbors[i];
            self.facets[neighbor].visit = self.facet_visit;
        }
        let mut i = 0;
        while let Some(&id) = self.facets[from].ridges.get(i) {
            let other = self.ridges[id].beyond(from);
            if other == into {
                self.delete_ridge(id);
                self.facets[into].neighbors.swap_take(from);
                continue;
            }
            if self.facets[other].duplicate && !self.facets[other].neighbors.contains(&from) {
                return stop("QH6356 a facet of a crowded edge cannot be merged");
            }
            self.facets[into].ridges.push(id);
            if self.facets[other].visit != self.facet_visit {
                self.facets[into].neighbors.push(other);
                self.replace_neighbor(other, from, into)?;
                self.facets[other].visit = self.facet_visit;
            } else {
                self.make_ridges(other);
                self.drop_neighbor(other, from, into)?;
            }
            self.ridges[id].hand_over(from, into);
            i += 1;
        }
        Ok(())
    }

    /// The apex of a new facet becomes a vertex of its horizon; returns it, and whether it was none
    /// before.
    fn add_apex(&mut self, from: FacetId, into: FacetId) -> (VertexId, bool) {
        let apex = self.facets[from].vertices[0];
        if !self.facets[into].fresh {
            self.freshen_vertices_of(into);
        }
        let new = self.facets[into].vertices.first() != Some(&apex);
        if new {
            self.facets[into].vertices.insert(0, apex);
        }
        (apex, new)
    }

    /// The vertex that is opposite to the common ridge becomes one of the other facet; returns it,
    /// and whether it was none before.
    fn add_opposite(&mut self, from: FacetId, into: FacetId) -> Step<(VertexId, bool)> {
        for &vertex in self.facets[from].vertices.iter() {
            self.vertices[vertex].seen = false;
        }
        let ridges = &self.facets[from].ridges;
        if let Some(&id) = ridges
            .iter()
            .find(|&&r| self.ridges[r].beyond(from) == into)
        {
            for vertex in self.ridges[id].ends {
                self.vertices[vertex].seen = true;
                self.vertices[vertex].lost_ridge = true;
            }
        }
        let mut vertices = self.facets[from].vertices.iter();
        let Some(&opposite) = vertices.find(|&&vertex| !self.vertices[vertex].seen) else {
            return stop("QH6100 merged facets do not share a ridge");
        };
        let new = self.add_facet_vertex(into, opposite);
        if !self.facets[into].fresh {
            self.freshen_vertices_of(into);
        } else {
            self.freshen_vertex(opposite);
        }
        Ok((opposite, new))
    }

    /// Makes a vertex one of a facet, in its order; returns whether it was none before.
    pub(super) fn add_facet_vertex(&mut self, facet: FacetId, vertex: VertexId) -> bool {
        let vertices = &mut self.facets[facet].vertices;
        let at = vertices.iter().position(|&other| other <= vertex);
        let at = at.unwrap_or(vertices.len());
        let new = vertices.get(at) != Some(&vertex);
        if new {
            vertices.insert(at, vertex);
        }
        new
    }

    /// The neighbour whose plane is nearest to the vertices of a facet.
    pub(super) fn best_neighbor(&mut self, facet: FacetId) -> Step<BestNeighbor> {
        let size = self.facets[facet].vertices.len();
        let by_centrum = size > BY_CENTRUM;
        let mut best = BestNeighbor {
            distance: f64::MAX,
            ..BestNeighbor::default()
        };
        if size > BY_NONCONVEX {
            for i in 0..self.facets[facet].ridges.len() {
                let ridge = self.ridges[self.facets[facet].ridges[i]];
                if ridge.nonconvex {
                    self.try_neighbor(facet, ridge.beyond(facet), by_centrum, &mut best);
                }
            }
        }
        if best.facet == FacetId::NONE {
            for i in 0..self.facets[facet].neighbors.len() {
                let neighbor = self.facets[facet].neighbors[i];
                self.try_neighbor(facet, neighbor, by_centrum, &mut best);
            }
        }
        if best.facet == FacetId::NONE {
            return stop("QH6095 a facet has no neighbours");
        }
        if by_centrum {
            (best.low, best.high) = self.span(facet, best.facet);
        }
        Ok(best)
    }

    fn try_neighbor(
        &mut self,
        facet: FacetId,
        neighbor: FacetId,
        by_centrum: bool,
        best: &mut BestNeighbor,
    ) {
        let flipped = |facet: FacetId| self.facets[facet].flipped;
        if flipped(facet)
            && flipped(neighbor)
            && best.facet != FacetId::NONE
            && !flipped(best.facet)
        {
            return;
        }
        let (low, high) = if by_centrum {
            let centrum = self.centrum(facet);
            let distance = self.facets[neighbor].plane.distance(&centrum) * 3.0;
            if distance < 0.0 {
                (distance, 0.0)
            } else {
                (0.0, distance)
            }
        } else {
            self.span(facet, neighbor)
        };
        let distance = greater_side(low, high);
        if distance < best.distance {
            *best = BestNeighbor {
                facet: neighbor,
                distance,
                low,
                high,
            };
        }
    }
}
