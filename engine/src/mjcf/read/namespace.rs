//! Names of copied elements: a prefix or suffix tells them from the originals.

use std::sync::Arc;

use crate::spec::{Body, Compiler, Light};

/// How names change when elements are copied.
#[derive(Clone, Debug, Default)]
pub(super) struct Namespace {
    pub(super) prefix: String,
    pub(super) suffix: String,
    /// The elements come from another model, and their assets with them.
    pub(super) foreign: bool,
}

impl Namespace {
    /// A name in this space, even if it is empty.
    pub(super) fn of(&self, name: &str) -> String {
        format!("{}{name}{}", self.prefix, self.suffix)
    }

    /// Renames; an empty name stays so.
    pub(super) fn rename(&self, name: &mut String) {
        if !name.is_empty() {
            *name = self.of(name);
        }
    }

    fn rename_reference(&self, name: &mut Option<String>) {
        if let Some(name) = name {
            *name = self.of(name);
        }
    }

    pub(super) fn rename_asset(&self, name: &mut Option<String>) {
        if self.foreign {
            self.rename_reference(name);
        }
    }

    /// Renames a body with all that is in it, and gives it the settings to be compiled with.
    pub(super) fn rename_tree(&self, body: &mut Body, settings: Option<&Arc<Compiler>>) {
        let mut open = vec![body];
        while let Some(body) = open.pop() {
            self.rename(&mut body.name);
            body.settings = settings.cloned();
            self.rename_contents(body);
            open.extend(body.children.iter_mut());
        }
    }

    /// Renames what a body holds itself, but neither the body nor its children.
    pub(super) fn rename_contents(&self, body: &mut Body) {
        for joint in &mut body.joints {
            self.rename(&mut joint.name);
        }
        for geom in &mut body.geoms {
            self.rename(&mut geom.name);
            self.rename_asset(&mut geom.material);
            self.rename_asset(&mut geom.mesh);
            self.rename_asset(&mut geom.hfield);
        }
        for site in &mut body.sites {
            self.rename(&mut site.name);
            self.rename_asset(&mut site.material);
        }
        for camera in &mut body.cameras {
            self.rename(&mut camera.name);
            self.rename_reference(&mut camera.target);
        }
        for Light { name, target, .. } in &mut body.lights {
            self.rename(name);
            self.rename_reference(target);
        }
        for frame in &mut body.frames {
            self.rename(&mut frame.name);
        }
    }
}
