//! What a model's numbers are when a step is taken counts, not what they were when the data was
//! made.

use crate::support::{fixture, moving};

#[test]
fn a_fluid_acts_on_masses_and_inertias_that_have_changed() {
    let mut model = fixture("bench/swimmer");
    let mut old = moving(&model);
    old.step(&model).unwrap();
    for body in 1..model.nbody {
        model.body_mass[body] *= 1.5;
        model.body_inertia[body] *= 2.0;
        let mut fresh = moving(&model);
        let mut used = old.clone();
        used.reset(&model);
        used.qvel.copy_from_slice(&fresh.qvel);
        used.ctrl.copy_from_slice(&fresh.ctrl);
        for data in [&mut fresh, &mut used] {
            data.step(&model).unwrap();
        }
        assert_eq!(used.qfrc_fluid, fresh.qfrc_fluid);
        assert_eq!(used.qpos, fresh.qpos);
    }
}
