//! Elements by kind and name.

use super::{
    Actuator, Body, Camera, Equality, Exclude, Frame, Geom, Hfield, Joint, Keyframe, Light,
    Material, Mesh, Numeric, ObjectType, Pair, Sensor, Site, Skin, Spec, Tendon, Text, Texture,
    Tuple,
};
use crate::error::Error;
use crate::nearest::nearest;

/// There is no element of this kind and name.
pub(crate) fn missing<'n>(what: &str, name: &str, known: impl Iterator<Item = &'n str>) -> Error {
    let error = Error::invalid(format!("there is no {what} `{name}`"));
    match nearest(name, known) {
        Some(near) => error.expected(format!("perhaps `{near}`")),
        None => error.expected(format!("the name of a {what}")),
    }
}

/// A kind of element that a [`Spec`] has: one in the tree of bodies, or one of a list.
///
/// The trait is implemented by the elements themselves and is not meant for others.
pub trait Element: Sized + 'static {
    /// Its kind; elements that leave no trace in the model are of an unknown one.
    const KIND: ObjectType;
    /// What an error calls one of them.
    const TAG: &'static str;

    /// The element's name; empty for none.
    fn name(&self) -> &str;

    /// The elements that a body holds itself.
    fn in_body(_body: &Body) -> &[Self] {
        &[]
    }

    /// The same, to be changed.
    fn in_body_mut(_body: &mut Body) -> Option<&mut Vec<Self>> {
        None
    }

    /// The elements of a list outside of the tree.
    fn in_spec(_spec: &Spec) -> &[Self] {
        &[]
    }

    /// The same, to be changed.
    fn in_spec_mut(_spec: &mut Spec) -> Option<&mut Vec<Self>> {
        None
    }
}

macro_rules! elements {
    ($($type:ident $kind:ident $tag:literal $in:ident $in_mut:ident $owner:ident $list:ident;)*) => {$(
        impl Element for $type {
            const KIND: ObjectType = ObjectType::$kind;
            const TAG: &'static str = $tag;

            fn name(&self) -> &str {
                &self.name
            }

            fn $in(owner: &$owner) -> &[Self] {
                &owner.$list
            }

            fn $in_mut(owner: &mut $owner) -> Option<&mut Vec<Self>> {
                Some(&mut owner.$list)
            }
        }
    )*};
}

elements! {
    Body Body "body" in_body in_body_mut Body children;
    Frame Unknown "frame" in_body in_body_mut Body frames;
    Joint Joint "joint" in_body in_body_mut Body joints;
    Geom Geom "geom" in_body in_body_mut Body geoms;
    Site Site "site" in_body in_body_mut Body sites;
    Camera Camera "camera" in_body in_body_mut Body cameras;
    Light Light "light" in_body in_body_mut Body lights;
    Mesh Mesh "mesh" in_spec in_spec_mut Spec meshes;
    Skin Skin "skin" in_spec in_spec_mut Spec skins;
    Hfield Hfield "hfield" in_spec in_spec_mut Spec hfields;
    Texture Texture "texture" in_spec in_spec_mut Spec textures;
    Material Material "material" in_spec in_spec_mut Spec materials;
    Pair Pair "pair" in_spec in_spec_mut Spec pairs;
    Exclude Exclude "exclude" in_spec in_spec_mut Spec excludes;
    Equality Equality "equality" in_spec in_spec_mut Spec equalities;
    Tendon Tendon "tendon" in_spec in_spec_mut Spec tendons;
    Actuator Actuator "actuator" in_spec in_spec_mut Spec actuators;
    Sensor Sensor "sensor" in_spec in_spec_mut Spec sensors;
    Numeric Numeric "numeric" in_spec in_spec_mut Spec numerics;
    Text Text "text" in_spec in_spec_mut Spec texts;
    Tuple Tuple "tuple" in_spec in_spec_mut Spec tuples;
    Keyframe Key "key" in_spec in_spec_mut Spec keyframes;
}

