//! Elements to [`Spec`], one file a section.
//!
//! Sections are read in MuJoCo's order, whatever their order in the file: the compiler's settings first, defaults before
//! what uses them, bodies last.

mod actuator;
mod asset;
mod compiler;
mod contact;
mod custom;
mod defaults;
mod equality;
mod geom;
mod joint;
mod option;
mod orientation;
mod section;
mod sensor;
mod shape;
mod site;
mod tendon;
mod view;
mod visual;
mod world;

use super::tree::Node;
use crate::error::Error;
use crate::spec::{Auto, Spec};
use defaults::Classes;

use super::attribute::Keywords;

const AUTO: &Keywords<Auto> = &[
    ("false", Auto::False),
    ("true", Auto::True),
    ("auto", Auto::Auto),
];

/// A model being read.
struct Reader {
    spec: Spec,
    classes: Classes,
}

/// Reads a whole document that has passed the schema.
pub(crate) fn document(root: Node<'_>, dir: &str) -> Result<Spec, Error> {
    let mut reader = Reader {
        spec: Spec::default(),
        classes: Classes::default(),
    };
    dir.clone_into(&mut reader.spec.paths.model);
    root.copy_text("model", &mut reader.spec.name);
    for (name, read) in SECTIONS {
        for section in root.children().filter(|child| child.name() == *name) {
            read(&mut reader, section)?;
        }
    }
    Ok(reader.spec)
}

type ReadSection = fn(&mut Reader, Node<'_>) -> Result<(), Error>;

/// The order in which MuJoCo reads sections.
const SECTIONS: &[(&str, ReadSection)] = &[
    ("compiler", Reader::compiler),
    ("option", Reader::option),
    ("size", Reader::size),
    ("visual", Reader::visual),
    ("statistic", Reader::statistic),
    ("default", Reader::default),
    ("custom", Reader::custom),
    ("asset", Reader::assets),
    ("contact", Reader::contact),
    ("equality", Reader::equalities),
    ("tendon", Reader::tendons),
    ("actuator", Reader::actuators),
    ("sensor", Reader::sensors),
    ("keyframe", Reader::keyframes),
    ("worldbody", Reader::world),
];

/// A child that MuJoCo looks for in the same file only.
fn own_child<'t>(node: Node<'t>, name: &str) -> Result<Option<Node<'t>>, Error> {
    let own = node.own_children().find(|child| child.name() == name);
    let any = node.children().find(|child| child.name() == name);
    match (own, any) {
        (None, Some(included)) => Err(included
            .unsupported(format!("an included `{name}`, which MuJoCo ignores"))
            .expected(format!("`{name}` in the same file as `{}`", node.name()))),
        (own, _) => Ok(own),
    }
}
