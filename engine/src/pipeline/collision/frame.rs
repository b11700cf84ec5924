//! The contact frame: normal, then two friction directions.

use crate::math::{Mat3, Vec3, vec3};

/// Completes a frame whose first axis is the normal and whose second is as near to `tangent` as it
/// can be; a tangent of no length stands for the y axis, or the z axis where the normal is too near
/// to y.
#[doc(alias = "mju_makeFrame")]
pub(super) fn complete_frame(normal: Vec3, tangent: Vec3) -> Mat3 {
    let x = vec3::normalized(normal);
    let mut y = tangent;
    if vec3::norm(&y) < 0.5 {
        y = if x.y < 0.5 && x.y > -0.5 {
            Vec3::new(0.0, 1.0, 0.0)
        } else {
            Vec3::new(0.0, 0.0, 1.0)
        };
    }
    let y = vec3::normalized(y - x * x.dot(&y));
    Mat3::from_rows(&x, &y, &x.cross(&y))
}
