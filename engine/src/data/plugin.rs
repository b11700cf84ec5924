//! Plugins: extensions of the engine that models ask for by name.
//!
//! A [`Plugin`] is known to the program; a model has instances of it, each with a configuration.
//! Every data has a [`PluginInstance`] of its own for each of them, which the pipeline calls where
//! MuJoCo calls its own.

use std::fmt::Debug;

use crate::error::StepError;
use crate::math::Vec3;
use crate::model::NeedStage;
use crate::{Data, Model};

/// What a plugin can be used for.
#[doc(alias = "mjtPluginCapabilityBit")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capability {
    /// Forces of actuators.
    Actuator,
    /// Readings of sensors.
    Sensor,
    /// Passive forces.
    Passive,
    /// Shapes of geoms.
    Shape,
}

/// A shape as the distance from its surface, in a frame of its own.
pub trait Shape: Debug + Send + Sync {
    /// The distance of a point from the surface, in m; negative inside.
    fn distance(&self, point: &Vec3) -> f64;

    /// How the distance changes with the point: by default from differences of distances.
    fn gradient(&self, point: &Vec3) -> Vec3 {
        const STEP: f64 = 1e-8;
        let here = self.distance(point);
        Vec3::from_fn(|axis, _| {
            let mut there = *point;
            there[axis] += STEP;
            (self.distance(&there) - here) / STEP
        })
    }
}

/// A shape in a box that encloses it.
#[derive(Debug)]
pub struct Outline {
    /// The shape.
    pub shape: Box<dyn Shape>,
    /// Half the sizes of the box, in m; its centre is the origin.
    pub half: Vec3,
}

/// The configuration of an instance: a text for each attribute of its plugin.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PluginConfig {
    values: Vec<(String, String)>,
}

impl PluginConfig {
    /// A configuration of these attributes and values.
    pub fn new(values: impl IntoIterator<Item = (String, String)>) -> PluginConfig {
        PluginConfig {
            values: values.into_iter().collect(),
        }
    }

    /// The text of an attribute; empty if it was not given.
    #[doc(alias = "mj_getPluginConfig")]
    pub fn get(&self, attribute: &str) -> &str {
        let found = self.values.iter().find(|(name, _)| name == attribute);
        found.map_or("", |(_, value)| value)
    }
}

/// An extension of the engine, which models ask for by its name.
#[doc(alias = "mjpPlugin")]
pub trait Plugin: Debug + Send + Sync {
    /// The name by which models ask for it.
    fn name(&self) -> &str;

    /// The attributes that an instance can be configured by.
    fn attributes(&self) -> &[&str];

    /// What it can be used for.
    fn capabilities(&self) -> &[Capability];

    /// What must be computed before its sensors can be read.
    fn needstage(&self) -> NeedStage {
        NeedStage::Acc
    }

    /// How many numbers of `plugin_state` an instance has.
    fn state_size(&self, _config: &PluginConfig) -> usize {
        0
    }

    /// How many numbers a sensor of an instance has, or why its configuration is wrong.
    fn sensor_size(&self, _config: &PluginConfig) -> Result<usize, String> {
        Ok(0)
    }

    /// The shape of an instance in a box, from which a mesh can be made; none where that is not
    /// known without a model, or why its configuration is wrong.
    fn outline(&self, _config: &PluginConfig) -> Result<Option<Outline>, String> {
        Ok(None)
    }

    /// Starts an instance for new data, or says why its configuration is wrong. The data is at the
    /// reference configuration, with nothing computed from it.
    fn start(
        &self,
        model: &Model,
        data: &mut Data,
        instance: usize,
    ) -> Result<Box<dyn PluginInstance>, String>;
}

/// An instance of a plugin in one data.
pub trait PluginInstance: Debug + Send + Sync {
    /// A copy for a clone of the data.
    fn boxed_clone(&self) -> Box<dyn PluginInstance>;

    /// Back to the start; `state` is its part of `plugin_state`, which a reset leaves as it is.
    fn reset(&mut self, _model: &Model, _state: &mut [f64]) {}

    /// The shape of the geoms that use it.
    fn shape(&self) -> Option<&dyn Shape> {
        None
    }

    /// Writes what it is used for: its actuators' `actuator_force`, its sensors' readings, or adds
    /// to `qfrc_passive`.
    fn compute(&mut self, _model: &Model, _data: &mut Data, _capability: Capability) {}

    /// Writes the rates of its actuators' activations.
    fn act_dot(&mut self, _model: &Model, _data: &mut Data) {}

    /// Advances its state by one time step; all else has been advanced.
    fn advance(&mut self, _model: &Model, _data: &mut Data) {}
}

