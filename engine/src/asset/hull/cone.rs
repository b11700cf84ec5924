//! The facets that a point sees, their horizon, and the cone of new facets from the point to the
//! horizon.

use super::Quickhull;
use super::error::{Step, stop};
use super::few::{replace, swap_take};
use super::store::{FacetId, RidgeId, VertexId};

impl Quickhull {
    /// Marks the facets that a point sees, and those at their border that are in one plane with it.
    pub(super) fn find_horizon(&mut self, point: u32, facet: FacetId) -> Step {
        let at = self.points[point as usize];
        self.move_facet_to_end(facet);
        self.facet_list.visible = facet;
        self.facet_list.visible_count = 1;
        self.facets[facet].visible = true;
        self.facets[facet].link = FacetId::NONE;
        let visit = self.new_facet_visit();
        let mut horizon = 0;
        let mut visible = facet;
        while self.facets[visible].visible {
            self.facets[visible].visit = visit;
            if self.facets[visible].neighbors.is_empty() {
                return stop("QH6295 a facet has no neighbours");
            }
            for i in 0..self.facets[visible].neighbors.len() {
                let id = self.facets[visible].neighbors[i];
                let neighbor = &mut self.facets[id];
                if neighbor.visit == visit {
                    continue;
                }
                neighbor.visit = visit;
                let distance = neighbor.plane.distance(&at);
                if distance > self.tolerance.centrum {
                    neighbor.visible = true;
                    neighbor.link = FacetId::NONE;
                    self.move_facet_to_end(id);
                    self.facet_list.visible_count += 1;
                } else {
                    horizon += 1;
                    neighbor.level = distance >= -self.tolerance.centrum;
                    if neighbor.level {
                        self.note_level(id, distance);
                    }
                }
            }
            visible = self.facets[visible].next;
        }
        if horizon == 0 {
            return stop("QH6168 a point is above all facets");
        }
        Ok(())
    }

    /// Keeps how far the new vertex is from a facet that it will belong to.
    fn note_level(&mut self, facet: FacetId, distance: f64) {
        if distance > 0.0 {
            self.max_outside = super::tolerance::greater(self.max_outside, distance);
            let reach = &mut self.facets[facet].reach;
            *reach = super::tolerance::greater(*reach, distance);
        } else {
            self.min_vertex = super::tolerance::lesser(self.min_vertex, distance);
        }
    }

    /// Makes the new facets, joins them to each other and computes their planes.
    pub(super) fn make_cone(&mut self, point: u32) -> Step {
        self.first_new = self.facets.made;
        self.make_new_facets(point)?;
        self.match_new_facets()?;
        let mut facet = self.facet_list.fresh;
        while self.is_facet(facet) {
            if !self.facets[facet].joins_horizon {
                self.set_plane(facet);
            }
            facet = self.facets[facet].next;
        }
        self.update_neighbors_of_cone();
        Ok(())
    }

    fn make_new_facets(&mut self, point: u32) -> Step {
        self.facet_list.fresh = FacetId::TAIL;
        self.vertex_list.fresh = VertexId::TAIL;
        let apex = self.make_vertex(point);
        self.append_vertex(apex);
        self.new_facet_visit();
        let (mut latest, mut latest_at_ridge) = (FacetId::NONE, FacetId::NONE);
        let mut visible = self.facet_list.visible;
        while self.facets[visible].visible {
            for i in 0..self.facets[visible].neighbors.len() {
                let neighbor = self.facets[visible].neighbors[i];
                self.facets[neighbor].seen = false;
            }
            if self.facets[visible].had_ridges {
                self.facets[visible].visit = self.facet_visit;
                latest_at_ridge = self.facets_at_ridges(visible, apex)?;
            }
            if self.facets[visible].simplicial {
                latest = self.facets_at_edges(visible, apex)?;
            }
            if latest_at_ridge != FacetId::NONE {
                latest = latest_at_ridge;
            }
            let gone = &mut self.facets[visible];
            if latest != FacetId::NONE {
                gone.link = latest;
            }
            gone.ridges.clear();
            gone.neighbors.clear();
            visible = gone.next;
        }
        Ok(())
    }

