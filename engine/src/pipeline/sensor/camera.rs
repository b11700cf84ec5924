//! Where a point appears in a camera's image.
//!
//! The projection is the product of an image, a focal, a rotation and a translation matrix, applied
//! to homogeneous coordinates. The reference multiplies the four matrices out term by term; the
//! order of its sums is kept, its zero terms included.
//!
//! `(u, v, 1) ~ image * focal * (R | -R c) * (x, 1)`: Hartley and Zisserman, Multiple View Geometry
//! in Computer Vision (2nd edition, 2003), chapter 6.

use std::f64::consts::PI;

use crate::math::{MINVAL, Vec3, scalar};
use crate::{Data, Model};

/// Pixel coordinates of a world point in the image of `camera`.
#[doc(alias = "cam_project")]
pub(super) fn project(model: &Model, data: &Data, camera: usize, point: &Vec3) -> [f64; 2] {
    let matrix = projection(model, data, camera);
    let point = [point.x, point.y, point.z, 1.0];
    let [x, y, depth] = matrix.map(|row| {
        row.iter()
            .zip(&point)
            .fold(0.0, |sum, (element, coordinate)| sum + element * coordinate)
    });
    let depth = if depth.abs() >= MINVAL || depth.is_nan() {
        depth
    } else if depth < 0.0 {
        scalar::min(depth, -MINVAL)
    } else {
        scalar::max(depth, MINVAL)
    };
    [x / depth, y / depth]
}

/// Focal lengths in pixels, from the sensor's size where the camera has one, else from the field of
/// view.
fn focal_lengths(model: &Model, camera: usize) -> [f64; 2] {
    let sensor = model.cam_sensorsize[camera];
    let resolution = model.cam_resolution[camera];
    if sensor[0] != 0.0 && sensor[1] != 0.0 {
        // In single precision up to here, as the camera's parameters are.
        let intrinsic = model.cam_intrinsic[camera];
        [0, 1].map(|k| f64::from(intrinsic[k] / sensor[k] * resolution[k] as f32))
    } else {
        let fovy = model.cam_fovy[camera];
        [0.5 / (fovy * PI / 360.0).tan() * f64::from(resolution[1]); 2]
    }
}

fn projection(model: &Model, data: &Data, camera: usize) -> [[f64; 4]; 3] {
    let pos = &data.cam_xpos[camera];
    let frame = &data.cam_xmat[camera];
    let [fx, fy] = focal_lengths(model, camera);
    let resolution = model.cam_resolution[camera].map(f64::from);

    let unit = |i: usize, j: usize| if i == j { 1.0 } else { 0.0 };
    let translation = |i: usize, j: usize| if j == 3 && i < 3 { -pos[i] } else { unit(i, j) };
    let rotation = |i: usize, j: usize| {
        if i < 3 && j < 3 {
            frame.0[3 * j + i]
        } else {
            unit(i, j)
        }
    };
    let focal = |i: usize, j: usize| if i == j { [-fx, fy, 1.0][i] } else { 0.0 };
    let image = |i: usize, j: usize| {
        if j == 2 && i < 2 {
            resolution[i] / 2.0
        } else {
            unit(i, j)
        }
    };

    // The factors in front are multiplied first, so they are taken out of the inner loops.
    let translation = std::array::from_fn::<_, 4, _>(|l| [0, 1, 2, 3].map(|n| translation(l, n)));
    let mut product = [[0.0; 4]; 3];
    for (i, row) in product.iter_mut().enumerate() {
        for j in 0..3 {
            for k in 0..4 {
                let in_front = image(i, j) * focal(j, k);
                for (l, moved) in translation.iter().enumerate() {
                    let turned = in_front * rotation(k, l);
                    for (element, moved) in row.iter_mut().zip(moved) {
                        *element += turned * moved;
                    }
                }
            }
        }
    }
    product
}
