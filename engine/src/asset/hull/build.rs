//! Adds points to the hull until none is outside of it.

use super::Quickhull;
use super::error::{Step, stop};
use super::store::FacetId;

impl Quickhull {
    /// Adds the furthest point of one facet after the other; at most so many of them if there is a
    /// limit.
    pub(super) fn add_points(&mut self, limit: Option<u32>) -> Step {
        self.facet_list.pending = self.facet_list.first;
        while let Some((point, facet)) = self.next_point()? {
            self.outside_count -= 1;
            if limit.is_some_and(|limit| i64::from(self.vertex_list.count) - 4 >= i64::from(limit))
            {
                return Ok(());
            }
            self.add_point(point, facet)?;
        }
        if self.narrow {
            self.put_narrow_points_near()?;
        }
        if self.outside_count != 0 {
            return stop("QH6167 points outside of facets were lost");
        }
        Ok(())
    }

    /// The next point that is outside of a facet, and that facet.
    fn next_point(&mut self) -> Step<Option<(u32, FacetId)>> {
        let mut steps = 0;
        while self.facet_list.pending != FacetId::TAIL {
            let pending = self.facet_list.pending;
            if pending == FacetId::NONE || steps > self.facet_list.count {
                return stop("QH6406 the list of facets is broken");
            }
            steps += 1;
            let facet = &mut self.facets[pending];
            if facet.outside.is_empty() {
                facet.had_outside = false;
                self.facet_list.pending = facet.next;
            } else if self.narrow && facet.furthest < self.tolerance.outside {
                self.facet_list.pending = facet.next;
            } else {
                return Ok(facet.outside.pop().map(|point| (point, pending)));
            }
        }
        Ok(None)
    }

    /// Makes a point a vertex of the hull.
    fn add_point(&mut self, point: u32, facet: FacetId) -> Step {
        self.limit_outside();
        self.find_horizon(point, facet)?;
        self.make_cone(point)?;
        self.search_all = false;
        self.merge_new_facets()?;
        self.search_all = self.merged_often() || self.has_merged_fresh();
        self.partition_visible()?;
        self.search_all = false;
        self.not_sharp = false;
        self.delete_visible()?;
        self.settle(true);
        self.merge_pinched_vertices()?;
        self.end_merges()
    }

    fn has_merged_fresh(&self) -> bool {
        let mut facet = self.facet_list.fresh;
        while self.is_facet(facet) {
            if !self.facets[facet].simplicial {
                return true;
            }
            facet = self.facets[facet].next;
        }
        false
    }

    /// Deletes the facets and vertices that are marked for it.
    pub(super) fn delete_visible(&mut self) -> Step {
        let mut facet = self.facet_list.visible;
        let mut count = 0;
        while self.facets[facet].visible {
            let next = self.facets[facet].next;
            self.delete_facet(facet);
            count += 1;
            facet = next;
        }
        if count != self.facet_list.visible_count {
            return stop("QH6103 the list of deleted facets is broken");
        }
        self.facet_list.visible_count = 0;
        for i in 0..self.dead_vertices.len() {
            let vertex = self.dead_vertices[i];
            if self.vertices[vertex].deleted && !self.vertices[vertex].partitioned {
                return stop("QH6395 a deleted vertex was lost");
            }
            self.remove_vertex(vertex);
        }
        self.dead_vertices.clear();
        Ok(())
    }
}
