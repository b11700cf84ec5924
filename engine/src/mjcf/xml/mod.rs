//! XML as MuJoCo's parser (tinyxml2) takes it: a tree of elements with attributes, and the position
//! of each.
//!
//! It is laxer than the XML standard in some ways (text around the root, undefined entities, `--`
//! in comments) and stricter in none. Only elements and attributes matter to MJCF; text, comments
//! and declarations are checked and dropped.

mod parser;
mod text;

use std::sync::Arc;

pub(crate) use parser::{is_space, parse};

use super::source::SourceText;

/// Index of an element in its document.
pub(crate) type ElementId = usize;

/// A parsed file. Elements stand in document order.
#[derive(Debug)]
pub(crate) struct Document {
    pub(crate) source: Arc<SourceText>,
    pub(crate) elements: Vec<Element>,
    attributes: Vec<Attribute>,
    pub(crate) root: Option<ElementId>,
    /// What the root starts with, if that is a comment.
    comment: Option<std::ops::Range<usize>>,
}

#[derive(Debug)]
pub(crate) struct Element {
    /// Offset of the `<`.
    pub(crate) at: usize,
    name: std::ops::Range<usize>,
    attributes: std::ops::Range<usize>,
    /// The marks of the attributes' names (a Bloom filter), so that most absent attributes need no
    /// search.
    marks: u64,
    pub(crate) first_child: Option<ElementId>,
    pub(crate) next_sibling: Option<ElementId>,
    /// There is more than white space between the tags.
    pub(crate) has_content: bool,
}

#[derive(Debug)]
pub(crate) struct Attribute {
    name: std::ops::Range<usize>,
    value: std::ops::Range<usize>,
    /// The value after entities and line endings were resolved, where that changed it.
    decoded: Option<Box<str>>,
}

/// One bit for an attribute's name; few names of one element share a bit.
#[inline]
fn mark(name: &str) -> u64 {
    let (first, last) = match name.as_bytes() {
        [] => (0, 0),
        bytes @ [first, ..] => (*first, bytes[bytes.len() - 1]),
    };
    let sum = usize::from(first) * 5 + usize::from(last) * 3 + name.len() * 11;
    1 << (sum % 64)
}

impl Document {
    /// One past the last element under the root; what follows is ignored.
    pub(crate) fn root_end(&self) -> usize {
        let next = self.root.and_then(|root| self.elements[root].next_sibling);
        next.unwrap_or(self.elements.len())
    }

    /// The comment that the root starts with; empty for none.
    pub(crate) fn comment(&self) -> String {
        let comment = self.comment.clone().map(|range| &self.source.text[range]);
        let comment = comment.unwrap_or_default();
        comment.replace("\r\n", "\n").replace('\r', "\n")
    }

    pub(crate) fn name(&self, element: ElementId) -> &str {
        &self.source.text[self.elements[element].name.clone()]
    }

    /// Whether the element may have an attribute; false for most that it does not have.
    #[inline]
    pub(crate) fn may_have(&self, element: ElementId, attribute: &str) -> bool {
        self.elements[element].marks & mark(attribute) != 0
    }

    pub(crate) fn attributes(&self, element: ElementId) -> &[Attribute] {
        &self.attributes[self.elements[element].attributes.clone()]
    }
}

impl Attribute {
    pub(crate) fn name<'d>(&self, document: &'d Document) -> &'d str {
        &document.source.text[self.name.clone()]
    }

    pub(crate) fn value<'d>(&'d self, document: &'d Document) -> &'d str {
        match &self.decoded {
            Some(value) => value,
            None => &document.source.text[self.value.clone()],
        }
    }

    pub(crate) fn at(&self) -> usize {
        self.name.start
    }

    /// Offset of the opening quote.
    pub(crate) fn value_at(&self) -> usize {
        self.value.start - 1
    }
}
