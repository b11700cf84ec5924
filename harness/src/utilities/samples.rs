//! Seeded samples of numbers, vectors and matrices: most are ordinary, some lie at thresholds.

use crate::case::random::Random;

/// What one argument of a function is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// Any number, of any magnitude.
    Number,
    /// A number above 0.
    Positive,
    /// A number of ordinary size.
    Ordinary,
    /// An integer of this range, both ends included.
    Integer(i64, i64),
    /// So many numbers.
    Vector(usize),
    /// So many numbers of ordinary size.
    Spread(usize),
    /// So many lower bounds, and as many upper bounds that are above them.
    Below(usize),
    Above(usize),
    /// So many integers, with repetitions.
    Integers(usize),
    /// So many numbers, many of them zeros.
    Sparse(usize),
    /// A quaternion: most of length one, some only nearly, some not at all.
    Quat,
    /// A quaternion as [`Kind::Quat`]; half of them are turns by less than a radian, mostly tiny.
    Turn,
    /// A vector to turn along: of any ordinary length down to nothing, near 1/32 and exactly that.
    TurnVector,
    /// A rotation matrix, up to rounding; one in eight is any matrix.
    Rotation,
    /// A symmetric matrix.
    Symmetric(usize),
    /// A symmetric matrix, nearly always positive definite.
    Positively(usize),
    /// The lower triangle of a factor, with a diagonal above 0.
    Lower(usize),
    /// A banded matrix: `total`, `band`, `dense`; mostly positive definite.
    Band(usize, usize, usize),
    /// A muscle's parameters.
    Muscle,
    /// Two numbers, the first below the second.
    Range,
}

/// Numbers at which functions decide.
const SPECIAL: [f64; 24] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    2.0,
    1e-15,
    -1e-15,
    9.999999999999999e-16,
    1.0000000000000002e-15,
    1e-9,
    1e-12,
    1e10,
    -1e10,
    10000000000.000002,
    1.0000000000000002,
    0.9999999999999999,
    std::f64::consts::PI,
    f64::MIN_POSITIVE,
    1e300,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

/// A stream of samples.
pub(super) struct Generator {
    random: Random,
}

impl Generator {
    pub(super) fn new(seed: u64, name: &str) -> Generator {
        let stream = name.bytes().fold(7u64, |hash, byte| {
            hash.wrapping_mul(31).wrapping_add(u64::from(byte))
        });
        Generator {
            random: Random::new(seed, stream),
        }
    }

    /// So many samples, one after the other.
    pub(super) fn samples(&mut self, kind: Kind, count: usize) -> Vec<f64> {
        let mut values = Vec::new();
        for _ in 0..count {
            self.sample(kind, &mut values);
        }
        values
    }

    fn ordinary(&mut self) -> f64 {
        self.random.between(-1.0, 1.0)
    }

    fn number(&mut self) -> f64 {
        if self.random.one_in(16) {
            return SPECIAL[(self.random.bits() % SPECIAL.len() as u64) as usize];
        }
        let exponent = self.random.between(-4.0, 4.0);
        match self.random.bits() % 4 {
            0 => self.ordinary() * 10f64.powf(exponent),
            1 => (8.0 * self.ordinary()).round(),
            2 => self.ordinary() * 10f64.powf(4.0 * exponent),
            _ => self.ordinary(),
        }
    }

    /// A row of numbers: ordinary, on an axis, all tiny, or any.
    fn vector(&mut self, count: usize, to: &mut Vec<f64>) {
        match self.random.bits() % 16 {
            0 => to.extend((0..count).map(|_| self.number())),
            1 => {
                let scale = 1e-15 * self.random.between(0.2, 2.0);
                to.extend((0..count).map(|_| scale * self.ordinary()));
            }
            2 => {
                let axis = (self.random.bits() % count.max(1) as u64) as usize;
                let sign = self.ordinary().signum();
                to.extend((0..count).map(|i| if i == axis { sign } else { 0.0 }));
            }
            3 => to.extend((0..count).map(|_| 0.0)),
            _ => {
                let scale = 10f64.powf(self.random.between(-2.0, 2.0));
                to.extend((0..count).map(|_| scale * self.ordinary()));
            }
        }
    }

    fn quat(&mut self) -> [f64; 4] {
        let unit = self.random.rotation();
        match self.random.bits() % 16 {
            0 => [1.0, 0.0, 0.0, 0.0],
            1 => std::array::from_fn(|_| self.number()),
            2 => unit.map(|x| x * (1.0 + 4e-15)),
            3 => {
                let scale = self.random.between(0.5, 2.0);
                unit.map(|x| x * scale)
            }
            4 => unit.map(|x| x * 1e-15),
            // A turn so small that its sine is near the threshold.
            5 => {
                let small = 10f64.powf(self.random.between(-17.0, -7.0));
                [1.0, unit[1] * small, unit[2] * small, unit[3] * small]
            }
            // Half a turn.
            6 => [1e-16 * unit[0], unit[1], unit[2], unit[3]],
            7 => unit.map(|x| -x.abs()),
            _ => unit,
        }
    }

    /// A turn of a small angle: derivatives of quaternions decide by it.
    fn turn(&mut self) -> [f64; 4] {
        if self.random.one_in(2) {
            return self.quat();
        }
        let half = 0.5 * 10f64.powf(self.random.between(-10.0, 0.0));
        let [x, y, z] = self.direction();
        [half.cos(), half.sin() * x, half.sin() * y, half.sin() * z]
    }

