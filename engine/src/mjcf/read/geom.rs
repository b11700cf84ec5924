//! `geom`.

use super::orientation;
use super::section::defined;
use super::shape::{SHAPES, Written};
use super::site::read_fromto;
use crate::error::{Error, ErrorKind};
use crate::mjcf::attribute::Keywords;
use crate::mjcf::tree::Node;
use crate::spec::Geom;

const FLUID_SHAPES: &Keywords<bool> = &[("none", false), ("ellipsoid", true)];

/// A geom and its shape as written.
#[derive(Clone, Debug, Default)]
pub(super) struct GeomDraft {
    geom: Geom,
    shape: Written,
}

impl GeomDraft {
    pub(super) fn density(&self) -> f64 {
        self.geom.density
    }

    /// Reads a geom over what it inherits.
    pub(super) fn read(&mut self, node: Node<'_>) -> Result<(), Error> {
        let geom = &mut self.geom;
        node.copy_text("name", &mut geom.name);
        node.copy_keyword("type", SHAPES, &mut self.shape)?;
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

    /// The geom as far as a program can see it: a shape that is not supported is the usual one.
    pub(super) fn shown(&self) -> Geom {
        Geom {
            kind: self.shape.0.unwrap_or_default(),
            ..self.geom.clone()
        }
    }

    /// The geom, if its shape is supported.
    pub(super) fn finish(mut self, node: Node<'_>) -> Result<Geom, Error> {
        self.geom.kind = self.shape.0.ok_or_else(|| {
            let message = format!("a geom of type `{}`", self.shape.name());
            node.attribute_error(ErrorKind::Unsupported, "type", message)
                .expected("any other type")
        })?;
        Ok(self.geom)
    }
}
