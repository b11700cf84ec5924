//! Version 2.2, as Gmsh and as fTetWild write it.

use super::text::Words;
use super::{Gmsh, MOST_ELEMENTS, MOST_NODES, Sections, refuse};
use crate::files::AssetError;

/// Bytes of a tag or a type.
const INT: usize = 4;
/// A tag and three coordinates.
const NODE: usize = INT + 3 * 8;
/// Bytes that a count takes at least, with the end of its line.
const COUNT: usize = 4;
/// Most bytes in which a count is looked for.
const LONGEST_COUNT: usize = 10;

/// Dimension and number of corners of a type of elements.
fn corners(kind: i32) -> Result<(i32, usize), AssetError> {
    match kind {
        2 => Ok((2, 3)),
        4 => Ok((3, 4)),
        _ => Err(refuse(format!(
            "elements of type {kind}; triangles are 2, tetrahedra 4"
        ))),
    }
}

/// Refuses a node that does not exist. Some places count elements instead of nodes.
fn check_node(node: i32, count: u64) -> Result<i32, AssetError> {
    if u64::try_from(node).is_ok_and(|node| (1..=count).contains(&node)) {
        Ok(node - 1)
    } else {
        Err(refuse(format!(
            "node {node} of an element is not one of 1 to {count}"
        )))
    }
}

/// The count that a section in text begins with; its line must have digits only.
fn count(words: &mut Words<'_>, what: &str, most: u64) -> Result<u64, AssetError> {
    if !words.line().iter().all(u8::is_ascii_digit) {
        return Err(refuse(format!("the number of {what} is no number")));
    }
    let count = words.size();
    let count = count.ok_or_else(|| refuse(format!("there is no number of {what}")))?;
    if count >= most {
        return Err(refuse(format!("{count} {what} are too many")));
    }
    Ok(count)
}

pub(super) fn read_text(sections: &Sections<'_>) -> Result<Gmsh, AssetError> {
    let ended = |what: &str| refuse(format!("{what} end early, or are no numbers"));
    let mut result = Gmsh::default();
    let mut words = sections.words(&sections.nodes);
    let nodes = count(&mut words, "nodes", MOST_NODES)?;
    for _ in 0..nodes {
        words.size().ok_or_else(|| ended("nodes"))?;
        for _ in 0..3 {
            let coordinate = words.float();
            result
                .points
                .push(coordinate.ok_or_else(|| ended("nodes"))?);
        }
    }

    let mut words = sections.words(&sections.elements);
    let elements = count(&mut words, "elements", MOST_ELEMENTS)?;
    let begin = begin_element(&mut words);
    let (kind, mut tags) = begin.ok_or_else(|| ended("elements"))?;
    let (dim, corners) = corners(kind)?;
    result.dim = dim;
    for element in 0..elements {
        if element > 0 {
            (_, tags) = begin_element(&mut words).ok_or_else(|| ended("elements"))?;
        }
        let skipped = if tags > 0 { 2 } else { 0 };
        for _ in 0..skipped {
            words.int().ok_or_else(|| ended("elements"))?;
        }
        for _ in 0..corners {
            let node = words.int().ok_or_else(|| ended("elements"))?;
            result.elements.push(check_node(node, nodes)?);
        }
    }
    Ok(result)
}

/// The type and the number of tags of an element.
fn begin_element(words: &mut Words<'_>) -> Option<(i32, i32)> {
    words.int()?;
    Some((words.int()?, words.int()?))
}

/// The count at the start of a binary section, and where what follows it begins: one byte before
/// the first zero, or before the tenth byte.
fn binary_count(
    sections: &Sections<'_>,
    section: &std::ops::Range<usize>,
    what: &str,
) -> Result<(i32, usize), AssetError> {
    if section.len() < COUNT {
        return Err(refuse(format!("the number of {what} is too short")));
    }
    let text = &sections.file[section.clone()];
    let text = &text[..text.len().min(LONGEST_COUNT)];
    let length = text
        .iter()
        .position(|byte| *byte == 0)
        .unwrap_or(text.len());
    let digits = text[..length].trim_ascii_start();
    let sign = usize::from(digits.first().is_some_and(|byte| b"+-".contains(byte)));
    let end = digits[sign..]
        .iter()
        .position(|byte| !byte.is_ascii_digit());
    let end = sign + end.unwrap_or(digits.len() - sign);
    let number = str::from_utf8(&digits[..end]).unwrap_or("");
    let number = number.parse();
    let count = number.map_err(|_| refuse(format!("the number of {what} is no number")))?;
    Ok((count, section.start + length - 1))
}

pub(super) fn read_binary(sections: &Sections<'_>) -> Result<Gmsh, AssetError> {
    let (count, start) = binary_count(sections, &sections.nodes, "nodes")?;
    let nodes = u64::try_from(count).unwrap_or(MOST_NODES);
    if nodes >= MOST_NODES {
        return Err(refuse(format!("{count} nodes: too many, or negative")));
    }
    let wanted = COUNT + nodes as usize * NODE;
    if sections.nodes.len() < wanted {
        let message = format!(
            "{count} nodes take {wanted} bytes of {}",
            sections.nodes.len()
        );
        return Err(refuse(message));
    }
    let mut result = Gmsh::default();
    for node in 0..nodes as usize {
        for k in 0..3 {
            let at = start + node * NODE + INT + 8 * k;
            result.points.push(sections.double(at)?);
        }
    }
    read_binary_elements(sections, nodes, &mut result)?;
    Ok(result)
}

fn read_binary_elements(
    sections: &Sections<'_>,
    nodes: u64,
    result: &mut Gmsh,
) -> Result<(), AssetError> {
    let (count, start) = binary_count(sections, &sections.elements, "elements")?;
    let Ok(elements) = usize::try_from(count) else {
        return Err(refuse(format!("{count} elements")));
    };
    // The header of the first element: type, number of elements that follow, number of tags.
    let kind = sections.int(start)?;
    let tags = sections.int(start + 2 * INT)?;
    let (dim, corners) = corners(kind)?;
    result.dim = dim;
    let available = sections.elements.len();
    let check = |wanted: usize| {
        if available < wanted {
            let message = format!("{count} elements take {wanted} bytes of {available}");
            return Err(refuse(message));
        }
        Ok(())
    };
    // What fTetWild writes: one header, then a tag and four nodes for each element.
    let bare = 5 * INT;
    check(17 + elements * bare)?;
    let with_header = (6 + corners) * INT;
    if tags > 0 {
        check(COUNT + elements * with_header)?;
    }
    for element in 0..elements.max(1) {
        let first = match (tags > 0, element) {
            (true, _) => element * with_header + 6 * INT,
            (false, 0) => 4 * INT,
            (false, _) => 6 * INT + (element - 1) * bare + 3 * INT,
        };
        // Only the first element is held to the number of nodes.
        let most = if element == 0 { nodes } else { elements as u64 };
        for k in 0..corners {
            let node = sections.int(start + first + k * INT)?;
            result.elements.push(check_node(node, most)?);
        }
    }
    Ok(())
}
