//! `joint` and `freejoint`.

use super::AUTO;
use crate::error::Error;
use crate::mjcf::tree::Node;
use crate::spec::{Joint, JointType};

/// Reads a joint over what it inherits.
pub(super) fn read(node: Node<'_>, joint: &mut Joint) -> Result<(), Error> {
    node.copy_text("name", &mut joint.name);
    node.copy_keyword("type", JointType::WORDS, &mut joint.kind)?;
    node.copy_keyword("limited", AUTO, &mut joint.limited)?;
    node.copy_keyword("actuatorfrclimited", AUTO, &mut joint.actfrclimited)?;
    node.copy_int("group", &mut joint.group)?;
    node.fill_some("solreflimit", &mut joint.solref_limit)?;
    node.fill_some("solimplimit", &mut joint.solimp_limit)?;
    node.fill_some("solreffriction", &mut joint.solref_friction)?;
    node.fill_some("solimpfriction", &mut joint.solimp_friction)?;
    node.fill("pos", &mut joint.pos)?;
    node.fill("axis", &mut joint.axis)?;
    node.fill("springdamper", &mut joint.springdamper)?;
    node.fill("stiffness", &mut joint.stiffness)?;
    node.fill("range", &mut joint.range)?;
    node.fill("actuatorfrcrange", &mut joint.actfrcrange)?;
    node.fill("margin", &mut joint.margin)?;
    node.fill("ref", &mut joint.reference)?;
    node.fill("springref", &mut joint.springref)?;
    node.fill("armature", &mut joint.armature)?;
    node.fill("damping", &mut joint.damping)?;
    node.fill("frictionloss", &mut joint.frictionloss)?;
    node.copy_bool("actuatorgravcomp", &mut joint.actgravcomp)?;
    node.copy_numbers("user", &mut joint.user)?;
    joint.source = Some(node.location());
    Ok(())
}

/// Reads a free joint, which inherits nothing.
pub(super) fn read_free(node: Node<'_>) -> Result<Joint, Error> {
    let mut joint = Joint {
        kind: JointType::Free,
        source: Some(node.location()),
        ..Joint::default()
    };
    node.copy_text("name", &mut joint.name);
    node.copy_int("group", &mut joint.group)?;
    node.copy_keyword("align", AUTO, &mut joint.align)?;
    Ok(joint)
}
