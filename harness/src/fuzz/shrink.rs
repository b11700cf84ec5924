//! Smaller versions of a model, for finding the smallest that still shows what was found.
//!
//! Each pass offers candidates; the caller tries them and takes the first that holds. The passes go
//! from coarse to fine: elements, then attributes, then numbers.

use super::tree::Element;

/// One way of making a model smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// Without an element and all that is in it.
    DropElement,
    /// What is in an element, in its place.
    Unwrap,
    /// Without an attribute.
    DropAttribute,
    /// A list of numbers, shorter by its last one.
    DropNumber,
    /// A number with fewer digits.
    ShortenNumber,
}

impl Pass {
    pub const ALL: [Pass; 5] = [
        Pass::DropElement,
        Pass::Unwrap,
        Pass::DropAttribute,
        Pass::DropNumber,
        Pass::ShortenNumber,
    ];

    /// As progress names it.
    pub fn name(self) -> &'static str {
        match self {
            Pass::DropElement => "elements",
            Pass::Unwrap => "frames",
            Pass::DropAttribute => "attributes",
            Pass::DropNumber => "lists",
            Pass::ShortenNumber => "numbers",
        }
    }

    /// How many candidates this pass has for a model.
    pub fn count(self, root: &Element) -> usize {
        match self {
            Pass::DropElement | Pass::Unwrap => root.count() - 1,
            _ => slots(root).len(),
        }
    }

    /// Candidate number `number`; none where it would be the model itself.
    pub fn candidate(self, root: &Element, number: usize) -> Option<Element> {
        let mut smaller = root.clone();
        match self {
            Pass::DropElement => remove(&mut smaller, number + 1).map(drop)?,
            Pass::Unwrap => unwrap(&mut smaller, number + 1)?,
            Pass::DropAttribute => {
                let (element, attribute) = *slots(root).get(number)?;
                smaller.nth(element)?.attributes.remove(attribute);
            }
            Pass::DropNumber | Pass::ShortenNumber => {
                let (element, attribute) = *slots(root).get(number)?;
                let (_, value) = smaller.nth(element)?.attributes.get_mut(attribute)?;
                let shorter = if self == Pass::DropNumber {
                    let (rest, last) = value.rsplit_once(' ')?;
                    last.parse::<f64>().ok()?;
                    rest.trim_end().to_owned()
                } else {
                    shorten(value)?
                };
                *value = shorter;
            }
        }
        Some(smaller)
    }
}

/// Every attribute: the number of its element, and its place there.
fn slots(root: &Element) -> Vec<(usize, usize)> {
    let mut all = Vec::new();
    let mut number = 0;
    root.walk(&mut |_, element| {
        all.extend((0..element.attributes.len()).map(|attribute| (number, attribute)));
        number += 1;
    });
    all
}

/// Takes out the element with this number.
fn remove(root: &mut Element, number: usize) -> Option<Element> {
    let (parent, place) = locate(root, number)?;
    Some(parent.children.remove(place))
}

/// Puts an element's children into its place.
fn unwrap(root: &mut Element, number: usize) -> Option<()> {
    let (parent, place) = locate(root, number)?;
    if parent.children[place].children.is_empty() {
        return None;
    }
    let element = parent.children.remove(place);
    parent.children.splice(place..place, element.children);
    Some(())
}

/// The parent of the element with this number, and its place among the children.
fn locate(root: &mut Element, number: usize) -> Option<(&mut Element, usize)> {
    let mut rest = number.checked_sub(1)?;
    let mut inside = None;
    for (place, child) in root.children.iter().enumerate() {
        let size = child.count();
        if rest < size {
            inside = Some(place);
            break;
        }
        rest -= size;
    }
    let place = inside?;
    if rest == 0 {
        return Some((root, place));
    }
    locate(&mut root.children[place], rest)
}

/// The first number that can be written with fewer digits, so written.
fn shorten(value: &str) -> Option<String> {
    let mut words: Vec<String> = value.split(' ').map(str::to_owned).collect();
    for word in &mut words {
        let Ok(number) = word.parse::<f64>() else {
            continue;
        };
        let digits = |x: f64| format!("{x}").trim_start_matches("0.").len();
        let rounded: f64 = format!("{number:.0e}").parse().unwrap_or(number);
        if digits(rounded) < digits(number) {
            *word = rounded.to_string();
            return Some(words.join(" "));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shrinks as far as a property allows.
    fn shrink(mut model: Element, holds: impl Fn(&Element) -> bool) -> Element {
        loop {
            let before = model.clone();
            for pass in Pass::ALL {
                let mut number = 0;
                while number < pass.count(&model) {
                    match pass.candidate(&model, number) {
                        Some(smaller) if holds(&smaller) => model = smaller,
                        _ => number += 1,
                    }
                }
            }
            if model == before {
                return model;
            }
        }
    }

    #[test]
    fn what_does_not_matter_goes() {
        let text = "<mujoco model='a'><option timestep='0.01'/><worldbody>\
                    <frame pos='1 2 3'><body name='b' pos='0.123 0.456 0.789'>\
                    <geom size='0.12345'/><site/></body></frame></worldbody></mujoco>";
        let model = Element::parse(text).expect("a model");
        let small = shrink(model, |model| model.to_xml().contains("<geom size="));
        assert_eq!(
            small.to_xml(),
            "<mujoco>\n  <geom size=\"0.1\"/>\n</mujoco>\n"
        );
    }
}
