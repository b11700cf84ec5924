//! `MjSpec`: what Python builds a model from.
//!
//! The objects that a program sees are in Python (`_spec.py`, `_elements.py`); they are put together
//! to the engine's [`Spec`] to be compiled or attached, and taken apart again.

mod assets;
mod attribute;
mod forces;
mod parts;
mod settings;
mod tree;
mod visit;

use std::collections::HashMap;

use plumbline::spec::{
    Actuator, Body, Camera, Classes, Compiler, Equality, Exclude, Extension, Flex, Frame, Geom,
    Hfield, Joint, Keyframe, Light, Material, Mesh, Numeric, Pair, Plugin, Sensor, Site, Skin,
    Spec, Tendon, Text, Texture, Tuple,
};
use plumbline::{Data, Error};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::array::Text as Words;
use crate::data::MjData;
use crate::errors::{Failure, FatalError};
use crate::model::{self, MjModel};
use parts::{Seed, item, show};
use settings::{Shell, Statistics};
use visit::{Described, Row, Visit};

/// A refusal as Python's `ValueError`. If an element is at fault that a program made, the exception
/// has its number as `_tag`.
fn refused(py: Python<'_>, error: &Error) -> PyErr {
    let Some(tag) = parts::tag(&error.location) else {
        return PyValueError::new_err(error.to_string());
    };
    let text = match &error.expected {
        Some(expected) => format!("Error: {}; expected {expected}", error.message),
        None => format!("Error: {}", error.message),
    };
    let made = PyValueError::new_err(text);
    match made.value(py).setattr("_tag", tag) {
        Ok(()) => made,
        Err(error) => error,
    }
}

/// The engine's spec behind an `MjSpec`.
#[pyclass(frozen, module = "plumbline")]
pub struct SpecCore(Spec);

#[pymethods]
impl SpecCore {
    /// An empty spec.
    #[new]
    fn new() -> SpecCore {
        SpecCore(Spec::default())
    }

    #[staticmethod]
    #[pyo3(signature = (filename, assets = None))]
    fn from_file(py: Python<'_>, filename: Words, assets: model::Assets) -> PyResult<SpecCore> {
        let (Words(filename), files) = (filename, model::files(model::sorted(assets))?);
        let spec = py.detach(|| {
            let mut spec = Spec::from_files(files.clone(), &filename)?;
            spec.files = files;
            Ok(spec)
        });
        spec.map(SpecCore).map_err(|error| refused(py, &error))
    }

    #[staticmethod]
    #[pyo3(signature = (xml, assets = None))]
    fn from_string(py: Python<'_>, xml: Words, assets: model::Assets) -> PyResult<SpecCore> {
        let (Words(xml), assets) = (xml, model::sorted(assets).unwrap_or_default());
        if assets.is_empty() {
            let spec = py.detach(|| Spec::from_xml_string(&xml));
            return spec.map(SpecCore).map_err(|error| refused(py, &error));
        }
        let name = model::unused_name(&assets);
        let files = model::files(Some(assets))?;
        let mut with_text = files.clone();
        let added = with_text.add(&name, xml.into_bytes());
        added.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let spec = py.detach(|| {
            let mut spec = Spec::from_files(with_text, &name)?;
            spec.files = files;
            Ok(spec)
        });
        spec.map(SpecCore).map_err(|error| refused(py, &error))
    }

