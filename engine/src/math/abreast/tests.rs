//! Each lane against the plain type, bit for bit, at the places where short cuts are taken too.

use super::*;
use crate::math::spatial;
use crate::testing::{Random, assert_same};

/// Numbers of eight worlds, zeros of both signs among them.
fn eight(random: &mut Random) -> [f64; WIDTH] {
    std::array::from_fn(|_| random.or_special(4, &[0.0, -0.0, 1.0]))
}

fn numbers<const N: usize>(random: &mut Random) -> [[f64; N]; WIDTH] {
    let columns: [[f64; WIDTH]; N] = std::array::from_fn(|_| eight(random));
    std::array::from_fn(|lane| columns.map(|column| column[lane]))
}

fn abreast<const N: usize>(worlds: &[[f64; N]; WIDTH]) -> [Eight; N] {
    std::array::from_fn(|i| Eight::from(worlds.map(|world| world[i])))
}

#[track_caller]
fn assert_lanes<const N: usize>(lanes: &[Eight; N], worlds: [[f64; N]; WIDTH], what: &str) {
    for (lane, world) in worlds.iter().enumerate() {
        let own: Vec<f64> = lanes.iter().map(|x| x.as_array_ref()[lane]).collect();
        assert_same(&own, world, what);
    }
}

/// Quaternions as they occur: units, identities with zeros of both signs, short and long ones.
fn quats(random: &mut Random) -> [[f64; 4]; WIDTH] {
    let mut quats = numbers::<4>(random);
    for quat in &mut quats {
        match random.below(5) {
            0 => *quat = [1.0, 0.0, -0.0, 0.0],
            1 => *quat = quat.map(|x| x * 1e-17),
            2 => {}
            _ => *quat = Quat(*quat).normalized().0,
        }
    }
    quats
}

fn vector(random: &mut Random) -> Vec3 {
    let mut number = || random.or_special(3, &[0.0, -0.0, 1.0]);
    Vec3::new(number(), number(), number() + 0.25)
}

#[test]
fn quaternions_abreast_have_the_bits_of_each_alone() {
    let random = &mut Random::new(7);
    for _ in 0..2000 {
        let (a, b) = (quats(random), quats(random));
        let (eights, others) = (abreast(&a), abreast(&b));
        let (v, angle) = (vector(random), eight(random));
        let fixed = if random.below(2) == 0 {
            Quat::IDENTITY
        } else {
            Quat(b[0])
        };
        let axis = Vec3::new(0.6, -0.8, 0.0);
        let each = |f: &dyn Fn(usize) -> Quat| std::array::from_fn(|lane| f(lane).0);
        assert_lanes(
            &axis_angle(&axis, Eight::from(angle)),
            each(&|lane| Quat::from_axis_angle(&axis, angle[lane])),
            "axis_angle",
        );
        assert_lanes(
            &mul_quat(&eights, &others),
            each(&|lane| Quat(a[lane]).mul(&Quat(b[lane]))),
            "mul_quat",
        );
        assert_lanes(
            &then_fixed(&eights, &fixed),
            each(&|lane| Quat(a[lane]).mul(&fixed)),
            "then_fixed",
        );
        assert_lanes(
            &normalized(&eights),
            each(&|lane| Quat(a[lane]).normalized()),
            "normalized",
        );
        assert_lanes(&to_mat(&eights), a.map(|q| Quat(q).to_mat().0), "to_mat");
        assert_lanes(
            &rotate_vector(&eights, &v),
            a.map(|q| Quat(q).rotate_vector(&v).into()),
            "rotate_vector",
        );
        let mats = a.map(|q| Quat(q).to_mat());
        assert_lanes(
            &mul_vec(&to_mat(&eights), &v),
            mats.map(|m| m.mul_vec(&v).into()),
            "mul_vec",
        );
    }
}

#[test]
fn spatial_algebra_abreast_has_the_bits_of_each_alone() {
    let random = &mut Random::new(8);
    for _ in 0..2000 {
        let (a, b) = (numbers::<6>(random), numbers::<6>(random));
        let (eights, others) = (abreast(&a), abreast(&b));
        let inertia = numbers::<10>(random);
        let each = |f: &dyn Fn(usize) -> [f64; 6]| std::array::from_fn(f);
        assert_lanes(
            &[dot(&eights, &others)],
            std::array::from_fn(|lane| [spatial::dot(&a[lane], &b[lane])]),
            "dot",
        );
        assert_lanes(
            &cross_motion(&eights, &others),
            each(&|lane| spatial::cross_motion(&a[lane], &b[lane])),
            "cross_motion",
        );
        assert_lanes(
            &cross_force(&eights, &others),
            each(&|lane| spatial::cross_force(&a[lane], &b[lane])),
            "cross_force",
        );
        assert_lanes(
            &inertia_mul(&abreast(&inertia), &eights),
            each(&|lane| spatial::inertia_mul(&inertia[lane], &a[lane])),
            "inertia_mul",
        );
        let rates = numbers::<2>(random);
        let lanes = abreast(&rates);
        for n in 0..=2 {
            assert_lanes(
                &combine(&[eights, others][..n], &lanes[..n]),
                each(&|lane| spatial::combine(&[a[lane], b[lane]][..n], &rates[lane][..n])),
                "combine",
            );
        }
    }
}

#[test]
fn inertias_abreast_have_the_bits_of_each_alone() {
    let random = &mut Random::new(9);
    for _ in 0..500 {
        let (turns, offsets) = (quats(random), numbers::<3>(random));
        let (moments, mass) = (vector(random), random.number());
        let alone = |lane: usize| {
            let [x, y, z] = offsets[lane];
            let frame = Quat(turns[lane]).to_mat();
            spatial::inertia_about(&moments, &frame, &Vec3::new(x, y, z), mass)
        };
        assert_lanes(
            &inertia_about(
                &moments,
                &to_mat(&abreast(&turns)),
                &abreast(&offsets),
                mass,
            ),
            std::array::from_fn(alone),
            "inertia_about",
        );
    }
}

#[test]
fn lanes_that_no_simulation_can_go_on_with_are_told_apart() {
    let row = |x: [f64; WIDTH]| Eight::from(x);
    let good = [0.0, 1e10, -1e10, 5.0, -0.0, 1e-310, 7.0, -3.0];
    assert_eq!(bad_lanes(&[row(good)]), 0);
    let (nan, infinite) = (f64::NAN, f64::NEG_INFINITY);
    let bad = [1.1e10, 1.0, nan, infinite, 2.0, nan, -1.1e10, 3.0];
    assert_eq!(bad_lanes(&[row(good), row(bad)]), 0b0110_1101);
}

#[test]
fn clipped_lanes_keep_what_is_no_number() {
    let x = [f64::NAN, -2.0, 2.0, 0.5, -0.5, f64::NAN, 1.5, -1.0];
    let clipped = clip(Eight::from(x), [-1.0, 1.0]).to_array();
    let expected = [f64::NAN, -1.0, 1.0, 0.5, -0.5, f64::NAN, 1.0, -1.0];
    assert_same(&clipped, &expected, "clip");
}
