//! Elements that refer to others, when those are copied or removed.
//!
//! After a part of the tree was copied, MuJoCo copies every pair, exclude, tendon, equality, actuator, sensor and tuple
//! whose references exist under the new names. After the original part was removed it removes those that refer to it.
//! What refers to nothing at all, a clock for one, counts as copied every time.

use std::sync::Arc;

use super::names::Names;
use super::namespace::Namespace;
use crate::spec::{
    Actuator, Compiler, Equality, EqualityObject, EqualityType, Exclude, GeomType, JointType,
    ObjectType, Pair, Sensor, SensorType, Spec, Tendon, Transmission, Tuple, Wrap, WrapKind,
};

/// An element that refers to others by name.
pub(super) trait Referring: Clone {
    const KIND: ObjectType;

    fn name(&self) -> &String;

    /// The element in a namespace; `None` if what it refers to is not there.
    fn renamed(&self, space: &Namespace, names: &Names) -> Option<Self>;

    /// Whether it counts as referring to whatever is copied.
    fn is_unbound(&self) -> bool {
        false
    }

    /// The settings that a copy is to be compiled with.
    fn set_settings(&mut self, _settings: Option<&Arc<Compiler>>) {}

    /// A copy takes saved states with it; the original has them no more.
    fn forget(&mut self) {}
}

/// A copy took the name of another element of its kind.
pub(super) struct Repeated {
    pub(super) name: String,
}

/// How many elements of each list a copy is to be made of, the rest being copies themselves.
#[derive(Clone, Copy)]
pub(super) struct Originals([usize; 7]);

impl Originals {
    /// All that a model has now.
    pub(super) fn of(spec: &Spec) -> Originals {
        Originals([
            spec.pairs.len(),
            spec.excludes.len(),
            spec.tendons.len(),
            spec.equalities.len(),
            spec.actuators.len(),
            spec.sensors.len(),
            spec.tuples.len(),
        ])
    }

    /// No limit: copies may be copied.
    pub(super) const ALL: Originals = Originals([usize::MAX; 7]);
}

/// Where copies of elements go to, and how they are named there.
pub(super) struct Copying<'c> {
    pub(super) space: &'c Namespace,
    pub(super) settings: Option<&'c Arc<Compiler>>,
    pub(super) names: &'c mut Names,
}

impl Copying<'_> {
    /// Appends copies of what refers to copied elements of the same model.
    pub(super) fn within(&mut self, spec: &mut Spec, originals: Originals) -> Result<(), Repeated> {
        let Originals(
            [
                pairs,
                excludes,
                tendons,
                equalities,
                actuators,
                sensors,
                tuples,
            ],
        ) = originals;
        self.copy_within(&mut spec.pairs, pairs)?;
        self.copy_within(&mut spec.excludes, excludes)?;
        self.copy_within(&mut spec.tendons, tendons)?;
        self.copy_within(&mut spec.equalities, equalities)?;
        self.copy_within(&mut spec.actuators, actuators)?;
        self.copy_within(&mut spec.sensors, sensors)?;
        self.copy_within(&mut spec.tuples, tuples)
    }

    /// Appends copies of what refers to copied elements of another model.
    pub(super) fn from(&mut self, source: &mut Spec, spec: &mut Spec) -> Result<(), Repeated> {
        self.copy_from(&mut source.pairs, &mut spec.pairs)?;
        self.copy_from(&mut source.excludes, &mut spec.excludes)?;
        self.copy_from(&mut source.tendons, &mut spec.tendons)?;
        self.copy_from(&mut source.equalities, &mut spec.equalities)?;
        self.copy_from(&mut source.actuators, &mut spec.actuators)?;
        self.copy_from(&mut source.sensors, &mut spec.sensors)?;
        self.copy_from(&mut source.tuples, &mut spec.tuples)
    }

    fn copy_within<T: Referring>(
        &mut self,
        list: &mut Vec<T>,
        originals: usize,
    ) -> Result<(), Repeated> {
        let mut copies = Vec::new();
        for (index, original) in list.iter_mut().enumerate() {
            if index < originals || original.is_unbound() {
                copies.extend(self.copy(original));
            }
        }
        self.append(list, copies)
    }

    fn copy_from<T: Referring>(
        &mut self,
        source: &mut [T],
        list: &mut Vec<T>,
    ) -> Result<(), Repeated> {
        let copies = source.iter_mut().filter_map(|original| self.copy(original));
        let copies = copies.collect();
        self.append(list, copies)
    }

    fn copy<T: Referring>(&self, original: &mut T) -> Option<T> {
        let mut copy = original.renamed(self.space, self.names)?;
        original.forget();
        copy.set_settings(self.settings);
        Some(copy)
    }

    fn append<T: Referring>(&mut self, list: &mut Vec<T>, copies: Vec<T>) -> Result<(), Repeated> {
        for copy in copies {
            if self.names.append(T::KIND, copy.name()) {
                let name = copy.name().clone();
                return Err(Repeated { name });
            }
            list.push(copy);
        }
        Ok(())
    }
}

