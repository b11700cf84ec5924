//! `flexcomp`: a flex with its bodies, made from a shape, a file or given points.

mod file;
mod pin;
mod shape;

use super::world::Walk;
use super::{flex, orientation, plugin};
use crate::error::Error;
use crate::math::frame::{Frame, normalize};
use crate::math::{MINVAL, Quat, Vec3};
use crate::mjcf::attribute::Keywords;
use crate::mjcf::tree::Node;
use crate::spec::resolve::resolve;
use crate::spec::{
    Body, Equality, EqualityObject, EqualityType, Flex, Inertial, Joint, JointType, Orientation,
    PluginUse, Spec,
};
use pin::Pins;

/// Longest name of a body, in bytes.
const MAX_NAME: usize = 99;

/// More points than this are refused.
const MAX_POINTS: usize = 10_000_000;

/// What points and elements come from.
#[doc(alias = "mjtFcompType")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Grid,
    Box,
    Cylinder,
    Ellipsoid,
    Square,
    Disc,
    Circle,
    Mesh,
    Gmsh,
    Direct,
}

const KINDS: &Keywords<Kind> = &[
    ("grid", Kind::Grid),
    ("box", Kind::Box),
    ("cylinder", Kind::Cylinder),
    ("ellipsoid", Kind::Ellipsoid),
    ("square", Kind::Square),
    ("disc", Kind::Disc),
    ("circle", Kind::Circle),
    ("mesh", Kind::Mesh),
    ("gmsh", Kind::Gmsh),
    ("direct", Kind::Direct),
];

impl Kind {
    /// Whether all points move along lines from the centre.
    fn is_radial(self) -> bool {
        matches!(self, Kind::Box | Kind::Cylinder | Kind::Ellipsoid)
    }

    /// Whether points and elements are given, not made.
    fn is_given(self) -> bool {
        matches!(self, Kind::Mesh | Kind::Gmsh | Kind::Direct)
    }
}

/// A flex under construction.
struct Flexcomp<'t> {
    node: Node<'t>,
    flex: Flex,
    kind: Kind,
    count: [i32; 3],
    spacing: Vec3,
    scale: Vec3,
    mass: f64,
    inertiabox: f64,
    /// Holds the edges at their lengths, if there is to be one.
    equality: Option<Equality>,
    pose: Frame,
    rigid: bool,
    pins: Pins,
    points: Vec<Vec3>,
    plugin: Option<PluginUse>,
}

impl Walk<'_, '_> {
    /// Makes the flex and adds its bodies to the innermost one.
    #[doc(alias = "OneFlexcomp")]
    pub(super) fn flexcomp(&mut self, node: Node<'_>) -> Result<(), Error> {
        let mut comp = self.read_flexcomp(node)?;
        comp.plugin = plugin::read_child(node, &mut self.reader.spec)?;
        if self.body().name.is_empty() {
            return Err(node
                .invalid("a flexcomp in a body without a name")
                .expected("a `name` of the body around it"));
        }
        comp.check()?;
        self.make_points(&mut comp)?;
        comp.check_points()?;
        comp.place_points();
        self.add_flex(comp)
    }