    fn turn_vector(&mut self) -> [f64; 3] {
        const DECIDES: f64 = 1.0 / 32.0;
        let length = match self.random.bits() % 8 {
            0 => return [DECIDES, 0.0, 0.0],
            1 => DECIDES * (1.0 + 1e-15 * self.random.between(-4.0, 4.0)),
            2 => 0.0,
            _ => 10f64.powf(self.random.between(-9.0, 1.0)),
        };
        self.direction().map(|x| length * x)
    }

    /// A vector of length one.
    fn direction(&mut self) -> [f64; 3] {
        let [_, x, y, z] = self.random.rotation();
        let length = (x * x + y * y + z * z).sqrt().max(f64::MIN_POSITIVE);
        [x / length, y / length, z / length]
    }

    fn rotation(&mut self) -> [f64; 9] {
        if self.random.one_in(8) {
            let mut any = Vec::new();
            self.vector(9, &mut any);
            return std::array::from_fn(|i| any[i]);
        }
        let [w, x, y, z] = self.quat();
        let one = w * w + x * x;
        [
            2.0 * one - 1.0,
            2.0 * (x * y - w * z),
            2.0 * (x * z + w * y),
            2.0 * (x * y + w * z),
            2.0 * (w * w + y * y) - 1.0,
            2.0 * (y * z - w * x),
            2.0 * (x * z - w * y),
            2.0 * (y * z + w * x),
            2.0 * (w * w + z * z) - 1.0,
        ]
    }

    fn symmetric(&mut self, n: usize, diagonal: f64, to: &mut Vec<f64>) {
        let start = to.len();
        to.resize(start + n * n, 0.0);
        let scale = 10f64.powf(self.random.between(-1.0, 1.0));
        for i in 0..n {
            for j in 0..=i {
                let value = scale * self.ordinary();
                to[start + i * n + j] = value;
                to[start + j * n + i] = value;
            }
            to[start + i * n + i] += scale * diagonal;
        }
    }

    fn sample(&mut self, kind: Kind, to: &mut Vec<f64>) {
        match kind {
            Kind::Number => to.push(self.number()),
            Kind::Positive => to.push(10f64.powf(self.random.between(-6.0, 3.0))),
            Kind::Ordinary => to.push(10.0 * self.ordinary()),
            Kind::Integer(low, high) => {
                let span = (high - low + 1) as u64;
                to.push((low + (self.random.bits() % span) as i64) as f64);
            }
            Kind::Vector(count) => self.vector(count, to),
            Kind::Spread(count) => to.extend((0..count).map(|_| 3.0 * self.ordinary())),
            Kind::Below(count) => to.extend((0..count).map(|_| -self.random.unit())),
            Kind::Above(count) => to.extend((0..count).map(|_| 0.1 + self.random.unit())),
            Kind::Integers(count) => {
                to.extend((0..count).map(|_| (8.0 * self.ordinary()).round()));
            }
            Kind::Sparse(count) => {
                for _ in 0..count {
                    to.push(match self.random.bits() % 3 {
                        0 => 0.0,
                        1 => -0.0,
                        _ => self.ordinary(),
                    });
                }
            }
            Kind::Quat => to.extend(self.quat()),
            Kind::Turn => to.extend(self.turn()),
            Kind::TurnVector => to.extend(self.turn_vector()),
            Kind::Rotation => to.extend(self.rotation()),
            Kind::Symmetric(n) => {
                let diagonal = if self.random.one_in(4) { 0.0 } else { 2.0 };
                self.symmetric(n, diagonal, to);
                if self.random.one_in(8) {
                    // A diagonal matrix, or one with equal values.
                    let start = to.len() - n * n;
                    for i in 0..n * n {
                        if i % (n + 1) != 0 {
                            to[start + i] = 0.0;
                        }
                    }
                }
            }
            Kind::Positively(n) => {
                let diagonal = if self.random.one_in(16) {
                    0.5
                } else {
                    n as f64
                };
                self.symmetric(n, diagonal, to);
            }
            Kind::Lower(n) => {
                for i in 0..n {
                    for j in 0..n {
                        to.push(match i.cmp(&j) {
                            std::cmp::Ordering::Less => 0.0,
                            std::cmp::Ordering::Equal => self.random.between(0.1, 2.0),
                            std::cmp::Ordering::Greater => self.ordinary(),
                        });
                    }
                }
            }
            Kind::Band(total, band, dense) => self.band(total, band, dense, to),
            Kind::Muscle => {
                let start = self.random.between(0.3, 1.0);
                let force = if self.random.one_in(2) { -1.0 } else { 30.0 };
                to.extend([start, start + self.random.between(0.0, 0.8), force]);
                to.extend([200.0, self.random.between(0.2, 0.9)]);
                to.extend([1.6, 1.5, 1.3, 1.2].map(|x| x * self.random.between(0.9, 1.1)));
            }
            Kind::Range => {
                let low = self.ordinary();
                let wide = if self.random.one_in(16) { 0.0 } else { 2.0 };
                to.extend([low, low + wide * self.random.unit()]);
            }
        }
    }

    fn band(&mut self, total: usize, band: usize, dense: usize, to: &mut Vec<f64>) {
        let diagonal = if self.random.one_in(8) {
            0.1
        } else {
            total as f64
        };
        let sparse = total - dense;
        for i in 0..total {
            let width = if i < sparse { band } else { total };
            let place = if i < sparse { band - 1 } else { i };
            for j in 0..width {
                let value = self.ordinary();
                to.push(if j == place { value + diagonal } else { value });
            }
        }
    }
}