/// Drops the saved states of actuators that a copy of the whole model has too: MuJoCo makes one to compare with, and lets them go with it.
pub(super) fn forget_copied(spec: &mut Spec, names: &Names) {
    let same = Namespace::default();
    for actuator in &mut spec.actuators {
        if actuator.renamed(&same, names).is_some() {
            actuator.forget();
        }
    }
}

/// Removes what refers to elements that are in `before` but not in `after`.
pub(super) fn remove_all(spec: &mut Spec, before: &Names, after: &mut Names) {
    remove_from(&mut spec.pairs, before, after);
    remove_from(&mut spec.excludes, before, after);
    remove_from(&mut spec.tendons, before, after);
    remove_from(&mut spec.equalities, before, after);
    remove_from(&mut spec.actuators, before, after);
    remove_from(&mut spec.sensors, before, after);
}

fn remove_from<T: Referring>(list: &mut Vec<T>, before: &Names, after: &mut Names) {
    let same = Namespace::default();
    list.retain(|element| {
        let lost =
            element.renamed(&same, before).is_some() && element.renamed(&same, after).is_none();
        if lost {
            after.remove(T::KIND, element.name());
        }
        !lost
    });
}

/// Two names of which at least one exists in the namespace; the other may be an old one.
fn both(
    space: &Namespace,
    [first, second]: [&str; 2],
    exists: [&dyn Fn(&str) -> bool; 2],
) -> Option<[String; 2]> {
    let mut names = [space.of(first), space.of(second)];
    let mut found = [exists[0](&names[0]), exists[1](&names[1])];
    if !found[0] && found[1] {
        first.clone_into(&mut names[0]);
        found[0] = exists[0](first);
    }
    if found[0] && !found[1] {
        second.clone_into(&mut names[1]);
        found[1] = exists[1](second);
    }
    (found == [true; 2] && !names.iter().any(String::is_empty)).then_some(names)
}

impl Referring for Pair {
    const KIND: ObjectType = ObjectType::Pair;

    fn name(&self) -> &String {
        &self.name
    }

    fn renamed(&self, space: &Namespace, names: &Names) -> Option<Pair> {
        let is_geom = |name: &str| names.has(ObjectType::Geom, name);
        let [geom1, geom2] = both(space, [&self.geom1, &self.geom2], [&is_geom, &is_geom])?;
        let mut copy = Pair {
            geom1,
            geom2,
            ..self.clone()
        };
        space.rename(&mut copy.name);
        Some(copy)
    }
}

impl Referring for Exclude {
    const KIND: ObjectType = ObjectType::Exclude;

    fn name(&self) -> &String {
        &self.name
    }

    fn renamed(&self, space: &Namespace, names: &Names) -> Option<Exclude> {
        let is_body = |name: &str| names.has(ObjectType::Body, name);
        let [body1, body2] = both(space, [&self.body1, &self.body2], [&is_body, &is_body])?;
        let mut copy = Exclude {
            body1,
            body2,
            ..self.clone()
        };
        space.rename(&mut copy.name);
        Some(copy)
    }
}

