//! New facets in one plane with their horizon become part of it, all that have the same one at
//! once.

use super::facet::MANY;
use super::{Flaw, Quickhull};
use crate::asset::hull::error::{Step, stop};
use crate::asset::hull::few::swap_take;
use crate::asset::hull::store::{FacetId, VertexId};

/// A horizon with so many more vertices than a triangle keeps its centrum.
const NEW_CENTRUM: usize = 5;

impl Quickhull {
    /// Merges the new facets that join their horizon; returns whether there were any.
    pub(super) fn merge_cycles(&mut self) -> Step<bool> {
        let mut merged = false;
        let mut facet = self.facet_list.fresh;
        while self.is_facet(facet) {
            let mut next = self.facets[facet].next;
            if !self.facets[facet].has_plane {
                if !self.facets[facet].joins_horizon {
                    return stop("QH6225 a facet has no plane");
                }
                merged = true;
                let horizon = self.facets[facet].neighbors[0];
                if self.facets[facet].link == facet {
                    self.merge_single(facet, horizon)?;
                } else {
                    let cycle = self.close_cycle(facet)?;
                    while self.facets[next].cycle_done {
                        next = self.facets[next].next;
                    }
                    self.facets[horizon].link = FacetId::NONE;
                    self.merge_cycle(&cycle, horizon)?;
                    let merges = usize::from(self.facets[horizon].merges) + cycle.len();
                    self.facets[horizon].merges = merges.min(usize::from(MANY)) as u16;
                }
            }
            facet = next;
        }
        if merged {
            let mut facet = self.facet_list.fresh;
            while self.is_facet(facet) {
                if self.facets[facet].level {
                    self.test_redundant_neighbors(facet)?;
                    self.facets[facet].level = false;
                }
                facet = self.facets[facet].next;
            }
            self.merge_shrunken()?;
        }
        Ok(merged)
    }

    fn merge_single(&mut self, facet: FacetId, horizon: FacetId) -> Step {
        let apex = self.facets[facet].vertices[0];
        for &vertex in self.facets[facet].vertices.iter() {
            if vertex != apex {
                self.vertices[vertex].lost_ridge = true;
            }
        }
        self.facets[horizon].link = FacetId::NONE;
        self.merge_facet(facet, horizon, Flaw::Horizon, None, true)
    }

    /// The facets of a cycle, the given one last, without those that have a plane of their own
    /// already.
    fn close_cycle(&mut self, facet: FacetId) -> Step<Vec<FacetId>> {
        let mut cycle = Vec::new();
        let mut same = self.facets[facet].link;
        loop {
            if self.facets[same].cycle_done || self.facets[same].visible || same == FacetId::NONE {
                return stop("QH6149 new facets do not form a cycle");
            }
            self.facets[same].cycle_done = true;
            if !self.facets[same].has_plane {
                cycle.push(same);
            }
            if same == facet {
                return Ok(cycle);
            }
            same = self.facets[same].link;
        }
    }

    fn merge_cycle(&mut self, cycle: &[FacetId], horizon: FacetId) -> Step {
        self.merge_count += 1;
        self.keep_neighbors();
        let Some(&last) = cycle.last() else {
            return stop("QH6149 new facets do not form a cycle");
        };
        let apex = self.facets[last].vertices[0];
        self.make_ridges(horizon);
        let mark = self.merge_cycle_neighbors(cycle, horizon)?;
        self.merge_cycle_ridges(cycle, horizon, mark)?;
        self.merge_cycle_vertices(cycle, horizon, mark, apex);
        if self.facets[horizon].vertices.first() != Some(&apex) {
            self.facets[horizon].vertices.insert(0, apex);
        }
        if !self.facets[horizon].fresh {
            self.freshen_vertices_of(horizon);
        }
        self.move_facet_to_end(horizon);
        let target = &mut self.facets[horizon];
        target.fresh = true;
        target.simplicial = false;
        target.changed = true;
        for &same in cycle {
            self.retire_facet(same, horizon);
        }
        if self.facets[horizon].vertices.len() <= 3 + NEW_CENTRUM {
            self.facets[horizon].centrum = None;
        }
        Ok(())
    }

