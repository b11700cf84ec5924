//! `harness upgrade`: is it safe to go from one version of MuJoCo to another, for these models?

mod accepted;
mod bisect;
mod cause;
mod contacts;
mod controls;
pub mod defaults;
mod fields;
mod judge;
mod noise;
mod notes;
mod numpy;
mod origin;
mod page;
mod parts;
mod recorded;
mod roll;
mod states;
mod strips;
mod text;
mod traits;
mod versions;
mod words;

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::SystemTime;

use clap::Args;

use super::arguments::{SimulatorArguments, job_count};
use super::{CliError, Exit};
use crate::case::{Case, Layout, Overrides, discover};
use crate::interrupt;
use crate::report::{Folder, run_name, write_whole};
use crate::simulator::{Failure, ModelSource, Pipelined};
use accepted::Accepted;
use bisect::{Fleet, Search};
pub(super) use cause::{ROUNDING, quiet_fields};
use controls::Controls;
use defaults::ChangedDefault;
use fields::Fields;
use judge::{Examined, Verdict, Versions};
use roll::Script;
use states::Start;
use strips::Strip;

pub const HELP: &str = "\
Each model is one of
  same       observable behaviour is equal bit for bit
  rounding   apart by no more than the old version from itself when its state is moved by one ulp
  CHANGED    moves differently
  REJECTED   the new version does not load it
  SLOWER     the same, at more than 1.5 times the CPU time
Observable are positions, velocities, activations, sensors, accelerations and constraint forces.";

#[derive(Clone, Debug, Args)]
pub struct UpgradeArguments {
    /// Model files (.xml) and directories to search for them
    #[arg(required = true, value_name = "MODELS")]
    pub models: Vec<PathBuf>,
    /// The version of MuJoCo that is used now
    #[arg(long, value_name = "VERSION")]
    pub from: String,
    /// The version to go to
    #[arg(long, value_name = "VERSION")]
    pub to: String,
    /// Steps of each model [default: 500, or as many as there are recorded controls]
    #[arg(long, value_name = "N")]
    pub steps: Option<u64>,
    /// What drives the models: `random`, or a file of recorded controls, a row for each step (.csv,
    /// .npy, .npz, or .hdf5 with a group of it, FILE.hdf5:GROUP) [default: controls stay as they are]
    #[arg(long, value_name = "FILE|random")]
    pub controls: Option<String>,
    /// What the models start from: an archive of NumPy's or an HDF5 file with arrays `qpos`, `qvel`, `act`, `time`,
    /// `mocap_pos` or `mocap_quat` [default: those in the archive of the controls, else the model's]
    #[arg(long, value_name = "FILE")]
    pub states: Option<PathBuf>,
    /// Seed of random controls
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Call a model unchanged if none of its bodies is ever this far away, in metres
    #[arg(long, value_name = "METRES", default_value_t = 0.0)]
    pub tolerance: f64,
    /// Find the releases in which each model changed
    #[arg(long)]
    pub bisect: bool,
    /// Record the changes found as reviewed
    #[arg(long)]
    pub accept: bool,
    /// Where reviewed changes are kept
    #[arg(long, value_name = "FILE", default_value = "upgrade-accepted.json")]
    pub accepted: PathBuf,
    /// Directory for the page
    #[arg(long, value_name = "DIR", default_value = "reports")]
    pub report: PathBuf,
    /// List every model
    #[arg(short, long)]
    pub verbose: bool,
    /// Models at a time, each with two processes [default: number of cores]
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    #[command(flatten)]
    pub simulators: SimulatorArguments,
}

/// Steps of a model that nobody drives.
pub(super) const STEPS: u64 = 500;

/// Everything that was found.
#[derive(Clone, Debug, serde::Serialize)]
pub(crate) struct Outcome {
    from: String,
    to: String,
    /// Releases after the old one, the new one last.
    between: Vec<String>,
    models: Vec<Examined>,
    fields: Fields,
    defaults: Vec<ChangedDefault>,
    #[serde(skip)]
    strips: Option<String>,
    #[serde(skip)]
    page: Option<PathBuf>,
}

impl Outcome {
    fn count(&self, verdict: Verdict) -> usize {
        self.models
            .iter()
            .filter(|one| one.verdict == verdict)
            .count()
    }

    fn exit(&self) -> Exit {
        let open = |one: &&Examined| one.verdict.needs_review() && !one.accepted;
        Exit::mismatch_if(self.models.iter().any(|one| open(&one)))
    }
}

