//! `flex`, and what `flexcomp` has in common with it.

use super::mesh::copy;
use crate::error::Error;
use crate::mjcf::tree::Node;
use crate::mjcf::xml::is_space;
use crate::spec::{Flex, FlexSelf};

/// Reads a flex as it stands in `deformable`.
pub(super) fn read(node: Node<'_>) -> Result<Flex, Error> {
    let mut flex = Flex::default();
    read_common(node, &mut flex)?;
    let bodies = node.required("body")?;
    let words = bodies.split(is_space).filter(|word| !word.is_empty());
    flex.bodies = words.map(str::to_owned).collect();
    node.copy_numbers("vertex", &mut flex.vertex)?;
    let missing = || node.missing("element");
    flex.element = node.numbers("element")?.ok_or_else(missing)?;
    copy(node.numbers("texcoord")?, &mut flex.texcoord);
    Ok(flex)
}

/// Reads what a flex has besides its vertices and elements.
pub(super) fn read_common(node: Node<'_>, flex: &mut Flex) -> Result<(), Error> {
    node.copy_text("name", &mut flex.name);
    node.copy_reference("material", &mut flex.material);
    node.fill("radius", &mut flex.radius)?;
    node.fill("rgba", &mut flex.rgba)?;
    node.copy_bool("flatskin", &mut flex.flatskin)?;
    node.copy_int("dim", &mut flex.dim)?;
    node.copy_int("group", &mut flex.group)?;
    for part in node.children() {
        match part.name() {
            "contact" => read_contact(part, flex)?,
            "edge" => {
                part.fill("stiffness", &mut flex.edgestiffness)?;
                part.fill("damping", &mut flex.edgedamping)?;
            }
            "elasticity" => {
                part.fill("young", &mut flex.young)?;
                part.fill("poisson", &mut flex.poisson)?;
                part.fill("thickness", &mut flex.thickness)?;
                part.fill("damping", &mut flex.damping)?;
            }
            // A `flexcomp` reads its own.
            _ => {}
        }
    }
    flex.source = Some(node.location());
    Ok(())
}

fn read_contact(node: Node<'_>, flex: &mut Flex) -> Result<(), Error> {
    node.copy_int("contype", &mut flex.contype)?;
    node.copy_int("conaffinity", &mut flex.conaffinity)?;
    node.copy_int("condim", &mut flex.condim)?;
    node.copy_int("priority", &mut flex.priority)?;
    node.fill_some("friction", &mut flex.friction)?;
    node.fill("solmix", &mut flex.solmix)?;
    node.fill_some("solref", &mut flex.solref)?;
    node.fill_some("solimp", &mut flex.solimp)?;
    node.fill("margin", &mut flex.margin)?;
    node.fill("gap", &mut flex.gap)?;
    node.copy_bool("internal", &mut flex.internal)?;
    node.copy_keyword("selfcollide", FlexSelf::WORDS, &mut flex.selfcollide)?;
    node.copy_int("activelayers", &mut flex.activelayers)?;
    Ok(())
}
