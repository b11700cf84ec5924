//! Cubic polynomials of three variables over a cube, given by values and derivatives at its
//! corners.
//!
//! Lekien, Marsden: Tricubic interpolation in three dimensions (2005).

use wide::f32x4;

use super::vector::Point;

/// The value, its derivatives along x, y and z, then xy, xz, yz and xyz.
pub(super) type Jet = [f32; 8];

/// How often each of a jet's values is derived along each axis.
const DERIVED: [[usize; 3]; 8] = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [1, 1, 0],
    [1, 0, 1],
    [0, 1, 1],
    [1, 1, 1],
];

/// For each power of one variable: what the values and derivatives at 0 and at 1 contribute.
const HERMITE: [[[i32; 2]; 2]; 4] = [
    [[1, 0], [0, 0]],
    [[0, 1], [0, 0]],
    [[-3, -2], [3, -1]],
    [[2, 1], [-2, 1]],
];

/// How many contributions there are that are not zero.
const TERMS: usize = 1000;

/// What each number at the corners contributes to each coefficient, in the order of summation:
/// weights with corner and place in its jet, and where the coefficients end.
struct Weights {
    terms: [(f32, u8, u8); TERMS],
    ends: [usize; 64],
}

static WEIGHTS: Weights = weights();

const fn weights() -> Weights {
    let mut weights = Weights {
        terms: [(0.0, 0, 0); TERMS],
        ends: [0; 64],
    };
    let (mut count, mut i) = (0, 0);
    while i < 64 {
        let mut number = 0;
        while number < 64 {
            let (corner, derived) = (number / 8, DERIVED[number % 8]);
            let weight = HERMITE[i & 3][corner & 1][derived[0]]
                * HERMITE[i >> 2 & 3][corner >> 1 & 1][derived[1]]
                * HERMITE[i >> 4][corner >> 2][derived[2]];
            if weight != 0 {
                weights.terms[count] = (weight as f32, corner as u8, (number % 8) as u8);
                count += 1;
            }
            number += 1;
        }
        weights.ends[i] = count;
        i += 1;
    }
    weights
}

/// A polynomial over the unit cube: the coefficients of all products of powers up to three, those
/// of x first.
#[derive(Clone, Debug)]
pub(super) struct Cubic([f32; 64]);

impl Cubic {
    pub(super) const ZERO: Cubic = Cubic([0.0; 64]);

    /// The polynomial with these values and derivatives at the corners of a cube.
    pub(super) fn new(corners: &[Jet; 8], size: f32) -> Cubic {
        let area = size * size;
        let scales = [1.0, size, size, size, area, area, area, area * size];
        let scaled = corners.map(|jet| std::array::from_fn(|k| jet[k] * scales[k]));
        let scaled: [Jet; 8] = scaled;
        let mut start = 0;
        Cubic(std::array::from_fn(|i| {
            let terms = &WEIGHTS.terms[start..WEIGHTS.ends[i]];
            start = WEIGHTS.ends[i];
            // Minus zero leaves the first term as it is.
            terms.iter().fold(-0.0, |sum, &(weight, corner, k)| {
                sum + weight * scaled[corner as usize][k as usize]
            })
        }))
    }

    /// What [`Cubic::derivative`] is without any, the powers of x in four lanes: a factor of one
    /// leaves a lane as it is.
    pub(super) fn value(&self, at: &Point) -> f32 {
        let (x, y, z) = (at.x, f32x4::splat(at.y), f32x4::splat(at.z));
        let powers = [[1.0, x, x, x], [1.0, 1.0, x, x], [1.0, 1.0, 1.0, x]].map(f32x4::new);
        let mut sum = 0.0;
        for (row, numbers) in self.0.as_chunks::<4>().0.iter().enumerate() {
            let mut terms = f32x4::new(*numbers) * powers[0] * powers[1] * powers[2];
            for _ in 0..row % 4 {
                terms *= y;
            }
            for _ in 0..row / 4 {
                terms *= z;
            }
            for term in terms.to_array() {
                sum += term;
            }
        }
        sum
    }

    pub(super) fn gradient(&self, at: &Point) -> Point {
        Point::new(
            self.derivative::<1, 0, 0>(at, -0.0),
            self.derivative::<0, 1, 0>(at, -0.0),
            self.derivative::<0, 0, 1>(at, -0.0),
        )
    }

    /// The value and derivatives at a point of the cube, whose size they are for.
    pub(super) fn jet(&self, at: &Point, size: f32) -> Jet {
        let area = size * size;
        let gradient = self.gradient(at);
        [
            self.value(at),
            gradient.x / size,
            gradient.y / size,
            gradient.z / size,
            self.derivative::<1, 1, 0>(at, -0.0) / area,
            self.derivative::<1, 0, 1>(at, -0.0) / area,
            self.derivative::<0, 1, 1>(at, -0.0) / area,
            self.derivative::<1, 1, 1>(at, -0.0) / (area * size),
        ]
    }

    /// A derivative, added to `start`. Powers are not shared, as each product is rounded by itself.
    fn derivative<const X: usize, const Y: usize, const Z: usize>(
        &self,
        at: &Point,
        start: f32,
    ) -> f32 {
        // The factor that a power gets when it is derived.
        let factor = |power: usize, derived: usize| if derived == 0 { 1 } else { power };
        let mut sum = start;
        for z in Z..4 {
            for y in Y..4 {
                for x in X..4 {
                    let factor = (factor(x, X) * factor(y, Y) * factor(z, Z)) as f32;
                    let mut term = factor * self.0[x + 4 * y + 16 * z];
                    for _ in X..x {
                        term *= at.x;
                    }
                    for _ in Y..y {
                        term *= at.y;
                    }
                    for _ in Z..z {
                        term *= at.z;
                    }
                    sum += term;
                }
            }
        }
        sum
    }
}
