//! Given models, each changed a little: parts dropped, doubled, swapped or moved, numbers disturbed,
//! words exchanged, options flipped.

use super::tree::Element;
use super::values::{Values, number};
use crate::case::random::Random;

/// Elements that may be put into a frame or be copied.
const MOVABLE: [&str; 6] = ["body", "geom", "site", "joint", "camera", "light"];

/// Changes a model once to four times.
pub fn mutate(root: &mut Element, random: &mut Random) {
    for _ in 0..random.whole(1, 4) {
        // A change that does not fit where it fell is tried elsewhere.
        for _ in 0..8 {
            let place = random.below(root.count());
            if change(root, place, random) {
                break;
            }
        }
    }
}

/// Makes one change at the element with this number; false if it does not fit there.
fn change(root: &mut Element, place: usize, random: &mut Random) -> bool {
    let kind = random.below(10);
    if kind == 9 {
        return flip_option(root, random);
    }
    let Some(element) = root.nth(place) else {
        return false;
    };
    match kind {
        0 => drop_child(element, random),
        1 => double_child(element, random),
        2 => swap_children(element, random),
        3 => drop_attribute(element, random),
        4 | 5 => disturb_number(element, random),
        6 => replace_value(element, random),
        7 => wrap_child(element, random),
        _ => add_attribute(element, random),
    }
}

fn drop_child(element: &mut Element, random: &mut Random) -> bool {
    let count = element.children.len();
    if count > 0 {
        element.children.remove(random.below(count));
    }
    count > 0
}

/// A second one of a child, under another name, as names must differ.
fn double_child(element: &mut Element, random: &mut Random) -> bool {
    let Some(child) = random.pick(&element.children).cloned() else {
        return false;
    };
    let mut copy = child;
    rename(&mut copy);
    let place = random.below(element.children.len() + 1);
    element.children.insert(place, copy);
    true
}

fn rename(element: &mut Element) {
    if let Some(name) = element.get("name").map(|name| format!("{name}+")) {
        element.set("name", name);
    }
    for child in &mut element.children {
        rename(child);
    }
}

fn swap_children(element: &mut Element, random: &mut Random) -> bool {
    let count = element.children.len();
    if count > 1 {
        element
            .children
            .swap(random.below(count), random.below(count));
    }
    count > 1
}

fn drop_attribute(element: &mut Element, random: &mut Random) -> bool {
    let count = element.attributes.len();
    if count > 0 {
        element.attributes.remove(random.below(count));
    }
    count > 0
}

/// Another number in the place of one: near, opposite, zero, at a round value, or far away.
fn disturb_number(element: &mut Element, random: &mut Random) -> bool {
    let count = element.attributes.len();
    let Some((_, value)) = element.attributes.get_mut(random.below(count)) else {
        return false;
    };
    let mut words: Vec<String> = value.split_whitespace().map(str::to_owned).collect();
    let place = random.below(words.len());
    let Some(old) = words.get(place).and_then(|word| word.parse::<f64>().ok()) else {
        return false;
    };
    let new = match random.below(8) {
        0 => 0.0,
        1 => -old,
        2 => old.round(),
        3 => 1.0,
        4 => old * 10.0,
        5 => f64::from_bits(old.to_bits() ^ 1),
        _ => number(
            random,
            old - old.abs() / 3.0 - 0.01,
            old + old.abs() / 3.0 + 0.01,
        ),
    };
    words[place] = new.to_string();
    *value = words.join(" ");
    true
}

/// A value by the attribute's own rule.
fn replace_value(element: &mut Element, random: &mut Random) -> bool {
    let count = element.attributes.len();
    let name = element.name.clone();
    let Some((attribute, value)) = element.attributes.get_mut(random.below(count)) else {
        return false;
    };
    let rule = Values::table().rule(&name, attribute);
    match rule.and_then(|rule| rule.value(random)) {
        Some(new) => {
            *value = new;
            true
        }
        None => false,
    }
}

/// An attribute that another place of the table of values knows for this element.
fn add_attribute(element: &mut Element, random: &mut Random) -> bool {
    let attributes = super::grammar::any_attributes(&element.name);
    let Some(&attribute) = random.pick(attributes) else {
        return false;
    };
    let rule = Values::table().rule(&element.name, attribute);
    match rule.and_then(|rule| rule.value(random)) {
        Some(value) if !element.has(attribute) => {
            element.set(attribute, value);
            true
        }
        _ => false,
    }
}

/// A child within a frame or copied.
fn wrap_child(element: &mut Element, random: &mut Random) -> bool {
    let places: Vec<usize> = (0..element.children.len())
        .filter(|&place| MOVABLE.contains(&element.children[place].name.as_str()))
        .collect();
    let Some(&place) = random.pick(&places) else {
        return false;
    };
    let mut around = match random.one_in(3) {
        true => Element::new("replicate")
            .with("count", "2")
            .with("offset", "0.3 0 0.1"),
        false => Element::new("frame").with("pos", "0.02 -0.01 0.03"),
    };
    if random.one_in(2) {
        around.set("euler", "10 20 -30");
    }
    let child = std::mem::take(&mut element.children[place]);
    around.children.push(child);
    element.children[place] = around;
    true
}

/// Another algorithm or flag.
fn flip_option(root: &mut Element, random: &mut Random) -> bool {
    const KINDS: [&str; 7] = [
        "integrator",
        "solver",
        "cone",
        "jacobian",
        "iterations",
        "noslip_iterations",
        "impratio",
    ];
    const FLAGS: [&str; 8] = [
        "island",
        "multiccd",
        "nativeccd",
        "energy",
        "invdiscrete",
        "warmstart",
        "eulerdamp",
        "refsafe",
    ];
    let option = root.child("option");
    if random.one_in(2) {
        let kind = KINDS[random.below(KINDS.len())];
        let rule = Values::table().rule("option", kind);
        if let Some(value) = rule.and_then(|rule| rule.value(random)) {
            option.set(kind, value);
        }
    } else {
        let flag = FLAGS[random.below(FLAGS.len())];
        let value = if random.one_in(2) {
            "enable"
        } else {
            "disable"
        };
        option.child("flag").set(flag, value);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_change_and_nearly_always_changes_something() {
        let text = "<mujoco><worldbody><body pos='1 2 3'><joint/><geom size='.1'/></body>\
                    <light/></worldbody></mujoco>";
        let original = Element::parse(text).expect("a model");
        let mut changed = 0;
        for seed in 0..50 {
            let make = || {
                let mut model = original.clone();
                mutate(&mut model, &mut Random::new(seed, 0));
                model
            };
            assert_eq!(make(), make());
            changed += usize::from(make() != original);
        }
        assert!(changed > 40, "{changed} of 50");
    }
}
