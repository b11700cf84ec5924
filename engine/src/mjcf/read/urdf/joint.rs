//! `joint`: where a link hangs on its parent, and how it moves there.

use super::{Robot, only, origin, required};
use crate::error::Error;
use crate::math::Vec3;
use crate::math::frame::rotation_from_z;
use crate::mjcf::attribute::Keywords;
use crate::mjcf::tree::Node;
use crate::spec::{Auto, Joint, JointType, Orientation};

/// Types of joints.
#[derive(Clone, Copy)]
enum Motion {
    Fixed,
    /// Two slides and a hinge, within a plane.
    Planar,
    Single(JointType),
}

const MOTIONS: &Keywords<Motion> = &[
    ("revolute", Motion::Single(JointType::Hinge)),
    ("continuous", Motion::Single(JointType::Hinge)),
    ("prismatic", Motion::Single(JointType::Slide)),
    ("fixed", Motion::Fixed),
    ("floating", Motion::Single(JointType::Free)),
    ("planar", Motion::Planar),
    // Not part of URDF, but Bullet has them.
    ("spherical", Motion::Single(JointType::Ball)),
];

impl Robot<'_> {
    /// Places the child's body and gives it its joints.
    pub(super) fn joint(&mut self, node: Node<'_>) -> Result<(), Error> {
        let motion = node.keyword("type", MOTIONS)?;
        let motion = motion.ok_or_else(|| node.missing("type"))?;
        let name = node.required("name")?;
        let child = required(node, "child")?.required("link")?;
        let frame = origin(node)?;
        let mut axis = Vec3::new(1.0, 0.0, 0.0);
        if let Some(given) = only(node, "axis")? {
            given.fill_required("xyz", &mut axis)?;
        }
        let mut joints = joints(node, motion, name, axis);
        if let Some((first, others)) = joints.split_first_mut() {
            dynamics(node, first, others)?;
            limit(node, first)?;
        }
        if let Some(body) = self.links.body(child, self.spec) {
            body.pos = frame.pos;
            body.orientation = Orientation::Quat(frame.quat);
            body.joints.append(&mut joints);
        }
        Ok(())
    }
}

fn joints(node: Node<'_>, motion: Motion, name: &str, axis: Vec3) -> Vec<Joint> {
    let joint = |ending: &str, kind: JointType, axis: Vec3| Joint {
        name: format!("{name}{ending}"),
        kind,
        axis,
        source: Some(node.location()),
        ..Joint::default()
    };
    match motion {
        Motion::Fixed => Vec::new(),
        Motion::Single(kind) => vec![joint("", kind, axis)],
        Motion::Planar => {
            let plane = rotation_from_z(axis).to_mat();
            vec![
                joint("_TX", JointType::Slide, plane.column(0)),
                joint("_TY", JointType::Slide, plane.column(1)),
                joint("_RZ", JointType::Hinge, axis),
            ]
        }
    }
}

/// Damping and friction, which all joints of a plane share.
fn dynamics(node: Node<'_>, first: &mut Joint, others: &mut [Joint]) -> Result<(), Error> {
    let Some(dynamics) = only(node, "dynamics")? else {
        return Ok(());
    };
    dynamics.fill("damping", &mut first.damping)?;
    dynamics.fill("friction", &mut first.frictionloss)?;
    for other in others {
        other.damping = first.damping;
        other.frictionloss = first.frictionloss;
    }
    Ok(())
}

/// Range and largest force. A range of which one end is missing, or that ends before it starts, is
/// none.
fn limit(node: Node<'_>, joint: &mut Joint) -> Result<(), Error> {
    let Some(limit) = only(node, "limit")? else {
        return Ok(());
    };
    let lower = limit.fill("lower", &mut joint.range[0])?;
    let upper = limit.fill("upper", &mut joint.range[1])?;
    if lower != upper || joint.range[0] > joint.range[1] {
        joint.limited = Auto::False;
    }
    let mut effort = 0.0_f64;
    limit.fill("effort", &mut effort)?;
    let effort = effort.abs();
    if effort > 0.0 {
        joint.actfrcrange = [-effort, effort];
    }
    Ok(())
}
