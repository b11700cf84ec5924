//! Bodies: their frame, and their inertia given or inferred from geoms.

use std::ops::Range;

use super::geom::Geom;
use super::joint;
use super::parts::Parts;
use super::refusal::invalid;
use super::tree::Node;
use super::user;
use crate::error::Error;
use crate::math::frame::{EPS, Frame, same_rotation};
use crate::math::principal::{MassPoint, Symmetric, principal_axes};
use crate::math::{self, MINVAL, Quat, Vec3};
use crate::model::Model;
use crate::model::codes::same_frame;
use crate::spec::resolve;
use crate::spec::{self, Auto, Compiler, Inertial, JointType, Orientation};

/// A body ready for the model.
#[derive(Debug)]
pub(super) struct Body<'a> {
    pub(super) spec: &'a spec::Body,
    pub(super) name: &'a str,
    pub(super) parent: usize,
    pub(super) weld: usize,
    pub(super) frame: Frame,
    /// Mass and moments, in the inertial frame.
    pub(super) inertial: MassPoint,
    pub(super) joints: Range<usize>,
    pub(super) geoms: Range<usize>,
    pub(super) sites: Range<usize>,
    pub(super) dofs: usize,
    /// The largest margin of its geoms, those included that are discarded later.
    pub(super) margin: f64,
}

/// The largest margin of some geoms.
pub(super) fn largest_margin(margins: impl Iterator<Item = f64>) -> f64 {
    margins.fold(0.0, math::scalar::max)
}

/// The body's frame in its parent body, before the frame that it may stand in.
pub(super) fn own_frame(spec: &spec::Body, compiler: &Compiler) -> Result<Frame, Error> {
    Ok(Frame {
        pos: spec.pos,
        quat: resolve::unit_or_resolved(&spec.orientation, compiler)
            .map_err(|wrong| invalid("body", &spec.source, wrong))?,
    })
}

/// Whether the geoms of a body determine its inertia.
pub(super) fn infers_inertia(id: usize, node: &Node<'_>) -> bool {
    id > 0
        && match node.compiler.inertiafromgeom {
            Auto::True => true,
            Auto::Auto => node.spec.inertial.is_none(),
            Auto::False => false,
        }
}

/// Mass and inertia of a body; `geoms` are its own.
pub(super) fn inertia(
    id: usize,
    node: &Node<'_>,
    frame: &Frame,
    geoms: &[Geom<'_>],
) -> Result<MassPoint, Error> {
    let given = match &node.spec.inertial {
        Some(inertial) => Some(author_inertia(inertial, node.compiler)?),
        None => None,
    };
    let inferred = if infers_inertia(id, node) {
        inertia_of_geoms(node, geoms)?
    } else {
        None
    };
    // A body without any inertia has its inertial frame where its own is, seen from the parent.
    let nothing = MassPoint {
        mass: 0.0,
        frame: *frame,
        moments: Vec3::zeros(),
    };
    let mut result = inferred.or(given).unwrap_or(nothing);
    if result.frame.pos.x.is_nan() {
        result.frame = *frame;
    }
    if id > 0 {
        bound(&mut result, node)?;
    }
    Ok(result)
}

fn author_inertia(spec: &Inertial, compiler: &Compiler) -> Result<MassPoint, Error> {
    let refuse = |message: &str| invalid("inertial", &spec.source, message);
    let (quat, moments) = match &spec.full {
        Some(full) => {
            if !matches!(spec.orientation, Orientation::Quat(_)) {
                return Err(refuse("a full inertia matrix brings its own orientation")
                    .attribute("fullinertia")
                    .expected("no other orientation beside it"));
            }
            if spec.diagonal != Vec3::zeros() {
                return Err(
                    refuse("both a full inertia matrix and a diagonal one are given")
                        .attribute("fullinertia")
                        .expected("one of diaginertia and fullinertia"),
                );
            }
            principal_axes(full).ok_or_else(|| {
                refuse("the inertia matrix is not positive definite")
                    .attribute("fullinertia")
                    .expected("positive eigenvalues")
            })?
        }
        None => (
            resolve::unit_or_resolved(&spec.orientation, compiler).map_err(refuse)?,
            spec.diagonal,
        ),
    };
    Ok(MassPoint {
        mass: spec.mass,
        frame: Frame {
            pos: spec.pos,
            quat,
        },
        moments,
    })
}

/// The inertia of the geoms in the groups that count; none if there is no such geom.
fn inertia_of_geoms(node: &Node<'_>, geoms: &[Geom<'_>]) -> Result<Option<MassPoint>, Error> {
    let [first, last] = node.compiler.inertiagrouprange;
    let points: Vec<MassPoint> = geoms
        .iter()
        .filter(|geom| geom.spec.group >= first && geom.spec.group <= last)
        .map(Geom::mass_point)
        .collect();
    match points.as_slice() {
        [] => Ok(None),
        [only] => Ok(Some(*only)),
        several => combine(several)
            .map(Some)
            .map_err(|wrong| invalid("body", &node.spec.source, wrong)),
    }
}

