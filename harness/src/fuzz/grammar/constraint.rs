//! Equalities, pairs of geoms and excluded pairs of bodies.

use super::{Element, Feature, Grammar};

impl Grammar {
    pub(super) fn equalities(&mut self) -> Element {
        let mut section = Element::new("equality");
        if !self.has(Feature::Equality) {
            return section;
        }
        for _ in 0..self.random.whole(1, 3) {
            let made = match self.random.below(6) {
                0 | 1 => self.loop_closure(),
                2 => self.coupling("joint", |grammar| &grammar.joints),
                3 => self.coupling("tendon", |grammar| &grammar.tendons),
                4 => self.at_sites(),
                _ => self.held_flex(),
            };
            let Some(mut equality) = made else { continue };
            self.christen(&mut equality);
            self.fill("equality", &mut equality, self.density());
            if equality.has("site1") && !self.random.one_in(30) {
                let of_bodies = |name: &str| matches!(name, "anchor" | "relpose" | "body2");
                equality.attributes.retain(|(name, _)| !of_bodies(name));
            }
            section.children.push(equality);
        }
        section
    }

    /// Two bodies, or a body and the world, held together.
    fn loop_closure(&mut self) -> Option<Element> {
        let name = if self.random.one_in(2) {
            "connect"
        } else {
            "weld"
        };
        let mut equality = Element::new(name);
        equality.set("body1", self.one_of(|grammar| &grammar.bodies)?);
        let other = self.one_of(|grammar| &grammar.bodies)?;
        if self.random.one_in(2) && equality.get("body1") != Some(&other) {
            equality.set("body2", other);
        }
        if name == "connect" {
            equality.set("anchor", self.numbers(3, -0.2, 0.2));
        }
        Some(equality)
    }

    /// A flex whose edges keep their lengths.
    fn held_flex(&mut self) -> Option<Element> {
        let flex = self.one_of(|grammar| &grammar.flexes)?;
        Some(Element::new("flex").with("flex", flex))
    }

    fn at_sites(&mut self) -> Option<Element> {
        let name = if self.random.one_in(2) {
            "connect"
        } else {
            "weld"
        };
        let equality = Element::new(name);
        let (one, other) = (
            self.one_of(|grammar| &grammar.sites)?,
            self.one_of(|grammar| &grammar.sites)?,
        );
        if one == other && !self.random.one_in(9) {
            return None;
        }
        Some(equality.with("site1", one).with("site2", other))
    }

    fn coupling(&mut self, name: &str, of: fn(&Grammar) -> &Vec<String>) -> Option<Element> {
        let mut equality = Element::new(name);
        let (one, other) = (self.one_of(of)?, self.one_of(of)?);
        if self.random.chance(0.7) && (one != other || self.random.one_in(9)) {
            equality.set(&format!("{name}2"), other);
        }
        equality.set(&format!("{name}1"), one);
        Some(equality)
    }

    pub(super) fn contacts(&mut self) -> Element {
        let mut section = Element::new("contact");
        if self.has(Feature::Pair) {
            for _ in 0..self.random.whole(1, 2) {
                let geoms = (
                    self.one_of(|grammar| &grammar.geoms),
                    self.one_of(|grammar| &grammar.geoms),
                );
                if let (Some(one), Some(other)) = geoms {
                    let mut pair = Element::new("pair").with("geom1", one).with("geom2", other);
                    self.christen(&mut pair);
                    self.fill("contact", &mut pair, 0.2);
                    section.children.push(pair);
                }
            }
        }
        if self.has(Feature::Contact) {
            let bodies = (
                self.one_of(|grammar| &grammar.bodies),
                self.one_of(|grammar| &grammar.bodies),
            );
            if let (Some(one), Some(other)) = bodies {
                let mut exclude = Element::new("exclude")
                    .with("body1", one)
                    .with("body2", other);
                self.christen(&mut exclude);
                section.children.push(exclude);
            }
        }
        section
    }
}
