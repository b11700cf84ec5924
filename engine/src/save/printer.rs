//! Elements to text: two spaces a level, an empty line before each section.

use super::element::Element;

/// What an empty line is written before, wherever it stands.
const SECTIONS: [&str; 17] = [
    "<actuator",
    "<asset",
    "<compiler",
    "<contact",
    "<custom",
    "<default>",
    "<deformable",
    "<equality",
    "<extension",
    "<keyframe",
    "<option",
    "<sensor",
    "<size",
    "<statistic",
    "<tendon",
    "<visual",
    "<worldbody",
];

/// Text that is being written.
#[derive(Debug, Default)]
pub(super) struct Printer {
    text: String,
    /// The elements that are open.
    open: Vec<&'static str>,
    /// The innermost of them may still get attributes.
    is_tag_open: bool,
}

impl Printer {
    /// Opens an element with its attributes and children; what follows stands in it too.
    pub(super) fn open(&mut self, element: &Element) {
        self.line();
        self.text.push('<');
        self.text.push_str(element.name);
        for (name, value) in &element.attributes {
            self.text.push(' ');
            self.text.push_str(name);
            self.text.push_str("=\"");
            escape(value, &mut self.text);
            self.text.push('"');
        }
        self.open.push(element.name);
        self.is_tag_open = true;
        for child in &element.children {
            self.element(child);
        }
    }

    pub(super) fn close(&mut self) {
        let Some(name) = self.open.pop() else {
            return;
        };
        if self.is_tag_open {
            self.text.push_str("/>");
            self.is_tag_open = false;
        } else {
            self.line();
            self.text.push_str("</");
            self.text.push_str(name);
            self.text.push('>');
        }
    }

    /// A whole element.
    pub(super) fn element(&mut self, element: &Element) {
        self.open(element);
        self.close();
    }

    pub(super) fn comment(&mut self, text: &str) {
        self.line();
        self.text.push_str("<!--");
        self.text.push_str(text);
        self.text.push_str("-->");
    }

    /// Starts a line for the next tag.
    fn line(&mut self) {
        if self.is_tag_open {
            self.text.push('>');
            self.is_tag_open = false;
        }
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        for _ in &self.open {
            self.text.push_str("  ");
        }
    }

    /// The whole text, with its sections apart.
    pub(super) fn finish(mut self) -> String {
        self.text.push('\n');
        let mut apart = String::with_capacity(self.text.len() + 64);
        let mut is_first = true;
        for line in self.text.split_inclusive('\n') {
            let starts = SECTIONS.iter().map(|section| line.matches(section).count());
            let mut count: usize = starts.sum();
            // The first section has none.
            if count > 0 && is_first {
                count -= 1;
                is_first = false;
            }
            for _ in 0..count {
                apart.push('\n');
            }
            apart.push_str(line);
        }
        apart
    }
}

/// Writes a value so that it can stand between quotes.
fn escape(value: &str, into: &mut String) {
    for c in value.chars() {
        match c {
            '"' => into.push_str("&quot;"),
            '&' => into.push_str("&amp;"),
            '\'' => into.push_str("&apos;"),
            '<' => into.push_str("&lt;"),
            '>' => into.push_str("&gt;"),
            c => into.push(c),
        }
    }
}