pub fn upgrade(arguments: &UpgradeArguments) -> Result<Exit, CliError> {
    interrupt::watch();
    let releases = versions::between(&arguments.from, &arguments.to)?;
    let controls = Controls::parse(arguments.controls.as_deref(), arguments.seed);
    let controls = controls.map_err(CliError::Usage)?;
    let start = Start::read(arguments.states.as_deref(), arguments.controls.as_deref());
    let start = start.map_err(CliError::Usage)?;
    let models = models(arguments)?;
    let (defaults, fields) = surface(arguments)?;
    let job = Job {
        arguments,
        controls,
        start,
        defaults: &defaults,
    };
    let mut examined = job.examine_all(&models)?;
    let mut kept = Accepted::read(&arguments.accepted)?;
    let (from, to) = (&arguments.from, &arguments.to);
    for one in examined.iter_mut().filter(|one| one.verdict.needs_review()) {
        if arguments.accept {
            kept.add(one, from, to);
        }
        one.accepted = kept.has(one, from, to);
    }
    if arguments.accept {
        kept.write(&arguments.accepted)?;
    }
    // The largest change first.
    examined.sort_by(|a, b| {
        let size = |one: &Examined| one.metres.max(one.radians);
        let order = a.verdict.cmp(&b.verdict);
        order
            .then(size(b).total_cmp(&size(a)))
            .then(a.model.cmp(&b.model))
    });
    let mut outcome = Outcome {
        from: from.clone(),
        to: to.clone(),
        between: releases,
        models: examined,
        fields,
        defaults: defaults.clone(),
        strips: None,
        page: None,
    };
    if arguments.bisect {
        outcome.strips = Some(job.bisect(&outcome)?);
    }
    // The verdict is told even if there is no room for the page.
    let page = write_report(arguments, &outcome);
    outcome.page = page.as_ref().ok().cloned();
    print!("{}", text::text(&outcome, arguments.verbose));
    page.map(|_| outcome.exit())
}

/// Every model file once, whatever variants its sidecar makes of it.
fn models(arguments: &UpgradeArguments) -> Result<Vec<Case>, CliError> {
    let found = discover(&arguments.models, &Overrides::default()).map_err(CliError::Discover)?;
    let mut cases = found.cases;
    cases.dedup_by(|a, b| a.path == b.path);
    if cases.is_empty() {
        let message = "there is no .xml file under these paths".to_owned();
        return Err(CliError::Nothing(message));
    }
    for case in &mut cases {
        case.name = case.path.with_extension("").display().to_string();
    }
    Ok(cases)
}

/// What is not behaviour: defaults of options, and fields.
fn surface(arguments: &UpgradeArguments) -> Result<(Vec<ChangedDefault>, Fields), CliError> {
    let spawn = |version: &str| arguments.simulators.spawn(&format!("mujoco@{version}"));
    let (mut old, mut new) = (spawn(&arguments.from)?, spawn(&arguments.to)?);
    let found = defaults::surface(old.as_mut(), new.as_mut());
    let (changed, before, after) = found.map_err(CliError::Simulator)?;
    Ok((changed, Fields::between(&before, &after)))
}

/// Writes the page, and what it shows as JSON; the page's path.
fn write_report(arguments: &UpgradeArguments, outcome: &Outcome) -> Result<PathBuf, CliError> {
    let failed = CliError::io("the report");
    let folder = Folder::create(&arguments.report, &run_name(SystemTime::now()));
    let folder = folder.map_err(&failed)?;
    let data = serde_json::to_string_pretty(outcome).map_err(|error| failed(error.into()))?;
    let text = text::text(outcome, false);
    let path = folder.path.join("upgrade.html");
    for (path, content) in [
        (&folder.path.join("upgrade.json"), data),
        (&path, page::page(outcome, &text)),
    ] {
        write_whole(path, &content).map_err(&failed)?;
    }
    Ok(path)
}

/// What all models have in common.
struct Job<'a> {
    arguments: &'a UpgradeArguments,
    controls: Controls,
    start: Start,
    defaults: &'a [ChangedDefault],
}

