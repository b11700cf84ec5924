//! The parts of flexes, which stand one after the other in the model's arrays.

use std::ops::Range;

use super::Model;

/// From an address and a count.
fn range(start: i32, count: i32) -> Range<usize> {
    start as usize..(start + count) as usize
}

impl Model {
    /// The vertices of a flex.
    #[inline]
    pub(crate) fn flex_vertices(&self, flex: usize) -> Range<usize> {
        range(self.flex_vertadr[flex], self.flex_vertnum[flex])
    }

    /// The edges of a flex.
    #[inline]
    pub(crate) fn flex_edges(&self, flex: usize) -> Range<usize> {
        range(self.flex_edgeadr[flex], self.flex_edgenum[flex])
    }

    /// The edges of a flex that can become longer.
    #[inline]
    pub(crate) fn elastic_edges(&self, flex: usize) -> impl Iterator<Item = usize> + '_ {
        let edges = self.flex_edges(flex);
        edges.filter(|edge| self.flexedge_rigid[*edge] == 0)
    }

    /// The elements of a flex.
    #[inline]
    pub(crate) fn flex_elements(&self, flex: usize) -> Range<usize> {
        range(self.flex_elemadr[flex], self.flex_elemnum[flex])
    }

    /// The corners of an element, as vertices of its flex.
    #[inline]
    pub(crate) fn flex_corners(&self, flex: usize, element: usize) -> &[i32] {
        let corners = self.flex_dim[flex] as usize + 1;
        let start = self.flex_elemdataadr[flex] as usize + element * corners;
        &self.flex_elem[start..start + corners]
    }

    /// A vertex of a flex among those of all flexes.
    #[inline]
    pub(crate) fn flex_vertex(&self, flex: usize, vertex: i32) -> usize {
        (self.flex_vertadr[flex] + vertex) as usize
    }

    /// The body of a vertex of a flex.
    #[inline]
    pub(crate) fn flex_body(&self, flex: usize, vertex: i32) -> usize {
        self.flex_vertbodyid[self.flex_vertex(flex, vertex)] as usize
    }

    /// The vertices at the ends of an edge of a flex, among those of all flexes.
    #[inline]
    pub(crate) fn edge_ends(&self, flex: usize, edge: usize) -> [usize; 2] {
        self.flex_edge[edge].map(|end| self.flex_vertex(flex, end))
    }
}
