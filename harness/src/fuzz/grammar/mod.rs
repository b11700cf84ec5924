//! Models from a grammar that knows MJCF: what stands where comes from the engine's schema, what
//! attributes say from the table of values, and what must fit together from the files here, one a
//! section.
//!
//! A model is a function of its seed and number alone, on every machine.

mod actuator;
mod asset;
mod composite;
mod consistent;
mod constraint;
mod features;
mod flex;
mod plugin;
mod sensor;
mod settings;
mod state;
mod tendon;
mod world;

use std::collections::HashMap;
use std::sync::LazyLock;

use plumbline::internal::schema::Schema;

use super::tree::Element;
use super::values::{Values, number};
use crate::case::random::Random;

pub use features::Feature;

/// A generated model with the files beside it.
#[derive(Clone, Debug)]
pub struct Generated {
    pub root: Element,
    /// Models that it attaches, by file name.
    pub parts: Vec<(String, Element)>,
    /// The text of its sidecar: at which states both sides are compared.
    pub sidecar: String,
    pub features: Vec<Feature>,
}

/// The model with this number, which has at least the features that are asked for.
pub fn generate(seed: u64, number: u64, wanted: &[Feature]) -> Generated {
    let mut grammar = Grammar::new(Random::new(seed, number));
    grammar.features = Feature::choose(&mut grammar.random, wanted);
    let root = grammar.model(&format!("fuzz{number}"));
    Generated {
        sidecar: grammar.schedule(),
        root,
        parts: std::mem::take(&mut grammar.parts),
        features: grammar.features,
    }
}

/// Names that elements of one kind were given.
type Names = Vec<String>;

/// The state of one generation.
struct Grammar {
    random: Random,
    features: Vec<Feature>,
    classes: Names,
    bodies: Names,
    /// Joints of one dof, which most references ask for.
    joints: Names,
    balls: Names,
    limited_joints: Names,
    limited_tendons: Names,
    geoms: Names,
    /// Spheres and cylinders, which tendons wrap around.
    wraps: Names,
    sites: Names,
    cameras: Names,
    meshes: Names,
    hfields: Names,
    /// Those that an equality may hold.
    flexes: Names,
    textures: Names,
    materials: Names,
    tendons: Names,
    actuators: Names,
    /// Plugins that elements use, with the instances that have names.
    plugins: Vec<Element>,
    /// A mesh of a plugin's shape, and the kind of plugin.
    outline: Option<(String, plugin::Kind)>,
    parts: Vec<(String, Element)>,
    /// Radians where the compiler takes degrees otherwise.
    radians: bool,
    /// Lengths of the state, as long as they can be told from what was written.
    sizes: Option<Sizes>,
    count: usize,
}

/// Lengths of the parts of a state.
#[derive(Clone, Copy, Debug, Default)]
struct Sizes {
    nq: usize,
    nv: usize,
    nu: usize,
    nmocap: usize,
}

impl Grammar {
    fn new(random: Random) -> Grammar {
        Grammar {
            random,
            features: Vec::new(),
            classes: Names::new(),
            bodies: Names::new(),
            joints: Names::new(),
            balls: Names::new(),
            limited_joints: Names::new(),
            limited_tendons: Names::new(),
            geoms: Names::new(),
            wraps: Names::new(),
            sites: Names::new(),
            cameras: Names::new(),
            meshes: Names::new(),
            hfields: Names::new(),
            flexes: Names::new(),
            textures: Names::new(),
            materials: Names::new(),
            tendons: Names::new(),
            actuators: Names::new(),
            plugins: Vec::new(),
            outline: None,
            parts: Vec::new(),
            radians: false,
            sizes: Some(Sizes::default()),
            count: 0,
        }
    }

    /// A whole model. Assets and defaults come first because the world refers to them.
    fn model(&mut self, name: &str) -> Element {
        let mut root = Element::new("mujoco").with("model", name);
        self.settings(&mut root);
        if self.has(Feature::Class) {
            let defaults = self.defaults();
            root.children.push(defaults);
        }
        let asset = self.assets();
        if !asset.children.is_empty() {
            root.children.push(asset);
        }
        let world = self.world();
        root.children.push(world);
        let sections = [
            Self::tendons,
            Self::deformables,
            Self::equalities,
            Self::contacts,
            Self::actuators,
            Self::sensors,
            Self::customs,
            Self::keyframes,
            Self::extension,
        ];
        for make in sections {
            let section = make(self);
            if !section.children.is_empty() {
                root.children.push(section);
            }
        }
        self.tame_beside_flexes(&mut root);
        // Sections may stand in any order, and the order may matter.
        if self.random.one_in(6) {
            let last = root.children.len() - 1;
            let place = self.random.below(last);
            root.children.swap(place, last);
        }
        if self.random.one_in(10) {
            self.move_out(&mut root);
        }
        root
    }

