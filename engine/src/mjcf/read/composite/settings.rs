//! The attributes of `composite` and of its `skin`.

use super::{Composite, Joints, KINDS};
use crate::error::Error;
use crate::math::MINVAL;
use crate::mjcf::attribute::Keywords;
use crate::mjcf::tree::Node;
use crate::mjcf::xml::is_space;
use crate::model::{NIMP, NREF};
use crate::spec::{Equality, Geom, Joint, Site, Tendon};

/// The kinds of composites, of which MuJoCo makes the first three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Particle,
    Grid,
    Cable,
    Rope,
    Loop,
    Cloth,
}

const NAMES: &Keywords<Kind> = &[
    ("particle", Kind::Particle),
    ("grid", Kind::Grid),
    ("rope", Kind::Rope),
    ("loop", Kind::Loop),
    ("cable", Kind::Cable),
    ("cloth", Kind::Cloth),
];

impl Kind {
    pub(super) fn name(self) -> &'static str {
        let found = NAMES.iter().find(|(_, kind)| *kind == self);
        found.map_or("", |(name, _)| name)
    }
}

/// How one coordinate runs along a cable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Curve {
    Line,
    Cosine,
    Sine,
    Zero,
}

const CURVES: &Keywords<Curve> = &[
    ("s", Curve::Line),
    ("cos(s)", Curve::Cosine),
    ("sin(s)", Curve::Sine),
    ("0", Curve::Zero),
];

/// Where the vertices of a composite are: given one by one, or along a curve.
#[derive(Clone, Debug)]
pub(super) struct Vertices {
    /// Coordinates, as the author gave them.
    pub(super) given: Vec<f32>,
    /// Coordinates of the curve; none where the word for it is unknown.
    pub(super) curve: [Option<Curve>; 3],
    /// Length, radius and half turns of the curve.
    pub(super) size: [f64; 3],
}

impl Vertices {
    pub(super) fn are_given(&self) -> bool {
        !self.given.is_empty()
    }

    /// How many vertices are given, if they are.
    pub(super) fn given_count(&self) -> Option<usize> {
        self.are_given().then_some(self.given.len() / 3)
    }

    pub(super) fn check_size(&self, node: Node<'_>) -> Result<(), Error> {
        let [x, y, z] = self.size;
        if x * x + y * y + z * z < MINVAL && !self.are_given() {
            return Err(node
                .value_error("size", "a composite of size zero")
                .expected("a length that is not zero"));
        }
        Ok(())
    }
}

/// How a composite's skin looks.
#[derive(Clone, Debug)]
pub(super) struct SkinSettings {
    pub(super) texcoord: bool,
    pub(super) material: Option<String>,
    pub(super) rgba: [f32; 4],
    pub(super) inflate: f32,
    /// Vertices between two elements; none if 0 or less.
    pub(super) subgrid: i32,
    pub(super) group: i32,
}

impl Default for SkinSettings {
    fn default() -> Self {
        SkinSettings {
            texcoord: false,
            material: None,
            rgba: [1.0; 4],
            inflate: 0.0,
            subgrid: 0,
            group: 0,
        }
    }
}

impl SkinSettings {
    fn read(node: Node<'_>) -> Result<SkinSettings, Error> {
        let mut skin = SkinSettings::default();
        node.copy_bool("texcoord", &mut skin.texcoord)?;
        node.copy_reference("material", &mut skin.material);
        node.fill("rgba", &mut skin.rgba)?;
        node.fill("inflate", &mut skin.inflate)?;
        node.copy_int("subgrid", &mut skin.subgrid)?;
        node.copy_int("group", &mut skin.group)?;
        if !(0..6).contains(&skin.group) {
            return Err(node
                .value_error("group", format!("a skin of group {}", skin.group))
                .expected("0 to 5"));
        }
        Ok(skin)
    }
}

/// The group of joints, and of what a skin covers.
const HIDDEN: i32 = 3;

