//! `mujoco.sdf.*`: shapes given by a formula for the distance from their surface.
//!
//! Many of the formulas are no true distances: they grow at another rate away from the surface.
//! Most are after Inigo Quilez, <https://iquilezles.org/articles/distfunctions>.

mod bowl;
mod gear;
mod thread;
mod torus;

use std::sync::Arc;

use super::number::{is_number, leading_number};
use crate::data::plugin::{Capability, Outline, Plugin, PluginConfig, PluginInstance, Shape};
use crate::{Data, Model};

/// A plugin for one kind of shape.
#[derive(Debug)]
pub(super) struct ShapePlugin {
    name: &'static str,
    attributes: &'static [&'static str],
    /// What attributes are that were not given.
    defaults: &'static [f64],
    /// Attributes that must be numbers with nothing after them.
    strict: &'static [&'static str],
    /// Makes the shape of some numbers.
    make: fn(&[f64]) -> Outline,
}

/// All of them, in the order of their slots.
pub(super) const SHAPES: [ShapePlugin; 5] = [
    ShapePlugin {
        name: "mujoco.sdf.bolt",
        attributes: &["radius"],
        defaults: &[0.26],
        strict: &["radius"],
        make: thread::bolt,
    },
    ShapePlugin {
        name: "mujoco.sdf.bowl",
        attributes: &["height", "radius", "thickness"],
        defaults: &[0.4, 1.0, 0.02],
        strict: &["height", "radius", "thickness"],
        make: bowl::bowl,
    },
    ShapePlugin {
        name: "mujoco.sdf.gear",
        attributes: &["alpha", "diameter", "teeth", "thickness", "innerdiameter"],
        defaults: &[0.0, 2.8, 25.0, 0.2, -1.0],
        // The thickness is forgotten.
        strict: &["alpha", "diameter", "teeth", "innerdiameter"],
        make: gear::gear,
    },
    ShapePlugin {
        name: "mujoco.sdf.nut",
        attributes: &["radius"],
        defaults: &[0.26],
        strict: &["radius"],
        make: thread::nut,
    },
    ShapePlugin {
        name: "mujoco.sdf.torus",
        attributes: &["radius1", "radius2"],
        defaults: &[0.35, 0.15],
        strict: &["radius1", "radius2"],
        make: torus::torus,
    },
];

impl ShapePlugin {
    /// The numbers that a configuration gives, or defaults.
    fn numbers(&self, config: &PluginConfig) -> Result<Vec<f64>, String> {
        let attributes = self.attributes.iter().zip(self.defaults);
        let numbers = attributes.map(|(name, &default)| match config.get(name) {
            "" => Ok(default),
            text => leading_number(text).ok_or_else(|| format!("`{name}` is no number")),
        });
        numbers.collect()
    }
}

impl Plugin for ShapePlugin {
    fn name(&self) -> &str {
        self.name
    }

    fn attributes(&self) -> &[&str] {
        self.attributes
    }

    fn capabilities(&self) -> &[Capability] {
        &[Capability::Shape]
    }

    fn outline(&self, config: &PluginConfig) -> Result<Option<Outline>, String> {
        Ok(Some((self.make)(&self.numbers(config)?)))
    }

    fn start(
        &self,
        model: &Model,
        _: &mut Data,
        instance: usize,
    ) -> Result<Box<dyn PluginInstance>, String> {
        let config = model.plugin_config(self, instance);
        if let Some(wrong) = self.strict.iter().find(|name| !is_number(config.get(name))) {
            return Err(format!("`{wrong}` is no number"));
        }
        let outline = (self.make)(&self.numbers(&config)?);
        Ok(Box::new(Placed(outline.shape.into())))
    }
}

/// A shape of one instance, the same in all data.
#[derive(Clone, Debug)]
struct Placed(Arc<dyn Shape>);

impl PluginInstance for Placed {
    fn boxed_clone(&self) -> Box<dyn PluginInstance> {
        Box::new(self.clone())
    }

    fn shape(&self) -> Option<&dyn Shape> {
        Some(&*self.0)
    }
}
