//! Facets, vertices and ridges, each kind in an array of its own and named by its index.
//!
//! The arrays outlive a hull: the next one finds their memory, and that of the lists in them, as
//! the last one left it. The first few facets and vertices stand for what is none: an index never
//! leads out of the array, whatever rounding has done to the hull.

use std::ops::{Index, IndexMut};

use super::few::Few;
use super::plane::Plane;

macro_rules! index {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
        pub(super) struct $name(pub(super) u32);
    };
}

index!(
    /// A facet; those of deleted facets are used again.
    FacetId
);
index!(
    /// A vertex; the later it was made, the greater. Facets and ridges list theirs from the latest
    /// to the earliest.
    VertexId
);
index!(
    /// An edge between two facets that are not both triangles.
    RidgeId
);

impl FacetId {
    /// No facet.
    pub(super) const NONE: FacetId = FacetId(0);
    /// The end of the list of facets.
    pub(super) const TAIL: FacetId = FacetId(1);
    /// In place of a neighbour: more than two new facets meet there.
    pub(super) const DUPLICATE: FacetId = FacetId(2);
    /// In place of a neighbour: the facet will be merged with the one that is on the other side.
    pub(super) const MERGE: FacetId = FacetId(3);
    const FIRST: u32 = 4;
}

impl VertexId {
    /// No vertex.
    pub(super) const NONE: VertexId = VertexId(0);
    /// The end of the list of vertices.
    pub(super) const TAIL: VertexId = VertexId(1);
    const FIRST: u32 = 2;
}

#[derive(Clone, Debug, Default)]
pub(super) struct Facet {
    pub(super) plane: Plane,
    pub(super) neighbors: Few<FacetId>,
    /// When it was last visited by a search.
    pub(super) visit: u32,
    pub(super) next: FacetId,
    pub(super) previous: FacetId,
    /// Of a facet that will be deleted: what takes its place. Of a new facet that joins its
    /// horizon: the next in the cycle of those that join the same one. Of that horizon: the newest
    /// of the cycle. Of a triangle of a larger facet: that facet.
    pub(super) link: FacetId,
    /// Counts the facets that were ever made.
    pub(super) serial: u32,
    pub(super) vertices: Few<VertexId>,
    pub(super) ridges: Vec<RidgeId>,
    /// Points above it, the furthest one last.
    pub(super) outside: Vec<u32>,
    /// Points in it or just below it, the highest one last.
    pub(super) coplanar: Vec<u32>,
    pub(super) centrum: Option<[f64; 3]>,
    /// How high the furthest point above it is.
    pub(super) furthest: f64,
    /// How high a point was found above it that was not made a vertex.
    pub(super) reach: f64,
    /// How many facets were merged into it, as far as one counts.
    pub(super) merges: u16,
    pub(super) has_plane: bool,
    /// There was a ridge, though it may be gone.
    pub(super) had_ridges: bool,
    /// There were points above it, though they may be gone.
    pub(super) had_outside: bool,
    /// The point that is added sees it, or it was merged into another: it will be deleted.
    pub(super) visible: bool,
    /// In the list of new facets.
    pub(super) fresh: bool,
    /// Its corners run clockwise, seen from outside.
    pub(super) top: bool,
    /// A triangle whose neighbours are opposite to the vertices of the same index.
    pub(super) simplicial: bool,
    pub(super) seen: bool,
    /// The inner point is above it.
    pub(super) flipped: bool,
    /// More than two new facets meet at one of its edges.
    pub(super) duplicate: bool,
    /// It, or the facet beyond, has an edge at which it will be merged.
    pub(super) forced: bool,
    /// The facet beyond has one.
    pub(super) forced_beyond: bool,
    /// On the horizon, and in one plane with the point that is added.
    pub(super) level: bool,
    /// New, and will be merged into its horizon.
    pub(super) joins_horizon: bool,
    pub(super) cycle_done: bool,
    /// Tested for convexity since it last changed.
    pub(super) tested: bool,
    pub(super) keeps_centrum: bool,
    /// Merged since its vertices were last looked through.
    pub(super) changed: bool,
    /// Has less than three neighbours.
    pub(super) degenerate: bool,
    /// All of its vertices are those of a neighbour, too.
    pub(super) redundant: bool,
    /// One of the triangles of a larger facet.
    pub(super) part: bool,
}