    fn read_flexcomp<'t>(&self, node: Node<'t>) -> Result<Flexcomp<'t>, Error> {
        let mut flex = Flex::default();
        node.required("name")?;
        flex::read_common(node, &mut flex)?;
        let mut comp = Flexcomp {
            node,
            flex,
            kind: Kind::Grid,
            count: [10; 3],
            spacing: Vec3::repeat(0.02),
            scale: Vec3::repeat(1.0),
            mass: 1.0,
            inertiabox: 0.005,
            equality: None,
            pose: Frame::IDENTITY,
            rigid: false,
            pins: Pins::default(),
            points: Vec::new(),
            plugin: None,
        };
        node.copy_keyword("type", KINDS, &mut comp.kind)?;
        node.fill("count", &mut comp.count)?;
        node.fill("spacing", &mut comp.spacing)?;
        node.fill("scale", &mut comp.scale)?;
        node.fill("mass", &mut comp.mass)?;
        node.fill("inertiabox", &mut comp.inertiabox)?;
        node.copy_bool("rigid", &mut comp.rigid)?;
        comp.pose = self.read_pose(node)?;
        comp.read_points()?;
        for part in node.children() {
            match part.name() {
                "edge" => comp.equality = read_equality(part, &comp.flex.name)?,
                "pin" => comp.pins.read(part)?,
                _ => {}
            }
        }
        let elastic = node.children().any(|part| part.name() == "elasticity");
        if elastic && comp.equality.is_some() {
            return Err(node
                .invalid("both `elasticity` and edges that keep their lengths")
                .expected("one of them"));
        }
        Ok(comp)
    }

    /// The pose of the flex in the innermost body. A quaternion is taken as it is, zero or not.
    fn read_pose(&self, node: Node<'_>) -> Result<Frame, Error> {
        let mut pose = Frame::IDENTITY;
        node.fill("pos", &mut pose.pos)?;
        let mut quat = [1.0, 0.0, 0.0, 0.0];
        node.fill("quat", &mut quat)?;
        if quat == [0.0; 4] {
            pose.quat = Quat(quat);
            return Ok(pose);
        }
        let mut orientation = Orientation::default();
        orientation::read(node, &mut orientation)?;
        let resolved = resolve(&orientation, &self.reader.spec.compiler);
        pose.quat = resolved.map_err(|wrong| node.invalid(wrong))?;
        Ok(pose)
    }

    /// Points and elements of the kind that is asked for.
    fn make_points(&mut self, comp: &mut Flexcomp<'_>) -> Result<(), Error> {
        match comp.kind {
            Kind::Grid | Kind::Circle => shape::grid(comp)?,
            Kind::Box | Kind::Cylinder | Kind::Ellipsoid => shape::solid(comp)?,
            Kind::Square | Kind::Disc => shape::square(comp)?,
            Kind::Mesh => self.mesh_points(comp)?,
            Kind::Gmsh => self.gmsh_points(comp)?,
            Kind::Direct => {}
        }
        let flat = matches!(comp.kind, Kind::Box | Kind::Cylinder);
        if flat || comp.kind == Kind::Grid && comp.flex.dim == 3 {
            comp.flex.flatskin = true;
        }
        Ok(())
    }

    /// Adds the flex with a body for each point that is free to move.
    fn add_flex(&mut self, mut comp: Flexcomp<'_>) -> Result<(), Error> {
        let node = comp.node;
        let count = comp.points.len();
        let pinned = comp.pinned()?;
        let rigid = comp.rigid || pinned.iter().all(|pinned| *pinned);
        let centered = !comp.rigid && !pinned.contains(&true);
        let used = comp.used();
        if comp.kind.is_given() {
            comp.renumber(&used);
        }
        let parent = self.body().name.clone();
        if rigid {
            comp.flex.bodies.push(parent);
            comp.flex.vertex = comp.points.iter().flatten().copied().collect();
            self.reader.spec.flexes.push(comp.flex);
            return Ok(());
        }

        comp.name_plugin(&mut self.reader.spec);
        let bodies = used.iter().zip(&pinned);
        let bodies = bodies.filter(|(used, pinned)| **used && !**pinned).count();
        self.grow(4 * bodies, node)?;
        let class = self.body_class();
        for i in (0..count).filter(|&i| used[i]) {
            if pinned[i] {
                comp.flex.bodies.push(parent.clone());
                if comp.plugin.is_some() {
                    self.body().plugin.clone_from(&comp.plugin);
                }
                continue;
            }
            let body = comp.body(i, count, &class.joint);
            comp.flex.bodies.push(body.name.clone());
            for joint in &body.joints {
                self.reader.keys.add_joint(joint);
            }
            self.body().children.push(body);
            comp.points[i] = Vec3::zeros();
        }
        if !centered {
            comp.flex.vertex = comp.points.iter().flatten().copied().collect();
        }
        self.reader.spec.flexes.push(comp.flex);
        self.reader.spec.equalities.extend(comp.equality);
        Ok(())
    }
}