    /// The neighbours of the cycle become those of the horizon. Returns the mark by which the
    /// facets of the cycle are known.
    fn merge_cycle_neighbors(&mut self, cycle: &[FacetId], horizon: FacetId) -> Step<u32> {
        let mark = self.new_facet_visit();
        let visit = self.new_facet_visit();
        for &same in cycle {
            self.facets[same].visit = mark;
        }
        self.facets[horizon].visit = visit;
        let mut kept = Vec::with_capacity(self.facets[horizon].neighbors.len() + 2 * cycle.len());
        for i in 0..self.facets[horizon].neighbors.len() {
            let neighbor = self.facets[horizon].neighbors[i];
            if self.facets[neighbor].visit != mark {
                self.facets[neighbor].visit = visit;
                kept.push(neighbor);
            }
        }
        self.facets[horizon].neighbors.assign(&kept);
        for &same in cycle {
            for i in 0..self.facets[same].neighbors.len() {
                let id = self.facets[same].neighbors[i];
                let neighbor = &mut self.facets[id];
                if neighbor.visit == mark {
                    continue;
                }
                let known = neighbor.visit == visit;
                neighbor.visit = visit;
                if !neighbor.simplicial {
                    neighbor.neighbors.swap_take(same);
                    if !known {
                        neighbor.neighbors.push(horizon);
                        self.facets[horizon].neighbors.push(id);
                    }
                } else if known {
                    self.make_ridges(id);
                    self.facets[id].neighbors.swap_take(same);
                } else {
                    self.facets[horizon].neighbors.push(id);
                    self.replace_neighbor(id, same, horizon)?;
                    self.hand_over_ridge(id, same, horizon);
                }
            }
        }
        Ok(mark)
    }

    /// The first ridge of a facet to another one leads to a third from now on.
    fn hand_over_ridge(&mut self, facet: FacetId, old: FacetId, new: FacetId) {
        for i in 0..self.facets[facet].ridges.len() {
            let ridge = &mut self.ridges[self.facets[facet].ridges[i]];
            if ridge.top == old {
                ridge.top = new;
                break;
            } else if ridge.bottom == old {
                ridge.bottom = new;
                break;
            }
        }
    }

    /// The outer ridges of the cycle become those of the horizon, inner ones go, and outer edges
    /// between triangles become ridges.
    fn merge_cycle_ridges(&mut self, cycle: &[FacetId], horizon: FacetId, mark: u32) -> Step {
        let mut ridges = std::mem::take(&mut self.facets[horizon].ridges);
        ridges.retain(|&id| self.facets[self.ridges[id].beyond(horizon)].visit != mark);
        self.facets[horizon].ridges = ridges;
        for &same in cycle {
            for id in std::mem::take(&mut self.facets[same].ridges) {
                let ridge = &mut self.ridges[id];
                let neighbor = if ridge.top == same {
                    ridge.top = horizon;
                    ridge.bottom
                } else if ridge.bottom == same {
                    ridge.bottom = horizon;
                    ridge.top
                } else if ridge.top == horizon || ridge.bottom == horizon {
                    self.facets[horizon].ridges.push(id);
                    continue;
                } else {
                    return stop("QH6098 a ridge belongs to other facets");
                };
                if neighbor == horizon {
                    self.ridges.free(id);
                } else if self.facets[neighbor].visit == mark {
                    swap_take(&mut self.facets[neighbor].ridges, &id);
                    self.ridges.free(id);
                } else {
                    self.facets[horizon].ridges.push(id);
                }
            }
            if self.facets[same].simplicial {
                self.make_cycle_ridges(same, horizon, mark);
            }
        }
        Ok(())
    }

    fn make_cycle_ridges(&mut self, same: FacetId, horizon: FacetId, mark: u32) {
        for i in 0..self.facets[same].neighbors.len() {
            let neighbor = self.facets[same].neighbors[i];
            if self.facets[neighbor].visit == mark || !self.facets[neighbor].simplicial {
                continue;
            }
            let mut ridge = self.edge(same, i, horizon, neighbor);
            if ridge.top == horizon {
                ridge.simplicial_bottom = true;
            } else {
                ridge.simplicial_top = true;
            }
            self.add_ridge(ridge);
        }
    }

    /// Around the vertices of the cycle is now the horizon; those that only it has go.
    fn merge_cycle_vertices(
        &mut self,
        cycle: &[FacetId],
        horizon: FacetId,
        mark: u32,
        apex: VertexId,
    ) {
        self.facets[horizon].visit = mark;
        let mut vertices = self.base_vertices(cycle, apex);
        vertices.push(apex);
        for vertex in vertices {
            let mut around = std::mem::take(&mut self.vertices[vertex].neighbors);
            around.retain(|&facet| self.facets[facet].visit != mark);
            around.push(horizon);
            let lonely = around.len() < 2;
            self.vertices[vertex].lost_ridge = true;
            self.vertices[vertex].neighbors = around;
            if lonely {
                self.facets[horizon].vertices.take(vertex);
                self.vertices[vertex].deleted = true;
                self.dead_vertices.push(vertex);
            }
        }
    }

    /// The vertices of a cycle but for the apex, each once.
    fn base_vertices(&mut self, cycle: &[FacetId], apex: VertexId) -> Vec<VertexId> {
        let mut base = Vec::with_capacity(cycle.len() + 1);
        self.new_vertex_visit();
        self.vertices[apex].visit = self.vertex_visit;
        for &same in cycle {
            if self.facets[same].forced {
                continue;
            }
            for &id in self.facets[same].vertices.iter() {
                let vertex = &mut self.vertices[id];
                if vertex.visit != self.vertex_visit {
                    vertex.visit = self.vertex_visit;
                    base.push(id);
                }
            }
        }
        base
    }
}
