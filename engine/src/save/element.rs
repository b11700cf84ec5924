//! One element with its attributes, which are left out where they have the default.
//!
//! Numbers are written with six significant digits, and whole numbers without an exponent; what is
//! within the rounding of its type of the default counts as the default.

use crate::files::general;
use crate::spec::Auto;

/// An element that is being put together.
#[derive(Debug, Default)]
pub(super) struct Element {
    pub(super) name: &'static str,
    pub(super) attributes: Vec<(&'static str, String)>,
    pub(super) children: Vec<Element>,
}

/// A number of one of the types that MuJoCo keeps settings in.
pub(super) trait Number: Copy {
    fn value(self) -> f64;

    /// Whether it counts as equal to the default.
    fn is_default(self, default: Self) -> bool;
}

impl Number for f64 {
    fn value(self) -> f64 {
        self
    }

    fn is_default(self, default: f64) -> bool {
        // What cannot be compared counts as equal.
        let apart = (self - default).abs() > f64::EPSILON;
        !apart
    }
}

impl Number for f32 {
    fn value(self) -> f64 {
        f64::from(self)
    }

    fn is_default(self, default: f32) -> bool {
        let apart = (self - default).abs() > f32::EPSILON;
        !apart
    }
}

impl Number for i32 {
    fn value(self) -> f64 {
        f64::from(self)
    }

    fn is_default(self, default: i32) -> bool {
        self == default
    }
}

impl Element {
    pub(super) fn new(name: &'static str) -> Element {
        Element {
            name,
            ..Element::default()
        }
    }

    /// Whether nothing was written that differs from the defaults.
    pub(super) fn is_empty(&self) -> bool {
        self.attributes.is_empty() && self.children.is_empty()
    }

    /// A new last child.
    pub(super) fn child(&mut self, name: &'static str) -> &mut Element {
        let last = self.children.len();
        self.children.push(Element::new(name));
        &mut self.children[last]
    }

    /// Takes an element as the last child, unless it is empty.
    pub(super) fn adopt(&mut self, child: Element) {
        if !child.is_empty() {
            self.children.push(child);
        }
    }

    /// A text; an empty one is left out. One that is there already is replaced.
    pub(super) fn text(&mut self, name: &'static str, value: impl Into<String>) {
        let value = value.into();
        if value.is_empty() {
            return;
        }
        match self.attributes.iter_mut().find(|(own, _)| *own == name) {
            Some((_, old)) => *old = value,
            None => self.attributes.push((name, value)),
        }
    }

    /// A name that may be missing.
    pub(super) fn reference(&mut self, name: &'static str, value: Option<&String>) {
        self.text(name, value.map(String::as_str).unwrap_or_default());
    }

    /// A name, if it differs from the default.
    pub(super) fn changed(
        &mut self,
        name: &'static str,
        value: Option<&String>,
        default: Option<&String>,
    ) {
        let word = |name: Option<&String>| name.map(String::as_str).unwrap_or_default().to_owned();
        if word(value) != word(default) {
            self.text(name, word(value));
        }
    }

    pub(super) fn int(&mut self, name: &'static str, value: i32, default: i32) {
        if value != default {
            self.text(name, value.to_string());
        }
    }

    pub(super) fn word(&mut self, name: &'static str, value: &str, default: &str) {
        if value != default {
            self.text(name, value);
        }
    }

    pub(super) fn flag(&mut self, name: &'static str, value: bool, default: bool) {
        if value != default {
            self.text(name, if value { "true" } else { "false" });
        }
    }

    pub(super) fn auto(&mut self, name: &'static str, value: Auto, default: Auto) {
        if value != default {
            let word = match value {
                Auto::False => "false",
                Auto::True => "true",
                Auto::Auto => "auto",
            };
            self.text(name, word);
        }
    }

    /// Numbers, if they differ from the defaults.
    pub(super) fn numbers<T: Number>(&mut self, name: &'static str, values: &[T], default: &[T]) {
        let mut pairs = values.iter().zip(default);
        if !pairs.all(|(value, default)| value.is_default(*default)) {
            self.given(name, values);
        }
    }

    pub(super) fn number<T: Number>(&mut self, name: &'static str, value: T, default: T) {
        self.numbers(name, &[value], &[default]);
    }

    /// The same without the last numbers that are those of the default.
    pub(super) fn trimmed<T: Number>(&mut self, name: &'static str, values: &[T], default: &[T]) {
        let differ = |(value, default): (&T, &T)| value.value() != default.value();
        let mut pairs = values.iter().zip(default);
        if !pairs.all(|(value, default)| value.is_default(*default)) {
            let last = values.iter().zip(default).rposition(differ);
            self.given(name, &values[..last.map_or(0, |last| last + 1)]);
        }
    }

    /// Numbers, whatever they are; none at all if one is NaN.
    pub(super) fn given<T: Number>(&mut self, name: &'static str, values: &[T]) {
        if values.iter().any(|value| value.value().is_nan()) {
            return;
        }
        let words: Vec<String> = values.iter().map(|value| number(value.value())).collect();
        self.text(name, words.join(" "));
    }

    /// Numbers of the author, if they differ from the defaults; both have the model's length.
    pub(super) fn user(&mut self, values: &[f64], default: &[f64]) {
        if values.iter().zip(default).any(|(value, d)| value != d) {
            self.given("user", values);
        }
    }

    /// Long lists, which are written without rounding to whole numbers.
    pub(super) fn list<T: Number>(&mut self, name: &'static str, values: &[T]) {
        let words: Vec<String> = values.iter().map(|value| general(value.value())).collect();
        self.text(name, words.join(" "));
    }

    /// Indices, which are written as they are.
    pub(super) fn indices(&mut self, name: &'static str, values: &[i32]) {
        let words: Vec<String> = values.iter().map(ToString::to_string).collect();
        self.text(name, words.join(" "));
    }
}

/// A number as an attribute has it.
fn number(x: f64) -> String {
    let (low, high) = (x.floor(), x.ceil());
    let is_whole = (x - low).abs() < 1e-12 || (x - high).abs() < 1e-12;
    if x.abs() < f64::from(i32::MAX) && is_whole {
        let nearest = if (x - low).abs() < (x - high).abs() {
            low
        } else {
            high
        };
        return (nearest as i32).to_string();
    }
    general(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_with_six_digits_and_whole_ones_without_a_point() {
        let cases = [
            (0.1 + 0.2, "0.3"),
            (-0.0, "0"),
            (1e-13, "0"),
            (3.000_000_000_000_1, "3"),
            (2_147_483_646.0, "2147483646"),
            (2_147_483_647.0, "2.14748e+09"),
            (1.0 / 3.0, "0.333333"),
            (0.000_012_345_678, "1.23457e-05"),
            (f64::INFINITY, "inf"),
        ];
        for (value, text) in cases {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn trailing_defaults_are_left_out_where_an_attribute_may_be_short() {
        let mut element = Element::new("geom");
        element.trimmed("solref", &[0.01, 1.0], &[0.02, 1.0]);
        element.numbers("friction", &[1.0, 0.5], &[1.0, 0.25]);
        element.numbers("size", &[0.1 + 0.2], &[0.3]);
        element.given("pos", &[f64::NAN]);
        let attributes = [("solref", "0.01".to_owned()), ("friction", "1 0.5".into())];
        assert_eq!(element.attributes, attributes);
    }
}
