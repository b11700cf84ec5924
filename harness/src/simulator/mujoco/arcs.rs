//! What rounding does to the length of a tendon that wraps.
//!
//! Where a tendon lies on a sphere or a cylinder of radius R, its length has the arc
//! R acos(a . b), with unit vectors a and b to the ends of the arc. An engine rounds a . b, which
//! moves the arc by R u / sin(angle): much more than u times the arc if that is short. Copies that
//! compute the arc in double precision do not show it by themselves.

use super::Mujoco;
use crate::precision::Precision;
use crate::simulator::Failure;

/// Type of geoms whose arcs lie in the plane across their axis.
const CYLINDER: i64 = 5;

impl Mujoco {
    /// For each tendon the sum of R / sin(angle) over its arcs: the size that its length has for
    /// rounding. Empty if no tendon wraps.
    pub(super) fn arc_sizes(&mut self, precision: Precision) -> Result<Vec<f64>, Failure> {
        let things = self.integers("wrap_obj")?;
        if !things.iter().any(|thing| *thing >= 0) {
            return Ok(Vec::new());
        }
        let (starts, counts) = (self.integers("ten_wrapadr")?, self.integers("ten_wrapnum")?);
        let (types, sizes) = (self.integers("geom_type")?, self.numbers("geom_size")?);
        let (places, turns) = (self.numbers("geom_xpos")?, self.numbers("geom_xmat")?);
        let points = self.numbers("wrap_xpos")?;
        let arc = |at: usize| -> Option<f64> {
            let geom = usize::try_from(*things.get(at)?).ok()?;
            let next = usize::try_from(*things.get(at + 1)?).ok()?;
            let (centre, turn) = (row(&places, geom)?, turns.get(9 * geom..9 * geom + 9)?);
            let flat = *types.get(geom)? == CYLINDER;
            let end = |at: usize| Some(direction(row(&points, at)?, centre, turn, flat));
            let (a, b) = (end(at)?, end(at + 1)?);
            (geom == next).then(|| sizes.get(3 * geom).map(|radius| radius / sine(a, b)))?
        };
        let least = precision.unit().sqrt();
        let largest = 1.0 / least;
        let sum = |(start, count): (&i64, &i64)| {
            let (mut at, end) = (*start as usize, (*start + *count) as usize);
            let mut sum = 0.0;
            while at + 1 < end {
                // Both ends of an arc are points of the same geom.
                if let Some(size) = arc(at) {
                    sum += size.min(largest);
                    at += 1;
                }
                at += 1;
            }
            sum
        };
        Ok(starts.iter().zip(&counts).map(sum).collect())
    }
}

fn row(values: &[f64], at: usize) -> Option<&[f64]> {
    values.get(3 * at..3 * at + 3)
}

/// From the centre of a geom to a point, in its frame; of a cylinder across its axis.
fn direction(point: &[f64], centre: &[f64], turn: &[f64], flat: bool) -> [f64; 3] {
    let away = [0, 1, 2].map(|k| point[k] - centre[k]);
    let mut local = [0, 1, 2].map(|k| (0..3).map(|j| turn[3 * j + k] * away[j]).sum());
    if flat {
        local[2] = 0.0;
    }
    local
}

/// The sine of the angle between two directions.
fn sine(a: [f64; 3], b: [f64; 3]) -> f64 {
    let norm = |v: [f64; 3]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
    let cross = [0, 1, 2].map(|k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        a[i] * b[j] - a[j] * b[i]
    });
    norm(cross) / (norm(a) * norm(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_angle_of_an_arc_is_seen_from_the_geom() {
        // A quarter turn about z: the geom's x is the world's y.
        let turn = [0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];
        let centre = [1.0, 2.0, 3.0];
        let point = [1.0, 2.5, 7.0];
        let flat = direction(&point, &centre, &turn, true);
        let whole = direction(&point, &centre, &turn, false);
        assert_eq!((flat, whole), ([0.5, 0.0, 0.0], [0.5, 0.0, 4.0]));
        let angle: f64 = 0.3;
        let other = [2.0 * angle.cos(), 2.0 * angle.sin(), 0.0];
        assert!((sine(flat, other) - angle.sin()).abs() < 1e-15);
    }
}
