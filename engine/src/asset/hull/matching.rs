//! Joins the new facets of a cone to each other.
//!
//! Each new facet is (apex, a, b); it meets another one at the edge from the apex to a, and a third
//! at the edge to b. So the other end of the edge tells which facets meet. Where rounding has
//! folded the horizon, more than two do: then the pair that fits best stays, and the others will be
//! merged.

use super::Quickhull;
use super::error::{Step, stop};
use super::store::{FacetId, VertexId};
use super::tolerance::{greater, lesser};

/// A facet that may move by this many merges is as good as in place.
const WIDE: f64 = 50.0;

/// A facet at an edge: the facet, and which of its vertices is not on the edge.
#[derive(Clone, Copy, Debug, Default)]
struct RidgeSide {
    facet: FacetId,
    skip: usize,
}

/// Two facets that meet, and how far one would have to move.
#[derive(Clone, Copy, Debug, Default)]
struct Pair {
    first: RidgeSide,
    second: RidgeSide,
    distance: f64,
}

impl Quickhull {
    pub(super) fn match_new_facets(&mut self) -> Step {
        self.crowded.clear();
        let mut facet = self.facet_list.fresh;
        while self.is_facet(facet) {
            let new = &mut self.facets[facet];
            if !new.simplicial || new.vertices.len() != 3 {
                return stop("QH6377 a new facet is no triangle");
            }
            let horizon = new.neighbors[0];
            new.neighbors
                .assign(&[horizon, FacetId::NONE, FacetId::NONE]);
            for i in 1..3 {
                let vertex = new.vertices[i];
                self.vertices[vertex].spoke = FacetId::NONE;
            }
            facet = new.next;
        }
        let mut unmatched = 0;
        let mut facet = self.facet_list.fresh;
        while self.is_facet(facet) {
            for skip in 1..3 {
                self.match_side(RidgeSide { facet, skip }, &mut unmatched)?;
            }
            facet = self.facets[facet].next;
        }
        if unmatched != 0 {
            self.match_duplicates(&mut unmatched)?;
        }
        if unmatched != 0 {
            return stop("QH6108 new facets do not match up");
        }
        Ok(())
    }

    fn match_duplicates(&mut self, unmatched: &mut i64) -> Step {
        let mut facet = self.facet_list.fresh;
        while self.is_facet(facet) {
            if self.facets[facet].duplicate {
                for skip in 0..self.facets[facet].neighbors.len() {
                    if self.facets[facet].neighbors[skip] == FacetId::DUPLICATE {
                        self.match_duplicate(RidgeSide { facet, skip }, unmatched)?;
                    }
                }
            }
            facet = self.facets[facet].next;
        }
        Ok(())
    }

    /// The vertex at the other end of the edge from the apex.
    fn end_of(&self, side: RidgeSide) -> VertexId {
        self.facets[side.facet].vertices[3 - side.skip]
    }

    /// The facet at the edge from the apex to a vertex.
    fn side_at(&self, facet: FacetId, end: VertexId) -> RidgeSide {
        let skip = if self.facets[facet].vertices[1] == end {
            2
        } else {
            1
        };
        RidgeSide { facet, skip }
    }

    /// Whether two facets run along their common edge in opposite directions, as they should.
    fn fits(&self, a: RidgeSide, b: RidgeSide) -> bool {
        let same = a.skip % 2 == b.skip % 2;
        same == (self.facets[a.facet].top ^ self.facets[b.facet].top)
    }

    fn neighbor_at(&self, side: RidgeSide) -> FacetId {
        self.facets[side.facet].neighbors[side.skip]
    }

    fn set_neighbor(&mut self, side: RidgeSide, neighbor: FacetId) {
        self.facets[side.facet].neighbors[side.skip] = neighbor;
    }

    fn join(&mut self, a: RidgeSide, b: RidgeSide) {
        self.set_neighbor(a, b.facet);
        self.set_neighbor(b, a.facet);
    }

