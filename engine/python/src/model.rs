//! `MjModel`.

use std::sync::{Arc, Mutex};

use plumbline::internal::fields::Elem;
use plumbline::{Error, Files, Model, Spec};
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyType};

use crate::array;
use crate::array::Text;
use crate::memory::ModelMemory;

/// A compiled model.
#[pyclass(frozen, subclass, weakref, module = "plumbline")]
pub struct MjModel {
    #[pyo3(get, name = "_memory")]
    pub memory: Py<ModelMemory>,
    /// One for each array of the table, made when it is first asked for.
    pub arrays: Vec<PyOnceLock<Py<PyAny>>>,
    /// What the Python side keeps with a model: structs and views of elements.
    #[pyo3(get)]
    _kept: Py<PyAny>,
}

fn refused(error: Error) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The model that was last read from a text: `mj_saveLastXML` writes it back.
static LAST: Mutex<Option<Arc<Spec>>> = Mutex::new(None);

/// The spec that a model was last made of.
pub fn last_spec() -> Option<Arc<Spec>> {
    LAST.lock().unwrap_or_else(|e| e.into_inner()).clone()
}

fn compile(spec: Result<Spec, Error>) -> Result<Model, Error> {
    let spec = Arc::new(spec?);
    let model = spec.compile()?;
    *LAST.lock().unwrap_or_else(|e| e.into_inner()) = Some(spec);
    Ok(model)
}

/// Files in memory; MuJoCo finds them by their names without folders, in lower case.
pub fn files(assets: Option<Vec<(String, Vec<u8>)>>) -> PyResult<Files> {
    let mut files = Files::default();
    let mut names = std::collections::HashSet::new();
    for (name, bytes) in assets.unwrap_or_default() {
        let file = name
            .rsplit(['/', '\\'])
            .next()
            .unwrap_or(&name)
            .to_lowercase();
        if !names.insert(file.clone()) {
            return Err(PyValueError::new_err(format!(
                "Repeated file name in assets dict: {file}"
            )));
        }
        let added = files.add(&file, bytes);
        added.map_err(|error| PyValueError::new_err(error.to_string()))?;
    }
    Ok(files)
}

pub type Assets = Option<std::collections::HashMap<String, Vec<u8>>>;

pub fn sorted(assets: Assets) -> Option<Vec<(String, Vec<u8>)>> {
    assets.map(|assets| {
        let mut assets: Vec<_> = assets.into_iter().collect();
        assets.sort();
        assets
    })
}

/// A name for a text that becomes a file among the assets: one that none of them has.
pub fn unused_name(assets: &[(String, Vec<u8>)]) -> String {
    let mut name = "model.xml".to_owned();
    let is_taken = |name: &str| {
        let mut files = assets.iter().map(|(file, _)| file.to_lowercase());
        files.any(|file| file.ends_with(name))
    };
    while is_taken(&name) {
        name.insert(name.len() - 4, '_');
    }
    name
}

impl MjModel {
    pub fn wrap(py: Python<'_>, model: Model) -> PyResult<MjModel> {
        Ok(MjModel {
            memory: Py::new(py, ModelMemory::new(model))?,
            arrays: Model::ARRAYS.iter().map(|_| PyOnceLock::new()).collect(),
            _kept: pyo3::types::PyDict::new(py).into_any().unbind(),
        })
    }

    /// The model.
    ///
    /// # Safety
    ///
    /// Nobody may change the model while the reference lives.
    pub unsafe fn get(&self) -> &Model {
        // SAFETY: the memory lives as long as this object.
        unsafe { &*self.memory.get().get() }
    }

    fn made(class: &Bound<'_, PyType>, model: Model) -> PyResult<Py<PyAny>> {
        let py = class.py();
        let made = Bound::new(py, MjModel::wrap(py, model)?)?;
        if class.is(py.get_type::<MjModel>()) {
            return Ok(made.into_any().unbind());
        }
        let text = "a subclass of MjModel cannot be loaded from a file";
        Err(PyTypeError::new_err(text))
    }
}

#[pymethods]
impl MjModel {
    /// Loads a model from an MJCF, URDF or binary file.
    #[classmethod]
    #[pyo3(signature = (filename, assets = None))]
    fn from_xml_path(
        class: &Bound<'_, PyType>,
        filename: Text,
        assets: Assets,
    ) -> PyResult<Py<PyAny>> {
        let (Text(filename), files) = (filename, files(sorted(assets))?);
        let model = class
            .py()
            .detach(|| compile(Spec::from_files(files, &filename)));
        MjModel::made(class, model.map_err(refused)?)
    }

