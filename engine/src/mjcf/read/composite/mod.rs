//! `composite`: an element that stands for many, made of a few settings.
//!
//! Particles and grids are bodies side by side, cables bodies one in the other. What a composite
//! makes starts from settings of its own, not from default classes, and its bodies stand in the
//! body around it, whatever frame the element is in.

mod cable;
mod children;
mod grid;
mod particle;
mod settings;
mod skin;
mod subgrid;

use super::plugin;
use super::world::Walk;
use crate::error::Error;
use crate::mjcf::tree::Node;
use crate::spec::{
    ClassName, Equality, Geom, GeomType, Joint, PluginUse, Site, Skin, Spec, Tendon, Text,
};
use settings::{Kind, SkinSettings, Vertices};

/// Names of a composite's elements end after so many bytes.
const LONGEST_NAME: usize = 99;

/// The plugin that a composite can have.
const CABLE_PLUGIN: &str = "mujoco.elasticity.cable";

/// A composite as it was written.
struct Composite<'t> {
    node: Node<'t>,
    prefix: String,
    kind: Kind,
    /// Elements along each axis; at least 1 once checked.
    count: [i32; 3],
    /// Axes with more than one element.
    dim: usize,
    spacing: f64,
    offset: [f64; 3],
    vertices: Vertices,
    /// How a cable starts: `none`, `free`, or a ball joint.
    initial: String,
    skin: Option<SkinSettings>,
    geom: Geom,
    site: Site,
    joints: Joints,
    /// Tendons along the edges of a grid, and what holds their lengths.
    edge: (Tendon, Equality),
    /// The same for its diagonals.
    shear: Option<(Tendon, Equality)>,
    pins: Vec<[i32; 2]>,
    /// What bends a cable.
    plugin: Option<PluginUse>,
}

/// The kinds of joints of a composite. MuJoCo gives each kind a new joint whenever one kind is
/// given again, and starts reading into the last ones.
#[derive(Debug)]
struct Joints {
    rows: Vec<JointRow>,
    /// Which kinds were given.
    given: [bool; KINDS],
}

/// Kinds of joints: main, twist, stretch, particle.
const KINDS: usize = 4;
const MAIN: usize = 0;
const PARTICLE: usize = 3;

type JointRow = [Joint; KINDS];

impl Joints {
    /// The joint that particles, grids and cables move by unless others are given.
    fn main(&self) -> &Joint {
        &self.rows[0][MAIN]
    }

    /// The joints of a particle, if there are any of its own.
    fn of_particle(&self) -> Option<impl Iterator<Item = &Joint>> {
        let joints = self.rows.iter().map(|row| &row[PARTICLE]);
        self.given[PARTICLE].then_some(joints)
    }
}

impl<'t> Walk<'_, 't> {
    /// Reads a composite and puts what it makes into the model.
    pub(super) fn composite(&mut self, node: Node<'t>) -> Result<(), Error> {
        let spec = &mut self.reader.spec;
        let mut composite = Composite::read(node, &mut spec.warnings)?;
        composite.plugin = plugin::read_child(node, spec)?;
        composite.check()?;
        composite.name_plugin(spec)?;
        composite.set_class(&self.body_class().joint.class);
        match composite.kind {
            Kind::Particle => self.particles(&composite),
            Kind::Grid => self.grid(&composite),
            Kind::Cable => self.cable(&composite),
            Kind::Rope => Err(composite.removed("cable")),
            Kind::Loop => Err(composite.removed("flexcomp")),
            Kind::Cloth => Err(composite.removed("shell")),
        }
    }
}

