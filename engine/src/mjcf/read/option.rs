//! `option` and its flags.

use super::{Reader, own_child};
use crate::error::Error;
use crate::mjcf::attribute::Keywords;
use crate::mjcf::tree::Node;
use crate::model::{Cone, DisableFlags, EnableFlags, Integrator, JacobianType, Opt, Solver};

const SWITCH: &Keywords<bool> = &[("disable", false), ("enable", true)];

/// Groups of actuators that have a bit of their own.
const ACTUATOR_GROUPS: usize = 31;

impl Reader {
    pub(super) fn option(&mut self, node: Node<'_>) -> Result<(), Error> {
        let option = &mut self.spec.option;
        parameters(node, option)?;
        disabled_groups(node, option)?;
        if let Some(flag) = own_child(node, "flag", &mut self.spec.warnings) {
            flags(flag, option)?;
        }
        Ok(())
    }
}

fn parameters(node: Node<'_>, option: &mut Opt) -> Result<(), Error> {
    node.fill("timestep", &mut option.timestep)?;
    node.fill("apirate", &mut option.apirate)?;
    node.fill("impratio", &mut option.impratio)?;
    node.fill("tolerance", &mut option.tolerance)?;
    node.fill("ls_tolerance", &mut option.ls_tolerance)?;
    node.fill("noslip_tolerance", &mut option.noslip_tolerance)?;
    node.fill("ccd_tolerance", &mut option.ccd_tolerance)?;
    node.fill("gravity", &mut option.gravity)?;
    node.fill("wind", &mut option.wind)?;
    node.fill("magnetic", &mut option.magnetic)?;
    node.fill("density", &mut option.density)?;
    node.fill("viscosity", &mut option.viscosity)?;
    node.fill("o_margin", &mut option.o_margin)?;
    node.fill_some("o_solref", &mut option.o_solref)?;
    node.fill_some("o_solimp", &mut option.o_solimp)?;
    node.fill_some("o_friction", &mut option.o_friction)?;
    kinds(node, option)?;
    node.copy_int("iterations", &mut option.iterations)?;
    node.copy_int("ls_iterations", &mut option.ls_iterations)?;
    node.copy_int("noslip_iterations", &mut option.noslip_iterations)?;
    node.copy_int("ccd_iterations", &mut option.ccd_iterations)?;
    node.copy_int("sdf_iterations", &mut option.sdf_iterations)?;
    node.copy_int("sdf_initpoints", &mut option.sdf_initpoints)?;
    Ok(())
}

fn disabled_groups(node: Node<'_>, option: &mut Opt) -> Result<(), Error> {
    let mut groups = [0; ACTUATOR_GROUPS];
    let count = node.fill_some("actuatorgroupdisable", &mut groups)?;
    for group in &groups[..count] {
        if !(0..ACTUATOR_GROUPS as i32).contains(group) {
            return Err(node
                .value_error(
                    "actuatorgroupdisable",
                    format!("group {group} cannot be disabled"),
                )
                .expected("groups from 0 to 30"));
        }
        option.disableactuator |= 1 << group;
    }
    Ok(())
}

fn kinds(node: Node<'_>, option: &mut Opt) -> Result<(), Error> {
    if let Some(kind) = node.keyword("integrator", Integrator::WORDS)? {
        option.set_integrator(kind);
    }
    if let Some(kind) = node.keyword("cone", Cone::WORDS)? {
        option.set_cone(kind);
    }
    if let Some(kind) = node.keyword("jacobian", JacobianType::WORDS)? {
        option.set_jacobian(kind);
    }
    if let Some(kind) = node.keyword("solver", Solver::WORDS)? {
        option.set_solver(kind);
    }
    Ok(())
}

fn flags(node: Node<'_>, option: &mut Opt) -> Result<(), Error> {
    for &(name, flag) in DisableFlags::WORDS {
        match node.keyword(name, SWITCH)? {
            Some(true) => option.undo_disable(flag),
            Some(false) => option.disable(flag),
            None => {}
        }
    }
    for &(name, flag) in EnableFlags::WORDS {
        match node.keyword(name, SWITCH)? {
            Some(true) => option.enable(flag),
            Some(false) => option.undo_enable(flag),
            None => {}
        }
    }
    Ok(())
}