impl Referring for Tendon {
    const KIND: ObjectType = ObjectType::Tendon;

    fn name(&self) -> &String {
        &self.name
    }

    fn renamed(&self, space: &Namespace, names: &Names) -> Option<Tendon> {
        let mut path = Vec::with_capacity(self.path.len());
        let mut unchanged = 0;
        for wrap in &self.path {
            let kind = match renamed_wrap(&wrap.kind, space).filter(|k| exists(k, names)) {
                Some(kind) => kind,
                None if exists(&wrap.kind, names) => {
                    unchanged += 1;
                    wrap.kind.clone()
                }
                None => return None,
            };
            path.push(Wrap {
                kind,
                source: wrap.source.clone(),
            });
        }
        if unchanged == path.len() {
            return None;
        }
        let mut copy = Tendon {
            path,
            ..self.clone()
        };
        space.rename(&mut copy.name);
        Some(copy)
    }

    fn is_unbound(&self) -> bool {
        let is_pulley = |wrap: &Wrap| matches!(wrap.kind, WrapKind::Pulley { .. });
        self.path.iter().any(is_pulley)
    }

    fn set_settings(&mut self, settings: Option<&Arc<Compiler>>) {
        self.settings = settings.cloned();
    }
}

/// A step of a path in a namespace; `None` where that makes up a side site that cannot exist.
fn renamed_wrap(kind: &WrapKind, space: &Namespace) -> Option<WrapKind> {
    Some(match kind {
        WrapKind::Joint { joint, coef } => WrapKind::Joint {
            joint: space.of(joint),
            coef: *coef,
        },
        WrapKind::Site(site) => WrapKind::Site(space.of(site)),
        WrapKind::Geom { geom, sidesite } => {
            let sidesite = space.of(sidesite.as_deref().unwrap_or(""));
            WrapKind::Geom {
                geom: space.of(geom),
                sidesite: (!sidesite.is_empty()).then_some(sidesite),
            }
        }
        WrapKind::Pulley { .. } => kind.clone(),
    })
}

fn exists(kind: &WrapKind, names: &Names) -> bool {
    match kind {
        WrapKind::Joint { joint, .. } => names.has(ObjectType::Joint, joint),
        WrapKind::Site(site) => names.has(ObjectType::Site, site),
        WrapKind::Geom { geom, sidesite } => {
            let round = matches!(
                names.geom(geom),
                Some(GeomType::Sphere | GeomType::Cylinder)
            );
            let side = sidesite.as_ref();
            round && side.is_none_or(|site| names.has(ObjectType::Site, site))
        }
        WrapKind::Pulley { divisor } => divisor.is_nan() || *divisor >= 0.0,
    }
}

impl Referring for Equality {
    const KIND: ObjectType = ObjectType::Equality;

    fn name(&self) -> &String {
        &self.name
    }

    fn renamed(&self, space: &Namespace, names: &Names) -> Option<Equality> {
        let mut copy = self.clone();
        space.rename(&mut copy.name);
        space.rename(&mut copy.name1);
        space.rename(&mut copy.name2);
        let kind = match copy.object {
            EqualityObject::Body => ObjectType::Body,
            EqualityObject::Site => ObjectType::Site,
            EqualityObject::Joint => ObjectType::Joint,
            EqualityObject::Tendon => ObjectType::Tendon,
        };
        let second = match (copy.name2.as_str(), copy.object) {
            ("", EqualityObject::Body) => Some("world"),
            ("", _) => None,
            (name, _) => Some(name),
        };
        let found = names.has(kind, &copy.name1) && second.is_none_or(|n| names.has(kind, n));
        let distinct = second != Some(copy.name1.as_str());
        let scalar =
            |name: &str| matches!(names.joint(name), Some(JointType::Hinge | JointType::Slide));
        let allowed =
            copy.kind != EqualityType::Joint || scalar(&copy.name1) && second.is_none_or(scalar);
        (found && distinct && allowed).then_some(copy)
    }
}