/// An instance with what decides when it is called.
#[derive(Debug)]
struct Running {
    capabilities: Vec<Capability>,
    needstage: NeedStage,
    instance: Box<dyn PluginInstance>,
}

impl Clone for Running {
    fn clone(&self) -> Running {
        Running {
            capabilities: self.capabilities.clone(),
            needstage: self.needstage,
            instance: self.instance.boxed_clone(),
        }
    }
}

/// All instances of a data, in the order of the model.
#[derive(Clone, Debug, Default)]
pub(crate) struct Instances {
    running: Vec<Running>,
    /// An instance that could not be started, for which nothing can be computed.
    pub(crate) failed: Option<i32>,
}

impl Instances {
    pub(crate) fn push(&mut self, plugin: &dyn Plugin, instance: Box<dyn PluginInstance>) {
        self.running.push(Running {
            capabilities: plugin.capabilities().to_vec(),
            needstage: plugin.needstage(),
            instance,
        });
    }
}

impl Data {
    /// Calls every instance that has a capability, with its number. They are taken out meanwhile,
    /// so that they and the data can be changed side by side.
    fn each_plugin(
        &mut self,
        capability: Option<Capability>,
        mut call: impl FnMut(&mut Running, &mut Data, usize),
    ) {
        if let Some(failed) = self.plugins.failed {
            self.fault
                .get_or_insert(StepError::PluginNotStarted(failed));
        }
        if self.plugins.running.is_empty() {
            return;
        }
        let mut plugins = std::mem::take(&mut self.plugins);
        for (id, running) in plugins.running.iter_mut().enumerate() {
            if capability.is_none_or(|wanted| running.capabilities.contains(&wanted)) {
                call(running, self, id);
            }
        }
        self.plugins = plugins;
    }

    /// Lets plugins compute what has a capability; sensors only of one stage.
    pub(crate) fn compute_plugins(&mut self, model: &Model, capability: Capability) {
        self.each_plugin(Some(capability), |running, data, _| {
            running.instance.compute(model, data, capability);
        });
    }

    /// Whether a plugin reads sensors once a stage is computed.
    pub(crate) fn has_plugin_sensors(&self, stage: NeedStage) -> bool {
        let reads = |running: &Running| {
            running.capabilities.contains(&Capability::Sensor) && reads_at(running, stage)
        };
        self.plugins.running.iter().any(reads)
    }

    /// Lets plugins read the sensors of a stage.
    pub(crate) fn read_plugin_sensors(&mut self, model: &Model, stage: NeedStage) {
        self.each_plugin(Some(Capability::Sensor), |running, data, _| {
            if reads_at(running, stage) {
                running.instance.compute(model, data, Capability::Sensor);
            }
        });
    }

    /// The shape of a geom that a plugin gives it.
    pub(crate) fn plugin_shape(&self, model: &Model, geom: usize) -> Option<&dyn Shape> {
        let instance = usize::try_from(model.geom_plugin[geom]).ok()?;
        self.plugins.running.get(instance)?.instance.shape()
    }

    /// Lets plugins write the rates of their activations.
    pub(crate) fn rate_plugins(&mut self, model: &Model) {
        self.each_plugin(Some(Capability::Actuator), |running, data, _| {
            running.instance.act_dot(model, data);
        });
    }

    /// Advances the states of all plugins.
    pub(crate) fn advance_plugins(&mut self, model: &Model) {
        self.each_plugin(None, |running, data, _| {
            running.instance.advance(model, data);
        });
    }

    /// Brings all plugins back to their start.
    pub(crate) fn reset_plugins(&mut self, model: &Model) {
        self.each_plugin(None, |running, data, id| {
            let start = model.plugin_stateadr[id] as usize;
            let count = model.plugin_statenum[id] as usize;
            let state = &mut data.plugin_state[start..start + count];
            running.instance.reset(model, state);
        });
    }
}

/// Sensors that need nothing are read with those that need positions.
fn reads_at(running: &Running, stage: NeedStage) -> bool {
    match running.needstage {
        NeedStage::None => stage == NeedStage::Pos,
        needed => needed == stage,
    }
}

impl Model {
    /// The configuration of a plugin's instance.
    pub fn plugin_config(&self, plugin: &dyn Plugin, instance: usize) -> PluginConfig {
        let start = self.plugin_attradr[instance] as usize;
        let text: Vec<u8> = self.plugin_attr[start..].iter().map(|c| c.0).collect();
        let values = text
            .split(|&byte| byte == 0)
            .map(|value| String::from_utf8_lossy(value).into_owned());
        let names = plugin.attributes().iter().map(|&name| name.to_owned());
        PluginConfig::new(names.zip(values))
    }
}
