//! A model's files as one tree, and its nodes.
//!
//! `include` elements stay in the tree and are looked through: to everything but the two places
//! that MuJoCo forgot, the included file's elements stand where the `include` stood.

use std::collections::HashMap;

use super::xml::{Attribute, Document, ElementId};
use crate::error::{Error, ErrorKind, Location};

/// Index of a file in a tree; the first is the model itself.
pub(crate) type DocumentId = usize;

#[derive(Debug)]
pub(crate) struct Tree {
    pub(crate) documents: Vec<Document>,
    /// What each `include` element brought in.
    pub(crate) included: HashMap<(DocumentId, ElementId), DocumentId>,
    /// The directory of each included file; none for the model itself.
    pub(crate) dirs: Vec<Option<String>>,
}

/// An element of a tree.
#[derive(Clone, Copy)]
pub(crate) struct Node<'t> {
    tree: &'t Tree,
    document: DocumentId,
    element: ElementId,
}

impl Tree {
    pub(crate) fn root(&self) -> Option<Node<'_>> {
        self.documents[0].root.map(|element| self.node(0, element))
    }

    pub(crate) fn node(&self, document: DocumentId, element: ElementId) -> Node<'_> {
        Node {
            tree: self,
            document,
            element,
        }
    }
}

impl<'t> Node<'t> {
    pub(crate) fn name(self) -> &'t str {
        self.source().name(self.element)
    }

    /// The comment that its file's root starts with; empty for none.
    pub(crate) fn comment(self) -> String {
        self.source().comment()
    }

    /// The position of the element; identifies it within its tree.
    pub(crate) fn id(self) -> (DocumentId, ElementId) {
        (self.document, self.element)
    }

    /// The directory of the included file that the element is in; empty in the model itself.
    pub(crate) fn include_dir(self) -> &'t str {
        let dir = self.tree.dirs.get(self.document);
        dir.and_then(Option::as_deref).unwrap_or("")
    }

    /// The child elements, with those of included files in the place of the `include`.
    pub(crate) fn children(self) -> Children<'t> {
        Children {
            next: self.first_child(),
            resume: Vec::new(),
        }
    }

    /// The child elements of this file alone.
    pub(crate) fn own_children(self) -> impl Iterator<Item = Node<'t>> {
        std::iter::successors(self.first_child(), |node| node.next_sibling())
    }

    /// There is more than white space between the tags.
    pub(crate) fn has_content(self) -> bool {
        self.source().elements[self.element].has_content
    }

    pub(crate) fn attributes(self) -> impl Iterator<Item = (&'t str, &'t Attribute)> {
        let document = self.source();
        let attributes = document.attributes(self.element).iter();
        attributes.map(move |attribute| (attribute.name(document), attribute))
    }

    /// The text of an attribute, if it is given.
    #[inline]
    pub(crate) fn text(self, name: &str) -> Option<&'t str> {
        if self.lacks(name) {
            return None;
        }
        self.find_text(name)
    }

    /// Whether an attribute is known to be absent; most are, and need no search.
    #[inline]
    pub(crate) fn lacks(self, name: &str) -> bool {
        !self.source().may_have(self.element, name)
    }

    fn find_text(self, name: &str) -> Option<&'t str> {
        let (_, attribute) = self.attributes().find(|(n, _)| *n == name)?;
        Some(attribute.value(self.source()))
    }

    pub(crate) fn location(self) -> Location {
        let document = self.source();
        document.source.locate(document.elements[self.element].at)
    }

    /// An error that points at the element.
    pub(crate) fn error(self, kind: ErrorKind, message: impl Into<String>) -> Error {
        let document = self.source();
        let at = document.elements[self.element].at;
        document
            .source
            .error(kind, at, message.into())
            .element(self.name())
    }

    pub(crate) fn invalid(self, message: impl Into<String>) -> Error {
        self.error(ErrorKind::Invalid, message)
    }

    pub(crate) fn unsupported(self, message: impl Into<String>) -> Error {
        self.error(ErrorKind::Unsupported, message)
    }

    /// An error that points at an attribute's name, or at the element if it has no such attribute.
    pub(crate) fn attribute_error(
        self,
        kind: ErrorKind,
        name: &str,
        message: impl Into<String>,
    ) -> Error {
        self.error_in(kind, name, message, Attribute::at)
    }

    /// An error that points at an attribute's value.
    pub(crate) fn value_error(self, name: &str, message: impl Into<String>) -> Error {
        self.error_in(ErrorKind::Invalid, name, message, Attribute::value_at)
    }

    fn error_in(
        self,
        kind: ErrorKind,
        name: &str,
        message: impl Into<String>,
        place: fn(&Attribute) -> usize,
    ) -> Error {
        let document = self.source();
        let attribute = self.attributes().find(|(n, _)| *n == name);
        let at = attribute.map_or(document.elements[self.element].at, |(_, a)| place(a));
        document
            .source
            .error(kind, at, message.into())
            .element(self.name())
            .attribute(name)
    }

    #[inline]
    fn source(self) -> &'t Document {
        &self.tree.documents[self.document]
    }

    fn first_child(self) -> Option<Node<'t>> {
        let child = self.source().elements[self.element].first_child?;
        Some(self.tree.node(self.document, child))
    }

    fn next_sibling(self) -> Option<Node<'t>> {
        let sibling = self.source().elements[self.element].next_sibling?;
        Some(self.tree.node(self.document, sibling))
    }

    /// The first element of the file that this `include` brought in.
    fn included(self) -> Option<Node<'t>> {
        let document = *self.tree.included.get(&self.id())?;
        let root = self.tree.documents[document].root?;
        self.tree.node(document, root).first_child()
    }
}

/// Iterator over children, through includes.
pub(crate) struct Children<'t> {
    next: Option<Node<'t>>,
    /// `include` elements whose files are being walked.
    resume: Vec<Node<'t>>,
}

impl<'t> Iterator for Children<'t> {
    type Item = Node<'t>;

    fn next(&mut self) -> Option<Node<'t>> {
        loop {
            let Some(node) = self.next else {
                self.next = self.resume.pop()?.next_sibling();
                continue;
            };
            if node.name() == "include" {
                self.resume.push(node);
                self.next = node.included();
                continue;
            }
            self.next = node.next_sibling();
            return Some(node);
        }
    }
}
