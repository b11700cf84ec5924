//! Text to tree, in one pass without recursion.

use std::ops::Range;
use std::sync::Arc;

use super::{Attribute, Document, Element, ElementId, mark, text};
use crate::error::{Error, ErrorKind};
use crate::mjcf::source::SourceText;

/// Open elements, the document itself counted, at which tinyxml2 gives up.
const MAX_DEPTH: usize = 500;

/// More attributes than any MJCF element knows; beyond it a file is refused before it can cost time.
const MAX_ATTRIBUTES: usize = 64;

/// Reads a whole file.
pub(crate) fn parse(source: Arc<SourceText>) -> Result<Document, Error> {
    let mut parser = Parser {
        text: &source.text,
        source: &source,
        at: 0,
        elements: Vec::new(),
        attributes: Vec::new(),
        open: Vec::new(),
        root: None,
        last_top: None,
        only_declarations: true,
    };
    parser.document()?;
    let Parser {
        elements,
        attributes,
        root,
        ..
    } = parser;
    Ok(Document {
        source,
        elements,
        attributes,
        root,
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
}

struct OpenElement {
    id: ElementId,
    last_child: Option<ElementId>,
}

/// How a tag ends and whether it began with a slash.
#[derive(PartialEq)]
enum Tag {
    Opening,
    Closing,
    Closed,
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

    /// One node; true if it was a closing tag outside of any element, after which tinyxml2 reads nothing.
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
            self.skip_past(4, "-->", "comment")?;
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

    fn tag(&mut self) -> Result<bool, Error> {
        let at = self.at;
        self.at += 1;
        self.skip_space();
        let closing = self.rest().starts_with('/');
        self.at += usize::from(closing);
        let Some(name) = self.name() else {
            return Err(self
                .error(at, "a `<` that does not start a tag")
                .expected("a name"));
        };
        let first_attribute = self.attributes.len();
        let closed = self.tag_attributes(at, &name)?;
        let tag = match (closed, closing) {
            (true, _) => Tag::Closed,
            (false, true) => Tag::Closing,
            (false, false) => Tag::Opening,
        };
        if tag == Tag::Closing {
            self.attributes.truncate(first_attribute);
            return self.close(at, &name);
        }
        let attributes = first_attribute..self.attributes.len();
        let names = self.attributes[attributes.clone()].iter();
        let marks = names.map(|a| mark(&self.text[a.name.clone()]));
        let marks = marks.fold(0, |all, mark| all | mark);
        let id = self.add(Element {
            at,
            name,
            attributes,
            marks,
            first_child: None,
            next_sibling: None,
            has_content: false,
        });
        if tag == Tag::Opening {
            self.open.push(OpenElement {
                id,
                last_child: None,
            });
            if self.open.len() + 1 >= MAX_DEPTH {
                let limit = MAX_DEPTH - 2;
                return Err(self
                    .error(at, "elements are nested too deeply")
                    .expected(format!("at most {limit} levels")));
            }
        }
        Ok(false)
    }

    /// Attributes up to the end of the tag; true if it ended with `/>`.
    fn tag_attributes(&mut self, tag: usize, name: &Range<usize>) -> Result<bool, Error> {
        let first = self.attributes.len();
        loop {
            self.skip_space();
            match self.peek() {
                Some(b'>') => {
                    self.at += 1;
                    return Ok(false);
                }
                Some(b'/') if self.rest().starts_with("/>") => {
                    self.at += 2;
                    return Ok(true);
                }
                None => {
                    let message = format!("the tag `{}` does not end", &self.text[name.clone()]);
                    return Err(self.error(tag, message).expected("`>` or `/>`"));
                }
                Some(byte) if is_name_start(byte) => {}
                Some(_) => {
                    let message = "unexpected text in a tag";
                    return Err(self
                        .error(self.at, message)
                        .expected("an attribute, `>` or `/>`"));
                }
            }
            let attribute = self.attribute()?;
            self.check_attribute(first, &attribute)?;
            self.attributes.push(attribute);
        }
    }

    fn attribute(&mut self) -> Result<Attribute, Error> {
        let at = self.at;
        let name = self.name().unwrap_or(at..at);
        self.skip_space();
        if self.peek() != Some(b'=') {
            let message = format!("attribute `{}` has no value", &self.text[name]);
            return Err(self
                .error(at, message)
                .expected("`=` and a value in quotes"));
        }
        self.at += 1;
        self.skip_space();
        let Some(quote @ (b'"' | b'\'')) = self.peek() else {
            let message = format!(
                "the value of attribute `{}` is not in quotes",
                &self.text[name]
            );
            return Err(self.error(at, message).expected("a value in quotes"));
        };
        let start = self.at + 1;
        let Some(len) = self.text.as_bytes()[start..]
            .iter()
            .position(|&b| b == quote)
        else {
            let message = format!("the value of attribute `{}` does not end", &self.text[name]);
            return Err(self.error(at, message).expected("a closing quote"));
        };
        let value = start..start + len;
        self.at = value.end + 1;
        let decoded = self.decode(&value)?;
        Ok(Attribute {
            name,
            value,
            decoded,
        })
    }

    fn decode(&self, value: &Range<usize>) -> Result<Option<Box<str>>, Error> {
        let raw = &self.text[value.clone()];
        let changes = |byte: u8| matches!(byte, b'&' | b'\r' | b'\n');
        let decoded = if raw.bytes().any(changes) {
            text::decode(raw).map(|text| Some(text.into_boxed_str()))
        } else {
            Some(None)
        };
        match decoded {
            Some(decoded) if !self.source.is_damaged(raw) => Ok(decoded),
            _ => {
                let message = "an attribute value that is not UTF-8".to_owned();
                Err(self
                    .source
                    .error(ErrorKind::Unsupported, value.start - 1, message))
            }
        }
    }

    fn check_attribute(&self, first: usize, attribute: &Attribute) -> Result<(), Error> {
        let text = self.text.as_bytes();
        let name = &self.text[attribute.name.clone()];
        let earlier = &self.attributes[first..];
        if earlier.len() >= MAX_ATTRIBUTES {
            let message = format!("a tag with more than {MAX_ATTRIBUTES} attributes");
            return Err(self.error(attribute.name.start, message));
        }
        if earlier
            .iter()
            .any(|a| text[a.name.clone()] == *name.as_bytes())
        {
            let message = format!("attribute `{name}` is given twice");
            return Err(self
                .error(attribute.name.start, message)
                .expected("each attribute once"));
        }
        Ok(())
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
