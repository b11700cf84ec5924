//! Joints: limits, units and axes.

use std::f64::consts::PI;

use super::limit;
use super::refusal::{check_user, invalid};
use crate::error::Error;
use crate::math::Vec3;
use crate::math::frame::{EPS, Frame, normalize};
use crate::spec::{self, Auto, Compiler, JointType};

const RADIANS_PER_DEGREE: f64 = PI / 180.0;

/// A joint ready for the model.
#[derive(Debug)]
pub(super) struct Joint<'a> {
    pub(super) spec: &'a spec::Joint,
    pub(super) pos: Vec3,
    pub(super) axis: Vec3,
    pub(super) limited: bool,
    pub(super) range: [f64; 2],
    pub(super) actfrclimited: bool,
    pub(super) reference: f64,
    pub(super) springref: f64,
}

pub(super) fn is_scalar(kind: JointType) -> bool {
    matches!(kind, JointType::Slide | JointType::Hinge)
}

pub(super) fn resolve<'a>(
    spec: &'a spec::Joint,
    frame: Option<&Frame>,
    compiler: &Compiler,
    nuser: usize,
) -> Result<Joint<'a>, Error> {
    check_user(&spec.user, nuser, "joint", &spec.source)?;
    check_springdamper(spec)?;
    let (limited, range) = resolve_limit(spec, compiler)?;
    let actfrclimited = resolve_force_limit(spec, compiler)?;
    let to_radians = if spec.kind == JointType::Hinge && compiler.degree {
        RADIANS_PER_DEGREE
    } else {
        1.0
    };
    Ok(Joint {
        spec,
        pos: place(spec, frame),
        axis: direction(spec, frame)?,
        limited,
        range,
        actfrclimited,
        reference: spec.reference * to_radians,
        springref: spec.springref * to_radians,
    })
}

fn check_springdamper(spec: &spec::Joint) -> Result<(), Error> {
    let [timeconst, dampratio] = spec.springdamper;
    let given = timeconst != 0.0 || dampratio != 0.0;
    if given && (timeconst <= 0.0 || dampratio <= 0.0) {
        return Err(invalid(
            "joint",
            &spec.source,
            "time constant and damping ratio of springdamper must be positive",
        )
        .attribute("springdamper")
        .expected("two positive numbers, or none"));
    }
    Ok(())
}

/// Whether the joint is limited, and its range in radians or length.
fn resolve_limit(spec: &spec::Joint, compiler: &Compiler) -> Result<(bool, [f64; 2]), Error> {
    let mut range = spec.range;
    if spec.kind == JointType::Free {
        return Ok((false, range));
    }
    let names = ("joint", "range", "limited");
    limit::check_explicit(
        spec.limited,
        range,
        compiler.autolimits,
        names,
        &spec.source,
    )?;
    let limited = limit::is_limited(spec.limited, range);
    if !limited {
        // An inactive range keeps the unit it was written in.
        return Ok((false, range));
    }
    if spec.kind == JointType::Ball {
        if range[0] != 0.0 {
            return Err(invalid(
                "joint",
                &spec.source,
                "the range of a ball joint must start at 0",
            )
            .attribute("range")
            .expected("0 and the largest angle"));
        }
    } else {
        limit::check_order(limited, range, ("joint", "range"), &spec.source)?;
    }
    if compiler.degree && spec.kind != JointType::Slide {
        for end in range.iter_mut().filter(|end| **end != 0.0) {
            *end *= RADIANS_PER_DEGREE;
        }
    }
    Ok((limited, range))
}

/// Whether actuator forces on the joint are limited.
fn resolve_force_limit(spec: &spec::Joint, compiler: &Compiler) -> Result<bool, Error> {
    if !is_scalar(spec.kind) {
        return Ok(false);
    }
    let (limited, range) = (spec.actfrclimited, spec.actfrcrange);
    let names = ("joint", "actuatorfrcrange", "actuatorfrclimited");
    limit::check_explicit(limited, range, compiler.autolimits, names, &spec.source)?;
    let limited = limit::is_limited(limited, range);
    limit::check_order(limited, range, ("joint", "actuatorfrcrange"), &spec.source)?;
    Ok(limited)
}

fn place(spec: &spec::Joint, frame: Option<&Frame>) -> Vec3 {
    match frame {
        _ if spec.kind == JointType::Free => Vec3::zeros(),
        Some(frame) => frame.point(spec.pos),
        None => spec.pos,
    }
}

fn direction(spec: &spec::Joint, frame: Option<&Frame>) -> Result<Vec3, Error> {
    let mut axis = match frame {
        _ if !is_scalar(spec.kind) => Vec3::new(0.0, 0.0, 1.0),
        Some(frame) => frame.quat.rotate(&spec.axis),
        None => spec.axis,
    };
    if normalize(axis.as_mut_slice()) < EPS {
        return Err(invalid(
            "joint",
            &spec.source,
            "the axis is too short to have a direction",
        )
        .attribute("axis"));
    }
    Ok(axis)
}

/// Whether a free joint allows its body to be aligned with its inertia.
pub(super) fn aligns(spec: &spec::Joint, compiler: &Compiler) -> bool {
    spec.kind == JointType::Free
        && match spec.align {
            Auto::True => true,
            Auto::Auto => compiler.alignfree,
            Auto::False => false,
        }
}
