//! The triangle of a mesh that is nearest to a point, by a tree of spheres. In double precision.
//!
//! Where several triangles are as near, the order of the tree decides.

use super::sort::sort;
use super::triangle::Mesh;
use crate::math::Vec3;

#[derive(Clone, Copy, Debug)]
struct Sphere {
    center: Vec3,
    radius: f64,
}

#[derive(Debug)]
enum Node {
    /// A triangle by its number.
    Leaf(usize),
    /// The spheres of both halves, and their nodes.
    Split([(Sphere, usize); 2]),
}

/// A tree over the triangles of a mesh.
#[derive(Debug)]
pub(super) struct Nearest {
    triangles: Vec<[Vec3; 3]>,
    nodes: Vec<Node>,
    root: usize,
}

impl Nearest {
    pub(super) fn new(mesh: &Mesh) -> Nearest {
        let faces = 0..mesh.faces.len();
        let mut nearest = Nearest {
            triangles: faces
                .map(|face| mesh.corners(face).map(|corner| corner.map(f64::from)))
                .collect(),
            nodes: Vec::with_capacity(2 * mesh.faces.len()),
            root: 0,
        };
        let mut order: Vec<usize> = (0..mesh.faces.len()).collect();
        nearest.root = nearest.add(&mut order).1;
        nearest
    }

    /// Adds a node for some triangles, of which there is at least one.
    fn add(&mut self, order: &mut [usize]) -> (Sphere, usize) {
        let triangles = &self.triangles;
        if let [triangle] = *order {
            let [a, b, c] = triangles[triangle];
            let center = (a + b + c) / 3.0;
            let far = |corner: Vec3| norm(&(corner - center));
            let radius = greater(greater(far(a), far(b)), far(c));
            self.nodes.push(Node::Leaf(triangle));
            return (Sphere { center, radius }, self.nodes.len() - 1);
        }
        let corners = || order.iter().flat_map(|&triangle| &triangles[triangle]);
        let mut center = Vec3::zeros();
        let (mut low, mut high) = (Vec3::repeat(f64::MAX), Vec3::repeat(f64::MIN));
        for corner in corners() {
            center += corner;
            low = low.zip_map(corner, |a, b| if b < a { b } else { a });
            high = high.zip_map(corner, greater);
        }
        center /= (3 * order.len()) as f64;
        let square = corners().fold(0.0, |most, corner| {
            greater(most, square(&(center - corner)))
        });
        let radius = square.sqrt();
        let size = high - low;
        let first = if size.y > size.x { 1 } else { 0 };
        let axis = if size.z > size[first] { 2 } else { first };
        let key = |triangle: usize| triangles[triangle][0][axis];
        sort(order, &|&a, &b| key(a) < key(b));
        let (left, right) = order.split_at_mut(order.len() / 2);
        let halves = [self.add(left), self.add(right)];
        self.nodes.push(Node::Split(halves));
        (Sphere { center, radius }, self.nodes.len() - 1)
    }

    /// The triangle nearest to a point; none if no distance is a number.
    pub(super) fn find(&self, point: &Vec3) -> Option<usize> {
        let mut found = (f64::MAX, None);
        self.search(self.root, point, &mut found);
        found.1
    }

    fn search(&self, node: usize, point: &Vec3, found: &mut (f64, Option<usize>)) {
        match &self.nodes[node] {
            &Node::Leaf(triangle) => {
                let square = square_distance(point, &self.triangles[triangle]);
                if square < found.0 * found.0 {
                    *found = (square.sqrt(), Some(triangle));
                }
            }
            Node::Split([left, right]) => {
                let far =
                    |(sphere, _): &(Sphere, usize)| norm(&(point - sphere.center)) - sphere.radius;
                let (left, right) = ((far(left), left.1), (far(right), right.1));
                let nearer_first = if left.0 < right.0 {
                    [left, right]
                } else {
                    [right, left]
                };
                for (distance, node) in nearer_first {
                    if distance < found.0 {
                        self.search(node, point, found);
                    }
                }
            }
        }
    }
}

fn square(v: &Vec3) -> f64 {
    v.x * v.x + v.y * v.y + v.z * v.z
}

fn norm(v: &Vec3) -> f64 {
    square(v).sqrt()
}

