//! `default`: classes, each with what differs from the class around it.

use std::collections::HashMap;

use super::element::Element;
use super::printer::Printer;
use super::{Writer, lists, parts};
use crate::error::Error;
use crate::model::Model;
use crate::spec::classes::MAIN;
use crate::spec::{Class, Classes, Defaults};

/// The classes of a model, found by name.
pub(super) struct ClassTable {
    classes: Vec<Class>,
    places: HashMap<String, usize>,
}

impl ClassTable {
    /// All classes, with as many numbers of the author as the model has for each element.
    pub(super) fn new(classes: &Classes, model: &Model) -> ClassTable {
        let mut classes: Vec<Class> = classes.iter().cloned().collect();
        for Class { defaults, .. } in &mut classes {
            defaults.joint.user.resize(model.nuser_jnt, 0.0);
            defaults.geom.user.resize(model.nuser_geom, 0.0);
            defaults.site.user.resize(model.nuser_site, 0.0);
            defaults.camera.user.resize(model.nuser_cam, 0.0);
            defaults.tendon.user.resize(model.nuser_tendon, 0.0);
            defaults.actuator.user.resize(model.nuser_actuator, 0.0);
        }
        let places = classes.iter().enumerate();
        let places = places.map(|(place, class)| (class.name.clone(), place));
        ClassTable {
            places: places.collect(),
            classes,
        }
    }

    /// What elements of a class start from.
    pub(super) fn get(&self, name: Option<&str>) -> Result<&Defaults, Error> {
        let name = name.unwrap_or(MAIN);
        let place = self.places.get(name).copied();
        let class = place.and_then(|place| self.classes.get(place));
        class.map(|class| &class.defaults).ok_or_else(|| {
            Error::invalid(format!("an element of a class `{name}` that there is not"))
                .expected("elements of classes that the model has: MuJoCo crashes on others")
        })
    }
}

impl Writer<'_> {
    /// Writes all classes, parents before what is nested in them.
    pub(super) fn defaults(&self, printer: &mut Printer) -> Result<(), Error> {
        let classes = &self.classes.classes;
        let Some(main) = classes.first() else {
            return Ok(());
        };
        let top = one_class(main, &Defaults::default())?;
        if top.children.is_empty() && classes.len() == 1 {
            return Ok(());
        }
        // An explicit stack: classes may be nested as deep as a file allows.
        printer.open(&top);
        let mut open = vec![nested(classes, MAIN)];
        while let Some(level) = open.last_mut() {
            let Some(class) = level.pop() else {
                open.pop();
                printer.close();
                continue;
            };
            let around = self.classes.get(class.parent.as_deref())?;
            printer.open(&one_class(class, around)?);
            open.push(nested(classes, &class.name));
        }
        Ok(())
    }
}

/// The classes within a class, last first.
fn nested<'c>(classes: &'c [Class], around: &str) -> Vec<&'c Class> {
    let within = |class: &&Class| class.parent.as_deref() == Some(around);
    classes.iter().filter(within).rev().collect()
}

fn one_class(class: &Class, around: &Defaults) -> Result<Element, Error> {
    let own = &class.defaults;
    let mut section = Element::new("default");
    section.text("class", if class.name == MAIN { "" } else { &class.name });
    let mut add = |name, write: &dyn Fn(&mut Element) -> Result<(), Error>| {
        let mut out = Element::new(name);
        write(&mut out)?;
        section.adopt(out);
        Ok::<_, Error>(())
    };
    macro_rules! plain {
        ($($write:path, $field:ident, $name:literal;)*) => {$(
            add($name, &|out| {
                $write(out, &own.$field, &around.$field);
                Ok(())
            })?;
        )*};
    }
    plain! { lists::mesh, mesh, "mesh"; }
    add("material", &|out| {
        lists::material(out, &own.material, &around.material)
    })?;
    add("joint", &|out| {
        parts::joint(out, &own.joint, &around.joint);
        nonzero(out, &own.joint.user);
        Ok(())
    })?;
    add("geom", &|out| {
        let sizes = (own.geom.size.as_slice(), around.geom.size.as_slice());
        out.numbers("size", sizes.0, sizes.1);
        // A class weighs nothing itself.
        parts::geom(out, &own.geom, [0.0; 2], &around.geom);
        nonzero(out, &own.geom.user);
        Ok(())
    })?;
    add("site", &|out| {
        let sizes = (own.site.size.as_slice(), around.site.size.as_slice());
        out.numbers("size", sizes.0, sizes.1);
        parts::site(out, &own.site, &around.site);
        nonzero(out, &own.site.user);
        Ok(())
    })?;
    add("camera", &|out| {
        parts::camera(out, &own.camera, &around.camera);
        nonzero(out, &own.camera.user);
        Ok(())
    })?;
    plain! {
        parts::light, light, "light";
        lists::pair, pair, "pair";
        lists::equality, equality, "equality";
    }
    add("tendon", &|out| {
        lists::tendon(out, &own.tendon, &around.tendon);
        nonzero(out, &own.tendon.user);
        Ok(())
    })?;
    add("general", &|out| {
        let actdim = around.actuator.actdim.unwrap_or(-1);
        lists::actuator(out, &own.actuator, &around.actuator, actdim);
        lists::actuator_force(out, &own.actuator, &around.actuator);
        nonzero(out, &own.actuator.user);
        Ok(())
    })?;
    Ok(section)
}

/// Numbers of the author in a class, unless all are zero.
fn nonzero(out: &mut Element, user: &[f64]) {
    out.user(user, &vec![0.0; user.len()]);
}
