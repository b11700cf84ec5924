//! A ray against a flex as a viewer draws it: vertices are balls, edges capsules, faces triangles.

use super::primitive::{self, update};
use super::triangle::Beam;
use super::{FlexParts, Ray, RayVertex};
use crate::math::{Mat3, Quat, Vec3, vec3};
use crate::{Data, Model};

/// Faces of a tetrahedron, by corners; the first is that of a triangle.
const FACES: [[usize; 3]; 4] = [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]];

/// Where a ray first meets the parts of a flex that are shown.
pub(crate) fn flex(
    model: &Model,
    data: &Data,
    flex: usize,
    ray: &Ray,
    parts: &FlexParts,
) -> Option<RayVertex> {
    let radius = model.flex_radius[flex];
    let (centre, size) = bounds(&data.flexvert_xpos[model.flex_vertices(flex)], radius);
    primitive::cuboid(&centre, &Mat3::IDENTITY, &size, ray)?;
    let surface = model.flex_dim[flex] > 1;
    let mut search = Search {
        model,
        data,
        flex,
        ray,
        nearest: None,
        hit: None,
    };
    if parts.edges || surface && parts.skin {
        search.edges(radius);
    } else if parts.vertices {
        search.vertices(radius);
    }
    if surface && (parts.faces || parts.skin) {
        search.faces(parts);
    }
    search.hit
}

/// Centre and half sizes of the box around all vertices with their radius.
fn bounds(vertices: &[Vec3], radius: f64) -> (Vec3, Vec3) {
    let (mut low, mut high) = (Vec3::zeros(), Vec3::zeros());
    for (i, vertex) in vertices.iter().enumerate() {
        for k in 0..3 {
            if low[k] > vertex[k] || i == 0 {
                low[k] = vertex[k];
            }
            if high[k] < vertex[k] || i == 0 {
                high[k] = vertex[k];
            }
        }
    }
    let (low, high) = (low.map(|x| x - radius), high.map(|x| x + radius));
    ((low + high) * 0.5, (high - low) * 0.5)
}

/// What was met so far.
struct Search<'a> {
    model: &'a Model,
    data: &'a Data,
    flex: usize,
    ray: &'a Ray,
    nearest: Option<f64>,
    hit: Option<RayVertex>,
}

impl Search<'_> {
    /// Notes an intersection that is nearer; `vertex` tells the vertex from the place.
    fn meet(&mut self, x: Option<f64>, vertex: impl FnOnce(&Vec3) -> i32) {
        let Some(dist) = x.filter(|&x| x >= 0.0) else {
            return;
        };
        if update(&mut self.nearest, dist) {
            let place = self.ray.point + self.ray.vector * dist;
            let vertex = vertex(&place) as usize;
            self.hit = Some(RayVertex { dist, vertex });
        }
    }

    fn edges(&mut self, radius: f64) {
        for edge in self.model.flex_edges(self.flex) {
            let ids = self.model.flex_edge[edge];
            let ends = self.model.edge_ends(self.flex, edge);
            let [a, b] = ends.map(|end| self.data.flexvert_xpos[end]);
            let mut along = b - a;
            let half_length = 0.5 * vec3::normalize(&mut along);
            let x = primitive::capsule(
                &((a + b) * 0.5),
                &Quat::from_z_to(&along).to_mat(),
                &Vec3::new(radius, half_length, 0.0),
                self.ray,
            );
            self.meet(x, |place| {
                let nearer = vec3::distance(&a, place) < vec3::distance(&b, place);
                ids[usize::from(!nearer)]
            });
        }
    }

    fn vertices(&mut self, radius: f64) {
        for (i, vertex) in self.model.flex_vertices(self.flex).enumerate() {
            let pos = &self.data.flexvert_xpos[vertex];
            let x = primitive::sphere(pos, radius * radius, self.ray);
            self.meet(x, |_| i as i32);
        }
    }

    /// Triangles; of solids those of the elements of one layer, or of the outermost for a skin.
    fn faces(&mut self, parts: &FlexParts) {
        let beam = Beam::new(*self.ray);
        let solid = self.model.flex_dim[self.flex] == 3;
        let faces = if solid { &FACES[..] } else { &FACES[..1] };
        for (element, id) in self.model.flex_elements(self.flex).enumerate() {
            let layer = self.model.flex_elemlayer[id];
            let hidden = if parts.skin {
                layer > 0
            } else {
                layer != parts.layer
            };
            if solid && hidden {
                continue;
            }
            let corners = self.model.flex_corners(self.flex, element);
            for face in faces {
                let ids = face.map(|corner| corners[corner]);
                let places =
                    ids.map(|id| self.data.flexvert_xpos[self.model.flex_vertex(self.flex, id)]);
                self.meet(beam.triangle(&places), |place| {
                    let [a, b, c] = places.map(|corner| vec3::distance(&corner, place));
                    if a <= b && a <= c {
                        ids[0]
                    } else if b <= c {
                        ids[1]
                    } else {
                        ids[2]
                    }
                });
            }
        }
    }
}
