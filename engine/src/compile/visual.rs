//! What only serves rendering: materials, and geoms that take no part in the physics.

use super::asset::material_ids;
use super::fuse::discard_geoms;
use super::lookup::Lookup;
use super::names::Names;
use super::parts::Parts;
use crate::error::Error;
use crate::spec::{ObjectType, Spec, WrapKind};

/// The id of each element's material.
#[derive(Debug)]
pub(super) struct Materials {
    pub(super) geoms: Vec<i32>,
    pub(super) sites: Vec<i32>,
    pub(super) tendons: Vec<i32>,
}

impl Materials {
    pub(super) fn find(spec: &Spec, lookup: &Lookup<'_>) -> Result<Materials, Error> {
        macro_rules! ids {
            ($tag:literal, $elements:expr) => {
                material_ids(
                    $elements.map(|element| ($tag, &element.material, &element.source)),
                    lookup.names,
                    spec.compiler.discardvisual,
                )?
            };
        }
        Ok(Materials {
            geoms: ids!("geom", lookup.parts.geoms.iter().map(|geom| geom.spec)),
            sites: ids!("site", lookup.parts.sites.iter().map(|site| site.spec)),
            tendons: ids!("tendon", spec.tendons.iter()),
        })
    }
}

/// Removes the geoms that only serve rendering, if the compiler is asked to; returns the new id of
/// each geom.
pub(super) fn discard(spec: &Spec, names: &Names<'_>, parts: &mut Parts<'_>) -> Vec<Option<usize>> {
    let mut keep: Vec<bool> = parts
        .geoms
        .iter()
        .map(|geom| !spec.compiler.discardvisual || geom.collides())
        .collect();
    for name in referenced_geoms(spec) {
        if let Some(id) = names.find(ObjectType::Geom, name) {
            keep[id] = true;
        }
    }
    discard_geoms(parts, &keep)
}

/// Names of geoms that other elements need. A sensor's reference frame does not count.
fn referenced_geoms(spec: &Spec) -> impl Iterator<Item = &str> {
    let pairs = spec.pairs.iter().flat_map(|p| [&p.geom1, &p.geom2]);
    let wraps = spec
        .tendons
        .iter()
        .flat_map(|tendon| &tendon.path)
        .filter_map(|wrap| match &wrap.kind {
            WrapKind::Geom { geom, .. } => Some(geom),
            _ => None,
        });
    let sensors = spec
        .sensors
        .iter()
        .filter(|sensor| sensor.objtype == ObjectType::Geom)
        .map(|sensor| &sensor.objname);
    let tuples = spec
        .tuples
        .iter()
        .flat_map(|tuple| &tuple.elements)
        .filter(|element| element.objtype == ObjectType::Geom)
        .map(|element| &element.objname);
    pairs
        .chain(wraps)
        .chain(sensors)
        .chain(tuples)
        .map(String::as_str)
}
