//! Faults that a calibration puts into an honest subject: a field is multiplied as soon as its
//! stage has written it, or a constant before anything is computed.

use plumbline::internal::fields::Stage;

use crate::case::random::Random;
use crate::simulator::rounded::ScaledField;

/// A field that may be wrong, and the first stage at which that shows.
pub(super) struct Place {
    pub field: &'static str,
    pub stage: Stage,
}

const fn place(field: &'static str, stage: Stage) -> Place {
    Place { field, stage }
}

pub(super) const PLACES: &[Place] = &[
    // Results of stages.
    place("xpos", Stage::Kinematics),
    place("xipos", Stage::Kinematics),
    place("geom_xpos", Stage::Kinematics),
    place("site_xpos", Stage::Kinematics),
    place("subtree_com", Stage::ComPos),
    place("cdof", Stage::ComPos),
    place("cinert", Stage::ComPos),
    place("ten_length", Stage::Tendon),
    place("ten_J", Stage::Tendon),
    place("qM", Stage::Crb),
    place("contact.dist", Stage::Collision),
    place("contact.pos", Stage::Collision),
    place("efc_J", Stage::Constraint),
    place("efc_D", Stage::Constraint),
    place("efc_frictionloss", Stage::Constraint),
    place("actuator_length", Stage::Transmission),
    place("actuator_moment", Stage::Transmission),
    place("ten_velocity", Stage::Velocity),
    place("actuator_velocity", Stage::Velocity),
    place("cvel", Stage::ComVel),
    place("cdof_dot", Stage::ComVel),
    place("qfrc_passive", Stage::Passive),
    place("efc_aref", Stage::Reference),
    place("qfrc_bias", Stage::Bias),
    place("act_dot", Stage::Actuation),
    place("actuator_force", Stage::Actuation),
    place("qfrc_actuator", Stage::Actuation),
    place("qfrc_smooth", Stage::Acceleration),
    place("qacc", Stage::Solve),
    place("sensordata", Stage::Sensor),
    // Constants.
    place("body_mass", Stage::ComPos),
    place("body_inertia", Stage::ComPos),
    place("dof_armature", Stage::Crb),
    place("geom_friction", Stage::Collision),
    place("geom_solref", Stage::Collision),
    place("geom_solimp", Stage::Collision),
    place("dof_invweight0", Stage::Constraint),
    place("dof_frictionloss", Stage::Constraint),
    place("actuator_gear", Stage::Transmission),
    place("dof_damping", Stage::Passive),
    place("jnt_stiffness", Stage::Passive),
    place("opt.gravity", Stage::Bias),
    place("actuator_gainprm", Stage::Actuation),
];

/// A tenth of a percent, a percent, and the wrong sign.
const FACTORS: [f64; 3] = [1.001, 1.01, -1.0];

/// A fault and where it must be found.
pub(super) struct Seeded {
    pub fault: ScaledField,
    pub stage: Stage,
}

/// So many different faults for one model.
pub(super) fn seeded(count: usize, seed: u64, model: u64) -> Vec<Seeded> {
    let mut random = Random::new(seed, model);
    let mut all: Vec<(usize, f64)> = Vec::new();
    for at in 0..PLACES.len() {
        all.extend(FACTORS.iter().map(|factor| (at, *factor)));
    }
    let mut chosen = Vec::new();
    while chosen.len() < count && !all.is_empty() {
        let (at, factor) = all.swap_remove(random.below(all.len()));
        let Place { field, stage } = PLACES[at];
        chosen.push(Seeded {
            fault: ScaledField {
                field: field.to_owned(),
                factor,
            },
            stage,
        });
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;
    use crate::snapshot::Side;

    #[test]
    fn every_place_is_a_field_and_results_are_of_the_stage_that_writes_them() {
        for place in PLACES {
            let data = catalogue::find(Side::Data, place.field);
            let model = catalogue::find(Side::Model, place.field);
            assert!(data.is_some() || model.is_some(), "{}", place.field);
            if let Some(entry) = data {
                assert_eq!(entry.stage, Some(place.stage), "{}", place.field);
            }
        }
    }

    #[test]
    fn the_faults_of_a_model_are_different_and_follow_from_the_seed() {
        let names = |seed| -> Vec<String> {
            let faults = seeded(20, seed, 3).into_iter();
            faults.map(|seeded| seeded.fault.to_string()).collect()
        };
        let mut first = names(1);
        assert_eq!(first, names(1));
        assert_ne!(first, names(2));
        first.sort();
        first.dedup();
        assert_eq!(first.len(), 20);
    }
}
