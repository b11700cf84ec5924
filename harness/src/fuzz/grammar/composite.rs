//! Composites: particles, nets and cables, with what each kind may have.

use super::{Element, Feature, Grammar, attributes_within};

const CURVES: [&str; 6] = [
    "s",
    "s 0 0",
    "s sin(s) 0",
    "cos(s) sin(s) s",
    "0 s 0",
    "s 0 cos(s)",
];

impl Grammar {
    /// A composite in the world, or in a body.
    pub(super) fn composite(&mut self, in_world: bool) -> Element {
        // It makes bodies and joints that are not counted here.
        self.sizes = None;
        let mut composite = Element::new("composite");
        let prefix = self.name("k");
        composite.set("prefix", prefix);
        let kinds = ["particle", "grid", "grid", "cable", "cable"];
        let mut kind = *self.random.pick(&kinds).unwrap_or(&"grid");
        if self.random.one_in(60) {
            kind = *self
                .random
                .pick(&["rope", "loop", "cloth"])
                .unwrap_or(&"rope");
        }
        composite.set("type", kind);
        match kind {
            "cable" => self.cable(&mut composite, in_world),
            "particle" => self.particles(&mut composite),
            _ => self.net(&mut composite),
        }
        if self.random.one_in(3) {
            let site = Element::new("site").with("size", "0.01");
            self.add_part(&mut composite, site);
        }
        composite
    }

    fn cable(&mut self, composite: &mut Element, in_world: bool) {
        if self.random.one_in(4) {
            let points = self.random.whole(3, 5);
            let points: Vec<String> = (0..points)
                .map(|i| format!("{} {}", 0.11 * i as f64, self.numbers(2, -0.05, 0.05)))
                .collect();
            composite.set("vertex", points.join("  "));
        } else {
            let curve = *self.random.pick(&CURVES).unwrap_or(&"s");
            composite.set("curve", curve);
            composite.set(
                "size",
                *self.random.pick(&["0.4", "0.4 .1 2"]).unwrap_or(&"0.4"),
            );
            composite.set(
                "count",
                *self.random.pick(&["4", "5 1 1", "7"]).unwrap_or(&"4"),
            );
        }
        // Spacing would make another kind of mistake of each cable.
        let attributes = own_attributes(&["spacing"]);
        self.fill_from(&attributes, composite, 0.2);
        if !in_world && composite.get("initial") == Some("free") {
            composite.set("initial", "ball");
        }
        let (kind, size) = *self
            .random
            .pick(&[
                ("capsule", ".01"),
                ("cylinder", ".013"),
                ("box", ".05 .02 .004"),
            ])
            .unwrap_or(&("capsule", ".01"));
        let geom = Element::new("geom").with("type", kind).with("size", size);
        self.add_part(composite, geom);
        if self.random.one_in(2) {
            let joint = Element::new("joint").with("kind", "main");
            self.add_joint(composite, joint);
        }
        if kind == "box" && self.random.one_in(2) {
            self.add_skin(composite);
        }
        self.make_elastic(composite);
    }

    fn particles(&mut self, composite: &mut Element) {
        let counts = ["2", "2 2", "1 2 2", "3 1 1"];
        composite.set("count", *self.random.pick(&counts).unwrap_or(&"2"));
        self.fill_from(&own_attributes(&["initial"]), composite, 0.2);
        composite.set("spacing", self.numbers(1, 0.13, 0.3));
        let (kind, size) = *self
            .random
            .pick(&[
                ("sphere", ".03"),
                ("box", ".04 .03 .05"),
                ("ellipsoid", ".06 .05 .04"),
            ])
            .unwrap_or(&("sphere", ".03"));
        let geom = Element::new("geom").with("type", kind).with("size", size);
        self.add_part(composite, geom);
        for _ in 0..self.random.below(3) {
            let joint = Element::new("joint").with("kind", "particle");
            let kind = *self.random.pick(&["slide", "hinge"]).unwrap_or(&"slide");
            let joint = joint.with("type", kind).with("axis", "0.6 0 0.8");
            self.add_joint(composite, joint);
        }
    }

    fn net(&mut self, composite: &mut Element) {
        let counts = ["3 3 1", "4 3", "3 4", "5"];
        let count = *self.random.pick(&counts).unwrap_or(&"3 3 1");
        composite.set("count", count);
        self.fill_from(&own_attributes(&["initial"]), composite, 0.2);
        composite.set("spacing", self.numbers(1, 0.05, 0.15));
        let kind = *self
            .random
            .pick(&["sphere", "ellipsoid"])
            .unwrap_or(&"sphere");
        let geom = Element::new("geom")
            .with("type", kind)
            .with("size", ".02 .02 .02");
        self.add_part(composite, geom);
        for kind in ["main", "twist", "stretch"] {
            if self.random.one_in(3) {
                let joint = Element::new("joint").with("kind", kind);
                self.add_joint(composite, joint);
            }
        }
        let flat = count != "5";
        for kind in ["main", "shear"] {
            if self.random.one_in(3) && (flat || kind == "main") {
                let tendon = Element::new("tendon").with("kind", kind);
                self.add_part(composite, tendon);
            }
        }
        for _ in 0..self.random.below(3) {
            let coord = *self
                .random
                .pick(&["0", "0 0", "2 1", "1 2"])
                .unwrap_or(&"0");
            composite
                .children
                .push(Element::new("pin").with("coord", coord));
        }
        if flat && self.random.one_in(2) {
            self.add_skin(composite);
        }
    }

    fn add_skin(&mut self, composite: &mut Element) {
        let words = ["true", "false"];
        let texcoord = *self.random.pick(&words).unwrap_or(&"true");
        let skin = Element::new("skin").with("texcoord", texcoord);
        self.add_part(composite, skin);
    }

    fn add_joint(&mut self, composite: &mut Element, joint: Element) {
        let mut joint = joint;
        let attributes = attributes_within("composite", "joint");
        let given: Vec<&str> = attributes
            .into_iter()
            .filter(|name| !["kind", "type", "axis"].contains(name))
            .collect();
        self.fill_from(&given, &mut joint, 0.2);
        composite.children.push(joint);
    }

    /// Adds a part with some of the attributes that it may have here.
    fn add_part(&mut self, composite: &mut Element, part: Element) {
        let mut part = part;
        let attributes = attributes_within("composite", &part.name);
        self.fill_from(&attributes, &mut part, 0.15);
        if self.has(Feature::Texture) {
            self.paint(&mut part);
        }
        composite.children.push(part);
    }
}

/// The composite's own attributes but for these.
fn own_attributes(without: &[&str]) -> Vec<&'static str> {
    let all = attributes_within("worldbody", "composite");
    all.into_iter()
        .filter(|name| !without.contains(name))
        .collect()
}
