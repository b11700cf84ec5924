//! What a free run looked like after it had failed: where the bodies are on both sides, in few frames
//! and few digits, for pictures.

use serde::{Deserialize, Serialize};

use super::Scene;

/// Frames of a film at most; when there are more, every other one is left out.
const FRAMES: usize = 24;

/// A model with more bodies has no pictures: its line of the report would be too long.
const BODIES: usize = 120;

/// Positions are kept to a hundredth of a millimetre.
const GRAIN: f64 = 1e-5;

/// Pictures of both sides, from the first step that differs.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Film {
    pub scene: Scene,
    pub steps: Vec<u64>,
    /// Position and orientation of every body, frame by frame: of the reference and of the subject.
    pub old: Vec<Vec<f32>>,
    pub new: Vec<Vec<f32>>,
    /// The largest distance of any body in millimetres, frame by frame.
    pub mm: Vec<f64>,
    /// The frame at which they differ most.
    pub worst: usize,
    #[serde(skip)]
    stride: u64,
    #[serde(skip)]
    seen: u64,
}

/// Positions and orientations of all bodies on one side.
#[derive(Clone, Copy, Debug)]
pub struct Poses<'a> {
    pub places: &'a [f64],
    pub turns: &'a [f64],
}

impl Film {
    /// Takes a frame, if it is one of those that are kept. One with what is no number shows nothing.
    pub fn take(&mut self, step: u64, reference: &Poses<'_>, subject: &Poses<'_>) {
        let at = self.seen;
        self.seen += 1;
        let bodies = reference.places.len() / 3;
        let kept = at.is_multiple_of(self.stride.max(1));
        let fits = (1..=BODIES).contains(&bodies) && subject.places.len() / 3 == bodies;
        if !kept || !fits || !reference.is_finite() || !subject.is_finite() {
            return;
        }
        self.steps.push(step);
        self.old.push(reference.frame());
        self.new.push(subject.frame());
        self.mm.push(1e3 * reference.distance(subject));
        if self.steps.len() > FRAMES {
            self.thin_out();
        }
    }

    /// Leaves out every other frame.
    fn thin_out(&mut self) {
        self.stride = 2 * self.stride.max(1);
        let mut at = 0;
        let mut every_other = || {
            at += 1;
            at % 2 == 1
        };
        self.steps.retain(|_| every_other());
        let half = self.steps.len();
        let halve = |frames: &mut Vec<Vec<f32>>| {
            *frames = std::mem::take(frames).into_iter().step_by(2).collect();
        };
        halve(&mut self.old);
        halve(&mut self.new);
        self.mm = self.mm.iter().copied().step_by(2).collect();
        debug_assert_eq!(half, self.mm.len());
    }

    /// The film with what it shows; nothing if no body is ever elsewhere.
    pub fn finish(mut self, scene: Scene) -> Option<Film> {
        let worst = (0..self.mm.len()).max_by(|a, b| self.mm[*a].total_cmp(&self.mm[*b]))?;
        self.scene = scene;
        self.worst = worst;
        (self.mm[worst] > 0.0).then_some(self)
    }

    /// Whether there is anything to show.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }
}

impl Poses<'_> {
    fn is_finite(&self) -> bool {
        let mut all = self.places.iter().chain(self.turns);
        all.all(|value| value.is_finite())
    }

    fn frame(&self) -> Vec<f32> {
        let coarse = |value: &f64| ((value / GRAIN).round() * GRAIN) as f32;
        let bodies = self.places.chunks_exact(3).zip(self.turns.chunks_exact(4));
        bodies
            .flat_map(|(place, turn)| place.iter().chain(turn).map(coarse))
            .collect()
    }

    fn distance(&self, other: &Poses<'_>) -> f64 {
        let bodies = self
            .places
            .chunks_exact(3)
            .zip(other.places.chunks_exact(3));
        let apart = bodies.map(|(a, b)| {
            let parts = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b));
            parts.sum::<f64>().sqrt()
        });
        apart.fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(film: &mut Film, step: u64, x: f64) {
        let turns = [1.0, 0.0, 0.0, 0.0];
        let (reference, subject) = ([0.0; 3], [x, 0.0, 0.0]);
        let poses = |places| Poses {
            places,
            turns: &turns,
        };
        film.take(step, &poses(&reference), &poses(&subject));
    }

    #[test]
    fn a_long_film_keeps_few_frames_over_its_whole_length() {
        let mut film = Film::default();
        for step in 1..=1000 {
            take(&mut film, step, step as f64 * 1e-3);
        }
        assert!(film.steps.len() <= FRAMES, "{:?}", film.steps);
        assert_eq!(film.steps[0], 1);
        assert!(film.steps[film.steps.len() - 1] > 900, "{:?}", film.steps);
        assert_eq!(film.old.len(), film.steps.len());
        assert_eq!(film.mm.len(), film.steps.len());
        let film = film.finish(Scene::default()).expect("a film");
        assert_eq!(film.worst, film.steps.len() - 1);
    }

    #[test]
    fn bodies_in_the_same_place_and_what_is_no_number_make_no_film() {
        let mut film = Film::default();
        take(&mut film, 1, 0.0);
        take(&mut film, 2, f64::NAN);
        assert_eq!(film.steps, [1]);
        assert!(film.finish(Scene::default()).is_none());
    }
}
