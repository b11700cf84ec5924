//! The first tetrahedron: as large as the extreme points allow, seen by its determinants.

use super::Quickhull;
use super::error::{HullError, Step, stop};
use super::plane::{cosine, difference};
use super::store::{FacetId, VertexId};
use super::tolerance::Extent;

/// A determinant that is less than this part of what could be expected is looked for among all
/// points.
const NARROW: f64 = 1.0e-3;
/// The cosine between facets of a tetrahedron that is as good as flat.
const FLAT: f64 = -0.99999999;

impl Quickhull {
    /// Four points that are not in one plane, if there are any: two that are furthest apart in x,
    /// then each time the point with the greatest determinant.
    pub(super) fn largest_simplex(&self, extent: &Extent) -> Step<[u32; 4]> {
        if extent.widest <= 0.0 {
            return Err(HullError::Point);
        }
        let (mut low, mut high) = (extent.extremes[0], extent.extremes[0]);
        for &i in &extent.extremes {
            let x = self.points[i][0];
            if self.points[high][0] < x {
                high = i;
            }
            if self.points[low][0] > x {
                low = i;
            }
        }
        let (lowest, highest) = (self.points[low][0], self.points[high][0]);
        if low == high {
            return Err(HullError::SameX(lowest));
        }
        let mut simplex = [low as u32, high as u32, 0, 0];
        let mut determinant = highest - lowest;
        for found in 2..4 {
            let (next, size) = self.furthest_apart(extent, &simplex[..found], determinant)?;
            simplex[found] = next as u32;
            determinant = size;
        }
        Ok(simplex)
    }

    /// The point with the greatest determinant with those that were found.
    fn furthest_apart(&self, extent: &Extent, simplex: &[u32], last: f64) -> Step<(usize, f64)> {
        let mut best = None;
        let (mut greatest, mut near_zero) = (-1.0, false);
        for &i in &extent.extremes {
            if !simplex.contains(&(i as u32)) && best != Some(i) {
                let (size, small) = self.determinant(i, simplex);
                if size > greatest {
                    (best, greatest, near_zero) = (Some(i), size, small);
                }
            }
        }
        let target = last * extent.widest;
        let enough = 10.0 * NARROW * target;
        let narrow = greatest > 0.0 && greatest / target < NARROW;
        if best.is_none() || near_zero || narrow {
            for i in 0..self.points.len() {
                if extent.extremes.contains(&i) || simplex.contains(&(i as u32)) {
                    continue;
                }
                let (size, small) = self.determinant(i, simplex);
                if size > greatest {
                    (best, greatest, near_zero) = (Some(i), size, small);
                    if !near_zero && greatest > enough {
                        break;
                    }
                }
            }
        }
        match best {
            Some(i) => Ok((i, greatest)),
            None => stop("QH6014 not enough points"),
        }
    }

    /// The size of the determinant of two or three points with another one, in as many coordinates,
    /// and whether it is as good as zero.
    fn determinant(&self, apex: usize, simplex: &[u32]) -> (f64, bool) {
        let row = |i: usize| difference(&self.points[simplex[i] as usize], &self.points[apex]);
        let [a, b] = [row(0), row(1)];
        let determinant = if simplex.len() == 2 {
            a[0] * b[1] - a[1] * b[0]
        } else {
            let c = row(2);
            a[0] * (b[1] * c[2] - b[2] * c[1]) - b[0] * (a[1] * c[2] - a[2] * c[1])
                + c[0] * (a[1] * b[2] - a[2] * b[1])
        };
        let size = determinant.abs();
        let limit = self.tolerance.near_zero[simplex.len() - 1];
        (size, size < 10.0 * limit)
    }

