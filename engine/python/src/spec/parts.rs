//! A spec taken apart for Python, and put together again.
//!
//! Python has the elements as objects with attributes of their own, so that a program can keep one
//! and change it whatever happens around it. Beside them it keeps the element of the engine as it
//! was: a seed, which has what MuJoCo's structs do not show, such as the line of the file or the
//! state of keyframes. An element is its seed with Python's attributes written over it.

use std::any::Any;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use plumbline::Location;
use plumbline::spec::{
    Actuator, Body, Camera, Class, Classes, Defaults, Equality, Exclude, Flex, Frame, Geom, Hfield,
    Joint, Keyframe, Light, Material, Mesh, Numeric, Pair, Plugin, Sensor, Site, Skin, Source,
    Spec, Tendon, Text, Texture, Tuple,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use super::visit::{Described, Visit};

/// An element of the engine that Python keeps.
#[pyclass(frozen, module = "plumbline")]
pub struct Seed(Box<dyn Any + Send + Sync>);

impl Seed {
    fn new(value: impl Any + Send + Sync) -> Seed {
        Seed(Box::new(value))
    }

    fn get<T: Clone + 'static>(&self) -> PyResult<T> {
        let found = self.0.downcast_ref::<T>();
        found
            .cloned()
            .ok_or_else(|| PyTypeError::new_err("a seed of another kind"))
    }
}

/// An element that has a place in a file.
pub trait Placed: Described {
    fn source(&mut self) -> &mut Source;
}

macro_rules! placed {
    ($($type:ty)*) => {$(
        impl Placed for $type {
            fn source(&mut self) -> &mut Source {
                &mut self.source
            }
        }
    )*};
}

placed! {
    Body Frame Joint Geom Site Camera Light Mesh Hfield Skin Texture Material Pair Exclude Equality
    Tendon Actuator Sensor Numeric Text Tuple Keyframe Flex Plugin
}

/// The file of elements that a program made: their lines are numbers that Python gives them, so
/// that an error leads back to one.
static MADE: LazyLock<Arc<PathBuf>> = LazyLock::new(|| Arc::new(PathBuf::from("\0made")));

/// The number of an element that a program made, if a place is one.
pub fn tag(source: &Source) -> Option<usize> {
    let place = source.as_ref()?;
    (place.file.as_ref()? == &*MADE).then_some(place.line)
}

/// The attributes of an element.
pub fn show<'py, T: Described>(py: Python<'py>, element: &T) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    element.clone().visit(&mut Visit::Show(dict.clone()))?;
    Ok(dict)
}

/// The same with the number that Python gave it, if it has one.
fn show_placed<'py, T: Placed>(py: Python<'py>, element: &T) -> PyResult<Bound<'py, PyDict>> {
    let dict = show(py, element)?;
    if let Some(tag) = tag(element.clone().source()) {
        dict.set_item("_tag", tag)?;
    }
    Ok(dict)
}

/// An element with the attributes that Python has for it.
fn take<T: Placed>(
    seed: &Bound<'_, PyAny>,
    values: &Bound<'_, PyDict>,
    tagged: bool,
) -> PyResult<T> {
    let mut element: T = if seed.is_none() {
        T::default()
    } else {
        seed.cast::<Seed>()?.get().get()?
    };
    element.visit(&mut Visit::Take(values.clone()))?;
    let source = element.source();
    if tagged || source.is_none() || tag(source).is_some() {
        *source = match values.get_item("_tag")? {
            Some(line) => Some(Location {
                file: Some(Arc::clone(&MADE)),
                line: line.extract()?,
                column: 1,
            }),
            None => None,
        };
    }
    Ok(element)
}

/// The place of a frame, -1 for none.
fn place(frame: Option<usize>) -> isize {
    frame.and_then(|at| isize::try_from(at).ok()).unwrap_or(-1)
}

/// What all lists of elements need: Python's name of the list, and the one here.
macro_rules! lists {
    ($each:ident!) => {
        $each! {
            "meshes" meshes, "hfields" hfields, "skins" skins, "textures" textures,
            "materials" materials, "pairs" pairs, "excludes" excludes, "equalities" equalities,
            "tendons" tendons, "actuators" actuators, "sensors" sensors, "numerics" numerics,
            "texts" texts, "tuples" tuples, "keys" keyframes, "flexes" flexes, "plugins" plugins,
        }
    };
}

