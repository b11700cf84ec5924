//! Two versions of a model that steps go back and forth between, as in a program that randomises
//! what it simulates: masses, frictions and masks differ, so whatever was worked out of them has to
//! be worked out anew.

use crate::simulator::{Failure, Loaded, Simulator};
use crate::snapshot::{Assignment, Snapshot};

/// A field, and what becomes of its elements.
type Change = (&'static str, fn(f64) -> f64);

const CHANGES: &[Change] = &[
    ("body_mass", |mass| mass * 1.01),
    ("geom_friction", |friction| friction * 1.01),
    // A bit that no geom answers to: another mask, the same contacts.
    ("geom_contype", |mask| f64::from(mask as i32 ^ (1 << 30))),
];

/// The fields that differ, as they are at first and as they become.
#[derive(Clone, Debug)]
pub(super) struct Versions([Vec<Assignment>; 2]);

impl Versions {
    /// Of the model that a simulator has loaded.
    pub(super) fn read(
        simulator: &mut dyn Simulator,
        loaded: &Loaded,
    ) -> Result<Versions, Failure> {
        let change = |name: &str| CHANGES.iter().find(|(field, _)| *field == name);
        let fields = loaded.fields.iter().enumerate();
        let wanted = fields.filter(|(_, field)| change(&field.name).is_some());
        let wanted: Vec<usize> = wanted.map(|(index, _)| index).collect();
        let mut snapshot = Snapshot::default();
        simulator.read(&wanted, &mut snapshot)?;
        let mut versions = [Vec::new(), Vec::new()];
        for view in snapshot.iter() {
            let field = &view.description.name;
            let Some((_, change)) = change(field) else {
                continue;
            };
            let values = view.numbers();
            let changed = values.iter().map(|&value| change(value)).collect();
            for (version, values) in versions.iter_mut().zip([values, changed]) {
                let field = field.clone();
                version.push(Assignment { field, values });
            }
        }
        Ok(Versions(versions))
    }

    /// What makes the model its first version, then its second, then its first again.
    pub(super) fn at(&self, turn: u64) -> &[Assignment] {
        &self.0[usize::from(turn % 2 == 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulator::ModelSource;
    use crate::simulator::engine::Engine;

    const MODEL: &str = "<mujoco><worldbody><body><freejoint/><geom size='1' mass='2'/></body>\
                         </worldbody></mujoco>";

    #[test]
    fn a_model_goes_back_and_forth_between_two_versions() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("model.xml");
        std::fs::write(&path, MODEL).expect("written");
        let mut engine = Engine::default();
        let loaded = engine.load(&ModelSource::file(&path)).expect("a model");
        let versions = Versions::read(&mut engine, &loaded).expect("versions");
        let values = |turn, name: &str| {
            let version = versions.at(turn).iter();
            let mut found = version.filter(|assignment| assignment.field == name);
            found.next().expect("the field").values.clone()
        };
        assert_eq!(values(0, "body_mass"), [0.0, 2.0]);
        assert_eq!(values(1, "body_mass"), [0.0, 2.0 * 1.01]);
        assert_eq!(values(1, "geom_contype"), [f64::from(1 + (1 << 30))]);
        assert_eq!(values(1, "geom_friction").len(), 3);
        assert_eq!(values(2, "geom_contype"), [1.0]);
        for turn in 0..3 {
            engine.set(versions.at(turn)).expect("the model takes it");
        }
    }
}
