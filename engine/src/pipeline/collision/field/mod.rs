//! Geoms whose shape is given by the distance from its surface, against all others.
//!
//! Against a mesh, each triangle near the surface is searched for its deepest point ([`mesh`]).
//! Against any other shape, the overlap is searched from many points ([`pair`]).

mod mesh;
mod objective;
mod pair;
mod part;

use super::frame::complete_frame;
use super::hit::{Hit, Hits};
use crate::data::plugin::Shape;
use crate::error::StepError;
use crate::math::{MINVAL, Pose, Quat, Vec3, vec3};
use crate::memory::stack::Stack;
use crate::model::codes::GeomType;
use crate::{Data, Model};

/// Working memory, and what a search leaves.
#[derive(Clone, Debug, Default)]
pub(super) struct Workspace {
    search: mesh::Search,
    /// Points that are contacts already, in the shape's frame.
    points: Vec<Vec3>,
    /// Nodes of trees that were active.
    active: Vec<usize>,
}

impl Workspace {
    /// With room for any pair, if the model has such geoms.
    pub(super) fn new(model: &Model) -> Workspace {
        let mut workspace = Workspace::default();
        if model.geom_type.contains(&GeomType::Sdf.code()) {
            workspace.search.reserve(model);
            workspace.points.reserve(super::hit::MAX_HITS);
            workspace.active.reserve(model.nbvh);
        }
        workspace
    }

    /// Marks the nodes that were active.
    pub(super) fn mark(&self, model: &Model, data: &mut Data) {
        if model.vis.global.bvactive != 0 {
            self.active
                .iter()
                .for_each(|&node| data.bvh_active.set(node));
        }
    }
}

/// Whether two shapes, in order, are collided by distances.
pub(super) fn decides(first: GeomType, second: GeomType) -> bool {
    second == GeomType::Sdf && first != GeomType::Plane
}

/// Collides a geom with one that has a distance; a height field touches none.
#[doc(alias = "mjc_HFieldSDF")]
pub(super) fn collide(
    model: &Model,
    data: &Data,
    hits: &mut Hits,
    workspace: &mut Workspace,
    stack: Option<Stack>,
    [g1, g2]: [usize; 2],
) -> Result<(), StepError> {
    hits.clear();
    workspace.points.clear();
    workspace.active.clear();
    let shape = shape_of(model, data, g2)?;
    match GeomType::from_code(model.geom_type[g1]) {
        // MuJoCo has no function for these.
        None | Some(GeomType::Plane | GeomType::Hfield) => Ok(()),
        Some(GeomType::Mesh) => mesh::collide(model, data, hits, workspace, stack, [g1, g2], shape),
        Some(first) => pair::collide(model, data, hits, workspace, [g1, g2], first, shape),
    }
}

/// The shape of a geom. MuJoCo reads beyond the end of a list where a geom has none.
fn shape_of<'d>(model: &Model, data: &'d Data, geom: usize) -> Result<&'d dyn Shape, StepError> {
    let shape = data.plugin_shape(model, geom);
    shape.ok_or(StepError::ShapeWithoutPlugin(geom as i32))
}

/// Where a geom is in the world.
fn pose(data: &Data, geom: usize) -> Pose {
    Pose {
        pos: data.geom_xpos[geom],
        quat: Quat::from_mat(&data.geom_xmat[geom]),
    }
}

/// Where the frame is that a mesh or a distance was given in, before it was moved to the centre of
/// mass; other geoms have one frame.
fn given_pose(model: &Model, data: &Data, geom: usize) -> Pose {
    let pose = pose(data, geom);
    let moved = [GeomType::Mesh, GeomType::Sdf].map(GeomType::code);
    match usize::try_from(model.geom_dataid[geom]) {
        Ok(mesh) if moved.contains(&model.geom_type[geom]) => {
            let frame = Pose {
                pos: model.mesh_pos[mesh],
                quat: model.mesh_quat[mesh],
            };
            pose.mul(&frame.inverse())
        }
        _ => pose,
    }
}

/// Adds a contact at a point of the shape's frame, unless it is known or outside.
fn add_hit(
    hits: &mut Hits,
    points: &mut Vec<Vec3>,
    frame: &Pose,
    point: Vec3,
    dist: f64,
    gradient: impl FnOnce(&Vec3) -> Vec3,
) {
    let known = |other: &Vec3| vec3::distance(&point, other) < MINVAL;
    if dist > 0.0 || points.iter().any(known) {
        return;
    }
    points.push(point);
    let normal = frame.quat.rotate(&(gradient(&point) * -1.0));
    let axes = complete_frame(normal, Vec3::zeros());
    let pos = frame.quat.rotate(&point) + frame.pos + axes.row(0) * (-dist / 2.0);
    hits.push(Hit {
        dist,
        pos,
        normal: axes.row(0),
        tangent: axes.row(1),
    });
}
