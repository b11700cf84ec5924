//! `mujoco.sdf.sdflib`: the distance from a mesh, sampled into an octree when an instance starts.
//!
//! The mesh's surface decides the octree ([`build`]), whose cells hold cubic polynomials
//! ([`cubic`]); a query finds the cell of a point and evaluates its polynomial ([`octree`]). All of
//! it is in single precision, except for the search of the nearest triangle ([`nearest`]).
//!
//! Pujol, Chica: Adaptive approximation of signed distance fields through piecewise continuous
//! interpolation (2023); the reference uses its authors' SdfLib.

mod build;
mod cubic;
mod nearest;
mod normals;
mod octree;
mod sort;
mod triangle;
mod vector;

use std::sync::{Arc, Mutex, PoisonError};

use crate::data::plugin::{Capability, Plugin, PluginInstance, Shape};
use crate::math::Vec3;
use crate::{Data, Model};
use octree::Octree;
use triangle::Mesh;
use vector::Point;

/// The plugin, whose instances take the mesh of the first geom that uses them.
#[derive(Debug)]
pub(super) struct SampledPlugin;

impl Plugin for SampledPlugin {
    fn name(&self) -> &str {
        "mujoco.sdf.sdflib"
    }

    fn attributes(&self) -> &[&str] {
        &["aabb"]
    }

    fn capabilities(&self) -> &[Capability] {
        &[Capability::Shape]
    }

    fn start(
        &self,
        model: &Model,
        _: &mut Data,
        instance: usize,
    ) -> Result<Box<dyn PluginInstance>, String> {
        let mesh = mesh_of(model, instance)
            .ok_or("no geom uses it, and the first geom of the model has no mesh")?;
        Ok(Box::new(Sampled(octree_of(mesh)?)))
    }
}

/// The mesh of an instance, in the frame that its geoms were given in. An instance that no geom
/// uses takes that of the first geom, as the reference does.
fn mesh_of(model: &Model, instance: usize) -> Option<Mesh> {
    let mut users = model.geom_plugin.iter();
    let geom = users.position(|&user| usize::try_from(user) == Ok(instance));
    let geom = geom.unwrap_or(0);
    let id = usize::try_from(*model.geom_dataid.get(geom)?).ok()?;
    let vertices = *model.mesh_vertadr.get(id)? as usize..;
    let faces = model.mesh_faceadr[id] as usize..;
    let (pos, quat) = (model.mesh_pos[id], model.mesh_quat[id]);
    let vertices = model.mesh_vert[vertices].iter();
    let vertices = vertices.take(model.mesh_vertnum[id] as usize).map(|v| {
        let placed = quat.rotate(&Vec3::from_fn(|axis, _| f64::from(v[axis]))) + pos;
        placed.map(|number| number as f32)
    });
    let faces = model.mesh_face[faces].iter();
    let faces = faces.take(model.mesh_facenum[id] as usize);
    Some(Mesh {
        vertices: vertices.collect(),
        faces: faces.map(|face| face.map(|v| v as u32)).collect(),
    })
}

/// The octree of a mesh. Those built last are kept, as a model that is loaded makes several data,
/// and a program makes more of them.
fn octree_of(mesh: Mesh) -> Result<Arc<Octree>, String> {
    const KEPT: usize = 4;
    static LAST: Mutex<Vec<(Mesh, Arc<Octree>)>> = Mutex::new(Vec::new());
    let last = || LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, octree)) = last().iter().find(|(known, _)| known.has_bits_of(&mesh)) {
        return Ok(Arc::clone(octree));
    }
    let octree = Arc::new(build::octree(&mesh)?);
    let mut last = last();
    last.truncate(KEPT - 1);
    last.insert(0, (mesh, Arc::clone(&octree)));
    Ok(octree)
}

/// The octree of one instance, the same in all copies of a data.
#[derive(Clone, Debug)]
struct Sampled(Arc<Octree>);

impl PluginInstance for Sampled {
    fn boxed_clone(&self) -> Box<dyn PluginInstance> {
        Box::new(self.clone())
    }

    fn shape(&self) -> Option<&dyn Shape> {
        Some(&*self.0)
    }
}

impl Shape for Octree {
    /// Outside of the octree: that of the nearest point within, and how far it is to there.
    fn distance(&self, point: &Vec3) -> f64 {
        let (inside, outwards) = project(self, &to_single(point));
        let outwards = if outwards <= 0.0 { 0.0 } else { outwards };
        f64::from(self.distance(&inside)) + outwards
    }

    fn gradient(&self, point: &Vec3) -> Vec3 {
        const STEP: f64 = 1e-8;
        let (inside, outwards) = project(self, &to_single(point));
        if outwards <= 0.0 {
            return self.gradient(&inside).map(f64::from);
        }
        let here = Shape::distance(self, point);
        Vec3::from_fn(|axis, _| {
            let mut there = *point;
            there[axis] += STEP;
            (Shape::distance(self, &there) - here) / STEP
        })
    }
}

fn to_single(point: &Vec3) -> Point {
    point.map(|number| number as f32)
}

/// The point of the octree's box that is nearest to another, a little within the box, and its
/// distance; for a point within, the point itself and minus the distance of the nearest face.
fn project(octree: &Octree, point: &Point) -> (Point, f64) {
    const WITHIN: f64 = 1e-6;
    let from_center = point - octree.bounds.center();
    let beyond = from_center.map(f32::abs) - octree.bounds.size() * 0.5;
    if beyond.x <= 0.0 && beyond.y <= 0.0 && beyond.z <= 0.0 {
        let nearest = vector::max(beyond.x, vector::max(beyond.y, beyond.z));
        return (*point, f64::from(nearest));
    }
    let (mut nearest, mut square) = (*point, 0.0);
    for axis in 0..3 {
        if beyond[axis] >= 0.0 {
            square += f64::from(beyond[axis] * beyond[axis]);
            let back = f64::from(beyond[axis]) + WITHIN;
            let back = if from_center[axis] > 0.0 { back } else { -back };
            nearest[axis] = (f64::from(nearest[axis]) - back) as f32;
        }
    }
    (nearest, square.sqrt())
}
