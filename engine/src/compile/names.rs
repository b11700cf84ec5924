//! Names: looking elements up while compiling, and the name tables of the model.
//!
//! The model stores all names in one text, list after list, and for each list a hash map with open
//! addressing: a slot is found from the name's hash and, if taken, by walking on to the next free
//! one.

use std::collections::HashMap;

use super::contact::ContactOrder;
use super::parts::{Assets, Parts};
use super::refusal::invalid;
use super::tree::Tree;
use crate::error::Error;
use crate::model::names::{SLOTS_PER_NAME, hash};
use crate::model::{Char, Model};
use crate::spec::{List, ObjectType, Source, Spec, TextureType};

/// Every named element by kind.
#[derive(Debug)]
pub(super) struct Names<'a> {
    ids: HashMap<(ObjectType, &'a str), usize>,
}

impl<'a> Names<'a> {
    /// Indexes all names; a name must be unique among elements of its kind.
    pub(super) fn index(spec: &'a Spec, tree: &Tree<'a>) -> Result<Names<'a>, Error> {
        check_assets(spec)?;
        let mut names = Names {
            ids: HashMap::new(),
        };
        for list in spec.lists() {
            for (id, (name, source)) in list.elements.into_iter().enumerate() {
                let before = names.ids.insert((list.kind, name), id);
                if before.is_some() && !name.is_empty() {
                    return Err(repeated(name, list.tag, source));
                }
            }
        }
        check_frames(tree)?;
        Ok(names)
    }

    pub(super) fn find(&self, kind: ObjectType, name: &str) -> Option<usize> {
        let kind = match kind {
            ObjectType::XBody => ObjectType::Body,
            kind => kind,
        };
        self.ids.get(&(kind, name)).copied()
    }
}

fn repeated(name: &str, element: &str, source: &Source) -> Error {
    invalid(
        element,
        source,
        format!("the name `{name}` is already taken by another {element}"),
    )
    .attribute("name")
    .expected("a name of its own, or none")
}

/// Assets exist to be referred to; only a skybox needs no name.
fn check_assets(spec: &Spec) -> Result<(), Error> {
    let mesh = spec.meshes.iter().find(|mesh| mesh.name.is_empty());
    let mesh = mesh.map(|mesh| ("mesh", &mesh.source));
    let hfield = spec.hfields.iter().find(|hfield| hfield.name.is_empty());
    let hfield = hfield.map(|hfield| ("hfield", &hfield.source));
    let texture = spec
        .textures
        .iter()
        .find(|texture| texture.name.is_empty() && texture.kind != TextureType::Skybox)
        .map(|texture| ("texture", &texture.source));
    let material = spec
        .materials
        .iter()
        .find(|material| material.name.is_empty())
        .map(|material| ("material", &material.source));
    match mesh.or(hfield).or(texture).or(material) {
        Some((element, source)) => {
            Err(invalid(element, source, format!("a {element} needs a name")).attribute("name"))
        }
        None => Ok(()),
    }
}

/// Frames leave no trace in the model, but their names must be unique too.
fn check_frames(tree: &Tree<'_>) -> Result<(), Error> {
    let mut seen = std::collections::HashSet::new();
    for frame in tree.nodes.iter().flat_map(|node| &node.spec.frames) {
        if !frame.name.is_empty() && !seen.insert(frame.name.as_str()) {
            return Err(repeated(&frame.name, "frame", &frame.source));
        }
    }
    Ok(())
}

/// Writes the names of all compiled elements: the text, the addresses and the hash maps.
pub(super) fn write(
    spec: &Spec,
    parts: &Parts<'_>,
    assets: &Assets<'_>,
    order: &ContactOrder,
    model: &mut Model,
) {
    let mut text = Vec::new();
    push_text(&mut text, &spec.name);
    let mut slots = Vec::new();
    for list in spec.lists() {
        let kind = list.kind;
        let names = compiled(list, parts, assets, order, model);
        if let Some(addresses) = addresses(kind, model) {
            addresses.clear();
            for name in &names {
                addresses.push(text.len() as i32);
                push_text(&mut text, name);
            }
            slots.extend(hash_map(&names));
        }
    }
    model.nnames = text.len();
    model.names = text;
    model.nnames_map = slots.len();
    model.names_map = slots;
}

