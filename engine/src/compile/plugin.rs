//! Plugins: which slot each instance has, its configuration, and what elements use it.
//!
//! Elements are resolved in MuJoCo's order of compiling. An instance gets its plugin from the last
//! element that names it, so that one name may differ from that of its own `plugin`.

use std::collections::HashMap;
use std::sync::Arc;

use super::flex::Flex;
use super::parts::Parts;
use super::refusal::{invalid, unsupported};
use super::tree::Tree;
use crate::Data;
use crate::data::plugin::{Capability, Outline, Plugin, PluginConfig};
use crate::error::Error;
use crate::math::Vec3;
use crate::model::{Model, NeedStage};
use crate::pipeline::plugin;
use crate::spec::{self, PluginUse, Spec};

/// A plugin and its slot.
#[derive(Clone, Debug)]
struct Active {
    slot: usize,
    plugin: Arc<dyn Plugin>,
}

/// All instances of a model, and which of them its elements use; -1 for none.
#[derive(Debug, Default)]
pub(super) struct Plugins {
    instances: Vec<Active>,
    configs: Vec<PluginConfig>,
    /// The shapes that meshes are made from.
    pub(super) outlines: Vec<Option<Outline>>,
    actuators: Vec<i32>,
    sensors: Vec<i32>,
}

impl Plugins {
    pub(super) fn resolve(spec: &Spec, tree: &Tree<'_>) -> Result<Plugins, Error> {
        let mut resolver = Resolver {
            spec,
            active: active(spec)?,
            slots: vec![None; spec.plugins.len()],
        };
        let mut plugins = Plugins::default();
        for mesh in &spec.meshes {
            plugins.outlines.push(resolver.outline(mesh)?);
        }
        for node in &tree.nodes {
            for geom in &node.spec.geoms {
                let used = geom.plugin.as_ref();
                resolver.find("geom", used, Capability::Shape)?;
            }
            let used = node.spec.plugin.as_ref();
            resolver.find("body", used, Capability::Passive)?;
        }
        for actuator in &spec.actuators {
            let used = actuator.plugin.as_ref();
            let id = resolver.find("actuator", used, Capability::Actuator)?;
            plugins.actuators.push(id);
        }
        for sensor in &spec.sensors {
            let used = sensor.plugin.as_ref();
            plugins
                .sensors
                .push(resolver.find("sensor", used, Capability::Sensor)?);
        }
        for (id, instance) in spec.plugins.iter().enumerate() {
            let active = resolver.finish(id)?;
            plugins.configs.push(configure(instance, &*active.plugin)?);
            plugins.instances.push(active);
        }
        Ok(plugins)
    }