impl Spec {
    /// All elements of a kind, in the order of their ids. The world is no element of the kind
    /// [`Body`]: it is [`Spec::world`].
    ///
    /// ```
    /// use plumbline::spec::{Geom, Spec};
    ///
    /// let spec = Spec::from_xml_string(
    ///     "<mujoco><worldbody>
    ///        <geom name='floor' type='plane' size='1 1 1'/>
    ///        <body><geom name='ball' size='0.1'/></body>
    ///      </worldbody></mujoco>",
    /// )?;
    /// let names: Vec<&str> = spec.elements::<Geom>().map(|geom| geom.name.as_str()).collect();
    /// assert_eq!(names, ["floor", "ball"]);
    /// # Ok::<(), plumbline::Error>(())
    /// ```
    #[doc(alias("mjs_firstElement", "mjs_nextElement"))]
    pub fn elements<T: Element>(&self) -> impl Iterator<Item = &T> {
        // A body stands before what is in it, and that before its siblings.
        let nested = T::KIND == ObjectType::Body;
        let bodies = nested.then(|| descendants::<T>(&self.world));
        let others = (!nested).then(|| self.world.elements::<T>());
        let in_world = bodies.into_iter().flatten();
        let in_world = in_world.chain(others.into_iter().flatten());
        in_world.chain(T::in_spec(self))
    }

    /// The element of a kind and name.
    ///
    /// # Errors
    ///
    /// If there is none; the error names one that is spelled alike.
    #[doc(alias("mjs_findElement", "mjs_findBody", "mjs_findFrame"))]
    pub fn find<T: Element>(&self, name: &str) -> Result<&T, Error> {
        let known = || self.elements::<T>().map(T::name);
        let found = self.elements::<T>().find(|element| element.name() == name);
        found.ok_or_else(|| missing(T::TAG, name, known()))
    }

    /// The element of a kind and name, to be changed.
    ///
    /// ```
    /// use plumbline::spec::{Body, Geom, Spec};
    ///
    /// let mut spec = Spec::from_xml_string(
    ///     "<mujoco><worldbody>
    ///        <body name='ball'><geom name='shape' size='0.1'/></body>
    ///      </worldbody></mujoco>",
    /// )?;
    /// spec.find_mut::<Geom>("shape")?.size.x = 0.2;
    /// spec.find_mut::<Body>("ball")?.pos.z = 1.0;
    /// let error = spec.find_mut::<Geom>("shappe").unwrap_err();
    /// assert!(error.to_string().contains("perhaps `shape`"));
    /// # Ok::<(), plumbline::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn find_mut<T: Element>(&mut self, name: &str) -> Result<&mut T, Error> {
        self.find::<T>(name)?;
        let in_list = T::in_spec(self)
            .iter()
            .any(|element| element.name() == name);
        let list = if in_list {
            T::in_spec_mut(self)
        } else {
            owner_mut::<T>(&mut self.world, name).and_then(T::in_body_mut)
        };
        let element = list.and_then(|list| list.iter_mut().find(|e| e.name() == name));
        element.ok_or_else(|| missing(T::TAG, name, std::iter::empty()))
    }

    /// Whether the body of a name can be found; the world counts.
    pub(crate) fn body_mut(&mut self, name: &str) -> Result<&mut Body, Error> {
        if name == super::WORLD {
            return Ok(&mut self.world);
        }
        self.find_mut::<Body>(name)
    }

    /// The id that the element of a kind and name gets in the compiled model, unless the compiler
    /// drops or fuses elements before it.
    ///
    /// ```
    /// use plumbline::spec::{Body, Geom, Spec};
    ///
    /// let spec = Spec::from_xml_string(
    ///     "<mujoco><worldbody>
    ///        <geom name='floor' type='plane' size='1 1 1'/>
    ///        <body name='ball'><geom name='shape' size='0.1'/></body>
    ///      </worldbody></mujoco>",
    /// )?;
    /// let model = spec.compile()?;
    /// assert_eq!(spec.id::<Body>("ball")?, model.body("ball")?);
    /// assert_eq!(spec.id::<Geom>("shape")?, model.geom("shape")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is none.
    #[doc(alias = "mjs_getId")]
    pub fn id<T: Element>(&self, name: &str) -> Result<usize, Error> {
        self.find::<T>(name)?;
        // The world is the first body.
        let first = usize::from(T::KIND == ObjectType::Body);
        let place = self
            .elements::<T>()
            .position(|element| element.name() == name);
        Ok(first + place.unwrap_or(0))
    }

    /// Takes an element out of the spec. What refers to it stays, and does not compile.
    ///
    /// # Errors
    ///
    /// If there is none of that name; for bodies, which are [detached](Spec::detach_body) with what
    /// refers to them; and for frames, which other elements stand in.
    #[doc(alias = "mjs_delete")]
    pub fn delete<T: Element>(&mut self, name: &str) -> Result<T, Error> {
        if matches!(T::TAG, "body" | "frame") {
            let error = Error::invalid(format!("a {} cannot be deleted", T::TAG));
            return Err(error.expected("`detach_body`, or another kind of element"));
        }
        self.find::<T>(name)?;
        let in_list = T::in_spec(self)
            .iter()
            .any(|element| element.name() == name);
        let list = if in_list {
            T::in_spec_mut(self)
        } else {
            owner_mut::<T>(&mut self.world, name).and_then(T::in_body_mut)
        };
        let taken = list.and_then(|list| {
            let place = list.iter().position(|element| element.name() == name)?;
            Some(list.remove(place))
        });
        taken.ok_or_else(|| missing(T::TAG, name, std::iter::empty()))
    }
}

