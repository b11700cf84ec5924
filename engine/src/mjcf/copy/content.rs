//! What bodies carry: how a copy of it is named.

use super::names::Names;
use super::namespace::Namespace;
use super::roles::each_content;
use crate::spec::{Body, Camera, Geom, Joint, Light, ObjectType, Site};

/// An element that a body carries.
trait Content {
    fn rename(&mut self, space: &Namespace);

    fn add_to(&self, names: &mut Names);
}

impl Namespace {
    /// Renames what a body holds itself, but neither the body nor its children.
    pub(crate) fn rename_contents(&self, body: &mut Body) {
        macro_rules! rename {
            ($($list:ident)*) => {
                $(body.$list.iter_mut().for_each(|element| element.rename(self));)*
            };
        }
        each_content!(rename);
        for frame in &mut body.frames {
            self.rename(&mut frame.name);
            self.rename_class(&mut frame.class);
        }
    }
}

impl Names {
    /// Adds what a body holds itself.
    pub(crate) fn add_contents(&mut self, body: &Body) {
        macro_rules! add {
            ($($list:ident)*) => {
                $(body.$list.iter().for_each(|element| element.add_to(self));)*
            };
        }
        each_content!(add);
    }
}

impl Content for Joint {
    fn rename(&mut self, space: &Namespace) {
        space.rename(&mut self.name);
        space.rename_class(&mut self.class);
    }

    fn add_to(&self, names: &mut Names) {
        names.add_joint(&self.name, self.class_kind);
    }
}

impl Content for Geom {
    fn rename(&mut self, space: &Namespace) {
        space.rename(&mut self.name);
        space.rename_class(&mut self.class);
        space.rename_asset(&mut self.material);
        space.rename_asset(&mut self.mesh);
        space.rename_asset(&mut self.hfield);
        space.rename_instance(&mut self.plugin);
    }

    fn add_to(&self, names: &mut Names) {
        names.add_geom(&self.name, self.class_kind);
    }
}

impl Content for Site {
    fn rename(&mut self, space: &Namespace) {
        space.rename(&mut self.name);
        space.rename_class(&mut self.class);
        space.rename_asset(&mut self.material);
    }

    fn add_to(&self, names: &mut Names) {
        names.add(ObjectType::Site, &self.name);
    }
}

impl Content for Camera {
    fn rename(&mut self, space: &Namespace) {
        space.rename(&mut self.name);
        space.rename_class(&mut self.class);
        space.rename_reference(&mut self.target);
    }

    fn add_to(&self, names: &mut Names) {
        names.add(ObjectType::Camera, &self.name);
    }
}

impl Content for Light {
    fn rename(&mut self, space: &Namespace) {
        space.rename(&mut self.name);
        space.rename_class(&mut self.class);
        space.rename_reference(&mut self.target);
    }

    fn add_to(&self, names: &mut Names) {
        names.add(ObjectType::Light, &self.name);
    }
}
