//! `MjData`.

use std::mem::size_of;

use plumbline::data::{Contact, SolverStat, TimerStat, WarningStat};
use plumbline::internal::fields::Elem;
use plumbline::{Data, Model};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyTuple, PyType};

use crate::array;
use crate::callbacks::{self, Call};
use crate::errors::{Failure, FatalError, panic_text};
use crate::memory::DataMemory;
use crate::model::MjModel;

/// The state of a simulation and everything computed from it.
#[pyclass(frozen, subclass, weakref, module = "plumbline")]
pub struct MjData {
    #[pyo3(get, name = "_memory")]
    pub memory: Py<DataMemory>,
    /// The model that the data was made for.
    #[pyo3(get)]
    pub model: Py<MjModel>,
    /// One for each field of fixed size, made when it is first asked for.
    pub arrays: Vec<PyOnceLock<Py<PyAny>>>,
    /// What the Python side keeps with data: lists of structs and views of elements.
    #[pyo3(get)]
    _kept: Py<PyAny>,
}

impl MjData {
    pub fn wrap(py: Python<'_>, model: Py<MjModel>, data: Data) -> PyResult<MjData> {
        let memory = DataMemory::new(data, model.get().memory.get());
        let count = memory.fields.len();
        Ok(MjData {
            memory: Py::new(py, memory)?,
            model,
            arrays: (0..count).map(|_| PyOnceLock::new()).collect(),
            _kept: PyDict::new(py).into_any().unbind(),
        })
    }

    /// Looks at the data, which no other thread may work on meanwhile.
    pub fn read<R>(&self, look: impl FnOnce(&mut Data) -> R) -> PyResult<R> {
        let memory = self.memory.get();
        let _entered = memory.enter()?;
        // SAFETY: this thread has the data to itself.
        Ok(look(unsafe { &mut *memory.get() }))
    }
}

/// Runs a function of the engine on data, without Python's lock. What it raises, or what a callback
/// raised, becomes an exception.
pub fn run<R: Send, E: Failure + Send>(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    work: impl FnOnce(&mut Model, &mut Data) -> Result<R, E> + Send,
) -> PyResult<R> {
    let py = m.py();
    let memory = d.get().memory.get();
    let _entered = memory.enter_to_change(py)?;
    let call = Call::begin(m, d);
    // SAFETY: this thread has the data to itself.
    let (warnings, time) = unsafe { ((*memory.get()).warning, (*memory.get()).time) };
    let pair = Pair(m.get().memory.get().get(), memory.get());
    let result = py.detach(move || {
        let pair = pair;
        let Pair(model, data) = pair;
        // SAFETY: this thread has the data to itself. The model may be read by other threads; what
        // changes it is called by those programs only that change it.
        let work = || unsafe { work(&mut *model, &mut *data) };
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(work))
    });
    call.end()?;
    // SAFETY: as above.
    tell(py, warnings, unsafe { (*memory.get()).warning }, time)?;
    match result {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(failure)) => Err(failure.raise()),
        Err(panic) => Err(FatalError::new_err(format!(
            "{}: are indices of the model in order?",
            panic_text(&*panic)
        ))),
    }
}

/// Pointers that are taken to where Python's lock is not held.
struct Pair(*mut Model, *mut Data);
// SAFETY: `run` has entered the data and keeps both alive.
unsafe impl Send for Pair {}

/// Tells of the warnings that a call raised for the first time, as MuJoCo does. The time is that
/// before the call: what warns starts anew from time 0, so that the time after it says nothing.
fn tell<const N: usize>(
    py: Python<'_>,
    before: [WarningStat; N],
    after: [WarningStat; N],
    time: f64,
) -> PyResult<()> {
    for (kind, (before, after)) in before.iter().zip(after).enumerate() {
        if before.number == 0 && after.number > 0 {
            let info = u64::try_from(after.lastinfo).unwrap_or(0);
            let text = plumbline::data::warning_text(kind, info);
            callbacks::warn(py, &format!("{text} Time = {time:.4}."))?;
        }
    }
    Ok(())
}

