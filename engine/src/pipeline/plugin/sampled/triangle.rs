//! A triangle in a frame of its own, and the signed distance of a point from it.

use nalgebra::Matrix3;

use super::vector::{Flat, Point, dot, inverse, sign, times, times_transposed, unit, unit_flat};

/// A mesh of triangles.
#[derive(Debug)]
pub(super) struct Mesh {
    pub(super) vertices: Vec<Point>,
    pub(super) faces: Vec<[u32; 3]>,
}

impl Mesh {
    /// Whether it is the same as another to the bit.
    pub(super) fn has_bits_of(&self, other: &Mesh) -> bool {
        let vertices = [self, other].map(|mesh| bytemuck::cast_slice::<Point, u32>(&mesh.vertices));
        self.faces == other.faces && vertices[0] == vertices[1]
    }

    pub(super) fn corners(&self, face: usize) -> [Point; 3] {
        self.faces[face].map(|vertex| self.vertices[vertex as usize])
    }
}

/// A triangle in a frame with its first vertex in the origin and its second on the x axis.
#[derive(Clone, Debug)]
pub(super) struct Triangle {
    corners: [Point; 3],
    pub(super) to_frame: Matrix3<f32>,
    /// Directions of the second and third edge.
    second_edge: Flat,
    third_edge: Flat,
    /// The second vertex, on the x axis, and the third.
    second: f32,
    third: Flat,
    /// Pseudonormals of edges and vertices: the sides on which a point is outside.
    pub(super) edge_normals: [Point; 3],
    pub(super) vertex_normals: [Point; 3],
}

impl Triangle {
    pub(super) fn new(corners: [Point; 3]) -> Triangle {
        let [first, second, third] = corners;
        let x = unit(&(second - first));
        let z = unit(&(second - first).cross(&(third - first)));
        let y = z.cross(&x);
        let to_frame = inverse(&Matrix3::from_columns(&[x, y, z]));
        let flat = |v: Point| times(&to_frame, &v).xy();
        Triangle {
            corners,
            to_frame,
            second_edge: unit_flat(flat(third - second)),
            third_edge: unit_flat(flat(first - third)),
            second: flat(second - first).x,
            third: flat(third - first),
            edge_normals: [Point::z(); 3],
            vertex_normals: [Point::z(); 3],
        }
    }

    pub(super) fn normal(&self) -> Point {
        self.to_frame.row(2).transpose()
    }

    /// The signed distance of a point and its gradient.
    pub(super) fn distance(&self, point: &Point) -> (f32, Point) {
        let at = times(&self.to_frame, &(point - self.corners[0]));
        let from_second = Flat::new(at.x - self.second, at.y);
        let from_third = Flat::new(at.x - self.third.x, at.y - self.third.y);
        let (b, c) = (self.second_edge, self.third_edge);
        let beyond = [
            -at.y,
            from_second.x * b.y - at.y * b.x,
            at.x * c.y - at.y * c.x,
        ];
        if beyond[0] >= 0.0 {
            if at.x <= 0.0 {
                self.vertex_distance(0, point, &at)
            } else if at.x >= self.second {
                self.vertex_distance(1, point, &at)
            } else {
                let across = Point::new(0.0, at.y, at.z);
                self.edge_distance(0, beyond[0], &at, &across)
            }
        } else if beyond[1] >= 0.0 {
            let along = from_second.x * b.x + at.y * b.y;
            if along <= 0.0 {
                self.vertex_distance(1, point, &at)
            } else if from_third.x * b.x + from_third.y * b.y >= 0.0 {
                self.vertex_distance(2, point, &at)
            } else {
                let across = Point::new(from_second.x - along * b.x, at.y - along * b.y, at.z);
                self.edge_distance(1, beyond[1], &at, &across)
            }
        } else if beyond[2] >= 0.0 {
            let along = at.x * c.x + at.y * c.y;
            if along >= 0.0 {
                self.vertex_distance(0, point, &at)
            } else if from_third.x * c.x + from_third.y * c.y <= 0.0 {
                self.vertex_distance(2, point, &at)
            } else {
                let across = Point::new(at.x - along * c.x, at.y - along * c.y, at.z);
                self.edge_distance(2, beyond[2], &at, &across)
            }
        } else {
            (at.z, self.normal())
        }
    }

    /// From a point that is nearest to a vertex.
    fn vertex_distance(&self, vertex: usize, point: &Point, at: &Point) -> (f32, Point) {
        let from = match vertex {
            0 => *at,
            1 => at - Point::new(self.second, 0.0, 0.0),
            _ => at - Point::new(self.third.x, self.third.y, 0.0),
        };
        let side = sign(dot(&self.vertex_normals[vertex], &from));
        let outwards = self.unit_or_normal(&(point - self.corners[vertex]));
        (side * dot(&from, &from).sqrt(), outwards * side)
    }

    /// From a point that is nearest to an edge: how far it is beyond it in the triangle's plane,
    /// and the direction to it in the triangle's frame.
    fn edge_distance(&self, edge: usize, beyond: f32, at: &Point, across: &Point) -> (f32, Point) {
        let from = match edge {
            1 => at - Point::new(self.second, 0.0, 0.0),
            _ => *at,
        };
        let side = sign(dot(&self.edge_normals[edge], &from));
        let outwards = self.unit_or_normal(&times_transposed(&self.to_frame, across));
        let distance = (beyond * beyond + at.z * at.z).sqrt();
        (side * distance, outwards * side)
    }

    /// The unit vector along `v`; the triangle's normal if `v` has no length.
    fn unit_or_normal(&self, v: &Point) -> Point {
        let unit = unit(v);
        if (unit.x + unit.y + unit.z).is_nan() {
            self.normal()
        } else {
            unit
        }
    }
}
