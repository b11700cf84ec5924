//! Plugins of copied elements.
//!
//! A copy of a mesh, actuator or sensor that has an instance of its own gets another one. Named
//! instances are copied with the model that they come from, under the new names, if a copy uses
//! them. What MuJoCo cannot copy is refused ([`Uncopied`]): docs/reference-bugs.md tells why.

use super::namespace::Namespace;
use crate::spec::{Body, Plugin, PluginUse, Spec};

/// A use of a plugin that MuJoCo loses while it copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Uncopied {
    #[error("a copied body or geom with a plugin, whose instance MuJoCo frees with the original")]
    InTree,
    #[error("an attached body or geom with a plugin of its own, which MuJoCo leaves behind")]
    OwnInTree,
    #[error("a copy within a model of what uses a named instance of a plugin")]
    Named,
}

/// How many elements that may use plugins there are before copies are made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Users {
    meshes: usize,
    actuators: usize,
    sensors: usize,
}

impl Users {
    pub(crate) fn of(spec: &Spec) -> Users {
        Users {
            meshes: spec.meshes.len(),
            actuators: spec.actuators.len(),
            sensors: spec.sensors.len(),
        }
    }

    /// Gives copies that were made since within a model instances of their own.
    pub(crate) fn divide(self, spec: &mut Spec) -> Result<(), Uncopied> {
        let mut plugins = std::mem::take(&mut spec.plugins);
        let mut named = false;
        self.each_new(spec, |used| {
            named |= !used.instance.is_empty();
            if let Some(copy) = used.own.map(|own| plugins[own].clone()) {
                used.own = Some(plugins.len());
                plugins.push(copy);
            }
        });
        spec.plugins = plugins;
        if named { Err(Uncopied::Named) } else { Ok(()) }
    }

    /// Brings the instances that copies from another model use, and the plugins that it asks for.
    /// The copies have their new names already; `tree` is the attached body.
    pub(crate) fn bring(self, source: &Spec, spec: &mut Spec, space: &Namespace, tree: &Body) {
        let mut plugins = std::mem::take(&mut spec.plugins);
        let (mut bodies, mut geoms) = named_in(tree);
        let mut others = Vec::new();
        self.each_new(spec, |used| {
            if let Some(own) = used.own {
                used.own = Some(plugins.len());
                plugins.push(source.plugins[own].clone());
            } else {
                others.push(used.instance.clone());
            }
        });
        for kind in [&mut bodies, &mut geoms, &mut others] {
            for plugin in source.plugins.iter().filter(|p| !p.name.is_empty()) {
                let name = space.of(&plugin.name);
                if kind.contains(&name) && plugins.iter().all(|other| other.name != name) {
                    plugins.push(Plugin {
                        name,
                        ..plugin.clone()
                    });
                }
            }
        }
        spec.plugins = plugins;
        for extension in &source.extensions {
            let mut known = spec.extensions.iter();
            if known.all(|known| known.plugin != extension.plugin) {
                spec.extensions.push(extension.clone());
            }
        }
    }

    /// The uses of plugins of elements that came since, in the order in which MuJoCo copies them.
    fn each_new(self, spec: &mut Spec, mut visit: impl FnMut(&mut PluginUse)) {
        let meshes = spec.meshes[self.meshes..].iter_mut();
        meshes
            .filter_map(|m| m.plugin.as_mut())
            .for_each(&mut visit);
        let actuators = spec.actuators[self.actuators..].iter_mut();
        actuators
            .filter_map(|a| a.plugin.as_mut())
            .for_each(&mut visit);
        let sensors = spec.sensors[self.sensors..].iter_mut();
        sensors
            .filter_map(|s| s.plugin.as_mut())
            .for_each(&mut visit);
    }
}

/// The named instances that bodies and that geoms of a tree use.
fn named_in(tree: &Body) -> (Vec<String>, Vec<String>) {
    let name = |used: &PluginUse| used.instance.clone();
    let (mut bodies, mut geoms) = (Vec::new(), Vec::new());
    each_body(tree, |body| {
        bodies.extend(body.plugin.iter().map(name));
        geoms.extend(
            body.geoms
                .iter()
                .filter_map(|geom| geom.plugin.as_ref().map(name)),
        );
    });
    (bodies, geoms)
}

/// Whether a tree can be copied within its model: nothing in it uses a plugin.
pub(crate) fn check_own(tree: &Body) -> Result<(), Uncopied> {
    check(tree, |_| Err(Uncopied::InTree))
}

/// Whether a tree can be attached to another model: nothing in it has a plugin of its own.
pub(crate) fn check_attached(tree: &Body) -> Result<(), Uncopied> {
    check(tree, |used| match used.own {
        Some(_) => Err(Uncopied::OwnInTree),
        None => Ok(()),
    })
}

fn check(tree: &Body, allows: impl Fn(&PluginUse) -> Result<(), Uncopied>) -> Result<(), Uncopied> {
    let mut verdict = Ok(());
    each_body(tree, |body| {
        let geoms = body.geoms.iter().map(|geom| &geom.plugin);
        for used in geoms.chain([&body.plugin]).flatten() {
            verdict = verdict.and_then(|()| allows(used));
        }
    });
    verdict
}

fn each_body(tree: &Body, mut visit: impl FnMut(&Body)) {
    let mut open = vec![tree];
    while let Some(body) = open.pop() {
        visit(body);
        open.extend(body.children.iter().rev());
    }
}

/// Drops instances that belonged to elements which are gone, and numbers the others anew.
pub(crate) fn drop_orphans(spec: &mut Spec) {
    let mut owned: Vec<bool> = spec.plugins.iter().map(|p| !p.name.is_empty()).collect();
    each_own(spec, |own| owned[*own] = true);
    let mut places = Vec::with_capacity(owned.len());
    let mut kept = 0;
    for is_kept in &owned {
        places.push(kept);
        kept += usize::from(*is_kept);
    }
    each_own(spec, |own| *own = places[*own]);
    let mut owned = owned.into_iter();
    spec.plugins.retain(|_| owned.next().unwrap_or(true));
}

/// Every number of an instance that an element has for itself.
fn each_own(spec: &mut Spec, mut visit: impl FnMut(&mut usize)) {
    Users {
        meshes: 0,
        actuators: 0,
        sensors: 0,
    }
    .each_new(spec, |used| used.own.iter_mut().for_each(&mut visit));
    let mut open = vec![&mut spec.world];
    while let Some(body) = open.pop() {
        let geoms = body.geoms.iter_mut().map(|geom| &mut geom.plugin);
        for used in geoms.chain([&mut body.plugin]).flatten() {
            used.own.iter_mut().for_each(&mut visit);
        }
        open.extend(body.children.iter_mut());
    }
}