    /// Makes the facets of the tetrahedron.
    pub(super) fn begin(&mut self, simplex: [u32; 4]) -> Step {
        let corners = simplex.map(|point| self.make_vertex(point));
        let [a, b, c, d] = corners;
        let mut facets = [FacetId::NONE; 4];
        for (i, vertices) in [[c, b, a], [d, b, a], [d, c, a], [d, c, b]]
            .iter()
            .enumerate()
        {
            let facet = self.facets.make(self.tolerance.round);
            facets[i] = facet;
            self.facets[facet].vertices.assign(vertices);
            self.facets[facet].top = i % 2 == 0;
            self.append_facet(facet);
            self.append_vertex(corners[3 - i]);
        }
        for facet in facets {
            for other in facets {
                if other != facet {
                    self.facets[facet].neighbors.push(other);
                }
            }
        }
        self.settle(true);
        self.facet_list.pending = self.facet_list.first;
        let latest_first = [d, c, b, a];
        self.interior = self.middle(&latest_first);
        self.orient(facets);
        self.check_simplex(facets)
    }

    pub(super) fn make_vertex(&mut self, point: u32) -> VertexId {
        self.vertices.make(point, self.points[point as usize])
    }

    /// Turns the facets of the tetrahedron outwards.
    fn orient(&mut self, facets: [FacetId; 4]) {
        let interior = self.interior;
        let round = self.tolerance.round;
        self.set_plane(facets[0]);
        self.facets[facets[0]].flipped = false;
        if self.facets[facets[0]].plane.distance(&interior) > round {
            for facet in facets {
                self.facets[facet].top ^= true;
            }
            self.set_plane(facets[0]);
        }
        for facet in &facets[1..] {
            self.set_plane(*facet);
        }
        for facet in facets {
            self.facets[facet].flipped = false;
            if self.facets[facet].plane.distance(&interior) > round {
                for facet in facets {
                    let turned = &mut self.facets[facet];
                    turned.flipped = false;
                    turned.top ^= true;
                    if turned.plane.distance(&interior) > 0.0 {
                        turned.plane.flip();
                    }
                }
                break;
            }
        }
    }

    fn check_simplex(&mut self, facets: [FacetId; 4]) -> Step {
        let mut sharpest = f64::MAX;
        for facet in facets {
            if !self.test_flipped(facet) {
                return Err(HullError::Flat(self.facets[facet].serial));
            }
            for &neighbor in self.facets[facet].neighbors.iter() {
                let (a, b) = (&self.facets[facet].plane, &self.facets[neighbor].plane);
                let angle = cosine(&a.normal, &b.normal);
                if sharpest > angle {
                    sharpest = angle;
                }
            }
        }
        self.narrow = sharpest < FLAT;
        for facet in facets {
            for i in 0..3 {
                let neighbor = self.facets[facet].neighbors[i];
                let height = self.vertex_distance(self.facets[facet].vertices[i], neighbor);
                if height > self.tolerance.round {
                    return stop("QH6114 the first tetrahedron is not convex");
                } else if height >= -self.tolerance.round {
                    return stop("QH6379 the first tetrahedron is flat within rounding");
                }
            }
        }
        Ok(())
    }

    /// Computes the plane of a triangle.
    pub(super) fn set_plane(&mut self, facet: FacetId) {
        let corners = [0, 1, 2].map(|i| &self.vertices[self.facets[facet].vertices[i]].at);
        let top = self.facets[facet].top;
        let (mut plane, uncertain) = super::plane::Plane::through(corners, top, &self.tolerance);
        if uncertain && plane.distance(&self.interior) > 0.0 {
            plane.flip();
        }
        self.facets[facet].plane = plane;
        self.facets[facet].has_plane = true;
        self.test_flipped(facet);
    }

    /// Whether the inner point is clearly below a facet; it is marked if not.
    fn test_flipped(&mut self, facet: FacetId) -> bool {
        let interior = self.interior;
        let tested = &mut self.facets[facet];
        if !tested.flipped && tested.plane.distance(&interior) >= -self.tolerance.round {
            tested.flipped = true;
        }
        !tested.flipped
    }

    /// The mean of vertices.
    pub(super) fn middle(&self, vertices: &[VertexId]) -> [f64; 3] {
        let mut middle = [0.0; 3];
        for &vertex in vertices {
            let at = &self.vertices[vertex].at;
            for k in 0..3 {
                middle[k] += at[k];
            }
        }
        middle.map(|x| x / vertices.len() as f64)
    }
}
