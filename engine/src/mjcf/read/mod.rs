//! Elements to [`Spec`], one file per section.
//!
//! Sections are read in MuJoCo's order, whatever their order in the file: the compiler's settings
//! first, defaults before what uses them, bodies last.

mod actuator;
mod asset;
mod attach;
mod compiler;
mod composite;
mod contact;
mod custom;
mod defaults;
mod equality;
mod flex;
mod flexcomp;
mod geom;
mod joint;
mod mesh;
mod option;
mod orientation;
mod plugin;
mod replicate;
mod section;
mod sensor;
mod site;
mod skin;
mod tendon;
pub(crate) mod urdf;
mod view;
mod visual;
mod world;

use super::attribute::Keywords;
use super::copy::{Keys, Repeated};
use super::tree::Node;
use crate::asset::Files;
use crate::error::Error;
use crate::spec::{Auto, Spec};
use attach::ModelAsset;
use defaults::Classes;

const AUTO: &Keywords<Auto> = &[
    ("false", Auto::False),
    ("true", Auto::True),
    ("auto", Auto::Auto),
];

/// A model being read.
#[derive(Default)]
struct Reader {
    spec: Spec,
    classes: Classes,
    /// Models that bodies can be attached from.
    models: Vec<ModelAsset>,
    keys: Keys,
    /// Elements made by copying.
    copied: usize,
    /// Whether elements were removed, and instances of plugins may have none left.
    has_orphans: bool,
    nesting: Nesting,
}

/// A model that has been read, with what it takes to attach its bodies to another.
pub(crate) struct Draft {
    spec: Spec,
    classes: Classes,
    keys: Keys,
    /// A name that keeps the model from being copied.
    repeated: Option<Repeated>,
    loaded: usize,
}

impl Draft {
    pub(crate) fn finish(mut self) -> Spec {
        self.keys.resolve(&mut self.spec);
        self.classes.weigh(&mut self.spec.meshes);
        self.classes.publish(&mut self.spec.classes);
        self.spec
    }
}

/// The nesting of models, and their number so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Nesting {
    /// How many models this one is within.
    depth: usize,
    /// Models loaded so far, at all levels.
    loaded: usize,
}

/// Reads a whole document that has passed the schema; `ignored` is what will not be read.
pub(crate) fn document(
    root: Node<'_>,
    dir: &str,
    files: &Files,
    nesting: Nesting,
    ignored: Vec<Error>,
) -> Result<Draft, Error> {
    let mut reader = Reader {
        nesting,
        ..Reader::default()
    };
    reader.spec.files = files.clone();
    reader.spec.warnings = ignored;
    dir.clone_into(&mut reader.spec.paths.model);
    root.copy_text("model", &mut reader.spec.name);
    reader.spec.comment = root.comment();
    for (name, read) in SECTIONS {
        for section in root.children().filter(|child| child.name() == *name) {
            read(&mut reader, section)?;
        }
    }
    Ok(reader.into_draft())
}

type ReadSection = fn(&mut Reader, Node<'_>) -> Result<(), Error>;

/// The order in which MuJoCo reads sections.
const SECTIONS: &[(&str, ReadSection)] = &[
    ("compiler", Reader::compiler),
    ("option", Reader::option),
    ("size", Reader::size),
    ("visual", Reader::visual),
    ("statistic", Reader::statistic),
    ("default", Reader::default_class),
    ("extension", Reader::extensions),
    ("custom", Reader::custom),
    ("asset", Reader::assets),
    ("contact", Reader::contact),
    ("deformable", Reader::deformables),
    ("equality", Reader::equalities),
    ("tendon", Reader::tendons),
    ("actuator", Reader::actuators),
    ("sensor", Reader::sensors),
    ("keyframe", Reader::keyframes),
    ("worldbody", Reader::world),
];

/// A child that MuJoCo looks for in the same file only: one in an included file is ignored.
fn own_child<'t>(node: Node<'t>, name: &str, warnings: &mut Vec<Error>) -> Option<Node<'t>> {
    let own = node.own_children().find(|child| child.name() == name);
    let included = node.children().find(|child| child.name() == name);
    if let (None, Some(included)) = (own, included) {
        let message = format!("an included `{name}`, which MuJoCo ignores");
        let expected = format!("`{name}` in the same file as `{}`", node.name());
        warnings.push(included.unsupported(message).expected(expected));
    }
    own
}
