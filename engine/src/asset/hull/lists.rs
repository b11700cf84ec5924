//! The lists of facets and of vertices, in the order in which the hull is given in the end.
//!
//! The list of facets runs: those of the hull, then those that will be deleted, then the new ones,
//! then the tail. New facets and facets that change move to the end; the facet whose points are
//! taken next is a place in the same list.

use super::Quickhull;
use super::store::{FacetId, VertexId};

/// Places in the list of facets.
#[derive(Clone, Copy, Debug)]
pub(super) struct FacetList {
    pub(super) first: FacetId,
    /// Where the search for points to add goes on.
    pub(super) pending: FacetId,
    /// The first of those that will be deleted.
    pub(super) visible: FacetId,
    /// The first new one.
    pub(super) fresh: FacetId,
    pub(super) count: u32,
    pub(super) visible_count: u32,
}

/// Places in the list of vertices.
#[derive(Clone, Copy, Debug)]
pub(super) struct VertexList {
    pub(super) first: VertexId,
    /// The first one of new facets.
    pub(super) fresh: VertexId,
    pub(super) count: u32,
}

impl Default for FacetList {
    fn default() -> FacetList {
        FacetList {
            first: FacetId::TAIL,
            pending: FacetId::NONE,
            visible: FacetId::NONE,
            fresh: FacetId::TAIL,
            count: 0,
            visible_count: 0,
        }
    }
}

impl Default for VertexList {
    fn default() -> VertexList {
        VertexList {
            first: VertexId::TAIL,
            fresh: VertexId::TAIL,
            count: 0,
        }
    }
}

impl Quickhull {
    /// Puts a facet at the end of the list.
    pub(super) fn append_facet(&mut self, facet: FacetId) {
        let list = &mut self.facet_list;
        if list.fresh == FacetId::TAIL {
            list.fresh = facet;
            if list.visible == FacetId::TAIL {
                list.visible = facet;
            }
        }
        if list.pending == FacetId::TAIL {
            list.pending = facet;
        }
        let previous = self.facets[FacetId::TAIL].previous;
        self.facets[facet].previous = previous;
        self.facets[facet].next = FacetId::TAIL;
        if previous == FacetId::NONE {
            self.facet_list.first = facet;
        } else {
            self.facets[previous].next = facet;
        }
        self.facets[FacetId::TAIL].previous = facet;
        self.facet_list.count += 1;
    }

    /// Takes a facet out of the list; places at it move on.
    pub(super) fn remove_facet(&mut self, facet: FacetId) {
        let (next, previous) = (self.facets[facet].next, self.facets[facet].previous);
        let list = &mut self.facet_list;
        for place in [&mut list.fresh, &mut list.pending, &mut list.visible] {
            if *place == facet {
                *place = next;
            }
        }
        if previous == FacetId::NONE {
            self.facet_list.first = next;
            self.facets[next].previous = FacetId::NONE;
        } else {
            self.facets[previous].next = next;
            self.facets[next].previous = previous;
        }
        self.facet_list.count = self.facet_list.count.wrapping_sub(1);
    }

    pub(super) fn move_facet_to_end(&mut self, facet: FacetId) {
        self.remove_facet(facet);
        self.append_facet(facet);
    }

    /// Puts a facet before another one; the first and the pending facet move along if they were
    /// that one.
    pub(super) fn insert_facet_before(&mut self, facet: FacetId, at: FacetId) {
        let previous = self.facets[at].previous;
        self.facets[facet].previous = previous;
        if previous != FacetId::NONE {
            self.facets[previous].next = facet;
        }
        self.facets[at].previous = facet;
        self.facets[facet].next = at;
        let list = &mut self.facet_list;
        if list.first == at {
            list.first = facet;
        }
        if list.pending == at {
            list.pending = facet;
        }
        list.count += 1;
    }

    /// Marks a facet to be deleted, with what takes its place.
    pub(super) fn retire_facet(&mut self, facet: FacetId, replacement: FacetId) {
        self.remove_facet(facet);
        let at = match self.facet_list.visible {
            FacetId::NONE => FacetId::TAIL,
            visible => visible,
        };
        self.insert_facet_before(facet, at);
        self.facet_list.visible = facet;
        self.facet_list.visible_count += 1;
        let retired = &mut self.facets[facet];
        retired.visible = true;
        retired.link = replacement;
        retired.ridges.clear();
        retired.neighbors.clear();
    }

    pub(super) fn delete_facet(&mut self, facet: FacetId) {
        self.remove_facet(facet);
        self.facets.free(facet);
    }

    pub(super) fn append_vertex(&mut self, vertex: VertexId) {
        if self.vertex_list.fresh == VertexId::TAIL {
            self.vertex_list.fresh = vertex;
        }
        let previous = self.vertices[VertexId::TAIL].previous;
        let added = &mut self.vertices[vertex];
        added.fresh = true;
        added.previous = previous;
        added.next = VertexId::TAIL;
        if previous == VertexId::NONE {
            self.vertex_list.first = vertex;
        } else {
            self.vertices[previous].next = vertex;
        }
        self.vertices[VertexId::TAIL].previous = vertex;
        self.vertex_list.count += 1;
    }

    pub(super) fn remove_vertex(&mut self, vertex: VertexId) {
        let (next, previous) = (self.vertices[vertex].next, self.vertices[vertex].previous);
        if self.vertex_list.fresh == vertex {
            self.vertex_list.fresh = next;
        }
        if previous == VertexId::NONE {
            self.vertex_list.first = next;
        } else {
            self.vertices[previous].next = next;
        }
        self.vertices[next].previous = previous;
        self.vertex_list.count = self.vertex_list.count.wrapping_sub(1);
    }

    /// Makes a vertex one of the new ones, at the end of the list.
    #[inline]
    pub(super) fn freshen_vertex(&mut self, vertex: VertexId) {
        if !self.vertices[vertex].fresh {
            self.remove_vertex(vertex);
            self.append_vertex(vertex);
        }
    }

    pub(super) fn freshen_vertices_of(&mut self, facet: FacetId) {
        for i in 0..self.facets[facet].vertices.len() {
            self.freshen_vertex(self.facets[facet].vertices[i]);
        }
    }

    /// Whether a place in the list of vertices is before its end.
    #[inline]
    pub(super) fn is_vertex(&self, vertex: VertexId) -> bool {
        vertex != VertexId::NONE && vertex != VertexId::TAIL
    }

    /// Whether a place in the list of facets is before its end.
    #[inline]
    pub(super) fn is_facet(&self, facet: FacetId) -> bool {
        facet != FacetId::NONE && facet != FacetId::TAIL
    }

    /// New facets and vertices are new no longer; with `visible`, neither will any facet be
    /// deleted.
    pub(super) fn settle(&mut self, visible: bool) {
        let mut vertex = self.vertex_list.fresh;
        while self.is_vertex(vertex) {
            self.vertices[vertex].fresh = false;
            vertex = self.vertices[vertex].next;
        }
        self.vertex_list.fresh = VertexId::NONE;
        self.first_new = 0;
        let mut facet = self.facet_list.fresh;
        while self.is_facet(facet) {
            let new = &mut self.facets[facet];
            new.fresh = false;
            new.duplicate = false;
            facet = new.next;
        }
        self.facet_list.fresh = FacetId::NONE;
        if visible {
            let mut facet = self.facet_list.visible;
            while self.facets[facet].visible {
                let kept = &mut self.facets[facet];
                kept.link = FacetId::NONE;
                kept.visible = false;
                facet = kept.next;
            }
            self.facet_list.visible_count = 0;
        }
        self.facet_list.visible = FacetId::NONE;
    }
}
