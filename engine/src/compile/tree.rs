//! The bodies of a spec in depth-first order, which is the order of all ids.

use std::ops::Range;

use crate::spec::{Body, Camera, Compiler, Geom, Joint, Light, Site, Spec};

/// A body with its place in the tree and the ids of what is attached to it.
#[derive(Debug)]
pub(super) struct Node<'a> {
    pub(super) spec: &'a Body,
    pub(super) compiler: &'a Compiler,
    pub(super) parent: usize,
    /// The nearest ancestor, self included, that can move relative to its parent; the world if
    /// there is none.
    pub(super) weld: usize,
    pub(super) joints: Range<usize>,
    pub(super) geoms: Range<usize>,
    pub(super) sites: Range<usize>,
    pub(super) cameras: Range<usize>,
    pub(super) lights: Range<usize>,
}

/// The kinematic tree, flat. Ids are positions in these lists.
#[derive(Debug, Default)]
pub(super) struct Tree<'a> {
    pub(super) nodes: Vec<Node<'a>>,
    pub(super) joints: Vec<&'a Joint>,
    pub(super) geoms: Vec<&'a Geom>,
    pub(super) sites: Vec<&'a Site>,
    pub(super) cameras: Vec<&'a Camera>,
    pub(super) lights: Vec<&'a Light>,
}

impl<'a> Tree<'a> {
    pub(super) fn flatten(spec: &'a Spec) -> Tree<'a> {
        let mut tree = Tree::default();
        // An explicit stack: a program may nest deeper than the call stack allows.
        let mut pending = vec![(&spec.world, 0)];
        while let Some((body, parent)) = pending.pop() {
            let id = tree.nodes.len();
            tree.add(body, parent, &spec.compiler);
            pending.extend(body.children.iter().rev().map(|child| (child, id)));
        }
        tree
    }

    fn add(&mut self, body: &'a Body, parent: usize, own: &'a Compiler) {
        let id = self.nodes.len();
        let weld = match self.nodes.get(parent) {
            Some(_) if !body.joints.is_empty() => id,
            Some(parent) => parent.weld,
            None => 0,
        };
        self.nodes.push(Node {
            spec: body,
            compiler: body.settings.as_deref().unwrap_or(own),
            parent,
            weld,
            joints: append(&mut self.joints, &body.joints),
            geoms: append(&mut self.geoms, &body.geoms),
            sites: append(&mut self.sites, &body.sites),
            cameras: append(&mut self.cameras, &body.cameras),
            lights: append(&mut self.lights, &body.lights),
        });
    }
}

/// Appends references to `items` and returns the ids that they got.
fn append<'a, T>(list: &mut Vec<&'a T>, items: &'a [T]) -> Range<usize> {
    let start = list.len();
    list.extend(items);
    start..list.len()
}