/// The names of a list in the model's order: some kinds are sorted, fused, discarded or filled up
/// by compiling.
fn compiled<'a>(
    list: List<'a>,
    parts: &Parts<'a>,
    assets: &Assets<'a>,
    order: &ContactOrder,
    model: &Model,
) -> Vec<&'a str> {
    macro_rules! named {
        ($elements:expr) => {
            $elements
                .iter()
                .map(|element| element.spec.name.as_str())
                .collect()
        };
    }
    let given = list.elements;
    let at = |&id: &usize| given[id].0;
    match list.kind {
        ObjectType::Body => parts.bodies.iter().map(|body| body.name).collect(),
        ObjectType::Joint => named!(parts.joints),
        ObjectType::Geom => named!(parts.geoms),
        ObjectType::Site => named!(parts.sites),
        ObjectType::Camera => named!(parts.cameras),
        ObjectType::Light => named!(parts.lights),
        ObjectType::Mesh => named!(assets.meshes),
        ObjectType::Pair => order.pairs.iter().map(at).collect(),
        ObjectType::Exclude => order.excludes.iter().map(at).collect(),
        kind => {
            let count = match kind {
                ObjectType::Texture => model.ntex,
                ObjectType::Material => model.nmat,
                ObjectType::Key => model.nkey,
                _ => given.len(),
            };
            let names = given.into_iter().map(|(name, _)| name);
            names.chain(std::iter::repeat("")).take(count).collect()
        }
    }
}

/// Where the model keeps the addresses of a kind's names.
fn addresses(kind: ObjectType, model: &mut Model) -> Option<&mut Vec<i32>> {
    use ObjectType as T;
    Some(match kind {
        T::Body => &mut model.name_bodyadr,
        T::Joint => &mut model.name_jntadr,
        T::Geom => &mut model.name_geomadr,
        T::Site => &mut model.name_siteadr,
        T::Camera => &mut model.name_camadr,
        T::Light => &mut model.name_lightadr,
        T::Mesh => &mut model.name_meshadr,
        T::Skin => &mut model.name_skinadr,
        T::Hfield => &mut model.name_hfieldadr,
        T::Texture => &mut model.name_texadr,
        T::Material => &mut model.name_matadr,
        T::Pair => &mut model.name_pairadr,
        T::Exclude => &mut model.name_excludeadr,
        T::Equality => &mut model.name_eqadr,
        T::Tendon => &mut model.name_tendonadr,
        T::Actuator => &mut model.name_actuatoradr,
        T::Sensor => &mut model.name_sensoradr,
        T::Numeric => &mut model.name_numericadr,
        T::Text => &mut model.name_textadr,
        T::Tuple => &mut model.name_tupleadr,
        T::Key => &mut model.name_keyadr,
        T::Flex => &mut model.name_flexadr,
        T::Plugin => &mut model.name_pluginadr,
        T::Unknown | T::XBody | T::Dof => return None,
    })
}

/// Appends a text with its terminating zero.
pub(super) fn push_text(text: &mut Vec<Char>, name: &str) {
    text.extend(name.bytes().map(Char));
    text.push(Char(0));
}

/// The hash map of one list: the id in each taken slot, -1 in the others.
fn hash_map(names: &[&str]) -> Vec<i32> {
    let size = SLOTS_PER_NAME * names.len();
    let mut slots = vec![-1; size];
    for (id, name) in names
        .iter()
        .enumerate()
        .filter(|(_, name)| !name.is_empty())
    {
        let mut slot = (hash(name) % size as u64) as usize;
        while slots[slot] != -1 {
            slot = (slot + 1) % size;
        }
        slots[slot] = id as i32;
    }
    slots
}
