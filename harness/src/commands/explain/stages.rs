//! What each stage of the pipeline computes, where its code is, and what it reads.

/// A stage in words.
#[derive(Clone, Copy, Debug)]
pub(super) struct StageFacts {
    pub stage: &'static str,
    /// What it computes, as an equation or a sentence.
    pub operation: &'static str,
    /// The engine's module.
    pub module: &'static str,
    inputs: &'static str,
    model: &'static str,
}

impl StageFacts {
    /// Data fields that it reads; what is a result of the same stage is not listed.
    pub(super) fn inputs(&self) -> impl Iterator<Item = &'static str> {
        self.inputs.split_whitespace()
    }

    /// Model fields that matter most, by the beginning of their names.
    pub(super) fn model(&self) -> impl Iterator<Item = &'static str> {
        self.model.split_whitespace()
    }
}

const fn stage(
    stage: &'static str,
    module: &'static str,
    operation: &'static str,
    inputs: &'static str,
    model: &'static str,
) -> StageFacts {
    StageFacts {
        stage,
        operation,
        module,
        inputs,
        model,
    }
}

/// In pipeline order, the parts of a compiled model first.
pub(super) const STAGES: &[StageFacts] = &[
    stage(
        "size",
        "compile/sizes.rs",
        "the number of each kind of element",
        "",
        "",
    ),
    stage(
        "option",
        "mjcf/read/option.rs",
        "options as MJCF gives them, defaults applied",
        "",
        "",
    ),
    stage(
        "model",
        "compile/mod.rs",
        "the compiled arrays: frames, inertias, meshes, tendons, actuators, constants at qpos0",
        "",
        "",
    ),
    stage(
        "statistic",
        "compile/set_const/mod.rs",
        "mean mass, size and inertia, extent and centre of the model",
        "",
        "body_mass geom_",
    ),
    stage(
        "input",
        "data/reset.rs",
        "set by the user; a difference here means that the inputs were not carried over",
        "",
        "",
    ),
    stage(
        "structure",
        "data/structure.rs",
        "sparsity of matrices, from the tree of bodies and dofs alone",
        "",
        "body_ dof_parentid",
    ),
    stage(
        "kinematics",
        "pipeline/position/kinematics.rs",
        "poses down the tree: xpos = parent + R(parent) pos, each joint's rotation or slide applied in order",
        "qpos mocap_pos mocap_quat",
        "body_pos body_quat jnt_ geom_pos site_pos",
    ),
    stage(
        "com_pos",
        "pipeline/position/com_pos.rs",
        "subtree centres of mass up the tree; inertias and motion axes about them",
        "xipos ximat xanchor xaxis",
        "body_mass body_inertia",
    ),
    stage(
        "camlight",
        "pipeline/position/camlight.rs",
        "poses of cameras and lights by their tracking mode",
        "xpos xquat xipos subtree_com",
        "cam_ light_",
    ),
    stage(
        "flex",
        "pipeline/position/kinematics.rs",
        "vertices and edges of flexes",
        "xpos xmat",
        "flex_",
    ),
    stage(
        "tendon",
        "pipeline/position/tendon/mod.rs",
        "lengths of tendons along their path, wraps included, and their Jacobian",
        "qpos site_xpos geom_xpos geom_xmat cdof subtree_com",
        "tendon_ wrap_",
    ),
    stage(
        "crb",
        "pipeline/position/inertia/mod.rs",
        "composite inertias up the tree; qM[i, j] = cdof[j] . (crb[i] cdof[i])",
        "cinert cdof",
        "dof_armature dof_Madr",
    ),
    stage(
        "factor",
        "pipeline/position/inertia/factor.rs",
        "qM = L' D L, from the last dof to the first",
        "qM",
        "dof_parentid",
    ),
    stage(
        "collision",
        "pipeline/collision/mod.rs",
        "contacts: broad phase, then the pair's own routine for distance, position and frame",
        "geom_xpos geom_xmat xipos",
        "geom_ pair_ exclude_",
    ),
    stage(
        "constraint",
        "pipeline/constraint/mod.rs",
        "rows of the Jacobian, positions, impedance and regularisation of every active constraint",
        "qpos eq_active cdof ten_length ten_J contact.dist contact.pos contact.frame",
        "eq_ jnt_range jnt_sol geom_sol",
    ),
    stage(
        "island",
        "pipeline/constraint/island.rs",
        "groups of dofs that constraints connect",
        "efc_J efc_type efc_id",
        "dof_treeid",
    ),
    stage(
        "transmission",
        "pipeline/position/transmission/mod.rs",
        "actuator lengths and their gradients: length = gear . transmission, moment = d length / d q",
        "qpos ten_length ten_J site_xpos site_xmat xpos cdof contact.geom",
        "actuator_trntype actuator_trnid actuator_gear actuator_cranklength",
    ),
    stage(
        "project",
        "pipeline/constraint/mod.rs",
        "the constraint inertia AR = J M^-1 J' + R, for dual solvers",
        "efc_J efc_R qLD qLDiagSqrtInv",
        "",
    ),
    stage(
        "velocity",
        "pipeline/velocity/rates.rs",
        "rates of lengths: ten_J qvel, actuator_moment qvel",
        "qvel ten_J actuator_moment",
        "",
    ),
    stage(
        "com_vel",
        "pipeline/velocity/com_vel.rs",
        "spatial velocities down the tree: cvel = parent + cdof qvel; the axes' derivatives",
        "qvel cdof",
        "body_dofadr",
    ),
    stage(
        "passive",
        "pipeline/velocity/passive/mod.rs",
        "springs, dampers, gravity compensation and fluid",
        "qpos qvel ten_length ten_velocity ten_J xipos cvel",
        "jnt_stiffness dof_damping tendon_",
    ),
    stage(
        "reference",
        "pipeline/constraint/mod.rs",
        "reference acceleration: aref = -B vel - K I (pos - margin)",
        "qvel efc_J efc_pos efc_margin efc_KBIP",
        "",
    ),
    stage(
        "bias",
        "pipeline/velocity/bias.rs",
        "Coriolis, centrifugal and gravity forces by recursive Newton-Euler",
        "cinert cvel cdof cdof_dot qvel",
        "opt.gravity",
    ),
    stage(
        "energy",
        "pipeline/velocity/energy.rs",
        "potential and kinetic energy",
        "qpos qvel xipos ten_length qM",
        "body_mass",
    ),
    stage(
        "subtree_vel",
        "pipeline/velocity/rates.rs",
        "linear velocity and angular momentum of subtrees",
        "cvel subtree_com xipos ximat",
        "body_mass body_inertia",
    ),
    stage(
        "actuation",
        "pipeline/acceleration/actuation/mod.rs",
        "force = gain(ctrl or act) + bias, clamped; qfrc_actuator = moment' force",
        "ctrl act actuator_length actuator_velocity actuator_moment",
        "actuator_gain actuator_bias actuator_dyn actuator_forcerange",
    ),
    stage(
        "acceleration",
        "pipeline/acceleration/smooth.rs",
        "M qacc_smooth = passive - bias + applied + actuator",
        "qfrc_passive qfrc_bias qfrc_applied qfrc_actuator xfrc_applied xipos cdof qLD qLDiagInv",
        "",
    ),
    stage(
        "solve",
        "pipeline/acceleration/solver/mod.rs",
        "qacc that minimises the constrained Gauss cost, and the constraint forces",
        "qacc_smooth qfrc_smooth qacc_warmstart efc_J efc_aref efc_D efc_R efc_frictionloss qM",
        "opt.solver opt.iterations opt.tolerance",
    ),
    stage(
        "rne_post",
        "pipeline/acceleration/rne_post.rs",
        "accelerations and forces of bodies from the solved motion",
        "qacc cinert cvel cdof cdof_dot xfrc_applied efc_force",
        "",
    ),
    stage(
        "sensor",
        "pipeline/sensor/mod.rs",
        "sensor readings, by the stage that each needs, then cut off",
        "xpos site_xpos site_xmat cvel actuator_force qpos qvel",
        "sensor_",
    ),
    stage(
        "inverse",
        "pipeline/inverse.rs",
        "forces that would cause qacc: M qacc + bias - passive - constraint",
        "qacc qM qfrc_bias qfrc_passive qfrc_constraint",
        "",
    ),
    stage(
        "integrate",
        "pipeline/integrate/mod.rs",
        "qvel += h qacc; qpos moves along qvel on its manifold; act by its dynamics; implicit ones solve with damping first",
        "qacc act_dot qfrc_smooth qfrc_constraint qM cdof",
        "opt.timestep opt.integrator dof_damping",
    ),
    stage(
        "bookkeeping",
        "pipeline/mod.rs",
        "counters without physical meaning",
        "",
        "",
    ),
];

