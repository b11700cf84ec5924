//! A mesh as a convex geom: the vertex that is farthest in a direction.
//!
//! With a hull it is found by climbing from the vertex found last, else by looking at all vertices.
//! MuJoCo's two convex back ends differ in where they start and in what counts as ties, so both
//! searches are here.

use std::cell::Cell;

use super::hull::{Hull, wide};
use crate::Model;
use crate::math::Vec3;

/// Meshes of fewer vertices are not climbed by the native back end.
const FEWEST_TO_CLIMB: usize = 10;
/// Lower than any vertex.
const DEPTH: f64 = -1e10;

/// A mesh's vertices and its hull, where it has one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mesh<'a> {
    pub vertices: &'a [[f32; 3]],
    pub hull: Option<Hull<'a>>,
}

/// Where the last search ended: a corner of the hull or, in searches of all vertices, a vertex.
pub(super) type Cursor = Cell<Option<usize>>;

impl<'a> Mesh<'a> {
    /// The mesh of a geom.
    pub(super) fn of_geom(model: &'a Model, geom: usize) -> Option<Mesh<'a>> {
        let mesh = usize::try_from(model.geom_dataid[geom]).ok()?;
        Some(Mesh {
            vertices: vertices(model, mesh),
            hull: Hull::of_mesh(model, mesh),
        })
    }

    /// The vertex farthest in a direction, for portal refinement; the origin where none is.
    pub(super) fn farthest(&self, dir: &Vec3, cursor: &Cursor) -> Vec3 {
        match &self.hull {
            Some(hull) => {
                let start = cursor.get().unwrap_or(0);
                let corner = hull.climb(dir, start, dir.dot(&hull.place(start)));
                cursor.set(Some(corner));
                hull.place(corner)
            }
            None => {
                let found = self.highest(dir, None, DEPTH);
                cursor.set(found);
                found.map_or(Vec3::zeros(), |vertex| wide(&self.vertices[vertex]))
            }
        }
    }

    /// The vertex farthest in a direction, for the native back end.
    #[doc(alias("mjc_meshSupport", "mjc_hillclimbSupport"))]
    pub(super) fn native_farthest(&self, dir: &Vec3, cursor: &Cursor) -> Vec3 {
        let depth = f64::from(f32::MIN);
        match &self.hull {
            Some(hull) if self.vertices.len() >= FEWEST_TO_CLIMB => {
                let corner = hull.climb(dir, cursor.get().unwrap_or(0), depth);
                cursor.set(Some(corner));
                hull.place(corner)
            }
            _ => {
                // A height field leaves the number of a corner here: it is taken for a vertex, as
                // in the reference.
                let start = cursor.get();
                let height = start.map_or(depth, |start| dir.dot(&wide(&self.vertices[start])));
                let vertex = self.highest(dir, start, height).unwrap_or(0);
                cursor.set(Some(vertex));
                wide(&self.vertices[vertex])
            }
        }
    }

    /// The first of the highest vertices, when one is higher than `height`; else `found`.
    fn highest(&self, dir: &Vec3, mut found: Option<usize>, mut height: f64) -> Option<usize> {
        for (i, vertex) in self.vertices.iter().enumerate() {
            let rise = dir.dot(&wide(vertex));
            if rise > height {
                height = rise;
                found = Some(i);
            }
        }
        found
    }
}

/// Vertices of a mesh.
pub(super) fn vertices(model: &Model, mesh: usize) -> &[[f32; 3]] {
    let first = usize::try_from(model.mesh_vertadr[mesh]).unwrap_or(0);
    let count = usize::try_from(model.mesh_vertnum[mesh]).unwrap_or(0);
    &model.mesh_vert[first..first + count]
}
