//! `geom`.

use super::orientation;
use super::section::defined;
use super::site::read_fromto;
use crate::error::Error;
use crate::mjcf::attribute::Keywords;
use crate::mjcf::tree::Node;
use crate::spec::{Geom, GeomType};

const FLUID_SHAPES: &Keywords<bool> = &[("none", false), ("ellipsoid", true)];

/// Reads a geom over what it inherits.
pub(super) fn read(node: Node<'_>, geom: &mut Geom) -> Result<(), Error> {
    node.copy_text("name", &mut geom.name);
    node.copy_keyword("type", GeomType::WORDS, &mut geom.kind)?;
    node.fill_some("size", &mut geom.size)?;
    node.copy_int("contype", &mut geom.contype)?;
    node.copy_int("conaffinity", &mut geom.conaffinity)?;
    node.copy_int("condim", &mut geom.condim)?;
    node.copy_int("group", &mut geom.group)?;
    node.copy_int("priority", &mut geom.priority)?;
    node.fill_some("friction", &mut geom.friction)?;
    node.fill("solmix", &mut geom.solmix)?;
    node.fill_some("solref", &mut geom.solref)?;
    node.fill_some("solimp", &mut geom.solimp)?;
    node.fill("margin", &mut geom.margin)?;
    node.fill("gap", &mut geom.gap)?;
    node.copy_reference("hfield", &mut geom.hfield);
    node.copy_reference("mesh", &mut geom.mesh);
    node.fill("fitscale", &mut geom.fitscale)?;
    node.copy_reference("material", &mut geom.material);
    node.fill("rgba", &mut geom.rgba)?;
    node.copy_keyword("fluidshape", FLUID_SHAPES, &mut geom.fluid_ellipsoid)?;
    node.fill_some("fluidcoef", &mut geom.fluid_coefs)?;
    node.copy_numbers("user", &mut geom.user)?;
    defined(node, "mass", &mut geom.mass)?;
    node.fill("density", &mut geom.density)?;
    read_fromto(node, &mut geom.fromto)?;
    node.fill("pos", &mut geom.pos)?;
    orientation::read(node, &mut geom.orientation)?;
    node.copy_bool("shellinertia", &mut geom.shell)?;
    geom.source = Some(node.location());
    Ok(())
}
