//! The page: one file without network, the verdict first, then what people look at.

use serde::Serialize;

use super::Outcome;
use super::judge::{Examined, Motion, Verdict};
use super::words::angle;
use crate::report::PICTURES;
use crate::results::Scene;

/// Moments that the slider of a model has at most.
const FRAMES: usize = 100;

const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

#[derive(Serialize)]
struct Page<'a> {
    from: &'a str,
    to: &'a str,
    text: &'a str,
    rows: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    model: &'a str,
    verdict: Verdict,
    accepted: bool,
    words: &'a str,
    first: Option<usize>,
    cause: Option<String>,
    repeat: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    motion: Option<Shown<'a>>,
}

/// What is drawn of a model that moves differently.
#[derive(Serialize)]
struct Shown<'a> {
    scene: &'a Scene,
    /// Steps of the frames.
    steps: Vec<usize>,
    /// Position and orientation of every body, frame by frame.
    old: Vec<Vec<f32>>,
    new: Vec<Vec<f32>>,
    /// The frame at which they differ most.
    worst: usize,
    /// By frame: the largest distance of any body in mm and in degrees, and what noise makes of
    /// positions.
    mm: Vec<f64>,
    degrees: Vec<f64>,
    noise: Vec<f64>,
}

/// The whole page.
pub(super) fn page(outcome: &Outcome, text: &str) -> String {
    let page = Page {
        from: &outcome.from,
        to: &outcome.to,
        text,
        rows: outcome.models.iter().map(|one| row(one, outcome)).collect(),
    };
    let data = serde_json::to_string(&page).unwrap_or_default();
    // Within a script nothing may look like its end.
    let data = data.replace('<', "\\u003c");
    TEMPLATE
        .replace("/*STYLE*/", STYLE)
        .replace("/*SCRIPT*/", &[PICTURES, SCRIPT].concat())
        .replace(
            "TITLE",
            &format!("MuJoCo {} to {}", outcome.from, outcome.to),
        )
        .replace("/*DATA*/", &data)
}

fn row<'a>(one: &'a Examined, outcome: &Outcome) -> Row<'a> {
    let cause = one.cause.as_ref();
    Row {
        model: &one.model,
        verdict: one.verdict,
        accepted: one.accepted,
        words: &one.words,
        first: one.first_step,
        cause: cause.map(|one| format!("{}, first at {}: {}", one.what, one.moment, one.detail)),
        repeat: format!(
            "harness upgrade {} --from {} --to {}",
            one.path.display(),
            outcome.from,
            outcome.to
        ),
        motion: one.motion.as_deref().map(shown),
    }
}

fn shown(motion: &Motion) -> Shown<'_> {
    let steps = motion.old.steps.min(motion.new.steps);
    let distance = |step: usize| -> (f64, f64) {
        let rows = |name: &str| {
            let (old, new) = (motion.old.get(name), motion.new.get(name));
            let row = |series: Option<&'_ super::roll::Series>| {
                series.map_or(Vec::new(), |series| series.row(step).to_vec())
            };
            (row(old), row(new))
        };
        let (a, b) = rows("xpos");
        let places = a.chunks_exact(3).zip(b.chunks_exact(3));
        let apart = places.map(|(a, b)| {
            let parts = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b));
            parts.sum::<f64>().sqrt()
        });
        let metres = apart.fold(0.0, f64::max);
        let (a, b) = rows("xquat");
        let turns = a
            .chunks_exact(4)
            .zip(b.chunks_exact(4))
            .map(|(a, b)| angle(a, b));
        (metres * 1e3, turns.fold(0.0, f64::max).to_degrees())
    };
    let all: Vec<(f64, f64)> = (1..=steps).map(distance).collect();
    let size = |step: usize| {
        all.get(step - 1)
            .map_or(0.0, |(mm, degrees)| mm.max(*degrees))
    };
    let worst = (1..=steps)
        .max_by(|a, b| size(*a).total_cmp(&size(*b)))
        .unwrap_or(1);
    let noise = motion.noise();
    let every = steps.div_ceil(FRAMES).max(1);
    let mut chosen: Vec<usize> = (1..=steps).step_by(every).collect();
    chosen.extend([worst, steps]);
    chosen.retain(|step| (1..=steps).contains(step));
    chosen.sort_unstable();
    chosen.dedup();
    let poses = |trajectory: &super::roll::Trajectory| -> Vec<Vec<f32>> {
        let frame = |step: &usize| -> Vec<f32> {
            let part = |name: &str| trajectory.get(name).map_or(&[][..], |one| one.row(*step));
            let (places, turns) = (part("xpos").chunks_exact(3), part("xquat").chunks_exact(4));
            let bodies = places.zip(turns);
            bodies
                .flat_map(|(place, turn)| place.iter().chain(turn).map(|x| *x as f32))
                .collect()
        };
        chosen.iter().map(frame).collect()
    };
    Shown {
        scene: &motion.scene,
        old: poses(&motion.old),
        new: poses(&motion.new),
        worst: chosen.iter().position(|step| *step == worst).unwrap_or(0),
        mm: chosen.iter().map(|step| all[step - 1].0).collect(),
        degrees: chosen.iter().map(|step| all[step - 1].1).collect(),
        noise: chosen
            .iter()
            .map(|step| noise.get(*step).map_or(0.0, |size| size * 1e3))
            .collect(),
        steps: chosen,
    }
}
