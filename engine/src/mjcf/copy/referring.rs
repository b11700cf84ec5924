//! Elements that refer to others by name: what each is called in another namespace, if all it
//! refers to exists there.

use std::sync::Arc;

use super::names::Names;
use super::namespace::Namespace;
use crate::spec::{
    Actuator, Compiler, Equality, EqualityObject, EqualityType, Exclude, Flex, GeomType, JointType,
    ObjectType, Pair, SavedState, Sensor, SensorType, Tendon, Transmission, Tuple, TupleElement,
    Wrap, WrapKind,
};

/// An element that refers to others by name.
pub(super) trait Referring: Clone {
    const KIND: ObjectType;
    /// Whether it goes when what it refers to does.
    const REMOVED: bool = true;

    fn name(&self) -> &String;

    /// The element in a namespace; `None` if what it refers to does not exist there.
    fn renamed(&self, space: &Namespace, names: &Names) -> Option<Self>;

    /// Whether it counts as referring to whatever is copied.
    fn is_unbound(&self) -> bool {
        false
    }

    /// The settings that a copy is to be compiled with.
    fn set_settings(&mut self, _settings: Option<&Arc<Compiler>>) {}

    /// A copy takes saved states with it; the original loses them.
    fn forget(&mut self) {}
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

impl Referring for Flex {
    const KIND: ObjectType = ObjectType::Flex;
    const REMOVED: bool = false;

    fn name(&self) -> &String {
        &self.name
    }

    /// A flex comes along if all its bodies do. It keeps its name, and that of its material.
    fn renamed(&self, space: &Namespace, names: &Names) -> Option<Flex> {
        let bodies: Vec<String> = self.bodies.iter().map(|body| space.of(body)).collect();
        let is_there = |body: &String| names.has(ObjectType::Body, body);
        bodies.iter().all(is_there).then(|| Flex {
            bodies,
            copies: self.copies + 1,
            ..self.clone()
        })
    }
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
        space.rename_any_class(&mut copy.class);
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
            let mut kind = renamed_wrap(&wrap.kind, space);
            if !exists(&kind, names) {
                if is_settled(&kind, names) {
                    return None;
                }
                kind = wrap.kind.clone();
                unchanged += 1;
                if !exists(&kind, names) {
                    return None;
                }
            }
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
        space.rename_any_class(&mut copy.class);
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

/// A step of a path in a namespace.
fn renamed_wrap(kind: &WrapKind, space: &Namespace) -> WrapKind {
    match kind {
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
    }
}

/// Whether MuJoCo has noted the geom as a cylinder before it looked for a side site in vain, and
/// does not look again.
fn is_settled(kind: &WrapKind, names: &Names) -> bool {
    matches!(kind, WrapKind::Geom { geom, .. } if names.geom(geom) == Some(GeomType::Cylinder))
}

/// Whether a step refers to something, of a fitting type as far as that is known before compiling.
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
        space.rename_any_class(&mut copy.class);
        space.rename(&mut copy.name1);
        space.rename(&mut copy.name2);
        let kind = match copy.object {
            EqualityObject::Body => ObjectType::Body,
            EqualityObject::Site => ObjectType::Site,
            EqualityObject::Joint => ObjectType::Joint,
            EqualityObject::Tendon => ObjectType::Tendon,
            EqualityObject::Flex => ObjectType::Flex,
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
        space.rename_any_class(&mut copy.class);
        space.rename_instance(&mut copy.plugin);
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
        self.saved.retain(SavedState::is_kept);
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
        space.rename_instance(&mut copy.plugin);
        let has_object = |name: &str| names.has(self.objtype, name);
        let has_reference = |name: &str| names.has(self.reftype, name);
        match (self.objtype, self.reftype) {
            (ObjectType::Unknown, _)
                if !matches!(
                    self.kind,
                    SensorType::Clock | SensorType::Plugin | SensorType::User
                ) =>
            {
                return None;
            }
            // A name that refers to nothing is one all the same.
            (ObjectType::Unknown, ObjectType::Unknown) => {
                copy.objname = space.of(&self.objname);
            }
            (ObjectType::Unknown, _) => {
                copy.objname = space.of(&self.objname);
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
    const REMOVED: bool = false;

    fn name(&self) -> &String {
        &self.name
    }

    fn renamed(&self, space: &Namespace, names: &Names) -> Option<Tuple> {
        let mut copy = self.clone();
        space.rename(&mut copy.name);
        for element in &mut copy.elements {
            element.objname = space.of(&element.objname);
        }
        let found = |element: &TupleElement| names.has(element.objtype, &element.objname);
        (!copy.elements.is_empty() && copy.elements.iter().all(found)).then_some(copy)
    }
}
