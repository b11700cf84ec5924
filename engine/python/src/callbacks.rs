//! MuJoCo's global callbacks. The engine's belong to a data; each call looks whether they have
//! changed since the data got its own.

use std::cell::RefCell;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use plumbline::data::callbacks::Callbacks;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

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
    if callback.as_ref().is_some_and(is_c_function) && which != WARNING {
        let text = "a C function wants MuJoCo's own structs: give a Python function";
        return Err(PyTypeError::new_err(text));
    }
    let before = std::mem::replace(
        &mut SET.lock().unwrap_or_else(|e| e.into_inner())[which],
        callback.map(Bound::unbind),
    );
    drop(before);
    GENERATION.fetch_add(1, Ordering::Relaxed);
    Ok(())
}

/// Whether it is a function pointer of ctypes.
fn is_c_function(callback: &Bound<'_, PyAny>) -> bool {
    let has = |name: &str| callback.hasattr(name).unwrap_or(false);
    has("argtypes") && has("restype")
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
        callbacks.set_control(|_, _| drop(call(CONTROL, Argument::None)));
    }
    if is_set(PASSIVE) {
        callbacks.set_passive(|_, _| drop(call(PASSIVE, Argument::None)));
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
        callbacks.set_sensor(|_, _, stage| drop(call(SENSOR, Argument::One(stage as usize))));
    }
    if is_set(FILTER) {
        callbacks.set_contact_filter(|_, _, geom1, geom2| {
            Python::attach(|py| {
                let answer = call(FILTER, Argument::Two(geom1, geom2));
                answer.is_some_and(|answer| answer.is_truthy(py).unwrap_or(false))
            })
        });
    }
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
        time(model.py());
        Call(true)
    }

    /// What a callback raised.
    pub fn end(self, py: Python<'_>) -> PyResult<()> {
        if !self.0 {
            return Ok(());
        }
        time(py);
        RAISED.take().map_or(Ok(()), Err)
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        if self.0 {
            CALLS.with_borrow_mut(Vec::pop);
        }
    }
}

/// Asks the clock, as MuJoCo does around every call that it times.
fn time(py: Python<'_>) {
    let set = SET.lock().unwrap_or_else(|e| e.into_inner());
    let Some(clock) = set[TIME].as_ref().map(|clock| clock.clone_ref(py)) else {
        return;
    };
    drop(set);
    match clock.call0(py) {
        Ok(answer) if answer.extract::<f64>(py).is_ok() => {}
        Ok(_) => raise(PyTypeError::new_err(
            "mjcb_time callback did not return a number",
        )),
        Err(error) => raise(error),
    }
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
    if is_c_function(hearer.bind(py)) {
        return hearer
            .call1(py, (PyBytes::new(py, text.as_bytes()),))
            .map(drop);
    }
    hearer.call1(py, (text,)).map(drop)
}
