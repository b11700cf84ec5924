//! The world: bodies with joints, geoms, sites, cameras and lights; frames, copies and parts of
//! other models.

use super::super::values::{direction, join};
use super::{Element, Feature, Grammar};
use crate::case::random::Random;

/// Geom types that need nothing but a size, with how many numbers that has.
const SHAPES: [(&str, usize); 5] = [
    ("sphere", 1),
    ("capsule", 2),
    ("ellipsoid", 3),
    ("cylinder", 2),
    ("box", 3),
];

impl Grammar {
    pub(super) fn world(&mut self) -> Element {
        let mut world = Element::new("worldbody");
        if self.random.chance(0.7) {
            let floor = self.floor();
            world.children.push(floor);
        }
        let most = if self.has(Feature::Many) { 9 } else { 3 };
        for _ in 0..self.random.whole(1, most) {
            let depth = self.random.whole(0, 3);
            let body = self.body(depth, true);
            let wrapped = self.wrapped(body);
            world.children.push(wrapped);
        }
        if self.has(Feature::Mocap) {
            let mut mocap = Element::new("body").with("mocap", "true");
            self.named_body(&mut mocap);
            let geom = self.geom(true);
            mocap.children.push(geom);
            if let Some(sizes) = &mut self.sizes {
                sizes.nmocap += 1;
            }
            world.children.push(mocap);
        }
        for _ in 0..self.random.below(3) {
            let site = self.site();
            world.children.push(site);
        }
        if self.has(Feature::Composite) {
            let composite = self.composite(true);
            let wrapped = self.wrapped(composite);
            world.children.push(wrapped);
        }
        if self.has(Feature::Flex) && self.random.one_in(4) {
            let comp = self.flexcomp();
            world.children.push(comp);
        }
        if self.has(Feature::Attach) {
            self.attach(&mut world);
        }
        if let Some(geom) = self.outlined() {
            world.children.push(geom);
        }
        world
    }

    fn floor(&mut self) -> Element {
        let mut floor = Element::new("geom");
        self.christen_geom(&mut floor);
        if let (true, Some(field)) = (
            self.random.one_in(2),
            self.one_of(|grammar| &grammar.hfields),
        ) {
            floor.set("type", "hfield");
            floor.set("hfield", field);
            floor.set("pos", "0.01 0.02 -0.6");
            return floor;
        }
        floor.set("type", "plane");
        floor.set(
            "size",
            if self.random.one_in(2) {
                "0 0 .1"
            } else {
                "2 1.5 .1"
            },
        );
        floor.set("pos", join(&[0.0, 0.0, -0.35]));
        if self.random.one_in(4) {
            floor.set("zaxis", "0.11 -0.07 1");
        }
        self.fill("worldbody", &mut floor, self.density() / 2.0);
        floor
    }

    /// A body and what it carries, so many levels deep.
    fn body(&mut self, depth: usize, top: bool) -> Element {
        let mut body = Element::new("body");
        self.named_body(&mut body);
        self.fill("worldbody", &mut body, self.density());
        if !body.has("pos") {
            let reach = if top { 0.5 } else { 0.25 };
            body.set("pos", self.numbers(3, -reach, reach));
        }
        if self.random.one_in(6)
            && let Some(class) = self.one_of(|grammar| &grammar.classes)
        {
            body.set("childclass", class);
        }
        if self.has(Feature::Inertial) && self.random.one_in(2) {
            let inertial = self.inertial();
            body.children.push(inertial);
        }
        self.joints(&mut body, top);
        for _ in 0..self.random.whole(1, 2) {
            let geom = self.geom(false);
            body.children.push(geom);
        }
        let wanted = self.has(Feature::Tendon) || self.has(Feature::Sensor);
        for _ in 0..self.random.below(if wanted { 4 } else { 2 }) {
            let site = self.site();
            body.children.push(site);
        }
        if self.has(Feature::Camera) && self.random.one_in(2) {
            let shown = self.camera_or_light();
            body.children.push(shown);
        }
        if self.has(Feature::Composite) && self.random.one_in(5) {
            let composite = self.composite(false);
            body.children.push(composite);
        }
        if self.has(Feature::Flex) && body.has("name") && self.random.one_in(3) {
            let comp = self.flexcomp();
            body.children.push(comp);
        }
        if depth > 0 {
            for _ in 0..self.random.whole(0, 2) {
                let child = self.body(depth - 1, false);
                let wrapped = self.wrapped(child);
                body.children.push(wrapped);
            }
        }
        body
    }

    fn named_body(&mut self, body: &mut Element) {
        if let Some(name) = self.christen(body) {
            self.bodies.push(name);
        }
    }

