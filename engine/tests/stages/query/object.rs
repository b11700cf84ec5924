//! Velocities and accelerations of objects.

use crate::support::{TREES, assert_close, fixture, later, random_state};
use plumbline::Object;
use plumbline::math::Vec3;

#[test]
fn a_local_velocity_is_the_one_in_the_world_seen_from_the_object() {
    for name in TREES {
        let model = fixture(name);
        let data = random_state(&model, 51, 1.0);
        for geom in 0..model.ngeom {
            let object = Object::Geom(geom);
            let world = data.object_velocity(&model, object, false);
            let frame = object.mat(&data);
            let turned = |part: &[f64]| frame.tr_mul_vec(&Vec3::from_column_slice(part));
            let (turn, motion) = (turned(&world[..3]), turned(&world[3..]));
            let expected = [turn.as_slice(), motion.as_slice()].concat();
            let local = data.object_velocity(&model, object, true);
            assert_close(&local, &expected, 1e-12, &format!("{name}, geom {geom}"));
        }
    }
}

#[test]
fn an_acceleration_is_the_rate_of_the_velocity_against_free_fall() {
    const TIME: f64 = 1e-6;
    for name in TREES {
        let model = fixture(name);
        let mut data = random_state(&model, 52, 1.0);
        data.rne_post_constraint(&model).unwrap();
        let ahead = later(&model, &data, TIME);
        let behind = later(&model, &data, -TIME);
        for body in 1..model.nbody {
            let object = Object::XBody(body);
            let ours = data.object_acceleration(&model, object, false);
            let [before, after] =
                [&behind, &ahead].map(|data| data.object_velocity(&model, object, false));
            let mut expected: Vec<f64> = before
                .iter()
                .zip(after)
                .map(|(before, after)| (after - before) / (2.0 * TIME))
                .collect();
            for k in 0..3 {
                expected[3 + k] -= model.opt.gravity[k];
            }
            assert_close(&ours, &expected, 1e-6, &format!("{name}, body {body}"));
        }
    }
}
