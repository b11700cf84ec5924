//! `contact`: pairs and excludes.

use super::Reader;
use crate::error::Error;
use crate::mjcf::tree::Node;
use crate::spec::{Exclude, Pair};

impl Reader {
    pub(super) fn contact(&mut self, section: Node<'_>) -> Result<(), Error> {
        for node in section.children() {
            if node.name() == "pair" {
                let mut pair = self.classes.of(node)?.pair.clone();
                read_pair(node, &mut pair)?;
                self.spec.pairs.push(pair);
            } else {
                self.spec.excludes.push(read_exclude(node)?);
            }
        }
        Ok(())
    }
}

/// Reads a pair over what it inherits.
pub(super) fn read_pair(node: Node<'_>, pair: &mut Pair) -> Result<(), Error> {
    node.copy_text("name", &mut pair.name);
    node.copy_text("geom1", &mut pair.geom1);
    node.copy_text("geom2", &mut pair.geom2);
    node.copy_int("condim", &mut pair.condim)?;
    node.fill_some("solref", &mut pair.solref)?;
    node.fill_some("solreffriction", &mut pair.solreffriction)?;
    node.fill_some("solimp", &mut pair.solimp)?;
    node.fill("margin", &mut pair.margin)?;
    node.fill("gap", &mut pair.gap)?;
    node.fill_some("friction", &mut pair.friction)?;
    pair.source = Some(node.location());
    Ok(())
}

fn read_exclude(node: Node<'_>) -> Result<Exclude, Error> {
    let mut exclude = Exclude {
        body1: node.required("body1")?.to_owned(),
        body2: node.required("body2")?.to_owned(),
        source: Some(node.location()),
        ..Exclude::default()
    };
    node.copy_text("name", &mut exclude.name);
    Ok(exclude)
}
