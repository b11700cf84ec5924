//! MuJoCo's global callbacks: Python's callables, and functions of C as ctypes has them. The engine's
//! belong to a data; each call looks whether they have changed since the data got its own.

mod function;

use std::cell::RefCell;
use std::ffi::c_void;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use plumbline::data::callbacks::Callbacks;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use function::Function;

use crate::data::MjData;
use crate::model::MjModel;

/// The callbacks that a program can set.
pub const NAMES: [&str; 9] = [
    "mjcb_control",
    "mjcb_passive",
    "mjcb_act_dyn",
    "mjcb_act_gain",
    "mjcb_act_bias",
    "mjcb_sensor",
    "mjcb_contactfilter",
    "mjcb_time",
    "mju_user_warning",
];
const CONTROL: usize = 0;
const PASSIVE: usize = 1;
const ACT_DYN: usize = 2;
const ACT_GAIN: usize = 3;
const ACT_BIAS: usize = 4;
const SENSOR: usize = 5;
const FILTER: usize = 6;
const TIME: usize = 7;
const WARNING: usize = 8;

static SET: Mutex<[Option<Py<PyAny>>; NAMES.len()]> = Mutex::new([const { None }; NAMES.len()]);
/// Where those are that are functions of C; 0 for others.
static ADDRESSES: [AtomicUsize; NAMES.len()] = [const { AtomicUsize::new(0) }; NAMES.len()];
static GENERATION: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// Model and data of the calls that this thread is in, the innermost last.
    static CALLS: RefCell<Vec<(Py<MjModel>, Py<MjData>)>> = const { RefCell::new(Vec::new()) };
    /// What a callback raised; the call that it was made from raises it again.
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Changes with every change of a callback; 0 as long as there was none.
pub fn generation() -> u64 {
    GENERATION.load(Ordering::Relaxed)
}

/// Whether the engine has any to call.
pub fn any() -> bool {
    generation() != 0 && (CONTROL..=FILTER).any(is_set)
}

fn is_set(which: usize) -> bool {
    SET.lock().unwrap_or_else(|e| e.into_inner())[which].is_some()
}

fn find(name: &str) -> PyResult<usize> {
    let found = NAMES.iter().position(|known| *known == name);
    found.ok_or_else(|| PyValueError::new_err(format!("there is no callback {name}")))
}

/// Sets a callback by MuJoCo's name; none takes it away.
#[pyfunction]
pub fn set_callback(name: &str, callback: Option<Bound<'_, PyAny>>) -> PyResult<()> {
    let which = find(name)?;
    if callback
        .as_ref()
        .is_some_and(|callback| !callback.is_callable())
    {
        return Err(PyTypeError::new_err(
            "callback is not an Optional[Callable]",
        ));
    }
    let address = callback.as_ref().map(address).transpose()?.flatten();
    ADDRESSES[which].store(address.unwrap_or(0), Ordering::Relaxed);
    let before = std::mem::replace(
        &mut SET.lock().unwrap_or_else(|e| e.into_inner())[which],
        callback.map(Bound::unbind),
    );
    drop(before);
    GENERATION.fetch_add(1, Ordering::Relaxed);
    Ok(())
}

/// Where a function of C is, if it is one that ctypes has.
fn address(callback: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
    let ctypes = PyModule::import(callback.py(), "ctypes")?;
    if !callback.is_instance(&ctypes.getattr("_CFuncPtr")?)? {
        return Ok(None);
    }
    let kind = ctypes.getattr("c_void_p")?;
    let pointer = ctypes.call_method1("cast", (callback, kind))?;
    pointer.getattr("value")?.extract()
}

/// The function of C that one of the callbacks is.
fn function_of_c(which: usize) -> Option<Function> {
    Function::at(ADDRESSES[which].load(Ordering::Relaxed))
}

/// The callback of this name.
#[pyfunction]
pub fn get_callback(py: Python<'_>, name: &str) -> PyResult<Option<Py<PyAny>>> {
    let set = SET.lock().unwrap_or_else(|e| e.into_inner());
    Ok(set[find(name)?]
        .as_ref()
        .map(|callback| callback.clone_ref(py)))
}

/// Gives data the callbacks that are set.
pub fn install(callbacks: &mut Callbacks) {
    *callbacks = Callbacks::default();
    if is_set(CONTROL) {
        callbacks.set_control(|_, _| tell(CONTROL, None));
    }
    if is_set(PASSIVE) {
        callbacks.set_passive(|_, _| tell(PASSIVE, None));
    }
    if is_set(ACT_DYN) {
        callbacks.set_act_dyn(|_, _, id| number(ACT_DYN, id));
    }
    if is_set(ACT_GAIN) {
        callbacks.set_act_gain(|_, _, id| number(ACT_GAIN, id));
    }
    if is_set(ACT_BIAS) {
        callbacks.set_act_bias(|_, _, id| number(ACT_BIAS, id));
    }
    if is_set(SENSOR) {
        callbacks.set_sensor(|_, _, stage| tell(SENSOR, Some(stage as usize)));
    }
    if is_set(FILTER) {
        callbacks.set_contact_filter(|_, _, geom1, geom2| is_filtered(geom1, geom2));
    }
    callbacks.time = is_set(TIME).then_some(time);
}

/// Calls a callback that answers nothing.
fn tell(which: usize, stage: Option<usize>) {
    if let Some(function) = function_of_c(which) {
        with_structs(|model, data| function.tell(model, data, stage));
        return;
    }
    let argument = stage.map_or(Argument::None, Argument::One);
    drop(call(which, argument));
}