impl Referring for Actuator {
    const KIND: ObjectType = ObjectType::Actuator;

    fn name(&self) -> &String {
        &self.name
    }

    fn renamed(&self, space: &Namespace, names: &Names) -> Option<Actuator> {
        let mut copy = self.clone();
        space.rename(&mut copy.name);
        let found = match &mut copy.transmission {
            Transmission::Undefined => false,
            Transmission::Joint(name) | Transmission::JointInParent(name) => {
                space.rename(name);
                names.has(ObjectType::Joint, name)
            }
            Transmission::SliderCrank { crank, slider } => {
                space.rename(crank);
                let slider = slider.as_mut().map(|name| {
                    space.rename(name);
                    names.has(ObjectType::Site, name)
                });
                slider == Some(true)
                    && (copy.cranklength.is_nan() || copy.cranklength > 0.0)
                    && names.has(ObjectType::Site, crank)
            }
            Transmission::Tendon(name) => {
                space.rename(name);
                names.has(ObjectType::Tendon, name)
            }
            Transmission::Site { site, reference } => {
                space.rename(site);
                let reference = reference.as_mut().map(|name| {
                    space.rename(name);
                    names.has(ObjectType::Site, name)
                });
                reference != Some(false) && names.has(ObjectType::Site, site)
            }
            Transmission::Body(name) => {
                space.rename(name);
                names.has(ObjectType::Body, name)
            }
        };
        found.then_some(copy)
    }

    fn set_settings(&mut self, settings: Option<&Arc<Compiler>>) {
        self.settings = settings.cloned();
    }

    fn forget(&mut self) {
        self.saved.clear();
    }
}

impl Referring for Sensor {
    const KIND: ObjectType = ObjectType::Sensor;

    fn name(&self) -> &String {
        &self.name
    }

    fn is_unbound(&self) -> bool {
        self.objtype == ObjectType::Unknown
    }

    fn renamed(&self, space: &Namespace, names: &Names) -> Option<Sensor> {
        let mut copy = self.clone();
        space.rename(&mut copy.name);
        let has_object = |name: &str| names.has(self.objtype, name);
        let has_reference = |name: &str| names.has(self.reftype, name);
        match (self.objtype, self.reftype) {
            (ObjectType::Unknown, _)
                if !matches!(self.kind, SensorType::Clock | SensorType::User) =>
            {
                return None;
            }
            (ObjectType::Unknown, ObjectType::Unknown) => {}
            (ObjectType::Unknown, _) => {
                copy.refname = space.of(&self.refname);
                has_reference(&copy.refname).then_some(())?;
            }
            (_, ObjectType::Unknown) => {
                copy.objname = space.of(&self.objname);
                has_object(&copy.objname).then_some(())?;
            }
            (_, reftype) => {
                has_frame(reftype).then_some(())?;
                let given = [self.objname.as_str(), self.refname.as_str()];
                [copy.objname, copy.refname] = both(space, given, [&has_object, &has_reference])?;
            }
        }
        Some(copy)
    }
}

/// Kinds of element that others can be measured against.
fn has_frame(kind: ObjectType) -> bool {
    use ObjectType::{Body, Camera, Geom, Site, XBody};
    matches!(kind, Body | XBody | Geom | Site | Camera)
}

impl Referring for Tuple {
    const KIND: ObjectType = ObjectType::Tuple;

    fn name(&self) -> &String {
        &self.name
    }

    fn renamed(&self, space: &Namespace, names: &Names) -> Option<Tuple> {
        let mut copy = self.clone();
        space.rename(&mut copy.name);
        for element in &mut copy.elements {
            element.objname = space.of(&element.objname);
        }
        let found =
            |element: &crate::spec::TupleElement| names.has(element.objtype, &element.objname);
        (!copy.elements.is_empty() && copy.elements.iter().all(found)).then_some(copy)
    }
}
