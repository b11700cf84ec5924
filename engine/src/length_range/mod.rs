//! How long and how short an actuator can get: pull it both ways in simulation and see where it comes to rest.
//!
//! Each step applies the joint force along the actuator's moment that alone would give the wanted acceleration, while velocities decay
//! with a time constant. The extremes within the last part of the simulation are the range.

mod focus;
mod reduced;

use crate::codes::{bias, gain, transmission};
use crate::inertia::solve_m;
use crate::math::{MINVAL, dense, scalar};
use crate::pipeline::{StepError, step1, step2};
use crate::spec::{LengthRange, LengthRangeMode};
use crate::{Data, Model};
use focus::Focus;

/// After so many restarts a simulation is given up. MuJoCo would go on for ever.
const RESTARTS: usize = 1000;

/// Why an actuator has no length range.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum LengthRangeError {
    #[error("actuator {0} does not exist")]
    NoActuator(usize),
    #[error("Unstable lengthrange simulation in actuator {0}")]
    Unstable(usize),
    #[error("Invalid lengthrange ({}, {}) in actuator {actuator}", general(range[0]), general(range[1]))]
    Empty { actuator: usize, range: [f64; 2] },
    #[error(
        "Lengthrange computation did not converge in actuator {actuator}:\n  eval ({}, {})\n  range ({}, {})",
        general(found[0]), general(found[1]), general(range[0]), general(range[1])
    )]
    NotConverged {
        actuator: usize,
        /// Extremes towards the end of the simulation that did not settle.
        found: [f64; 2],
        range: [f64; 2],
    },
    /// MuJoCo 3.2.6 looks limits up under a wrong index, which for this actuator is outside the array.
    #[error(
        "the limit for actuator {0} cannot be used: the reference would read it outside of its array"
    )]
    LimitOutside(usize),
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

/// Sets the length range of one actuator, unless the options leave it as it is. After a failure the model holds what was found.
pub fn set_length_range(
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
    // A muscle's force depends on its range, so that the first end counts while the second is found.
    let mut found = Extremes::default();
    for side in 0..2 {
        found.0[side] = simulate_side(model, data, WHOLE, actuator, side, options)?;
        model.actuator_lengthrange[actuator][side] = found.0[side][side];
    }
    found.check(actuator, options)
}

/// Sets the length ranges of all actuators, on all cores; the results do not depend on their number.
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
    // Counting the cores reads files of the system: not for models that have nothing to simulate.
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

/// Simulates the given actuators, in their order whoever comes first.
fn simulate_all(model: &Model, actuators: &[usize], options: &LengthRange) -> Vec<Outcome> {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let share = actuators.len().div_ceil(cores).max(1);
    let run = |actuators: &[usize]| -> Vec<Outcome> {
        let mut focus = Focus::new(model);
        let simulate = |&actuator: &usize| {
            let (model, mut data) = focus.on(actuator);
            let found = simulate(model, &mut data, options);
            (actuator, found.map_err(|error| error.of(actuator)))
        };
        actuators.iter().map(simulate).collect()
    };
    std::thread::scope(|scope| {
        let mut shares = actuators.chunks(share);
        let own = shares.next();
        let others: Vec<_> = shares
            .map(|share| scope.spawn(move || run(share)))
            .collect();
        let mut outcomes = own.map(run).unwrap_or_default();
        for other in others {
            match other.join() {
                Ok(more) => outcomes.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        outcomes
    })
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

/// The limit of the joint or tendon, if it is to be used and there is one. The object is the one that MuJoCo 3.2.6 looks at: number
/// `actuator` in the list of all transmission ids, of which every actuator has two.
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

/// Lengths towards the end of each simulation: least and greatest, pulling short and pulling long.
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

/// Both ends of the only actuator, with no muscle at work that depends on them.
fn simulate(
    model: &Model,
    data: &mut Data,
    options: &LengthRange,
) -> Result<Extremes, LengthRangeError> {
    let mut side = |side| simulate_side(model, data, REDUCED, 0, side, options);
    Ok(Extremes([side(0)?, side(1)?]))
}

/// The halves of a step, before and after forces are set.
#[derive(Clone, Copy)]
struct Step {
    first: fn(&Model, &mut Data),
    second: fn(&Model, &mut Data) -> Result<(), StepError>,
}

/// A step under whatever options and callbacks there are.
const WHOLE: Step = Step {
    first: step1,
    second: step2,
};

/// A step under the conditions of compiling.
const REDUCED: Step = Step {
    first: reduced::step1,
    second: reduced::step2,
};

/// Least and greatest length towards the end, pulling short (side 0) or long (side 1).
fn simulate_side(
    model: &Model,
    data: &mut Data,
    step: Step,
    actuator: usize,
    side: usize,
    options: &LengthRange,
) -> Result<[f64; 2], LengthRangeError> {
    let direction = [-1.0, 1.0][side];
    let time_constant = scalar::max(0.01, options.timeconst);
    let decay = (-model.opt.timestep / time_constant).exp();
    let mut moment = vec![0.0; model.nv];
    let mut extremes = [0.0; 2];
    let (mut updated, mut restarts) = (false, 0);
    data.reset(model);
    while data.time < options.inttotal {
        let before = data.time;
        dense::scale(&mut data.qvel, decay);
        (step.first)(model, data);
        set_force(model, data, actuator, direction, options, &mut moment);
        (step.second)(model, data)?;
        let length = data.actuator_length[actuator];
        restarts += usize::from(data.time <= before);
        if data.time == 0.0 || restarts > RESTARTS {
            return Err(LengthRangeError::Unstable(actuator));
        }
        if data.time > options.inttotal - options.interval {
            if length < extremes[0] || !updated {
                extremes[0] = length;
            }
            if length > extremes[1] || !updated {
                extremes[1] = length;
            }
            updated = true;
        }
    }
    Ok(extremes)
}

/// Sets a force along the actuator's moment.
fn set_force(
    model: &Model,
    data: &mut Data,
    actuator: usize,
    direction: f64,
    options: &LengthRange,
    moment: &mut [f64],
) {
    moment.fill(0.0);
    let start = data.moment_rowadr[actuator] as usize;
    for k in start..start + data.moment_rownnz[actuator] as usize {
        moment[data.moment_colind[k] as usize] = data.actuator_moment[k];
    }
    let at_least = |x: f64| if MINVAL > x { MINVAL } else { x };
    let mut force = std::mem::take(&mut data.qfrc_applied);
    force.copy_from_slice(moment);
    solve_m(model, data, &mut force);
    let factor = direction * options.accel / at_least(dense::norm(&force));
    force.copy_from_slice(moment);
    dense::scale(&mut force, factor);
    let norm = dense::norm(&force);
    if options.maxforce > 0.0 && norm > options.maxforce {
        dense::scale(&mut force, options.maxforce / at_least(norm));
    }
    data.qfrc_applied = force;
}

/// A number as C's `%g` prints it: six significant digits, no trailing zeros.
fn general(x: f64) -> String {
    if x == 0.0 || !x.is_finite() {
        return format!("{x}").to_lowercase();
    }
    let scientific = format!("{x:.5e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let trim = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    };
    if (-4..6).contains(&exponent) {
        trim(&format!("{x:.*}", (5 - exponent) as usize))
    } else {
        let sign = if exponent < 0 { '-' } else { '+' };
        format!("{}e{sign}{:02}", trim(digits), exponent.abs())
    }
}
