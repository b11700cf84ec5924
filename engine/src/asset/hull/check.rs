//! Whether merges have made the facets so thick that the result is no hull of the points.

use super::Quickhull;
use super::error::{Step, stop};
use super::store::FacetId;
use super::tolerance::{greater, lesser};

/// How much thicker than expected a facet may be.
const TOO_WIDE: f64 = 100.0;
/// How many usual merges thick it may be.
const TOO_THICK: f64 = 1000.0;

impl Quickhull {
    /// Measures how far points are above facets, and vertices below.
    pub(super) fn check_widths(&mut self) -> Step {
        let merge = self.tolerance.merge;
        let usual = merge + self.tolerance.round;
        let low = lesser(self.min_vertex, -usual);
        if self.neighbors_kept {
            self.min_vertex = self.lowest_vertex();
        }
        let high = greater(self.max_outside, usual);
        let highest = self.highest_point();
        if highest / high > TOO_WIDE {
            return stop("QH6297 points are far above facets");
        }
        if high > merge * TOO_THICK {
            if highest > merge * TOO_THICK {
                return stop("QH6298 merges have made facets too thick");
            }
        } else if self.min_vertex / low > TOO_WIDE {
            return stop("QH6354 vertices are far below facets");
        } else if low < -(merge * TOO_THICK) && self.min_vertex < -(merge * TOO_THICK) {
            return stop("QH6380 merges have put vertices far below facets");
        }
        Ok(())
    }

    fn lowest_vertex(&self) -> f64 {
        let mut lowest = 0.0;
        let mut id = self.vertex_list.first;
        while self.is_vertex(id) {
            let vertex = &self.vertices[id];
            for &facet in &vertex.neighbors {
                lowest = lesser(lowest, self.facets[facet].plane.distance(&vertex.at));
            }
            id = vertex.next;
        }
        lowest
    }

    fn highest_point(&mut self) -> f64 {
        let mut highest = 0.0;
        for (point, facet) in self.owners().into_iter().enumerate() {
            if facet != FacetId::NONE {
                let height = self.distance(point as u32, facet);
                let height = self.raise_around(point as u32, facet, height);
                if height >= highest {
                    highest = height;
                }
            }
        }
        if highest > self.tolerance.round {
            let mut facet = self.facet_list.first;
            while self.is_facet(facet) {
                highest = greater(highest, self.facets[facet].reach);
                facet = self.facets[facet].next;
            }
        }
        highest
    }

    /// The facet to which each point belongs, if any.
    fn owners(&mut self) -> Vec<FacetId> {
        let mut owners = vec![FacetId::NONE; self.points.len()];
        self.new_vertex_visit();
        let mut id = self.facet_list.first;
        while self.is_facet(id) {
            let facet = &self.facets[id];
            for &vertex in facet.vertices.iter() {
                let vertex = &mut self.vertices[vertex];
                if vertex.visit != self.vertex_visit {
                    vertex.visit = self.vertex_visit;
                    owners[vertex.point as usize] = id;
                }
            }
            for &point in facet.coplanar.iter().chain(&facet.outside) {
                owners[point as usize] = id;
            }
            id = facet.next;
        }
        owners
    }
}
