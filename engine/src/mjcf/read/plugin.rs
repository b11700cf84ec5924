//! `extension`, and the plugins that elements use.

use std::collections::BTreeMap;

use super::Reader;
use crate::error::Error;
use crate::mjcf::tree::Node;
use crate::spec::{Extension, Plugin, PluginUse, Spec};

impl Reader {
    /// Reads the plugins that the model asks for, with their named instances.
    pub(super) fn extensions(&mut self, section: Node<'_>) -> Result<(), Error> {
        for node in section.children() {
            let plugin = node.required("plugin")?.to_owned();
            self.spec.extensions.push(Extension {
                plugin: plugin.clone(),
                source: Some(node.location()),
            });
            for instance in node.children() {
                self.spec.plugins.push(Plugin {
                    name: instance.required("name")?.to_owned(),
                    plugin: plugin.clone(),
                    config: read_config(instance)?,
                    source: Some(instance.location()),
                });
            }
        }
        Ok(())
    }
}

/// The plugin of an element that has a child for it.
pub(super) fn read_child(node: Node<'_>, spec: &mut Spec) -> Result<Option<PluginUse>, Error> {
    let child = node.children().find(|child| child.name() == "plugin");
    child.map(|child| read_use(child, spec)).transpose()
}

/// A use of a plugin: of a named instance, or of one of the element's own.
pub(super) fn read_use(node: Node<'_>, spec: &mut Spec) -> Result<PluginUse, Error> {
    let mut used = PluginUse {
        source: Some(node.location()),
        ..PluginUse::default()
    };
    node.copy_text("plugin", &mut used.plugin);
    node.copy_text("instance", &mut used.instance);
    if used.instance.is_empty() {
        used.own = Some(spec.plugins.len());
        spec.plugins.push(Plugin {
            config: read_config(node)?,
            source: Some(node.location()),
            ..Plugin::default()
        });
    } else if let Some(config) = node.children().next() {
        let message = "the configuration of a named instance, which MuJoCo ignores here";
        let warning = config.unsupported(message);
        spec.warnings
            .push(warning.expected("it in the `instance` of `extension`"));
    }
    Ok(used)
}

fn read_config(node: Node<'_>) -> Result<BTreeMap<String, String>, Error> {
    let mut config = BTreeMap::new();
    for entry in node.children() {
        let key = entry.required("key")?;
        if config.contains_key(key) {
            return Err(entry
                .value_error("key", format!("the key `{key}` is given twice"))
                .expected("it once"));
        }
        let value = entry.required("value")?;
        config.insert(key.to_owned(), value.to_owned());
    }
    Ok(config)
}
