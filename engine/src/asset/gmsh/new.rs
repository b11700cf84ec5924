//! Version 4.1.

use super::text::Words;
use super::{Gmsh, MOST_ELEMENTS, MOST_NODES, Sections, refuse};
use crate::files::AssetError;

/// Bytes of a section's header: four counts of 8 bytes, three numbers of 4, and a count.
const HEADER: usize = 52;
/// Bytes of a tag or a coordinate.
const NUMBER: usize = 8;

/// The header of a section: all its entries and its only block.
struct Header {
    blocks: u64,
    count: u64,
    /// The lowest tag.
    first: u64,
    dim: i32,
    /// The type of elements; meaningless for nodes.
    kind: i32,
    in_block: u64,
}

impl Header {
    fn from_words(words: &mut Words<'_>) -> Option<Header> {
        let [blocks, count, first, _last] = [(); 4].map(|()| words.size());
        let [dim, _tag, kind] = [(); 3].map(|()| words.int());
        let in_block = words.size();
        Some(Header {
            blocks: blocks?,
            count: count?,
            first: first?,
            dim: dim?,
            kind: kind?,
            in_block: in_block?,
        })
    }

    fn from_bytes(sections: &Sections<'_>, at: usize) -> Result<Header, AssetError> {
        Ok(Header {
            blocks: sections.long(at)?,
            count: sections.long(at + 8)?,
            first: sections.long(at + 16)?,
            dim: sections.int(at + 32)?,
            kind: sections.int(at + 40)?,
            in_block: sections.long(at + 44)?,
        })
    }

    fn check_block(&self, what: &str) -> Result<(), AssetError> {
        if self.blocks != 1 || self.count != self.in_block {
            let message = format!("{} blocks of {what}; there can be one", self.blocks);
            return Err(refuse(message));
        }
        Ok(())
    }

    fn check_nodes(&self) -> Result<(), AssetError> {
        self.check_block("nodes")?;
        if !(1..=3).contains(&self.dim) {
            return Err(refuse(format!(
                "nodes of dimension {}, not 1 to 3",
                self.dim
            )));
        }
        if self.count >= MOST_NODES {
            return Err(refuse(format!("{} nodes are too many", self.count)));
        }
        Ok(())
    }

    fn check_elements(&self, dim: i32) -> Result<(), AssetError> {
        self.check_block("elements")?;
        if self.dim != dim {
            let message = format!("elements of dimension {}, nodes of {dim}", self.dim);
            return Err(refuse(message));
        }
        if self.count >= MOST_ELEMENTS {
            return Err(refuse(format!("{} elements are too many", self.count)));
        }
        let expected = if dim == 3 { 4 } else { dim };
        if self.kind != expected {
            let message = format!("elements of type {}, not {expected}", self.kind);
            return Err(refuse(message));
        }
        Ok(())
    }

    /// Refuses a section that is too short for this many numbers per entry.
    fn check_size(&self, available: usize, numbers: usize, what: &str) -> Result<(), AssetError> {
        // Few enough that nothing overflows.
        let wanted = HEADER + self.count as usize * numbers * NUMBER;
        if available < wanted {
            let message = format!("{} {what} take {wanted} bytes of {available}", self.count);
            return Err(refuse(message));
        }
        Ok(())
    }
}

fn check_tag(tag: u64, index: u64, first: u64) -> Result<(), AssetError> {
    if tag != index.wrapping_add(first) {
        let message = format!("node {tag} is not the next one after {first}: tags have gaps");
        return Err(refuse(message));
    }
    Ok(())
}

pub(super) fn read_text(sections: &Sections<'_>) -> Result<Gmsh, AssetError> {
    let mut words = sections.words(&sections.nodes);
    let ended = |what: &str| refuse(format!("{what} end early, or are no numbers"));
    let nodes = Header::from_words(&mut words).ok_or_else(|| ended("the header of nodes"))?;
    nodes.check_nodes()?;
    for index in 0..nodes.count {
        let tag = words.size().ok_or_else(|| ended("tags of nodes"))?;
        check_tag(tag, index, nodes.first)?;
    }
    let mut result = Gmsh {
        dim: nodes.dim,
        ..Gmsh::default()
    };
    for _ in 0..3 * nodes.count {
        let coordinate = words.float();
        result
            .points
            .push(coordinate.ok_or_else(|| ended("coordinates"))?);
    }

    let mut words = sections.words(&sections.elements);
    let elements = Header::from_words(&mut words).ok_or_else(|| ended("the header of elements"))?;
    elements.check_elements(nodes.dim)?;
    for _ in 0..elements.count {
        words.size();
        for _ in 0..=nodes.dim {
            let node = words.size().ok_or_else(|| ended("elements"))?;
            result.elements.push(node.wrapping_sub(nodes.first) as i32);
        }
    }
    Ok(result)
}

pub(super) fn read_binary(sections: &Sections<'_>) -> Result<Gmsh, AssetError> {
    let start = sections.nodes.start;
    if sections.nodes.len() < HEADER {
        return Err(refuse("the header of nodes is too short"));
    }
    let nodes = Header::from_bytes(sections, start)?;
    nodes.check_nodes()?;
    nodes.check_size(sections.nodes.len(), 4, "nodes")?;
    let mut result = Gmsh {
        dim: nodes.dim,
        ..Gmsh::default()
    };
    let tags = start + HEADER;
    for index in 0..nodes.count {
        let tag = sections.long(tags + index as usize * NUMBER)?;
        check_tag(tag, index, nodes.first)?;
    }
    let points = tags + nodes.count as usize * NUMBER;
    for k in 0..3 * nodes.count as usize {
        result.points.push(sections.double(points + k * NUMBER)?);
    }

    let start = sections.elements.start;
    if sections.elements.len() < HEADER {
        return Err(refuse("the header of elements is too short"));
    }
    let elements = Header::from_bytes(sections, start)?;
    elements.check_elements(nodes.dim)?;
    let corners = nodes.dim as usize + 1;
    elements.check_size(sections.elements.len(), corners + 1, "elements")?;
    for element in 0..elements.count as usize {
        // A tag stands before the nodes.
        let first = start + HEADER + (element * (corners + 1) + 1) * NUMBER;
        for k in 0..corners {
            let node = sections.long(first + k * NUMBER)?;
            result.elements.push(node.wrapping_sub(nodes.first) as i32);
        }
    }
    Ok(result)
}