    /// Tells the plugins of a flex's bodies what its elements are.
    pub(super) fn add_flexes(
        &mut self,
        spec: &Spec,
        flexes: &[Flex<'_>],
        parts: &Parts<'_>,
    ) -> Result<(), Error> {
        for flex in flexes {
            let bodies = flex.bodies().iter().map(|&body| parts.bodies[body].spec);
            let users = bodies.map(|body| instance_of(spec, body.plugin.as_ref()));
            let mut told: Vec<usize> = users.filter_map(|id| usize::try_from(id).ok()).collect();
            told.sort_unstable();
            told.dedup();
            for id in told {
                let plugin = &*self.instances[id].plugin;
                let mut instance = spec.plugins[id].clone();
                for (name, value) in flex.told_to_plugins() {
                    instance.config.insert(name.to_owned(), value);
                }
                self.configs[id] = configure(&instance, plugin)?;
            }
        }
        Ok(())
    }

    /// How many numbers a plugin's sensor yields, and when; nothing for other sensors.
    pub(super) fn sensor(&self, spec: &Spec, id: usize) -> Result<(usize, NeedStage), Error> {
        let Ok(instance) = usize::try_from(self.sensors[id]) else {
            return Ok((0, NeedStage::Acc));
        };
        let plugin = &self.instances[instance].plugin;
        let size = plugin.sensor_size(&self.configs[instance]);
        let size = size.map_err(|wrong| refuse(&spec.plugins[instance], &wrong))?;
        Ok((size, plugin.needstage()))
    }

    pub(super) fn write_sizes(&self, model: &mut Model) {
        model.nplugin = self.instances.len();
        model.npluginattr = self.texts().map(|text| text.len() + 1).sum();
        let states = self.instances.iter().zip(&self.configs);
        model.npluginstate = states.map(|(active, c)| active.plugin.state_size(c)).sum();
    }

    /// All instances: their plugins and configurations.
    pub(super) fn configured(&self) -> impl Iterator<Item = (&dyn Plugin, &PluginConfig)> {
        let instances = self.instances.iter().zip(&self.configs);
        instances.map(|(active, config)| (&*active.plugin, config))
    }

    /// The texts of all configurations, attribute by attribute.
    fn texts(&self) -> impl Iterator<Item = &str> {
        let instances = self.instances.iter().zip(&self.configs);
        instances.flat_map(|(active, config)| {
            let attributes = active.plugin.attributes().iter();
            attributes.map(|attribute| config.get(attribute))
        })
    }

    pub(super) fn write(&self, spec: &Spec, parts: &Parts<'_>, model: &mut Model) {
        let mut state = 0;
        let mut texts = Vec::new();
        for (id, (active, config)) in self.instances.iter().zip(&self.configs).enumerate() {
            model.plugin[id] = active.slot as i32;
            model.plugin_stateadr[id] = state;
            model.plugin_statenum[id] = active.plugin.state_size(config) as i32;
            state += model.plugin_statenum[id];
            model.plugin_attradr[id] = texts.len() as i32;
            for attribute in active.plugin.attributes() {
                super::names::push_text(&mut texts, config.get(attribute));
            }
        }
        model.plugin_attr.copy_from_slice(&texts);
        for (id, body) in parts.bodies.iter().enumerate() {
            model.body_plugin[id] = instance_of(spec, body.spec.plugin.as_ref());
        }
        for (id, geom) in parts.geoms.iter().enumerate() {
            model.geom_plugin[id] = instance_of(spec, geom.spec.plugin.as_ref());
        }
        model.actuator_plugin.copy_from_slice(&self.actuators);
        model.sensor_plugin.copy_from_slice(&self.sensors);
    }
}

/// The instance that an element uses, which is known to exist; -1 for none.
fn instance_of(spec: &Spec, used: Option<&PluginUse>) -> i32 {
    let id = used.and_then(|used| used.own.or_else(|| named(spec, &used.instance)));
    id.map_or(-1, |id| id as i32)
}

/// The instance of a name.
fn named(spec: &Spec, name: &str) -> Option<usize> {
    let mut plugins = spec.plugins.iter();
    plugins.position(|plugin| !name.is_empty() && plugin.name == name)
}

/// Starts all plugins once, as MuJoCo does where it tries a step of the new model.
pub(super) fn check_start(spec: &Spec, model: &Model) -> Result<(), Error> {
    if model.nplugin == 0 {
        return Ok(());
    }
    let mut data = Data::new(model);
    plugin::start(model, &mut data).map_err(|(id, wrong)| refuse(&spec.plugins[id], &wrong))
}

fn refuse(instance: &spec::Plugin, wrong: &str) -> Error {
    let message = format!("the plugin cannot be started: {wrong}");
    invalid("plugin", &instance.source, message)
}

/// The plugins that the model asks for, by name.
fn active(spec: &Spec) -> Result<HashMap<&str, Active>, Error> {
    let mut active = HashMap::new();
    for extension in &spec.extensions {
        let name = extension.plugin.as_str();
        let source = &extension.source;
        let Some((slot, plugin)) = plugin::find(name) else {
            return Err(
                invalid("plugin", source, format!("there is no plugin `{name}`"))
                    .attribute("plugin")
                    .expected("a plugin of MuJoCo, or one that the program has registered"),
            );
        };
        active.insert(name, Active { slot, plugin });
    }
    Ok(active)
}

struct Resolver<'s> {
    spec: &'s Spec,
    active: HashMap<&'s str, Active>,
    /// The plugin of each instance, once an element has said which.
    slots: Vec<Option<Active>>,
}