    /// Joins a facet to the one that waits at the same edge, or lets it wait there.
    fn match_side(&mut self, side: RidgeSide, unmatched: &mut i64) -> Step {
        let end = self.end_of(side);
        let waiting = self.vertices[end].spoke;
        if waiting == FacetId::NONE {
            self.vertices[end].spoke = side.facet;
            *unmatched += 1;
            return Ok(());
        }
        let other = self.side_at(waiting, end);
        let joined = self.neighbor_at(other);
        if joined == FacetId::NONE && self.fits(side, other) {
            self.join(side, other);
            *unmatched -= 1;
            return Ok(());
        }
        self.set_neighbor(side, FacetId::DUPLICATE);
        self.facets[side.facet].duplicate = true;
        self.crowd(end, side.facet);
        *unmatched += 1;
        if joined != FacetId::DUPLICATE {
            self.set_neighbor(other, FacetId::DUPLICATE);
            self.facets[other.facet].duplicate = true;
            if joined != FacetId::NONE {
                let third = &mut self.facets[joined];
                if !third.neighbors.replace(other.facet, FacetId::DUPLICATE) {
                    return stop("QH6260 a new facet has a neighbour that has not it");
                }
                third.duplicate = true;
                self.crowd(end, joined);
                *unmatched += 2;
            }
        }
        Ok(())
    }

    /// Keeps a facet at an edge where others are already.
    fn crowd(&mut self, end: VertexId, facet: FacetId) {
        if self.vertices[end].spoke != facet && !self.crowded.contains(&(end, facet)) {
            self.crowded.push((end, facet));
        }
    }

    /// The facets at the edge to a vertex that share it with too many.
    fn crowd_at(&self, end: VertexId) -> Vec<RidgeSide> {
        let others = self.crowded.iter().filter(|(vertex, _)| *vertex == end);
        let all = std::iter::once(self.vertices[end].spoke).chain(others.map(|(_, facet)| *facet));
        let duplicates = all.filter(|&facet| self.facets[facet].duplicate);
        duplicates.map(|facet| self.side_at(facet, end)).collect()
    }

    /// Joins the pair that fits best where several facets meet at an edge, and marks the others for
    /// merging.
    fn match_duplicate(&mut self, at: RidgeSide, unmatched: &mut i64) -> Step {
        let crowd = self.crowd_at(self.end_of(at));
        let (good, best) = self.find_pairs(at, &crowd)?;
        let Some(pair) = good.or(best) else {
            return stop("QH6157 no new facets fit each other");
        };
        self.join(pair.first, pair.second);
        *unmatched -= 2;
        let mut spare = good.map(|pair| pair.second);
        self.new_facet_visit();
        let mut current = Some(at);
        while let Some(new) = current.take() {
            self.facets[new.facet].visit = self.facet_visit;
            for &other in &crowd {
                if self.facets[other.facet].visit == self.facet_visit
                    || self.neighbor_at(other) != FacetId::DUPLICATE
                {
                    continue;
                }
                if !self.fits(new, other) {
                    current = Some(other);
                } else if self.neighbor_at(new) == FacetId::DUPLICATE {
                    self.set_neighbor(other, new.facet);
                    if self.facets[new.facet].part {
                        self.set_neighbor(new, other.facet);
                    } else if let Some(spare) = spare.take() {
                        self.set_neighbor(spare, FacetId::MERGE);
                        self.set_neighbor(new, other.facet);
                    } else {
                        self.set_neighbor(new, FacetId::MERGE);
                    }
                    *unmatched -= 2;
                }
            }
            if self.neighbor_at(new) == FacetId::DUPLICATE {
                return stop("QH6156 a new facet fits none");
            }
        }
        Ok(())
    }

