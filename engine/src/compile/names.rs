//! Names: looking elements up while compiling, and the name tables of the model.
//!
//! The model stores all names in one text, list after list, and for each list a hash map with open addressing: a slot is found
//! from the name's hash and, if taken, by walking on to the next free one.

use std::collections::HashMap;

use super::contact::ContactOrder;
use super::parts::{Assets, Parts};
use super::refusal::invalid;
use super::tree::Tree;
use crate::error::Error;
use crate::model::{Char, Model};
use crate::spec::{ObjectType, Source, Spec, TextureType};

/// Slots of the hash map for each name.
pub(super) const SLOTS_PER_NAME: usize = 2;

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
        for (kind, list) in lists(spec, tree) {
            for (id, (name, source)) in list.into_iter().enumerate() {
                let before = names.ids.insert((kind, name), id);
                if before.is_some() && !name.is_empty() {
                    return Err(repeated(name, tag(kind), source));
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

/// Assets exist to be referred to; only the one skybox needs no name.
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

type Named<'a> = (&'a str, &'a Source);

/// All lists of named elements, with ids as positions.
fn lists<'a>(spec: &'a Spec, tree: &Tree<'a>) -> Vec<(ObjectType, Vec<Named<'a>>)> {
    macro_rules! named {
        ($list:expr) => {
            $list
                .iter()
                .map(|item| (item.name.as_str(), &item.source))
                .collect()
        };
    }
    let bodies = tree
        .nodes
        .iter()
        .enumerate()
        .map(|(id, node)| (body_name(id, &node.spec.name), &node.spec.source));
    vec![
        (ObjectType::Body, bodies.collect()),
        (ObjectType::Joint, named!(tree.joints)),
        (ObjectType::Geom, named!(tree.geoms)),
        (ObjectType::Site, named!(tree.sites)),
        (ObjectType::Camera, named!(tree.cameras)),
        (ObjectType::Light, named!(tree.lights)),
        (ObjectType::Mesh, named!(spec.meshes)),
        (ObjectType::Skin, named!(spec.skins)),
        (ObjectType::Hfield, named!(spec.hfields)),
        (ObjectType::Texture, named!(spec.textures)),
        (ObjectType::Material, named!(spec.materials)),
        (ObjectType::Pair, named!(spec.pairs)),
        (ObjectType::Exclude, named!(spec.excludes)),
        (ObjectType::Equality, named!(spec.equalities)),
        (ObjectType::Tendon, named!(spec.tendons)),
        (ObjectType::Actuator, named!(spec.actuators)),
        (ObjectType::Sensor, named!(spec.sensors)),
        (ObjectType::Numeric, named!(spec.numerics)),
        (ObjectType::Text, named!(spec.texts)),
        (ObjectType::Tuple, named!(spec.tuples)),
        (ObjectType::Key, named!(spec.keyframes)),
    ]
}

/// The world has its name whatever a spec says.
pub(super) fn body_name(id: usize, name: &str) -> &str {
    if id == 0 { "world" } else { name }
}

fn tag(kind: ObjectType) -> &'static str {
    match kind {
        ObjectType::Body | ObjectType::XBody => "body",
        ObjectType::Joint => "joint",
        ObjectType::Geom => "geom",
        ObjectType::Site => "site",
        ObjectType::Camera => "camera",
        ObjectType::Light => "light",
        ObjectType::Mesh => "mesh",
        ObjectType::Skin => "skin",
        ObjectType::Hfield => "hfield",
        ObjectType::Texture => "texture",
        ObjectType::Material => "material",
        ObjectType::Pair => "pair",
        ObjectType::Exclude => "exclude",
        ObjectType::Equality => "equality",
        ObjectType::Tendon => "tendon",
        ObjectType::Actuator => "actuator",
        ObjectType::Sensor => "sensor",
        ObjectType::Numeric => "numeric",
        ObjectType::Text => "text",
        ObjectType::Tuple => "tuple",
        ObjectType::Key => "key",
        _ => "element",
    }
}

/// Names of the compiled elements, one list a kind in the model's order.
#[derive(Debug, Default)]
pub(super) struct NameLists<'a> {
    pub(super) bodies: Vec<&'a str>,
    pub(super) joints: Vec<&'a str>,
    pub(super) geoms: Vec<&'a str>,
    pub(super) sites: Vec<&'a str>,
    pub(super) cameras: Vec<&'a str>,
    pub(super) lights: Vec<&'a str>,
    pub(super) meshes: Vec<&'a str>,
    pub(super) skins: Vec<&'a str>,
    pub(super) hfields: Vec<&'a str>,
    pub(super) textures: Vec<&'a str>,
    pub(super) materials: Vec<&'a str>,
    pub(super) pairs: Vec<&'a str>,
    pub(super) excludes: Vec<&'a str>,
    pub(super) equalities: Vec<&'a str>,
    pub(super) tendons: Vec<&'a str>,
    pub(super) actuators: Vec<&'a str>,
    pub(super) sensors: Vec<&'a str>,
    pub(super) numerics: Vec<&'a str>,
    pub(super) texts: Vec<&'a str>,
    pub(super) tuples: Vec<&'a str>,
    pub(super) keyframes: Vec<&'a str>,
}

