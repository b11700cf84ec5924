//! The verdict of one model.

use std::path::PathBuf;

use serde::Serialize;

use super::cause::{self, Cause};
use super::defaults::ChangedDefault;
use super::noise::{self, Spread};
use super::parts::scales;
use super::roll::{Runner, Script, Trajectory};
use super::words::{Displacement, short};
use crate::case::Layout;
use crate::results::Scene;
use crate::simulator::{Failure, Loaded, ModelSource, Pipelined};
use crate::snapshot::{Assignment, Side};

/// What an upgrade does to a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Verdict {
    /// It moves differently.
    Changed,
    /// The new version does not load it.
    Rejected,
    /// A simulator crashed, or ran out of time or memory.
    Failed,
    /// Not compared: the old version does not load it either.
    Unreadable,
    /// Bit for bit the same, and slower.
    Slower,
    /// Apart by no more than rounding makes of it.
    Rounding,
    /// Bit for bit the same.
    Same,
}

impl Verdict {
    pub(super) fn name(self) -> &'static str {
        match self {
            Verdict::Changed => "CHANGED",
            Verdict::Rejected => "REJECTED",
            Verdict::Failed => "FAILED",
            Verdict::Unreadable => "not read",
            Verdict::Slower => "SLOWER",
            Verdict::Rounding => "rounding",
            Verdict::Same => "same",
        }
    }

    /// Whether somebody has to look.
    pub(super) fn needs_review(self) -> bool {
        match self {
            Verdict::Changed | Verdict::Rejected | Verdict::Failed | Verdict::Unreadable => true,
            Verdict::Slower | Verdict::Rounding | Verdict::Same => false,
        }
    }
}

/// What is known of one model.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Examined {
    pub model: String,
    pub path: PathBuf,
    pub verdict: Verdict,
    /// Was looked at before and found to be fine.
    pub accepted: bool,
    /// The first step that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_step: Option<usize>,
    /// How far apart bodies come, in metres and radians.
    pub metres: f64,
    pub radians: f64,
    /// One sentence.
    pub words: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// Over everything observed of the new version.
    pub digest: String,
    /// CPU time of the new version over that of the old one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slowdown: Option<f64>,
    #[serde(skip)]
    pub motion: Option<Box<Motion>>,
}

/// Both motions of a model that changed, and what noise does to it.
#[derive(Clone, Debug)]
pub(super) struct Motion {
    pub old: Trajectory,
    pub new: Trajectory,
    pub scene: Scene,
    /// How far free runs and single steps of the old version come apart by themselves.
    pub free: Spread,
    pub forced: Spread,
}

impl Motion {
    /// How far positions of the old version come apart by themselves, step by step.
    pub(super) fn noise(&self) -> Vec<f64> {
        self.free.of_field(&self.old, "qpos")
    }
}

/// How much slower is worth a word, and how long must be measured for it.
const SLOWER: f64 = 1.5;
const MEASURABLE: u64 = 20_000_000;

impl Examined {
    pub(super) fn new(model: &str, path: PathBuf, verdict: Verdict, words: String) -> Examined {
        Examined {
            model: model.to_owned(),
            path,
            verdict,
            accepted: false,
            first_step: None,
            metres: 0.0,
            radians: 0.0,
            words,
            cause: None,
            digest: String::new(),
            slowdown: None,
            motion: None,
        }
    }
}

/// Both versions.
pub(super) struct Versions<'a> {
    pub old: &'a mut dyn Pipelined,
    pub new: &'a mut dyn Pipelined,
    pub defaults: &'a [ChangedDefault],
    /// Below this a changed position is called rounding, in metres.
    pub tolerance: f64,
}

