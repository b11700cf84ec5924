//! Attributes that ask for each other or exclude each other. Most models should be accepted, so
//! most are made consistent; one in twenty elements stays as it fell.

use super::super::values::Values;
use super::{Element, Grammar};

/// A switch and the range that it switches on.
const RANGES: [(&str, &str); 5] = [
    ("limited", "range"),
    ("ctrllimited", "ctrlrange"),
    ("forcelimited", "forcerange"),
    ("actlimited", "actrange"),
    ("actuatorfrclimited", "actuatorfrcrange"),
];

/// Of each two, the second goes.
const EXCLUSIVE: [(&str, &str); 8] = [
    ("memory", "nstack"),
    ("memory", "njmax"),
    ("kv", "dampratio"),
    ("ctrlrange", "inheritrange"),
    ("actrange", "inheritrange"),
    ("area", "diameter"),
    ("fromto", "pos"),
    ("diaginertia", "fullinertia"),
];

/// What gives a camera's lens in lengths instead of an angle.
const LENS: [&str; 5] = [
    "focal",
    "focalpixel",
    "principal",
    "principalpixel",
    "sensorsize",
];

impl Grammar {
    pub(super) fn make_consistent(&mut self, element: &mut Element) {
        if self.random.one_in(20) {
            return;
        }
        for (switch, range) in RANGES {
            if element.get(switch) == Some("true")
                && !element.has(range)
                && let Some(rule) = Values::table().rule(&element.name, range)
                && let Some(value) = rule.value(&mut self.random)
            {
                element.set(range, value);
            }
            order(element, range);
        }
        for (kept, gone) in EXCLUSIVE {
            if element.has(kept) {
                element.attributes.retain(|(name, _)| name != gone);
            }
        }
        if !element.has("slidersite") {
            element.attributes.retain(|(name, _)| name != "cranklength");
        }
        if element.name == "camera" {
            self.choose_lens(element);
        }
    }

    /// The lens is given by an angle or by lengths, not by both.
    fn choose_lens(&mut self, camera: &mut Element) {
        let lengths = LENS.iter().any(|name| camera.has(name));
        if lengths && self.random.one_in(2) {
            camera.attributes.retain(|(name, _)| name != "fovy");
            camera.set("sensorsize", "0.02 0.017");
            camera.set("resolution", "320 200");
        } else {
            let lens = |name: &str| LENS.contains(&name);
            camera.attributes.retain(|(name, _)| !lens(name));
        }
    }
}

/// A range of no width is refused nearly everywhere.
fn order(element: &mut Element, range: &str) {
    let equal = element.get(range).is_some_and(|value| {
        let ends: Vec<&str> = value.split(' ').collect();
        ends.len() == 2 && ends[0] == ends[1]
    });
    if equal {
        element.set(range, "0 0.37");
    }
}
