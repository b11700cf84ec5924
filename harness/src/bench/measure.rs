//! Turns of work on both sides.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::case::random::Random;
use crate::case::{Layout, state};
use crate::simulator::{Action, Assignment, Failure, Loaded, ModelSource, Simulator};
use crate::snapshot::Snapshot;

/// Steps with the same controls: long enough that caches are warm, short enough that the controls move something.
const HOLD: u64 = 50;
/// What a turn should take the reference.
const TURN: Duration = Duration::from_millis(40);

/// What is done in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// So many steps from reset; `None` finds a number that takes a while.
    Steps { count: Option<u64>, seed: u64 },
    /// From XML to a model with its data.
    Load { time: Time },
}

/// Which time counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Time {
    /// That of the simulator's thread on its core.
    Cpu,
    /// From asking to being told that it is done.
    Wall,
}

/// Who failed, and how.
#[derive(Debug, thiserror::Error)]
#[error("{who}: {failure}")]
pub struct Failed {
    pub who: String,
    pub failure: Failure,
}

/// What one unit of work (a step, a load) took in a turn, on average.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    pub nanoseconds: f64,
    /// Where they can be counted.
    pub instructions: Option<f64>,
}

/// Both sides' units, turn by turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Times {
    pub subject: Vec<Unit>,
    pub reference: Vec<Unit>,
    /// Units in a turn.
    pub units: u64,
    /// Degrees of freedom of the model.
    pub nv: usize,
}

/// Both simulators.
pub struct Pair {
    pub subject: Box<dyn Simulator>,
    pub reference: Box<dyn Simulator>,
}

impl std::fmt::Debug for Pair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Pair")
    }
}

impl Pair {
    /// Times of `turns` turns on one model, after one that does not count.
    pub fn measure(&mut self, path: &Path, work: Work, turns: usize) -> Result<Times, Failed> {
        let source = ModelSource::file(path);
        by(&mut *self.subject, |subject| subject.load(&source))?;
        let reference = &mut *self.reference;
        let layout = by(reference, |reference| {
            let loaded = reference.load(&source)?;
            layout(reference, &loaded)
        })?;
        let work = match work {
            Work::Steps { count: None, seed } => Work::Steps {
                count: Some(by(reference, |it| steps_of_a_turn(it, &layout, seed))?),
                seed,
            },
            given => given,
        };
        let units = match work {
            Work::Steps { count, .. } => count.unwrap_or(1),
            Work::Load { .. } => 1,
        };
        let mut times = Times {
            subject: Vec::with_capacity(turns),
            reference: Vec::with_capacity(turns),
            units,
            nv: layout.size("nv"),
        };
        for turn in 0..=turns {
            let turn_of = |it: &mut dyn Simulator| by(it, |it| spend(it, &source, &layout, work));
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

fn by<T>(
    simulator: &mut dyn Simulator,
    work: impl FnOnce(&mut dyn Simulator) -> Result<T, Failure>,
) -> Result<T, Failed> {
    work(simulator).map_err(|failure| Failed {
        who: simulator.identity().kind.clone(),
        failure,
    })
}

fn layout(reference: &mut dyn Simulator, loaded: &Loaded) -> Result<Layout, Failure> {
    let mut snapshot = Snapshot::default();
    reference.read(&Layout::indices(&loaded.fields), &mut snapshot)?;
    Ok(Layout::new(&snapshot))
}

/// A multiple of [`HOLD`] that takes about [`TURN`].
fn steps_of_a_turn(
    reference: &mut dyn Simulator,
    layout: &Layout,
    seed: u64,
) -> Result<u64, Failure> {
    let probe = steps(reference, layout, 2 * HOLD, seed)?;
    let probes = TURN.as_nanos() / u128::from(probe.nanoseconds.max(1));
    Ok(2 * HOLD * u64::try_from(probes).unwrap_or(u64::MAX).clamp(1, 100))
}

fn spend(
    simulator: &mut dyn Simulator,
    source: &ModelSource,
    layout: &Layout,
    work: Work,
) -> Result<Sum, Failure> {
    match work {
        Work::Steps { count, seed } => steps(simulator, layout, count.unwrap_or(1), seed),
        Work::Load { time: Time::Wall } => {
            let start = Instant::now();
            simulator.load(source)?;
            Ok(Sum {
                nanoseconds: u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX),
                instructions: None,
            })
        }
        Work::Load { time: Time::Cpu } => {
            simulator.load(source)?;
            let mut sum = Sum::NOTHING;
            sum.add(simulator)?;
            Ok(sum)
        }
    }
}

/// What `count` steps from reset with the controls of this seed take.
fn steps(
    simulator: &mut dyn Simulator,
    layout: &Layout,
    count: u64,
    seed: u64,
) -> Result<Sum, Failure> {
    let mut random = Random::new(seed, u64::MAX);
    let mut spent = Sum::NOTHING;
    let mut left = count;
    simulator.reset(None)?;
    while left > 0 {
        let values = state::ctrl(layout, &mut random);
        if !values.is_empty() {
            let field = "ctrl".to_owned();
            simulator.set(&[Assignment { field, values }])?;
        }
        let now = left.min(HOLD);
        simulator.run(Action::Step { count: now })?;
        spent.add(simulator)?;
        left -= now;
    }
    Ok(spent)
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
