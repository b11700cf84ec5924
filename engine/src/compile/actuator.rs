//! Actuators: what they act on, their limits and their activation state.

use super::limit;
use super::lookup::Lookup;
use super::refusal::{check_user, invalid};
use super::user;
use crate::error::Error;
use crate::model::codes::{joint_dofs, transmission};
use crate::model::{Model, NBIAS};
use crate::spec::{
    Actuator, Auto, BiasType, Compiler, DynType, GainType, ObjectType, Spec, Transmission,
};

/// Where an actuator's force goes: MuJoCo's number for the kind of transmission, and the ids of its
/// one or two objects.
#[derive(Clone, Copy, Debug)]
struct Target {
    kind: i32,
    ids: [i32; 2],
}

/// Resolves, checks and writes all actuators.
pub(super) fn write(spec: &Spec, lookup: &Lookup<'_>, model: &mut Model) -> Result<(), Error> {
    let mut activations = 0;
    for (id, actuator) in spec.actuators.iter().enumerate() {
        let compiler = actuator.settings.as_deref().unwrap_or(&spec.compiler);
        check_user(
            &actuator.user,
            model.nuser_actuator,
            "actuator",
            &actuator.source,
        )?;
        let target = find_target(actuator, lookup)?;
        let ranges = Ranges::resolve(actuator, compiler, lookup)?;
        let dims = activation_count(actuator)?;
        check_muscle(actuator)?;
        write_one(id, actuator, &target, &ranges, model);
        model.actuator_actnum[id] = dims;
        model.actuator_actadr[id] = if dims > 0 { activations } else { -1 };
        activations = activations.saturating_add(dims);
    }
    model.nJmom = moment_entries(model);
    Ok(())
}

fn refuse(actuator: &Actuator, message: impl Into<String>) -> Error {
    invalid("actuator", &actuator.source, message)
}

/// Looks up the target; the order of the checks is MuJoCo's, so that both report the same mistake.
fn find_target(actuator: &Actuator, lookup: &Lookup<'_>) -> Result<Target, Error> {
    let find = |kind: ObjectType, name: &str, attribute: &str| {
        if name.is_empty() {
            return Err(refuse(actuator, "the actuator acts on nothing").attribute(attribute));
        }
        lookup.find(kind, name).map(|id| id as i32).ok_or_else(|| {
            refuse(
                actuator,
                format!("there is no {attribute} `{name}` to act on"),
            )
            .attribute(attribute)
            .expected("the name of an element of the model")
        })
    };
    let target = |kind, first, second| Target {
        kind,
        ids: [first, second],
    };
    Ok(match &actuator.transmission {
        Transmission::Undefined => {
            return Err(refuse(actuator, "the actuator acts on nothing")
                .expected("a joint, tendon, site, crank site or body"));
        }
        Transmission::Joint(name) => target(
            transmission::JOINT,
            find(ObjectType::Joint, name, "joint")?,
            -1,
        ),
        Transmission::JointInParent(name) => target(
            transmission::JOINT_IN_PARENT,
            find(ObjectType::Joint, name, "jointinparent")?,
            -1,
        ),
        Transmission::SliderCrank { crank, slider } => {
            if crank.is_empty() {
                return Err(refuse(actuator, "the actuator acts on nothing").attribute("cranksite"));
            }
            let slider = slider.as_deref().unwrap_or("");
            if slider.is_empty() {
                return Err(refuse(actuator, "a slider-crank needs its slider site")
                    .attribute("slidersite")
                    .expected("the name of a site"));
            }
            let slider = find(ObjectType::Site, slider, "slidersite")?;
            if actuator.cranklength <= 0.0 {
                return Err(refuse(actuator, "the length of the crank must be positive")
                    .attribute("cranklength")
                    .expected("a positive number"));
            }
            target(
                transmission::SLIDER_CRANK,
                find(ObjectType::Site, crank, "cranksite")?,
                slider,
            )
        }
        Transmission::Tendon(name) => target(
            transmission::TENDON,
            find(ObjectType::Tendon, name, "tendon")?,
            -1,
        ),
        Transmission::Site { site, reference } => {
            if site.is_empty() {
                return Err(refuse(actuator, "the actuator acts on nothing").attribute("site"));
            }
            let reference = match reference.as_deref() {
                None | Some("") => -1,
                Some(name) => find(ObjectType::Site, name, "refsite")?,
            };
            target(
                transmission::SITE,
                find(ObjectType::Site, site, "site")?,
                reference,
            )
        }
        Transmission::Body(name) => target(
            transmission::BODY,
            find(ObjectType::Body, name, "body")?,
            -1,
        ),
    })
}