    /// A new facet on three vertices beside another one.
    fn make_facet(&mut self, vertices: [VertexId; 3], top: bool, neighbor: FacetId) -> FacetId {
        for vertex in vertices {
            self.freshen_vertex(vertex);
        }
        let id = self.facets.make(self.tolerance.round);
        let facet = &mut self.facets[id];
        facet.vertices.assign(&vertices);
        facet.top = top;
        facet.neighbors.push(neighbor);
        self.append_facet(id);
        id
    }

    /// New facets at those ridges of a facet that lead out of what will be deleted. Returns the
    /// last one.
    pub(super) fn facets_at_ridges(&mut self, visible: FacetId, apex: VertexId) -> Step<FacetId> {
        let mut latest = FacetId::NONE;
        for i in 0..self.facets[visible].ridges.len() {
            let id = self.facets[visible].ridges[i];
            let ridge = self.ridges[id];
            let neighbor = ridge.beyond(visible);
            if self.facets[neighbor].visible {
                // Both sides have been here
                if self.facets[neighbor].visit == self.facet_visit {
                    self.ridges.free(id);
                }
            } else {
                let top = ridge.top == visible;
                let vertices = [apex, ridge.ends[0], ridge.ends[1]];
                latest = self.make_facet(vertices, top, neighbor);
                self.join_cycle(latest, neighbor);
                self.attach_at_ridge(visible, id, neighbor, latest)?;
            }
            self.facets[neighbor].seen = true;
        }
        Ok(latest)
    }

    /// A new facet in one plane with its horizon enters the cycle of those that will be merged into
    /// it.
    fn join_cycle(&mut self, facet: FacetId, horizon: FacetId) {
        if !self.facets[horizon].level {
            return;
        }
        self.facets[facet].joins_horizon = true;
        if self.facets[horizon].seen {
            let newest = self.facets[horizon].link;
            self.facets[facet].link = self.facets[newest].link;
            self.facets[newest].link = facet;
        } else {
            self.facets[facet].link = facet;
            self.facets[horizon].link = facet;
        }
    }

    /// Puts a new facet in the place that a deleted one has at a ridge.
    fn attach_at_ridge(
        &mut self,
        visible: FacetId,
        id: RidgeId,
        neighbor: FacetId,
        new: FacetId,
    ) -> Step {
        let beyond = &mut self.facets[neighbor];
        if beyond.seen {
            if beyond.simplicial {
                return stop("QH6105 a triangle shares two ridges with a facet");
            }
            beyond.neighbors.push(new);
        } else if !beyond.neighbors.replace(visible, new) {
            return stop("QH6177 a neighbour is not one");
        }
        if beyond.simplicial {
            swap_take(&mut beyond.ridges, &id);
            self.ridges.free(id);
        } else {
            self.facets[new].ridges.push(id);
            self.facets[new].had_ridges = true;
            let ridge = &mut self.ridges[id];
            if ridge.top == visible {
                ridge.top = new;
                ridge.simplicial_top = true;
            } else {
                ridge.bottom = new;
                ridge.simplicial_bottom = true;
            }
        }
        Ok(())
    }

    /// New facets at those edges of a triangle that lead to triangles outside of what will be
    /// deleted. Returns the last one.
    fn facets_at_edges(&mut self, visible: FacetId, apex: VertexId) -> Step<FacetId> {
        let mut latest = FacetId::NONE;
        for i in 0..self.facets[visible].neighbors.len() {
            let id = self.facets[visible].neighbors[i];
            let neighbor = &self.facets[id];
            if neighbor.seen || neighbor.visible {
                continue;
            }
            let edge = neighbor
                .neighbors
                .iter()
                .take(3)
                .position(|&f| f == visible);
            let (Some(skip), &[a, b, c, ..]) = (edge, &neighbor.vertices[..]) else {
                return stop("QH6104 a neighbour is not one");
            };
            let [left, right] = [[b, c], [a, c], [a, b]][skip];
            let vertices = [apex, left, right];
            let top = neighbor.top ^ (skip % 2 == 0);
            let level = neighbor.level;
            latest = self.make_facet(vertices, top, id);
            if level {
                self.facets[latest].link = latest;
                self.facets[latest].joins_horizon = true;
            }
            self.facets[id].neighbors[skip] = latest;
        }
        Ok(latest)
    }

