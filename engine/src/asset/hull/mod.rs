//! The convex hull of points in space, as triangles, by Quickhull (Barber, Dobkin and Huhdanpaa
//! 1996, "The Quickhull Algorithm for Convex Hulls", ACM Transactions on Mathematical Software 22).
//!
//! It begins with a tetrahedron (`simplex`). Every other point is assigned to a facet that it is
//! outside of (`partition`, `search`). Then, facet by facet, the furthest of its points becomes a
//! vertex (`build`): the facets that it sees go, and a cone of new ones joins it to their horizon
//! (`cone`, `matching`). Rounding can leave facets that are not convex to each other; they are
//! merged until all are (`merge`). In the end facets of more than three vertices are cut into
//! triangles (`triangulate`).
//!
//! MuJoCo takes its hulls from the program qhull of the same authors, and its models hold the
//! vertices and triangles in the order in which they come out there. So the order of every list and
//! of every sum is kept, as are the cases that are given up (`check`); the rest is our own.

mod build;
mod check;
mod cone;
mod error;
mod few;
mod lists;
mod matching;
mod merge;
mod partition;
mod plane;
mod result;
mod search;
mod simplex;
mod store;
#[cfg(test)]
mod tests;
mod tolerance;
mod triangulate;

pub(crate) use error::HullError;
pub(crate) use result::{Hull, Triangle};

use error::Step;
use merge::{FacetMerge, Shrunken, VertexMerge};
use store::{FacetId, Facets, Ridges, VertexId, Vertices};
use tolerance::{Extent, Tolerance};

/// A hull while it is built, and the memory for the next one.
#[derive(Debug, Default)]
pub(crate) struct Quickhull {
    points: Vec<[f64; 3]>,
    tolerance: Tolerance,
    /// A point inside of the first tetrahedron, and so of the hull.
    interior: [f64; 3],

    facets: Facets,
    vertices: Vertices,
    ridges: Ridges,
    facet_list: lists::FacetList,
    vertex_list: lists::VertexList,
    /// Marks of searches: whatever carries an earlier one was not visited yet.
    facet_visit: u32,
    vertex_visit: u32,

    /// The tetrahedron is so flat that points near a facet may be outside of its opposite.
    narrow: bool,
    /// How far a point was found above a facet without becoming a vertex.
    max_outside: f64,
    /// How far a vertex was found below a facet.
    min_vertex: f64,
    /// As `max_outside` when the last point was added, but at least what a merge moves.
    outer_limit: f64,
    /// No facet had to be tested closely so far.
    all_clear: bool,
    /// A point was found near a facet.
    had_coplanar: bool,
    /// The facets around vertices are kept.
    neighbors_kept: bool,
    /// Points are held against all new facets.
    search_all: bool,
    /// The new facets are known to face one way.
    not_sharp: bool,
    /// The facet above which a point near it was found to be too high.
    too_high_above: u32,
    /// Points outside of facets; also counts those that are given up.
    outside_count: i64,
    merge_count: u32,
    /// The first facet of the cone, by its count.
    first_new: u32,

    facet_merges: Vec<FacetMerge>,
    shrunken: Vec<Shrunken>,
    vertex_merges: Vec<VertexMerge>,
    /// Vertices that will be deleted.
    dead_vertices: Vec<VertexId>,
    /// Facets nearly as good as the best one of a search.
    candidates: Vec<FacetId>,
    /// Facets that share an edge with two others already, with the vertex at its other end.
    crowded: Vec<(VertexId, FacetId)>,
}

impl Quickhull {
    /// The hull of points; only the first `additions` vertices beyond the tetrahedron are taken up,
    /// all if `None`.
    pub(crate) fn hull(
        &mut self,
        points: impl IntoIterator<Item = [f64; 3]>,
        additions: Option<u32>,
    ) -> Result<Hull, HullError> {
        self.points.clear();
        self.points.extend(points);
        let finite = self.points.iter().flatten().all(|x| x.is_finite());
        if self.points.len() < 4 || !finite {
            return Err(HullError::Input);
        }
        self.build(additions)?;
        let may_be_thick = self.had_coplanar || !self.all_clear;
        if additions.is_none() && may_be_thick {
            self.check_widths()?;
        }
        self.triangulate()?;
        self.keep_neighbors();
        self.result()
    }

    fn build(&mut self, additions: Option<u32>) -> Step {
        let extent = Extent::of(&self.points);
        self.reset(&extent);
        let simplex = self.largest_simplex(&extent)?;
        self.begin(simplex)?;
        self.partition_all(simplex)?;
        self.start_with_furthest();
        self.add_points(additions)
    }

    fn reset(&mut self, extent: &Extent) {
        let tolerance = Tolerance::of(extent);
        self.facets.reset(tolerance.round);
        self.vertices.reset();
        self.ridges.reset();
        self.facet_list = lists::FacetList::default();
        self.vertex_list = lists::VertexList::default();
        self.facet_visit = 0;
        self.vertex_visit = 0;
        self.narrow = false;
        self.max_outside = 0.0;
        self.min_vertex = -tolerance.round;
        self.all_clear = true;
        self.had_coplanar = false;
        self.neighbors_kept = false;
        self.search_all = false;
        self.not_sharp = false;
        self.too_high_above = 0;
        self.outside_count = 0;
        self.merge_count = 0;
        self.first_new = 0;
        self.facet_merges.clear();
        self.shrunken.clear();
        self.vertex_merges.clear();
        self.dead_vertices.clear();
        self.tolerance = tolerance;
        self.limit_outside();
    }

    /// A mark that no facet carries yet.
    fn new_facet_visit(&mut self) -> u32 {
        self.facet_visit += 1;
        self.facet_visit
    }

    /// A mark that no vertex carries yet.
    fn new_vertex_visit(&mut self) -> u32 {
        self.vertex_visit += 1;
        self.vertex_visit
    }

    /// How high a point is above a facet.
    #[inline]
    fn distance(&self, point: u32, facet: FacetId) -> f64 {
        self.facets[facet]
            .plane
            .distance(&self.points[point as usize])
    }

    /// How high a vertex is above a facet.
    #[inline]
    fn vertex_distance(&self, vertex: VertexId, facet: FacetId) -> f64 {
        self.facets[facet].plane.distance(&self.vertices[vertex].at)
    }
}
