//! A shape that has a distance against one that has one too: descents from points of a Halton
//! sequence within both bounding boxes.

use super::objective::{Objective, Two};
use super::part::Part;
use super::{Workspace, add_hit, given_pose, pose, shape_of};
use crate::data::plugin::Shape;
use crate::error::StepError;
use crate::math::scalar::{max, min};
use crate::math::{MAXVAL, Mat3, Pose, Vec3, halton};
use crate::model::codes::GeomType;
use crate::pipeline::collision::hit::{Hits, MAX_HITS};
use crate::{Data, Model};

/// Collides two geoms, of which the second has the shape.
#[doc(alias = "mjc_SDF")]
pub(super) fn collide(
    model: &Model,
    data: &Data,
    hits: &mut Hits,
    workspace: &mut Workspace,
    [g1, g2]: [usize; 2],
    first: GeomType,
    shape: &dyn Shape,
) -> Result<(), StepError> {
    let poses = [g1, g2].map(|geom| pose(data, geom));
    let given = [g1, g2].map(|geom| given_pose(model, data, geom));
    let Some([low, high]) = common_box(model, [g1, g2], &poses) else {
        return Ok(());
    };
    let size = model.geom_size[g1];
    let second_to_first = seen_from(&given[0], &given[1]);
    let two = Two {
        first: Part::Shape(shape),
        second: match first {
            GeomType::Sdf => Part::Shape(shape_of(model, data, g1)?),
            kind => Part::Plain(kind, size),
        },
        mat: second_to_first.quat.to_mat(),
        pos: second_to_first.pos,
    };
    let to_given = Placed::new(&seen_from(&given[0], &poses[0]));
    let to_second = Placed::new(&seen_from(&given[1], &given[0]));
    for point in 0..u32::try_from(model.opt.sdf_initpoints).unwrap_or(0) {
        let along =
            |axis: usize, base: u32| low[axis] + (high[axis] - low[axis]) * halton(point, base);
        let start = Vec3::new(along(0, 2), along(1, 3), along(2, 5));
        let mut place = two.place(to_second.point(&to_given.point(&start)));
        two.descend(Objective::Meeting, &mut place, model.opt.sdf_iterations);
        // Formulas that are no true distances pretend contacts that this step tells apart.
        let dist = two.descend(Objective::Overlap, &mut place, 1);
        let normal = |_: &Vec3| two.gradient(Objective::Middle, &place);
        let points = &mut workspace.points;
        add_hit(hits, points, &given[1], place.x, dist, normal);
        if hits.as_slice().len() > MAX_HITS {
            return Err(StepError::TooManyPoints);
        }
    }
    Ok(())
}

/// A pose seen from another.
fn seen_from(from: &Pose, pose: &Pose) -> Pose {
    from.inverse().mul(pose)
}

/// A pose whose rotation is a matrix.
struct Placed {
    pos: Vec3,
    mat: Mat3,
}

impl Placed {
    fn new(pose: &Pose) -> Placed {
        Placed {
            pos: pose.pos,
            mat: pose.quat.to_mat(),
        }
    }

    fn point(&self, x: &Vec3) -> Vec3 {
        self.mat.mul_vec(x) + self.pos
    }
}

/// What the bounding boxes of both geoms have in common, in the frame of the first.
fn common_box(model: &Model, geoms: [usize; 2], poses: &[Pose; 2]) -> Option<[Vec3; 2]> {
    let second = Placed::new(&seen_from(&poses[0], &poses[1]));
    let mut bounds = [[Vec3::repeat(MAXVAL), Vec3::repeat(-MAXVAL)]; 2];
    for corner in 0..8 {
        for (which, bounds) in bounds.iter_mut().enumerate() {
            let aabb = &model.geom_aabb[geoms[which]];
            let mut place = Vec3::from_fn(|axis, _| match corner >> axis & 1 {
                1 => aabb[axis] + aabb[3 + axis],
                _ => aabb[axis] - aabb[3 + axis],
            });
            if which == 1 {
                place = second.point(&place);
            }
            bounds[0] = bounds[0].zip_map(&place, min);
            bounds[1] = bounds[1].zip_map(&place, max);
        }
    }
    let low = bounds[0][0].zip_map(&bounds[1][0], max);
    let high = bounds[0][1].zip_map(&bounds[1][1], min);
    let empty = (0..3).any(|axis| high[axis] < low[axis]);
    (!empty).then_some([low, high])
}
