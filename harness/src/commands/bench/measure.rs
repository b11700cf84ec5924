//! Turns of work on both sides.

use std::path::Path;
use std::time::{Duration, Instant};

use super::versions::Versions;
use crate::case::random::Random;
use crate::case::{Layout, derivatives, state};
use crate::report::{Times, Unit};
use crate::simulator::call::Call;
use crate::simulator::{Action, Failure, Loaded, ModelSource, Simulator};
use crate::snapshot::{Assignment, Snapshot};

/// What a turn should take the reference.
const TURN: Duration = Duration::from_millis(40);
/// How long the reference should make steps with the same controls: long enough that the message
/// and the process switch with its cold caches before them do not matter; short enough that the
/// controls move something.
const HOLD: Duration = Duration::from_millis(1);
/// The fewest steps with the same controls.
const FEWEST: u64 = 50;

/// What is done in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Work {
    /// Steps from reset.
    Steps(Steps),
    /// From XML to a model with its data.
    Load { time: Time },
    /// Derivatives of a step by state and control, at the state after some steps from reset.
    Derivative { before: u64, seed: u64 },
}

/// How steps are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Steps {
    /// How many; `None` finds a number that takes about [`TURN`].
    pub count: Option<u64>,
    /// Of the controls.
    pub seed: u64,
    /// After how many steps the model changes.
    pub edit_every: Option<u64>,
}

/// Which time counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Time {
    /// That of the simulator's thread on its core.
    Cpu,
    /// From the request to the answer.
    Wall,
}

/// Who failed, and how.
#[derive(Debug, thiserror::Error)]
#[error("{who}: {failure}")]
pub(super) struct Failed {
    pub who: String,
    pub failure: Failure,
}

/// Both simulators.
pub(super) struct Contenders {
    pub subject: Box<dyn Simulator>,
    pub reference: Box<dyn Simulator>,
}

impl std::fmt::Debug for Contenders {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Contenders")
    }
}

impl Contenders {
    /// Times of `turns` turns on one model, after one that does not count.
    pub(super) fn measure(
        &mut self,
        path: &Path,
        work: Work,
        turns: usize,
    ) -> Result<Times, Failed> {
        let source = ModelSource::file(path);
        by(&mut *self.subject, |subject| subject.load(&source))?;
        let reference = &mut *self.reference;
        let (layout, versions) = by(reference, |reference| {
            let loaded = reference.load(&source)?;
            let layout = layout(reference, &loaded)?;
            Ok((layout, Versions::read(reference, &loaded)?))
        })?;
        let work = match work {
            Work::Steps(how) => {
                let versions = how.edit_every.map(|_| versions);
                Turn::Steps(by(reference, |it| pace(it, &layout, how, versions))?)
            }
            Work::Load { time } => Turn::Load(time),
            Work::Derivative { before, seed } => {
                by(&mut *self.subject, |it| move_on(it, &layout, before, seed))?;
                let reference = &mut *self.reference;
                by(reference, |it| move_on(it, &layout, before, seed))?;
                Turn::Derivatives(by(reference, |it| how_many(it, transition))?)
            }
        };
        let units = match &work {
            Turn::Steps(pace) => pace.count,
            Turn::Load(_) => 1,
            Turn::Derivatives(count) => *count,
        };
        let mut times = Times {
            subject: Vec::with_capacity(turns),
            reference: Vec::with_capacity(turns),
            units,
            nv: layout.size("nv"),
        };
        for turn in 0..=turns {
            let turn_of = |it: &mut dyn Simulator| by(it, |it| spend(it, &source, &layout, &work));
            let subject = turn_of(&mut *self.subject)?;
            let reference = turn_of(&mut *self.reference)?;
            if turn > 0 {
                let per_unit = |sum: Sum| Unit {
                    nanoseconds: sum.nanoseconds as f64 / units as f64,
                    instructions: sum.instructions.map(|count| count as f64 / units as f64),
                };
                times.subject.push(per_unit(subject));
                times.reference.push(per_unit(reference));
            }
        }
        Ok(times)
    }
}

pub(super) fn by<T>(
    simulator: &mut dyn Simulator,
    work: impl FnOnce(&mut dyn Simulator) -> Result<T, Failure>,
) -> Result<T, Failed> {
    work(simulator).map_err(|failure| Failed {
        who: simulator.identity().kind.clone(),
        failure,
    })
}

pub(super) fn layout(reference: &mut dyn Simulator, loaded: &Loaded) -> Result<Layout, Failure> {
    let mut snapshot = Snapshot::default();
    reference.read(&Layout::indices(&loaded.fields), &mut snapshot)?;
    Ok(Layout::new(&snapshot))
}

/// What each turn does, with its numbers found.
enum Turn {
    Steps(Pace),
    Load(Time),
    /// So many, one after the other; each ends at the state that it began at.
    Derivatives(u64),
}