/// The combined mass and centre of mass.
fn combine(points: &[MassPoint]) -> Result<MassPoint, &'static str> {
    let mut mass = 0.0;
    let mut center = Vec3::zeros();
    for point in points {
        mass += point.mass;
        center += point.mass * point.frame.pos;
    }
    if mass < EPS {
        return Err("the geoms have too little mass to have a centre of mass");
    }
    center /= mass;
    let mut total: Symmetric = [0.0; 6];
    for point in points {
        let own = point.rotated();
        let shifted = point.parallel_axis(point.frame.pos - center);
        for (sum, (own, shifted)) in total.iter_mut().zip(own.into_iter().zip(shifted)) {
            *sum = *sum + own + shifted;
        }
    }
    let (quat, moments) = if total[0].is_nan() {
        // MuJoCo takes such a matrix for one that is not given.
        (Quat::IDENTITY, Vec3::zeros())
    } else {
        principal_axes(&total).ok_or("the inertia of the geoms is not positive definite")?
    };
    Ok(MassPoint {
        mass,
        frame: Frame { pos: center, quat },
        moments,
    })
}

/// Applies the compiler's lower bounds and checks that a rigid body can have this inertia.
fn bound(point: &mut MassPoint, node: &Node<'_>) -> Result<(), Error> {
    let compiler = node.compiler;
    let at_least = |value: f64, bound: f64| if value < bound { bound } else { value };
    point.mass = at_least(point.mass, compiler.boundmass);
    point.moments = point
        .moments
        .map(|moment| at_least(moment, compiler.boundinertia));

    let (element, source) = match &node.spec.inertial {
        Some(inertial) => ("inertial", &inertial.source),
        None => ("body", &node.spec.source),
    };
    let [a, b, c]: [f64; 3] = point.moments.into();
    if point.mass < 0.0 || a < 0.0 || b < 0.0 || c < 0.0 {
        return Err(invalid(element, source, "mass or inertia is negative")
            .expected("zero or positive numbers"));
    }
    if a + b < c || a + c < b || b + c < a {
        if !compiler.balanceinertia {
            return Err(invalid(
                element,
                source,
                format!("no rigid body has the principal moments {a}, {b}, {c}"),
            )
            .expected("A + B >= C for any two of them, or balanceinertia in `compiler`"));
        }
        point.moments = Vec3::repeat((a + b + c) / 3.0);
    }
    Ok(())
}

/// Whether the body can be moved into its inertial frame: its one joint is free and nothing is
/// attached to it.
pub(super) fn aligns_with_inertia(node: &Node<'_>) -> bool {
    matches!(node.spec.joints.as_slice(), [joint] if joint::aligns(joint, node.compiler))
        && node.spec.children.is_empty()
}

/// Counts the degrees of freedom and checks that the joints can follow each other.
pub(super) fn dofs(id: usize, node: &Node<'_>) -> Result<usize, Error> {
    let spec = node.spec;
    let refuse = |message: &str| invalid("body", &spec.source, message);
    let dofs = spec.joints.iter().map(|joint| joint.kind.dofs()).sum();
    if dofs > 6 {
        return Err(
            refuse("the joints of this body have more than 6 degrees of freedom")
                .expected("at most 6"),
        );
    }
    let ball = spec
        .joints
        .iter()
        .position(|joint| joint.kind == JointType::Ball);
    let rotates = |joint: &spec::Joint| matches!(joint.kind, JointType::Ball | JointType::Hinge);
    if let Some(after) = ball.and_then(|ball| spec.joints[ball + 1..].iter().find(|j| rotates(j))) {
        return Err(invalid(
            "joint",
            &after.source,
            "a ball joint already rotates this body",
        )
        .expected("no rotation after a ball joint"));
    }
    if spec.mocap && (dofs > 0 || node.parent != 0) {
        return Err(refuse("a mocap body must be a fixed child of the world")
            .attribute("mocap")
            .expected("no joints, and no parent but the world"));
    }
    if id == 0 && dofs > 0 {
        return Err(refuse("the world cannot have joints"));
    }
    Ok(dofs)
}

