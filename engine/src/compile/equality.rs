//! Equality constraints: what they hold together.

use super::joint;
use super::lookup::Lookup;
use super::refusal::{invalid, unsupported};
use crate::error::Error;
use crate::model::Model;
use crate::model::codes::disable;
use crate::spec::{Equality, EqualityObject, EqualityType, ObjectType, Spec};

/// Resolves and writes all equality constraints.
pub(super) fn write(spec: &Spec, lookup: &Lookup<'_>, model: &mut Model) -> Result<(), Error> {
    for (id, equality) in spec.equalities.iter().enumerate() {
        let kind = object_type(equality)?;
        let (first, second) = find_objects(equality, kind, lookup)?;
        model.eq_type[id] = equality.kind as i32;
        model.eq_obj1id[id] = first as i32;
        model.eq_obj2id[id] = second.map_or(-1, |id| id as i32);
        model.eq_objtype[id] = written_type(equality);
        model.eq_active0[id] = u8::from(equality.active);
        model.eq_solref[id] = equality.solref;
        model.eq_solimp[id] = equality.solimp;
        model.eq_data[id] = equality.data;
    }
    Ok(())
}

/// Refuses equalities between two sites of one body whose sparse rows MuJoCo makes from memory that
/// nobody wrote: it gives each of the two its own share of the row, but writes the second one only.
pub(super) fn check_rows(spec: &Spec, model: &Model) -> Result<(), Error> {
    if !model.is_sparse() || model.disabled(disable::EQUALITY | disable::CONSTRAINT) {
        return Ok(());
    }
    let body = |site: i32| model.site_bodyid[site as usize];
    let at_fault = |id: &usize| {
        let (first, second) = (model.eq_obj1id[*id], model.eq_obj2id[*id]);
        model.eq_active0[*id] != 0
            && model.eq_objtype[*id] == ObjectType::Site as i32
            && body(first) == body(second)
            && model.body_simple[body(first) as usize] != 0
            && model.body_dofnum[body(first) as usize] > 0
    };
    match (0..model.neq).find(at_fault) {
        None => Ok(()),
        Some(id) => Err(unsupported(
            tag(&spec.equalities[id]),
            &spec.equalities[id].source,
            "both sites are on one body: with sparse Jacobians MuJoCo reads memory that nobody wrote",
        )
        .expected("sites of two bodies, or dense Jacobians")),
    }
}

/// The maximum number of constraint rows of all equalities; a weld counts one more than it has.
pub(super) fn row_count(spec: &Spec) -> i32 {
    let rows = |equality: &Equality| match equality.kind {
        EqualityType::Connect => 3,
        EqualityType::Weld => 7,
        EqualityType::Joint | EqualityType::Tendon | EqualityType::Flex => 1,
    };
    spec.equalities.iter().map(rows).sum()
}

fn refuse(equality: &Equality, message: impl Into<String>) -> Error {
    invalid(tag(equality), &equality.source, message)
}

/// The name of the element that makes an equality.
fn tag(equality: &Equality) -> &'static str {
    match equality.kind {
        EqualityType::Connect => "connect",
        EqualityType::Weld => "weld",
        EqualityType::Joint => "joint",
        EqualityType::Tendon => "tendon",
        EqualityType::Flex => "flex",
    }
}

/// What the names refer to.
fn object_type(equality: &Equality) -> Result<ObjectType, Error> {
    match (equality.kind, equality.object) {
        (EqualityType::Joint, _) => Ok(ObjectType::Joint),
        (EqualityType::Tendon, _) => Ok(ObjectType::Tendon),
        (EqualityType::Flex, _) => Ok(ObjectType::Flex),
        (_, EqualityObject::Body) => Ok(ObjectType::Body),
        (_, EqualityObject::Site) => Ok(ObjectType::Site),
        _ => Err(
            refuse(equality, "connect and weld hold only sites or bodies")
                .expected("two sites, or one or two bodies"),
        ),
    }
}

/// MuJoCo's number for the kind of the objects; only connect and weld leave a choice and carry one.
fn written_type(equality: &Equality) -> i32 {
    match (equality.kind, equality.object) {
        (EqualityType::Joint | EqualityType::Tendon | EqualityType::Flex, _) => {
            ObjectType::Unknown as i32
        }
        (_, EqualityObject::Site) => ObjectType::Site as i32,
        _ => ObjectType::Body as i32,
    }
}

fn find_objects(
    equality: &Equality,
    kind: ObjectType,
    lookup: &Lookup<'_>,
) -> Result<(usize, Option<usize>), Error> {
    let find = |name: &str| {
        lookup.find(kind, name).ok_or_else(|| {
            refuse(
                equality,
                format!("there is no element `{name}` to constrain"),
            )
        })
    };
    let first = find(&equality.name1)?;
    let second = match equality.name2.as_str() {
        // A body without a partner is held to the world.
        "" if kind == ObjectType::Body => Some(0),
        "" if kind == ObjectType::Site => {
            return Err(refuse(equality, "a site is held to nothing").expected("two sites"));
        }
        "" => None,
        name => Some(find(name)?),
    };
    if second == Some(first) {
        return Err(refuse(
            equality,
            format!("`{}` cannot be constrained to itself", equality.name1),
        )
        .expected("two different elements"));
    }
    if equality.kind == EqualityType::Joint {
        let scalar = |id: usize| joint::is_scalar(lookup.parts.joints[id].spec.kind);
        if !scalar(first) || second.is_some_and(|id| !scalar(id)) {
            return Err(
                refuse(equality, "only hinge and slide joints can be coupled")
                    .expected("hinge or slide joints"),
            );
        }
    }
    if equality.kind == EqualityType::Flex && lookup.flexes[first].rigid {
        return Err(
            refuse(equality, format!("the flex `{}` is rigid", equality.name1))
                .attribute("flex")
                .expected("a flex whose vertices are on several bodies"),
        );
    }
    Ok((first, second))
}
