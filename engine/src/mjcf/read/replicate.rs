//! `replicate`: copies of a part of the tree, each moved one step further.
//!
//! MuJoCo reads the part once, copies it into the body around it with a number after every name,
//! and removes the original.

use super::world::Walk;
use crate::error::Error;
use crate::math::Vec3;
use crate::math::frame::Frame as Pose;
use crate::mjcf::copy::{
    Copying, Names, Namespace, Originals, Repeated, Uncopied, Users, check_own, check_references,
    copy_part, count_elements, forget_copied, merge, remove_all,
};
use crate::mjcf::tree::Node;
use crate::spec::resolve::resolve_euler;
use crate::spec::{Body, Frame, Orientation};

/// Elements that a model may grow to by copying.
const MAX_ELEMENTS: usize = 1_000_000;

/// Elements that refer to others that a model may grow to: every copy can double them.
const MAX_REFERRING: usize = 200_000;

/// A part of the tree that is to be copied.
pub(super) struct Replicate<'t> {
    node: Node<'t>,
    pub(super) count: i32,
    offset: Vec3,
    euler: Vec3,
    separator: String,
    /// Collects the elements; its first frame is the one that moves from copy to copy.
    pub(super) part: Body,
}

impl<'t> Replicate<'t> {
    /// Reads the attributes; `frame` is the frame that the element stands in.
    pub(super) fn read(node: Node<'t>, frame: Option<usize>) -> Result<Replicate<'t>, Error> {
        let mut replicate = Replicate {
            node,
            count: 0,
            offset: Vec3::zeros(),
            euler: Vec3::zeros(),
            separator: String::new(),
            part: Body::default(),
        };
        node.fill_required("count", &mut replicate.count)?;
        node.fill("offset", &mut replicate.offset)?;
        node.fill("euler", &mut replicate.euler)?;
        node.copy_text("sep", &mut replicate.separator);
        replicate.part.frames.push(Frame {
            parent: frame,
            source: Some(node.location()),
            ..Frame::default()
        });
        Ok(replicate)
    }

    /// The number after each name of a copy, with as many digits as the count has.
    fn suffix(&self, copy: i32) -> String {
        let digits = self.digits();
        format!("{}{copy:0digits$}", self.separator)
    }

    fn digits(&self) -> usize {
        self.count.to_string().len()
    }
}

impl Walk<'_, '_> {
    /// Copies a part that has been read, and drops the original.
    pub(super) fn finish_replicate(&mut self, mut replicate: Replicate<'_>) -> Result<(), Error> {
        let node = replicate.node;
        if replicate.count > 0 {
            check_own(&replicate.part).map_err(|lost| uncopied(node, lost))?;
        }
        let size = count_elements(&replicate.part) + 1;
        let copies = usize::try_from(replicate.count).unwrap_or(0);
        self.grow(size.saturating_mul(copies), node)?;
        // The original stays, as a body before its copies, until all are made.
        let original = self.body().children.len();
        let part = std::mem::take(&mut replicate.part);
        self.body().children.push(part);
        let mut names = self.names_if_referred();
        let mut originals = Originals::ALL;
        if let Some(names) = &mut names {
            names.number_lists(&self.reader.spec);
            // Where no name looks like a copy's, nothing can refer to the copy of a copy.
            if !names.has_numbered(&replicate.separator, replicate.digits()) {
                originals = Originals::copied_once(&self.reader.spec);
            }
        }
        let settings = self.reader.origin(&self.reader.spec.name.clone());
        let mut places = self.places(&replicate);
        for copy in 0..replicate.count {
            let space = Namespace {
                suffix: replicate.suffix(copy),
                ..Namespace::default()
            };
            self.store_keys(node, &space)?;
            let mut renamed = copy_part(&mut self.body().children[original]);
            space.rename_contents(&mut renamed);
            for child in &mut renamed.children {
                space.rename_tree(child, settings.as_ref());
            }
            if let Some(place) = places.next() {
                renamed.frames[0].pos = place.pos;
                renamed.frames[0].orientation = Orientation::Quat(place.quat);
            }
            if let Some(names) = &mut names {
                names.add_contents(&renamed);
                renamed.children.iter().for_each(|c| names.add_tree(c));
                let mut copying = Copying {
                    space: &space,
                    settings: settings.as_ref(),
                    names,
                };
                let users = Users::of(&self.reader.spec);
                copying
                    .within(&mut self.reader.spec, originals)
                    .map_err(|repeated| repeated_name(node, &repeated))?;
                let divided = users.divide(&mut self.reader.spec);
                divided.map_err(|lost| uncopied(node, lost))?;
                self.check_size(node)?;
            }
            merge(renamed, self.body());
            self.resize_keys(node)?;
        }
        self.drop_original(node, original, names)
    }

