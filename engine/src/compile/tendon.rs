//! Tendons: the path over joints, or over sites, geoms and pulleys.

use super::limit;
use super::lookup::Lookup;
use super::refusal::{check_user, invalid, unsupported};
use super::user;
use crate::error::Error;
use crate::model::Model;
use crate::model::codes::wrap::{CYLINDER, JOINT, PULLEY, SITE, SPHERE};
use crate::model::tendon_rows;
use crate::spec::{GeomType, ObjectType, Spec, Tendon, Wrap, WrapKind};

/// One step of a path, with references resolved.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// MuJoCo's number for the kind of step.
    kind: i32,
    object: i32,
    parameter: f64,
}

/// Resolves, checks and writes all tendons; `materials` has the id of each tendon's material.
pub(super) fn write(
    spec: &Spec,
    lookup: &Lookup<'_>,
    materials: &[i32],
    model: &mut Model,
) -> Result<(), Error> {
    let mut address = 0;
    for (id, tendon) in spec.tendons.iter().enumerate() {
        let compiler = tendon.settings.as_deref().unwrap_or(&spec.compiler);
        check_user(
            &tendon.user,
            model.nuser_tendon,
            tag(tendon),
            &tendon.source,
        )?;
        let path = resolve_path(tendon, lookup)?;
        let names = (tag(tendon), "range", "limited");
        limit::check_explicit(
            tendon.limited,
            tendon.range,
            compiler.autolimits,
            names,
            &tendon.source,
        )?;
        let limited = is_limited(tendon);
        limit::check_order(
            limited,
            tendon.range,
            (tag(tendon), "range"),
            &tendon.source,
        )?;
        if tendon.springlength[0] > tendon.springlength[1] {
            return Err(refuse(tendon, "springlength is decreasing")
                .attribute("springlength")
                .expected("the first value not above the second"));
        }
        write_one(id, tendon, limited, model);
        model.tendon_matid[id] = materials[id];
        model.tendon_adr[id] = address as i32;
        model.tendon_num[id] = path.len() as i32;
        for step in path {
            model.wrap_type[address] = step.kind;
            model.wrap_objid[address] = step.object;
            model.wrap_prm[address] = step.parameter;
            address += 1;
        }
    }
    Ok(())
}

/// Refuses fixed tendons whose rows MuJoCo would write beyond their memory. A sparse row has an
/// element for every joint that its tendon lists, one that is listed twice included; all rows
/// together have room for as many elements as there are dofs for each of them, and what uses a row
/// has room for one of each dof. The matrix of rows by rows, which solvers over forces have, has
/// room for one element of each pair.
pub(super) fn check_rows(spec: &Spec, model: &Model) -> Result<(), Error> {
    if !model.is_sparse() {
        return Ok(());
    }
    match tendon_rows::beyond_memory(model) {
        None => Ok(()),
        Some(id) => Err(unsupported(
            "fixed",
            &spec.tendons[id].source,
            "a tendon that lists a joint several times: with sparse Jacobians MuJoCo writes beyond \
             the memory of its row",
        )
        .expected("each joint once, or dense Jacobians")),
    }
}

pub(super) fn is_limited(tendon: &Tendon) -> bool {
    limit::is_limited(tendon.limited, tendon.range)
}

fn is_spatial(tendon: &Tendon) -> bool {
    !matches!(
        tendon.path.first().map(|wrap| &wrap.kind),
        Some(WrapKind::Joint { .. })
    )
}

fn tag(tendon: &Tendon) -> &'static str {
    if is_spatial(tendon) {
        "spatial"
    } else {
        "fixed"
    }
}

fn refuse(tendon: &Tendon, message: impl Into<String>) -> Error {
    invalid(tag(tendon), &tendon.source, message)
}

fn resolve_path(tendon: &Tendon, lookup: &Lookup<'_>) -> Result<Vec<Step>, Error> {
    if tendon.path.is_empty() {
        return Err(refuse(tendon, "a tendon needs a path"));
    }
    if is_spatial(tendon) {
        if tendon.path.len() < 2 {
            return Err(refuse(
                tendon,
                "a spatial tendon leads over at least two objects",
            ));
        }
        if tendon.width <= 0.0 {
            return Err(refuse(tendon, "the width must be positive").attribute("width"));
        }
    }
    let path = tendon
        .path
        .iter()
        .map(|wrap| resolve_step(wrap, lookup))
        .collect::<Result<Vec<_>, _>>()?;
    for at in 0..path.len() {
        if let Err(wrong) = check_step(&path, at, is_spatial(tendon)) {
            return Err(invalid(
                wrap_tag(&tendon.path[at].kind),
                &tendon.path[at].source,
                wrong,
            ));
        }
    }
    Ok(path)
}

