//! Tendons: paths over sites, around geoms and through pulleys, and sums of joints.

use super::{Element, Feature, Grammar};

impl Grammar {
    pub(super) fn tendons(&mut self) -> Element {
        let mut section = Element::new("tendon");
        if !self.has(Feature::Tendon) {
            return section;
        }
        for _ in 0..self.random.whole(1, 3) {
            let fixed = self.random.one_in(3) && !self.joints.is_empty();
            let mut tendon = if fixed { self.fixed() } else { self.spatial() };
            if tendon.children.is_empty() {
                continue;
            }
            if let Some(name) = self.christen(&mut tendon) {
                self.tendons.push(name);
            }
            self.fill("tendon", &mut tendon, self.density());
            if !fixed {
                self.paint(&mut tendon);
            }
            if tendon.has("range") {
                let range = if fixed { "-0.3 0.4" } else { "0.2 0.7" };
                tendon.set("range", range);
            }
            section.children.push(tendon);
        }
        section
    }

    fn fixed(&mut self) -> Element {
        let mut tendon = Element::new("fixed");
        for _ in 0..self.random.whole(1, 3) {
            if let Some(joint) = self.one_of(|grammar| &grammar.joints) {
                let coef = self.numbers(1, -1.4, 1.6);
                tendon.children.push(
                    Element::new("joint")
                        .with("joint", joint)
                        .with("coef", coef),
                );
            }
        }
        tendon
    }

    fn spatial(&mut self) -> Element {
        let mut tendon = Element::new("spatial");
        let Some(first) = self.one_of(|grammar| &grammar.sites) else {
            return tendon;
        };
        let site = |name| Element::new("site").with("site", name);
        tendon.children.push(site(first));
        for _ in 0..self.random.whole(1, 3) {
            if self.has(Feature::Wrap)
                && self.random.chance(0.6)
                && let Some(geom) = self.one_of(|grammar| &grammar.wraps)
            {
                let mut wrap = Element::new("geom").with("geom", geom);
                if self.random.one_in(2)
                    && let Some(side) = self.one_of(|grammar| &grammar.sites)
                {
                    wrap.set("sidesite", side);
                }
                tendon.children.push(wrap);
            }
            if let Some(name) = self.one_of(|grammar| &grammar.sites) {
                // The same site twice in a row is refused.
                let repeated = tendon.children.last() == Some(&site(name.clone()));
                if !repeated || self.random.one_in(20) {
                    tendon.children.push(site(name));
                }
            }
            if self.random.one_in(6) {
                let mut pulley = Element::new("pulley");
                self.fill("tendon", &mut pulley, 1.0);
                tendon.children.push(pulley);
                for _ in 0..2 {
                    if let Some(name) = self.one_of(|grammar| &grammar.sites) {
                        tendon.children.push(site(name));
                    }
                }
            }
        }
        tendon
    }
}
