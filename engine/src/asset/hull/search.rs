//! Which facet a point is furthest above.
//!
//! On a convex hull a walk from neighbour to neighbour, always upwards, ends at the best facet.
//! Facets that rounding has bent a little can end it too early; so the walk goes on through facets
//! that are nearly as good.

use super::Quickhull;
use super::error::{Step, stop};
use super::plane::squared_distance;
use super::store::{FacetId, VertexId};
use super::tolerance::{greater, lesser};

/// Below any distance.
const LOWEST: f64 = -f64::MAX / 2.0;
/// With more merges than this, facets may be bent so much that points are held against all new
/// ones.
const MANY_MERGES: u32 = 50;

/// What a search found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    pub(super) facet: FacetId,
    pub(super) distance: f64,
    pub(super) outside: bool,
}

/// How a search goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walk {
    /// Goes on when a facet was found that the point is outside of.
    pub(super) to_best: bool,
    /// Stays among the new facets.
    pub(super) fresh: bool,
}

impl Quickhull {
    pub(super) fn merged_often(&self) -> bool {
        self.merge_count > MANY_MERGES
    }

    /// How high a point is above a facet if there is no need to look for a better one.
    pub(super) fn clearly_outside(&self) -> f64 {
        let factor = if self.merged_often() { 2.0 } else { 1.0 };
        factor * greater(2.0 * self.tolerance.outside, self.max_outside)
    }

    /// The best facet on a walk upwards, or the first one that the point is outside of.
    pub(super) fn find_best(&mut self, point: u32, start: FacetId, walk: Walk) -> Step<Best> {
        let visit = self.new_facet_visit();
        let at = self.points[point as usize];
        let enough = self.tolerance.outside;
        let mut best = Best {
            facet: FacetId::NONE,
            distance: LOWEST,
            outside: true,
        };
        if !self.facets[start].flipped {
            best.facet = start;
            best.distance = self.facets[start].plane.distance(&at);
            if !walk.to_best && best.distance >= enough {
                return Ok(best);
            }
        }
        self.facets[start].visit = visit;
        let mut facet = start;
        let mut last = start;
        while facet != FacetId::NONE {
            last = facet;
            facet = FacetId::NONE;
            for i in 0..self.facets[last].neighbors.len() {
                let id = self.facets[last].neighbors[i];
                let neighbor = &mut self.facets[id];
                if (walk.fresh && !neighbor.fresh) || neighbor.visit == visit {
                    continue;
                }
                neighbor.visit = visit;
                if neighbor.flipped {
                    continue;
                }
                let distance = neighbor.plane.distance(&at);
                if distance > best.distance {
                    best.facet = id;
                    best.distance = distance;
                    if !walk.to_best && distance >= enough {
                        return Ok(best);
                    }
                    facet = id;
                    break;
                }
            }
        }
        self.leave_walk(point, last, best, walk)
    }

    /// Looks further than the walk went.
    fn leave_walk(&mut self, point: u32, last: FacetId, walked: Best, walk: Walk) -> Step<Best> {
        let mut best = walked;
        let mut look_around = true;
        if walk.fresh {
            if best.facet == FacetId::NONE {
                let fresh = self.facet_list.fresh;
                best = self.find_best_fresh(point, fresh, walk.to_best)?;
                look_around = false;
            } else if !self.not_sharp && best.distance < -self.tolerance.round {
                if self.is_sharp() {
                    best = self.find_best_fresh(point, best.facet, walk.to_best)?;
                    look_around = false;
                    self.search_all = true;
                } else {
                    self.not_sharp = true;
                }
            }
        }
        if best.facet == FacetId::NONE {
            best = self.find_upright(point, last)?;
        }
        if look_around {
            (best.facet, best.distance) = self.look_around(point, best.facet, best.distance);
        }
        best.outside = best.distance >= self.tolerance.outside;
        Ok(best)
    }

