//! Merges facets that are not clearly convex to each other.
//!
//! A new facet that is coplanar with its neighbour, or even concave to it, is merged into the
//! neighbour that then moves least; so are facets whose inner side is outside, and those where more
//! than two meet at an edge. What is left is a hull of thick facets: every point is below the outer
//! plane of each, every vertex above its inner plane (Barber, Dobkin and Huhdanpaa 1996, section
//! 4).

mod convexity;
mod cycle;
mod degenerate;
mod facet;
mod forced;
mod pinched;
mod rename;
mod ridges;

use super::Quickhull;
use super::error::{Step, stop};
use super::store::{FacetId, RidgeId, VertexId};

/// Why facets are merged; what comes first is merged first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Flaw {
    /// The centrum of one is in the plane of the other.
    Coplanar,
    /// The centrum of one is above the plane of the other.
    Concave,
    /// The centrum of one is above, that of the other in the plane.
    ConcaveCoplanar,
    /// The inner point is above the facet.
    Flipped,
    /// More than two facets meet at an edge.
    Duplicate,
    /// Less than three neighbours are left.
    Degenerate,
    /// All vertices are those of a neighbour.
    Redundant,
    /// A new facet is in one plane with the facet beyond the horizon.
    Horizon,
}

/// Two facets to be merged.
#[derive(Clone, Copy, Debug)]
pub(super) struct FacetMerge {
    flaw: Flaw,
    first: FacetId,
    second: FacetId,
    distance: f64,
}

/// A facet that other merges left with too little.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shrunken {
    /// It has less than three neighbours.
    Degenerate(FacetId),
    /// Its vertices are also those of another.
    Redundant(FacetId, FacetId),
    /// Two triangles with the same vertices, when facets are cut.
    Mirror(FacetId, FacetId),
}

/// Two vertices to be merged because facets have two ridges on the same vertices.
#[derive(Clone, Copy, Debug)]
pub(super) struct VertexMerge {
    from: VertexId,
    to: VertexId,
    distance: f64,
    ridges: [RidgeId; 2],
}

impl Quickhull {
    /// Merges new facets where that is needed.
    pub(super) fn merge_new_facets(&mut self) -> Step {
        if self.is_clearly_convex() {
            return Ok(());
        }
        self.mark_forced()?;
        let mut merged = self.merge_cycles()?;
        merged |= self.merge_forced()?;
        merged |= self.merge_flipped()?;
        self.test_new_facets()?;
        self.merge_all(merged)
    }

    /// Merges facets until all are convex. `merged` says whether there were merges before.
    fn merge_all(&mut self, merged: bool) -> Step {
        let mut merged = merged;
        loop {
            while !self.facet_merges.is_empty() || !self.shrunken.is_empty() {
                if !self.shrunken.is_empty() {
                    self.merge_shrunken()?;
                    merged = true;
                }
                while let Some(merge) = self.facet_merges.pop() {
                    merged |= self.merge_flawed(merge)?;
                }
                self.test_changed_facets()?;
            }
            if self.neighbors_kept && merged {
                merged = false;
                if self.reduce_vertices()? {
                    self.test_changed_facets()?;
                    continue;
                }
            }
            break;
        }
        if merged {
            let mut facet = self.facet_list.fresh;
            while self.is_facet(facet) {
                self.facets[facet].changed = false;
                facet = self.facets[facet].next;
            }
        }
        Ok(())
    }

    /// Merges two facets, or one of them with a better neighbour; returns whether it did.
    fn merge_flawed(&mut self, merge: FacetMerge) -> Step<bool> {
        let (first, second) = (&self.facets[merge.first], &self.facets[merge.second]);
        if first.visible || second.visible {
            return Ok(false);
        }
        // Facets that were merged since are tested anew
        let outdated = (!first.tested && first.fresh) || (!second.tested && second.fresh);
        if merge.flaw == Flaw::Coplanar && outdated {
            return Ok(false);
        }
        if merge.flaw > Flaw::ConcaveCoplanar {
            return stop("QH6394 an unexpected merge");
        }
        let (first, second) = if first.fresh {
            (merge.first, merge.second)
        } else {
            (merge.second, merge.first)
        };
        let a = self.best_neighbor(first)?;
        let b = self.best_neighbor(second)?;
        let (from, to) = if a.distance < b.distance {
            (first, a)
        } else {
            (second, b)
        };
        self.merge_facet(from, to.facet, merge.flaw, Some((to.low, to.high)), false)?;
        self.merge_shrunken()?;
        Ok(true)
    }

    /// Plans the merge of two facets.
    fn plan_merge(&mut self, flaw: Flaw, first: FacetId, second: FacetId, distance: f64) -> Step {
        let (a, b) = (&self.facets[first], &self.facets[second]);
        if a.redundant || b.redundant {
            return Ok(());
        }
        if b.flipped && !a.flipped && flaw != Flaw::Duplicate {
            return stop("QH6355 a facet would be merged into a flipped one");
        }
        self.facet_merges.push(FacetMerge {
            flaw,
            first,
            second,
            distance,
        });
        Ok(())
    }

    /// The merge of the least flaw and distance comes last, as it is taken from the end.
    fn sort_merges(&mut self) {
        // No difference between zeros of either sign
        let key = |merge: &FacetMerge| merge.distance + 0.0;
        self.facet_merges
            .sort_by(|a, b| b.flaw.cmp(&a.flaw).then(key(b).total_cmp(&key(a))));
    }

    /// No merge is left over.
    pub(super) fn end_merges(&self) -> Step {
        let all = self.facet_merges.len() + self.shrunken.len() + self.vertex_merges.len();
        if all == 0 {
            Ok(())
        } else {
            stop("QH6389 merges are left over")
        }
    }
}