macro_rules! carried {
    ($each:ident!) => {
        $each! {
            "frames" frames parent, "joints" joints frame, "geoms" geoms frame,
            "sites" sites frame, "cameras" cameras frame, "lights" lights frame,
        }
    };
}

macro_rules! class_kinds {
    ($each:ident!) => {
        $each! { mesh material joint geom site camera light pair equality tendon actuator }
    };
}

/// A body without what it carries.
fn bare(body: &Body) -> Body {
    Body {
        name: body.name.clone(),
        pos: body.pos,
        orientation: body.orientation,
        inertial: body.inertial.clone(),
        mocap: body.mocap,
        gravcomp: body.gravcomp,
        plugin: body.plugin.clone(),
        user: body.user.clone(),
        saved: body.saved.clone(),
        class: body.class.clone(),
        settings: body.settings.clone(),
        source: body.source.clone(),
        ..Body::default()
    }
}

/// All bodies, each after its parent, whose place stands in front of it.
fn bodies(spec: &Spec) -> Vec<(isize, &Body)> {
    let mut found = Vec::new();
    let mut open = vec![(-1, &spec.world)];
    while let Some((parent, body)) = open.pop() {
        let at = place(Some(found.len()));
        found.push((parent, body));
        open.extend(body.children.iter().rev().map(|child| (at, child)));
    }
    found
}

/// Bodies with what they carry: parent, frame, seed, attributes, lists.
pub fn show_tree<'py>(py: Python<'py>, spec: &Spec) -> PyResult<Bound<'py, PyList>> {
    let tree = PyList::empty(py);
    for (parent, body) in bodies(spec) {
        let lists = PyDict::new(py);
        macro_rules! show_lists {
            ($($name:literal $list:ident $frame:ident,)*) => {$(
                let list = PyList::empty(py);
                for element in &body.$list {
                    let seed = Seed::new(element.clone());
                    list.append((seed, show_placed(py, element)?, place(element.$frame)))?;
                }
                lists.set_item($name, list)?;
            )*};
        }
        carried!(show_lists!);
        let seed = Seed::new(bare(body));
        tree.append((
            parent,
            place(body.frame),
            seed,
            show_placed(py, &bare(body))?,
            lists,
        ))?;
    }
    Ok(tree)
}

/// The lists outside of the tree: seed and attributes of each element.
pub fn show_lists<'py>(py: Python<'py>, spec: &Spec) -> PyResult<Bound<'py, PyDict>> {
    let lists = PyDict::new(py);
    macro_rules! show_each {
        ($($name:literal $list:ident,)*) => {$(
            let list = PyList::empty(py);
            for element in &spec.$list {
                list.append((Seed::new(element.clone()), show_placed(py, element)?))?;
            }
            lists.set_item($name, list)?;
        )*};
    }
    lists!(show_each!);
    Ok(lists)
}

/// Default classes: name, parent, seed, attributes by kind.
pub fn show_classes<'py>(py: Python<'py>, spec: &Spec) -> PyResult<Bound<'py, PyList>> {
    let classes = PyList::empty(py);
    for class in spec.classes.iter() {
        classes.append(show_class(py, class)?)?;
    }
    Ok(classes)
}

type ShownClass<'py> = (String, Option<String>, Seed, Bound<'py, PyDict>);

pub fn show_class<'py>(py: Python<'py>, class: &Class) -> PyResult<ShownClass<'py>> {
    let kinds = PyDict::new(py);
    macro_rules! show_kinds {
        ($($kind:ident)*) => {$(
            kinds.set_item(stringify!($kind), show(py, &class.defaults.$kind)?)?;
        )*};
    }
    class_kinds!(show_kinds!);
    let (name, parent) = (class.name.clone(), class.parent.clone());
    Ok((name, parent, Seed::new(class.clone()), kinds))
}

fn missing(name: &str) -> PyErr {
    PyValueError::new_err(format!("a spec without {name}"))
}

/// The item of a dict that must be there.
pub fn item<'py>(dict: &Bound<'py, PyDict>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    dict.get_item(name)?.ok_or_else(|| missing(name))
}