    /// Brings the facets around vertices up to date after a cone was made.
    fn update_neighbors_of_cone(&mut self) {
        if self.neighbors_kept {
            let mut vertex = self.vertex_list.fresh;
            while self.is_vertex(vertex) {
                let mut neighbors = std::mem::take(&mut self.vertices[vertex].neighbors);
                let mut i = 0;
                while i < neighbors.len() {
                    if self.facets[neighbors[i]].visible {
                        neighbors.swap_remove(i);
                    } else {
                        i += 1;
                    }
                }
                self.vertices[vertex].neighbors = neighbors;
                vertex = self.vertices[vertex].next;
            }
            let mut facet = self.facet_list.fresh;
            while self.is_facet(facet) {
                for i in 0..self.facets[facet].vertices.len() {
                    let vertex = self.facets[facet].vertices[i];
                    self.vertices[vertex].neighbors.push(facet);
                }
                facet = self.facets[facet].next;
            }
        }
        self.drop_lost_vertices();
    }

    /// As after a cone, when new facets may have been there before.
    pub(super) fn update_neighbors(&mut self) {
        if self.neighbors_kept {
            let mut vertex = self.vertex_list.fresh;
            while self.is_vertex(vertex) {
                let mut neighbors = std::mem::take(&mut self.vertices[vertex].neighbors);
                neighbors.retain(|&facet| !self.facets[facet].visible);
                self.vertices[vertex].neighbors = neighbors;
                vertex = self.vertices[vertex].next;
            }
            let mut facet = self.facet_list.fresh;
            while self.is_facet(facet) {
                let new = self.first_new != 0 && self.facets[facet].serial >= self.first_new;
                for i in 0..self.facets[facet].vertices.len() {
                    let vertex = self.facets[facet].vertices[i];
                    let neighbors = &mut self.vertices[vertex].neighbors;
                    if new || !neighbors.contains(&facet) {
                        neighbors.push(facet);
                    }
                }
                facet = self.facets[facet].next;
            }
        }
        self.drop_lost_vertices();
    }

    /// Marks the vertices that only deleted facets have.
    fn drop_lost_vertices(&mut self) {
        let mut visible = self.facet_list.visible;
        while self.facets[visible].visible {
            for i in 0..self.facets[visible].vertices.len() {
                let id = self.facets[visible].vertices[i];
                let vertex = &mut self.vertices[id];
                if vertex.fresh || vertex.deleted {
                    continue;
                }
                let facets = &self.facets;
                let lives = vertex.neighbors.iter().any(|&facet| !facets[facet].visible);
                if self.neighbors_kept && lives {
                    swap_take(&mut vertex.neighbors, &visible);
                } else {
                    vertex.deleted = true;
                    self.dead_vertices.push(id);
                }
            }
            visible = self.facets[visible].next;
        }
    }

    /// Puts a facet in the place of another one in the list of neighbours of a third.
    pub(super) fn replace_neighbor(&mut self, of: FacetId, old: FacetId, new: FacetId) -> Step {
        if self.facets[of].neighbors.replace(old, new) {
            Ok(())
        } else {
            stop("QH6177 a neighbour is not one")
        }
    }

    /// Puts a facet in the place of another one around a vertex.
    pub(super) fn replace_around(&mut self, vertex: VertexId, old: FacetId, new: FacetId) -> Step {
        if replace(&mut self.vertices[vertex].neighbors, old, new) {
            Ok(())
        } else {
            stop("QH6177 a facet around a vertex is not")
        }
    }
}