/// The bytes of a list of structs, member after member.
macro_rules! packed {
    ($rows:expr, $type:ty) => {{
        let mut rows = $rows;
        let mut bytes = Vec::new();
        for row in &mut rows {
            for info in <$type>::MEMBERS {
                bytes.extend_from_slice(row.bytes_mut(info.name).unwrap_or_default());
            }
        }
        bytes
    }};
}

/// The list that `packed` made bytes of.
macro_rules! unpacked {
    ($bytes:expr, $type:ty) => {{
        let mut rest: &[u8] = $bytes;
        let mut rows = Vec::new();
        while !rest.is_empty() {
            let mut row: $type = bytemuck::Zeroable::zeroed();
            for info in <$type>::MEMBERS {
                let place = row.bytes_mut(info.name).unwrap_or_default();
                let Some((value, after)) = rest.split_at_checked(place.len()) else {
                    return Err(broken());
                };
                place.copy_from_slice(value);
                rest = after;
            }
            rows.push(row);
        }
        rows
    }};
}

fn broken() -> PyErr {
    PyValueError::new_err("the pickle is not one of this version's MjData")
}

#[pymethods]
impl MjData {
    #[new]
    #[pyo3(signature = (model, *_args))]
    fn new(model: Py<MjModel>, _args: &Bound<'_, PyTuple>, py: Python<'_>) -> PyResult<MjData> {
        // SAFETY: nothing changes the model meanwhile.
        let data = Data::new(unsafe { model.get().get() });
        MjData::wrap(py, model, data)
    }

    /// The contacts as bytes, shown without a copy.
    fn _contacts(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let memory = self.memory.bind(py);
        let (start, len) = self.read(|data| {
            let count = data.contact.len();
            (
                data.contact.as_mut_ptr().cast::<u8>(),
                count * size_of::<Contact>(),
            )
        })?;
        if len == 0 {
            return Ok(array::empty(py, Elem::U8, &[0])?.unbind());
        }
        let lease = DataMemory::lease(memory, "contact")?;
        // SAFETY: the lease keeps the contacts where they are.
        Ok(unsafe { array::view(Elem::U8, &[len], start, &lease)? }.unbind())
    }

    /// The warnings as bytes, shown without a copy.
    fn _warnings(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let memory = self.memory.bind(py);
        let data = memory.get().get();
        // SAFETY: the warnings lie in the data, which its memory keeps where it is.
        unsafe {
            let start = (&raw mut (*data).warning).cast::<u8>();
            let size = size_of_val(&(*data).warning);
            Ok(array::view(Elem::U8, &[size], start, memory.as_any())?.unbind())
        }
    }

    /// The timers as bytes, shown without a copy.
    fn _timers(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let memory = self.memory.bind(py);
        let data = memory.get().get();
        // SAFETY: the timers lie in the data, which its memory keeps where it is.
        unsafe {
            let start = (&raw mut (*data).timer).cast::<u8>();
            let size = size_of_val(&(*data).timer);
            Ok(array::view(Elem::U8, &[size], start, memory.as_any())?.unbind())
        }
    }

    /// A copy of the solver's statistics, member after member.
    fn _solver<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.read(|data| packed!(data.solver.clone(), SolverStat))?;
        Ok(PyBytes::new(py, &bytes))
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<MjData> {
        let copy = self.read(|data| data.clone())?;
        MjData::wrap(py, self.model.clone_ref(py), copy)
    }

    fn __deepcopy__(&self, py: Python<'_>, memo: &Bound<'_, PyAny>) -> PyResult<MjData> {
        let copy = self.read(|data| data.clone())?;
        let deepcopy = PyModule::import(py, "copy")?.getattr("deepcopy")?;
        let model = deepcopy.call1((&self.model, memo))?;
        MjData::wrap(py, model.cast_into::<MjModel>()?.unbind(), copy)
    }