/// The second if it is greater, else the first, also where either is not a number.
fn greater(a: f64, b: f64) -> f64 {
    if a < b { b } else { a }
}

/// The square of a point's distance from a triangle, by the region of its plane that the point is
/// in: Eberly, Distance Between Point and Triangle in 3D (1999).
fn square_distance(point: &Vec3, &[corner, second, third]: &[Vec3; 3]) -> f64 {
    let (from, edges) = (corner - point, [second - corner, third - corner]);
    let dot = |a: &Vec3, b: &Vec3| a.x * b.x + a.y * b.y + a.z * b.z;
    let quadratic = Quadratic {
        a00: dot(&edges[0], &edges[0]),
        a01: dot(&edges[0], &edges[1]),
        a11: dot(&edges[1], &edges[1]),
        b0: dot(&from, &edges[0]),
        b1: dot(&from, &edges[1]),
        c: dot(&from, &from),
    };
    let least = quadratic.least();
    if least < 0.0 { 0.0 } else { least }
}

/// The square of the distance as a function of the shares `s` and `t` of two edges.
struct Quadratic {
    a00: f64,
    a01: f64,
    a11: f64,
    b0: f64,
    b1: f64,
    c: f64,
}

impl Quadratic {
    fn least(&self) -> f64 {
        let &Quadratic {
            a00,
            a01,
            a11,
            b0,
            b1,
            ..
        } = self;
        let det = (a00 * a11 - a01 * a01).abs();
        let s = a01 * b1 - a11 * b0;
        let t = a01 * b0 - a00 * b1;
        if s + t <= det {
            match (s < 0.0, t < 0.0) {
                (true, true) if b0 < 0.0 => self.on_first_edge(),
                (true, _) => self.on_third_edge(),
                (false, true) => self.on_first_edge(),
                (false, false) => {
                    let inverse = 1.0 / det;
                    self.at(s * inverse, t * inverse)
                }
            }
        } else if s < 0.0 {
            let (to_third, to_second) = (a01 + b0, a11 + b1);
            if to_second > to_third {
                self.on_second_edge(to_second - to_third, self.at_second(), |s| (s, 1.0 - s))
            } else if to_second <= 0.0 {
                self.at_third()
            } else {
                self.on_third_edge()
            }
        } else if t < 0.0 {
            let (to_second, to_third) = (a01 + b1, a00 + b0);
            if to_third > to_second {
                self.on_second_edge(to_third - to_second, self.at_third(), |t| (1.0 - t, t))
            } else if to_third <= 0.0 {
                self.at_second()
            } else {
                self.on_first_edge()
            }
        } else {
            let share = a11 + b1 - a01 - b0;
            if share <= 0.0 {
                self.at_third()
            } else {
                self.on_second_edge(share, self.at_second(), |s| (s, 1.0 - s))
            }
        }
    }

    fn at(&self, s: f64, t: f64) -> f64 {
        let along_first = s * (self.a00 * s + self.a01 * t + 2.0 * self.b0);
        let along_third = t * (self.a01 * s + self.a11 * t + 2.0 * self.b1);
        along_first + along_third + self.c
    }

    fn at_second(&self) -> f64 {
        self.a00 + 2.0 * self.b0 + self.c
    }

    fn at_third(&self) -> f64 {
        self.a11 + 2.0 * self.b1 + self.c
    }

    /// On the edge from the first corner to the second.
    fn on_first_edge(&self) -> f64 {
        if self.b0 >= 0.0 {
            self.c
        } else if -self.b0 >= self.a00 {
            self.at_second()
        } else {
            self.b0 * (-self.b0 / self.a00) + self.c
        }
    }

    /// On the edge from the first corner to the third.
    fn on_third_edge(&self) -> f64 {
        if self.b1 >= 0.0 {
            self.c
        } else if -self.b1 >= self.a11 {
            self.at_third()
        } else {
            self.b1 * (-self.b1 / self.a11) + self.c
        }
    }

    /// On the edge between the second and the third corner, by a share of it that is not yet
    /// divided; from its end on, the corner there.
    fn on_second_edge(&self, share: f64, end: f64, at: impl Fn(f64) -> (f64, f64)) -> f64 {
        let whole = self.a00 - 2.0 * self.a01 + self.a11;
        if share >= whole {
            return end;
        }
        let (s, t) = at(share / whole);
        self.at(s, t)
    }
}
