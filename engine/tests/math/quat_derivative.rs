//! Derivatives of quaternions, held to the bits of MuJoCo 3.2.6 and to differences.

use plumbline::math::{Quat, Vec3};

/// Written by `scripts/record-derivatives.py`.
const RECORDED: &str = include_str!("quat_derivative.txt");

/// A seeded generator (splitmix64), as in the script.
struct Random(u64);

impl Random {
    /// The next number from -1 to 1.
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e3779b97f4a7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d049bb133111eb);
        z ^= z >> 31;
        (z >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    fn quat(&mut self) -> Quat {
        Quat(std::array::from_fn(|_| self.next())).normalized()
    }

    fn velocity(&mut self) -> Vec3 {
        Vec3::from_fn(|_, _| self.next())
    }
}

/// The hash of the script.
fn absorb(hash: &mut u64, values: &[f64]) {
    for value in values {
        *hash = (*hash ^ value.to_bits())
            .wrapping_mul(0x9e3779b97f4a7c15)
            .rotate_left(23);
    }
}

#[test]
fn they_have_the_bits_of_the_reference_at_angles_of_every_size() {
    for line in RECORDED.lines().skip(1) {
        let words: Vec<&str> = line.split(' ').collect();
        let [scale, count, of_sub, of_integrate] = words[..] else {
            panic!("{line}");
        };
        let (time, count): (f64, u64) = (scale.parse().unwrap(), count.parse().unwrap());
        let mut random = Random(count);
        let (mut sub, mut integrate) = (0xcbf29ce484222325, 0xcbf29ce484222325);
        for _ in 0..count {
            let (a, velocity) = (random.quat(), random.velocity());
            let b = a.integrate(&velocity, time);
            for matrix in a.sub_derivative(&b) {
                absorb(&mut sub, &matrix.0);
            }
            let turned = Quat::integrate_derivative(&velocity, time);
            absorb(&mut integrate, &turned.by_quat.0);
            absorb(&mut integrate, &turned.by_velocity.0);
            absorb(&mut integrate, turned.by_time.as_slice());
        }
        assert_eq!(format!("{sub:016x}"), of_sub, "sub, {scale}");
        assert_eq!(
            format!("{integrate:016x}"),
            of_integrate,
            "integrate, {scale}"
        );
    }
}

/// The difference between two orientations, per distance, when one is turned about an axis.
#[test]
fn they_are_slopes() {
    const STEP: f64 = 1e-6;
    let mut random = Random(7);
    for _ in 0..50 {
        let (a, b, velocity) = (random.quat(), random.quat(), random.velocity());
        let [by_a, by_b] = a.sub_derivative(&b);
        let turned = Quat::integrate_derivative(&velocity, 0.7);
        for axis in 0..3 {
            let unit = Vec3::ith(axis, 1.0);
            let slope = |f: &dyn Fn(f64) -> Vec3| (f(STEP) - f(-STEP)) / (2.0 * STEP);
            // From one orientation to another that is near.
            let end = a.integrate(&velocity, 0.7);
            let cases = [
                (by_a.column(axis), slope(&|s| a.integrate(&unit, s).sub(&b))),
                (by_b.column(axis), slope(&|s| a.sub(&b.integrate(&unit, s)))),
                (
                    turned.by_quat.column(axis),
                    slope(&|s| a.integrate(&unit, s).integrate(&velocity, 0.7).sub(&end)),
                ),
                (
                    turned.by_velocity.column(axis) * 0.7,
                    slope(&|s| a.integrate(&(velocity + unit * s), 0.7).sub(&end)),
                ),
                (
                    turned.by_time,
                    slope(&|s| a.integrate(&velocity, 0.7 + s).sub(&end)),
                ),
            ];
            for (i, (ours, slope)) in cases.iter().enumerate() {
                let scale = slope.norm().max(1.0);
                assert!((ours - slope).norm() < 1e-6 * scale, "{i}: {ours} {slope}");
            }
        }
    }
}