impl Body {
    /// All elements of a kind in this body and in those below it, in MuJoCo's order: what is in a
    /// body comes before what is below it. So bodies are not in the order of their ids as those of
    /// [`Spec::elements`] are: siblings follow each other. The body itself is not among them.
    ///
    /// ```
    /// use plumbline::spec::{Body, Spec};
    ///
    /// let spec = Spec::from_xml_string(
    ///     "<mujoco><worldbody>
    ///        <body name='arm'><body name='hand'/></body>
    ///        <body name='leg'/>
    ///      </worldbody></mujoco>",
    /// )?;
    /// let names = spec.world.elements::<Body>().map(|body| body.name.as_str());
    /// assert!(names.eq(["arm", "leg", "hand"]));
    /// let arm = spec.find::<Body>("arm")?;
    /// assert!(arm.find_child("hand").is_some() && arm.find_child("leg").is_none());
    /// # Ok::<(), plumbline::Error>(())
    /// ```
    #[doc(alias("mjs_firstChild", "mjs_nextChild"))]
    pub fn elements<T: Element>(&self) -> impl Iterator<Item = &T> {
        let mut open = vec![self];
        let bodies = std::iter::from_fn(move || {
            let body = open.pop()?;
            open.extend(body.children.iter().rev());
            Some(body)
        });
        bodies.flat_map(T::in_body)
    }

    /// The body of a name below this one. As in MuJoCo, its own name finds the body itself.
    #[doc(alias = "mjs_findChild")]
    pub fn find_child(&self, name: &str) -> Option<&Body> {
        if self.name == name {
            return Some(self);
        }
        self.elements::<Body>().find(|body| body.name == name)
    }

    /// The place of a frame among those of this body, for the field `frame` of what stands in it.
    #[doc(alias = "mjs_setFrame")]
    pub fn frame_of(&self, name: &str) -> Option<usize> {
        self.frames.iter().position(|frame| frame.name == name)
    }
}

/// The bodies below a body in depth-first order, as elements of their kind.
fn descendants<T: Element>(root: &Body) -> Vec<&T> {
    let mut found = Vec::new();
    let mut open: Vec<(&Body, usize)> = vec![(root, 0)];
    while let Some((body, next)) = open.pop() {
        if let (Some(element), Some(child)) = (T::in_body(body).get(next), body.children.get(next))
        {
            found.push(element);
            open.push((body, next + 1));
            open.push((child, 0));
        }
    }
    found
}

/// The body that holds the first element of a kind and name.
pub(crate) fn owner_mut<'b, T: Element>(root: &'b mut Body, name: &str) -> Option<&'b mut Body> {
    let mut open = vec![root];
    while let Some(body) = open.pop() {
        if T::in_body(body)
            .iter()
            .any(|element| element.name() == name)
        {
            return Some(body);
        }
        open.extend(body.children.iter_mut().rev());
    }
    None
}
