//! Rays against a shape that is given by its distance: steps as long as the distance.

use super::{Ray, primitive};
use crate::math::{Pose, Quat, vec3};
use crate::{Data, Model};

/// Most steps.
const STEPS: usize = 40;
/// So near is on the surface.
const NEAR: f64 = 1e-7;
/// So far away there is nothing.
const FAR: f64 = 1e6;

/// Where a ray meets the shape. The length is in m, whatever the ray's vector.
#[doc(alias = "ray_sdf")]
pub(super) fn sdf(model: &Model, data: &Data, geom: usize, ray: &Ray) -> Option<f64> {
    let (pos, mat) = (&data.geom_xpos[geom], &data.geom_xmat[geom]);
    primitive::cuboid(pos, mat, &model.geom_size[geom], ray).filter(|&dist| dist >= 0.0)?;
    let shape = data.plugin_shape(model, geom)?;
    let mesh = usize::try_from(model.geom_dataid[geom]).ok()?;
    let moved = Pose {
        pos: model.mesh_pos[mesh],
        quat: model.mesh_quat[mesh],
    };
    let pose = Pose {
        pos: *pos,
        quat: Quat::from_mat(mat),
    };
    let given = pose.mul(&moved.inverse());
    let local = ray.local(&given.pos, &given.quat.to_mat());
    let direction = vec3::normalized(local.vector);
    let mut total = 0.0;
    for _ in 0..STEPS {
        let distance = shape.distance(&(local.point + direction * total));
        total += distance;
        if distance.abs() < NEAR {
            return Some(total);
        }
        if distance > FAR {
            break;
        }
    }
    None
}
