//! Rows without cones against rows one by one, bit for bit.

use super::{Scope, row_by_row, without_cones};
use crate::model::codes::row;
use crate::testing::{Random, assert_same};
use crate::{Data, Model};

#[test]
fn rows_without_cones_respond_as_rows_one_by_one() {
    let special = [
        0.0,
        -0.0,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        1e-300,
    ];
    for seed in 0..2000 {
        let random = &mut Random::new(seed);
        let [ne, nf, others] = [(); 3].map(|()| random.below(6));
        let n = ne + nf + others;
        let rarity = [usize::MAX, 10, 3][seed % 3];
        let mut numbers = || -> Vec<f64> {
            (0..n)
                .map(|_| random.or_special(rarity, &special))
                .collect()
        };
        let mut data = Data {
            ne: ne as i32,
            nf: nf as i32,
            nefc: n as i32,
            efc_D: numbers(),
            efc_R: numbers(),
            efc_frictionloss: numbers(),
            efc_type: vec![row::CONTACT_PYRAMIDAL; n],
            efc_state: vec![0; n],
            efc_force: vec![0.0; n],
            ..Data::default()
        };
        let mut jar = numbers();
        if n > 0 {
            // On the boundary between two zones.
            let at = seed % n;
            jar[at] = data.efc_R[at] * data.efc_frictionloss[at];
        }
        let mut scope = Scope::default();
        scope.whole(&Model::default(), &data);
        let mut general = data.clone();
        let cost = without_cones(&mut data, &jar);
        let general_cost = row_by_row(&mut general, &scope, &jar, false, ne, ne + nf);
        assert_same(&[cost], &[general_cost], "cost");
        assert_same(&data.efc_force, &general.efc_force, "efc_force");
        assert_eq!(data.efc_state, general.efc_state);
    }
}
