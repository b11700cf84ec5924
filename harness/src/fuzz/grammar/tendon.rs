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
                if tendon.get("limited") != Some("false") {
                    self.limited_tendons
                        .extend(tendon.get("name").map(str::to_owned));
                }
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

    /// One branch, or several with pulleys between them.
    fn spatial(&mut self) -> Element {
        let mut tendon = Element::new("spatial");
        let branches = if self.random.one_in(4) { 2 } else { 1 };
        for _ in 0..branches {
            let branch = self.branch();
            if branch.len() < 2 && !self.random.one_in(30) {
                continue;
            }
            if !tendon.children.is_empty() || self.random.one_in(9) {
                let mut pulley = Element::new("pulley");
                self.fill("tendon", &mut pulley, 1.0);
                tendon.children.push(pulley);
            }
            tendon.children.extend(branch);
        }
        tendon
    }

    /// Sites, with geoms to wrap around between some of them.
    fn branch(&mut self) -> Vec<Element> {
        let mut branch: Vec<Element> = Vec::new();
        let Some(mut last) = self.one_of(|grammar| &grammar.sites) else {
            return branch;
        };
        let site = |name: &str| Element::new("site").with("site", name);
        branch.push(site(&last));
        for _ in 0..self.random.whole(1, 3) {
            // The same site twice in a row is refused.
            let Some(next) = self.another_site(&last) else {
                break;
            };
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
                branch.push(wrap);
            }
            branch.push(site(&next));
            last = next;
        }
        branch
    }

    /// A site with another name, if chance finds one.
    fn another_site(&mut self, last: &str) -> Option<String> {
        let mut tries = 0;
        loop {
            let site = self.one_of(|grammar| &grammar.sites)?;
            if site != last || self.random.one_in(60) {
                return Some(site);
            }
            tries += 1;
            if tries > 9 {
                return None;
            }
        }
    }
}
