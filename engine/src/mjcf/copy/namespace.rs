//! Names of copied elements: a prefix or suffix tells them from the originals.

use std::sync::Arc;

use crate::spec::classes::MAIN;
use crate::spec::{Body, ClassName, Compiler, PluginUse};

/// How names change when elements are copied.
#[derive(Clone, Debug, Default)]
pub(crate) struct Namespace {
    pub(crate) prefix: String,
    pub(crate) suffix: String,
    /// The elements come from another model, and their assets with them.
    pub(crate) foreign: bool,
}

impl Namespace {
    /// A name in this namespace, even if it is empty.
    pub(crate) fn of(&self, name: &str) -> String {
        format!("{}{name}{}", self.prefix, self.suffix)
    }

    /// Renames; an empty name stays empty.
    pub(crate) fn rename(&self, name: &mut String) {
        if !name.is_empty() {
            *name = self.of(name);
        }
    }

    /// Renames the class of an element that comes from another model; the outermost stays.
    pub(super) fn rename_class(&self, class: &mut ClassName) {
        if self.foreign {
            self.rename_any_class(class);
        }
    }

    /// Renames the class of an element outside of the tree, also where it comes from the same
    /// model, which has no class of that name then.
    pub(super) fn rename_any_class(&self, class: &mut ClassName) {
        if let Some(name) = class.as_deref().filter(|name| *name != MAIN) {
            *class = Some(self.of(name).into());
        }
    }

    pub(super) fn rename_reference(&self, name: &mut Option<String>) {
        if let Some(name) = name {
            *name = self.of(name);
        }
    }

    pub(super) fn rename_asset(&self, name: &mut Option<String>) {
        if self.foreign {
            self.rename_reference(name);
        }
    }

    /// Renames the instance that an element uses, if it has a name.
    pub(super) fn rename_instance(&self, used: &mut Option<PluginUse>) {
        if let Some(used) = used {
            self.rename(&mut used.instance);
        }
    }

    /// Renames a body with all that is in it, and gives it the settings to be compiled with.
    pub(crate) fn rename_tree(&self, body: &mut Body, settings: Option<&Arc<Compiler>>) {
        let mut open = vec![body];
        while let Some(body) = open.pop() {
            self.rename(&mut body.name);
            self.rename_class(&mut body.class);
            self.rename_instance(&mut body.plugin);
            body.settings = settings.cloned();
            self.rename_contents(body);
            open.extend(body.children.iter_mut());
        }
    }
}