    /// Everything that Python shows.
    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("spec", show(py, &Shell::of(&self.0))?)?;
        dict.set_item("compiler", show(py, &self.0.compiler)?)?;
        dict.set_item("stat", show(py, &Statistics(self.0.statistic.clone()))?)?;
        let (option, visual) = settings::records(py, &mut self.0.clone())?;
        dict.set_item("option", option)?;
        dict.set_item("visual", visual)?;
        dict.set_item("classes", parts::show_classes(py, &self.0)?)?;
        dict.set_item("bodies", parts::show_tree(py, &self.0)?)?;
        dict.set_item("lists", parts::show_lists(py, &self.0)?)?;
        Ok(dict)
    }

    /// This spec with everything as Python has it.
    ///
    /// With `tag_all` every element has the number that Python gave it, instead of its place in a
    /// file.
    fn with_parts(&self, dict: &Bound<'_, PyDict>, tag_all: bool) -> PyResult<SpecCore> {
        let mut spec = Spec {
            files: self.0.files.clone(),
            attached: self.0.attached.clone(),
            extensions: self.0.extensions.clone(),
            text: self.0.text.clone(),
            warnings: self.0.warnings.clone(),
            ..Spec::default()
        };
        let within = |name: &str| -> PyResult<Bound<'_, PyDict>> {
            Ok(item(dict, name)?.cast_into::<PyDict>()?)
        };
        let mut shell = Shell::of(&self.0);
        shell.visit(&mut Visit::Take(within("spec")?))?;
        shell.into_spec(&mut spec);
        spec.compiler.visit(&mut Visit::Take(within("compiler")?))?;
        let mut statistics = Statistics::default();
        statistics.visit(&mut Visit::Take(within("stat")?))?;
        spec.statistic = statistics.0;
        settings::take_records(&mut spec, &within("option")?, &within("visual")?)?;
        parts::take_classes(&mut spec, &item(dict, "classes")?)?;
        parts::take_tree(&mut spec, &item(dict, "bodies")?, tag_all)?;
        parts::take_lists(&mut spec, &within("lists")?, tag_all)?;
        // A program that uses a plugin need not ask for it first.
        for plugin in spec.plugins.iter().map(|plugin| plugin.plugin.clone()) {
            if !plugin.is_empty() && !spec.extensions.iter().any(|e| e.plugin == plugin) {
                spec.extensions.push(Extension {
                    plugin,
                    ..Extension::default()
                });
            }
        }
        Ok(SpecCore(spec))
    }

    /// The same with other files.
    fn with_assets(&self, assets: HashMap<String, Vec<u8>>) -> PyResult<SpecCore> {
        let mut spec = self.0.clone();
        spec.files = model::files(model::sorted(Some(assets)))?;
        Ok(SpecCore(spec))
    }

    /// The compiled model.
    fn compile(&self, py: Python<'_>) -> PyResult<MjModel> {
        let compiled = py.detach(|| self.0.compile());
        MjModel::wrap(py, compiled.map_err(|error| refused(py, &error))?)
    }

    /// The spec as MJCF text, with the numbers of its own elements.
    fn to_xml(&self, py: Python<'_>) -> PyResult<String> {
        let text = py.detach(|| {
            // Only what compiles is written.
            self.0.compile()?;
            self.0.to_own_xml()
        });
        text.map_err(|error| FatalError::new_err(error.to_string()))
    }

    /// Seeds of bodies, joints and actuators that keep the state of a simulation of this spec.
    fn keep_state(
        &self,
        model: &Bound<'_, MjModel>,
        data: &Bound<'_, MjData>,
    ) -> PyResult<(Vec<Seed>, Vec<Seed>, Vec<Seed>)> {
        let mut spec = self.0.clone();
        data.get().read(|data| {
            // SAFETY: nothing changes the model meanwhile.
            let kept = spec.keep_state(unsafe { model.get().get() }, data);
            kept.map_err(Failure::raise)
        })??;
        Ok(parts::seeds(&spec))
    }

    /// Whether keyframes follow attached bodies until the spec is compiled.
    fn has_unsettled_keys(&self) -> bool {
        self.0.keyframes.iter().any(|key| key.partial)
    }

    /// How many keyframes it has itself.
    fn count_keys(&self) -> usize {
        self.0.keyframes.len()
    }

    /// The keyframes as they are once the spec has been compiled: those that followed attached
    /// bodies have values for all of the model.
    fn settled_keys<'py>(
        &self,
        py: Python<'py>,
        model: &Bound<'py, MjModel>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut spec = self.0.clone();
        // SAFETY: nothing changes the model meanwhile.
        let model = unsafe { model.get().get() };
        spec.keep_state(model, &Data::new(model))
            .map_err(Failure::raise)?;
        item(&parts::show_lists(py, &spec)?, "keys")
    }

    /// A new model and its data, with the state that elements keep.
    fn recompile(
        &self,
        py: Python<'_>,
        data: &Bound<'_, MjData>,
    ) -> PyResult<(Py<MjModel>, Py<MjData>)> {
        let mut spec = self.0.clone();
        let time = data.get().read(|data| data.time)?;
        let made = py.detach(|| {
            let mut model = plumbline::Model::default();
            let mut data = Data::new(&model);
            data.time = time;
            spec.recompile(&mut model, &mut data)?;
            Ok((model, data))
        });
        let (model, data) = made.map_err(|error: Error| refused(py, &error))?;
        let model = Py::new(py, MjModel::wrap(py, model)?)?;
        let data = Py::new(py, MjData::wrap(py, model.clone_ref(py), data)?)?;
        Ok((model, data))
    }

    /// This spec and another one after a body of that went into a frame of this.
    fn attach_body(
        &self,
        py: Python<'_>,
        frame: &str,
        child: &SpecCore,
        body: &str,
        prefix: &str,
        suffix: &str,
    ) -> PyResult<(SpecCore, SpecCore)> {
        let (mut spec, mut child) = (self.0.clone(), child.0.clone());
        let done = spec.attach_body(frame, &mut child, body, prefix, suffix);
        done.map_err(|error| refused(py, &error))?;
        Ok((SpecCore(spec), SpecCore(child)))
    }

    /// This spec after one of its bodies was copied into one of its frames.
    fn attach_own_body(
        &self,
        py: Python<'_>,
        frame: &str,
        body: &str,
        prefix: &str,
        suffix: &str,
    ) -> PyResult<SpecCore> {
        let mut spec = self.0.clone();
        let done = spec.attach_own_body(frame, body, prefix, suffix);
        done.map_err(|error| refused(py, &error))?;
        Ok(SpecCore(spec))
    }

    /// This spec and another one after a frame of that went into a body of this.
    fn attach_frame(
        &self,
        py: Python<'_>,
        body: &str,
        child: &SpecCore,
        frame: &str,
        prefix: &str,
        suffix: &str,
    ) -> PyResult<(SpecCore, SpecCore)> {
        let (mut spec, mut child) = (self.0.clone(), child.0.clone());
        let done = spec.attach_frame(body, &mut child, frame, prefix, suffix);
        done.map_err(|error| refused(py, &error))?;
        Ok((SpecCore(spec), SpecCore(child)))
    }

    /// This spec without a body and what refers to it.
    fn detach_body(&self, py: Python<'_>, body: &str) -> PyResult<SpecCore> {
        let mut spec = self.0.clone();
        spec.detach_body(body)
            .map_err(|error| refused(py, &error))?;
        Ok(SpecCore(spec))
    }
}

