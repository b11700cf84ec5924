//! `mujoco.pid`: actuators with proportional, integral and derivative gains.
//!
//! `force = kp e + kd (d u / d t - velocity) + ki (integral of e)`, with the error `e = u - length`
//! of the control or activation `u`, whose rate may be limited. The integral and the last `u` are
//! the first activations of the actuator.

use super::number::optional;
use crate::data::plugin::{Capability, Plugin, PluginConfig, PluginInstance};
use crate::math::scalar;
use crate::model::codes::dynamics;
use crate::pipeline::acceleration::actuation::{driving_activation, next_activation};
use crate::{Data, Model};

#[derive(Debug)]
pub(super) struct PidPlugin;

impl Plugin for PidPlugin {
    fn name(&self) -> &str {
        "mujoco.pid"
    }

    fn attributes(&self) -> &[&str] {
        &["kp", "ki", "kd", "imax", "slewmax"]
    }

    fn capabilities(&self) -> &[Capability] {
        &[Capability::Actuator]
    }

    fn start(
        &self,
        model: &Model,
        _: &mut Data,
        instance: usize,
    ) -> Result<Box<dyn PluginInstance>, String> {
        let gains = Gains::read(&model.plugin_config(self, instance))?;
        let own = |&i: &usize| model.actuator_plugin[i] == instance as i32;
        let actuators: Vec<usize> = (0..model.nu).filter(own).collect();
        if actuators.is_empty() {
            return Err("no actuator uses the instance".to_owned());
        }
        for &i in &actuators {
            let filtered = matches!(
                model.actuator_dyntype[i],
                dynamics::FILTER | dynamics::FILTER_EXACT | dynamics::INTEGRATOR
            );
            let expected = gains.activations() + i32::from(filtered);
            let found = model.actuator_actnum[i];
            if found != expected {
                return Err(format!(
                    "actuator {i} has `actdim` {found}, but its controller needs {expected}"
                ));
            }
        }
        Ok(Box::new(Pid { gains, actuators }))
    }
}

#[derive(Clone, Debug)]
struct Gains {
    proportional: f64,
    integral: f64,
    derivative: f64,
    /// The largest integral of the error.
    largest: Option<f64>,
    /// How fast the set point may change.
    slew: Option<f64>,
}

impl Gains {
    fn read(config: &PluginConfig) -> Result<Gains, String> {
        let read = |name: &str| optional(config.get(name));
        let gain = |name: &str| read(name).unwrap_or(0.0);
        let integral = gain("ki");
        let gains = Gains {
            proportional: gain("kp"),
            integral,
            derivative: gain("kd"),
            // The author gives the largest force.
            largest: read("imax")
                .filter(|_| integral != 0.0)
                .map(|force| force / integral),
            slew: read("slewmax"),
        };
        if gains.largest.is_some_and(|largest| largest < 0.0) {
            return Err("`imax` is negative".to_owned());
        }
        if gains.slew.is_some_and(|slew| slew < 0.0) {
            return Err("`slewmax` is negative".to_owned());
        }
        Ok(gains)
    }

    fn integrates(&self) -> bool {
        self.integral != 0.0
    }

    /// How many activations the controller has for itself.
    fn activations(&self) -> i32 {
        i32::from(self.integrates()) + i32::from(self.slew.is_some())
    }

    /// The integral of the error after a step.
    fn integrate(&self, model: &Model, integral: f64, error: f64) -> f64 {
        let integral = integral + error * model.opt.timestep;
        match self.largest {
            Some(largest) => scalar::clip(integral, -largest, largest),
            None => integral,
        }
    }
}

#[derive(Clone, Debug)]
struct Pid {
    gains: Gains,
    actuators: Vec<usize>,
}

/// What an actuator's controller remembers.
struct Memory {
    integral: f64,
    /// The last set point; none at the start of a simulation.
    setpoint: Option<f64>,
}

impl Pid {
    /// The first activation of an actuator; 0 where it has none, and nothing is read from it.
    fn first(model: &Model, i: usize) -> usize {
        usize::try_from(model.actuator_actadr[i]).unwrap_or(0)
    }

    fn memory(&self, model: &Model, data: &Data, i: usize) -> Memory {
        let first = Pid::first(model, i);
        let integrates = self.gains.integrates();
        let integral = if integrates { data.act[first] } else { 0.0 };
        let limited = self.gains.slew.is_some() && data.time > 0.0;
        Memory {
            integral,
            setpoint: limited.then(|| data.act[first + usize::from(integrates)]),
        }
    }

    /// The set point: the control within its range or the driving activation, as far as it can go
    /// in one step.
    fn setpoint(&self, model: &Model, data: &Data, i: usize, memory: &Memory, early: bool) -> f64 {
        let setpoint = if model.actuator_dyntype[i] == dynamics::NONE {
            let [lower, upper] = model.actuator_ctrlrange[i];
            match model.actuator_ctrllimited[i] {
                0 => data.ctrl[i],
                _ => scalar::clip(data.ctrl[i], lower, upper),
            }
        } else {
            match driving_activation(model, i) {
                Some(last) if early => {
                    next_activation(model, data.act[last], i, data.act_dot[last])
                }
                Some(last) => data.act[last],
                None => 0.0,
            }
        };
        match (self.gains.slew, memory.setpoint) {
            (Some(slew), Some(before)) => {
                let reach = slew * model.opt.timestep;
                scalar::clip(setpoint, before - reach, before + reach)
            }
            _ => setpoint,
        }
    }
}

impl PluginInstance for Pid {
    fn boxed_clone(&self) -> Box<dyn PluginInstance> {
        Box::new(self.clone())
    }

    fn act_dot(&mut self, model: &Model, data: &mut Data) {
        let h = model.opt.timestep;
        for &i in &self.actuators {
            let memory = self.memory(model, data, i);
            let setpoint = self.setpoint(model, data, i, &memory, false);
            let error = setpoint - data.actuator_length[i];
            let mut next = Pid::first(model, i);
            if self.gains.integrates() {
                let integral = self.gains.integrate(model, memory.integral, error);
                data.act_dot[next] = (integral - data.act[next]) / h;
                next += 1;
            }
            if self.gains.slew.is_some() {
                data.act_dot[next] = (setpoint - data.act[next]) / h;
            }
        }
    }

    fn compute(&mut self, model: &Model, data: &mut Data, _: Capability) {
        let gains = &self.gains;
        for &i in &self.actuators {
            let memory = self.memory(model, data, i);
            let early = model.actuator_actearly[i] != 0;
            let setpoint = self.setpoint(model, data, i, &memory, early);
            let error = setpoint - data.actuator_length[i];
            let rate = match driving_activation(model, i) {
                Some(last) if model.actuator_dyntype[i] != dynamics::NONE => data.act_dot[last],
                _ => 0.0,
            };
            let error_rate = rate - data.actuator_velocity[i];
            let integral = if gains.integrates() {
                gains.integrate(model, memory.integral, error)
            } else {
                0.0
            };
            data.actuator_force[i] = gains.proportional * error
                + gains.derivative * error_rate
                + gains.integral * integral;
        }
    }
}
