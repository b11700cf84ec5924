//! What may be changed of a model while it runs, field by field, and to what.
//!
//! Sizes, addresses, ids and the tree are left alone: with other ones MuJoCo reads out of bounds.
//! All other numbers are fair game, also those that the compiler has derived from others.

use crate::snapshot::{Elem, FieldDescription};

/// How an element of a field is changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Rule {
    /// Times a factor; what is zero gets a value up to this.
    Scale(f64),
    /// The same for what must not become zero.
    Factor,
    /// Moved by at most this.
    Shift(f64),
    /// One of four numbers of a quaternion: moved.
    Turn,
    /// Off or on.
    Flag,
    /// One of these bits changes.
    Bit(u32),
    /// One of these numbers.
    Code(&'static [i64]),
    /// A geom's type: another one that its size is good for.
    GeomType,
    /// Dimensions of contacts. Beside flexes there is no spinning friction: MuJoCo's sparse rows of
    /// it come from memory that it has not written.
    Condim,
    /// Switch of the ellipsoid model, then its coefficients.
    Fluid,
    /// A body.
    Body,
    /// The body of a site, if no equality may come to hold a body to itself: MuJoCo then reads
    /// memory that it has not written.
    SiteBody,
    /// A body or none.
    Target,
    /// An obstacle of a tendon: a sphere or a cylinder.
    WrapType,
    /// Another site of a tendon.
    WrapObject,
    /// A coefficient, a divisor or a side site.
    WrapParameter,
    /// Dynamics of an actuator with an activation.
    Dynamics,
    /// Another mesh for a geom that has one.
    Mesh,
    /// A geom.
    Geom,
    /// A pair of bodies that do not collide.
    Exclusion,
    /// A joint's transmission, by its own axis or the parent's.
    JointTransmission,
    /// A sensor's type: another one with as many readings from the same object.
    SensorType,
    /// Another object of the type that a sensor has, or that its frame of reference has.
    SensorObject(&'static str),
    /// Never changed; others depend on it.
    Known,
}

/// Integer fields, and floats that are not simply scaled.
const RULES: &[(&str, Rule)] = &[
    ("opt.integrator", Rule::Code(&[0, 1, 2, 3])),
    ("opt.cone", Rule::Code(&[0, 1])),
    ("opt.jacobian", Rule::Code(&[0, 1, 2])),
    ("opt.solver", Rule::Code(&[0, 1, 2])),
    ("opt.iterations", Rule::Code(&[0, 1, 2, 5, 20, 100])),
    ("opt.ls_iterations", Rule::Code(&[1, 2, 5, 20, 50])),
    ("opt.noslip_iterations", Rule::Code(&[0, 0, 0, 1, 3])),
    ("opt.ccd_iterations", Rule::Code(&[1, 5, 20, 50])),
    ("opt.disableflags", Rule::Bit(16)),
    ("opt.enableflags", Rule::Bit(7)),
    ("opt.disableactuator", Rule::Bit(4)),
    ("opt.timestep", Rule::Factor),
    ("opt.impratio", Rule::Factor),
    ("opt.tolerance", Rule::Factor),
    ("opt.density", Rule::Scale(20.0)),
    ("opt.viscosity", Rule::Scale(0.1)),
    ("opt.gravity", Rule::Shift(3.0)),
    ("opt.wind", Rule::Shift(1.0)),
    ("opt.magnetic", Rule::Shift(0.3)),
    ("opt.o_margin", Rule::Scale(0.05)),
    ("stat.center", Rule::Shift(0.3)),
    ("stat.", Rule::Factor),
    ("qpos0", Rule::Shift(0.1)),
    ("qpos_spring", Rule::Shift(0.1)),
    // The other two are about geoms and sites.
    ("body_sameframe", Rule::Code(&[0, 1, 3])),
    ("body_contype", Rule::Bit(3)),
    ("body_conaffinity", Rule::Bit(3)),
    ("body_mass", Rule::Factor),
    ("body_inertia", Rule::Factor),
    ("body_subtreemass", Rule::Factor),
    ("body_gravcomp", Rule::Scale(1.0)),
    ("jnt_group", Rule::Code(&[0, 1, 5])),
    ("jnt_limited", Rule::Flag),
    ("jnt_actfrclimited", Rule::Flag),
    ("jnt_actgravcomp", Rule::Flag),
    ("jnt_axis", Rule::Shift(0.3)),
    ("jnt_stiffness", Rule::Scale(10.0)),
    ("jnt_range", Rule::Shift(0.3)),
    ("dof_M0", Rule::Factor),
    ("geom_type", Rule::GeomType),
    ("geom_contype", Rule::Bit(3)),
    ("geom_conaffinity", Rule::Bit(3)),
    ("geom_condim", Rule::Condim),
    ("geom_group", Rule::Code(&[0, 1, 2, 5])),
    ("geom_priority", Rule::Code(&[0, 1, 2])),
    ("geom_sameframe", Rule::Code(&[0, 1, 2, 3, 4])),
    ("geom_dataid", Rule::Mesh),
    ("geom_size", Rule::Factor),
    ("geom_rbound", Rule::Factor),
    ("geom_fluid", Rule::Fluid),
    ("site_type", Rule::Code(&[2, 3, 4, 5, 6])),
    ("site_bodyid", Rule::SiteBody),
    ("site_group", Rule::Code(&[0, 1, 2, 5])),
    ("site_sameframe", Rule::Code(&[0, 1, 2, 3, 4])),
    ("cam_mode", Rule::Code(&[0, 1, 2, 3, 4])),
    ("cam_bodyid", Rule::Body),
    ("cam_targetbodyid", Rule::Target),
    ("cam_orthographic", Rule::Code(&[0, 1])),
    ("cam_resolution", Rule::Code(&[1, 64, 640])),
    ("cam_mat0", Rule::Shift(0.2)),
    ("light_mode", Rule::Code(&[0, 1, 2, 3, 4])),
    ("light_bodyid", Rule::Body),
    ("light_targetbodyid", Rule::Target),
    ("light_directional", Rule::Flag),
    ("light_castshadow", Rule::Flag),
    ("light_active", Rule::Flag),
    ("light_dir", Rule::Shift(0.3)),
    ("mesh_vert", Rule::Shift(0.01)),
    ("hfield_size", Rule::Factor),
    ("flex_contype", Rule::Bit(3)),
    ("flex_conaffinity", Rule::Bit(3)),
    ("flex_condim", Rule::Condim),
    ("flex_priority", Rule::Code(&[0, 1, 2])),
    ("flex_internal", Rule::Flag),
    ("flex_selfcollide", Rule::Code(&[0, 1, 2, 3, 4])),
    ("flex_activelayers", Rule::Code(&[1, 2, 3])),
    ("flex_group", Rule::Code(&[0, 1, 5])),
    ("flex_flatskin", Rule::Flag),
    ("flex_vert", Rule::Shift(0.01)),
    ("flexedge_length0", Rule::Factor),
    ("flexedge_invweight0", Rule::Factor),
    ("flex_radius", Rule::Factor),
    ("flex_stiffness", Rule::Factor),
    ("pair_dim", Rule::Code(&[1, 3, 4, 6])),
    ("pair_geom1", Rule::Geom),
    ("pair_geom2", Rule::Geom),
    ("exclude_signature", Rule::Exclusion),
    ("eq_active0", Rule::Flag),
    ("eq_data", Rule::Shift(0.1)),
    ("tendon_limited", Rule::Flag),
    ("tendon_range", Rule::Shift(0.2)),
    ("tendon_stiffness", Rule::Scale(10.0)),
    ("tendon_lengthspring", Rule::Shift(0.1)),
    ("wrap_type", Rule::WrapType),
    ("wrap_objid", Rule::WrapObject),
    ("wrap_prm", Rule::WrapParameter),
    ("actuator_trntype", Rule::JointTransmission),
    ("actuator_dyntype", Rule::Dynamics),
    ("actuator_gaintype", Rule::Code(&[0, 1, 2])),
    ("actuator_biastype", Rule::Code(&[0, 1, 2])),
    ("actuator_ctrllimited", Rule::Flag),
    ("actuator_forcelimited", Rule::Flag),
    ("actuator_actlimited", Rule::Flag),
    ("actuator_actearly", Rule::Flag),
    ("actuator_group", Rule::Code(&[0, 1, 2, 3])),
    ("actuator_gear", Rule::Shift(0.5)),
    ("actuator_lengthrange", Rule::Shift(0.2)),
    ("sensor_type", Rule::SensorType),
    ("sensor_datatype", Rule::Code(&[0, 1, 2, 3])),
    ("sensor_objtype", Rule::Known),
    ("sensor_objid", Rule::SensorObject("sensor_objtype")),
    ("sensor_reftype", Rule::Known),
    ("sensor_refid", Rule::SensorObject("sensor_reftype")),
    ("key_qpos", Rule::Shift(0.1)),
    ("key_qvel", Rule::Shift(0.1)),
    ("key_act", Rule::Shift(0.1)),
    ("key_ctrl", Rule::Shift(0.1)),
    ("key_mpos", Rule::Shift(0.1)),
];

/// Types of sensors that have the same number of readings, stage and kind of object: of sites, then
/// of frames, then of subtrees.
pub(super) const ALIKE: &[&[i64]] = &[
    &[1, 4, 5],
    &[2, 3],
    &[25, 27, 28, 29],
    &[30, 31],
    &[32, 33],
    &[35, 36],
];

/// Fields that no computation reads. They are changed too, but rarely.
const IDLE: &[&str] = &[
    "_user",
    "_rgba",
    "mat_",
    "skin_",
    "light_a",
    "light_b",
    "light_c",
    "light_diffuse",
    "light_e",
    "light_specular",
    "light_directional",
    "mesh_normal",
    "mesh_texcoord",
    "mesh_scale",
    "mesh_pos",
    "mesh_quat",
    "numeric_",
    "tuple_",
    "tendon_width",
    "cam_ipd",
    "jnt_group",
    "tex_",
    "flex_vert0",
    "flex_texcoord",
    "flex_group",
    "flex_flatskin",
];

/// How to change a field; `None` for what holds the model together.
pub(super) fn rule(field: &FieldDescription) -> Option<Rule> {
    if !matches!(field.group.as_str(), "opt" | "stat" | "model") {
        return None;
    }
    let name = field.name.as_str();
    let named = |known: &str| known == name || known.ends_with('.') && name.starts_with(known);
    if let Some((_, rule)) = RULES.iter().find(|(known, _)| named(known)) {
        return Some(*rule);
    }
    if !matches!(field.elem, Elem::F64 | Elem::F32) || name.starts_with("plugin") {
        return None;
    }
    Some(if name.ends_with("quat") {
        Rule::Turn
    } else if name.ends_with("pos") || name.ends_with("pos0") || name.ends_with("aabb") {
        Rule::Shift(0.03)
    } else if name.ends_with("margin") || name.ends_with("gap") {
        Rule::Scale(0.03)
    } else {
        Rule::Scale(0.5)
    })
}

/// Whether no computation reads a field.
pub(super) fn is_idle(name: &str) -> bool {
    IDLE.iter().any(|part| name.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{self, tables};
    use crate::snapshot::Side;

    #[test]
    fn every_field_with_a_rule_exists_and_no_number_of_the_structure_has_one() {
        for (name, _) in RULES.iter().filter(|(name, _)| !name.ends_with('.')) {
            assert!(catalogue::find(Side::Model, name).is_some(), "{name}");
        }
        for field in tables::descriptions(|_| true) {
            let structural = ["adr", "num", "parentid", "treeid", "signature", "Madr"];
            let excepted = field.name == "exclude_signature";
            if !excepted && structural.iter().any(|end| field.name.ends_with(end)) {
                assert_eq!(rule(&field), None, "{}", field.name);
            }
        }
    }
}