/// A class that starts as a copy of another: the parent as it is then, and the new one.
#[pyfunction]
fn spec_subclass<'py>(
    py: Python<'py>,
    parent: &Bound<'py, PyAny>,
    name: &str,
) -> PyResult<(Seed, Bound<'py, PyAny>)> {
    let mut around = parts::take_class(parent)?;
    let named = around.name.clone();
    "main".clone_into(&mut around.name);
    let mut classes = Classes::default();
    *classes.main_mut() = around;
    // The name is of no matter here: Python has checked it.
    let added = classes.add("\0new", "main");
    let mut class = added.map_err(|error| refused(py, &error))?.clone();
    (class.name, class.parent) = (name.to_owned(), Some(named.clone()));
    let mut around = classes.main().clone();
    around.name = named;
    let (_, _, seed, _) = parts::show_class(py, &around)?;
    Ok((
        seed,
        parts::show_class(py, &class)?.into_pyobject(py)?.into_any(),
    ))
}

/// For each kind of element its attributes, and what they are by default.
#[pyfunction]
fn spec_tables(py: Python<'_>) -> PyResult<Vec<(&'static str, Vec<Row>, Bound<'_, PyDict>)>> {
    let mut tables = Vec::new();
    macro_rules! tables {
        ($($type:ty)*) => {$(
            let mut list = Visit::List(Vec::new());
            <$type>::default().visit(&mut list)?;
            let Visit::List(rows) = list else { unreachable!() };
            tables.push((<$type>::KIND, rows, show(py, &<$type>::default())?));
        )*};
    }
    tables! {
        tree::Turned Body Frame Joint Geom Site Camera Light Mesh Hfield Skin Texture Material Pair
        Exclude Equality Tendon Actuator Sensor Numeric Text Tuple Keyframe Flex Plugin Compiler
        Shell Statistics
    }
    Ok(tables)
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<SpecCore>()?;
    module.add_class::<Seed>()?;
    module.add_function(wrap_pyfunction!(spec_subclass, module)?)?;
    module.add_function(wrap_pyfunction!(spec_tables, module)?)
}
