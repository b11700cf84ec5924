//! `site`.

use super::orientation;
use crate::error::Error;
use crate::mjcf::tree::Node;
use crate::spec::{ClassName, GeomType, Site};

/// A site whose shape may be none for sites.
#[derive(Clone, Debug, Default)]
pub(super) struct SiteDraft {
    site: Site,
}

impl SiteDraft {
    /// Reads a site over what it inherits.
    pub(super) fn read(&mut self, node: Node<'_>) -> Result<(), Error> {
        let site = &mut self.site;
        node.copy_text("name", &mut site.name);
        node.copy_keyword("type", GeomType::WORDS, &mut site.shape)?;
        node.fill_some("size", &mut site.size)?;
        node.copy_int("group", &mut site.group)?;
        node.fill("pos", &mut site.pos)?;
        node.copy_reference("material", &mut site.material);
        node.fill("rgba", &mut site.rgba)?;
        read_fromto(node, &mut site.fromto)?;
        orientation::read(node, &mut site.orientation)?;
        node.copy_numbers("user", &mut site.user)?;
        site.source = Some(node.location());
        Ok(())
    }

    /// Puts it into a default class.
    pub(super) fn set_class(&mut self, class: ClassName) {
        self.site.class = class;
    }

    /// The site as far as a program can see it.
    pub(super) fn shown(&self) -> Site {
        self.site.clone()
    }

    /// The site, if its shape is one for sites.
    pub(super) fn finish(self, node: Node<'_>) -> Result<Site, Error> {
        if self.site.shape.is_for_sites() {
            return Ok(self.site);
        }
        let message = format!("a site of type `{}`", self.site.shape.name());
        let expected = "`sphere`, `capsule`, `ellipsoid`, `cylinder` or `box`";
        Err(node.value_error("type", message).expected(expected))
    }
}

/// End points; a first number that is NaN means none, as in MuJoCo.
pub(super) fn read_fromto(node: Node<'_>, into: &mut Option<[f64; 6]>) -> Result<(), Error> {
    let mut fromto = [0.0_f64; 6];
    if node.fill("fromto", &mut fromto)? {
        *into = (!fromto[0].is_nan()).then_some(fromto);
    }
    Ok(())
}
