//! Forces of plain actuators against those of the general path, bit for bit.

use std::fmt::Write;

use crate::model::paths::SpecialPath;
use crate::testing::{Random, assert_same_data, compile, mjcf, step_with_and_without, trees};
use crate::{Data, Model};

/// One actuator of each kind, on joint `i`.
const KINDS: [&str; 10] = [
    "<motor joint='j0' gear='2'/>",
    "<position joint='j0' kp='3' kv='0.2' forcelimited='true' forcerange='-0.1 0.2'/>",
    "<general joint='j0' gaintype='affine' gainprm='1 0.5 0.2' biastype='affine' \
     biasprm='0.1 -2 -0.3'/>",
    "<intvelocity joint='j0' kp='3' actrange='-1 1'/>",
    "<muscle joint='j0' lengthrange='-1 1'/>",
    "<muscle joint='j0' lengthrange='-0.5 2' force='30' scale='100' vmax='0.7' fpmax='1.5'/>",
    "<muscle joint='j0' lengthrange='-2 1' force='3' forcelimited='true' forcerange='-2 0.1'/>",
    "<general joint='j0' gaintype='muscle' gainprm='0.7 1 -1 200 0.5 1.6 1.5 1.3 1.2' \
     biastype='none' dyntype='muscle' dynprm='0.01 0.04' lengthrange='-1 1'/>",
    "<general joint='j0' gaintype='fixed' biastype='muscle' lengthrange='-1 1' group='3' \
     biasprm='0.7 1 -1 200 0.5 1.6 1.5 1.3 1.2' dyntype='filter' dynprm='0.1'/>",
    "<general joint='j0' gaintype='muscle' gainprm='0.7 1 -1 200 0.5 1.6 1.5 1.3 1.2' \
     biastype='muscle' biasprm='0.5 1 9 200 0.5 1.6 1.5 1.3 1.2' dyntype='integrator' \
     lengthrange='-1 1' actearly='true'/>",
];

/// A chain of two joints with these kinds of actuators.
fn model_with(kinds: &[usize]) -> Model {
    let mut actuators = String::from("<actuator>");
    for (i, &kind) in kinds.iter().enumerate() {
        write!(
            actuators,
            "{}",
            KINDS[kind].replace("j0", ["j0", "j1"][i % 2])
        )
        .unwrap();
    }
    actuators += "</actuator>";
    let chain = &trees(2, &mut Random::new(1))[0];
    compile(&mjcf(chain, "", |_| String::new(), &actuators))
}

fn compare(model: &Model, random: &mut Random) {
    step_with_and_without(model, &[SpecialPath::PlainForces], 3, |_, data| {
        for values in [
            &mut data.ctrl,
            &mut data.act,
            &mut data.qvel,
            &mut data.qpos,
        ] {
            for x in values {
                *x = random.or_special(5, &[0.0, -0.0, 1.0]) * 1.2;
            }
        }
    });
}

#[test]
fn actuators_of_all_kinds_have_the_forces_of_the_general_path() {
    for seed in 0..120 {
        let random = &mut Random::new(seed);
        let kinds: Vec<usize> = (0..1 + seed % 13)
            .map(|_| random.below(KINDS.len()))
            .collect();
        let mut model = model_with(&kinds);
        compare(&model, random);
        model.opt.disableactuator = 1 << 3;
        compare(&model, random);
    }
}

#[test]
fn parameters_and_states_may_be_anything() {
    let special = [
        0.0,
        -0.0,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        1.0,
        -1.0,
        1e-300,
    ];
    for seed in 0..300 {
        let random = &mut Random::new(seed);
        let kinds: Vec<usize> = (0..1 + seed % 9).map(|_| random.below(7)).collect();
        let mut model = model_with(&kinds);
        let rarity = 2 + seed % 12;
        for rows in [&mut model.actuator_gainprm, &mut model.actuator_biasprm] {
            for x in rows.iter_mut().flatten().filter(|_| seed % 2 == 0) {
                *x = random.or_special(rarity, &special);
            }
        }
        let mut open = Data::new(&model);
        for values in [
            &mut open.ctrl,
            &mut open.act,
            &mut open.qvel,
            &mut open.qpos,
        ] {
            for x in values {
                *x = random.or_special(rarity, &special);
            }
        }
        let mut closed = open.clone();
        open.forward(&model).unwrap();
        SpecialPath::close(&[SpecialPath::PlainForces], || closed.forward(&model)).unwrap();
        assert_same_data(&model, &open, &closed);
    }
}
