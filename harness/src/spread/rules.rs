//! How each field is judged, and how far beyond the spread is no longer rounding.

use plumbline::internal::fields::Stage;

use crate::catalogue;
use crate::snapshot::Side;

/// Disturbed copies of the reference.
pub const COPIES: usize = 8;

/// Largest ratio that is still rounding, up to the forces. Honest simulators reach 4.
pub const BEFORE_SOLVE: f64 = 16.0;
/// Of linear solutions, of what the solver finds and of the integrator. Honest ones reach 30.
pub const AFTER_SOLVE: f64 = 32.0;
/// Largest gap of the solver's cost in units of its rounding. Honest solvers reach 1.1, faults of a
/// tenth of a percent begin at 16.
pub const GAP: f64 = 4.0;

/// In which way a field is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Element by element.
    Elements,
    /// By the norm for each kinematic tree.
    Trees,
    /// What the integrator makes of the subject's own forces, by the norm.
    Integrated,
    /// With the contact or the row that it belongs to.
    Matched,
    /// Not at all.
    Left,
}

/// Fields that are not judged one by one.
const LEFT: &[(&[&str], &str)] = &[
    (
        &["solver.*", "solver_*", "efc_b", "efc_force", "efc_state"],
        "how a solver found its answer, which is judged by its cost",
    ),
    (
        &[
            "efc_AR*",
            "efc_JT*",
            "efc_J_*",
            "nJ",
            "tendon_efcadr",
            "contact.efc_address",
        ],
        "how the reference stores its rows",
    ),
    (
        &["moment_*", "ten_J_*", "flexedge_J_*"],
        "how the reference compresses a matrix, which is judged in full",
    ),
    (
        &["bvh_*", "flexelem_aabb"],
        "boxes that a search for contacts starts from",
    ),
    (
        &["qacc_warmstart"],
        "the acceleration once more, for the next solver",
    ),
    (
        &[
            "contact.exclude",
            "contact.mu",
            "contact.H",
            "contact.elem",
            "contact.vert",
            "contact.flex",
        ],
        "who touches is judged by pairs, the rest by rows",
    ),
];

pub(super) fn way(name: &str) -> Way {
    let listed = LEFT.iter().flat_map(|(globs, _)| globs.iter());
    if listed
        .into_iter()
        .any(|glob| wildmatch::WildMatch::new(glob).matches(name))
    {
        return Way::Left;
    }
    let Some(entry) = catalogue::find(Side::Data, name) else {
        // Of other versions: nobody has looked at what rounding does to it. `M` is the inertia.
        return match name {
            "M" => Way::Elements,
            _ => Way::Left,
        };
    };
    match (name, entry.stage) {
        (_, Some(Stage::Bookkeeping | Stage::Structure | Stage::Island | Stage::Project)) => {
            Way::Left
        }
        (_, Some(Stage::Inverse)) | ("plugin_state", _) => Way::Left,
        ("qacc_smooth" | "qacc" | "qfrc_constraint", _) => Way::Trees,
        ("qpos" | "qvel" | "act" | "time", _) => Way::Integrated,
        _ if name.starts_with("efc_") || name.starts_with("contact.") => Way::Matched,
        ("ncon" | "nefc" | "ne" | "nf" | "nl", _) => Way::Matched,
        _ => Way::Elements,
    }
}

/// Whether a field depends on what touches.
pub(super) fn follows_contacts(name: &str) -> bool {
    let stage = catalogue::find(Side::Data, name).and_then(|entry| entry.stage);
    matches!(
        stage,
        Some(
            Stage::Collision
                | Stage::Constraint
                | Stage::Reference
                | Stage::Solve
                | Stage::RnePost
                | Stage::Sensor
        )
    )
}

/// Whether a field depends on what the solver found.
pub(super) fn follows_solver(name: &str) -> bool {
    let stage = catalogue::find(Side::Data, name).and_then(|entry| entry.stage);
    matches!(stage, Some(Stage::Solve | Stage::RnePost | Stage::Sensor))
}

/// The largest ratio that is still rounding.
pub(super) fn allowed(name: &str) -> f64 {
    match name {
        "qacc_smooth" => AFTER_SOLVE,
        _ if follows_solver(name) => AFTER_SOLVE,
        _ if way(name) == Way::Integrated => AFTER_SOLVE,
        _ => BEFORE_SOLVE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_is_about_fields_that_exist_and_has_a_reason() {
        for (globs, reason) in LEFT {
            assert!(!reason.is_empty());
            for glob in *globs {
                assert_eq!(catalogue::check_glob(glob), Ok(()), "{glob}");
            }
        }
    }

    #[test]
    fn fields_are_judged_as_their_stage_asks() {
        assert_eq!(way("qfrc_passive"), Way::Elements);
        assert_eq!(way("qacc_smooth"), Way::Trees);
        assert_eq!(way("efc_aref"), Way::Matched);
        assert_eq!(way("efc_J_colind"), Way::Left);
        assert_eq!(way("solver_niter"), Way::Left);
        assert_eq!(way("iM_colind"), Way::Left);
        assert_eq!(way("M"), Way::Elements);
        assert_eq!(allowed("qfrc_smooth"), BEFORE_SOLVE);
        assert_eq!(allowed("qacc"), AFTER_SOLVE);
        assert!(follows_contacts("efc_D") && !follows_contacts("qfrc_bias"));
    }
}
