//! What releases of MuJoCo say of their changes, in our words.

use super::cause::Cause;
use super::versions::number;

/// What a release changed, and how it is recognized.
struct Note {
    version: &'static str,
    /// The cause has one of these.
    shows: &'static [&'static str],
    /// The model has all of these ([`super::traits`]).
    needs: &'static [&'static str],
    text: &'static str,
}

/// Stands for contacts of pairs that have no routine of their own.
const CONVEX: &str = "convex";

const SOLVED: &[&str] = &["qacc (", "qfrc_constraint"];
const TOUCHING: &[&str] = &["number of contacts", "includemargin"];
const STEPPED: &[&str] = &["integration"];
const SENSED: &[&str] = &["sensordata"];

const fn note(
    version: &'static str,
    shows: &'static [&'static str],
    needs: &'static [&'static str],
    text: &'static str,
) -> Note {
    Note {
        version,
        shows,
        needs,
        text,
    }
}

#[rustfmt::skip]
const NOTES: &[Note] = &[
    note("3.2.7", &["dist of sphere-box", "dist of box-sphere", "dist of capsule-box", "dist of box-capsule"], &[], "a sphere or capsule whose centre is deep inside of a box has its right depth"),
    note("3.3.0", &[CONVEX], &[], "convex pairs are collided by the native routine (flag nativeccd)"),
    note("3.3.0", SENSED, &["distance"], "distances between geoms come from the native routine of convex pairs"),
    note("3.3.1", &["flex"], &["flex"], "elements within a flex do not collide any more unless asked to (internal)"),
    note("3.3.6", SOLVED, &[], "constraints are solved by islands (flag island)"),
    note("3.3.6", STEPPED, &["RK4"], "the stages of RK4 start from the step's warm start"),
    note("3.3.7", &["body_mass", "subtree_com", "xipos"], &["mesh"], "a geom that is fitted to a mesh's bounding box (fitaabb) has another size and place"),
    note("3.3.7", SENSED, &["sensor"], "accelerometers on bodies that cannot move read zero until 4.0.0"),
    note("3.4.0", &["dist of box-box"], &[], "contacts of boxes have another depth (seen in projects whose success rates fell)"),
    note("3.4.0", SENSED, &["distance"], "distances and normals between geoms were mended where boxes are among them"),
    note("3.4.0", &["qfrc_passive", "qfrc_gravcomp"], &["gravcomp"], "gravity compensation of bodies without joints inside of others is lost until 3.5.0 (google-deepmind/mujoco#3066: things sink)"),
    note("3.5.0", &["qfrc_passive", "qfrc_gravcomp"], &["gravcomp"], "gravity compensation of bodies without joints inside of others is back (google-deepmind/mujoco#3066)"),
    note("3.5.0", TOUCHING, &["margin"], "the margins and gaps of two geoms are added, the larger one was taken before"),
    note("3.5.0", STEPPED, &["implicit"], "implicit integrators know where actuator forces are clamped, and activations that act early"),
    note("3.7.0", SOLVED, &["connect"], "connect and weld constraints know the acceleration that comes with velocity"),
    note("3.7.0", STEPPED, &["implicit", "free"], "implicit integrators turn free bodies by the midpoint rule"),
    note("3.8.0", &[CONVEX], &[], "convex pairs have several contacts (flag multiccd is on by default)"),
    note("3.8.1", SOLVED, &["PGS"], "PGS visits constraints in random order, and by islands"),
    note("3.8.1", STEPPED, &["implicit", "free"], "the midpoint rule for free bodies is left to implicitfast, outside of fluids"),
    note("3.9.0", TOUCHING, &["gap"], "margin and gap mean something else; before: margin - gap is where forces begin"),
    note("3.9.0", SOLVED, &["PGS"], "the random order of PGS does not depend on the time any more"),
    note("3.10.0", SOLVED, &["CG"], "CG chooses its directions by another rule"),
    note("3.11.0", SOLVED, &["PGS"], "PGS extrapolates"),
    note("3.11.0", SOLVED, &[], "CG and Newton end earlier"),
    note("3.11.0", STEPPED, &["implicit", "free"], "free bodies have gyroscopic derivatives in place of the midpoint rule"),
    note("3.11.0", &["actuator_force"], &[], "position servos of ball joints take the nearest one of the angles that a setpoint means"),
    note("3.12.0", &["box-box"], &[], "the collider of boxes was written anew, and mended where boxes are deep in each other"),
    note("3.12.0", &["number of contacts"], &["mocap"], "mocap bodies do not collide with their children any more, nor with what cannot move"),
    note("3.12.0", SENSED, &["mocap"], "rays see mocap bodies as bodies that move"),
    note("3.15.0", &["actuator_"], &[], "dampratio takes the inertia that the actuator feels, with its coupling"),
    note("4.0.0", STEPPED, &["RK4"], "accelerations after a step of RK4 are others, the motion hardly"),
    note("4.0.0", SENSED, &["sensor"], "accelerometers on bodies that cannot move feel gravity again, as until 3.3.6"),
];