impl<'a> NameLists<'a> {
    pub(super) fn collect(
        spec: &'a Spec,
        parts: &Parts<'a>,
        assets: &Assets<'a>,
        order: &ContactOrder,
        keyframes: usize,
    ) -> NameLists<'a> {
        macro_rules! named {
            ($elements:expr) => {
                $elements.map(|element| element.name.as_str()).collect()
            };
        }
        let drawn = !spec.compiler.discardvisual;
        let missing = keyframes.saturating_sub(spec.keyframes.len());
        let mut keyframes: Vec<&str> = named!(spec.keyframes.iter());
        keyframes.extend(std::iter::repeat_n("", missing));
        NameLists {
            bodies: parts.bodies.iter().map(|body| body.name).collect(),
            joints: named!(parts.joints.iter().map(|joint| joint.spec)),
            geoms: named!(parts.geoms.iter().map(|geom| geom.spec)),
            sites: named!(parts.sites.iter().map(|site| site.spec)),
            cameras: named!(parts.cameras.iter().map(|camera| camera.spec)),
            lights: named!(parts.lights.iter().map(|light| light.spec)),
            meshes: named!(assets.meshes.iter().map(|mesh| mesh.spec)),
            skins: named!(spec.skins.iter()),
            hfields: named!(spec.hfields.iter()),
            textures: named!(spec.textures.iter().filter(|_| drawn)),
            materials: named!(spec.materials.iter().filter(|_| drawn)),
            pairs: named!(order.pairs.iter().map(|&pair| &spec.pairs[pair])),
            excludes: named!(order.excludes.iter().map(|&from| &spec.excludes[from])),
            equalities: named!(spec.equalities.iter()),
            tendons: named!(spec.tendons.iter()),
            actuators: named!(spec.actuators.iter()),
            sensors: named!(spec.sensors.iter()),
            numerics: named!(spec.numerics.iter()),
            texts: named!(spec.texts.iter()),
            tuples: named!(spec.tuples.iter()),
            keyframes,
        }
    }

    /// Writes the text, the addresses and the hash maps.
    pub(super) fn write(&self, model_name: &str, model: &mut Model) {
        let mut text = Vec::new();
        push_text(&mut text, model_name);
        let mut slots = Vec::new();
        for (list, addresses) in [
            (&self.bodies, &mut model.name_bodyadr),
            (&self.joints, &mut model.name_jntadr),
            (&self.geoms, &mut model.name_geomadr),
            (&self.sites, &mut model.name_siteadr),
            (&self.cameras, &mut model.name_camadr),
            (&self.lights, &mut model.name_lightadr),
            (&self.meshes, &mut model.name_meshadr),
            (&self.skins, &mut model.name_skinadr),
            (&self.hfields, &mut model.name_hfieldadr),
            (&self.textures, &mut model.name_texadr),
            (&self.materials, &mut model.name_matadr),
            (&self.pairs, &mut model.name_pairadr),
            (&self.excludes, &mut model.name_excludeadr),
            (&self.equalities, &mut model.name_eqadr),
            (&self.tendons, &mut model.name_tendonadr),
            (&self.actuators, &mut model.name_actuatoradr),
            (&self.sensors, &mut model.name_sensoradr),
            (&self.numerics, &mut model.name_numericadr),
            (&self.texts, &mut model.name_textadr),
            (&self.tuples, &mut model.name_tupleadr),
            (&self.keyframes, &mut model.name_keyadr),
        ] {
            addresses.clear();
            for name in list {
                addresses.push(text.len() as i32);
                push_text(&mut text, name);
            }
            slots.extend(hash_map(list));
        }
        model.nnames = text.len();
        model.names = text;
        model.nnames_map = slots.len();
        model.names_map = slots;
    }
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

/// Bernstein's hash in its exclusive-or form, over signed bytes.
#[doc(alias = "mj_hashString")]
fn hash(name: &str) -> u64 {
    name.bytes().fold(5381, |hash: u64, byte| {
        hash.wrapping_mul(33) ^ (byte as i8 as i64 as u64)
    })
}