fn wrap_tag(kind: &WrapKind) -> &'static str {
    match kind {
        WrapKind::Joint { .. } => "joint",
        WrapKind::Site(_) => "site",
        WrapKind::Geom { .. } => "geom",
        WrapKind::Pulley { .. } => "pulley",
    }
}

fn resolve_step(wrap: &Wrap, lookup: &Lookup<'_>) -> Result<Step, Error> {
    let refuse = |message: String| invalid(wrap_tag(&wrap.kind), &wrap.source, message);
    let missing = |what: &str, name: &str| {
        refuse(format!("there is no {what} `{name}`")).expected(format!("the name of a {what}"))
    };
    let find = |kind: ObjectType, what: &str, name: &str| {
        lookup.find(kind, name).ok_or_else(|| missing(what, name))
    };
    Ok(match &wrap.kind {
        WrapKind::Joint { joint, coef } => Step {
            kind: JOINT,
            object: find(ObjectType::Joint, "joint", joint)? as i32,
            parameter: *coef,
        },
        WrapKind::Site(site) => Step {
            kind: SITE,
            object: find(ObjectType::Site, "site", site)? as i32,
            parameter: 0.0,
        },
        WrapKind::Geom { geom, sidesite } => {
            let (id, found) = lookup.geom(geom).ok_or_else(|| missing("geom", geom))?;
            let kind = match found.shape.kind {
                GeomType::Sphere => SPHERE,
                GeomType::Cylinder => CYLINDER,
                _ => {
                    return Err(refuse(format!("a tendon cannot wrap around geom `{geom}`"))
                        .expected("a sphere or a cylinder"));
                }
            };
            let side = match sidesite.as_deref() {
                None | Some("") => -1,
                Some(site) => find(ObjectType::Site, "site", site)? as i32,
            };
            Step {
                kind,
                object: id as i32,
                parameter: f64::from(side),
            }
        }
        WrapKind::Pulley { divisor } => {
            if *divisor < 0.0 {
                return Err(
                    refuse("the divisor of a pulley is negative".to_owned()).attribute("divisor")
                );
            }
            Step {
                kind: PULLEY,
                object: -1,
                parameter: *divisor,
            }
        }
    })
}

/// Which neighbours each kind of step may have.
fn check_step(path: &[Step], at: usize, spatial: bool) -> Result<(), &'static str> {
    let step = path[at];
    let before = at.checked_sub(1).map(|i| path[i].kind);
    let after = path.get(at + 1).map(|step| step.kind);
    let open = |neighbour: Option<i32>| neighbour.is_none_or(|kind| kind == PULLEY);
    match (step.kind, spatial) {
        (JOINT, false) => Ok(()),
        (JOINT, true) => Err("a joint in the path of a spatial tendon"),
        (_, false) => Err("only joints can be in the path of a fixed tendon"),
        (PULLEY, _) if before == Some(PULLEY) => Err("two pulleys in a row"),
        (PULLEY, _) if after.is_none() => Err("a path cannot end with a pulley"),
        (SITE, _) if open(before) && open(after) => Err("this site has no neighbour to reach"),
        (SITE, _) if after == Some(SITE) && path[at + 1].object == step.object => {
            Err("the same site twice in a row")
        }
        (SPHERE | CYLINDER, _) if before != Some(SITE) || after != Some(SITE) => {
            Err("a geom must stand between two sites")
        }
        _ => Ok(()),
    }
}

fn write_one(id: usize, tendon: &Tendon, limited: bool, model: &mut Model) {
    model.tendon_group[id] = tendon.group;
    model.tendon_limited[id] = u8::from(limited);
    model.tendon_width[id] = tendon.width;
    model.tendon_solref_lim[id] = tendon.solref_limit;
    model.tendon_solimp_lim[id] = tendon.solimp_limit;
    model.tendon_solref_fri[id] = tendon.solref_friction;
    model.tendon_solimp_fri[id] = tendon.solimp_friction;
    model.tendon_range[id] = tendon.range;
    model.tendon_margin[id] = tendon.margin;
    model.tendon_stiffness[id] = tendon.stiffness;
    model.tendon_damping[id] = tendon.damping;
    model.tendon_frictionloss[id] = tendon.frictionloss;
    model.tendon_lengthspring[id] = tendon.springlength;
    model.tendon_rgba[id] = tendon.rgba;
    user::write(&mut model.tendon_user, id, model.nuser_tendon, &tendon.user);
}
