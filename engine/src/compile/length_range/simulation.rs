//! One simulation: an actuator pulled one way, by steps of a given kind.

use super::LengthRangeError;
use crate::error::StepError;
use crate::math::{MINVAL, dense, scalar};
use crate::pipeline::position::inertia::solve_m;
use crate::pipeline::{step1, step2};
use crate::spec::LengthRange;
use crate::{Data, Model};

/// After this many restarts a simulation is abandoned. MuJoCo would go on forever.
const RESTARTS: usize = 1000;

/// The halves of a step, before and after forces are set.
pub(super) trait Steps {
    /// To be called where a simulation starts.
    fn start(&mut self) {}

    /// Whether nobody will ask for the result any more.
    fn is_abandoned(&self) -> bool {
        false
    }

    /// Returns whether forces that depend on positions may have changed.
    fn first(&mut self, model: &Model, data: &mut Data) -> bool;

    /// The moment of an actuator over all dofs.
    fn moment(&self, model: &Model, data: &Data, actuator: usize, moment: &mut [f64]);

    fn second(&mut self, model: &Model, data: &mut Data) -> Result<(), StepError>;
}

/// Steps under whatever options and callbacks there are.
pub(super) struct Whole;

impl Steps for Whole {
    fn first(&mut self, model: &Model, data: &mut Data) -> bool {
        step1(model, data);
        true
    }

    fn moment(&self, _: &Model, data: &Data, actuator: usize, moment: &mut [f64]) {
        write_moment(data, actuator, moment);
    }

    fn second(&mut self, model: &Model, data: &mut Data) -> Result<(), StepError> {
        step2(model, data)
    }
}

/// Minimum and maximum length towards the end, pulling short (side 0) or long (side 1).
#[doc(alias = "evalAct")]
pub(super) fn simulate(
    model: &Model,
    data: &mut Data,
    steps: &mut impl Steps,
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
    steps.start();
    while data.time < options.inttotal {
        let before = data.time;
        dense::scale(&mut data.qvel, decay);
        if steps.first(model, data) {
            steps.moment(model, data, actuator, &mut moment);
            set_force(model, data, direction, options, &moment);
        }
        steps.second(model, data)?;
        let length = data.actuator_length[actuator];
        restarts += usize::from(data.time <= before);
        let lost = restarts > RESTARTS || restarts > 0 && steps.is_abandoned();
        if data.time == 0.0 || lost {
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
    direction: f64,
    options: &LengthRange,
    moment: &[f64],
) {
    let at_least = |x: f64| if MINVAL > x { MINVAL } else { x };
    let mut force = std::mem::take(&mut data.qfrc_applied);
    force.copy_from_slice(moment);
    solve_m(model, data, &mut force);
    let factor = direction * options.accel / at_least(dense::norm(&force));
    for (force, moment) in force.iter_mut().zip(moment) {
        *force = moment * factor;
    }
    if options.maxforce > 0.0 {
        let norm = dense::norm(&force);
        if norm > options.maxforce {
            dense::scale(&mut force, options.maxforce / at_least(norm));
        }
    }
    data.qfrc_applied = force;
}

/// Writes the actuator's moment out over all dofs.
pub(super) fn write_moment(data: &Data, actuator: usize, moment: &mut [f64]) {
    moment.fill(0.0);
    let start = data.moment_rowadr[actuator] as usize;
    for k in start..start + data.moment_rownnz[actuator] as usize {
        moment[data.moment_colind[k] as usize] = data.actuator_moment[k];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Steps that put the clock back each time.
    struct Resetting {
        abandoned: bool,
        steps: usize,
    }

    impl Steps for Resetting {
        fn is_abandoned(&self) -> bool {
            self.abandoned
        }

        fn first(&mut self, _: &Model, _: &mut Data) -> bool {
            false
        }

        fn moment(&self, _: &Model, _: &Data, _: usize, _: &mut [f64]) {}

        fn second(&mut self, _: &Model, data: &mut Data) -> Result<(), StepError> {
            self.steps += 1;
            data.time = 0.37;
            Ok(())
        }
    }

    #[test]
    fn an_unstable_simulation_that_nobody_waits_for_ends_at_its_first_restart() {
        let text = "<mujoco><worldbody><body><joint name='j'/><geom size='.1'/></body></worldbody>\
            <actuator><motor joint='j'/></actuator></mujoco>";
        let model = Model::from_xml_string(text).expect("a model");
        for (abandoned, expected) in [(true, 2), (false, RESTARTS + 2)] {
            let mut steps = Resetting {
                abandoned,
                steps: 0,
            };
            let options = LengthRange::default();
            let found = simulate(&model, &mut Data::new(&model), &mut steps, 0, 0, &options);
            assert_eq!(found, Err(LengthRangeError::Unstable(0)));
            assert_eq!(steps.steps, expected);
        }
    }
}
