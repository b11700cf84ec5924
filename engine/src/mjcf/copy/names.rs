//! Which names a model has so far, to decide what a copied element can refer to.

use std::collections::{HashMap, HashSet};

use crate::spec::{Body, GeomType, JointType, ObjectType, Spec};

/// Names of elements by kind.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    joints: HashMap<String, JointType>,
    geoms: HashMap<String, GeomType>,
    /// Other kinds in the tree.
    others: HashMap<ObjectType, HashSet<String>>,
    lists: HashMap<ObjectType, ListNames>,
}

/// Names of one list outside of the tree, with the place that each had when the list was last
/// numbered.
///
/// MuJoCo does not renumber a list while it removes elements from it, and takes a place beyond the
/// end for a missing element.
#[derive(Clone, Debug, Default)]
struct ListNames {
    places: HashMap<String, usize>,
    len: usize,
}

impl Names {
    /// Adds a body and all that is in it.
    pub(crate) fn add_tree(&mut self, body: &Body) {
        let mut open = vec![body];
        while let Some(body) = open.pop() {
            self.add(ObjectType::Body, &body.name);
            self.add_contents(body);
            open.extend(&body.children);
        }
    }

    /// Adds an element of the tree that is neither joint nor geom.
    pub(super) fn add(&mut self, kind: ObjectType, name: &str) {
        self.others.entry(kind).or_default().insert(name.to_owned());
    }

    /// Adds a joint with the type that it counts as before it is compiled: that of its class.
    pub(super) fn add_joint(&mut self, name: &str, kind: JointType) {
        self.joints.insert(name.to_owned(), kind);
    }

    /// Adds a geom with the type of its class.
    pub(super) fn add_geom(&mut self, name: &str, kind: GeomType) {
        self.geoms.insert(name.to_owned(), kind);
    }

    /// Renumbers all lists outside of the tree.
    pub(crate) fn number_lists(&mut self, spec: &Spec) {
        for list in spec.lists_outside_tree() {
            self.lists.remove(&list.kind);
            for (name, _) in list.elements {
                self.append(list.kind, name);
            }
        }
    }

    /// Adds an element to the end of a list; true if the list has another of that name.
    pub(crate) fn append(&mut self, kind: ObjectType, name: &str) -> bool {
        let list = self.lists.entry(kind).or_default();
        let before = list.places.insert(name.to_owned(), list.len);
        list.len += 1;
        before.is_some() && !name.is_empty()
    }

    /// Whether any name looks like that of a copy: it ends in a separator and digits.
    pub(crate) fn has_numbered(&self, separator: &str, digits: usize) -> bool {
        let numbered = |name: &String| {
            let start = name.len().checked_sub(digits);
            start
                .and_then(|s| name.split_at_checked(s))
                .is_some_and(|(base, number)| {
                    base.ends_with(separator) && number.bytes().all(|b| b.is_ascii_digit())
                })
        };
        let tree = self.joints.keys().chain(self.geoms.keys());
        let others = self.others.values().flatten();
        let lists = self.lists.values().flat_map(|list| list.places.keys());
        tree.chain(others).chain(lists).any(numbered)
    }

    /// Takes an element out of a list without renumbering the rest.
    pub(crate) fn remove(&mut self, kind: ObjectType, name: &str) {
        if let Some(list) = self.lists.get_mut(&kind) {
            list.places.remove(name);
            list.len = list.len.saturating_sub(1);
        }
    }

    pub(crate) fn joint(&self, name: &str) -> Option<JointType> {
        self.joints.get(name).copied()
    }

    pub(crate) fn geom(&self, name: &str) -> Option<GeomType> {
        self.geoms.get(name).copied()
    }

    /// Whether there is an element of some kind and name.
    pub(crate) fn has(&self, kind: ObjectType, name: &str) -> bool {
        match kind {
            ObjectType::Joint => self.joints.contains_key(name),
            ObjectType::Geom => self.geoms.contains_key(name),
            ObjectType::XBody => self.has(ObjectType::Body, name),
            _ => {
                let is_there =
                    |list: &ListNames| list.places.get(name).is_some_and(|&place| place < list.len);
                self.others
                    .get(&kind)
                    .is_some_and(|names| names.contains(name))
                    || self.lists.get(&kind).is_some_and(is_there)
            }
        }
    }
}