impl Versions<'_> {
    /// Compares one model. `script` gets the model's layout.
    pub(super) fn examine(
        &mut self,
        model: &str,
        path: PathBuf,
        script: &dyn Fn(&Layout) -> Result<Script, String>,
    ) -> Examined {
        let made = |verdict, words| Examined::new(model, path.clone(), verdict, words);
        let absolute = std::path::absolute(&path).unwrap_or_else(|_| path.clone());
        let source = ModelSource::file(&absolute);
        let loaded = (self.old.load(&source), self.new.load(&source));
        let (old, new) = match loaded {
            (Ok(old), Ok(new)) => (old, new),
            (Ok(_), Err(failure @ Failure::Rejected { .. })) => {
                return made(Verdict::Rejected, first_line(&failure));
            }
            (Err(failure @ Failure::Rejected { .. }), _) => {
                return made(Verdict::Unreadable, first_line(&failure));
            }
            (Err(failure), _) | (_, Err(failure)) => {
                return made(Verdict::Failed, first_line(&failure));
            }
        };
        let examined = made(Verdict::Same, String::new());
        match self.compare(&old, &new, script, examined) {
            Ok(examined) => examined,
            Err(failure) => made(Verdict::Failed, first_line(&failure)),
        }
    }

    fn compare(
        &mut self,
        old: &Loaded,
        new: &Loaded,
        script: &dyn Fn(&Layout) -> Result<Script, String>,
        mut examined: Examined,
    ) -> Result<Examined, Failure> {
        let mut old = Runner {
            simulator: &mut *self.old,
            loaded: old,
        };
        let mut new = Runner {
            simulator: &mut *self.new,
            loaded: new,
        };
        let layout = old.layout()?;
        let script = script(&layout).map_err(|message| Failure::Error { message })?;
        let (before, after) = (old.free(&script)?, new.free(&script)?);
        examined.digest.clone_from(&after.digest);
        if before.digest == after.digest {
            let slowdown = slowdown(&mut old, &mut new, &script, &before, &after)?;
            if let Some(times) = slowdown {
                examined.verdict = Verdict::Slower;
                examined.words = format!("{} times the CPU time", short(times));
            }
            examined.slowdown = slowdown;
            return Ok(examined);
        }
        if before.stopped != after.stopped {
            let words = |one: &Trajectory| match &one.stopped {
                Some(message) => format!("stops at step {}: {message}", one.steps + 1),
                None => "goes on".to_owned(),
            };
            examined.verdict = Verdict::Changed;
            examined.first_step = Some(before.steps.min(after.steps) + 1);
            examined.words = format!("{} -> {}", words(&before), words(&after));
            return Ok(examined);
        }
        let apart = noise::distances(&before, &after);
        let first = (0..=before.steps).find(|step| {
            let at = |sizes: &Vec<f64>| sizes.get(*step).is_some_and(|size| *size > 0.0);
            apart.iter().any(at)
        });
        let free = noise::free(&mut old, &script, &before)?;
        let forced = noise::forced(&mut old, &script, &before)?;
        let stepped = new.forced(&script, &before, |_| ())?;
        let stepped = noise::distances(&before, &stepped);
        let times = forced.times(&stepped, &before);
        let beyond = free
            .exceeded(&apart, &before, times)
            .or_else(|| forced.exceeded(&stepped, &before, 1.0));
        let displacement = Displacement::between(&before, &after);
        (examined.metres, examined.radians) = (displacement.metres, displacement.radians);
        examined.first_step = first;
        examined.words = match displacement.is_seen() {
            true => displacement.sentence(&layout),
            false => largest(&apart, &before),
        };
        let beyond = beyond.filter(|_| displacement.metres >= self.tolerance);
        let Some(beyond) = beyond else {
            examined.verdict = Verdict::Rounding;
            return Ok(examined);
        };
        examined.verdict = Verdict::Changed;
        examined.cause = match set_back(&mut new, &script, &before, self.defaults)? {
            Some(cause) => Some(cause),
            None => {
                let steps = [first.unwrap_or(1).max(1), beyond.max(1)];
                cause::find_cause(&mut old, &mut new, &script, &before, steps)?
            }
        };
        examined.motion = Some(Box::new(Motion {
            scene: Scene::read(|name| old.numbers(Side::Model, name), true)?,
            old: before,
            new: after,
            free,
            forced,
        }));
        Ok(examined)
    }
}

/// With the old defaults the new version may move as the old one did.
pub(super) fn set_back(
    new: &mut Runner<'_>,
    script: &Script,
    before: &Trajectory,
    defaults: &[ChangedDefault],
) -> Result<Option<Cause>, Failure> {
    for changed in defaults {
        let mut script = script.clone();
        script.options.push(Assignment {
            field: changed.field.clone(),
            values: changed.from.clone(),
        });
        // An option may be one that nobody can set.
        let Ok(moved) = new.free(&script) else {
            continue;
        };
        let again = Assignment {
            field: changed.field.clone(),
            values: changed.to.clone(),
        };
        new.simulator.set(&[again])?;
        if moved.digest == before.digest {
            let line = super::defaults::lines(std::slice::from_ref(changed)).concat();
            return Ok(Some(Cause {
                what: "changed default".to_owned(),
                moment: "the compiled model".to_owned(),
                detail: format!("{line}; set back, it moves as before"),
                traits: Vec::new(),
            }));
        }
    }
    Ok(None)
}

/// How many times slower, if it is, twice in a row.
fn slowdown(
    old: &mut Runner<'_>,
    new: &mut Runner<'_>,
    script: &Script,
    before: &Trajectory,
    after: &Trajectory,
) -> Result<Option<f64>, Failure> {
    let ratio = |old: &Trajectory, new: &Trajectory| {
        let (old, new) = (old.nanoseconds?, new.nanoseconds?);
        (old > MEASURABLE).then(|| new as f64 / old as f64)
    };
    let is_slow = |ratio: &f64| *ratio > SLOWER;
    let Some(first) = ratio(before, after).filter(is_slow) else {
        return Ok(None);
    };
    let again = ratio(&old.free(script)?, &new.free(script)?);
    Ok(again.filter(is_slow).map(|again| again.min(first)))
}

/// The field that differs most for its size, where no body does.
fn largest(apart: &[Vec<f64>], motion: &Trajectory) -> String {
    let sizes = apart
        .iter()
        .map(|sizes| sizes.iter().fold(0.0f64, |a, b| a.max(*b)));
    let parts = motion.parts.iter().zip(scales(motion)).zip(sizes);
    let share = |scale: f64, size: f64| size / scale;
    let worst = parts.max_by(|((_, a), x), ((_, b), y)| share(*a, *x).total_cmp(&share(*b, *y)));
    worst.map_or(String::new(), |((part, _), size)| {
        format!("{} by {}", part.field, short(size))
    })
}

fn first_line(failure: &Failure) -> String {
    let text = failure.to_string();
    text.lines().next().unwrap_or_default().to_owned()
}
