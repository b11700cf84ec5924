//! Merges that leave no choice: facets of edges where more than two meet, and facets whose inner
//! side is outside.

use super::{FacetMerge, Flaw, Quickhull};
use crate::asset::hull::error::{Step, stop};
use crate::asset::hull::matching::greater_side;
use crate::asset::hull::store::FacetId;
use crate::asset::hull::tolerance::{greater, lesser};

/// How many usual merges wide a forced one may be.
const TOO_WIDE: f64 = 100.0;
/// A flipped facet goes first if the merge is not wider than this many usual ones.
const WIDE: f64 = 50.0;

impl Quickhull {
    /// Plans the merges of facets that share an edge with too many others.
    pub(super) fn mark_forced(&mut self) -> Step {
        let mut facet = self.facet_list.fresh;
        while self.is_facet(facet) {
            let new = &mut self.facets[facet];
            new.forced = false;
            new.forced_beyond = false;
            facet = new.next;
        }
        let mut count = 0;
        let mut facet = self.facet_list.fresh;
        while self.is_facet(facet) {
            if self.facets[facet].duplicate {
                count += self.plan_forced(facet)?;
            }
            facet = self.facets[facet].next;
        }
        if count > 0 {
            self.write_out_forced()?;
        }
        Ok(())
    }

    fn plan_forced(&mut self, facet: FacetId) -> Step<u32> {
        let mut count = 0;
        for i in 0..self.facets[facet].neighbors.len() {
            let neighbor = self.facets[facet].neighbors[i];
            if neighbor == FacetId::MERGE {
                self.facets[facet].forced = true;
                continue;
            }
            if !self.facets[neighbor].duplicate {
                continue;
            }
            let one_way = !self.facets[neighbor].neighbors.contains(&facet);
            let twins = *self.facets[facet].vertices == *self.facets[neighbor].vertices;
            if one_way || twins {
                self.plan_merge(Flaw::Duplicate, facet, neighbor, 0.0)?;
                self.facets[facet].forced_beyond = true;
                self.facets[facet].forced = true;
                count += 1;
                if !one_way {
                    break;
                }
            }
        }
        Ok(count)
    }

    /// Writes out the edges of these facets, and makes them neighbours both ways.
    fn write_out_forced(&mut self) -> Step {
        let mut facet = self.facet_list.fresh;
        while self.is_facet(facet) {
            if self.facets[facet].forced && !self.facets[facet].forced_beyond {
                self.make_ridges(facet);
            }
            facet = self.facets[facet].next;
        }
        for i in 0..self.facet_merges.len() {
            let FacetMerge {
                flaw,
                first,
                second,
                ..
            } = self.facet_merges[i];
            if flaw == Flaw::Duplicate {
                let target = &mut self.facets[second];
                if target.forced_beyond && target.neighbors.contains(&first) {
                    return stop("QH6361 two facets share several crowded edges");
                }
                target.neighbors.push(first);
                self.make_ridges(first);
            }
        }
        Ok(())
    }

    /// Merges the facets of crowded edges; returns whether there were any.
    pub(super) fn merge_forced(&mut self) -> Step<bool> {
        let mut merged = false;
        let planned = std::mem::take(&mut self.facet_merges);
        let forced = |merge: &&FacetMerge| merge.flaw == Flaw::Duplicate;
        let any = planned.iter().any(|merge| forced(&merge));
        for merge in planned.iter().filter(forced) {
            let first = self.replacement(merge.first)?;
            let second = self.replacement(merge.second)?;
            if first == second {
                continue;
            }
            if !self.facets[second].neighbors.contains(&first) {
                return stop("QH6096 facets of a crowded edge are no neighbours any more");
            }
            self.merge_forced_pair(first, second)?;
            self.merge_shrunken()?;
            merged = true;
        }
        let kept = planned
            .into_iter()
            .filter(|merge| merge.flaw != Flaw::Duplicate);
        self.facet_merges.extend(kept);
        if any {
            let mut facet = self.facet_list.fresh;
            while self.is_facet(facet) {
                let new = &mut self.facets[facet];
                let next = new.next;
                if new.duplicate {
                    new.duplicate = false;
                    new.forced = false;
                    new.forced_beyond = false;
                    if new.neighbors.len() < 3 {
                        self.plan_degenerate(facet);
                    }
                }
                facet = next;
            }
            self.merge_shrunken()?;
        }
        Ok(merged)
    }

    /// Merges the facet that has to move less into the other one, or a flipped one into one that is
    /// not.
    fn merge_forced_pair(&mut self, first: FacetId, second: FacetId) -> Step {
        let a = self.span(first, second);
        let b = self.span(second, first);
        let (there, back) = (greater_side(a.0, a.1), greater_side(b.0, b.1));
        self.check_forced(there, back)?;
        let limit = WIDE * (self.tolerance.merge + self.tolerance.round);
        let flipped = |facet: FacetId| self.facets[facet].flipped;
        let forward = if there < back {
            !(flipped(second) && !flipped(first) && back < limit)
        } else {
            flipped(first) && !flipped(second) && there < limit
        };
        if forward {
            self.merge_facet(first, second, Flaw::Duplicate, Some(a), false)
        } else {
            self.merge_facet(second, first, Flaw::Duplicate, Some(b), false)
        }
    }

    fn check_forced(&self, there: f64, back: f64) -> Step {
        let round = self.tolerance.round;
        let outer = greater(self.max_outside, round) + round;
        let inner = self.min_vertex - round;
        let mut usual = greater(outer, inner);
        usual = greater(usual, self.tolerance.merge + round);
        usual = greater(usual, self.tolerance.outside + round);
        if lesser(there, back) / usual > TOO_WIDE {
            return stop("QH6271 a merge at a crowded edge would move a facet too far");
        }
        Ok(())
    }

    /// Merges flipped facets; returns whether there were any.
    pub(super) fn merge_flipped(&mut self) -> Step<bool> {
        let mut facet = self.facet_list.fresh;
        while self.is_facet(facet) {
            if self.facets[facet].flipped && !self.facets[facet].visible {
                self.plan_merge(Flaw::Flipped, facet, facet, 0.0)?;
            }
            facet = self.facets[facet].next;
        }
        let mut merged = false;
        let planned = std::mem::take(&mut self.facet_merges);
        for merge in &planned {
            if merge.flaw == Flaw::Flipped && !self.facets[merge.first].visible {
                let best = self.best_neighbor(merge.first)?;
                let span = Some((best.low, best.high));
                self.merge_facet(merge.first, best.facet, Flaw::Flipped, span, false)?;
                merged = true;
            }
        }
        let lives = |facet: FacetId| !self.facets[facet].visible;
        let kept = planned.iter().filter(|m| lives(m.first) && lives(m.second));
        let kept: Vec<FacetMerge> = kept.copied().collect();
        self.facet_merges.extend(kept);
        self.merge_shrunken()?;
        Ok(merged)
    }
}
