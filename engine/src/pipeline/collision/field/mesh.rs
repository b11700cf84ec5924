//! A mesh against a shape that has a distance: the deepest point of each triangle near the surface,
//! by the method of Frank and Wolfe.

use std::cmp::Ordering;

use super::{Workspace, add_hit, given_pose, pose};
use crate::data::plugin::Shape;
use crate::error::StepError;
use crate::math::{MAXVAL, Mat3, Vec3, vec3};
use crate::memory::stack::Stack;
use crate::pipeline::collision::hit::{Hits, MAX_HITS};
use crate::pipeline::collision::hull::wide;
use crate::pipeline::collision::sort::stable_sort;
use crate::{Data, Model};

/// Most triangles that are looked at; the rest is left out.
const MAX_FACES: usize = 1300;
/// Most triangles that reach into the shape.
const MAX_POINTS: usize = 500;

/// Working memory of a search.
#[derive(Clone, Debug, Default)]
pub(super) struct Search {
    open: Vec<usize>,
    faces: Vec<usize>,
    deepest: Vec<Deepest>,
    sorted: Vec<Deepest>,
}

/// The deepest point of a triangle.
#[derive(Clone, Copy, Debug)]
struct Deepest {
    dist: f64,
    point: Vec3,
}

impl Search {
    pub(super) fn reserve(&mut self, model: &Model) {
        let largest = model.mesh_bvhnum.iter().max();
        self.open
            .reserve(largest.map_or(0, |&nodes| nodes.max(0) as usize));
        self.faces.reserve(MAX_FACES);
        self.deepest.reserve(MAX_POINTS);
        self.sorted.reserve(MAX_POINTS);
    }
}

/// Collides a mesh, the first geom, with a shape.
#[doc(alias = "mjc_MeshSDF")]
pub(super) fn collide(
    model: &Model,
    data: &Data,
    hits: &mut Hits,
    workspace: &mut Workspace,
    stack: Option<Stack>,
    [g1, g2]: [usize; 2],
    shape: &dyn Shape,
) -> Result<(), StepError> {
    let Ok(mesh) = usize::try_from(model.geom_dataid[g1]) else {
        return Ok(());
    };
    let frame = given_pose(model, data, g2);
    let seen = frame.inverse().mul(&pose(data, g1));
    let view = View {
        model,
        mesh,
        shape,
        mat: seen.quat.to_mat(),
        pos: seen.pos,
    };
    let Workspace {
        search,
        points,
        active,
    } = workspace;
    view.check_stack(stack)?;
    view.find_faces(search, active);
    search.deepest.clear();
    for &face in &search.faces {
        let corners = view.corners(face);
        if !view.comes_near(&corners) {
            continue;
        }
        if search.deepest.len() == MAX_POINTS {
            return Err(StepError::TooManyPoints);
        }
        let (dist, point) = view.deepest(&corners);
        if dist < 0.0 {
            search.deepest.push(Deepest { dist, point });
        }
    }
    stable_sort(&mut search.deepest, &mut search.sorted, |a, b| {
        match a.dist.partial_cmp(&b.dist) {
            Some(order) => order,
            None => Ordering::Greater,
        }
    });
    for found in search.deepest.iter().take(MAX_HITS) {
        let normal = |x: &Vec3| shape.gradient(x);
        add_hit(hits, points, &frame, found.point, found.dist, normal);
    }
    Ok(())
}

/// A mesh as the shape sees it.
struct View<'a> {
    model: &'a Model,
    mesh: usize,
    shape: &'a dyn Shape,
    mat: Mat3,
    pos: Vec3,
}

impl View<'_> {
    fn place(&self, point: &Vec3) -> Vec3 {
        self.mat.mul_vec(point) + self.pos
    }

    /// MuJoCo keeps the nodes that are still to be visited on its stack.
    fn check_stack(&self, stack: Option<Stack>) -> Result<(), StepError> {
        let nodes = self.model.mesh_bvhnum[self.mesh].max(0) as usize;
        match stack {
            Some(stack) if stack.mark().and_then(|own| own.integers(nodes)).is_none() => {
                Err(StepError::OutOfMemory(stack.top()))
            }
            _ => Ok(()),
        }
    }

    /// The triangles whose boxes reach into the shape, and the nodes of the tree above them.
    fn find_faces(&self, search: &mut Search, active: &mut Vec<usize>) {
        let model = self.model;
        let first = model.mesh_bvhadr[self.mesh].max(0) as usize;
        search.faces.clear();
        search.open.clear();
        search.open.push(first);
        while let Some(node) = search.open.pop() {
            let [x, y, z, sizes @ ..] = model.bvh_aabb[node];
            let centre = self.place(&Vec3::new(x, y, z));
            // NaN is not near.
            let near = self.shape.distance(&centre) < vec3::norm(&Vec3::from(sizes));
            if !near {
                continue;
            }
            if let Ok(face) = usize::try_from(model.bvh_nodeid[node]) {
                search.faces.push(face);
                if search.faces.len() == MAX_FACES {
                    return;
                }
            } else {
                let children = model.bvh_child[node].into_iter();
                let children = children.filter_map(|child| usize::try_from(child).ok());
                search.open.extend(children.map(|child| first + child));
            }
            active.push(node);
        }
    }

    fn corners(&self, face: usize) -> [Vec3; 3] {
        let model = self.model;
        let first = model.mesh_vertadr[self.mesh] as usize;
        let face = model.mesh_face[model.mesh_faceadr[self.mesh] as usize + face];
        face.map(|vertex| self.place(&wide(&model.mesh_vert[first + vertex as usize])))
    }

    /// Whether the shape reaches into the sphere through the corners and a point above or below
    /// their middle.
    fn comes_near(&self, corners: &[Vec3; 3]) -> bool {
        const FLATNESS: f64 = 10.0;
        let [a, b, c] = corners;
        let normal = vec3::normalized((b - a).cross(&(c - a)));
        let third = 1.0 / 3.0;
        let mut apex = a * third + b * third + c * third;
        let height = -self.shape.distance(&apex) / FLATNESS;
        apex += normal * -height;
        let v = corners.map(|corner| corner - apex);
        let across = [v[1].cross(&v[2]), v[2].cross(&v[0]), v[0].cross(&v[1])];
        let sum =
            across[0] * v[0].dot(&v[0]) + across[1] * v[1].dot(&v[1]) + across[2] * v[2].dot(&v[2]);
        let centre = sum * (1.0 / (2.0 * v[0].dot(&across[0])));
        let radius = centre.dot(&centre).sqrt();
        self.shape.distance(&(centre + apex)) < radius
    }

    /// The deepest point of a triangle: steps towards the corner that is lowest, shorter and
    /// shorter.
    fn deepest(&self, corners: &[Vec3; 3]) -> (f64, Vec3) {
        let [a, b, c] = corners;
        let mut x = (a + b + c) / 3.0;
        for step in 0..self.model.opt.sdf_iterations {
            let gradient = self.shape.gradient(&x);
            let mut best = 1e10;
            let mut lowest = None;
            for corner in corners {
                let height = corner.dot(&gradient);
                if height < best {
                    best = height;
                    lowest = Some(corner);
                }
            }
            // Where no direction is known MuJoCo goes to a place that nobody wrote.
            let Some(corner) = lowest else {
                return (MAXVAL, x);
            };
            x += (corner - x) * (2.0 / (f64::from(step) + 2.0));
        }
        (self.shape.distance(&x), x)
    }
}