impl Facet {
    /// As new, but for the memory of its lists. Field by field, as moving all of them takes as long
    /// as making the facet.
    fn renew(&mut self, serial: u32, reach: f64) {
        self.plane = Plane::default();
        self.neighbors.clear();
        self.visit = 0;
        self.next = FacetId::NONE;
        self.previous = FacetId::NONE;
        self.link = FacetId::NONE;
        self.serial = serial;
        self.vertices.clear();
        self.ridges.clear();
        self.outside.clear();
        self.coplanar.clear();
        self.centrum = None;
        self.furthest = 0.0;
        self.reach = reach;
        self.merges = 0;
        self.has_plane = false;
        self.had_ridges = false;
        self.had_outside = false;
        self.visible = false;
        self.fresh = true;
        self.top = false;
        self.simplicial = true;
        self.seen = false;
        self.flipped = false;
        self.duplicate = false;
        self.forced = false;
        self.forced_beyond = false;
        self.level = false;
        self.joins_horizon = false;
        self.cycle_done = false;
        self.tested = false;
        self.keeps_centrum = false;
        self.changed = false;
        self.degenerate = false;
        self.redundant = false;
        self.part = false;
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Vertex {
    pub(super) at: [f64; 3],
    pub(super) point: u32,
    pub(super) next: VertexId,
    pub(super) previous: VertexId,
    /// When it was last visited by a search.
    pub(super) visit: u32,
    /// While the edges of new facets are matched: the first facet with an edge to it.
    pub(super) spoke: FacetId,
    /// The facets around it, once they are kept.
    pub(super) neighbors: Vec<FacetId>,
    pub(super) seen: bool,
    /// Will be deleted.
    pub(super) deleted: bool,
    /// Lost a ridge since vertices were last looked through.
    pub(super) lost_ridge: bool,
    /// In the list of new vertices.
    pub(super) fresh: bool,
    /// Deleted, and kept as a point near a facet.
    pub(super) partitioned: bool,
}

impl Vertex {
    fn renew(&mut self, point: u32, at: [f64; 3]) {
        let mut neighbors = std::mem::take(&mut self.neighbors);
        neighbors.clear();
        *self = Vertex {
            at,
            point,
            neighbors,
            ..Vertex::default()
        };
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ridge {
    /// Its ends, the later one first.
    pub(super) ends: [VertexId; 2],
    pub(super) top: FacetId,
    pub(super) bottom: FacetId,
    pub(super) tested: bool,
    /// The facets are to be merged.
    pub(super) nonconvex: bool,
    pub(super) simplicial_top: bool,
    pub(super) simplicial_bottom: bool,
}

impl Ridge {
    /// The facet on the other side.
    pub(super) fn beyond(&self, facet: FacetId) -> FacetId {
        if self.top == facet {
            self.bottom
        } else {
            self.top
        }
    }

    /// Puts a facet in the place of another, or of the one below if that is not on top; it is no
    /// simple triangle.
    pub(super) fn hand_over(&mut self, from: FacetId, to: FacetId) {
        if self.top == from {
            self.top = to;
            self.simplicial_top = false;
        } else {
            self.bottom = to;
            self.simplicial_bottom = false;
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct Facets {
    all: Vec<Facet>,
    free: Vec<FacetId>,
    used: u32,
    /// How many were ever made.
    pub(super) made: u32,
}

impl Facets {
    pub(super) fn reset(&mut self, reach: f64) {
        self.free.clear();
        self.used = 0;
        self.made = 0;
        for _ in 0..FacetId::FIRST {
            let id = self.make(reach);
            self[id].fresh = false;
        }
        // What stands for none is not counted, only the end of the list
        self.made = 1;
    }

    pub(super) fn make(&mut self, reach: f64) -> FacetId {
        let id = self.free.pop().unwrap_or_else(|| {
            self.used += 1;
            FacetId(self.used - 1)
        });
        if id.0 as usize >= self.all.len() {
            self.all.push(Facet::default());
        }
        let serial = self.made;
        self.made += 1;
        self[id].renew(serial, reach);
        id
    }

    pub(super) fn free(&mut self, facet: FacetId) {
        self.free.push(facet);
    }
}

#[derive(Debug, Default)]
pub(super) struct Vertices {
    all: Vec<Vertex>,
    used: u32,
}

impl Vertices {
    pub(super) fn reset(&mut self) {
        self.used = 0;
        for _ in 0..VertexId::FIRST {
            self.make(0, [0.0; 3]);
        }
    }

    pub(super) fn make(&mut self, point: u32, at: [f64; 3]) -> VertexId {
        let id = VertexId(self.used);
        self.used += 1;
        if id.0 as usize >= self.all.len() {
            self.all.push(Vertex::default());
        }
        self[id].renew(point, at);
        id
    }
}

#[derive(Debug, Default)]
pub(super) struct Ridges {
    all: Vec<Ridge>,
    free: Vec<RidgeId>,
}

impl Ridges {
    pub(super) fn reset(&mut self) {
        self.all.clear();
        self.free.clear();
    }

    pub(super) fn add(&mut self, ridge: Ridge) -> RidgeId {
        match self.free.pop() {
            Some(id) => {
                self[id] = ridge;
                id
            }
            None => {
                self.all.push(ridge);
                RidgeId(self.all.len() as u32 - 1)
            }
        }
    }

    pub(super) fn free(&mut self, ridge: RidgeId) {
        self.free.push(ridge);
    }
}

macro_rules! indexed {
    ($array:ident, $index:ident, $element:ident) => {
        impl Index<$index> for $array {
            type Output = $element;

            #[inline]
            fn index(&self, index: $index) -> &$element {
                &self.all[index.0 as usize]
            }
        }

        impl IndexMut<$index> for $array {
            #[inline]
            fn index_mut(&mut self, index: $index) -> &mut $element {
                &mut self.all[index.0 as usize]
            }
        }
    };
}

indexed!(Facets, FacetId, Facet);
indexed!(Vertices, VertexId, Vertex);
indexed!(Ridges, RidgeId, Ridge);
