//! `custom`: numbers, texts and tuples; and `keyframe`.

use super::Reader;
use crate::error::Error;
use crate::mjcf::attribute::Keywords;
use crate::mjcf::tree::Node;
use crate::spec::{Keyframe, Numeric, ObjectType, Text, Tuple, TupleElement};

/// Numbers that a custom field may hold.
const MAX_NUMERIC: usize = 500;

/// Words for kinds of element; what is unknown has none.
fn object_types() -> &'static Keywords<ObjectType> {
    &ObjectType::WORDS[1..]
}

/// The kind of element that a word names.
pub(super) fn object_type(word: &str) -> Option<ObjectType> {
    let found = object_types().iter().find(|(name, _)| *name == word);
    found.map(|&(_, kind)| kind)
}

impl Reader {
    pub(super) fn custom(&mut self, section: Node<'_>) -> Result<(), Error> {
        for node in section.children() {
            match node.name() {
                "numeric" => self.spec.numerics.push(numeric(node)?),
                "text" => self.spec.texts.push(text(node)?),
                _ => self.spec.tuples.push(tuple(node)?),
            }
        }
        Ok(())
    }

    pub(super) fn keyframes(&mut self, section: Node<'_>) -> Result<(), Error> {
        for node in section.children() {
            self.spec.keyframes.push(keyframe(node)?);
        }
        Ok(())
    }
}

fn numeric(node: Node<'_>) -> Result<Numeric, Error> {
    let name = node.required("name")?.to_owned();
    let mut size = 0;
    let sized = node.copy_int("size", &mut size)?;
    let mut data = node.numbers::<f64>("data")?.unwrap_or_default();
    let size = if sized {
        i64::from(size)
    } else {
        data.len() as i64
    };
    if !(1..=MAX_NUMERIC as i64).contains(&size) {
        return Err(node
            .invalid(format!("a custom field of {size} numbers"))
            .expected(format!("1 to {MAX_NUMERIC} numbers")));
    }
    if data.len() as i64 > size {
        return Err(node
            .value_error(
                "data",
                format!("{} numbers in a field of {size}", data.len()),
            )
            .expected(format!("at most {size} numbers")));
    }
    data.resize(size as usize, 0.0);
    Ok(Numeric {
        name,
        data,
        source: Some(node.location()),
    })
}

fn text(node: Node<'_>) -> Result<Text, Error> {
    let name = node.required("name")?.to_owned();
    let data = node.required("data")?.to_owned();
    if data.is_empty() {
        return Err(node
            .value_error("data", "the text is empty")
            .expected("a text"));
    }
    Ok(Text {
        name,
        data,
        source: Some(node.location()),
    })
}

fn tuple(node: Node<'_>) -> Result<Tuple, Error> {
    let mut tuple = Tuple {
        name: node.required("name")?.to_owned(),
        source: Some(node.location()),
        ..Tuple::default()
    };
    for element in node.children() {
        element.required("objtype")?;
        let Some(objtype) = element.keyword("objtype", object_types())? else {
            return Err(element.missing("objtype"));
        };
        let objname = element.required("objname")?.to_owned();
        let mut prm = 0.0;
        element.fill("prm", &mut prm)?;
        tuple.elements.push(TupleElement {
            objtype,
            objname,
            prm,
        });
    }
    divide_names(node, &mut tuple)?;
    Ok(tuple)
}

/// MuJoCo keeps the names of a tuple in one text, divided by spaces: a name with a space in it
/// counts as several, an empty one as none.
fn divide_names(node: Node<'_>, tuple: &mut Tuple) -> Result<(), Error> {
    let elements = &mut tuple.elements;
    let is_space = |c: char| matches!(c, ' ' | '\t'..='\r');
    let words: Vec<String> = elements
        .iter()
        .flat_map(|element| element.objname.split(is_space))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    if words.len() != elements.len() {
        let counted = format!("{} elements with {} names", elements.len(), words.len());
        return Err(node
            .invalid(format!("a tuple of {counted}, divided at spaces"))
            .expected("names without spaces"));
    }
    for (element, word) in elements.iter_mut().zip(words) {
        element.objname = word;
    }
    Ok(())
}

fn keyframe(node: Node<'_>) -> Result<Keyframe, Error> {
    let mut key = Keyframe {
        source: Some(node.location()),
        ..Keyframe::default()
    };
    node.copy_text("name", &mut key.name);
    node.fill("time", &mut key.time)?;
    node.copy_numbers("qpos", &mut key.qpos)?;
    node.copy_numbers("qvel", &mut key.qvel)?;
    node.copy_numbers("act", &mut key.act)?;
    node.copy_numbers("mpos", &mut key.mpos)?;
    node.copy_numbers("mquat", &mut key.mquat)?;
    node.copy_numbers("ctrl", &mut key.ctrl)?;
    Ok(key)
}
