//! A ray against a mesh: its box, then the tree of boxes over its faces.
//!
//! Slabs: Ericson, Real-Time Collision Detection (2005), section 5.3.3.

use super::Ray;
use super::primitive::{self, update};
use super::triangle::Beam;
use crate::math::Vec3;
use crate::{Data, Model};

/// Deeper than any tree: each level halves the number of faces.
const MAX_DEPTH: usize = 64;

/// Where a ray meets the faces of a mesh geom, of either orientation. The nodes that it passes are
/// given to `mark`.
pub(super) fn mesh(
    model: &Model,
    data: &Data,
    geom: usize,
    ray: &Ray,
    mark: &mut impl FnMut(usize),
) -> Option<f64> {
    let (pos, mat) = (data.geom_xpos[geom], data.geom_xmat[geom]);
    // About the geom's own center, wherever the center of the box may be.
    primitive::cuboid(&pos, &mat, &model.geom_size[geom], ray)?;
    search_tree(model, geom, ray.local(&pos, &mat), mark)
}

#[doc(alias = "mju_rayTree")]
fn search_tree(
    model: &Model,
    geom: usize,
    local: Ray,
    mark: &mut impl FnMut(usize),
) -> Option<f64> {
    let mesh = usize::try_from(model.geom_dataid[geom]).ok()?;
    let root = usize::try_from(model.mesh_bvhadr[mesh]).ok()?;
    let slab = Slab::new(&local);
    let beam = Beam::new(local);
    let mut nearest = None;
    let mut stack = [0; MAX_DEPTH];
    let mut waiting = 1;
    while waiting > 0 {
        waiting -= 1;
        let node = root + stack[waiting];
        if !slab.meets(&model.bvh_aabb[node]) {
            continue;
        }
        let mut reached = true;
        if let Ok(face) = usize::try_from(model.bvh_nodeid[node]) {
            let x = beam.triangle(&corners(model, mesh, face));
            reached = x.is_some_and(|x| update(&mut nearest, x));
        } else {
            for child in model.bvh_child[node] {
                if let Ok(child) = usize::try_from(child) {
                    stack[waiting] = child;
                    waiting += 1;
                }
            }
        }
        if reached {
            mark(node);
        }
    }
    nearest
}

/// Corners of a mesh's face.
fn corners(model: &Model, mesh: usize, face: usize) -> [Vec3; 3] {
    let first = model.mesh_vertadr[mesh];
    let face = model.mesh_face[model.mesh_faceadr[mesh] as usize + face];
    face.map(|vertex| {
        let [x, y, z] = model.mesh_vert[(first + vertex) as usize].map(f64::from);
        Vec3::new(x, y, z)
    })
}

/// A ray prepared for tests against boxes that are aligned with the axes.
struct Slab {
    point: Vec3,
    inverse: Vec3,
}

impl Slab {
    fn new(local: &Ray) -> Slab {
        Slab {
            point: local.point,
            inverse: local.vector.map(|x| 1.0 / x),
        }
    }

    /// Whether the ray meets a box, given by center and half size.
    #[doc(alias = "mju_raySlab")]
    #[inline]
    fn meets(&self, aabb: &[f64; 6]) -> bool {
        let (mut enter, mut leave) = (0.0, f64::INFINITY);
        for k in 0..3 {
            let (center, half) = (aabb[k], aabb[3 + k]);
            let t1 = (center - half - self.point[k]) * self.inverse[k];
            let t2 = (center + half - self.point[k]) * self.inverse[k];
            // Written out: which operand a NaN yields is part of the reference.
            let (near, far) = if t1 < t2 { (t1, t2) } else { (t2, t1) };
            enter = if enter > near { enter } else { near };
            leave = if leave < far { leave } else { far };
        }
        enter < leave
    }
}
