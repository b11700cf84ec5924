//! `default`: classes of settings that elements start from.
//!
//! A class starts as a copy of the one around it. Nested classes are read after the elements of the
//! class itself, wherever they occur in it.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use super::site::SiteDraft;
use super::{Reader, actuator, asset, contact, equality, geom, joint, mesh, tendon, view};
use crate::error::Error;
use crate::mjcf::copy::Namespace;
use crate::mjcf::tree::Node;
use crate::spec::classes::MAIN;
use crate::spec::{
    self, Actuator, Camera, ClassName, Equality, Geom, Joint, Light, Material, Mesh, Pair, Tendon,
};

/// Settings of one class.
#[derive(Clone, Debug, Default)]
pub(super) struct Defaults {
    pub(super) mesh: Mesh,
    pub(super) material: Material,
    pub(super) joint: Joint,
    pub(super) geom: Geom,
    pub(super) site: SiteDraft,
    pub(super) camera: Camera,
    pub(super) light: Light,
    pub(super) pair: Pair,
    pub(super) equality: Equality,
    pub(super) tendon: Tendon,
    pub(super) actuator: Actuator,
    /// The density that meshes of the class are computed with. MuJoCo copies that of its geoms
    /// when a class is nested in it, and a class starts with what the one around it has then.
    mesh_density: MeshDensity,
}

/// The name of the outermost class, which frames and bodies have too.
struct MainName(Arc<str>);

impl Default for MainName {
    fn default() -> Self {
        MainName(MAIN.into())
    }
}

#[derive(Clone, Copy, Debug)]
struct MeshDensity(f64);

impl Default for MeshDensity {
    fn default() -> Self {
        MeshDensity(Mesh::default().density)
    }
}

/// All classes of a model, by name.
#[derive(Default)]
pub(super) struct Classes {
    main: Rc<Defaults>,
    main_name: MainName,
    named: HashMap<String, Rc<Defaults>>,
    /// Names of classes and of those around them, in the order in which they were read.
    nesting: Vec<(String, String)>,
}

impl Classes {
    pub(super) fn main(&self) -> Rc<Defaults> {
        Rc::clone(&self.main)
    }

    /// The class that an attribute names, or none if there is no such attribute.
    pub(super) fn named(
        &self,
        node: Node<'_>,
        attribute: &str,
    ) -> Result<Option<Rc<Defaults>>, Error> {
        let Some(name) = node.text(attribute) else {
            return Ok(None);
        };
        if name == MAIN {
            return Ok(Some(self.main()));
        }
        match self.named.get(name) {
            Some(class) => Ok(Some(Rc::clone(class))),
            None => Err(node
                .value_error(attribute, format!("there is no default class `{name}`"))
                .expected("the name of a class in `default`")),
        }
    }

    /// The name of a class, that of the outermost included.
    pub(super) fn name_of(&self, class: &Defaults) -> ClassName {
        let named = class.joint.class.clone();
        named.or_else(|| Some(Arc::clone(&self.main_name.0)))
    }

    /// Takes over the classes of an attached model, under its names.
    pub(super) fn add(&mut self, attached: &Classes, space: &Namespace) {
        let mut add = |name: String, class: &Defaults| {
            let mut class = class.clone();
            class.set_class(&name);
            self.named.insert(name, Rc::new(class));
        };
        add(space.of(MAIN), &attached.main);
        for (name, class) in &attached.named {
            add(space.of(name), class);
        }
        self.nesting.push((space.of(MAIN), MAIN.to_owned()));
        let nesting = attached.nesting.iter();
        let renamed = nesting.map(|(name, around)| (space.of(name), space.of(around)));
        self.nesting.extend(renamed);
    }

    /// What a program sees of the classes.
    pub(super) fn publish(&self, to: &mut spec::Classes) {
        to.main_mut().defaults = self.main.publish();
        for (name, around) in &self.nesting {
            if let Some(class) = self.named.get(name) {
                to.push(spec::Class {
                    name: name.clone(),
                    parent: Some(around.clone()),
                    defaults: class.publish(),
                });
            }
        }
    }

