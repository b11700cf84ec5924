//! What releases of MuJoCo say of their changes, in our words.

use super::versions::number;

/// Version, a word that the cause has, and what changed.
const NOTES: &[(&str, &str, &str)] = &[
    (
        "3.3.0",
        "contact",
        "3.3.0: convex pairs are collided by the native routine (flag nativeccd)",
    ),
    (
        "3.3.1",
        "contact",
        "3.3.1: elements within a flex do not collide any more unless asked to (internal)",
    ),
    (
        "3.3.6",
        "qacc",
        "3.3.6: constraints are solved by islands, and RK4 starts its stages from the step's warm start",
    ),
    (
        "3.4.0",
        "box-box",
        "3.4.0: contacts of boxes have another depth (seen in projects whose success rates fell)",
    ),
    (
        "3.4.0",
        "qfrc_passive",
        "3.4.0: gravity compensation of bodies without joints inside of others is lost until 3.5.0 (google-deepmind/mujoco#3066: things sink)",
    ),
    (
        "3.5.0",
        "qfrc_passive",
        "3.5.0: gravity compensation of bodies without joints inside of others is back (google-deepmind/mujoco#3066)",
    ),
    (
        "3.5.0",
        "contact",
        "3.5.0: the margins and gaps of two geoms are added, the larger one was taken before",
    ),
    (
        "3.7.0",
        "qacc",
        "3.7.0: connect and weld constraints know the acceleration that comes with velocity",
    ),
    (
        "3.7.0",
        "qfrc_constraint",
        "3.7.0: connect and weld constraints know the acceleration that comes with velocity",
    ),
    (
        "3.8.0",
        "contact",
        "3.8.0: convex pairs have several contacts (flag multiccd is on by default)",
    ),
    (
        "3.8.1",
        "qacc",
        "3.8.1: PGS visits constraints in random order, and by islands",
    ),
    (
        "3.9.0",
        "contact",
        "3.9.0: margin and gap mean something else; before: margin - gap is where forces begin",
    ),
    (
        "3.10.0",
        "qacc",
        "3.10.0: CG chooses its directions by another rule",
    ),
    (
        "3.11.0",
        "qacc",
        "3.11.0: PGS extrapolates, CG and Newton end earlier, free bodies have gyroscopic derivatives",
    ),
    (
        "3.12.0",
        "box-box",
        "3.12.0: the collider of boxes was written anew, and mended where boxes are deep in each other",
    ),
    (
        "3.12.0",
        "number of contacts",
        "3.12.0: mocap bodies do not collide with their children any more, nor with what cannot move",
    ),
    (
        "3.15.0",
        "actuator_",
        "3.15.0: dampratio takes the inertia that the actuator feels, with its coupling",
    ),
];

/// Releases with changes that a later one took back.
const TAKEN_BACK: &[&str] = &["3.4.0"];

/// Whether a release may differ from both of its neighbours though these are the same.
pub(super) fn was_taken_back(version: &str) -> bool {
    TAKEN_BACK.contains(&version)
}

/// Notes of releases after `from` up to `to` that speak of a cause.
pub(super) fn about(cause: &str, from: &str, to: &str) -> Vec<&'static str> {
    let within = |version: &str| {
        let version = number(version);
        number(from) < version && version <= number(to)
    };
    let matching = NOTES
        .iter()
        .filter(|(version, word, _)| within(version) && cause.contains(word));
    matching.map(|(.., text)| *text).collect()
}
