//! Every field of models and data as an attribute of its class, from the engine's tables.

use plumbline::internal::fields::{Dim, Elem, FieldInfo};
use plumbline::{Data, Model};
use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyEllipsis, PyFloat, PyInt};

use crate::array;
use crate::data::MjData;
use crate::memory::{DataMemory, Place, shape};
use crate::model::MjModel;

/// Which field it is.
#[derive(Clone, Copy)]
enum Which {
    /// A size of the model.
    Size(usize),
    /// An array of the model.
    Array(usize),
    /// A scalar, vector or array of the data whose size depends on the model.
    Field(usize),
    /// An array of the data whose size depends on contacts and constraints.
    Arena(&'static FieldInfo),
}

/// An attribute of `MjModel` or `MjData`.
#[pyclass(frozen, module = "plumbline._core")]
pub struct Field {
    info: &'static FieldInfo,
    which: Which,
}

#[pymethods]
impl Field {
    fn __get__(
        slf: &Bound<'_, Field>,
        object: &Bound<'_, PyAny>,
        _owner: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        if object.is_none() {
            return Ok(slf.clone().into_any().unbind());
        }
        slf.get().of(object)
    }

    fn __set__(&self, object: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        if let Which::Field(index) = self.which
            && self.info.dims == [None, None]
        {
            let data = object.cast::<MjData>()?.get();
            let place = &data.memory.get().fields[index];
            return set_scalar(place, value);
        }
        let array = self.of(object)?;
        if matches!(self.which, Which::Size(_)) || self.info.elem == Elem::Char {
            let name = self.info.name;
            return Err(PyAttributeError::new_err(format!("{name} cannot be set")));
        }
        let py = object.py();
        array.bind(py).set_item(PyEllipsis::get(py), value)
    }

    #[getter]
    fn __doc__(&self) -> String {
        let unit = self.info.unit.map(|unit| format!(" Unit: {unit}."));
        format!("{}{}", self.info.doc, unit.unwrap_or_default())
    }

    #[getter]
    fn __name__(&self) -> &'static str {
        self.info.name
    }

    /// The type of a number of it.
    #[getter]
    fn elem(&self) -> &'static str {
        self.info.elem.name()
    }

    /// Its dimensions, by the names of the sizes.
    #[getter]
    fn dims(&self) -> Vec<String> {
        self.info
            .dims
            .iter()
            .flatten()
            .map(Dim::to_string)
            .collect()
    }

    /// Whether its size depends on contacts and constraints.
    #[getter]
    fn varies(&self) -> bool {
        matches!(self.which, Which::Arena(_))
    }

    fn __repr__(&self) -> String {
        format!("<field '{}'>", self.info.name)
    }
}

impl Field {
    /// The value for an object: a number, or an array that is the same each time.
    fn of(&self, object: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = object.py();
        match self.which {
            Which::Size(index) => {
                let model = object.cast::<MjModel>()?.get();
                let value = model.memory.get().sizes[index].1;
                Ok(value.into_pyobject(py)?.into_any().unbind())
            }
            Which::Array(index) => {
                let model = object.cast::<MjModel>()?.get();
                let made = model.arrays[index].get_or_try_init(py, || {
                    let memory = model.memory.bind(py);
                    memory.get().arrays[index].view(memory).map(Bound::unbind)
                });
                Ok(made?.clone_ref(py))
            }
            Which::Field(index) => {
                let data = object.cast::<MjData>()?.get();
                if self.info.dims == [None, None] {
                    return scalar(py, &data.memory.get().fields[index]);
                }
                let made = data.arrays[index].get_or_try_init(py, || {
                    let memory = data.memory.bind(py);
                    memory.get().fields[index].view(memory).map(Bound::unbind)
                });
                Ok(made?.clone_ref(py))
            }
            Which::Arena(info) => arena_array(object.cast::<MjData>()?.get(), info, py),
        }
    }
}

fn arena_array(data: &MjData, info: &'static FieldInfo, py: Python<'_>) -> PyResult<Py<PyAny>> {
    let memory = data.memory.bind(py);
    let _entered = memory.get().enter()?;
    // SAFETY: this thread has the data to itself.
    let inner = unsafe { &mut *memory.get().get() };
    let counters = [
        ("nefc", inner.nefc),
        ("nJ", inner.nJ),
        ("nisland", inner.nisland),
    ];
    let model = data.model.get().memory.get();
    let shape = shape(info, |name| {
        let counter = counters.iter().find(|(counter, _)| *counter == name);
        counter.map_or_else(|| model.size(name), |&(_, n)| n.max(0) as usize)
    });
    let bytes = inner.bytes_mut(info.name).unwrap_or_default();
    let wanted: usize = shape.iter().product();
    if bytes.is_empty() || bytes.len() != wanted * size_of(info.elem) {
        // What this state does not need is a null pointer in MuJoCo, and an array of its own there.
        return Ok(array::empty(py, info.elem, &shape)?.unbind());
    }
    let start = bytes.as_mut_ptr();
    let lease = DataMemory::lease(memory, info.name)?;
    // SAFETY: the length was compared; the lease keeps the array where it is.
    let array = unsafe { array::view(info.elem, &shape, start, &lease)? };
    Ok(array.unbind())
}

pub fn size_of(elem: Elem) -> usize {
    match elem {
        Elem::F64 | Elem::U64 => 8,
        Elem::F32 | Elem::I32 => 4,
        Elem::U8 | Elem::Char => 1,
    }
}

fn scalar(py: Python<'_>, place: &Place) -> PyResult<Py<PyAny>> {
    // SAFETY: scalars lie in the data, which its owner keeps where it is.
    unsafe {
        Ok(match place.info.elem {
            Elem::F64 => PyFloat::new(py, place.start.cast::<f64>().read()).into_any(),
            Elem::I32 => PyInt::new(py, place.start.cast::<i32>().read()).into_any(),
            Elem::U64 => PyInt::new(py, place.start.cast::<u64>().read()).into_any(),
            _ => return Err(PyTypeError::new_err("no such scalar")),
        }
        .unbind())
    }
}

fn set_scalar(place: &Place, value: &Bound<'_, PyAny>) -> PyResult<()> {
    // SAFETY: as above.
    unsafe {
        match place.info.elem {
            Elem::F64 => place.start.cast::<f64>().write(value.extract()?),
            Elem::I32 => place.start.cast::<i32>().write(value.extract()?),
            Elem::U64 => place.start.cast::<u64>().write(value.extract()?),
            _ => return Err(PyTypeError::new_err("no such scalar")),
        }
    }
    Ok(())
}

/// The attributes of `MjModel`, then those of `MjData`.
#[pyfunction]
pub fn fields(py: Python<'_>) -> PyResult<(Vec<Py<Field>>, Vec<Py<Field>>)> {
    let field = |info, which| Py::new(py, Field { info, which });
    let sizes = Model::SIZES
        .iter()
        .enumerate()
        .map(|(i, info)| field(info, Which::Size(i)));
    let arrays = Model::ARRAYS
        .iter()
        .enumerate()
        .map(|(i, info)| field(info, Which::Array(i)));
    let model = sizes.chain(arrays).collect::<PyResult<_>>()?;
    let fixed = Data::SCALARS
        .iter()
        .chain(Data::VECTORS)
        .chain(Data::BUFFER);
    let fixed = fixed
        .enumerate()
        .map(|(i, info)| field(info, Which::Field(i)));
    let arena = Data::ARENA
        .iter()
        .map(|info| field(info, Which::Arena(info)));
    Ok((model, fixed.chain(arena).collect::<PyResult<_>>()?))
}
