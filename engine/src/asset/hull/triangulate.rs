//! Cuts facets of more than three vertices into triangles: fans from their latest vertex.
//!
//! The triangles that contain an edge at that vertex twice are nothing; where two of them cover
//! each other, both go.

use super::Quickhull;
use super::error::{Step, stop};
use super::merge::Shrunken;
use super::store::{FacetId, VertexId};

impl Quickhull {
    pub(super) fn triangulate(&mut self) -> Step {
        self.new_facet_visit();
        self.vertex_list.fresh = VertexId::TAIL;
        let mut first = FacetId::NONE;
        let mut vertices = VertexId::NONE;
        let mut facet = self.facet_list.first;
        while self.is_facet(facet) {
            let next = self.facets[facet].next;
            if !self.facets[facet].visible && !self.facets[facet].simplicial {
                if first == FacetId::NONE {
                    first = facet;
                }
                self.cut(facet, &mut vertices)?;
            }
            facet = next;
        }
        if first == FacetId::NONE {
            return Ok(());
        }
        self.drop_empty(first)?;
        self.facet_list.visible = FacetId::TAIL;
        while let Some(shrunken) = self.shrunken.pop() {
            if let Shrunken::Mirror(a, b) = shrunken {
                self.drop_mirrors(a, b)?;
            }
        }
        self.vertex_list.fresh = vertices;
        self.facet_list.visible = FacetId::NONE;
        self.update_neighbors();
        self.settle(false);
        self.delete_cut(first);
        Ok(())
    }

    /// Makes the triangles of a facet.
    fn cut(&mut self, facet: FacetId, vertices: &mut VertexId) -> Step {
        self.first_new = self.facets.made;
        for i in 0..self.facets[facet].neighbors.len() {
            let neighbor = self.facets[facet].neighbors[i];
            self.facets[neighbor].seen = false;
            self.facets[neighbor].level = false;
        }
        self.facet_list.visible = FacetId::TAIL;
        self.facet_list.fresh = FacetId::TAIL;
        self.facets[facet].visit = self.facet_visit;
        let Some(&apex) = self.facets[facet].vertices.first() else {
            return stop("QH6147 a facet has no vertices");
        };
        self.facets_at_ridges(facet, apex)?;
        self.retire_facet(facet, FacetId::NONE);
        let whole = &self.facets[facet];
        let (plane, has_plane, reach) = (whole.plane, whole.has_plane, whole.reach);
        let mut id = self.facet_list.fresh;
        while self.is_facet(id) {
            let triangle = &mut self.facets[id];
            triangle.part = true;
            triangle.link = facet;
            triangle.plane = plane;
            triangle.has_plane = has_plane;
            triangle.reach = reach;
            id = triangle.next;
        }
        self.match_new_facets()?;
        if *vertices == VertexId::NONE {
            *vertices = self.vertex_list.fresh;
        }
        self.vertex_list.fresh = VertexId::NONE;
        self.facet_list.visible = FacetId::NONE;
        self.update_neighbors();
        self.settle(false);
        Ok(())
    }

    /// Drops the triangles that have a vertex twice.
    fn drop_empty(&mut self, first: FacetId) -> Step {
        let mut facet = first;
        while self.is_facet(facet) {
            let triangle = &self.facets[facet];
            let next = triangle.next;
            if !triangle.visible {
                if !triangle.ridges.is_empty() {
                    return stop("QH6161 a triangle has ridges");
                }
                let (&[p, q, _], &[a, b, _]) = (&triangle.vertices[..], &triangle.neighbors[..])
                else {
                    return stop("QH6147 a facet is no triangle");
                };
                if p == q {
                    self.link(facet, a, facet, b)?;
                    self.retire_facet(facet, FacetId::NONE);
                }
            }
            facet = next;
        }
        Ok(())
    }

    /// Makes two facets neighbours, in place of others; notes if they are now each other's mirror.
    fn link(&mut self, old_a: FacetId, a: FacetId, old_b: FacetId, b: FacetId) -> Step {
        let there = self.facets[a].neighbors.contains(&b);
        let back = self.facets[b].neighbors.contains(&a);
        if there != back {
            return stop("QH6163 triangles are no neighbours");
        }
        if there && !self.are_mirrors(a, b) {
            self.plan_mirror(a, b)?;
        }
        self.replace_neighbor(b, old_b, a)?;
        self.replace_neighbor(a, old_a, b)
    }

    /// Whether two triangles are known as each other's mirror.
    fn are_mirrors(&self, a: FacetId, b: FacetId) -> bool {
        let known = |shrunken: &Shrunken| match *shrunken {
            Shrunken::Mirror(c, d) => (a, b) == (c, d) || (a, b) == (d, c),
            _ => false,
        };
        let marked = self.facets[a].redundant && self.facets[b].redundant;
        marked && self.shrunken.iter().any(known)
    }

    fn plan_mirror(&mut self, a: FacetId, b: FacetId) -> Step {
        if self.facets[b].redundant {
            return Ok(());
        }
        if self.facets[b].flipped && !self.facets[a].flipped {
            return stop("QH6355 a triangle mirrors a flipped one");
        }
        if self.facets[a].redundant {
            return stop("QH6092 a triangle has two mirrors");
        }
        if *self.facets[a].vertices != *self.facets[b].vertices {
            return stop("QH6093 mirrored triangles have different vertices");
        }
        self.facets[a].redundant = true;
        self.facets[b].redundant = true;
        self.shrunken.push(Shrunken::Mirror(a, b));
        Ok(())
    }

    /// Drops two triangles that cover each other; their neighbours become each other's.
    fn drop_mirrors(&mut self, a: FacetId, b: FacetId) -> Step {
        for i in 0..self.facets[a].neighbors.len() {
            let beyond_a = self.facets[a].neighbors[i];
            let Some(&beyond_b) = self.facets[b].neighbors.get(i) else {
                return stop("QH6163 triangles are no neighbours");
            };
            let each_other = beyond_a == b && beyond_b == a;
            let both_gone = self.facets[beyond_a].visible && self.facets[beyond_b].visible;
            if each_other || both_gone || self.are_mirrors(beyond_a, beyond_b) {
                continue;
            }
            self.link(a, beyond_a, b, beyond_b)?;
        }
        self.retire_facet(a, FacetId::NONE);
        self.retire_facet(b, FacetId::NONE);
        Ok(())
    }

    /// Deletes the facets that were cut, and the triangles that were dropped.
    fn delete_cut(&mut self, first: FacetId) {
        let mut facet = first;
        while self.is_facet(facet) {
            let next = self.facets[facet].next;
            if self.facets[facet].visible {
                self.delete_facet(facet);
            }
            facet = next;
        }
    }
}