    /// Within a frame or copied, where the model has such.
    fn wrapped(&mut self, body: Element) -> Element {
        let mut around = if self.has(Feature::Frame) && self.random.one_in(2) {
            Element::new("frame")
        } else if self.has(Feature::Replicate) && self.random.one_in(3) {
            // Copies have other names, and how many dofs there are is not counted here.
            self.sizes = None;
            let count = *self
                .random
                .pick(&["1", "2", "2", "3", "2", "10"])
                .unwrap_or(&"2");
            Element::new("replicate")
                .with("offset", "0.31 0.12 0.05")
                .with("count", count)
        } else {
            return body;
        };
        self.fill("worldbody", &mut around, 0.25);
        if self.random.one_in(4)
            && let Some(class) = self.one_of(|grammar| &grammar.classes)
        {
            around.set("childclass", class);
        }
        if around.name == "frame" && self.random.one_in(3) {
            let name = self.name("f");
            around.set("name", name);
        }
        around.children.push(body);
        if self.random.one_in(4) {
            let geom = self.geom(false);
            around.children.push(geom);
        }
        around
    }

    fn inertial(&mut self) -> Element {
        let mut inertial = Element::new("inertial");
        inertial.set("pos", self.numbers(3, -0.1, 0.1));
        inertial.set("mass", self.numbers(1, 0.2, 2.0));
        self.fill("worldbody", &mut inertial, 0.2);
        if self.random.one_in(3) {
            inertial
                .attributes
                .retain(|(name, _)| name == "pos" || name == "mass");
            inertial.set("fullinertia", "0.021 0.017 0.019 0.001 -0.002 0.0015");
        } else if !inertial.has("diaginertia") {
            let equal = self.random.one_in(4);
            inertial.set(
                "diaginertia",
                if equal {
                    "0.01 0.01 0.01"
                } else {
                    "0.013 0.011 0.017"
                },
            );
        }
        inertial
    }

    fn joints(&mut self, body: &mut Element, top: bool) {
        let free = top && self.random.one_in(2);
        if free {
            let mut joint = match self.random.one_in(4) {
                true => Element::new("joint").with("type", "free"),
                false => Element::new("freejoint"),
            };
            self.christen(&mut joint);
            self.fill("worldbody", &mut joint, self.density() / 2.0);
            self.grow(7, 6);
            body.children.push(joint);
            return;
        }
        for _ in 0..*self.random.pick(&[0, 1, 1, 1, 2, 3]).unwrap_or(&1) {
            let joint = self.joint();
            let last = joint.get("type") == Some("ball");
            body.children.push(joint);
            // No other rotation may follow that of a ball.
            if last && !self.random.one_in(30) {
                break;
            }
        }
    }

    fn joint(&mut self) -> Element {
        let mut joint = Element::new("joint");
        let name = self.christen(&mut joint);
        let kind = *self
            .random
            .pick(&["hinge", "hinge", "slide", "ball"])
            .unwrap_or(&"hinge");
        if kind != "hinge" || self.random.one_in(2) {
            joint.set("type", kind);
        }
        if kind != "ball" {
            joint.set("axis", join(&direction(&mut self.random)));
        }
        self.fill("worldbody", &mut joint, self.density());
        if joint.has("range") || self.random.one_in(4) {
            let (low, high) = (
                self.random.between(-0.9, 0.1),
                self.random.between(0.2, 1.3),
            );
            let (low, high) = match kind {
                "slide" => ((low * 30.0).round() / 100.0, (high * 30.0).round() / 100.0),
                "ball" => (0.0, self.angle(high)),
                _ => (self.angle(low), self.angle(high)),
            };
            joint.set("range", join(&[low, high]));
        }
        if self.random.one_in(4) {
            joint.set("damping", self.numbers(1, 0.0, 1.5));
        }
        let (positions, dofs) = if kind == "ball" { (4, 3) } else { (1, 1) };
        self.grow(positions, dofs);
        if joint.has("range") && joint.get("limited") != Some("false") && kind != "ball" {
            self.limited_joints.extend(name.clone());
        }
        match (name, kind) {
            (Some(name), "ball") => self.balls.push(name),
            (Some(name), _) => self.joints.push(name),
            (None, _) => {}
        }
        joint
    }

    fn grow(&mut self, positions: usize, dofs: usize) {
        if let Some(sizes) = &mut self.sizes {
            sizes.nq += positions;
            sizes.nv += dofs;
        }
    }

    fn christen_geom(&mut self, geom: &mut Element) -> Option<String> {
        let name = self.christen(geom)?;
        self.geoms.push(name.clone());
        Some(name)
    }

