//! What stands above the world: compiler, options, sizes, visuals, statistics, defaults, custom.

use super::{Element, Feature, Grammar};

/// Elements of `visual`.
const VISUALS: [&str; 6] = ["global", "quality", "headlight", "map", "scale", "rgba"];

/// Elements that a class of defaults may have.
const DEFAULTS: [&str; 19] = [
    "mesh",
    "material",
    "joint",
    "geom",
    "site",
    "camera",
    "light",
    "pair",
    "equality",
    "tendon",
    "general",
    "motor",
    "position",
    "velocity",
    "intvelocity",
    "cylinder",
    "muscle",
    "damper",
    "adhesion",
];

/// The names of all elements of a kind so far.
type Named = fn(&Grammar) -> &Vec<String>;

impl Grammar {
    /// How many of an element's attributes are written.
    pub(super) fn density(&self) -> f64 {
        if self.has(Feature::Exotic) { 0.4 } else { 0.12 }
    }

    pub(super) fn settings(&mut self, root: &mut Element) {
        if self.has(Feature::Compiler) {
            let mut compiler = Element::new("compiler");
            self.fill("compiler", &mut compiler, 0.18);
            self.radians = compiler.get("angle") == Some("radian");
            if self.random.one_in(4) {
                let mut range = Element::new("lengthrange");
                self.fill("compiler", &mut range, 0.3);
                compiler.children.push(range);
            }
            root.children.push(compiler);
        }
        self.options(root);
        if self.has(Feature::Memory) || self.has(Feature::User) {
            let mut size = Element::new("size");
            let density = if self.has(Feature::Memory) { 0.25 } else { 0.0 };
            self.fill("size", &mut size, density);
            if self.has(Feature::User) {
                for kind in [
                    "body", "jnt", "geom", "site", "tendon", "actuator", "sensor",
                ] {
                    size.set(&format!("nuser_{kind}"), "3");
                }
            }
            root.children.push(size);
        }
        if self.has(Feature::Visual) {
            let mut visual = Element::new("visual");
            for name in VISUALS {
                if self.random.one_in(2) {
                    let mut part = Element::new(name);
                    self.fill("visual", &mut part, 0.3);
                    visual.children.push(part);
                }
            }
            root.children.push(visual);
            let mut statistic = Element::new("statistic");
            self.fill("statistic", &mut statistic, 0.4);
            root.children.push(statistic);
        }
    }

    fn options(&mut self, root: &mut Element) {
        if !(self.has(Feature::Option) || self.has(Feature::Flag) || self.has(Feature::Fluid)) {
            return;
        }
        let mut option = Element::new("option");
        if self.has(Feature::Fluid) {
            for medium in ["density", "viscosity"] {
                if self.random.chance(0.7) {
                    let thickness = if medium == "density" { 1200.0 } else { 0.5 };
                    option.set(medium, self.numbers(1, 0.0, thickness));
                }
            }
        }
        if self.has(Feature::Option) {
            self.fill("option", &mut option, 0.15);
            // The kinds of algorithm are what differs most.
            for kind in ["integrator", "solver", "cone", "jacobian"] {
                if self.random.chance(0.4)
                    && let Some(rule) = super::Values::table().rule("option", kind)
                    && let Some(word) = rule.value(&mut self.random)
                {
                    option.set(kind, word);
                }
            }
        }
        if self.has(Feature::Flag) {
            let mut flag = Element::new("flag");
            self.fill("option", &mut flag, 0.2);
            option.children.push(flag);
        }
        root.children.push(option);
    }

    /// The main class and up to three below it, nested or not.
    pub(super) fn defaults(&mut self) -> Element {
        let mut main = Element::new("default");
        if self.random.one_in(2) {
            self.default_elements(&mut main, 0.1);
        }
        for _ in 0..self.random.whole(1, 3) {
            let mut class = self.class();
            if self.random.one_in(3) {
                let nested = self.class();
                let place = self.random.below(class.children.len() + 1);
                class.children.insert(place, nested);
            }
            main.children.push(class);
        }
        main
    }

    fn class(&mut self) -> Element {
        let name = self.name("class");
        let mut class = Element::new("default").with("class", name.clone());
        self.default_elements(&mut class, 0.25);
        self.classes.push(name);
        class
    }

    fn default_elements(&mut self, class: &mut Element, share: f64) {
        for name in DEFAULTS {
            if self.random.chance(share) {
                let mut element = Element::new(name);
                self.fill("default", &mut element, 0.12);
                // All actuators of a class share their ranges, and these want none below zero.
                if matches!(name, "damper" | "adhesion") {
                    element.set("ctrlrange", "0 1.1");
                }
                if name == "joint" && self.random.one_in(9) {
                    element.set("type", "slide");
                }
                if matches!(name, "geom" | "site") && self.random.one_in(3) {
                    let kind = self.random.pick(&["sphere", "capsule", "box", "ellipsoid"]);
                    element.set("type", *kind.unwrap_or(&"box"));
                    element.set("size", self.numbers(3, 0.04, 0.2));
                }
                class.children.push(element);
            }
        }
    }

    pub(super) fn customs(&mut self) -> Element {
        let mut custom = Element::new("custom");
        if !self.has(Feature::Custom) {
            return custom;
        }
        for _ in 0..self.random.whole(1, 3) {
            let name = self.name("n");
            let count = self.random.whole(1, 4);
            let mut numeric = Element::new("numeric").with("name", name);
            numeric.set("data", self.numbers(count, -3.0, 3.0));
            if self.random.one_in(3) {
                numeric.set("size", self.random.whole(count, count + 2).to_string());
            }
            custom.children.push(numeric);
        }
        let name = self.name("t");
        custom.children.push(
            Element::new("text")
                .with("name", name)
                .with("data", "words & more"),
        );
        let name = self.name("u");
        let mut tuple = Element::new("tuple").with("name", name);
        for _ in 0..2 {
            let kinds: [(&str, Named); 9] = [
                ("body", |grammar| &grammar.bodies),
                ("xbody", |grammar| &grammar.bodies),
                ("joint", |grammar| &grammar.joints),
                ("geom", |grammar| &grammar.geoms),
                ("site", |grammar| &grammar.sites),
                ("camera", |grammar| &grammar.cameras),
                ("mesh", |grammar| &grammar.meshes),
                ("tendon", |grammar| &grammar.tendons),
                ("actuator", |grammar| &grammar.actuators),
            ];
            let (kind, names) = kinds[self.random.below(kinds.len())];
            if let Some(named) = self.one_of(names) {
                let mut element = Element::new("element").with("objtype", kind);
                element.set("objname", named);
                if self.random.one_in(2) {
                    element.set("prm", self.numbers(1, -1.0, 1.0));
                }
                tuple.children.push(element);
            }
        }
        if !tuple.children.is_empty() {
            custom.children.push(tuple);
        }
        custom
    }
}