    /// Moves a section into a file of its own, which is included in its place.
    fn move_out(&mut self, root: &mut Element) {
        let place = self.random.below(root.children.len());
        let file = format!("{}_included.xml", root.get("model").unwrap_or_default());
        let include = Element::new("include").with("file", file.clone());
        let section = std::mem::replace(&mut root.children[place], include);
        let mut part = Element::new("mujocoinclude");
        part.children.push(section);
        self.parts.push((file, part));
    }

    fn has(&self, feature: Feature) -> bool {
        self.features.contains(&feature)
    }

    /// A name that no other element has; some are not of ASCII letters.
    fn name(&mut self, kind: &str) -> String {
        self.count += 1;
        match self.random.below(40) {
            0 => format!("{kind} {}", self.count),
            1 => format!("{kind}-é{}", self.count),
            _ => format!("{kind}{}", self.count),
        }
    }

    /// Gives the element a name, as most have one.
    fn christen(&mut self, element: &mut Element) -> Option<String> {
        if self.random.one_in(9) {
            return None;
        }
        let name = self.name(&element.name[..1]);
        element.set("name", name.clone());
        Some(name)
    }

    /// One of these names.
    fn one_of(&mut self, names: fn(&Grammar) -> &Names) -> Option<String> {
        let choice = self.random.bits() as usize;
        let names = names(self);
        names.get(choice % names.len().max(1)).cloned()
    }

    /// Adds attributes that the schema has for this element of a section, each with this
    /// probability, and perhaps a class.
    fn fill(&mut self, section: &str, element: &mut Element, probability: f64) {
        let attributes = attributes(section, &element.name);
        self.fill_from(attributes, element, probability);
        self.make_consistent(element);
        if attributes.contains(&"class")
            && self.random.one_in(4)
            && let Some(class) = self.one_of(|grammar| &grammar.classes)
        {
            element.set("class", class);
        }
        if attributes.contains(&"user") && self.has(Feature::User) && self.random.one_in(3) {
            let count = self.random.whole(1, 3);
            let numbers = self.numbers(count, -2.0, 2.0);
            element.set("user", numbers);
        }
    }

    /// Adds some of these attributes, each with this probability.
    fn fill_from(&mut self, attributes: &[&str], element: &mut Element, probability: f64) {
        const ORIENTATIONS: [&str; 5] = ["quat", "axisangle", "xyaxes", "zaxis", "euler"];
        for &attribute in attributes {
            let turned = ORIENTATIONS.contains(&attribute)
                && element
                    .attributes
                    .iter()
                    .any(|(name, _)| ORIENTATIONS.contains(&name.as_str()));
            if attribute == "fromto" || turned || element.has(attribute) {
                continue;
            }
            if self.random.chance(probability)
                && let Some(rule) = Values::table().rule(&element.name, attribute)
                && let Some(value) = rule.value(&mut self.random)
            {
                element.set(attribute, value);
            }
        }
    }

    /// Numbers for an attribute.
    fn numbers(&mut self, count: usize, low: f64, high: f64) -> String {
        let numbers: Vec<f64> = (0..count)
            .map(|_| number(&mut self.random, low, high))
            .collect();
        super::values::join(&numbers)
    }

    /// Degrees or radians, whichever the compiler takes.
    fn angle(&self, radians: f64) -> f64 {
        if self.radians {
            radians
        } else {
            (radians.to_degrees() * 10.0).round() / 10.0
        }
    }
}

/// The supported attributes of an element in a section of the document, from the schema.
fn attributes(section: &str, element: &str) -> &'static [&'static str] {
    type Table = HashMap<&'static str, HashMap<&'static str, Vec<&'static str>>>;
    static TABLE: LazyLock<Table> = LazyLock::new(|| {
        let mut table = Table::new();
        let mut path: Vec<&'static str> = Vec::new();
        for element in &Schema::mjcf().elements {
            path.truncate(element.depth);
            path.push(element.name);
            let section = path.get(1).copied().unwrap_or("");
            let supported = element.attributes.iter().filter(|a| a.supported);
            let own = table.entry(section).or_default();
            own.entry(element.name)
                .or_insert_with(|| supported.map(|attribute| attribute.name).collect());
        }
        table
    });
    let found = TABLE.get(section).and_then(|own| own.get(element));
    found.map_or(&[], Vec::as_slice)
}

/// The supported attributes that an element has within this parent alone.
fn attributes_within(parent: &str, element: &str) -> Vec<&'static str> {
    let mut path: Vec<&str> = Vec::new();
    for rule in &Schema::mjcf().elements {
        path.truncate(rule.depth);
        path.push(rule.name);
        if path.ends_with(&[parent, element]) {
            let supported = rule.attributes.iter().filter(|a| a.supported);
            return supported.map(|attribute| attribute.name).collect();
        }
    }
    Vec::new()
}

/// The supported attributes of an element, wherever it stands.
pub(super) fn any_attributes(element: &str) -> &'static [&'static str] {
    let sections = Schema::mjcf()
        .elements
        .iter()
        .filter(|rule| rule.depth == 1);
    let mut found = sections.map(|section| attributes(section.name, element));
    found.find(|list| !list.is_empty()).unwrap_or(&[])
}
