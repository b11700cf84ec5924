//! Predefined contact pairs and excluded body pairs, in the order of their signatures.
//!
//! The signature of two bodies is `(smaller id << 16) + larger id`; the collision stage finds a
//! pair of bodies by it.

use super::lookup::Lookup;
use super::refusal::invalid;
use crate::error::Error;
use crate::model::Model;
use crate::spec::{Exclude, ObjectType, Pair, Source, Spec};

/// Positions in the spec's lists, in the model's order.
#[derive(Clone, Debug, Default)]
pub(super) struct ContactOrder {
    pub(super) pairs: Vec<usize>,
    pub(super) excludes: Vec<usize>,
}

/// For each position in a spec's list, the id that its element got.
pub(super) fn ids(order: &[usize]) -> Vec<usize> {
    let mut ids = vec![0; order.len()];
    for (id, &from) in order.iter().enumerate() {
        ids[from] = id;
    }
    ids
}

/// Pairs and excludes in the spec's order, and the model's order.
type Found = (Vec<GeomPair>, Vec<BodyPair>, ContactOrder);

/// Resolves and writes all pairs and excludes.
pub(super) fn write(
    spec: &Spec,
    lookup: &Lookup<'_>,
    model: &mut Model,
) -> Result<ContactOrder, Error> {
    let (pairs, excludes, order) = find(spec, lookup)?;
    for (id, &from) in order.pairs.iter().enumerate() {
        write_pair(id, &spec.pairs[from], &pairs[from], model);
    }
    for (id, &from) in order.excludes.iter().enumerate() {
        model.exclude_signature[id] = excludes[from].signature;
    }
    Ok(order)
}

/// Positions of pairs and of excludes in the spec's lists, in the model's order, and whether the
/// model has the second name of each first.
pub(super) type Turned = [Vec<(usize, bool)>; 2];

pub(super) fn turned(spec: &Spec, lookup: &Lookup<'_>) -> Result<Turned, Error> {
    let (pairs, excludes, order) = find(spec, lookup)?;
    let pair = |&from: &usize| (from, pairs[from].is_turned);
    let exclude = |&from: &usize| (from, excludes[from].is_turned);
    Ok([
        order.pairs.iter().map(pair).collect(),
        order.excludes.iter().map(exclude).collect(),
    ])
}

fn find(spec: &Spec, lookup: &Lookup<'_>) -> Result<Found, Error> {
    let pairs = spec
        .pairs
        .iter()
        .map(|pair| find_geoms(pair, lookup))
        .collect::<Result<Vec<_>, _>>()?;
    let excludes = spec
        .excludes
        .iter()
        .map(|exclude| find_bodies(exclude, lookup))
        .collect::<Result<Vec<_>, _>>()?;
    let order = ContactOrder {
        pairs: sorted(&pairs, |pair| pair.signature),
        excludes: sorted(&excludes, |exclude| exclude.signature),
    };
    Ok((pairs, excludes, order))
}

/// Positions by increasing signature; equal ones keep their order.
fn sorted<T>(items: &[T], signature: impl Fn(&T) -> i32) -> Vec<usize> {
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by_key(|&i| signature(&items[i]));
    order
}

#[derive(Debug)]
struct GeomPair {
    geoms: [usize; 2],
    signature: i32,
    /// The geom that was named second comes first.
    is_turned: bool,
}

#[derive(Debug)]
struct BodyPair {
    signature: i32,
    /// The body that was named second comes first.
    is_turned: bool,
}

fn find_geoms(pair: &Pair, lookup: &Lookup<'_>) -> Result<GeomPair, Error> {
    if !matches!(pair.condim, 1 | 3 | 4 | 6) {
        return Err(invalid(
            "pair",
            &pair.source,
            format!("condim {} does not exist", pair.condim),
        )
        .attribute("condim")
        .expected("1, 3, 4 or 6"));
    }
    let find = |name: &str, attribute: &str| {
        lookup
            .geom(name)
            .ok_or_else(|| missing("pair", "geom", name, attribute, &pair.source))
    };
    let (mut first, mut second) = (find(&pair.geom1, "geom1")?, find(&pair.geom2, "geom2")?);
    let is_turned = first.1.body > second.1.body;
    if is_turned {
        std::mem::swap(&mut first, &mut second);
    }
    Ok(GeomPair {
        geoms: [first.0, second.0],
        signature: signature(first.1.body, second.1.body),
        is_turned,
    })
}

fn find_bodies(exclude: &Exclude, lookup: &Lookup<'_>) -> Result<BodyPair, Error> {
    let find = |name: &str, attribute: &str| {
        lookup
            .find(ObjectType::Body, name)
            .ok_or_else(|| missing("exclude", "body", name, attribute, &exclude.source))
    };
    let (a, b) = (
        find(&exclude.body1, "body1")?,
        find(&exclude.body2, "body2")?,
    );
    Ok(BodyPair {
        signature: signature(a.min(b), a.max(b)),
        is_turned: a > b,
    })
}

fn missing(element: &str, what: &str, name: &str, attribute: &str, source: &Source) -> Error {
    invalid(element, source, format!("there is no {what} `{name}`"))
        .attribute(attribute)
        .expected(format!("the name of a {what}"))
}

fn signature(first: usize, second: usize) -> i32 {
    ((first as u32) << 16).wrapping_add(second as u32) as i32
}

fn write_pair(id: usize, pair: &Pair, found: &GeomPair, model: &mut Model) {
    model.pair_dim[id] = pair.condim;
    model.pair_geom1[id] = found.geoms[0] as i32;
    model.pair_geom2[id] = found.geoms[1] as i32;
    model.pair_signature[id] = found.signature;
    model.pair_solref[id] = pair.solref;
    model.pair_solreffriction[id] = pair.solreffriction;
    model.pair_solimp[id] = pair.solimp;
    model.pair_margin[id] = pair.margin;
    model.pair_gap[id] = pair.gap;
    model.pair_friction[id] = pair.friction;
}
