//! Temporary memory for compiling a mesh, reused for the next one: fresh memory costs more than
//! what is written to it.

use super::hull::LastHull;
use super::normals::Facing;
use super::triangle::Triangle;
use crate::math::Vec3;

#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// The hash table of vertices by place.
    pub(super) slots: Vec<u32>,
    pub(super) hull: LastHull,
    /// Triangles with mass.
    pub(super) pieces: Vec<Triangle>,
    /// Normals of faces, and means of those around a vertex.
    pub(super) facings: Vec<Facing>,
    pub(super) means: Vec<Vec3>,
}