    /// Gives meshes the density of their classes.
    pub(super) fn weigh(&self, meshes: &mut [Mesh]) {
        for mesh in meshes {
            let class = match mesh.class.as_str() {
                "" | MAIN => Some(&self.main),
                name => self.named.get(name),
            };
            if let Some(class) = class {
                mesh.density = class.mesh_density.0;
            }
        }
    }

    /// The class of an element outside of bodies.
    pub(super) fn of(&self, node: Node<'_>) -> Result<Rc<Defaults>, Error> {
        Ok(self.named(node, "class")?.unwrap_or_else(|| self.main()))
    }
}

impl Reader {
    /// Reads a top-level `default` and all classes in it.
    pub(super) fn default_class(&mut self, node: Node<'_>) -> Result<(), Error> {
        let name = node.text("class").unwrap_or("");
        if !name.is_empty() && name != MAIN {
            return Err(node
                .value_error("class", format!("the top-level class is called `{name}`"))
                .expected("`main`, or no name at all"));
        }
        let mut main = Defaults::clone(&self.classes.main);
        main.read_elements(node)?;
        self.classes.main = Rc::new(main);
        let mut open = vec![(node, MAIN, self.classes.main())];
        while let Some((parent, around, settings)) = open.pop() {
            for child in parent.children().filter(|c| c.name() == "default") {
                let class = self.nested(child, &settings)?;
                let name = child.text("class").unwrap_or("");
                self.classes
                    .nesting
                    .push((name.to_owned(), around.to_owned()));
                open.push((child, name, class));
            }
        }
        Ok(())
    }

    fn nested(&mut self, node: Node<'_>, parent: &Defaults) -> Result<Rc<Defaults>, Error> {
        let name = node.text("class").unwrap_or("");
        if name.is_empty() {
            return Err(node
                .invalid("a default class without a name")
                .expected("attribute `class`"));
        }
        if name == MAIN || self.classes.named.contains_key(name) {
            return Err(node
                .value_error("class", format!("a second default class `{name}`"))
                .expected("a name of its own"));
        }
        let mut class = parent.clone();
        class.set_class(name);
        class.read_elements(node)?;
        let class = Rc::new(class);
        self.classes
            .named
            .insert(name.to_owned(), Rc::clone(&class));
        Ok(class)
    }
}

impl Defaults {
    /// Gives all that starts from these settings their class.
    fn set_class(&mut self, name: &str) {
        let class: ClassName = Some(name.into());
        macro_rules! set {
            ($($element:ident)*) => {
                $(self.$element.class.clone_from(&class);)*
            };
        }
        set!(material joint geom camera light pair equality tendon actuator);
        self.site.set_class(class);
    }

    fn publish(&self) -> spec::Defaults {
        spec::Defaults {
            mesh: self.mesh.clone(),
            material: self.material.clone(),
            joint: Joint {
                class_kind: self.joint.kind,
                ..self.joint.clone()
            },
            geom: Geom {
                class_kind: self.geom.kind,
                ..self.geom.clone()
            },
            site: self.site.shown(),
            camera: self.camera.clone(),
            light: self.light.clone(),
            pair: self.pair.clone(),
            equality: self.equality.clone(),
            tendon: self.tendon.clone(),
            actuator: self.actuator.clone(),
            mesh_density: self.mesh_density.0,
        }
    }

    fn read_elements(&mut self, class: Node<'_>) -> Result<(), Error> {
        for node in class.children() {
            match node.name() {
                "default" => {}
                "mesh" => mesh::read(node, &mut self.mesh)?,
                "material" => asset::read_material(node, &mut self.material)?,
                "joint" => joint::read(node, &mut self.joint)?,
                "geom" => geom::read(node, &mut self.geom)?,
                "site" => self.site.read(node)?,
                "camera" => view::read_camera(node, &mut self.camera)?,
                "light" => view::read_light(node, &mut self.light)?,
                "pair" => contact::read_pair(node, &mut self.pair)?,
                "equality" => equality::read_common(node, &mut self.equality)?,
                "tendon" => tendon::read_common(node, &mut self.tendon)?,
                _ => actuator::read(node, &mut self.actuator)?,
            }
        }
        if class.children().any(|node| node.name() == "default") {
            self.mesh_density = MeshDensity(self.geom.density);
        }
        Ok(())
    }
}