/// The three ranges of an actuator, and which of them are limits.
#[derive(Debug)]
struct Ranges {
    ctrl: [f64; 2],
    ctrllimited: bool,
    force: [f64; 2],
    forcelimited: bool,
    act: [f64; 2],
    actlimited: bool,
}

impl Ranges {
    fn resolve(
        actuator: &Actuator,
        compiler: &Compiler,
        lookup: &Lookup<'_>,
    ) -> Result<Ranges, Error> {
        let (mut ctrl, mut act) = (actuator.ctrlrange, actuator.actrange);
        if let Some(range) = inherited_range(actuator, lookup)? {
            match actuator.dyntype {
                DynType::None | DynType::FilterExact => ctrl = range,
                _ => act = range,
            }
        }
        let check = |limited: Auto, range: [f64; 2], names: (&str, &str)| {
            let explicit = ("actuator", names.0, names.1);
            limit::check_explicit(
                limited,
                range,
                compiler.autolimits,
                explicit,
                &actuator.source,
            )?;
            let limits = limit::is_limited(limited, range);
            limit::check_order(limits, range, ("actuator", names.0), &actuator.source)?;
            Ok::<bool, Error>(limits)
        };
        let force = actuator.forcerange;
        let forcelimited = check(actuator.forcelimited, force, ("forcerange", "forcelimited"))?;
        let ctrllimited = check(actuator.ctrllimited, ctrl, ("ctrlrange", "ctrllimited"))?;
        let actlimited = check(actuator.actlimited, act, ("actrange", "actlimited"))?;
        if actlimited && actuator.dyntype == DynType::None {
            return Err(refuse(
                actuator,
                "actrange limits an activation that does not exist",
            )
            .attribute("actrange")
            .expected("a dyntype other than none"));
        }
        Ok(Ranges {
            ctrl,
            ctrllimited,
            force,
            forcelimited,
            act,
            actlimited,
        })
    }
}

/// The range of the joint or tendon, scaled about its middle, for an actuator whose control means a
/// position.
fn inherited_range(actuator: &Actuator, lookup: &Lookup<'_>) -> Result<Option<[f64; 2]>, Error> {
    let is_position = actuator.gaintype == GainType::Fixed
        && actuator.biastype == BiasType::Affine
        && actuator.gainprm[0] == -actuator.biasprm[1];
    if !(is_position && actuator.inheritrange > 0.0) {
        return Ok(None);
    }
    let refuse = |message: &str, expected: &str| {
        refuse(actuator, message)
            .attribute("inheritrange")
            .expected(expected)
    };
    if !matches!(
        actuator.dyntype,
        DynType::None | DynType::FilterExact | DynType::Integrator
    ) {
        return Err(refuse(
            "this actuator has no range to inherit",
            "inheritrange only on position and intvelocity actuators",
        ));
    }
    let range = match &actuator.transmission {
        Transmission::Joint(name) => {
            let joint = lookup
                .find(ObjectType::Joint, name)
                .map(|id| &lookup.parts.joints[id]);
            match joint {
                Some(joint) if super::joint::is_scalar(joint.spec.kind) => joint.range,
                _ => {
                    return Err(refuse(
                        "the joint has no range to inherit",
                        "inheritrange only with hinge and slide joints",
                    ));
                }
            }
        }
        Transmission::Tendon(name) => lookup
            .find(ObjectType::Tendon, name)
            .map_or([0.0; 2], |id| lookup.spec.tendons[id].range),
        _ => {
            return Err(refuse(
                "the target has no range to inherit",
                "inheritrange only with joint and tendon transmission",
            ));
        }
    };
    if range[0] == range[1] {
        return Err(refuse(
            "the target has no range to inherit",
            "a range on the target",
        ));
    }
    let mean = 0.5 * (range[1] + range[0]);
    let radius = 0.5 * (range[1] - range[0]) * actuator.inheritrange;
    Ok(Some([mean - radius, mean + radius]))
}

