//! `equality`: connect, weld, joint, tendon, flex.

use super::Reader;
use crate::error::Error;
use crate::mjcf::tree::Node;
use crate::spec::{Equality, EqualityObject, EqualityType};

impl Reader {
    pub(super) fn equalities(&mut self, section: Node<'_>) -> Result<(), Error> {
        for node in section.children() {
            let mut equality = self.classes.of(node)?.equality.clone();
            read(node, &mut equality)?;
            self.spec.equalities.push(equality);
        }
        Ok(())
    }
}

/// Reads a constraint over what it inherits.
fn read(node: Node<'_>, equality: &mut Equality) -> Result<(), Error> {
    node.copy_text("name", &mut equality.name);
    match node.name() {
        "connect" => connect(node, equality)?,
        "weld" => weld(node, equality)?,
        "joint" => {
            equality.kind = EqualityType::Joint;
            equality.object = EqualityObject::Joint;
            coupling(node, equality, ["joint1", "joint2"])?;
        }
        "flex" => {
            equality.kind = EqualityType::Flex;
            equality.object = EqualityObject::Flex;
            node.required("flex")?.clone_into(&mut equality.name1);
        }
        _ => {
            equality.kind = EqualityType::Tendon;
            equality.object = EqualityObject::Tendon;
            coupling(node, equality, ["tendon1", "tendon2"])?;
        }
    }
    read_common(node, equality)
}

/// What every constraint has, and all that a default can give it.
pub(super) fn read_common(node: Node<'_>, equality: &mut Equality) -> Result<(), Error> {
    node.copy_bool("active", &mut equality.active)?;
    node.fill_some("solref", &mut equality.solref)?;
    node.fill_some("solimp", &mut equality.solimp)?;
    equality.source = Some(node.location());
    Ok(())
}

fn connect(node: Node<'_>, equality: &mut Equality) -> Result<(), Error> {
    equality.kind = EqualityType::Connect;
    let mut anchor = [0.0; 3];
    let has_anchor = node.fill("anchor", &mut anchor)?;
    if has_anchor {
        equality.data[..3].copy_from_slice(&anchor);
    }
    objects(node, equality, has_anchor, has_anchor)
}

fn weld(node: Node<'_>, equality: &mut Equality) -> Result<(), Error> {
    equality.kind = EqualityType::Weld;
    let mut anchor = [0.0; 3];
    let has_anchor = node.fill("anchor", &mut anchor)?;
    if has_anchor {
        equality.data[..3].copy_from_slice(&anchor);
    }
    let mut relpose = [0.0; 7];
    let has_relpose = node.fill("relpose", &mut relpose)?;
    if has_relpose {
        equality.data[3..10].copy_from_slice(&relpose);
    }
    objects(node, equality, has_anchor || has_relpose, true)?;
    if equality.object == EqualityObject::Body && !has_anchor {
        equality.data[..3].fill(0.0);
    }
    node.fill("torquescale", &mut equality.data[10])?;
    Ok(())
}

/// Two sites, or a body and perhaps another with data in their frames; never a mixture.
fn objects(
    node: Node<'_>,
    equality: &mut Equality,
    has_body_data: bool,
    body_is_complete: bool,
) -> Result<(), Error> {
    let [site1, site2] = ["site1", "site2"].map(|name| node.text(name));
    let [body1, body2] = ["body1", "body2"].map(|name| node.text(name));
    let any_site = site1.is_some() || site2.is_some();
    if any_site && (body1.is_some() || body2.is_some() || has_body_data) {
        return Err(node
            .invalid("sites are mixed with bodies")
            .expected("two sites alone, or bodies and what is given in their frames"));
    }
    let (object, name1, name2) = match (site1, site2, body1) {
        (Some(site1), Some(site2), _) => (EqualityObject::Site, site1, site2),
        (None, None, Some(body1)) if body_is_complete => {
            (EqualityObject::Body, body1, body2.unwrap_or(""))
        }
        _ => {
            let bodies = match equality.kind {
                EqualityType::Connect => "`body1` and `anchor`",
                _ => "`body1`",
            };
            return Err(node
                .invalid(format!("`{}` does not say what it holds", node.name()))
                .expected(format!("{bodies}, or `site1` and `site2`")));
        }
    };
    equality.object = object;
    name1.clone_into(&mut equality.name1);
    name2.clone_into(&mut equality.name2);
    Ok(())
}

/// A polynomial that couples two joints or tendons, or fixes one.
fn coupling(node: Node<'_>, equality: &mut Equality, names: [&str; 2]) -> Result<(), Error> {
    node.required(names[0])?.clone_into(&mut equality.name1);
    node.copy_text(names[1], &mut equality.name2);
    let mut polynomial = [0.0; 5];
    polynomial.copy_from_slice(&equality.data[..5]);
    node.fill_some("polycoef", &mut polynomial)?;
    equality.data[..5].copy_from_slice(&polynomial);
    Ok(())
}
