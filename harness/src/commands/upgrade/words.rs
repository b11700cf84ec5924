//! Differences in the words of people: millimetres, degrees, which body and which way.

use super::roll::Trajectory;
use crate::case::Layout;

/// How far the bodies of two motions are apart.
#[derive(Clone, Debug, Default)]
pub(super) struct Displacement {
    /// The body that is farthest away at any time.
    pub body: usize,
    pub step: usize,
    pub metres: f64,
    /// From old to new, in the world.
    pub vector: [f64; 3],
    /// The largest turn of any body, in radians.
    pub radians: f64,
    pub turned: usize,
    /// It stays where it is: the last tenth of the run differs by the same vector.
    pub rests: bool,
}

/// A turn that is told where no body is elsewhere, in radians, and a way that is not worth a word
/// where something else differs, in metres.
const TURN: f64 = 1e-5;
const STILL: f64 = 1e-12;

impl Displacement {
    pub(super) fn between(old: &Trajectory, new: &Trajectory) -> Displacement {
        let mut found = Displacement::default();
        let (Some(a), Some(b)) = (old.get("xpos"), new.get("xpos")) else {
            return found;
        };
        let steps = old.steps.min(new.steps);
        if a.width != b.width {
            return found;
        }
        for step in 1..=steps {
            let rows = a.row(step).chunks_exact(3).zip(b.row(step).chunks_exact(3));
            for (body, (a, b)) in rows.enumerate() {
                let vector = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
                let metres = norm(vector);
                if metres > found.metres {
                    (found.body, found.step, found.metres, found.vector) =
                        (body, step, metres, vector);
                }
            }
        }
        found.turn(old, new, steps);
        found.settle(old, new, steps);
        found
    }

    fn turn(&mut self, old: &Trajectory, new: &Trajectory, steps: usize) {
        let (Some(a), Some(b)) = (old.get("xquat"), new.get("xquat")) else {
            return;
        };
        for step in 1..=steps {
            let rows = a.row(step).chunks_exact(4).zip(b.row(step).chunks_exact(4));
            for (body, (a, b)) in rows.enumerate() {
                let angle = angle(a, b);
                if angle > self.radians {
                    (self.radians, self.turned) = (angle, body);
                }
            }
        }
    }

    /// Whether the body lies still at the end, in both motions and another place.
    fn settle(&mut self, old: &Trajectory, new: &Trajectory, steps: usize) {
        let place = |motion: &Trajectory, step: usize| -> [f64; 3] {
            let row = motion
                .get("xpos")
                .map_or(&[][..], |series| series.row(step));
            let at = row.get(3 * self.body..3 * self.body + 3);
            at.map_or([0.0; 3], |at| [at[0], at[1], at[2]])
        };
        let apart = |step| minus(place(new, step), place(old, step));
        let last = apart(steps);
        let size = norm(last);
        let still = |step: usize| {
            let moved = norm(minus(place(old, step), place(old, steps)));
            let other = norm(minus(apart(step), last));
            moved < 0.05 * size && other < 0.05 * size
        };
        self.rests = size > 0.0 && steps > 20 && (steps - steps / 10..steps).all(still);
        if self.rests {
            (self.vector, self.metres, self.step) = (last, size, steps);
        }
    }

    /// Whether any body is elsewhere or turned, by so much that somebody could tell.
    pub(super) fn is_seen(&self) -> bool {
        self.metres > STILL || self.radians > TURN
    }

    /// One sentence: `middle rests 0.29 mm higher`.
    pub(super) fn sentence(&self, layout: &Layout) -> String {
        let name = |body: usize| {
            let name = layout.name("name_bodyadr", body);
            name.unwrap_or_else(|| format!("body {body}"))
        };
        let (body, size) = (name(self.body), length(self.metres));
        let (up, share) = (self.vector[2], self.vector[2].abs() / self.metres);
        if self.rests && share > 0.95 {
            let way = if up > 0.0 { "higher" } else { "lower" };
            return format!("{body} rests {size} {way}");
        }
        if self.rests {
            return format!("{body} rests {size} away");
        }
        if self.metres < 1e-6 && self.radians > TURN {
            let (body, size) = (name(self.turned), angle_words(self.radians));
            return format!("{body} turns by {size}");
        }
        format!("{body} up to {size} away, at step {}", self.step)
    }
}

fn minus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn norm(vector: [f64; 3]) -> f64 {
    vector.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// The angle between two orientations, given as quaternions.
pub(super) fn angle(a: &[f64], b: &[f64]) -> f64 {
    let dot: f64 = a.iter().zip(b).map(|(a, b)| a * b).sum();
    let (mut minus, mut plus) = (0.0, 0.0);
    for (a, b) in a.iter().zip(b) {
        minus += (a - b) * (a - b);
        plus += (a + b) * (a + b);
    }
    // Exact for small angles too, where the cosine has lost them.
    let sine = if dot >= 0.0 { minus } else { plus };
    4.0 * (sine.sqrt() / 2.0).min(1.0).asin()
}

/// A length with three digits: `0.29 mm`.
pub(super) fn length(metres: f64) -> String {
    match metres.abs() {
        size if size >= 1.0 => format!("{} m", short(metres)),
        size if size >= 1e-8 || size == 0.0 => format!("{} mm", short(metres * 1e3)),
        _ => format!("{metres:.1e} m"),
    }
}

pub(super) fn angle_words(radians: f64) -> String {
    format!("{} degrees", short(radians.to_degrees()))
}

/// Up to three digits that matter.
pub(super) fn short(value: f64) -> String {
    let size = value.abs();
    if size != 0.0 && !(1e-4..1e6).contains(&size) {
        return format!("{value:.2e}");
    }
    let decimals = match size {
        size if size >= 100.0 => 0,
        size if size >= 10.0 => 1,
        size if size >= 1.0 => 2,
        size if size >= 0.1 => 3,
        size if size >= 0.01 => 4,
        _ => 6,
    };
    let text = format!("{value:.decimals$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// Which unit a field's elements have.
pub(super) fn quantity(field: &str, value: f64) -> String {
    match field {
        "contact.dist" | "contact.pos" | "xpos" | "xipos" | "geom_xpos" | "site_xpos"
        | "body_pos" | "body_ipos" | "geom_pos" | "geom_size" | "ten_length" => length(value),
        "qfrc_constraint" | "qfrc_passive" | "qfrc_bias" | "qfrc_actuator" => {
            format!("{} N or N m", short(value))
        }
        _ => short(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_have_three_digits_and_the_unit_that_fits() {
        assert_eq!(length(0.00029), "0.29 mm");
        assert_eq!(length(-0.001), "-1 mm");
        assert_eq!(length(2.5), "2.5 m");
        assert_eq!(length(3e-12), "3.0e-12 m");
        assert_eq!(short(120.4), "120");
    }

    #[test]
    fn small_angles_are_exact_and_the_sign_of_a_quaternion_means_nothing() {
        let half = 0.5e-9f64;
        let turned = [half.cos(), half.sin(), 0.0, 0.0];
        let opposite = turned.map(|x| -x);
        for other in [turned, opposite] {
            let found = angle(&[1.0, 0.0, 0.0, 0.0], &other);
            assert!((found - 1e-9).abs() < 1e-15, "{found}");
        }
    }
}