    /// Loads a model from MJCF text; files that it names are looked for in `assets` first.
    #[classmethod]
    #[pyo3(signature = (xml, assets = None))]
    fn from_xml_string(
        class: &Bound<'_, PyType>,
        xml: Text,
        assets: Assets,
    ) -> PyResult<Py<PyAny>> {
        let (Text(xml), assets) = (xml, sorted(assets).unwrap_or_default());
        if assets.is_empty() {
            let model = class.py().detach(|| compile(Spec::from_xml_string(&xml)));
            return MjModel::made(class, model.map_err(refused)?);
        }
        let name = unused_name(&assets);
        let mut files = files(Some(assets))?;
        let added = files.add(&name, xml.into_bytes());
        added.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let model = class
            .py()
            .detach(|| compile(Spec::from_files(files, &name)));
        MjModel::made(class, model.map_err(refused)?)
    }

    /// Loads a model from a binary file.
    #[classmethod]
    #[pyo3(signature = (filename, assets = None))]
    fn from_binary_path(
        class: &Bound<'_, PyType>,
        filename: Text,
        assets: Assets,
    ) -> PyResult<Py<PyAny>> {
        let (Text(filename), held) = (filename, sorted(assets).unwrap_or_default());
        let held = held.into_iter().find(|(name, _)| *name == filename);
        let bytes = match held {
            Some((_, bytes)) => bytes,
            None => std::fs::read(&filename).map_err(|error| {
                PyValueError::new_err(format!("Error opening file '{filename}': {error}"))
            })?,
        };
        let model = class.py().detach(|| Model::from_mjb(&bytes));
        MjModel::made(class, model.map_err(refused)?)
    }

    /// The bytes of one of the structs, shown without a copy.
    fn _struct(&self, py: Python<'_>, name: &str) -> PyResult<Py<PyAny>> {
        let model = self.memory.get().get();
        // SAFETY: the structs lie in the model, which its memory keeps where it is.
        let (start, size) = unsafe {
            match name {
                "opt" => (
                    (&raw mut (*model).opt).cast::<u8>(),
                    size_of_val(&(*model).opt),
                ),
                "stat" => (
                    (&raw mut (*model).stat).cast::<u8>(),
                    size_of_val(&(*model).stat),
                ),
                "vis" => (
                    (&raw mut (*model).vis).cast::<u8>(),
                    size_of_val(&(*model).vis),
                ),
                _ => return Err(PyKeyError::new_err(name.to_owned())),
            }
        };
        let memory = self.memory.bind(py);
        // SAFETY: as above.
        Ok(unsafe { array::view(Elem::U8, &[size], start, memory.as_any())? }.unbind())
    }

    /// The model as the bytes of a binary file.
    fn _to_mjb<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        // SAFETY: nothing changes the model while its bytes are written.
        let bytes = unsafe { self.get() }.to_mjb();
        PyBytes::new(py, &bytes)
    }

    /// A model from the bytes of a binary file.
    #[staticmethod]
    fn _from_mjb(py: Python<'_>, bytes: &[u8]) -> PyResult<MjModel> {
        MjModel::wrap(py, Model::from_mjb(bytes).map_err(refused)?)
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<MjModel> {
        // SAFETY: nothing changes the model while it is copied.
        MjModel::wrap(py, unsafe { self.get() }.clone())
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<MjModel> {
        self.__copy__(py)
    }

    fn __reduce__(slf: &Bound<'_, MjModel>) -> PyResult<(Py<PyAny>, (Py<PyAny>,))> {
        let py = slf.py();
        let make = py.get_type::<MjModel>().getattr("_from_mjb")?.unbind();
        Ok((make, (slf.get()._to_mjb(py).into_any().unbind(),)))
    }

    /// Where the model lies in memory.
    #[getter]
    fn _address(&self) -> usize {
        self.memory.get().get() as usize
    }

    /// The sizes, in MuJoCo's order.
    #[getter]
    fn _sizes(&self) -> Vec<i64> {
        self.memory
            .get()
            .sizes
            .iter()
            .map(|(_, size)| *size)
            .collect()
    }
}