/// What can be checked only when the tree has its final shape: free joints, and bodies that cannot
/// be accelerated.
pub(super) fn check_final(bodies: &[Body<'_>]) -> Result<(), Error> {
    // The mass of static children counts: one with enough of it suffices.
    let mut supported = vec![false; bodies.len()];
    for body in bodies {
        if body.joints.is_empty() && has_inertia(&body.inertial) {
            supported[body.parent] = true;
        }
    }
    for (id, body) in bodies.iter().enumerate().skip(1) {
        check_free_joint(body)?;
        if !body.joints.is_empty() && !has_inertia(&body.inertial) && !supported[id] {
            return Err(invalid(
                "body",
                &body.spec.source,
                "a moving body has too little mass or inertia",
            )
            .expected(format!("at least {MINVAL} of mass and of each moment")));
        }
    }
    Ok(())
}

fn has_inertia(point: &MassPoint) -> bool {
    !(point.mass < MINVAL || point.moments.iter().any(|moment| *moment < MINVAL))
}

fn check_free_joint(body: &Body<'_>) -> Result<(), Error> {
    let joints = &body.spec.joints;
    let Some(free) = joints.iter().find(|j| j.kind == JointType::Free) else {
        return Ok(());
    };
    if joints.len() > 1 {
        return Err(
            invalid("joint", &free.source, "a free joint beside other joints")
                .expected("a free joint alone in its body"),
        );
    }
    if body.parent != 0 {
        return Err(invalid(
            "joint",
            &free.source,
            "a free joint in a body that hangs on another",
        )
        .expected("free joints only in children of the world"));
    }
    Ok(())
}

/// Writes the bodies; their dofs come with the joints.
pub(super) fn write(parts: &Parts<'_>, model: &mut Model) {
    let mut mocap = 0;
    for (id, body) in parts.bodies.iter().enumerate() {
        model.body_parentid[id] = body.parent as i32;
        model.body_rootid[id] = if body.parent == 0 {
            id as i32
        } else {
            model.body_rootid[body.parent]
        };
        model.body_weldid[id] = body.weld as i32;
        model.body_mocapid[id] = if body.spec.mocap { mocap } else { -1 };
        mocap += i32::from(body.spec.mocap);
        (model.body_jntadr[id], model.body_jntnum[id]) = address(&body.joints);
        (model.body_geomadr[id], model.body_geomnum[id]) = address(&body.geoms);
        model.body_pos[id] = body.frame.pos;
        model.body_quat[id] = body.frame.quat;
        model.body_ipos[id] = body.inertial.frame.pos;
        model.body_iquat[id] = body.inertial.frame.quat;
        model.body_mass[id] = body.inertial.mass;
        model.body_inertia[id] = body.inertial.moments;
        model.body_gravcomp[id] = body.spec.gravcomp;
        model.body_sameframe[id] = sameframe(&body.inertial.frame, None);
        model.body_plugin[id] = -1;
        user::write(&mut model.body_user, id, model.nuser_body, &body.spec.user);
        for geom in &parts.geoms[body.geoms.clone()] {
            model.body_contype[id] |= geom.spec.contype;
            model.body_conaffinity[id] |= geom.spec.conaffinity;
        }
        model.body_margin[id] = body.margin;
    }
    model.ngravcomp = model.body_gravcomp.iter().filter(|g| **g > 0.0).count();
}

/// First id and number of a body's elements; -1 for the first of none.
fn address(ids: &Range<usize>) -> (i32, i32) {
    let first = if ids.is_empty() { -1 } else { ids.start as i32 };
    (first, ids.len() as i32)
}

/// How a frame on a body relates to the body's frame and its inertial frame.
pub(super) fn sameframe(frame: &Frame, inertial: Option<&Frame>) -> u8 {
    let turned_as = |other: &Frame| same_rotation(frame.quat, other.quat);
    if frame.coincides(&Frame::IDENTITY) {
        return same_frame::BODY;
    }
    match inertial {
        _ if turned_as(&Frame::IDENTITY) => same_frame::BODY_ROTATION,
        Some(inertial) if frame.coincides(inertial) => same_frame::INERTIA,
        Some(inertial) if turned_as(inertial) => same_frame::INERTIA_ROTATION,
        _ => same_frame::NONE,
    }
}

/// Scales all masses and inertias so that the masses add up to the wanted total.
#[doc(alias = "mj_setTotalmass")]
pub(super) fn scale_mass(total: f64, model: &mut Model) {
    let present = model.body_mass[1..]
        .iter()
        .fold(0.0, |sum, mass| sum + mass);
    let scale = math::scalar::max(MINVAL, total / math::scalar::max(MINVAL, present));
    model.body_mass[1..]
        .iter_mut()
        .for_each(|mass| *mass *= scale);
    model.body_inertia[1..]
        .iter_mut()
        .for_each(|moments| *moments *= scale);
}