/// What is known of a stage.
pub(super) fn facts(stage: &str) -> Option<&'static StageFacts> {
    STAGES.iter().find(|facts| facts.stage == stage)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Mode;
    use crate::catalogue;
    use crate::compare::rank;
    use crate::snapshot::Side;

    #[test]
    fn every_part_of_the_catalogue_is_explained() {
        for entry in catalogue::entries() {
            assert!(facts(entry.part).is_some(), "{}", entry.part);
        }
    }

    #[test]
    fn inputs_are_fields_that_an_earlier_stage_computes() {
        for facts in STAGES {
            let own = catalogue::entries()
                .iter()
                .find(|entry| entry.part == facts.stage && entry.side == Side::Data);
            for input in facts.inputs() {
                let entry = catalogue::find(Side::Data, input).unwrap_or_else(|| panic!("{input}"));
                let rank = |name: &str| rank(Mode::Free, Side::Data, name);
                assert_ne!(entry.part, facts.stage, "{input}");
                let own = own.unwrap_or_else(|| panic!("{}", facts.stage));
                let state = entry.part == "integrate";
                assert!(
                    state || rank(input) < rank(own.name),
                    "{input} of {}",
                    facts.stage
                );
            }
        }
    }

    #[test]
    fn modules_and_model_fields_exist() {
        let engine = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/src");
        for facts in STAGES {
            assert!(engine.join(facts.module).is_file(), "{}", facts.module);
            for start in facts.model() {
                let known = catalogue::entries()
                    .iter()
                    .any(|entry| entry.side == Side::Model && entry.name.starts_with(start));
                assert!(known, "{start}");
            }
        }
    }
}