    /// The best one of all new facets, or the first one that the point is clearly outside of.
    pub(super) fn find_best_fresh(
        &mut self,
        point: u32,
        start: FacetId,
        to_best: bool,
    ) -> Step<Best> {
        let visit = self.new_facet_visit();
        if !self.is_facet(start) {
            return stop("QH6001 a cone of new facets was merged away");
        }
        let enough = if to_best {
            f64::INFINITY
        } else {
            self.clearly_outside()
        };
        let at = self.points[point as usize];
        let mut best = Best {
            facet: FacetId::NONE,
            distance: LOWEST,
            outside: true,
        };
        for (from, end) in [(start, FacetId::TAIL), (self.facet_list.fresh, start)] {
            let mut id = from;
            while self.is_facet(id) && id != end {
                let facet = &mut self.facets[id];
                facet.visit = visit;
                if !facet.flipped {
                    let distance = facet.plane.distance(&at);
                    if distance > best.distance {
                        best.facet = id;
                        best.distance = distance;
                        if distance >= enough {
                            return Ok(best);
                        }
                    }
                }
                id = facet.next;
            }
        }
        let from = if best.facet == FacetId::NONE {
            start
        } else {
            best.facet
        };
        (best.facet, best.distance) = self.look_around(point, from, best.distance);
        best.outside = best.distance >= self.tolerance.outside;
        Ok(best)
    }

    /// How much lower a facet may be for its neighbours to be looked at.
    fn search_depth(&self) -> f64 {
        let factor = if self.merged_often() { 2.0 } else { 1.0 };
        factor * (self.max_outside + 2.0 * self.tolerance.round + self.tolerance.centrum)
    }

    /// Spreads from a facet over those that are nearly as good or better.
    fn look_around(&mut self, point: u32, start: FacetId, height: f64) -> (FacetId, f64) {
        let visit = self.new_facet_visit();
        let depth = self.search_depth();
        let at = self.points[point as usize];
        let (mut best, mut highest) = (start, height);
        let mut lowest = highest - depth;
        self.candidates.clear();
        self.facets[start].visit = visit;
        let mut facet = start;
        loop {
            let mut next = FacetId::NONE;
            for i in 0..self.facets[facet].neighbors.len() {
                let id = self.facets[facet].neighbors[i];
                let neighbor = &mut self.facets[id];
                if neighbor.visit == visit {
                    continue;
                }
                neighbor.visit = visit;
                if !neighbor.flipped {
                    let distance = neighbor.plane.distance(&at);
                    if distance > highest {
                        lowest = distance - depth;
                        if distance > highest + depth {
                            self.candidates.clear();
                        }
                        (best, highest) = (id, distance);
                    } else if distance < lowest {
                        continue;
                    }
                }
                if next != FacetId::NONE {
                    self.candidates.push(next);
                }
                next = id;
            }
            if next == FacetId::NONE {
                match self.candidates.pop() {
                    Some(candidate) => next = candidate,
                    None => return (best, highest),
                }
            }
            facet = next;
        }
    }

    /// As `look_around` in the finished hull; all facets on the way keep how high the point is
    /// above them.
    pub(super) fn raise_around(&mut self, point: u32, start: FacetId, height: f64) -> f64 {
        let visit = self.new_facet_visit();
        let depth = self.search_depth();
        let at = self.points[point as usize];
        let reach = &mut self.facets[start].reach;
        *reach = greater(*reach, height);
        let mut highest = height;
        let lowest = lesser(height - depth, -depth);
        self.candidates.clear();
        self.facets[start].visit = visit;
        let mut facet = start;
        loop {
            let mut next = FacetId::NONE;
            let wide = self.facets[facet].merges > 10 && self.facets[facet].neighbors.len() > 100;
            let floor = if wide { 5.0 * lowest } else { lowest };
            for i in 0..self.facets[facet].neighbors.len() {
                let id = self.facets[facet].neighbors[i];
                let neighbor = &mut self.facets[id];
                if neighbor.visit == visit {
                    continue;
                }
                neighbor.visit = visit;
                if !neighbor.flipped {
                    let distance = neighbor.plane.distance(&at);
                    if distance > highest {
                        highest = distance;
                    } else if distance < floor {
                        continue;
                    }
                    neighbor.reach = greater(neighbor.reach, distance);
                }
                if next != FacetId::NONE {
                    self.candidates.push(next);
                }
                next = id;
            }
            if next == FacetId::NONE {
                match self.candidates.pop() {
                    Some(candidate) => next = candidate,
                    None => return highest,
                }
            }
            facet = next;
        }
    }