/// Number of activation variables.
pub(super) fn activation_count(actuator: &Actuator) -> Result<i32, Error> {
    let stateless = actuator.dyntype == DynType::None;
    // A plugin may keep activations of its own.
    if actuator.plugin.is_some() {
        let given = actuator.actdim.filter(|&dim| dim >= 0);
        return Ok(given.unwrap_or(i32::from(!stateless)));
    }
    let refuse = |message: &str, expected: &str| {
        refuse(actuator, message)
            .attribute("actdim")
            .expected(expected)
    };
    match actuator.actdim {
        Some(dim) if dim > 1 && actuator.dyntype != DynType::User => Err(refuse(
            "these dynamics have one activation variable",
            "actdim above 1 only with dyntype user",
        )),
        Some(1) if stateless => Err(refuse(
            "an actuator without dynamics has no activation",
            "actdim 0 or none",
        )),
        Some(0) if !stateless => Err(refuse(
            "an actuator with dynamics has an activation",
            "actdim 1 or none",
        )),
        Some(dim) if dim >= 0 => Ok(dim),
        _ => Ok(i32::from(!stateless)),
    }
}

/// Parameters that the muscle model can work with.
fn check_muscle(actuator: &Actuator) -> Result<(), Error> {
    let gain = (actuator.gaintype == GainType::Muscle).then_some(&actuator.gainprm);
    let bias = (actuator.biastype == BiasType::Muscle).then_some(&actuator.biasprm);
    for prm in [gain, bias].into_iter().flatten() {
        let prm: &[f64; NBIAS] = prm;
        let wrong = if prm[0] >= prm[1] {
            "range must be increasing in a muscle"
        } else if prm[4] >= 1.0 || prm[5] <= 1.0 {
            "lmin must be below 1 and lmax above 1 in a muscle"
        } else if [prm[3], prm[6], prm[7], prm[8]].iter().any(|p| *p <= 0.0) {
            "scale, vmax, fpmax and fvmax must be positive in a muscle"
        } else {
            continue;
        };
        return Err(refuse(actuator, wrong));
    }
    Ok(())
}

fn write_one(id: usize, actuator: &Actuator, target: &Target, ranges: &Ranges, model: &mut Model) {
    model.actuator_trntype[id] = target.kind;
    model.actuator_trnid[id] = target.ids;
    model.actuator_dyntype[id] = actuator.dyntype as i32;
    model.actuator_gaintype[id] = actuator.gaintype as i32;
    model.actuator_biastype[id] = actuator.biastype as i32;
    model.actuator_group[id] = actuator.group;
    model.actuator_ctrllimited[id] = u8::from(ranges.ctrllimited);
    model.actuator_forcelimited[id] = u8::from(ranges.forcelimited);
    model.actuator_actlimited[id] = u8::from(ranges.actlimited);
    model.actuator_ctrlrange[id] = ranges.ctrl;
    model.actuator_forcerange[id] = ranges.force;
    model.actuator_actrange[id] = ranges.act;
    model.actuator_dynprm[id] = actuator.dynprm;
    model.actuator_gainprm[id] = actuator.gainprm;
    model.actuator_biasprm[id] = actuator.biasprm;
    model.actuator_actearly[id] = u8::from(actuator.actearly);
    model.actuator_gear[id] = actuator.gear;
    model.actuator_cranklength[id] = actuator.cranklength;
    model.actuator_lengthrange[id] = actuator.lengthrange;
    user::write(
        &mut model.actuator_user,
        id,
        model.nuser_actuator,
        &actuator.user,
    );
}

/// The maximum number of entries of the moment matrix.
pub(crate) fn moment_entries(model: &Model) -> usize {
    let entries = |id: usize| match model.actuator_trntype[id] {
        transmission::JOINT | transmission::JOINT_IN_PARENT => {
            joint_dofs(model.jnt_type[model.actuator_trnid[id][0] as usize])
        }
        _ => model.nv,
    };
    (0..model.nu).map(entries).sum()
}
