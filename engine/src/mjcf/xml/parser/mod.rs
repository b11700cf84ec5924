//! Text to tree, in one pass without recursion.

mod tag;

use std::ops::Range;
use std::sync::Arc;

use super::{Attribute, Document, Element, ElementId};
use crate::error::{Error, ErrorKind};
use crate::mjcf::source::SourceText;

/// Reads a whole file.
pub(crate) fn parse(source: Arc<SourceText>) -> Result<Document, Error> {
    // No element is without its bracket, no attribute without its sign.
    let count = |sign: u8| memchr::memchr_iter(sign, source.text.as_bytes()).count();
    let mut parser = Parser {
        text: &source.text,
        source: &source,
        at: 0,
        elements: Vec::with_capacity(count(b'<')),
        attributes: Vec::with_capacity(count(b'=')),
        open: Vec::new(),
        root: None,
        last_top: None,
        only_declarations: true,
        comment: None,
    };
    parser.document()?;
    let Parser {
        elements,
        attributes,
        root,
        comment,
        ..
    } = parser;
    Ok(Document {
        source,
        elements,
        attributes,
        root,
        comment,
    })
}

struct Parser<'s> {
    text: &'s str,
    source: &'s SourceText,
    at: usize,
    elements: Vec<Element>,
    attributes: Vec<Attribute>,
    open: Vec<OpenElement>,
    root: Option<ElementId>,
    last_top: Option<ElementId>,
    /// Nothing but `<?...?>` was seen yet.
    only_declarations: bool,
    /// What the root starts with, if that is a comment.
    comment: Option<Range<usize>>,
}

struct OpenElement {
    id: ElementId,
    last_child: Option<ElementId>,
}

impl Parser<'_> {
    fn document(&mut self) -> Result<(), Error> {
        self.skip_space();
        if self.rest().starts_with('\u{FEFF}') {
            self.at += '\u{FEFF}'.len_utf8();
        }
        if self.rest().is_empty() {
            return Err(Error::invalid("the document is empty").expected("a `mujoco` element"));
        }
        loop {
            let before_space = self.at;
            self.skip_space();
            if self.rest().is_empty() {
                return self.end_of_text();
            }
            let finished = self.node(before_space)?;
            if finished {
                return Ok(());
            }
        }
    }

    /// One node; true if it was a closing tag outside of any element, after which tinyxml2 reads
    /// nothing.
    fn node(&mut self, before_space: usize) -> Result<bool, Error> {
        let rest = self.rest();
        if rest.starts_with("<?") {
            self.declaration()?;
            return Ok(false);
        }
        if !rest.starts_with('<') {
            self.at = before_space;
            self.character_data()?;
        } else if rest.starts_with("<!--") {
            let start = self.at + "<!--".len();
            self.skip_past(4, "-->", "comment")?;
            if self.is_root_empty() {
                self.comment = Some(start..self.at - "-->".len());
            }
        } else if rest.starts_with("<![CDATA[") {
            self.skip_past(9, "]]>", "CDATA section")?;
        } else if rest.starts_with("<!") {
            self.skip_past(2, ">", "`<!` declaration")?;
        } else {
            return self.tag();
        }
        self.mark_content();
        Ok(false)
    }

    fn declaration(&mut self) -> Result<(), Error> {
        let start = self.at;
        self.skip_past(2, "?>", "`<?` declaration")?;
        if !self.only_declarations {
            let message = "a `<?` declaration after the start of the document";
            return Err(self
                .error(start, message)
                .expected("it in the first line or not at all"));
        }
        Ok(())
    }

    fn character_data(&mut self) -> Result<(), Error> {
        let start = self.at;
        match self.rest().find('<') {
            Some(len) if start + len + 1 < self.text.len() => {
                self.at += len;
                Ok(())
            }
            _ => {
                let text = start + self.rest().len() - self.rest().trim_start().len();
                Err(self
                    .error(
                        text.min(self.text.len()),
                        "text where the document should end",
                    )
                    .expected("nothing more"))
            }
        }
    }

    /// Ends the innermost element; true if there is none.
    fn close(&mut self, at: usize, name: &Range<usize>) -> Result<bool, Error> {
        let Some(open) = self.open.pop() else {
            return Ok(true);
        };
        let opened = &self.text[self.elements[open.id].name.clone()];
        let closed = &self.text[name.clone()];
        if opened != closed {
            let line = self.source.locate(self.elements[open.id].at).line;
            let message = format!("`</{closed}>` does not match `<{opened}>` of line {line}");
            return Err(self.error(at, message).expected(format!("`</{opened}>`")));
        }
        Ok(false)
    }

    fn end_of_text(&self) -> Result<(), Error> {
        match self.open.last() {
            None => Ok(()),
            Some(open) => {
                let element = &self.elements[open.id];
                let name = &self.text[element.name.clone()];
                Err(self
                    .error(element.at, format!("element `{name}` is never closed"))
                    .expected(format!("`</{name}>` before the end")))
            }
        }
    }

    /// Adds an element to the tree, under the innermost open one.
    fn add(&mut self, element: Element) -> ElementId {
        self.mark_content();
        let id = self.elements.len();
        self.elements.push(element);
        let (parent, previous) = match self.open.last_mut() {
            Some(open) => (Some(open.id), open.last_child.replace(id)),
            None => (None, self.last_top.replace(id)),
        };
        match (previous, parent) {
            (Some(previous), _) => self.elements[previous].next_sibling = Some(id),
            (None, Some(parent)) => self.elements[parent].first_child = Some(id),
            // MuJoCo reads the first top-level element and nothing else.
            (None, None) => self.root = Some(id),
        }
        id
    }

    /// Whether the root has just been opened.
    fn is_root_empty(&self) -> bool {
        let [open] = self.open.as_slice() else {
            return false;
        };
        self.root == Some(open.id) && !self.elements[open.id].has_content
    }

    fn mark_content(&mut self) {
        self.only_declarations = false;
        if let Some(open) = self.open.last() {
            self.elements[open.id].has_content = true;
        }
    }

    fn name(&mut self) -> Option<Range<usize>> {
        let rest = self.rest().as_bytes();
        let is_part = |&b: &u8| is_name_start(b) || b.is_ascii_digit() || b == b'.' || b == b'-';
        if !rest.first().is_some_and(|&b| is_name_start(b)) {
            return None;
        }
        let len = rest.iter().position(|b| !is_part(b)).unwrap_or(rest.len());
        let name = self.at..self.at + len;
        self.at = name.end;
        Some(name)
    }

    fn skip_past(&mut self, header: usize, end: &str, what: &str) -> Result<(), Error> {
        let start = self.at + header;
        match self.text[start..].find(end) {
            Some(len) => {
                self.at = start + len + end.len();
                Ok(())
            }
            None => Err(self
                .error(self.at, format!("the {what} does not end"))
                .expected(format!("`{end}`"))),
        }
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(|byte| is_space(char::from(byte))) {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn error(&self, at: usize, message: impl Into<String>) -> Error {
        self.source.error(ErrorKind::Invalid, at, message.into())
    }
}

/// C's `isspace`.
pub(crate) fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\x0B' | '\x0C' | '\r')
}

/// tinyxml2 takes every non-ASCII character for a letter.
fn is_name_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b':' || byte == b'_' || !byte.is_ascii()
}
