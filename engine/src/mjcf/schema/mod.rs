//! The schema of MJCF: which elements occur where, with which attributes, and which of them this
//! engine supports.
//!
//! The schema itself is in `table.txt`; this module reads it.

mod check;
mod document;

use std::collections::HashMap;
use std::sync::LazyLock;

pub(crate) use check::check;

/// How often an element may occur in its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Exactly once.
    Once,
    /// Once or not at all.
    AtMostOnce,
    /// As often as one likes.
    Many,
}

/// One element of the schema.
#[derive(Debug)]
pub struct ElementRule {
    /// Its tag.
    pub name: &'static str,
    /// How often it may occur.
    pub count: Count,
    /// Whether the engine reads it.
    pub supported: bool,
    /// The attributes that it may have.
    pub attributes: Vec<AttributeRule>,
    children: Vec<RuleId>,
    /// Levels below the root; children shared with another element are not counted again.
    pub depth: usize,
}

/// One attribute of an element.
#[derive(Clone, Copy, Debug)]
pub struct AttributeRule {
    /// Its name.
    pub name: &'static str,
    /// Whether the engine reads it.
    pub supported: bool,
}

type RuleId = usize;

/// The whole schema, elements in the order of the table; the first is the root.
#[derive(Debug)]
pub struct Schema {
    /// All elements, parents before their children.
    pub elements: Vec<ElementRule>,
}

impl Schema {
    /// MuJoCo 3.2.6's schema.
    pub fn mjcf() -> &'static Schema {
        static SCHEMA: LazyLock<Schema> = LazyLock::new(|| read(include_str!("table.txt")));
        &SCHEMA
    }

    fn child(&self, parent: RuleId, name: &str) -> Option<RuleId> {
        let children = &self.elements[parent].children;
        children
            .iter()
            .copied()
            .find(|&id| self.elements[id].name == name)
    }

    fn children(&self, parent: RuleId) -> impl Iterator<Item = &ElementRule> + Clone {
        self.elements[parent]
            .children
            .iter()
            .map(|&id| &self.elements[id])
    }
}

/// Reads a table; its own opening comment describes the format.
fn read(table: &'static str) -> Schema {
    let mut reader = TableReader::default();
    for line in table.lines() {
        let words = line.trim();
        let indent = line.len() - line.trim_start().len();
        match words.chars().next() {
            None | Some('#') => {}
            Some('|') => reader.extend(&words[1..]),
            Some('@') => reader.define(words),
            Some(_) => reader.element(indent / 2, words),
        }
    }
    reader.finish()
}

#[derive(Default)]
struct TableReader {
    elements: Vec<ElementRule>,
    groups: HashMap<&'static str, Vec<AttributeRule>>,
    /// The group being defined; none when the last line was an element.
    group: Option<&'static str>,
    /// The element at each level above the next line.
    path: Vec<RuleId>,
    /// Elements that take their children from an ancestor of that name.
    shared: Vec<(RuleId, RuleId)>,
}

impl TableReader {
    fn define(&mut self, line: &'static str) {
        let (name, attributes) = line.split_once('=').unwrap_or((line, ""));
        let name = name.trim();
        self.group = Some(name);
        self.groups.insert(name, Vec::new());
        self.extend(attributes);
    }

    fn element(&mut self, depth: usize, line: &'static str) {
        self.group = None;
        self.path.truncate(depth);
        let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
        let (count, attributes) = rest.split_at(rest.len().min(1));
        let id = self.elements.len();
        self.elements.push(ElementRule {
            name: name.trim_start_matches('-'),
            count: match count {
                "!" => Count::Once,
                "?" => Count::AtMostOnce,
                _ => Count::Many,
            },
            supported: !name.starts_with('-'),
            attributes: Vec::new(),
            children: Vec::new(),
            depth,
        });
        if let Some(&parent) = self.path.last() {
            self.elements[parent].children.push(id);
        }
        self.path.push(id);
        self.extend(attributes);
    }

    /// Adds attributes to the group or element of the line before.
    fn extend(&mut self, words: &'static str) {
        let (words, shared) = words.split_once('>').unwrap_or((words, ""));
        let mut attributes = Vec::new();
        for word in words.split_whitespace() {
            match self.groups.get(word) {
                Some(group) => attributes.extend(group),
                None => attributes.push(AttributeRule {
                    name: word.trim_start_matches('-'),
                    supported: !word.starts_with('-'),
                }),
            }
        }
        match (self.group, self.elements.len().checked_sub(1)) {
            (Some(group), _) => self.groups.entry(group).or_default().extend(attributes),
            (None, Some(id)) => {
                self.elements[id].attributes.extend(attributes);
                let is_shared = |&&a: &&RuleId| self.elements[a].name == shared.trim();
                // The nearest ancestor, not the element itself.
                let ancestors = self.path.iter().rev().skip(1);
                if let Some(&ancestor) = ancestors.clone().find(is_shared) {
                    self.shared.push((id, ancestor));
                }
            }
            (None, None) => {}
        }
    }

    fn finish(mut self) -> Schema {
        for (id, ancestor) in self.shared {
            self.elements[id].children = self.elements[ancestor].children.clone();
        }
        Schema {
            elements: self.elements,
        }
    }
}