    pub(super) fn geom(&mut self, fixed: bool) -> Element {
        let mut geom = Element::new("geom");
        let name = self.christen_geom(&mut geom);
        let mesh = self.one_of(|grammar| &grammar.meshes);
        let (kind, numbers) = *self.random.pick(&SHAPES).unwrap_or(&SHAPES[0]);
        if let (Some(mesh), true) = (mesh, self.random.chance(0.6)) {
            let fitted = self.has(Feature::Fit) && self.random.chance(0.6);
            geom.set("type", if fitted { kind } else { "mesh" });
            geom.set("mesh", mesh);
        } else {
            if kind != "sphere" || self.random.one_in(2) {
                geom.set("type", kind);
            }
            geom.set("size", self.size(numbers));
            let long = ["capsule", "cylinder", "box", "ellipsoid"].contains(&kind);
            if long && self.random.one_in(5) {
                geom.set("fromto", from_to(&mut self.random));
            }
            if let (Some(name), "sphere" | "cylinder") = (name, kind) {
                self.wraps.push(name);
            }
        }
        if !geom.has("fromto") {
            if self.random.one_in(2) {
                geom.set("pos", self.numbers(3, -0.2, 0.2));
            }
            self.fill("worldbody", &mut geom, self.density());
        }
        if self.has(Feature::Fluid) && self.random.one_in(2) {
            geom.set("fluidshape", "ellipsoid");
        }
        if fixed && self.random.one_in(2) {
            geom.set("mass", "0");
        }
        self.paint(&mut geom);
        geom
    }

    /// Gives an element a material, where there are any.
    pub(super) fn paint(&mut self, element: &mut Element) {
        if self.random.one_in(6)
            && let Some(material) = self.one_of(|grammar| &grammar.materials)
        {
            element.set("material", material);
        }
    }

    /// Sizes; two or three equal ones now and then, because ties take other branches.
    fn size(&mut self, numbers: usize) -> String {
        if self.random.one_in(6) {
            return vec!["0.1"; numbers].join(" ");
        }
        self.numbers(numbers, 0.04, 0.2)
    }

    pub(super) fn site(&mut self) -> Element {
        let mut site = Element::new("site");
        if let Some(name) = self.christen(&mut site) {
            self.sites.push(name);
        }
        if self.random.one_in(3) {
            let (kind, numbers) = *self.random.pick(&SHAPES).unwrap_or(&SHAPES[0]);
            site.set("type", kind);
            site.set("size", self.size(numbers));
        }
        if self.random.one_in(15) {
            site.set("type", "capsule");
            site.set("size", "0.02");
            site.set("fromto", from_to(&mut self.random));
        } else {
            site.set("pos", self.numbers(3, -0.3, 0.3));
            self.fill("worldbody", &mut site, self.density() / 2.0);
        }
        self.paint(&mut site);
        site
    }

    fn camera_or_light(&mut self) -> Element {
        let name = if self.random.one_in(2) {
            "camera"
        } else {
            "light"
        };
        let mut shown = Element::new(name);
        let given = self.christen(&mut shown);
        self.fill("worldbody", &mut shown, 0.2);
        if name == "camera" {
            self.cameras.extend(given);
        }
        if shown
            .get("mode")
            .is_some_and(|mode| mode.starts_with("target"))
            && let Some(body) = self.one_of(|grammar| &grammar.bodies)
        {
            shown.set("target", body);
        }
        shown
    }

    /// A small model of its own, of which a body becomes part of this one.
    fn attach(&mut self, world: &mut Element) {
        self.sizes = None;
        let random = Random::new(self.random.bits(), 0);
        let mut other = Grammar::new(random);
        let kept = [
            Feature::Class,
            Feature::Tendon,
            Feature::Actuator,
            Feature::Sensor,
            Feature::Equality,
            Feature::Compiler,
            Feature::Mesh,
            Feature::Frame,
        ];
        other.features = self
            .features
            .iter()
            .copied()
            .filter(|f| kept.contains(f))
            .collect();
        let number = self.parts.len();
        let part = other.model(&format!("part{number}"));
        let body = other.bodies.first().cloned();
        self.parts.push((format!("part{number}.xml"), part));
        self.parts.append(&mut other.parts);
        let Some(body) = body else {
            return;
        };
        let mut attach = Element::new("attach").with("model", format!("m{number}"));
        attach.set("body", body);
        attach.set(
            "prefix",
            *self.random.pick(&["a_", "x/", "p"]).unwrap_or(&"a_"),
        );
        let mut place = Element::new("frame");
        self.fill("worldbody", &mut place, 0.3);
        place.children.push(attach.clone());
        if self.random.one_in(3) {
            place.children.push(attach.with("prefix", "second_"));
        }
        world.children.push(place);
    }
}

/// Two ends, sometimes along an axis.
fn from_to(random: &mut Random) -> String {
    if random.one_in(3) {
        return "0 0 -0.1 0 0 0.15".to_owned();
    }
    let ends: Vec<f64> = (0..6)
        .map(|_| (random.between(-0.25, 0.25) * 1000.0).round() / 1000.0)
        .collect();
    join(&ends)
}
