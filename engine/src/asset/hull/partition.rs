//! Every point belongs to a facet that it is outside of, or near which it lies; points well inside
//! are dropped.
//!
//! When facets go, their points are held against the facets that came instead. Of the points
//! outside of a facet only the furthest one needs to be known as such: it is kept at the end.

use super::Quickhull;
use super::error::{Step, stop};
use super::plane::cosine;
use super::search::Walk;
use super::store::{FacetId, VertexId};
use super::tolerance::greater;

/// A point that is this many times higher above its facet than any before it is outside, not near.
const TOO_HIGH: f64 = 30.0;

impl Quickhull {
    /// Assigns all points but those of the tetrahedron.
    pub(super) fn partition_all(&mut self, simplex: [u32; 4]) -> Step {
        let clearly = self.clearly_outside();
        let count = self.points.len() as u32;
        let mut rest: Vec<u32> = (0..count)
            .filter(|point| !simplex.contains(point))
            .collect();
        let mut facet = self.facet_list.first;
        while self.is_facet(facet) {
            let mut outside = std::mem::take(&mut self.facets[facet].outside);
            let mut furthest: Option<(u32, f64)> = None;
            rest.retain(|&point| {
                let distance = self.distance(point, facet);
                if distance < clearly {
                    return true;
                }
                match furthest {
                    Some((_, height)) if distance <= height => outside.push(point),
                    _ => {
                        outside.extend(furthest.map(|(point, _)| point));
                        furthest = Some((point, distance));
                    }
                }
                false
            });
            let owner = &mut self.facets[facet];
            if let Some((point, distance)) = furthest {
                outside.push(point);
                owner.furthest = distance;
                owner.had_outside = true;
            }
            self.outside_count += outside.len() as i64;
            owner.outside = outside;
            facet = owner.next;
        }
        self.search_all = true;
        for point in rest {
            self.partition(point, self.facet_list.first)?;
        }
        self.search_all = false;
        self.settle(true);
        Ok(())
    }

    /// The facet with the point that is furthest out comes first.
    pub(super) fn start_with_furthest(&mut self) {
        self.facet_list.pending = self.facet_list.first;
        let (mut best, mut furthest) = (FacetId::NONE, -f64::MAX);
        let mut facet = self.facet_list.first;
        while self.is_facet(facet) {
            if self.facets[facet].had_outside && self.facets[facet].furthest > furthest {
                (best, furthest) = (facet, self.facets[facet].furthest);
            }
            facet = self.facets[facet].next;
        }
        if best != FacetId::NONE {
            self.remove_facet(best);
            self.insert_facet_before(best, self.facet_list.pending);
        }
    }

    /// Assigns a point, beginning the search at a facet.
    pub(super) fn partition(&mut self, point: u32, start: FacetId) -> Step {
        let mut best = if self.search_all {
            self.find_best_fresh(point, start, false)?
        } else {
            let walk = Walk {
                to_best: false,
                fresh: true,
            };
            self.find_best(point, start, walk)?
        };
        if self.facets[best.facet].visible {
            return stop("QH6293 a point was found outside of a deleted facet");
        }
        if self.narrow && best.distance >= -self.tolerance.near_inside {
            best.outside = true;
        }
        if best.outside {
            self.put_outside(point, best.facet, best.distance);
            Ok(())
        } else if best.distance >= -self.tolerance.near_inside {
            self.partition_near(point, best.facet, Some(best.distance), false)
        } else {
            Ok(())
        }
    }

    fn put_outside(&mut self, point: u32, facet: FacetId, distance: f64) {
        let enough = self.tolerance.outside;
        let owner = &mut self.facets[facet];
        let mut first = false;
        owner.had_outside = true;
        if owner.outside.is_empty() {
            owner.outside.push(point);
            first = !self.narrow || distance > enough;
            owner.furthest = distance;
        } else if owner.furthest < distance {
            first = self.narrow && owner.furthest < enough && distance >= enough;
            owner.outside.push(point);
            owner.furthest = distance;
        } else {
            let last = owner.outside.len() - 1;
            let furthest = owner.outside[last];
            owner.outside[last] = point;
            owner.outside.push(furthest);
        }
        let is_fresh = owner.fresh;
        if first && self.facet_list.pending != facet {
            // The facet has points to add now, and must not lie behind the search for them
            if is_fresh {
                if self.facets[self.facet_list.pending].fresh {
                    self.facet_list.pending = self.facet_list.fresh;
                }
            } else {
                self.move_facet_to_end(facet);
                if self.facet_list.fresh != FacetId::NONE {
                    self.facets[facet].fresh = true;
                }
            }
        }
        self.outside_count += 1;
    }

    /// Assigns a point that is near a facet: this one at a known distance, or the best one to be
    /// found from here.
    pub(super) fn partition_near(
        &mut self,
        point: u32,
        start: FacetId,
        distance: Option<f64>,
        all: bool,
    ) -> Step {
        self.had_coplanar = true;
        let (facet, height) = match distance {
            Some(distance) => (start, distance),
            None => {
                let best = if all {
                    self.find_best_fresh(point, start, true)?
                } else {
                    let walk = Walk {
                        to_best: true,
                        fresh: false,
                    };
                    self.find_best(point, start, walk)?
                };
                if best.distance < -self.tolerance.near_inside {
                    self.too_high_above = 0;
                    return Ok(());
                }
                (best.facet, best.distance)
            }
        };
        if self.facets[facet].visible {
            return stop("QH6405 a point was found near a deleted facet");
        }
        if height > self.max_outside {
            if self.is_outside_after_all(start, facet, distance.is_some(), height)? {
                let search_all = std::mem::replace(&mut self.search_all, false);
                self.partition(point, facet)?;
                self.search_all = search_all;
                self.too_high_above = 0;
                return Ok(());
            }
            self.too_high_above = 0;
            self.max_outside = height;
        }
        self.put_near(point, facet, height);
        Ok(())
    }