impl Resolver<'_> {
    /// The instance that an element uses.
    fn find(
        &mut self,
        element: &str,
        used: Option<&PluginUse>,
        capability: Capability,
    ) -> Result<i32, Error> {
        let Some(used) = used else {
            return Ok(-1);
        };
        let refuse = |message: String| invalid(element, &used.source, message);
        if used.plugin.is_empty() && used.instance.is_empty() {
            return Err(refuse("the plugin has no name".to_owned())
                .expected("attribute `plugin` or `instance`"));
        }
        let named = named(self.spec, &used.instance);
        let unknown = || {
            let message = format!("there is no instance `{}` of a plugin", used.instance);
            refuse(message)
                .attribute("instance")
                .expected("the name of an `instance` in `extension`")
        };
        let name = match used.plugin.as_str() {
            "" => &self.spec.plugins[named.ok_or_else(unknown)?].plugin,
            name => name,
        };
        let Some(active) = self.active.get(name) else {
            return Err(
                refuse(format!("there is no plugin `{name}` in `extension`"))
                    .attribute("plugin")
                    .expected("a plugin that `extension` asks for"),
            );
        };
        let id = match used.own {
            Some(own) => {
                self.slots[own].get_or_insert_with(|| active.clone());
                own
            }
            None => {
                let id = named.ok_or_else(unknown)?;
                self.slots[id] = Some(active.clone());
                id
            }
        };
        let plugin = self.slots[id].as_ref().map(|active| &active.plugin);
        if plugin.is_some_and(|plugin| !plugin.capabilities().contains(&capability)) {
            return Err(
                refuse(format!("the plugin `{name}` is not for a {element}"))
                    .expected(format!("one with {}", wanted(capability))),
            );
        }
        Ok(id as i32)
    }

    /// The shape that a mesh without a file is made from.
    fn outline(&mut self, mesh: &spec::Mesh) -> Result<Option<Outline>, Error> {
        let used = mesh.plugin.as_ref().filter(|_| mesh.file.is_empty());
        let Ok(id) = usize::try_from(self.find("mesh", used, Capability::Shape)?) else {
            return Ok(None);
        };
        let refuse = |message: &str| invalid("mesh", &mesh.source, message);
        if mesh.scale != Vec3::repeat(1.0) {
            return Err(refuse("a scale has no place beside a plugin").attribute("scale"));
        }
        let Some(active) = &self.slots[id] else {
            return Ok(None);
        };
        let config = self.spec.plugins[id].config.iter();
        let config = config.map(|(key, value)| (key.clone(), value.clone()));
        match active.plugin.outline(&PluginConfig::new(config)) {
            Ok(Some(outline)) => Ok(Some(outline)),
            Ok(None) => Err(refuse("the shape of the plugin follows from a mesh itself")
                .expected("a file, or another plugin")),
            Err(wrong) => Err(refuse(&wrong)),
        }
    }

    /// The plugin of an instance, once all elements are resolved.
    fn finish(&mut self, id: usize) -> Result<Active, Error> {
        if let Some(active) = &self.slots[id] {
            return Ok(active.clone());
        }
        let instance = &self.spec.plugins[id];
        let active = self.active.get(instance.plugin.as_str()).cloned();
        active.ok_or_else(|| {
            let message = "an instance of a plugin that no element uses";
            unsupported("plugin", &instance.source, message)
        })
    }
}

fn wanted(capability: Capability) -> &'static str {
    match capability {
        Capability::Actuator => "forces of actuators",
        Capability::Sensor => "readings of sensors",
        Capability::Passive => "passive forces",
        Capability::Shape => "shapes of geoms",
    }
}

/// The configuration of an instance, which may have no attribute that its plugin does not know.
fn configure(instance: &spec::Plugin, plugin: &dyn Plugin) -> Result<PluginConfig, Error> {
    let known = plugin.attributes();
    for key in instance.config.keys() {
        if !known.contains(&key.as_str()) {
            let message = format!("the plugin `{}` has no attribute `{key}`", plugin.name());
            let names: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
            let error = invalid("plugin", &instance.source, message);
            return Err(error.expected(format!("one of {}", names.join(", "))));
        }
    }
    let given = instance.config.iter();
    Ok(PluginConfig::new(given.map(|(key, value)| {
        // MuJoCo's model keeps texts up to their first zero.
        let value = value.split('\0').next().unwrap_or("");
        (key.clone(), value.to_owned())
    })))
}
