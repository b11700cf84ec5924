//! Limits of joints as the only rows, and Newton's method for them, against rows of all kinds.

use crate::model::paths::SpecialPath;
use crate::testing::{Random, assert_same_data, compile, mjcf, step_with_and_without, trees};
use crate::{Data, Model};

/// Options under which the path is chosen or has to be left.
const OPTIONS: [&str; 10] = [
    "",
    "iterations='1'",
    "iterations='0'",
    "ls_iterations='2' tolerance='0'",
    "cone='elliptic'",
    "solver='CG'",
    "solver='PGS'",
    "noslip_iterations='3'",
    "jacobian='sparse'",
    "integrator='implicitfast'",
];

/// A tree with some limits of each kind.
fn limited(n: usize, option: &str, random: &mut Random) -> Vec<Model> {
    let joint = |i: usize| match i % 4 {
        0 => "limited='true' range='-3 4' margin='0.02'".to_owned(),
        1 => "limited='true' range='-0.1 0.1' solimplimit='0 0.8 0.03' damping='0.1'".to_owned(),
        // Both bounds at once.
        2 => "limited='true' range='-0.1 0.1' margin='0.3' solreflimit='-100 -3'".to_owned(),
        _ => String::new(),
    };
    let trees = trees(n, random);
    trees
        .iter()
        .map(|parents| compile(&mjcf(parents, option, joint, "")))
        .collect()
}

/// Brings joints to their bounds, to where margins begin, and beyond.
fn press(model: &Model, data: &mut Data, random: &mut Random) {
    for id in 0..model.njnt {
        let [low, high] = model.jnt_range[id];
        let margin = model.jnt_margin[id];
        let places = [
            low,
            high,
            low + margin,
            high - margin,
            low - 0.1,
            high + 0.2,
            0.0,
        ];
        data.qpos[model.jnt_qposadr[id] as usize] = places[random.below(places.len())];
    }
    for velocity in &mut data.qvel {
        *velocity = random.or_special(4, &[0.0, -0.0]) * 3.0;
    }
}

#[test]
fn limits_alone_have_the_rows_and_forces_of_all_rows() {
    for n in [1, 2, 3, 4, 5, 8, 10, 13, 17] {
        let random = &mut Random::new(n);
        for option in OPTIONS {
            for model in limited(n, option, random) {
                for path in [SpecialPath::JointLimits, SpecialPath::SingleColumns] {
                    step_with_and_without(&model, &[path], 4, |k, data| {
                        if k % 2 == 0 {
                            press(&model, data, random);
                        }
                    });
                }
            }
        }
    }
}

#[test]
fn what_is_not_finite_is_left_to_the_general_solver() {
    let special = [f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1e300, -1e200];
    for n in [1, 2, 3, 5, 9, 12] {
        let random = &mut Random::new(n);
        for model in limited(n, "", random) {
            for path in [SpecialPath::JointLimits, SpecialPath::SingleColumns] {
                let mut open = Data::new(&model);
                press(&model, &mut open, random);
                for values in [
                    &mut open.qvel,
                    &mut open.qfrc_applied,
                    &mut open.qacc_warmstart,
                ] {
                    values
                        .iter_mut()
                        .for_each(|x| *x = random.or_special(n + 1, &special));
                }
                let mut closed = open.clone();
                open.forward(&model).unwrap();
                SpecialPath::close(&[path], || closed.forward(&model)).unwrap();
                assert_same_data(&model, &open, &closed);
            }
        }
    }
}

#[test]
fn limits_of_balls_and_free_joints_beside_those_of_hinges() {
    let model = compile(
        "<mujoco><worldbody>
          <body><freejoint/><geom size='0.1' contype='0'/>
            <body pos='0.3 0 0'><joint type='ball' range='0 0.2' limited='true'/>
              <geom size='0.1' contype='0'/>
              <body pos='0.3 0 0'><joint range='-5 5' limited='true'/>
                <geom size='0.1' contype='0'/></body></body></body>
          <body><joint type='slide' range='-1 0.01' limited='true'/><geom size='0.1' contype='0'/>
          </body></worldbody></mujoco>",
    );
    let random = &mut Random::new(1);
    step_with_and_without(&model, &[SpecialPath::JointLimits], 200, |_, data| {
        for force in &mut data.qfrc_applied {
            *force = random.number() * 20.0;
        }
    });
}
