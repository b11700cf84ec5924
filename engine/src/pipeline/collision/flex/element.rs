//! Elements of flexes as shapes: capsules and convex sets.

use super::super::solid::Solid;
use super::super::support::Convex;
use crate::math::{Quat, Vec3, vec3};
use crate::{Data, Model};

/// The hull of up to four points, grown by a radius and half of the margin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grown {
    corners: [Vec3; 4],
    count: usize,
    center: Vec3,
    reach: f64,
}

impl Grown {
    /// An element of a flex.
    pub(super) fn element(
        model: &Model,
        data: &Data,
        flex: usize,
        element: usize,
        margin: f64,
    ) -> Grown {
        let mut corners = [Vec3::zeros(); 4];
        let ids = model.flex_corners(flex, element);
        for (corner, &id) in corners.iter_mut().zip(ids) {
            *corner = data.flexvert_xpos[model.flex_vertex(flex, id)];
        }
        let aabb = &data.flexelem_aabb[model.flex_elemadr[flex] as usize + element];
        Grown {
            corners,
            count: ids.len(),
            center: Vec3::from_column_slice(&aabb[..3]),
            reach: model.flex_radius[flex] + 0.5 * margin,
        }
    }

    pub(super) fn corners(&self) -> &[Vec3] {
        &self.corners[..self.count]
    }

    /// The same with all points moved.
    pub(super) fn moved(&self, place: impl Fn(&Vec3) -> Vec3) -> Grown {
        Grown {
            corners: self.corners.each_ref().map(&place),
            center: place(&self.center),
            ..*self
        }
    }

    fn farthest(&self, dir: &Vec3) -> Vec3 {
        let mut best = self.corners[0];
        let mut height = best.dot(dir);
        for corner in &self.corners()[1..] {
            let rise = corner.dot(dir);
            if rise > height {
                best = *corner;
                height = rise;
            }
        }
        best + dir * self.reach
    }
}

impl Convex for Grown {
    fn support(&self, dir: &Vec3) -> Vec3 {
        self.farthest(dir)
    }

    #[doc(alias = "mjc_flexSupport")]
    fn native_support(&self, dir: &Vec3) -> Vec3 {
        self.farthest(dir)
    }

    fn center(&self) -> Vec3 {
        self.center
    }

    fn is_discrete(&self) -> bool {
        false
    }
}

/// A segment as a capsule.
#[doc(alias = "mj_makeCapsule")]
pub(super) fn capsule(model: &Model, data: &Data, flex: usize, element: usize) -> Solid {
    let ids = model.flex_corners(flex, element);
    let [a, b] = [0, 1].map(|k| data.flexvert_xpos[model.flex_vertex(flex, ids[k])]);
    let mut along = a - b;
    let half_length = 0.5 * vec3::normalize(&mut along);
    Solid {
        pos: (a + b) * 0.5,
        mat: Quat::from_z_to(&along).to_mat(),
        size: Vec3::new(model.flex_radius[flex], half_length, 0.0),
    }
}
