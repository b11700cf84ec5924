//! A model as a tree of elements, to be made, changed and made smaller.

use std::fmt::Write;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

/// One element with its attributes in order. Text and comments are not kept: MJCF has none that
/// matters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Element {
    pub name: String,
    pub attributes: Vec<(String, String)>,
    pub children: Vec<Element>,
}

impl Element {
    pub fn new(name: &str) -> Element {
        Element {
            name: name.to_owned(),
            ..Element::default()
        }
    }

    /// With one more attribute.
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Element {
        self.set(name, value);
        self
    }

    /// Gives an attribute this value, whether it was there or not.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        match self.attributes.iter_mut().find(|(own, _)| own == name) {
            Some((_, old)) => *old = value.into(),
            None => self.attributes.push((name.to_owned(), value.into())),
        }
    }

    pub fn get(&self, name: &str) -> Option<&str> {
        let mut all = self.attributes.iter();
        all.find(|(own, _)| own == name)
            .map(|(_, value)| value.as_str())
    }

    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// The first child of that name, made if there is none.
    pub fn child(&mut self, name: &str) -> &mut Element {
        let place = self.children.iter().position(|child| child.name == name);
        let place = place.unwrap_or_else(|| {
            self.children.push(Element::new(name));
            self.children.len() - 1
        });
        &mut self.children[place]
    }

    /// Elements in it, with itself.
    pub fn count(&self) -> usize {
        1 + self.children.iter().map(Element::count).sum::<usize>()
    }

    /// The element with this number, counted from 0 at the root, parents first.
    pub fn nth(&mut self, number: usize) -> Option<&mut Element> {
        if number == 0 {
            return Some(self);
        }
        let mut rest = number - 1;
        for child in &mut self.children {
            let size = child.count();
            if rest < size {
                return child.nth(rest);
            }
            rest -= size;
        }
        None
    }

    /// Calls `visit` for itself and every element in it, with the path of names above.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&[&'a str], &'a Element)) {
        fn go<'a>(
            element: &'a Element,
            above: &mut Vec<&'a str>,
            visit: &mut dyn FnMut(&[&'a str], &'a Element),
        ) {
            visit(above, element);
            above.push(&element.name);
            for child in &element.children {
                go(child, above, visit);
            }
            above.pop();
        }
        go(self, &mut Vec::new(), visit);
    }

    /// The text, one element a line.
    pub fn to_xml(&self) -> String {
        let mut text = String::new();
        self.write(&mut text, 0);
        text
    }

    fn write(&self, text: &mut String, depth: usize) {
        let indent = "  ".repeat(depth);
        let _ = write!(text, "{indent}<{}", self.name);
        for (name, value) in &self.attributes {
            let _ = write!(text, " {name}=\"{}\"", quick_xml::escape::escape(value));
        }
        if self.children.is_empty() {
            text.push_str("/>\n");
            return;
        }
        text.push_str(">\n");
        for child in &self.children {
            child.write(text, depth + 1);
        }
        let _ = writeln!(text, "{indent}</{}>", self.name);
    }

    /// Reads a text; what is no XML is an error in words.
    pub fn parse(text: &str) -> Result<Element, String> {
        let mut reader = Reader::from_str(text);
        let mut open: Vec<Element> = vec![Element::default()];
        loop {
            let event = reader
                .read_event()
                .map_err(|error| format!("byte {}: {error}", reader.error_position()))?;
            match event {
                Event::Start(tag) => open.push(start(&tag)?),
                Event::Empty(tag) => close(&mut open, start(&tag)?),
                Event::End(_) => {
                    let done = open.pop().unwrap_or_default();
                    close(&mut open, done);
                }
                Event::Eof => break,
                _ => {}
            }
        }
        match open.pop().map(|outside| outside.children) {
            Some(mut roots) if roots.len() == 1 && open.is_empty() => Ok(roots.remove(0)),
            _ => Err("not one whole element".to_owned()),
        }
    }
}

/// Puts a finished element into the one around it.
fn close(open: &mut [Element], done: Element) {
    if let Some(parent) = open.last_mut() {
        parent.children.push(done);
    }
}

fn start(tag: &BytesStart<'_>) -> Result<Element, String> {
    let mut element = Element::new(&String::from_utf8_lossy(tag.name().as_ref()));
    for attribute in tag.attributes() {
        let attribute = attribute.map_err(|error| error.to_string())?;
        let name = String::from_utf8_lossy(attribute.key.as_ref()).into_owned();
        let value = String::from_utf8_lossy(&attribute.value);
        let value = quick_xml::escape::unescape(&value).map_err(|error| error.to_string())?;
        element.attributes.push((name, value.into_owned()));
    }
    Ok(element)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let text = "<a x=\"1 &lt; 2\">\n  <b/>\n  <c y=\"&quot;\">\n    <d/>\n  </c>\n</a>\n";
        let element = Element::parse(text).expect("an element");
        assert_eq!(element.get("x"), Some("1 < 2"));
        assert_eq!(element.count(), 4);
        assert_eq!(element.to_xml(), text);
    }

    #[test]
    fn elements_are_numbered_parents_first() {
        let mut element = Element::parse("<a><b><c/></b><d/></a>").expect("an element");
        let names: Vec<String> = (0..5)
            .filter_map(|n| element.nth(n).map(|e| e.name.clone()))
            .collect();
        assert_eq!(names, ["a", "b", "c", "d"]);
    }

    #[test]
    fn what_is_no_xml_is_refused() {
        for text in ["", "<a>", "<a/><b/>", "<a x='1' x='2'/>", "<a></b>"] {
            assert!(Element::parse(text).is_err(), "{text}");
        }
    }
}
