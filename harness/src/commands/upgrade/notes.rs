//! What releases of MuJoCo say of their changes, in our words.

use super::versions::number;

/// Version, a word that the cause has, and what changed.
const NOTES: &[(&str, &str, &str)] = &[
    (
        "3.4.0",
        "box-box",
        "3.4.0: contacts of boxes have another depth (seen in projects whose success rates fell)",
    ),
    (
        "3.4.0",
        "qfrc_passive",
        "3.4.0: buoyancy in fluids changed (google-deepmind/mujoco#3066)",
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
];

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