/// Steps from reset, with controls that change at intervals, and perhaps the model with them.
struct Pace {
    count: u64,
    hold: u64,
    seed: u64,
    versions: Option<Versions>,
}

/// This many steps, or as many as take about [`TURN`]. Controls change about every [`HOLD`], or
/// with the model.
fn pace(
    reference: &mut dyn Simulator,
    layout: &Layout,
    how: Steps,
    versions: Option<Versions>,
) -> Result<Pace, Failure> {
    let probe = Pace {
        count: 2 * FEWEST,
        hold: how.edit_every.unwrap_or(FEWEST),
        seed: how.seed,
        versions,
    };
    let probed = u128::from(steps(reference, layout, &probe)?.nanoseconds.max(1));
    let steps_in = |time: Duration| {
        let steps = time.as_nanos() * u128::from(probe.count) / probed;
        u64::try_from(steps).unwrap_or(u64::MAX)
    };
    let hold = how.edit_every.unwrap_or(steps_in(HOLD).max(FEWEST));
    let holds = (steps_in(TURN) / hold).max(2);
    Ok(Pace {
        count: how.count.unwrap_or(holds * hold),
        hold,
        ..probe
    })
}

fn spend(
    simulator: &mut dyn Simulator,
    source: &ModelSource,
    layout: &Layout,
    turn: &Turn,
) -> Result<Sum, Failure> {
    match turn {
        Turn::Steps(pace) => steps(simulator, layout, pace),
        Turn::Load(Time::Wall) => {
            let start = Instant::now();
            simulator.load(source)?;
            Ok(Sum {
                nanoseconds: u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX),
                instructions: None,
            })
        }
        Turn::Derivatives(count) => {
            simulator.call(&transition(*count))?;
            let mut sum = Sum::NOTHING;
            sum.add(simulator)?;
            Ok(sum)
        }
        Turn::Load(Time::Cpu) => {
            simulator.load(source)?;
            let mut sum = Sum::NOTHING;
            sum.add(simulator)?;
            Ok(sum)
        }
    }
}

/// What steps at this pace take.
fn steps(simulator: &mut dyn Simulator, layout: &Layout, pace: &Pace) -> Result<Sum, Failure> {
    let mut random = Random::new(pace.seed, u64::MAX);
    let mut spent = Sum::NOTHING;
    let mut left = pace.count;
    simulator.reset(None)?;
    for turn in 0.. {
        if left == 0 {
            break;
        }
        let mut changes = Vec::new();
        if let Some(versions) = &pace.versions {
            changes.extend_from_slice(versions.at(turn));
        }
        let values = state::ctrl(layout, &mut random);
        if !values.is_empty() {
            let field = "ctrl".to_owned();
            changes.push(Assignment { field, values });
        }
        if !changes.is_empty() {
            simulator.set(&changes)?;
        }
        let now = left.min(pace.hold);
        simulator.run(Action::Step { count: now })?;
        spent.add(simulator)?;
        left -= now;
    }
    Ok(spent)
}

/// Derivatives by forward differences of all matrices, so many times.
fn transition(times: u64) -> Call {
    let numbers = [derivatives::EPS, 0.0, 1.0, times as f64];
    Call {
        function: "mjd_transitionFD".to_owned(),
        arguments: numbers.map(|number| vec![number]).to_vec(),
    }
}

/// Brings a simulator to the state after so many steps from reset, with random controls.
pub(super) fn move_on(
    simulator: &mut dyn Simulator,
    layout: &Layout,
    before: u64,
    seed: u64,
) -> Result<(), Failure> {
    let pace = Pace {
        count: before,
        hold: FEWEST,
        seed,
        versions: None,
    };
    steps(simulator, layout, &pace).map(drop)
}

/// How many calls take about [`TURN`].
pub(super) fn how_many(
    simulator: &mut dyn Simulator,
    call: impl Fn(u64) -> Call,
) -> Result<u64, Failure> {
    const PROBE: u64 = 3;
    simulator.call(&call(PROBE))?;
    let spent = u128::from(simulator.spent()?.last.max(1));
    let count = TURN.as_nanos() * u128::from(PROBE) / spent;
    Ok(u64::try_from(count).unwrap_or(u64::MAX).max(1))
}

/// What several runs or loads took.
#[derive(Clone, Copy, Debug)]
struct Sum {
    nanoseconds: u64,
    instructions: Option<u64>,
}

impl Sum {
    const NOTHING: Sum = Sum {
        nanoseconds: 0,
        instructions: Some(0),
    };

    /// Adds the simulator's last one.
    fn add(&mut self, simulator: &mut dyn Simulator) -> Result<(), Failure> {
        let spent = simulator.spent()?;
        self.nanoseconds += spent.last;
        let counts = self.instructions.zip(spent.instructions);
        self.instructions = counts.map(|(before, more)| before + more);
        Ok(())
    }
}