impl<'t> Composite<'t> {
    /// Reads the element and its children.
    pub(super) fn read(node: Node<'t>, warnings: &mut Vec<Error>) -> Result<Self, Error> {
        node.required("type")?;
        let mut composite = Composite {
            node,
            prefix: String::new(),
            kind: node.keyword("type", NAMES)?.unwrap_or(Kind::Particle),
            count: [1; 3],
            dim: 0,
            spacing: 0.0,
            offset: [0.0; 3],
            vertices: Vertices {
                given: node.numbers("vertex")?.unwrap_or_default(),
                curve: read_curve(node)?,
                size: [1.0, 0.0, 0.0],
            },
            initial: "ball".to_owned(),
            skin: None,
            geom: Geom::default(),
            site: Site::default(),
            joints: Joints::of_group(HIDDEN),
            edge: (Tendon::default(), Equality::default()),
            shear: None,
            pins: Vec::new(),
            plugin: None,
        };
        node.copy_text("prefix", &mut composite.prefix);
        node.copy_text("initial", &mut composite.initial);
        node.fill_some("count", &mut composite.count)?;
        node.fill("spacing", &mut composite.spacing)?;
        node.fill("offset", &mut composite.offset)?;
        node.fill_some("size", &mut composite.vertices.size)?;
        read_without_effect(node)?;
        let skin = node.children().find(|child| child.name() == "skin");
        composite.skin = skin.map(SkinSettings::read).transpose()?;
        composite.set_defaults();
        composite.read_children(warnings)?;
        Ok(composite)
    }

    /// Settings that depend on the kind and on whether there is a skin.
    fn set_defaults(&mut self) {
        let axes = self.count.iter().filter(|&&count| count > 1).count();
        let covered = self.skin.is_some()
            && match self.kind {
                Kind::Grid => axes != 1,
                Kind::Cloth => true,
                Kind::Particle | Kind::Cable | Kind::Rope | Kind::Loop => false,
            };
        let group = if covered { HIDDEN } else { 0 };
        let source = Some(self.node.location());
        self.geom.group = group;
        self.geom.source.clone_from(&source);
        self.site.group = HIDDEN;
        self.site.source.clone_from(&source);
        self.edge.0.group = group;
        self.edge.0.source.clone_from(&source);
        self.edge.1.source = source;
        match self.kind {
            Kind::Particle => {
                self.geom.condim = 1;
                self.geom.priority = 1;
            }
            Kind::Grid => {
                self.shear = Some(self.edge.clone());
                // Edges keep their lengths harder than diagonals.
                let hard = &mut self.edge.1;
                hard.solref[0] = 0.01;
                hard.solimp[0] = 0.99;
                hard.solimp[1] = 0.99;
            }
            Kind::Cable | Kind::Rope | Kind::Loop | Kind::Cloth => {}
        }
    }
}

impl Joints {
    fn of_group(group: i32) -> Joints {
        let mut joints = Joints {
            rows: Vec::new(),
            given: [false; KINDS],
        };
        joints.add_row(group);
        joints
    }

    fn add_row(&mut self, group: i32) {
        self.rows.push(std::array::from_fn(|_| Joint {
            group,
            ..Joint::default()
        }));
    }

    /// Adds a joint to every kind, as MuJoCo does where one is given twice.
    pub(super) fn add_hidden_row(&mut self) {
        self.add_row(HIDDEN);
    }
}

/// Attributes that MuJoCo reads for kinds that it no longer makes.
fn read_without_effect(node: Node<'_>) -> Result<(), Error> {
    node.fill("flatinertia", &mut 0.0)?;
    node.fill_some("solrefsmooth", &mut [0.0; NREF])?;
    node.fill_some("solimpsmooth", &mut [0.0; NIMP])?;
    Ok(())
}

/// The curve of each coordinate. MuJoCo reads once more after a trailing space, and finds the last
/// word again; where there is no word at all it takes the first curve for unknown.
fn read_curve(node: Node<'_>) -> Result<[Option<Curve>; 3], Error> {
    let text = node.text("curve").unwrap_or("");
    let mut words: Vec<&str> = text.split(is_space).filter(|w| !w.is_empty()).collect();
    match words.last().copied() {
        None => words.push(""),
        Some(last) if text.ends_with(is_space) => words.push(last),
        Some(_) => {}
    }
    if words.len() > 3 {
        return Err(node
            .value_error("curve", "a curve of more than 3 coordinates")
            .expected("at most 3, without a space after them"));
    }
    let mut curve = [Some(Curve::Zero); 3];
    for (coordinate, word) in curve.iter_mut().zip(words) {
        let found = CURVES.iter().find(|(name, _)| *name == word);
        *coordinate = found.map(|&(_, curve)| curve);
    }
    Ok(curve)
}