    /// Whether new facets face different octants.
    fn is_sharp(&self) -> bool {
        let octant = |facet: FacetId| self.facets[facet].plane.normal.map(|x| x > 0.0);
        let first = self.facet_list.fresh;
        let mut facet = first;
        while self.is_facet(facet) {
            if octant(facet) != octant(first) {
                return true;
            }
            facet = self.facets[facet].next;
        }
        false
    }

    /// The best facet that is not flipped, near one that is, or else anywhere.
    fn find_upright(&mut self, point: u32, flipped: FacetId) -> Step<Best> {
        let near = self.facets[flipped].neighbors.to_vec();
        let mut best = self.best_of(point, &near);
        if best.facet == FacetId::NONE {
            let vertex = self.nearest_vertex(point, flipped);
            self.keep_neighbors();
            let near = self.vertices[vertex].neighbors.clone();
            best = self.best_of(point, &near);
        }
        if best.facet == FacetId::NONE {
            best = self.find_anywhere(point);
        }
        if best.facet == FacetId::NONE {
            return stop("QH6261 all facets are flipped");
        }
        Ok(best)
    }

    fn best_of(&self, point: u32, facets: &[FacetId]) -> Best {
        let mut best = Best {
            facet: FacetId::NONE,
            distance: LOWEST,
            outside: true,
        };
        for &facet in facets {
            if !self.facets[facet].flipped {
                let distance = self.distance(point, facet);
                if distance > best.distance {
                    best.facet = facet;
                    best.distance = distance;
                }
            }
        }
        best
    }

    /// The best facet of all, or the first one that the point is outside of.
    fn find_anywhere(&self, point: u32) -> Best {
        let mut best = Best {
            facet: FacetId::NONE,
            distance: -f64::MAX,
            outside: true,
        };
        let mut facet = self.facet_list.first;
        while self.is_facet(facet) {
            let tested = &self.facets[facet];
            if !tested.flipped && tested.has_plane && !tested.visible {
                let distance = self.distance(point, facet);
                if distance > best.distance {
                    best.facet = facet;
                    best.distance = distance;
                    if distance > self.tolerance.outside {
                        break;
                    }
                }
            }
            facet = tested.next;
        }
        best
    }

    fn nearest_vertex(&self, point: u32, facet: FacetId) -> VertexId {
        let at = &self.points[point as usize];
        let mut nearest = VertexId::NONE;
        let mut least = f64::MAX;
        for &vertex in self.facets[facet].vertices.iter() {
            let distance = squared_distance(&self.vertices[vertex].at, at);
            if distance < least {
                (nearest, least) = (vertex, distance);
            }
        }
        nearest
    }

    /// The two vertices that are nearest to each other, and their distance.
    pub(super) fn nearest_pair(&self, vertices: &[VertexId]) -> (VertexId, VertexId, f64) {
        let mut nearest = (VertexId::NONE, VertexId::NONE);
        let mut least = f64::MAX;
        for (i, &a) in vertices.iter().enumerate() {
            for &b in &vertices[i + 1..] {
                let distance = squared_distance(&self.vertices[a].at, &self.vertices[b].at);
                if distance < least {
                    (nearest, least) = ((a, b), distance);
                }
            }
        }
        (nearest.0, nearest.1, least.sqrt())
    }
}