impl Job<'_> {
    fn script(&self, layout: &Layout) -> Result<Script, String> {
        let steps = self.arguments.steps.or(self.controls.len());
        let mut script = self.controls.script(layout, steps.unwrap_or(STEPS))?;
        script.start = self.start.of(layout)?;
        Ok(script)
    }

    /// Models side by side; what comes of them does not depend on how many at a time.
    fn examine_all(&self, models: &[Case]) -> Result<Vec<Examined>, CliError> {
        let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let jobs = job_count(self.arguments.jobs).clamp(1, models.len());
        let work = || -> Result<(), CliError> {
            let simulators = &self.arguments.simulators;
            let mut old = simulators.spawn(&format!("mujoco@{}", self.arguments.from))?;
            let mut new = simulators.spawn(&format!("mujoco@{}", self.arguments.to))?;
            while !interrupt::requested() {
                let Some(case) = models.get(next.fetch_add(1, Ordering::Relaxed)) else {
                    break;
                };
                let mut versions = Versions {
                    old: old.as_mut(),
                    new: new.as_mut(),
                    defaults: self.defaults,
                    tolerance: self.arguments.tolerance,
                };
                let script = |layout: &Layout| self.script(layout);
                let one = versions.examine(&case.name, case.path.clone(), &script);
                let mut found = found.lock().unwrap_or_else(|broken| broken.into_inner());
                found.push(one);
            }
            Ok(())
        };
        side_by_side(jobs, &work)?;
        if interrupt::requested() {
            return Err(CliError::Usage(
                "interrupted: nothing was decided".to_owned(),
            ));
        }
        Ok(found
            .into_inner()
            .unwrap_or_else(|broken| broken.into_inner()))
    }

    /// The releases in which models changed, as strips. Those that take longest come first.
    fn bisect(&self, outcome: &Outcome) -> Result<String, CliError> {
        let mut all = vec![self.arguments.from.clone()];
        all.extend_from_slice(&outcome.between);
        let hides = all[1..all.len() - 1]
            .iter()
            .any(|one| notes::was_taken_back(one));
        let quiet = |one: &&Examined| matches!(one.verdict, Verdict::Same | Verdict::Rounding);
        let searched = outcome.models.iter().filter(|one| hides || !quiet(one));
        let mut models: Vec<&Examined> = searched.collect();
        let spent = |one: &Examined| one.motion.as_ref().and_then(|m| m.old.nanoseconds);
        models.sort_by_key(|one| std::cmp::Reverse(spent(one)));
        let start = |version: &str| -> Result<Box<dyn Pipelined>, Failure> {
            let simulators = &self.arguments.simulators;
            simulators
                .spawn(&format!("mujoco@{version}"))
                .map_err(|error| match error {
                    CliError::Simulator(failure) => failure,
                    other => Failure::Unavailable {
                        message: other.to_string(),
                    },
                })
        };
        let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::<Strip>::new()));
        let work = || -> Result<(), CliError> {
            let mut fleet = Fleet {
                start: &start,
                running: std::collections::BTreeMap::new(),
            };
            while let Some(one) = models.get(next.fetch_add(1, Ordering::Relaxed)) {
                let path = std::path::absolute(&one.path).unwrap_or_else(|_| one.path.clone());
                let search = Search {
                    model: &one.model,
                    source: &ModelSource::file(&path),
                    versions: &all,
                    scripts: &|layout: &Layout| self.script(layout),
                    defaults: self.defaults,
                    motion: one.motion.as_deref(),
                };
                let strip = search.run(&mut fleet).map_err(CliError::Simulator)?;
                let mut found = found.lock().unwrap_or_else(|broken| broken.into_inner());
                found.push(strip);
            }
            Ok(())
        };
        side_by_side(
            job_count(self.arguments.jobs).clamp(1, models.len().max(1)),
            &work,
        )?;
        let mut found = found
            .into_inner()
            .unwrap_or_else(|broken| broken.into_inner());
        found.sort_by(|a, b| a.model.cmp(&b.model));
        let others = outcome.models.len() - models.len();
        Ok(strips::strips(&found, &all, others))
    }
}

/// Does the same work in several threads; the first error, or the panic of one of them.
fn side_by_side(
    jobs: usize,
    work: &(dyn Fn() -> Result<(), CliError> + Sync),
) -> Result<(), CliError> {
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        let mut ended = threads.into_iter().map(|thread| thread.join());
        ended.try_for_each(|ended| match ended {
            Ok(ended) => ended,
            Err(panic) => std::panic::resume_unwind(panic),
        })
    })
}
