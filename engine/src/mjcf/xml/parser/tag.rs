//! Tags with their attributes.

use std::ops::Range;

use super::{OpenElement, Parser, is_name_start};
use crate::error::{Error, ErrorKind};
use crate::mjcf::xml::{Attribute, Element, mark, text};

/// Open elements, the document itself counted, at which tinyxml2 gives up.
const MAX_DEPTH: usize = 500;

/// More attributes than any MJCF element has; a file with more is refused before it costs time.
const MAX_ATTRIBUTES: usize = 64;

/// How a tag ends and whether it began with a slash.
#[derive(PartialEq)]
enum Tag {
    Opening,
    Closing,
    Closed,
}

impl Parser<'_> {
    /// The tag of an element; true if it closes one that was never opened.
    pub(super) fn tag(&mut self) -> Result<bool, Error> {
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
}