    /// Whether a point is too high to be only near a facet, or the facet faces away from where the
    /// search began.
    fn is_outside_after_all(
        &mut self,
        start: FacetId,
        facet: FacetId,
        known: bool,
        height: f64,
    ) -> Step<bool> {
        if !known && start != facet {
            let (a, b) = (&self.facets[start].plane, &self.facets[facet].plane);
            if cosine(&a.normal, &b.normal) < 0.0 {
                return Ok(true);
            }
        }
        if height <= self.outer_limit * TOO_HIGH {
            return Ok(false);
        }
        if start == facet {
            let serial = self.facets[facet].serial;
            if serial == self.too_high_above {
                return stop("QH6404 a point is near and outside of a facet in turn");
            }
            self.too_high_above = serial;
        }
        Ok(true)
    }

    fn put_near(&mut self, point: u32, facet: FacetId, height: f64) {
        let last = self.facets[facet].coplanar.last().copied();
        let highest = last.map(|last| self.distance(last, facet));
        let list = &mut self.facets[facet].coplanar;
        match (last, highest) {
            (Some(last), Some(highest)) if highest >= height => {
                list.pop();
                list.extend([point, last]);
            }
            _ => list.push(point),
        }
    }

    /// Assigns the points of the facets that will be deleted, and the vertices that will be.
    pub(super) fn partition_visible(&mut self) -> Step {
        let mut visible = self.facet_list.visible;
        while self.facets[visible].visible {
            self.partition_points_of(visible)?;
            visible = self.facets[visible].next;
        }
        for i in 0..self.dead_vertices.len() {
            let vertex = self.dead_vertices[i];
            if !self.vertices[vertex].partitioned {
                let fresh = self.facet_list.fresh;
                if !self.is_facet(fresh) {
                    return stop("QH6284 all new facets were merged away");
                }
                self.partition_near(self.vertices[vertex].point, fresh, None, true)?;
                self.vertices[vertex].partitioned = true;
            }
        }
        Ok(())
    }

    fn partition_points_of(&mut self, visible: FacetId) -> Step {
        let facet = &mut self.facets[visible];
        if !facet.had_outside && facet.coplanar.is_empty() {
            return Ok(());
        }
        let outside = std::mem::take(&mut facet.outside);
        let coplanar = std::mem::take(&mut facet.coplanar);
        let mut start = self.replacement(visible)?;
        if start == FacetId::NONE {
            start = self.facet_list.fresh;
        }
        if !self.is_facet(start) {
            return stop("QH6170 all new facets were merged away");
        }
        self.outside_count -= outside.len() as i64;
        for &point in &outside {
            self.partition(point, start)?;
        }
        for &point in &coplanar {
            self.partition_near(point, start, None, self.search_all)?;
        }
        // The memory goes back with the facet
        let facet = &mut self.facets[visible];
        (facet.outside, facet.coplanar) = (outside, coplanar);
        Ok(())
    }

    /// The facet into which a deleted one went at last.
    pub(super) fn replacement(&self, visible: FacetId) -> Step<FacetId> {
        let mut facet = visible;
        let mut steps = 0;
        while self.facets[facet].visible {
            facet = self.facets[facet].link;
            if steps > self.facets.made {
                return stop("QH6149 deleted facets replace each other");
            }
            steps += 1;
        }
        Ok(facet)
    }

    /// Points near facets of a narrow hull were kept as if they were outside; what is left of them
    /// is near.
    pub(super) fn put_narrow_points_near(&mut self) -> Step {
        let mut facet = self.facet_list.first;
        while self.is_facet(facet) {
            // The list may grow on the way
            let mut i = 0;
            while let Some(&point) = self.facets[facet].outside.get(i) {
                self.outside_count -= 1;
                let distance = self.distance(point, facet);
                self.partition_near(point, facet, Some(distance), self.search_all)?;
                i += 1;
            }
            self.facets[facet].outside.clear();
            self.facets[facet].had_outside = false;
            facet = self.facets[facet].next;
        }
        Ok(())
    }

    /// As far as points may lie above facets from now on.
    pub(super) fn limit_outside(&mut self) {
        let merge = self.tolerance.merge + self.tolerance.round;
        self.outer_limit = greater(greater(self.max_outside, merge), self.tolerance.outside);
    }

    /// Begins to keep the facets around vertices.
    pub(super) fn keep_neighbors(&mut self) {
        if self.neighbors_kept {
            return;
        }
        let mut vertex = self.vertex_list.first;
        while vertex != VertexId::TAIL && vertex != VertexId::NONE {
            self.vertices[vertex].neighbors.clear();
            vertex = self.vertices[vertex].next;
        }
        let mut facet = self.facet_list.first;
        while self.is_facet(facet) {
            if !self.facets[facet].visible {
                for i in 0..self.facets[facet].vertices.len() {
                    let vertex = self.facets[facet].vertices[i];
                    self.vertices[vertex].neighbors.push(facet);
                }
            }
            facet = self.facets[facet].next;
        }
        self.neighbors_kept = true;
    }
}
