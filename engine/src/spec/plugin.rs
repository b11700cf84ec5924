//! Plugins: what a model needs, its instances of them, and which elements use one.

use std::collections::BTreeMap;

use super::Source;

/// A plugin that the model asks for, by its name among those that the program has.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extension {
    /// The plugin's name, such as `mujoco.pid`.
    pub plugin: String,
    /// Where it was written.
    pub source: Source,
}

/// One instance of a plugin, with a configuration of its own.
#[doc(alias = "mjsPlugin")]
#[derive(Clone, Debug, Default)]
pub struct Plugin {
    /// The element's name; empty for none.
    pub name: String,
    /// The plugin that it is an instance of; empty where the element that uses it says so.
    pub plugin: String,
    /// Its configuration.
    pub config: BTreeMap<String, String>,
    /// Where it was written.
    pub source: Source,
}

/// An element's use of a plugin.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PluginUse {
    /// The plugin's name; empty to go by the instance.
    pub plugin: String,
    /// The instance, by name; empty for one of the element's own.
    pub instance: String,
    /// The element's own instance: an index into [`Spec::plugins`](super::Spec::plugins).
    pub own: Option<usize>,
    /// Where it was written.
    pub source: Source,
}