/// Whether a callback leaves a pair of geoms out.
fn is_filtered(geom1: usize, geom2: usize) -> bool {
    if let Some(function) = function_of_c(FILTER) {
        let answer = with_structs(|model, data| function.filter(model, data, geom1, geom2));
        return answer.unwrap_or(false);
    }
    Python::attach(|py| {
        let answer = call(FILTER, Argument::Two(geom1, geom2));
        answer.is_some_and(|answer| answer.is_truthy(py).unwrap_or(false))
    })
}

/// Calls a function of C with model and data of the running call.
fn with_structs<R>(function: impl FnOnce(*const c_void, *mut c_void) -> R) -> Option<R> {
    let is_over = RAISED.with_borrow(Option::is_some);
    let call = CALLS.with_borrow(|calls| {
        let (model, data) = calls.last().filter(|_| !is_over)?;
        // The call keeps both; the list itself may change meanwhile.
        Some((
            &raw const model.get().memory,
            &raw const *data.get().memory.get(),
        ))
    });
    // SAFETY: the objects of a running call live until it ends.
    call.map(|(model, data)| unsafe { (*data).call_c(&*model, function) })
}

/// What a clock has raised in worlds of a batch, as far as this thread took them.
pub fn raised() -> Option<PyErr> {
    RAISED.take()
}

/// What a callback gets beside model and data.
enum Argument {
    None,
    One(usize),
    Two(usize, usize),
}

/// Calls one of the callbacks with the model and data of the running call. After one has raised
/// something, none is called until the call is over.
fn call(which: usize, argument: Argument) -> Option<Py<PyAny>> {
    if RAISED.with_borrow(Option::is_some) {
        return None;
    }
    Python::attach(|py| {
        let set = SET.lock().unwrap_or_else(|e| e.into_inner());
        let callback = set[which].as_ref()?.clone_ref(py);
        drop(set);
        let (model, data) = CALLS.with_borrow(|calls| {
            let (model, data) = calls.last()?;
            Some((model.clone_ref(py), data.clone_ref(py)))
        })?;
        let answer = match argument {
            Argument::None => callback.call1(py, (model, data)),
            Argument::One(id) => callback.call1(py, (model, data, id)),
            Argument::Two(a, b) => callback.call1(py, (model, data, a, b)),
        };
        answer.map_err(raise).ok()
    })
}

fn raise(error: PyErr) {
    RAISED.with_borrow_mut(|raised| {
        raised.get_or_insert(error);
    });
}

/// A number that a callback gives for an actuator.
fn number(which: usize, id: usize) -> f64 {
    if let Some(function) = function_of_c(which) {
        let answer = with_structs(|model, data| function.number(model, data, id));
        return answer.unwrap_or(0.0);
    }
    let Some(answer) = call(which, Argument::One(id)) else {
        return 0.0;
    };
    Python::attach(|py| {
        answer.extract(py).unwrap_or_else(|_| {
            let name = NAMES[which];
            let complaint = format!("{name} callback did not return a number");
            raise(PyTypeError::new_err(complaint));
            0.0
        })
    })
}

/// A call that callbacks may be made from.
pub struct Call(bool);

impl Call {
    /// Notes model and data, if there are callbacks at all.
    pub fn begin(model: &Bound<'_, MjModel>, data: &Bound<'_, MjData>) -> Call {
        if generation() == 0 {
            return Call(false);
        }
        let pair = (model.clone().unbind(), data.clone().unbind());
        CALLS.with_borrow_mut(|calls| calls.push(pair));
        Call(true)
    }

    /// The same where Python's lock is not held: one of several computations of a call.
    pub fn note(model: &Py<MjModel>, data: &Py<MjData>) -> Call {
        if generation() == 0 {
            return Call(false);
        }
        let pair = Python::attach(|py| (model.clone_ref(py), data.clone_ref(py)));
        CALLS.with_borrow_mut(|calls| calls.push(pair));
        Call(true)
    }

    /// What a callback has raised so far.
    pub fn raised(&self) -> Option<PyErr> {
        if self.0 { RAISED.take() } else { None }
    }

    /// What a callback raised.
    pub fn end(self) -> PyResult<()> {
        self.raised().map_or(Ok(()), Err)
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        if self.0 {
            CALLS.with_borrow_mut(Vec::pop);
        }
    }
}

/// The time by the clock of the program, which is asked around each part of a step.
fn time() -> f64 {
    if let Some(function) = function_of_c(TIME) {
        return function.time();
    }
    if RAISED.with_borrow(Option::is_some) {
        return 0.0;
    }
    Python::attach(|py| {
        let set = SET.lock().unwrap_or_else(|e| e.into_inner());
        let clock = set[TIME].as_ref().map(|clock| clock.clone_ref(py));
        drop(set);
        let answer = clock.map(|clock| clock.call0(py).map(|answer| answer.extract::<f64>(py)));
        match answer {
            None => 0.0,
            Some(Ok(Ok(time))) => time,
            Some(Ok(Err(_))) => {
                let complaint = "mjcb_time callback did not return a number";
                raise(PyTypeError::new_err(complaint));
                0.0
            }
            Some(Err(error)) => {
                raise(error);
                0.0
            }
        }
    })
}

/// Tells of a warning.
pub fn warn(py: Python<'_>, text: &str) -> PyResult<()> {
    let set = SET.lock().unwrap_or_else(|e| e.into_inner());
    let hearer = set[WARNING].as_ref().map(|hearer| hearer.clone_ref(py));
    drop(set);
    let Some(hearer) = hearer else {
        // As MuJoCo does where nobody listens: on the screen and in its log.
        let package = PyModule::import(py, "plumbline")?;
        return package.call_method1("_write_warning", (text,)).map(drop);
    };
    if function_of_c(WARNING).is_some() {
        return hearer
            .call1(py, (PyBytes::new(py, text.as_bytes()),))
            .map(drop);
    }
    hearer.call1(py, (text,)).map(drop)
}