    /// Of the facets at an edge, the pair that is closest to one plane if there is a good one, and
    /// the one that is furthest from it.
    fn find_pairs(
        &mut self,
        at: RidgeSide,
        crowd: &[RidgeSide],
    ) -> Step<(Option<Pair>, Option<Pair>)> {
        let limit = WIDE * (self.tolerance.merge + self.tolerance.round);
        let (mut good, mut widest): (Option<Pair>, Option<Pair>) = (None, None);
        let mut twins = false;
        self.new_facet_visit();
        let mut current = Some(at);
        while let Some(new) = current.take() {
            self.facets[new.facet].visit = self.facet_visit;
            for &other in crowd {
                if self.facets[other.facet].visit == self.facet_visit {
                    continue;
                }
                let apart = |side: RidgeSide| self.facets[side.facet].vertices[side.skip];
                twins |= apart(new) == apart(other);
                if self.neighbor_at(other) != FacetId::DUPLICATE {
                    return stop("QH6155 a crowded edge is not marked");
                }
                if !self.fits(new, other) {
                    current = Some(other);
                    continue;
                }
                if self.neighbor_at(new) != FacetId::DUPLICATE {
                    continue;
                }
                let (there, back) = self.gaps(other.facet, new.facet);
                if twins {
                    good = None;
                    widest = Some(Pair {
                        first: other,
                        second: new,
                        distance: lesser(there, back),
                    });
                    break;
                }
                self.weigh(other, new, (there, back), limit, &mut good, &mut widest);
            }
        }
        Ok((good, widest))
    }

    /// How far two new facets are from each other, seen from either.
    fn gaps(&mut self, other: FacetId, new: FacetId) -> (f64, f64) {
        for facet in [other, new] {
            if !self.facets[facet].has_plane {
                self.set_plane(facet);
            }
        }
        let gap = |(low, high): (f64, f64)| greater_side(low, high);
        let there = gap(self.span(other, new));
        let back = gap(self.span(new, other));
        (there, back)
    }

    /// Takes up a pair if it is better than those before it.
    fn weigh(
        &self,
        other: RidgeSide,
        new: RidgeSide,
        (there, back): (f64, f64),
        limit: f64,
        good: &mut Option<Pair>,
        widest: &mut Option<Pair>,
    ) {
        let flipped = |side: RidgeSide| self.facets[side.facet].flipped;
        let (other_flipped, new_flipped) = (flipped(other), flipped(new));
        let pair = |first: RidgeSide, second: RidgeSide, distance: f64| Pair {
            first,
            second,
            distance,
        };
        // A flipped facet is best merged into one that is not
        let flips = |p: Pair| good.is_none_or(|g| !flipped(g.first) || p.distance < g.distance);
        let keeps = |p: Pair| good.is_none_or(|g| !flipped(g.first) && p.distance < g.distance);
        let forward = pair(other, new, there);
        let backward = pair(new, other, back);
        if other_flipped && !new_flipped && there < limit {
            if flips(forward) {
                *good = Some(forward);
            }
        } else if new_flipped && !other_flipped && back < limit {
            if flips(backward) {
                *good = Some(backward);
            }
        } else if there < limit && (!new_flipped || other_flipped) {
            if keeps(forward) {
                *good = Some(forward);
            }
        } else if back < limit && (!other_flipped || new_flipped) {
            if keeps(backward) {
                *good = Some(backward);
            }
        } else if good.is_none() {
            let one_way = new_flipped && !other_flipped;
            let distance = if one_way { there } else { lesser(there, back) };
            if widest.is_none_or(|w| distance > w.distance) {
                *widest = Some(pair(other, new, distance));
            }
        }
    }

    /// How far the vertices of a facet that are not those of another are below and above it.
    pub(super) fn span(&mut self, facet: FacetId, other: FacetId) -> (f64, f64) {
        for &vertex in self.facets[facet].vertices.iter() {
            self.vertices[vertex].seen = false;
        }
        for &vertex in self.facets[other].vertices.iter() {
            self.vertices[vertex].seen = true;
        }
        let (mut low, mut high) = (0.0, 0.0);
        for &vertex in self.facets[facet].vertices.iter() {
            if !self.vertices[vertex].seen {
                let distance = self.vertex_distance(vertex, other);
                if distance < low {
                    low = distance;
                } else if distance > high {
                    high = distance;
                }
            }
        }
        (low, high)
    }
}

/// The greater one of how far below and how far above.
pub(super) fn greater_side(low: f64, high: f64) -> f64 {
    greater(-low, high)
}
