//! Which names a model has so far, to decide what a copied element can refer to.

use std::collections::HashMap;

use crate::spec::{Body, GeomType, JointType, ObjectType, Spec};

/// Names of elements by kind.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    bodies: HashMap<String, ()>,
    joints: HashMap<String, JointType>,
    geoms: HashMap<String, GeomType>,
    sites: HashMap<String, ()>,
    cameras: HashMap<String, ()>,
    lights: HashMap<String, ()>,
    lists: HashMap<ObjectType, ListNames>,
}

/// Names of one list outside of the tree, with the place that each had when the list was last numbered.
///
/// MuJoCo does not renumber a list while it removes elements from it, and takes a place beyond the end for an element
/// that is not there.
#[derive(Clone, Debug, Default)]
struct ListNames {
    places: HashMap<String, usize>,
    len: usize,
}

impl Names {
    /// Adds a body and all that is in it.
    pub(super) fn add_tree(&mut self, body: &Body) {
        let mut open = vec![body];
        while let Some(body) = open.pop() {
            self.bodies.insert(body.name.clone(), ());
            self.add_contents(body);
            open.extend(&body.children);
        }
    }

    /// Adds what a body holds itself.
    pub(super) fn add_contents(&mut self, body: &Body) {
        let joints = body.joints.iter().map(|j| (j.name.clone(), j.kind));
        self.joints.extend(joints);
        let geoms = body.geoms.iter().map(|g| (g.name.clone(), g.kind));
        self.geoms.extend(geoms);
        self.sites
            .extend(body.sites.iter().map(|s| (s.name.clone(), ())));
        self.cameras
            .extend(body.cameras.iter().map(|c| (c.name.clone(), ())));
        self.lights
            .extend(body.lights.iter().map(|l| (l.name.clone(), ())));
    }

    /// Numbers all lists outside of the tree anew.
    pub(super) fn number_lists(&mut self, spec: &Spec) {
        use ObjectType as T;
        self.number(T::Mesh, spec.meshes.iter().map(|x| &x.name));
        self.number(T::Skin, spec.skins.iter().map(|x| &x.name));
        self.number(T::Hfield, spec.hfields.iter().map(|x| &x.name));
        self.number(T::Texture, spec.textures.iter().map(|x| &x.name));
        self.number(T::Material, spec.materials.iter().map(|x| &x.name));
        self.number(T::Pair, spec.pairs.iter().map(|x| &x.name));
        self.number(T::Exclude, spec.excludes.iter().map(|x| &x.name));
        self.number(T::Equality, spec.equalities.iter().map(|x| &x.name));
        self.number(T::Tendon, spec.tendons.iter().map(|x| &x.name));
        self.number(T::Actuator, spec.actuators.iter().map(|x| &x.name));
        self.number(T::Sensor, spec.sensors.iter().map(|x| &x.name));
        self.number(T::Numeric, spec.numerics.iter().map(|x| &x.name));
        self.number(T::Text, spec.texts.iter().map(|x| &x.name));
        self.number(T::Tuple, spec.tuples.iter().map(|x| &x.name));
        self.number(T::Key, spec.keyframes.iter().map(|x| &x.name));
    }

    fn number<'n>(&mut self, kind: ObjectType, names: impl Iterator<Item = &'n String>) {
        self.lists.remove(&kind);
        for name in names {
            self.append(kind, name);
        }
    }

    /// Adds an element to the end of a list; true if the list has another of that name.
    pub(super) fn append(&mut self, kind: ObjectType, name: &str) -> bool {
        let list = self.lists.entry(kind).or_default();
        let before = list.places.insert(name.to_owned(), list.len);
        list.len += 1;
        before.is_some() && !name.is_empty()
    }

    /// Whether any name looks like that of a copy: whether it ends in a separator and digits.
    pub(super) fn has_numbered(&self, separator: &str, digits: usize) -> bool {
        let numbered = |name: &String| {
            let start = name.len().checked_sub(digits);
            start
                .and_then(|s| name.split_at_checked(s))
                .is_some_and(|(base, number)| {
                    base.ends_with(separator) && number.bytes().all(|b| b.is_ascii_digit())
                })
        };
        let tree = self
            .bodies
            .keys()
            .chain(self.joints.keys())
            .chain(self.geoms.keys());
        let tree = tree.chain(self.sites.keys()).chain(self.cameras.keys());
        let lists = self.lists.values().flat_map(|list| list.places.keys());
        tree.chain(self.lights.keys()).chain(lists).any(numbered)
    }

    /// Takes an element out of a list without renumbering the rest.
    pub(super) fn remove(&mut self, kind: ObjectType, name: &str) {
        if let Some(list) = self.lists.get_mut(&kind) {
            list.places.remove(name);
            list.len = list.len.saturating_sub(1);
        }
    }

    pub(super) fn joint(&self, name: &str) -> Option<JointType> {
        self.joints.get(name).copied()
    }

    pub(super) fn geom(&self, name: &str) -> Option<GeomType> {
        self.geoms.get(name).copied()
    }

    /// Whether there is an element of some kind and name.
    pub(super) fn has(&self, kind: ObjectType, name: &str) -> bool {
        match kind {
            ObjectType::Body | ObjectType::XBody => self.bodies.contains_key(name),
            ObjectType::Joint => self.joints.contains_key(name),
            ObjectType::Geom => self.geoms.contains_key(name),
            ObjectType::Site => self.sites.contains_key(name),
            ObjectType::Camera => self.cameras.contains_key(name),
            ObjectType::Light => self.lights.contains_key(name),
            _ => self
                .lists
                .get(&kind)
                .is_some_and(|list| list.places.get(name).is_some_and(|&place| place < list.len)),
        }
    }
}
