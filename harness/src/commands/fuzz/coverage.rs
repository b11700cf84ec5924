//! What a campaign has reached: attributes of the schema, words of the table of values, pairs of
//! features.

use std::collections::{BTreeMap, BTreeSet};

use plumbline::internal::schema::Schema;
use serde::{Deserialize, Serialize};

use crate::fuzz::grammar::Feature;
use crate::fuzz::tree::Element;
use crate::fuzz::values::{Rule, Values};

/// How often each thing was used.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Coverage {
    /// `section element attribute`.
    attributes: BTreeMap<String, u64>,
    /// `element attribute word`.
    words: BTreeMap<String, u64>,
    /// `feature feature`.
    pairs: BTreeMap<String, u64>,
}

impl Coverage {
    pub(super) fn count(&mut self, root: &Element, features: &[Feature]) {
        root.walk(&mut |above, element| {
            let section = above.get(1).copied().unwrap_or(&element.name);
            for (attribute, value) in &element.attributes {
                let used = format!("{section} {} {attribute}", element.name);
                *self.attributes.entry(used).or_insert(0) += 1;
                let rule = Values::table().rule(&element.name, attribute);
                if let Some(Rule::Word(_)) = rule {
                    let used = format!("{} {attribute} {value}", element.name);
                    *self.words.entry(used).or_insert(0) += 1;
                }
            }
        });
        for (place, one) in features.iter().enumerate() {
            for other in &features[place + 1..] {
                let (a, b) = ((*one).min(*other), (*one).max(*other));
                let used = format!("{} {}", a.name(), b.name());
                *self.pairs.entry(used).or_insert(0) += 1;
            }
        }
    }

    /// For the line of progress.
    pub(super) fn short(&self) -> String {
        let all = all_attributes();
        let reached = all
            .iter()
            .filter(|one| self.attributes.contains_key(*one))
            .count();
        format!("{reached} of {} attributes", all.len())
    }

    /// Prints the holes.
    pub(super) fn print(&self) {
        let holes = |title: &str, all: BTreeSet<String>, reached: &BTreeMap<String, u64>| {
            let open: Vec<&String> = all
                .iter()
                .filter(|one| !reached.contains_key(*one))
                .collect();
            println!(
                "{title}: {} of {} reached",
                all.len() - open.len(),
                all.len()
            );
            for one in open {
                println!("  not yet: {one}");
            }
        };
        holes("attributes", all_attributes(), &self.attributes);
        holes("words", all_words(), &self.words);
        holes("pairs of features", all_pairs(), &self.pairs);
    }
}

/// Every supported attribute of the schema where it may stand, but for what is not made.
fn all_attributes() -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    let mut path: Vec<(&str, bool)> = Vec::new();
    for element in &Schema::mjcf().elements {
        path.truncate(element.depth);
        path.push((element.name, element.supported));
        if path.iter().all(|&(_, supported)| supported) {
            let section = path.get(1).map_or(element.name, |&(name, _)| name);
            for attribute in element.attributes.iter().filter(|a| a.supported) {
                let place = format!("{section} {} {}", element.name, attribute.name);
                if !NOT_MADE.iter().any(|(pattern, _)| matches(pattern, &place)) {
                    all.insert(place);
                }
            }
        }
    }
    all
}

/// Every word that the table of values has for a supported attribute.
fn all_words() -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for place in all_attributes() {
        let mut names = place.split(' ').skip(1);
        let (Some(element), Some(attribute)) = (names.next(), names.next()) else {
            continue;
        };
        if NOT_MADE.iter().any(|(pattern, _)| matches(pattern, &place)) {
            continue;
        }
        if let Some(Rule::Word(words)) = Values::table().rule(element, attribute) {
            for word in words {
                all.insert(format!("{element} {attribute} {}", word.replace('_', " ")));
            }
        }
    }
    all
}

/// What the grammar does not make, and why. A star stands for any section or element.
const NOT_MADE: [(&str, &str); 26] = [
    (
        "* * file",
        "models are one text; `--from` has models with files",
    ),
    ("* * content_type", "says what a file is"),
    ("asset texture fileright", "a file"),
    ("asset texture fileleft", "a file"),
    ("asset texture fileup", "a file"),
    ("asset texture filedown", "a file"),
    ("asset texture filefront", "a file"),
    ("asset texture fileback", "a file"),
    ("asset texture gridsize", "divides a file's picture"),
    ("asset texture gridlayout", "divides a file's picture"),
    ("compiler compiler meshdir", "where files are"),
    ("compiler compiler texturedir", "where files are"),
    ("compiler compiler assetdir", "where files are"),
    ("asset skin *", "made under `deformable`"),
    ("asset bone *", "made under `deformable`"),
    ("* general actdim", "only for plugins' own activations"),
    (
        "default * material",
        "materials are named after the defaults",
    ),
    ("default * texture", "textures are named after the defaults"),
    (
        "default * cranklength",
        "asks for a slider in the same element",
    ),
    ("default geom mesh", "meshes are named after the defaults"),
    ("default geom hfield", "fields are named after the defaults"),
    (
        "default * fromto",
        "would place every element of a class alike",
    ),
    (
        "default * actrange",
        "asks for an activation in every element of a class",
    ),
    (
        "keyframe key act",
        "activations are not counted by the grammar",
    ),
    (
        "* intvelocity inheritrange",
        "excludes the range that is always given",
    ),
    (
        "* intvelocity actlimited",
        "not an attribute that people set",
    ),
];

/// Whether a place of the schema is one of those that a pattern means.
fn matches(pattern: &str, place: &str) -> bool {
    let mut words = pattern.split(' ').zip(place.split(' '));
    words.all(|(own, other)| own == "*" || own == other)
}

fn all_pairs() -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for (place, one) in Feature::ALL.iter().enumerate() {
        for other in &Feature::ALL[place + 1..] {
            all.insert(format!("{} {}", one.name(), other.name()));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzz::grammar::generate;

    #[test]
    fn every_attribute_word_and_pair_of_features_is_generated() {
        let mut coverage = Coverage::default();
        for number in 0..12_000 {
            let made = generate(1, number, &[]);
            coverage.count(&made.root, &made.features);
            for (_, part) in &made.parts {
                coverage.count(part, &[]);
            }
        }
        let missing = |all: BTreeSet<String>, reached: &BTreeMap<String, u64>| {
            all.into_iter()
                .filter(|one| !reached.contains_key(one))
                .collect::<Vec<_>>()
        };
        let attributes = missing(all_attributes(), &coverage.attributes);
        assert!(attributes.is_empty(), "{attributes:#?}");
        let words = missing(all_words(), &coverage.words);
        assert!(words.is_empty(), "{words:#?}");
        let pairs = missing(all_pairs(), &coverage.pairs);
        assert!(pairs.is_empty(), "{pairs:#?}");
    }
}