/// The equality constraint that an `edge` asks for.
fn read_equality(node: Node<'_>, flex: &str) -> Result<Option<Equality>, Error> {
    let mut wanted = false;
    node.copy_bool("equality", &mut wanted)?;
    let mut equality = Equality {
        kind: EqualityType::Flex,
        object: EqualityObject::Flex,
        name1: flex.to_owned(),
        source: Some(node.location()),
        ..Equality::default()
    };
    node.fill_some("solref", &mut equality.solref)?;
    node.fill_some("solimp", &mut equality.solimp)?;
    Ok(wanted.then_some(equality))
}

impl Flexcomp<'_> {
    /// Points, elements and texture coordinates that are written out.
    fn read_points(&mut self) -> Result<(), Error> {
        let points = self.node.numbers::<f64>("point")?.unwrap_or_default();
        // A mesh replaces them.
        if !points.len().is_multiple_of(3) && self.kind != Kind::Mesh {
            let message = format!("{} coordinates of points", points.len());
            return Err(self
                .node
                .value_error("point", message)
                .expected("3 for each"));
        }
        // Kinds that make their own points add to those that are given.
        let points = points.as_chunks::<3>().0.iter();
        self.points = points.map(|&[x, y, z]| Vec3::new(x, y, z)).collect();
        self.flex.element = self.node.numbers("element")?.unwrap_or_default();
        self.flex.texcoord = self.node.numbers("texcoord")?.unwrap_or_default();
        Ok(())
    }

    /// Refuses sizes that no flex can be made from.
    fn check(&self) -> Result<(), Error> {
        let Flexcomp { node, flex, .. } = self;
        if !(1..=3).contains(&flex.dim) {
            return Err(node
                .value_error("dim", format!("a flex of dimension {}", flex.dim))
                .expected("1, 2 or 3"));
        }
        let least = if self.kind.is_radial() { 2 } else { 1 };
        // With one point along a side, MuJoCo goes round a solid for ever unless `dim` is 3.
        if self.count.iter().any(|count| *count < least) {
            return Err(node
                .value_error("count", format!("{:?} points along the sides", self.count))
                .expected(format!("{least} or more along each")));
        }
        let least = 2.0 * flex.radius + flex.margin;
        if !self.kind.is_given() && self.spacing.iter().any(|spacing| *spacing < least) {
            return Err(node
                .value_error(
                    "spacing",
                    "points are nearer to each other than the flex is thick",
                )
                .expected(format!("{least} or more along each axis")));
        }
        if self.scale.iter().any(|scale| *scale < MINVAL) {
            return Err(node
                .value_error("scale", "the scale is too small")
                .expected(format!("{MINVAL} or more along each axis")));
        }
        if self.mass < MINVAL || self.inertiabox < MINVAL {
            return Err(node
                .invalid("mass or inertia box are too small")
                .expected(format!("{MINVAL} or more")));
        }
        let points = match self.kind {
            Kind::Mesh | Kind::Gmsh | Kind::Direct => 0,
            _ => self
                .count
                .iter()
                .map(|&count| count as usize)
                .fold(1, usize::saturating_mul),
        };
        if points > MAX_POINTS {
            return Err(node.unsupported(format!("a flex of more than {MAX_POINTS} points")));
        }
        Ok(())
    }

    /// Refuses elements and pins that do not fit the points.
    fn check_points(&self) -> Result<(), Error> {
        let Flexcomp { node, flex, .. } = self;
        self.pins
            .check(*node, self.kind == Kind::Grid, flex.dim as usize)?;
        if self.points.is_empty() || flex.element.is_empty() {
            return Err(node
                .invalid("a flex without points or elements")
                .expected("both"));
        }
        let corners = flex.dim as usize + 1;
        if !flex.element.len().is_multiple_of(corners) {
            let message = format!("{} points in elements", flex.element.len());
            return Err(node
                .value_error("element", message)
                .expected(format!("{corners} for each")));
        }
        let count = self.points.len();
        let is_known = |id: &i32| usize::try_from(*id).is_ok_and(|id| id < count);
        if let Some(id) = flex.element.iter().find(|id| !is_known(id)) {
            return Err(node
                .invalid(format!("an element with point {id} of {count}"))
                .expected(format!("0 to {}", count - 1)));
        }
        Ok(())
    }

    /// Scales given points, and moves all to where the flex is in its body.
    fn place_points(&mut self) {
        let scaled = self.kind.is_given() && self.scale != Vec3::repeat(1.0);
        let Frame { pos, quat } = &self.pose;
        for point in &mut self.points {
            if scaled {
                point.component_mul_assign(&self.scale);
            }
            *point = quat.rotate(point) + pos;
        }
    }

    /// Which points are fixed to the body around the flex.
    fn pinned(&self) -> Result<Vec<bool>, Error> {
        let mut pinned = vec![self.rigid; self.points.len()];
        if !self.rigid {
            let dim = self.flex.dim as usize;
            self.pins.apply(self.node, self.count, dim, &mut pinned)?;
            if self.kind.is_radial() {
                pinned[0] = true;
            }
        }
        Ok(pinned)
    }

    /// Which points are in any element; all that were made count.
    fn used(&self) -> Vec<bool> {
        let mut used = vec![!self.kind.is_given(); self.points.len()];
        for &id in &self.flex.element {
            used[id as usize] = true;
        }
        used
    }

    /// Leaves unused points out of the elements' numbers. The points themselves stay.
    fn renumber(&mut self, used: &[bool]) {
        let mut before = 0;
        let shift: Vec<i32> = used
            .iter()
            .map(|used| {
                let shift = before;
                before += i32::from(!used);
                shift
            })
            .collect();
        for id in &mut self.flex.element {
            *id -= shift[*id as usize];
        }
    }

    /// The body of a point: it slides along the axes, or along the line from the centre.
    fn body(&self, i: usize, count: usize, class: &Joint) -> Body {
        let pos = self.points[i];
        let mass = self.mass / count as f64;
        let inertia = mass * (2.0 * self.inertiabox * self.inertiabox) / 3.0;
        let mut name = format!("{}_{i}", self.flex.name);
        while name.len() > MAX_NAME {
            name.pop();
        }
        let source = Some(self.node.location());
        let slide = |axis: Vec3| Joint {
            kind: JointType::Slide,
            class_kind: class.kind,
            pos: Vec3::zeros(),
            axis,
            source: source.clone(),
            ..class.clone()
        };
        let joints = if self.kind.is_radial() {
            let mut axis = pos;
            normalize(axis.as_mut_slice());
            vec![slide(axis)]
        } else {
            let unit = |axis: usize| Vec3::from_fn(|k, _| f64::from(u8::from(k == axis)));
            (0..3).map(|axis| slide(unit(axis))).collect()
        };
        Body {
            name,
            pos,
            inertial: Some(Inertial {
                mass,
                diagonal: Vec3::repeat(inertia),
                source: source.clone(),
                ..Inertial::default()
            }),
            joints,
            plugin: self.plugin.clone(),
            source,
            ..Body::default()
        }
    }

    /// Gives an instance of the flex's own the name of the flex, by which all bodies share it.
    fn name_plugin(&mut self, spec: &mut Spec) {
        let Some(used) = &mut self.plugin else {
            return;
        };
        if used.instance.is_empty()
            && let Some(own) = used.own.and_then(|own| spec.plugins.get_mut(own))
        {
            used.instance = format!("flexcomp_{}", self.flex.name);
            own.name.clone_from(&used.instance);
        }
    }
}
