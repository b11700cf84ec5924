//! `tendon`: fixed and spatial, and their paths.

use super::{AUTO, Reader};
use crate::error::Error;
use crate::mjcf::tree::Node;
use crate::spec::{Tendon, Wrap, WrapKind};

impl Reader {
    pub(super) fn tendons(&mut self, section: Node<'_>) -> Result<(), Error> {
        for node in section.children() {
            let mut tendon = self.classes.of(node)?.tendon.clone();
            read_common(node, &mut tendon)?;
            for step in node.children() {
                tendon.path.push(Wrap {
                    kind: read_step(step)?,
                    source: Some(step.location()),
                });
            }
            self.spec.tendons.push(tendon);
        }
        Ok(())
    }
}

/// Everything but the path, over what it inherits.
pub(super) fn read_common(node: Node<'_>, tendon: &mut Tendon) -> Result<(), Error> {
    node.copy_text("name", &mut tendon.name);
    node.copy_int("group", &mut tendon.group)?;
    node.copy_reference("material", &mut tendon.material);
    node.copy_keyword("limited", AUTO, &mut tendon.limited)?;
    node.fill("width", &mut tendon.width)?;
    node.fill_some("solreflimit", &mut tendon.solref_limit)?;
    node.fill_some("solimplimit", &mut tendon.solimp_limit)?;
    node.fill_some("solreffriction", &mut tendon.solref_friction)?;
    node.fill_some("solimpfriction", &mut tendon.solimp_friction)?;
    node.fill("range", &mut tendon.range)?;
    node.fill("margin", &mut tendon.margin)?;
    node.fill("stiffness", &mut tendon.stiffness)?;
    node.fill("damping", &mut tendon.damping)?;
    node.fill("frictionloss", &mut tendon.frictionloss)?;
    // One length is both ends of the dead band.
    if node.fill_some("springlength", &mut tendon.springlength)? == 1 {
        tendon.springlength[1] = tendon.springlength[0];
    }
    node.fill("rgba", &mut tendon.rgba)?;
    node.copy_numbers("user", &mut tendon.user)?;
    tendon.source = Some(node.location());
    Ok(())
}

fn read_step(node: Node<'_>) -> Result<WrapKind, Error> {
    Ok(match node.name() {
        "site" => WrapKind::Site(node.required("site")?.to_owned()),
        "geom" => {
            let mut sidesite = None;
            node.copy_reference("sidesite", &mut sidesite);
            WrapKind::Geom {
                geom: node.required("geom")?.to_owned(),
                sidesite,
            }
        }
        "pulley" => {
            let mut divisor = 0.0;
            node.fill_required("divisor", &mut divisor)?;
            WrapKind::Pulley { divisor }
        }
        _ => {
            let mut coef = 0.0;
            let joint = node.required("joint")?.to_owned();
            node.fill_required("coef", &mut coef)?;
            WrapKind::Joint { joint, coef }
        }
    })
}
