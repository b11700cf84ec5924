//! Flexes: `flexcomp` of the types that need no file, and `flex` over bodies of the model.

use super::super::tree::Element;
use super::{Feature, Grammar, attributes_within};

/// Types of `flexcomp` with their dimension and counts that make elements.
const TYPES: [(&str, usize, &str); 13] = [
    ("grid", 1, "4 1 1"),
    ("grid", 2, "3 3 1"),
    ("grid", 2, "4 2 1"),
    ("grid", 3, "2 2 2"),
    ("grid", 3, "3 2 2"),
    ("box", 3, "3 2 2"),
    ("cylinder", 3, "3 3 2"),
    ("ellipsoid", 3, "2 3 3"),
    ("square", 2, "3 3 1"),
    ("disc", 2, "3 3 1"),
    ("circle", 1, "5 1 1"),
    ("direct", 2, ""),
    ("direct", 3, ""),
];

/// Corners of what the types `direct` and `flex` consist of, with elements by dimension.
const POINTS: &str = "0 0 0 0.11 0 0.01 0.1 0.09 0 0 0.1 0.03 0.04 0.05 0.12";
const TEXCOORD: &str = "0 0 1 0 1 1 0 1 0.5 0.5";
const ELEMENTS: [&str; 3] = ["0 1 1 2 2 3 3 4", "0 1 2 0 2 3 2 3 4", "0 1 2 4 0 2 3 4"];

/// How a flex holds together.
#[derive(Clone, Copy, PartialEq)]
enum Bond {
    Springs,
    Elastic,
    Edges,
    Nothing,
}

impl Grammar {
    /// A `flexcomp`; the body that it stands in needs a name.
    pub(super) fn flexcomp(&mut self) -> Element {
        // It makes bodies and joints that are not counted here.
        self.sizes = None;
        let name = self.name("flex");
        let mut comp = Element::new("flexcomp").with("name", name.clone());
        let (kind, dim, count) = *self.random.pick(&TYPES).unwrap_or(&TYPES[0]);
        if kind != "grid" || self.random.one_in(2) {
            comp.set("type", kind);
        }
        if dim != 2 || self.random.one_in(2) {
            comp.set("dim", dim.to_string());
        }
        if kind == "direct" {
            comp.set("point", POINTS);
            comp.set("element", ELEMENTS[dim - 1]);
            if self.random.one_in(3) {
                comp.set("texcoord", TEXCOORD);
            }
        } else {
            comp.set("count", count);
            comp.set("spacing", self.numbers(3, 0.04, 0.08));
        }
        self.fill_from(&attributes_within("worldbody", "flexcomp"), &mut comp, 0.2);
        self.paint(&mut comp);
        let rigid = comp.get("rigid") == Some("true");
        let bond = self.bond(rigid);
        self.flex_parts("flexcomp", &mut comp, dim, bond);
        if !rigid && self.random.one_in(3) {
            let pin = self.pin(kind, dim);
            comp.children.push(pin);
        }
        if !rigid && bond != Bond::Edges {
            self.flexes.push(name);
        }
        comp
    }

    fn bond(&mut self, rigid: bool) -> Bond {
        if rigid && !self.random.one_in(30) {
            return Bond::Nothing;
        }
        let bonds = [Bond::Springs, Bond::Elastic, Bond::Edges, Bond::Nothing];
        *self.random.pick(&bonds).unwrap_or(&Bond::Nothing)
    }

    /// Edge, elasticity and contact of a flex, with what excludes each other left out mostly.
    fn flex_parts(&mut self, parent: &str, flex: &mut Element, dim: usize, bond: Bond) {
        if bond == Bond::Elastic && dim > 1 {
            let mut elasticity = Element::new("elasticity");
            elasticity.set("young", self.numbers(1, 50.0, 2e3));
            let attributes = attributes_within(parent, "elasticity");
            self.fill_from(&attributes, &mut elasticity, 0.5);
            if dim == 2 && !elasticity.has("thickness") {
                elasticity.set("thickness", "0.01");
            }
            flex.children.push(elasticity);
        }
        let mut edge = Element::new("edge");
        if bond == Bond::Edges && parent == "flexcomp" {
            edge.set("equality", "true");
        }
        let stiff = dim == 1 || self.random.one_in(40);
        for attribute in attributes_within(parent, "edge") {
            let wanted = match attribute {
                "equality" => self.random.one_in(12),
                "stiffness" => bond == Bond::Springs && stiff,
                _ => self.random.one_in(3),
            };
            if wanted {
                self.fill_from(&[attribute], &mut edge, 1.0);
            }
        }
        if !edge.attributes.is_empty() {
            flex.children.push(edge);
        }
        if self.random.one_in(2) {
            let mut contact = Element::new("contact");
            let attributes = attributes_within(parent, "contact");
            self.fill_from(&attributes, &mut contact, 0.2);
            flex.children.push(contact);
        }
    }

    /// Points that do not move, by number or by place in a grid.
    fn pin(&mut self, kind: &str, dim: usize) -> Element {
        let pin = Element::new("pin");
        let place = |words: [&'static str; 3]| words[dim - 1];
        match self.random.below(4) {
            0 if kind == "grid" => pin.with("grid", place(["1", "0 1", "0 1 0"])),
            1 if kind == "grid" => pin.with("gridrange", place(["0 1", "0 0 1 0", "0 0 0 0 1 1"])),
            2 => pin.with("range", "0 1"),
            _ => pin.with("id", *self.random.pick(&["0", "1 2", "3"]).unwrap_or(&"0")),
        }
    }

    /// A flex over bodies that are there, if there are enough with names that can stand in a list.
    pub(super) fn flex(&mut self) -> Option<Element> {
        let mut flex = Element::new("flex");
        let bodies = self.bodies.iter().filter(|name| !name.contains(' '));
        let bodies: Vec<String> = bodies.cloned().collect();
        let name = self.christen(&mut flex);
        let dim = self.random.whole(1, 3);
        if dim != 2 || self.random.one_in(2) {
            flex.set("dim", dim.to_string());
        }
        let single = self.random.one_in(4);
        if single {
            flex.set("body", self.random.pick(&bodies)?.clone());
            flex.set("vertex", POINTS);
        } else {
            let drawn: Option<Vec<String>> =
                (0..5).map(|_| self.random.pick(&bodies).cloned()).collect();
            flex.set("body", drawn?.join(" "));
            // Without vertices every body is one.
            if bodies.len() < 5 || self.random.one_in(2) {
                flex.set("vertex", POINTS);
            }
        }
        flex.set("element", ELEMENTS[dim - 1]);
        if self.random.one_in(3) {
            flex.set("texcoord", TEXCOORD);
        }
        self.fill_from(&attributes_within("deformable", "flex"), &mut flex, 0.2);
        self.paint(&mut flex);
        let bond = self.bond(single);
        self.flex_parts("flex", &mut flex, dim, bond);
        if !single {
            self.flexes.extend(name);
        }
        Some(flex)
    }

    /// Takes out what MuJoCo does beside flexes with memory that it has not written: contacts with
    /// spinning friction, height fields in the native back end.
    pub(super) fn tame_beside_flexes(&self, root: &mut Element) {
        if !self.has(Feature::Flex) {
            return;
        }
        for child in &mut root.children {
            match (child.name.as_str(), child.get("condim")) {
                ("geom", Some("4" | "6")) => child.set("condim", "3"),
                ("flag", _) if self.has(Feature::Height) => child.set("nativeccd", "disable"),
                _ => {}
            }
            self.tame_beside_flexes(child);
        }
    }
}
