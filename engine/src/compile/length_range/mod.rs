//! How long and how short an actuator can get: pull it both ways in simulation and see where it
//! comes to rest.
//!
//! Each step applies the joint force along the actuator's moment that alone would give the wanted
//! acceleration, while velocities decay with a time constant. The extremes within the last part of
//! the simulation are the range.
//!
//! `qfrc = +- moment * accel / |M^-1 moment|`, `qvel <- qvel exp(-h / timeconst)`.

pub(super) mod author;
mod focus;
mod limits;
mod reduced;
mod simulation;

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::error::StepError;
use crate::files::general;
use crate::model::codes::{bias, gain, transmission};
use crate::spec::{LengthRange, LengthRangeMode};
use crate::{Data, Model};
use focus::Focus;
use reduced::Reduced;
use simulation::{Whole, simulate};

/// Why an actuator has no length range.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LengthRangeError {
    /// There is no actuator with this id.
    #[error("actuator {0} does not exist")]
    NoActuator(usize),
    /// The simulation that looks for this actuator's range became unstable.
    #[error("Unstable lengthrange simulation in actuator {0}")]
    Unstable(usize),
    /// The range that was found has no extent.
    #[error("Invalid lengthrange ({}, {}) in actuator {actuator}", general(range[0]), general(range[1]))]
    Empty {
        /// The actuator.
        actuator: usize,
        /// The range that was found.
        range: [f64; 2],
    },
    #[error(
        "Lengthrange computation did not converge in actuator {actuator}:\n  eval ({}, {})\n  range ({}, {})",
        general(found[0]), general(found[1]), general(range[0]), general(range[1])
    )]
    /// The length kept changing until the end of the simulation.
    NotConverged {
        /// The actuator.
        actuator: usize,
        /// Extremes towards the end of the simulation that did not settle.
        found: [f64; 2],
        /// The range that was found before that.
        range: [f64; 2],
    },
    /// MuJoCo 3.2.6 looks limits up under a wrong index, which for this actuator is outside the
    /// array.
    #[error(
        "the limit for actuator {0} cannot be used: the reference would read it outside of its array"
    )]
    LimitOutside(usize),
    /// A step of the simulation failed.
    #[error(transparent)]
    Step(#[from] StepError),
}

impl LengthRangeError {
    /// The same failure of a simulation, but of this actuator.
    fn of(self, actuator: usize) -> LengthRangeError {
        match self {
            LengthRangeError::Unstable(_) => LengthRangeError::Unstable(actuator),
            other => other,
        }
    }

    /// The actuator at fault, where it is known.
    pub fn actuator(&self) -> Option<usize> {
        match *self {
            LengthRangeError::NoActuator(actuator)
            | LengthRangeError::Unstable(actuator)
            | LengthRangeError::LimitOutside(actuator)
            | LengthRangeError::Empty { actuator, .. }
            | LengthRangeError::NotConverged { actuator, .. } => Some(actuator),
            LengthRangeError::Step(_) => None,
        }
    }
}

/// Sets the length range of one actuator, unless the options leave it as it is. After a failure the
/// model holds what was found.
pub(crate) fn set_length_range(
    model: &mut Model,
    data: &mut Data,
    actuator: usize,
    options: &LengthRange,
) -> Result<(), LengthRangeError> {
    if actuator >= model.nu {
        return Err(LengthRangeError::NoActuator(actuator));
    }
    if !is_wanted(model, actuator, options) {
        return Ok(());
    }
    if let Some(range) = limit(model, actuator, options)? {
        model.actuator_lengthrange[actuator] = range;
        return Ok(());
    }
    // A muscle's force depends on its range, so that the first end counts while the second is
    // found.
    let mut found = Extremes::default();
    for side in 0..2 {
        found.0[side] = simulate(model, data, &mut Whole, actuator, side, options)?;
        model.actuator_lengthrange[actuator][side] = found.0[side][side];
    }
    found.check(actuator, options)
}

/// Sets the length ranges of all actuators, on all cores; the results do not depend on their
/// number.
pub(crate) fn set_length_ranges(
    model: &mut Model,
    options: &LengthRange,
) -> Result<(), LengthRangeError> {
    let mut wanted = Vec::new();
    for actuator in 0..model.nu {
        if is_wanted(model, actuator, options) {
            match limit(model, actuator, options)? {
                Some(range) => model.actuator_lengthrange[actuator] = range,
                None => wanted.push(actuator),
            }
        }
    }
    // Counting the cores reads system files, so it is skipped for models that have nothing to
    // simulate.
    if wanted.is_empty() {
        return Ok(());
    }
    let lean = focus::lean(model);
    for (actuator, found) in simulate_all(&lean, &wanted, options) {
        let found = found?;
        model.actuator_lengthrange[actuator] = found.range();
        found.check(actuator, options)?;
    }
    Ok(())
}