/// Releases with changes that a later one took back.
const TAKEN_BACK: &[&str] = &["3.4.0"];

/// Whether a release may differ from both of its neighbours though these are the same.
pub(super) fn was_taken_back(version: &str) -> bool {
    TAKEN_BACK.contains(&version)
}

/// Notes of releases after `from` up to `to` that speak of one of these causes, the oldest first.
pub(super) fn about(causes: &[&Cause], from: &str, to: &str) -> Vec<String> {
    let within = |version: &str| {
        let version = number(version);
        number(from) < version && version <= number(to)
    };
    let speaks_of = |note: &Note, cause: &Cause| {
        let shows = |word: &&str| match *word {
            CONVEX => is_convex(&cause.what),
            word => cause.what.contains(word),
        };
        let has = |needed| cause.traits.contains(needed);
        note.shows.iter().any(shows) && note.needs.iter().all(has)
    };
    let speaks = |note: &&Note| {
        let mut causes = causes.iter();
        within(note.version) && causes.any(|cause| speaks_of(note, cause))
    };
    let line = |note: &Note| format!("{}: {}", note.version, note.text);
    NOTES.iter().filter(speaks).map(line).collect()
}

/// Whether a cause speaks of a pair that is collided as two convex bodies.
fn is_convex(cause: &str) -> bool {
    let pair = cause
        .strip_suffix(" pairs")
        .and_then(|rest| rest.rsplit(' ').next());
    let Some((one, other)) = pair.and_then(|pair| pair.split_once('-')) else {
        return false;
    };
    let general = ["hfield", "ellipsoid", "cylinder", "mesh", "flex"];
    let kinds = [one, other];
    !kinds.contains(&"plane") && kinds.iter().any(|kind| general.contains(kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notes(what: &str, traits: &[&'static str], from: &str, to: &str) -> Vec<String> {
        let cause = Cause {
            what: what.to_owned(),
            moment: String::new(),
            detail: String::new(),
            traits: traits.to_vec(),
        };
        about(&[&cause], from, to)
    }

    #[test]
    fn a_note_stands_beside_models_that_it_is_about_and_no_others() {
        let solved = |traits: &[&'static str]| notes("qacc (solve)", traits, "3.6.0", "3.7.0");
        assert_eq!(solved(&[]), [""; 0]);
        assert_eq!(solved(&["connect"]).len(), 1);
        let touching = |pair: &str| {
            let what = format!("number of contacts of {pair} pairs");
            notes(&what, &[], "3.7.0", "3.8.0")
        };
        assert_eq!(touching("plane-mesh"), [""; 0]);
        assert_eq!(touching("box-box"), [""; 0]);
        assert_eq!(
            touching("box-mesh"),
            ["3.8.0: convex pairs have several contacts (flag multiccd is on by default)"]
        );
        // The release that a range starts from is not part of it.
        assert_eq!(
            notes("contact.dist of box-box pairs", &[], "3.4.0", "3.5.0"),
            [""; 0]
        );
    }
}
