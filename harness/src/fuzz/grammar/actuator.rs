//! Actuators of every kind on everything that they can act on.

use super::{Element, Feature, Grammar};

const KINDS: [&str; 7] = [
    "general",
    "motor",
    "position",
    "velocity",
    "intvelocity",
    "damper",
    "cylinder",
];

impl Grammar {
    pub(super) fn actuators(&mut self) -> Element {
        let mut section = Element::new("actuator");
        if self.has(Feature::Actuator) {
            for _ in 0..self.random.whole(1, 4) {
                let made = match self.random.one_in(10) {
                    true => self.adhesion(),
                    false => self.drive(),
                };
                self.add_actuator(&mut section, made);
            }
        }
        if self.has(Feature::Plugin) {
            for _ in 0..self.random.below(3) {
                let made = self.controller();
                self.add_actuator(&mut section, made);
            }
        }
        if self.has(Feature::Muscle) {
            for _ in 0..self.random.whole(1, 2) {
                let made = self.aim(Element::new("muscle"));
                self.add_actuator(&mut section, made);
            }
        }
        section
    }

    fn add_actuator(&mut self, section: &mut Element, made: Option<Element>) {
        let Some(mut actuator) = made else { return };
        if let Some(name) = self.christen(&mut actuator) {
            self.actuators.push(name);
        }
        self.fill("actuator", &mut actuator, self.density());
        // A range of lengths is measured by a simulation otherwise, which takes long.
        let muscle = actuator.name == "muscle"
            || ["dyntype", "gaintype", "biastype"]
                .iter()
                .any(|kind| actuator.get(kind) == Some("muscle"));
        if muscle && !actuator.has("lengthrange") && !self.random.one_in(8) {
            actuator.set("lengthrange", "0.13 0.91");
        }
        let needs_range = [("intvelocity", "actrange"), ("damper", "ctrlrange")];
        for (kind, range) in needs_range {
            if actuator.name == kind && !self.random.one_in(9) {
                actuator.set(
                    range,
                    if range == "actrange" {
                        "-0.7 0.9"
                    } else {
                        "0 1.2"
                    },
                );
                actuator
                    .attributes
                    .retain(|(name, _)| name != "inheritrange");
            }
        }
        if let Some(sizes) = &mut self.sizes {
            sizes.nu += 1;
        }
        section.children.push(actuator);
    }

    fn drive(&mut self) -> Option<Element> {
        let kind = *self.random.pick(&KINDS)?;
        self.aim(Element::new(kind))
    }

    /// Gives an actuator something to act on.
    pub(super) fn aim(&mut self, mut actuator: Element) -> Option<Element> {
        let sites = actuator.name != "muscle";
        match self.random.below(8) {
            0 if actuator.name == "general" && self.random.one_in(3) => {
                actuator.set("body", self.one_of(|grammar| &grammar.bodies)?);
            }
            0 => actuator.set("jointinparent", self.one_of(|grammar| &grammar.joints)?),
            1 | 2 => actuator.set("tendon", self.one_of(|grammar| &grammar.tendons)?),
            3 => {
                actuator.set("slidersite", self.one_of(|grammar| &grammar.sites)?);
                actuator.set("cranksite", self.one_of(|grammar| &grammar.sites)?);
                actuator.set("cranklength", self.numbers(1, 0.15, 0.5));
            }
            4 if sites => {
                actuator.set("site", self.one_of(|grammar| &grammar.sites)?);
                if self.random.one_in(2) {
                    actuator.set("refsite", self.one_of(|grammar| &grammar.sites)?);
                }
                actuator.set("gear", self.numbers(6, -1.2, 1.3));
            }
            5 => {
                let balls = !self.balls.is_empty();
                let target = if balls && self.random.one_in(2) {
                    self.one_of(|grammar| &grammar.balls)?
                } else {
                    self.one_of(|grammar| &grammar.joints)?
                };
                actuator.set("joint", target);
                actuator.set("gear", self.numbers(3, -1.2, 1.3));
            }
            _ => actuator.set("joint", self.one_of(|grammar| &grammar.joints)?),
        }
        Some(actuator)
    }

    fn adhesion(&mut self) -> Option<Element> {
        let mut actuator = Element::new("adhesion");
        actuator.set("body", self.one_of(|grammar| &grammar.bodies)?);
        actuator.set("ctrlrange", "0 1.3");
        Some(actuator)
    }
}