    fn __reduce__(slf: &Bound<'_, MjData>) -> PyResult<(Py<PyAny>, (Py<MjModel>, Py<PyDict>))> {
        let py = slf.py();
        let values = PyDict::new(py);
        slf.get().read(|data| {
            let mut outcome = Ok(());
            data.each_field_mut(|info, bytes| {
                if outcome.is_ok() {
                    outcome = values.set_item(info.name, PyBytes::new(py, bytes));
                }
            });
            for info in Data::ARENA {
                let bytes = data.bytes_mut(info.name).unwrap_or_default();
                values.set_item(info.name, PyBytes::new(py, bytes))?;
            }
            let contacts = packed!(data.contact.clone(), Contact);
            values.set_item("contact", PyBytes::new(py, &contacts))?;
            let warnings = packed!(data.warning, WarningStat);
            values.set_item("warning", PyBytes::new(py, &warnings))?;
            let timers = data.timer.map(|timer| (timer.duration, timer.number));
            values.set_item("timer", timers.to_vec())?;
            let solver = packed!(data.solver.clone(), SolverStat);
            values.set_item("solver", PyBytes::new(py, &solver))?;
            outcome
        })??;
        let make = py.get_type::<MjData>().getattr("_from_pickle")?.unbind();
        Ok((make, (slf.get().model.clone_ref(py), values.unbind())))
    }

    /// Data from what `__reduce__` gave.
    #[classmethod]
    fn _from_pickle(
        class: &Bound<'_, PyType>,
        model: Py<MjModel>,
        values: &Bound<'_, PyDict>,
    ) -> PyResult<MjData> {
        let py = class.py();
        // SAFETY: nothing changes the model meanwhile.
        let mut data = Data::new(unsafe { model.get().get() });
        let value = |name: &str| -> PyResult<Vec<u8>> {
            let value = values.get_item(name)?.ok_or_else(broken)?;
            Ok(value.cast_into::<PyBytes>()?.as_bytes().to_vec())
        };
        let mut outcome = Ok(());
        data.each_field_mut(|info, bytes| {
            outcome = std::mem::replace(&mut outcome, Ok(())).and_then(|()| {
                let value = value(info.name)?;
                if value.len() != bytes.len() {
                    return Err(broken());
                }
                bytes.copy_from_slice(&value);
                Ok(())
            });
        });
        outcome?;
        for info in Data::ARENA {
            let value = value(info.name)?;
            data.resize(info.name, value.len()).ok_or_else(broken)?;
            let place = data.bytes_mut(info.name).unwrap_or_default();
            if place.len() != value.len() {
                return Err(broken());
            }
            place.copy_from_slice(&value);
        }
        data.contact = unpacked!(&value("contact")?, Contact);
        let warnings = unpacked!(&value("warning")?, WarningStat);
        data.warning = warnings.try_into().map_err(|_| broken())?;
        let timers = values.get_item("timer")?.ok_or_else(broken)?;
        let timers: Vec<(f64, i32)> = timers.extract()?;
        let timers = timers
            .into_iter()
            .map(|(duration, number)| TimerStat { duration, number });
        data.timer = timers
            .collect::<Vec<_>>()
            .try_into()
            .map_err(|_| broken())?;
        data.solver.extend(unpacked!(&value("solver")?, SolverStat));
        MjData::wrap(py, model, data)
    }

    /// Bytes of MuJoCo's arena, which the engine counts but does not have.
    #[getter]
    fn narena(&self) -> usize {
        // SAFETY: sizes do not change.
        unsafe { self.model.get().get() }.narena
    }

    /// Bytes that MuJoCo would allocate for the arrays of fixed size: each starts at a multiple of
    /// 64.
    #[getter]
    fn nbuffer(&self) -> usize {
        let fields = self.memory.get().fields.iter();
        let sized = fields.filter(|place| place.info.dims[0].is_some_and(|dim| dim.size.is_some()));
        sized.fold(0, |end: usize, place| end.next_multiple_of(64) + place.len)
    }

    /// Where the data lies in memory.
    #[getter]
    fn _address(&self) -> usize {
        self.memory.get().get() as usize
    }
}

/// Model and data do not belong together.
pub fn require_fit(model: &Model, data: &Data) -> PyResult<()> {
    data.check(model)
        .map_err(|misuse| FatalError::new_err(misuse.to_string()))
}

/// An index that a program gave.
pub fn index(id: i32, kind: &str, count: usize) -> PyResult<usize> {
    let found = usize::try_from(id).ok().filter(|&id| id < count);
    found.ok_or_else(|| FatalError::new_err(format!("no {kind} {id}: the model has {count}")))
}
