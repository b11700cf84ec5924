//! All lists of elements that a spec has, in MuJoCo's order of kinds.

use super::{ObjectType, Source, Spec};

/// The name of the world body, whatever a spec says.
pub(crate) const WORLD: &str = "world";

/// The elements of one kind, in the order of their ids.
#[derive(Debug)]
pub struct List<'a> {
    /// The kind of the elements.
    pub kind: ObjectType,
    /// The model's size that counts them, such as `ngeom`.
    pub size: &'static str,
    /// What an error calls one of them.
    pub tag: &'static str,
    /// Name and source of each.
    pub elements: Vec<(&'a str, &'a Source)>,
}

/// Binds the given lists of a [`Spec`]. They must be all that it has: the pattern names every
/// field, so that for a new one "pattern requires `..`" is reported wherever the lists are
/// enumerated. Add a new list there, and a new setting here.
macro_rules! take_spec_apart {
    ($spec:expr, $($list:ident)*) => {
        let $crate::spec::Spec {
            name: _,
            comment: _,
            compiler: _,
            option: _,
            size: _,
            paths: _,
            files: _,
            visual: _,
            statistic: _,
            world: _,
            classes: _,
            attached: _,
            text: _,
            warnings: _,
            extensions: _,
            $($list,)*
        } = $spec;
    };
}

/// Binds the given lists of what a [`Body`](super::Body) carries, which must be all of them, as
/// above.
macro_rules! take_body_apart {
    ($body:expr, $($list:ident)*) => {
        let $crate::spec::Body {
            name: _,
            class: _,
            pos: _,
            orientation: _,
            inertial: _,
            mocap: _,
            gravcomp: _,
            plugin: _,
            user: _,
            saved: _,
            frames: _,
            children: _,
            frame: _,
            settings: _,
            source: _,
            $($list,)*
        } = $body;
    };
}

pub(crate) use {take_body_apart, take_spec_apart};

macro_rules! list {
    ($kind:ident, $size:literal, $tag:literal, $elements:expr) => {
        List {
            kind: ObjectType::$kind,
            size: $size,
            tag: $tag,
            elements: $elements
                .iter()
                .map(|element| (element.name.as_str(), &element.source))
                .collect(),
        }
    };
}

impl Spec {
    /// Every list: those of the tree of bodies, then the others.
    pub fn lists(&self) -> Vec<List<'_>> {
        let mut lists = Vec::from(self.lists_of_tree());
        lists.extend(self.lists_outside_tree());
        lists
    }

    /// Bodies and what they carry, depth first as MuJoCo numbers them.
    fn lists_of_tree(&self) -> [List<'_>; 6] {
        let mut bodies = Vec::new();
        let (mut all_joints, mut all_geoms) = (Vec::new(), Vec::new());
        let (mut all_sites, mut all_cameras, mut all_lights) = (Vec::new(), Vec::new(), Vec::new());
        let mut open = vec![&self.world];
        while let Some(body) = open.pop() {
            take_body_apart!(body, joints geoms sites cameras lights);
            bodies.push(body);
            all_joints.extend(joints);
            all_geoms.extend(geoms);
            all_sites.extend(sites);
            all_cameras.extend(cameras);
            all_lights.extend(lights);
            open.extend(body.children.iter().rev());
        }
        let mut bodies = list!(Body, "nbody", "body", bodies);
        bodies.elements[0].0 = WORLD;
        [
            bodies,
            list!(Joint, "njnt", "joint", all_joints),
            list!(Geom, "ngeom", "geom", all_geoms),
            list!(Site, "nsite", "site", all_sites),
            list!(Camera, "ncam", "camera", all_cameras),
            list!(Light, "nlight", "light", all_lights),
        ]
    }

    /// The lists of elements that do not belong to bodies.
    pub(crate) fn lists_outside_tree(&self) -> [List<'_>; 17] {
        take_spec_apart!(self, flexes meshes hfields skins textures materials pairs excludes
            equalities tendons actuators sensors numerics texts tuples keyframes plugins);
        [
            list!(Flex, "nflex", "flex", flexes),
            list!(Mesh, "nmesh", "mesh", meshes),
            list!(Skin, "nskin", "skin", skins),
            list!(Hfield, "nhfield", "hfield", hfields),
            list!(Texture, "ntex", "texture", textures),
            list!(Material, "nmat", "material", materials),
            list!(Pair, "npair", "pair", pairs),
            list!(Exclude, "nexclude", "exclude", excludes),
            list!(Equality, "neq", "equality", equalities),
            list!(Tendon, "ntendon", "tendon", tendons),
            list!(Actuator, "nu", "actuator", actuators),
            list!(Sensor, "nsensor", "sensor", sensors),
            list!(Numeric, "nnumeric", "numeric", numerics),
            list!(Text, "ntext", "text", texts),
            list!(Tuple, "ntuple", "tuple", tuples),
            list!(Key, "nkey", "key", keyframes),
            list!(Plugin, "nplugin", "plugin", plugins),
        ]
    }
}