type Outcome = (usize, Result<Extremes, LengthRangeError>);

/// Simulates the given actuators; results are in their order, whichever finishes first. After one
/// that fails there may be none, as nobody asks for them.
fn simulate_all(model: &Model, actuators: &[usize], options: &LengthRange) -> Vec<Outcome> {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    // Some take longer than others: a thread that is done takes the next one.
    let next = AtomicUsize::new(0);
    let failed = AtomicUsize::new(usize::MAX);
    let run = || -> Vec<Outcome> {
        let mut focus = Focus::new(model);
        let mut outcomes = Vec::new();
        while let Some(&actuator) = actuators.get(next.fetch_add(1, Ordering::Relaxed)) {
            if actuator > failed.load(Ordering::Relaxed) {
                break;
            }
            let (model, mut data) = focus.on(actuator);
            let found = simulate_both(model, &mut data, options, (&failed, actuator));
            let valid = |found: &Extremes| found.check(actuator, options).is_ok();
            if !found.as_ref().is_ok_and(valid) {
                failed.fetch_min(actuator, Ordering::Relaxed);
            }
            outcomes.push((actuator, found.map_err(|error| error.of(actuator))));
        }
        outcomes
    };
    let mut outcomes = std::thread::scope(|scope| {
        let helpers = cores.min(actuators.len()).saturating_sub(1);
        let helpers: Vec<_> = (0..helpers).map(|_| scope.spawn(run)).collect();
        let mut outcomes = run();
        for helper in helpers {
            match helper.join() {
                Ok(more) => outcomes.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        outcomes
    });
    outcomes.sort_unstable_by_key(|&(actuator, _)| actuator);
    outcomes
}

/// Both ends of the only actuator, with no muscle at work that depends on them. `waits_for` has the
/// first actuator that failed and the number of this one.
fn simulate_both(
    model: &Model,
    data: &mut Data,
    options: &LengthRange,
    waits_for: (&AtomicUsize, usize),
) -> Result<Extremes, LengthRangeError> {
    let mut steps = Reduced::new(model, data, waits_for);
    let mut side = |side| simulate(model, data, &mut steps, 0, side, options);
    Ok(Extremes([side(0)?, side(1)?]))
}

/// Whether the mode covers the actuator, and it has no usable range already.
fn is_wanted(model: &Model, actuator: usize, options: &LengthRange) -> bool {
    let (gain, bias) = (
        model.actuator_gaintype[actuator],
        model.actuator_biastype[actuator],
    );
    let muscle = gain == gain::MUSCLE || bias == bias::MUSCLE;
    let user = gain == gain::USER || bias == bias::USER;
    let covered = match options.mode {
        LengthRangeMode::None => false,
        LengthRangeMode::Muscle => muscle,
        LengthRangeMode::MuscleUser => muscle || user,
        LengthRangeMode::All => true,
    };
    let [low, high] = model.actuator_lengthrange[actuator];
    covered && !(options.useexisting && low < high)
}

/// The limit of the joint or tendon, if it is to be used and there is one. The object is the one
/// that MuJoCo 3.2.6 looks at: number `actuator` in the list of all transmission ids, of which
/// every actuator has two.
fn limit(
    model: &Model,
    actuator: usize,
    options: &LengthRange,
) -> Result<Option<[f64; 2]>, LengthRangeError> {
    let (limited, ranges) = match model.actuator_trntype[actuator] {
        _ if !options.uselimit => return Ok(None),
        transmission::JOINT | transmission::JOINT_IN_PARENT => {
            (&model.jnt_limited, &model.jnt_range)
        }
        transmission::TENDON => (&model.tendon_limited, &model.tendon_range),
        _ => return Ok(None),
    };
    let object = usize::try_from(model.actuator_trnid[actuator / 2][actuator % 2]).ok();
    match object.and_then(|object| Some((limited.get(object)?, ranges[object]))) {
        None => Err(LengthRangeError::LimitOutside(actuator)),
        Some((&limited, range)) => Ok((limited != 0).then_some(range)),
    }
}

/// Lengths towards the end of each simulation: minimum and maximum, pulling short and pulling long.
#[derive(Clone, Copy, Debug, Default)]
struct Extremes([[f64; 2]; 2]);

impl Extremes {
    fn range(&self) -> [f64; 2] {
        [self.0[0][0], self.0[1][1]]
    }

    /// A range must not be empty, and either end must have settled.
    fn check(&self, actuator: usize, options: &LengthRange) -> Result<(), LengthRangeError> {
        let range = self.range();
        let width = range[1] - range[0];
        if width <= 0.0 {
            return Err(LengthRangeError::Empty { actuator, range });
        }
        for found in self.0 {
            if found[1] - found[0] > options.tolrange * width {
                return Err(LengthRangeError::NotConverged {
                    actuator,
                    found,
                    range,
                });
            }
        }
        Ok(())
    }
}