pub fn take_tree(spec: &mut Spec, tree: &Bound<'_, PyAny>, tagged: bool) -> PyResult<()> {
    let mut made: Vec<(isize, Body)> = Vec::new();
    for row in tree.try_iter()? {
        type Row<'py> = (
            isize,
            isize,
            Bound<'py, PyAny>,
            Bound<'py, PyDict>,
            Bound<'py, PyDict>,
        );
        let (parent, frame, seed, values, lists): Row<'_> = row?.extract()?;
        let mut body: Body = take(&seed, &values, tagged)?;
        body.frame = usize::try_from(frame).ok();
        macro_rules! take_lists {
            ($($name:literal $list:ident $frame:ident,)*) => {$(
                for row in item(&lists, $name)?.try_iter()? {
                    let (seed, values, at): (Bound<'_, PyAny>, Bound<'_, PyDict>, isize) =
                        row?.extract()?;
                    let mut element = take_into(&body.$list, &seed, &values, tagged)?;
                    element.$frame = usize::try_from(at).ok();
                    body.$list.push(element);
                }
            )*};
        }
        carried!(take_lists!);
        if parent >= isize::try_from(made.len()).unwrap_or(isize::MAX) {
            return Err(missing("a body's parent"));
        }
        made.push((parent, body));
    }
    // Children go to their parents from the back, where nobody waits for them any more.
    while let Some((parent, mut body)) = made.pop() {
        body.children.reverse();
        match usize::try_from(parent).ok().and_then(|at| made.get_mut(at)) {
            Some((_, above)) => above.children.push(body),
            None => spec.world = body,
        }
    }
    Ok(())
}

/// An element of the kind of a list.
fn take_into<T: Placed>(
    _list: &[T],
    seed: &Bound<'_, PyAny>,
    values: &Bound<'_, PyDict>,
    tagged: bool,
) -> PyResult<T> {
    take(seed, values, tagged)
}

pub fn take_lists(spec: &mut Spec, lists: &Bound<'_, PyDict>, tagged: bool) -> PyResult<()> {
    macro_rules! take_each {
        ($($name:literal $list:ident,)*) => {$(
            let mut made = Vec::new();
            for row in item(lists, $name)?.try_iter()? {
                let (seed, values): (Bound<'_, PyAny>, Bound<'_, PyDict>) = row?.extract()?;
                made.push(take_into(&spec.$list, &seed, &values, tagged)?);
            }
            spec.$list = made;
        )*};
    }
    lists!(take_each!);
    Ok(())
}

pub fn take_classes(spec: &mut Spec, rows: &Bound<'_, PyAny>) -> PyResult<()> {
    let mut classes = Classes::default();
    let mut main = None;
    for row in rows.try_iter()? {
        let class = take_class(&row?)?;
        if main.is_none() {
            main = Some(class);
            continue;
        }
        let name = class.name.clone();
        let added = classes.add(&name, "main");
        *added.map_err(|error| PyValueError::new_err(error.to_string()))? = class;
    }
    // Adding classes has changed it.
    *classes.main_mut() = main.ok_or_else(|| missing("a default class"))?;
    spec.classes = classes;
    Ok(())
}

pub fn take_class(row: &Bound<'_, PyAny>) -> PyResult<Class> {
    type Row<'py> = (
        String,
        Option<String>,
        Bound<'py, PyAny>,
        Bound<'py, PyDict>,
    );
    let (name, parent, seed, kinds): Row<'_> = row.extract()?;
    let mut class: Class = seed.cast::<Seed>()?.get().get()?;
    (class.name, class.parent) = (name, parent);
    let Defaults { .. } = &class.defaults;
    macro_rules! take_kinds {
        ($($kind:ident)*) => {$(
            let values = item(&kinds, stringify!($kind))?.cast_into::<PyDict>()?;
            class.defaults.$kind.visit(&mut Visit::Take(values))?;
        )*};
    }
    class_kinds!(take_kinds!);
    Ok(class)
}

/// Seeds of the bodies, joints and actuators of a spec, in the order of their ids.
pub fn seeds(spec: &Spec) -> (Vec<Seed>, Vec<Seed>, Vec<Seed>) {
    let tree = bodies(spec);
    let joints = tree.iter().flat_map(|(_, body)| &body.joints);
    (
        tree.iter().map(|(_, body)| Seed::new(bare(body))).collect(),
        joints.map(|joint| Seed::new(joint.clone())).collect(),
        spec.actuators
            .iter()
            .map(|actuator| Seed::new(actuator.clone()))
            .collect(),
    )
}