impl Composite<'_> {
    /// Puts what it makes into the class of the body around it, whose settings it does not take.
    fn set_class(&mut self, class: &ClassName) {
        self.geom.class.clone_from(class);
        self.site.class.clone_from(class);
        for joint in self.joints.rows.iter_mut().flatten() {
            joint.class.clone_from(class);
        }
    }

    /// What MuJoCo asks of all kinds before it makes any.
    fn check(&mut self) -> Result<(), Error> {
        let node = self.node;
        let shape = self.geom.kind;
        let round = matches!(
            shape,
            GeomType::Sphere | GeomType::Capsule | GeomType::Ellipsoid
        );
        if !round && !matches!(self.kind, Kind::Particle | Kind::Cable) {
            return Err(node
                .invalid(format!("a composite of geoms of type `{}`", shape.name()))
                .expected("`sphere`, `capsule` or `ellipsoid`"));
        }
        if self.count.iter().any(|&count| count < 1) {
            return Err(node
                .value_error("count", "a count that is not positive")
                .expected("at least 1 along each axis"));
        }
        let spaced =
            self.kind == Kind::Grid || self.kind == Kind::Particle && !self.vertices.are_given();
        if spaced {
            self.check_spacing()?;
        }
        self.vertices.check_size(node)?;
        if self.kind == Kind::Cable && self.spacing != 0.0 {
            return Err(node
                .value_error("spacing", "a cable with a spacing")
                .expected("`size`, which has its length"));
        }
        if let Some(given) = self.vertices.given_count() {
            if self.count[0] > 1 {
                return Err(node
                    .value_error("vertex", "both `vertex` and `count` are given")
                    .expected("one of them"));
            }
            self.count[0] = i32::try_from(given).unwrap_or(i32::MAX);
            self.count[1] = 1;
        }
        self.measure()?;
        let subgrid = self.skin.as_ref().map_or(0, |skin| skin.subgrid);
        if subgrid > 0 && self.kind != Kind::Cable && (self.count[0] < 3 || self.count[1] < 3) {
            return Err(node
                .value_error("count", "a skin with a subgrid over so few elements")
                .expected("at least 3 by 3"));
        }
        Ok(())
    }

    /// Only cables have a plugin, and only one for cables; an instance of their own gets a name.
    fn name_plugin(&mut self, spec: &mut Spec) -> Result<(), Error> {
        let Some(used) = &mut self.plugin else {
            return Ok(());
        };
        if self.kind != Kind::Cable {
            return Err(self
                .node
                .invalid("a plugin in a composite that is no cable")
                .expected("a composite of type `cable`"));
        }
        if used.plugin != CABLE_PLUGIN {
            return Err(self
                .node
                .invalid(format!("a composite with the plugin `{}`", used.plugin))
                .expected(format!("`{CABLE_PLUGIN}`")));
        }
        if used.instance.is_empty() {
            used.instance = format!("composite{}", self.prefix);
            if let Some(own) = used.own.and_then(|own| spec.plugins.get_mut(own)) {
                own.name.clone_from(&used.instance);
            }
        }
        Ok(())
    }

    fn check_spacing(&self) -> Result<(), Error> {
        let size = self.geom.size;
        // As MuJoCo's `max` has it, also where a size is no number.
        let max = |a: f64, b: f64| if a > b { a } else { b };
        if self.spacing < max(size.x, max(size.y, size.z)) {
            return Err(self
                .node
                .value_error("spacing", "the spacing is smaller than the geoms")
                .expected("at least the largest size of a geom"));
        }
        Ok(())
    }

    /// Counts the axes with more than one element, which must be the first ones.
    fn measure(&mut self) -> Result<(), Error> {
        let mut single = false;
        for count in self.count {
            if count == 1 {
                single = true;
                continue;
            }
            if single {
                return Err(self
                    .node
                    .value_error("count", "a count of 1 before a larger one")
                    .expected("counts of 1 at the end"));
            }
            self.dim += 1;
        }
        Ok(())
    }

    /// The number of elements along each axis.
    fn counts(&self) -> [usize; 3] {
        self.count.map(|count| usize::try_from(count).unwrap_or(0))
    }

    fn removed(&self, instead: &str) -> Error {
        let kind = self.kind.name();
        self.node
            .value_error(
                "type",
                format!("composites of type `{kind}` are deprecated"),
            )
            .expected(format!("`{instead}`"))
    }

    /// A name with the composite's prefix, cut where MuJoCo's buffer ends.
    fn name(&self, rest: impl std::fmt::Display) -> Result<String, Error> {
        let mut name = format!("{}{rest}", self.prefix);
        if name.len() > LONGEST_NAME {
            if !name.is_char_boundary(LONGEST_NAME) {
                let message = format!("a prefix that is cut within a character at {LONGEST_NAME}");
                return Err(self.node.unsupported(message).expected("a shorter prefix"));
            }
            name.truncate(LONGEST_NAME);
        }
        Ok(name)
    }

    /// A joint that slides along an axis of the body.
    fn slide(&self, axis: usize) -> Joint {
        let mut joint = self.joints.main().clone();
        joint.kind = crate::spec::JointType::Slide;
        joint.axis.fill(0.0);
        joint.axis[axis] = 1.0;
        joint
    }

    /// An empty skin with the composite's looks.
    fn bare_skin(&self, inflate: f32) -> Result<Skin, Error> {
        let settings = self.skin.clone().unwrap_or_default();
        Ok(Skin {
            name: self.name("Skin")?,
            material: settings.material,
            rgba: settings.rgba,
            inflate,
            group: settings.group,
            source: Some(self.node.location()),
            ..Skin::default()
        })
    }

    /// The text by which MuJoCo's viewers know a cable.
    fn label(&self) -> Text {
        Text {
            name: format!("composite_{}", self.prefix),
            data: format!("rope_{}", self.prefix),
            source: Some(self.node.location()),
        }
    }
}