    /// Removes a part that has been copied, and what refers to it. All keyframes are left to be put
    /// together at the end.
    fn drop_original(
        &mut self,
        node: Node<'_>,
        original: usize,
        names: Option<Names>,
    ) -> Result<(), Error> {
        let mut before = names;
        if let Some(before) = &mut before {
            let spec = &mut self.reader.spec;
            before.number_lists(spec);
            check_references(spec, before).map_err(|repeated| repeated_name(node, &repeated))?;
            forget_copied(spec, before);
        }
        let copied = self.reader.copy_models();
        copied.map_err(|repeated| repeated_name(node, repeated))?;
        self.store_keys(node, &Namespace::default())?;
        self.reader.spec.keyframes.clear();
        self.body().children.remove(original);
        if let Some(before) = before {
            let mut after = self.all_names();
            after.number_lists(&self.reader.spec);
            remove_all(&mut self.reader.spec, &before, &mut after);
            self.reader.has_orphans = true;
        }
        Ok(())
    }

    /// Where the copies stand, computed in MuJoCo's order.
    fn places(&self, replicate: &Replicate<'_>) -> impl Iterator<Item = Pose> + use<> {
        let compiler = self.reader.spec.compiler.clone();
        let (offset, euler) = (replicate.offset, replicate.euler);
        let turned = move |times: f64| resolve_euler(euler.map(|a| times * a), &compiler);
        let step = Pose {
            pos: offset,
            quat: turned(1.0),
        };
        let mut next = Pose::IDENTITY;
        (0..replicate.count).map(move |copy| {
            let pos = next.pos;
            next = next.compose(&step);
            // From scratch each time, so that errors do not add up.
            next.quat = turned(f64::from(copy));
            Pose {
                pos,
                quat: next.quat,
            }
        })
    }

    /// The names of the model, if anything in it refers to others.
    pub(super) fn names_if_referred(&self) -> Option<Names> {
        Originals::of(&self.reader.spec)
            .any()
            .then(|| self.all_names())
    }

    /// Refuses a model that has grown too large by copies of elements that refer to others.
    pub(super) fn check_size(&self, node: Node<'_>) -> Result<(), Error> {
        let spec = &self.reader.spec;
        if spec.sensors.len() + spec.tendons.len() + spec.actuators.len() > MAX_REFERRING {
            return Err(too_large(node, MAX_REFERRING));
        }
        Ok(())
    }

    /// Counts elements that copying adds.
    pub(super) fn grow(&mut self, elements: usize, node: Node<'_>) -> Result<(), Error> {
        self.reader.copied = self.reader.copied.saturating_add(elements);
        if self.reader.copied > MAX_ELEMENTS {
            return Err(too_large(node, MAX_ELEMENTS));
        }
        Ok(())
    }
}

fn too_large(node: Node<'_>, limit: usize) -> Error {
    node.unsupported(format!("a model of more than {limit} copied elements"))
}

/// A copy would use a plugin in a way that MuJoCo does not survive.
pub(super) fn uncopied(node: Node<'_>, lost: Uncopied) -> Error {
    node.unsupported(lost.to_string())
        .expected("plugins of actuators and sensors, without names")
}

/// A copy would take the name of another element.
pub(super) fn repeated_name(node: Node<'_>, repeated: &Repeated) -> Error {
    let message = format!("the name `{}` occurs twice after copying", repeated.name);
    node.invalid(message).expected("names that stay distinct")
}
