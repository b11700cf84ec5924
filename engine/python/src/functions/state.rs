//! States, resets, and what changes a model.

use std::convert::Infallible;

use plumbline::spec::{LengthRange, LengthRangeMode};
use plumbline::{Misuse, State};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use super::register;
use crate::array::{Input, Output, require};
use crate::data::{MjData, require_fit, run};
use crate::errors::{Failure, FatalError};
use crate::model::MjModel;

fn components(spec: u32) -> PyResult<State> {
    State::from_bits(spec).ok_or_else(|| {
        let text = format!("mj_stateSize: invalid state spec {spec} >= 2^mjNSTATE");
        FatalError::new_err(text)
    })
}

/// How many numbers the parts of a state have that `spec` names.
#[pyfunction]
fn mj_stateSize(m: &Bound<'_, MjModel>, spec: u32) -> PyResult<usize> {
    // SAFETY: sizes do not change.
    Ok(unsafe { m.get().get() }.state_size(components(spec)?))
}

fn require_size(m: &Bound<'_, MjModel>, spec: State, len: usize) -> PyResult<()> {
    // SAFETY: sizes do not change.
    let size = unsafe { m.get().get() }.state_size(spec);
    require(len == size, "state size should equal mj_stateSize(m, spec)")
}

/// Copies parts of the state to an array.
#[pyfunction]
fn mj_getState(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    state: Output,
    spec: u32,
) -> PyResult<()> {
    let spec = components(spec)?;
    require_size(m, spec, state.len)?;
    // SAFETY: nothing changes the model meanwhile.
    let model = unsafe { m.get().get() };
    let mut values = vec![0.0; state.len];
    let got = d
        .get()
        .read(|data| data.state_into(model, spec, &mut values))?;
    got.map_err(Failure::raise)?;
    state.write(&values)
}

/// Copies an array to parts of the state.
#[pyfunction]
fn mj_setState(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    state: Input,
    spec: u32,
) -> PyResult<()> {
    let spec = components(spec)?;
    require_size(m, spec, state.values.len())?;
    // SAFETY: nothing changes the model meanwhile.
    let model = unsafe { m.get().get() };
    let set = d
        .get()
        .read(|data| data.set_state_from(model, spec, &state.values))?;
    set.map_err(Failure::raise)
}

/// Back to the start.
#[pyfunction]
fn mj_resetData(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>) -> PyResult<()> {
    run(m, d, |model, data| {
        require_fit(model, data)?;
        data.reset(model);
        Ok::<_, PyErr>(())
    })
}

/// Back to the start. Memory that nobody has written cannot be read here, so that the byte to mark it
/// with has no use.
#[pyfunction]
fn mj_resetDataDebug(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    debug_value: u8,
) -> PyResult<()> {
    let _ = debug_value;
    mj_resetData(m, d)
}

/// Back to a keyframe; to the start if there is no such keyframe.
#[pyfunction]
fn mj_resetDataKeyframe(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, key: i32) -> PyResult<()> {
    run(m, d, |model, data| {
        require_fit(model, data)?;
        match usize::try_from(key).ok().filter(|&key| key < model.nkey) {
            Some(key) => data.reset_keyframe(model, key).map_err(Failure::raise)?,
            None => data.reset(model),
        }
        Ok::<_, PyErr>(())
    })
}

/// Makes the current state a keyframe of the model.
#[pyfunction]
fn mj_setKeyframe(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, k: i32) -> PyResult<()> {
    run(m, d, |model, data| {
        if k >= model.nkey as i32 {
            let text = format!(
                "mj_setKeyframe: index must be smaller than {} (keyframes allocated in model)",
                model.nkey
            );
            return Err(FatalError::new_err(text));
        }
        let Ok(key) = usize::try_from(k) else {
            let text = "mj_setKeyframe: keyframe index cannot be negative";
            return Err(FatalError::new_err(text));
        };
        model.set_keyframe(data, key).map_err(Failure::raise)
    })
}

/// Computes what follows from the reference configuration, after a change of the model.
#[pyfunction]
fn mj_setConst(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>) -> PyResult<()> {
    run(m, d, |model, data| {
        require_fit(model, data)?;
        let before: Vec<*const f64> = vec![model.qpos0.as_ptr(), model.body_subtreemass.as_ptr()];
        model.set_const().map_err(Failure::raise)?;
        debug_assert_eq!(
            before,
            [model.qpos0.as_ptr(), model.body_subtreemass.as_ptr()]
        );
        Ok::<_, PyErr>(())
    })
}

/// The mass of everything.
#[pyfunction]
fn mj_getTotalmass(m: &Bound<'_, MjModel>) -> f64 {
    // SAFETY: nothing changes the model meanwhile.
    unsafe { m.get().get() }.total_mass()
}

/// Scales masses and inertias so that everything has this mass.
#[pyfunction]
fn mj_setTotalmass(m: &Bound<'_, MjModel>, newmass: f64) {
    // SAFETY: Python's lock is held, and no reference to the model exists.
    unsafe { &mut *m.get().memory.get().get() }.set_total_mass(newmass);
}

/// Finds the range of lengths of an actuator.
#[pyfunction]
fn mj_setLengthRange(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    index: i32,
    opt: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let number = |name: &str| opt.getattr(name)?.extract::<f64>();
    let flag = |name: &str| Ok::<_, PyErr>(opt.getattr(name)?.extract::<i32>()? != 0);
    let options = LengthRange {
        mode: match opt.getattr("mode")?.extract::<i32>()? {
            0 => LengthRangeMode::None,
            1 => LengthRangeMode::Muscle,
            2 => LengthRangeMode::MuscleUser,
            3 => LengthRangeMode::All,
            other => return Err(PyTypeError::new_err(format!("no mjtLRMode is {other}"))),
        },
        useexisting: flag("useexisting")?,
        uselimit: flag("uselimit")?,
        accel: number("accel")?,
        maxforce: number("maxforce")?,
        timeconst: number("timeconst")?,
        timestep: number("timestep")?,
        inttotal: number("inttotal")?,
        interval: number("interval")?,
        tolrange: number("tolrange")?,
    };
    run(m, d, move |model, data| {
        let actuator = crate::data::index(index, "actuator", model.nu)?;
        let found = model.set_length_range(data, actuator, &options);
        found.map_err(|error| FatalError::new_err(error.to_string()))
    })
}

/// New positions after velocities have acted for a time.
#[pyfunction]
fn mj_integratePos(m: &Bound<'_, MjModel>, qpos: Output, qvel: Input, dt: f64) -> PyResult<()> {
    // SAFETY: nothing changes the model meanwhile.
    let model = unsafe { m.get().get() };
    require(qpos.len == model.nq, "qpos should be of size nq")?;
    require(qvel.values.len() == model.nv, "qvel should be of size nv")?;
    let moved = qpos.change(|qpos| model.integrate_pos(qpos, &qvel.values, dt))?;
    moved.map_err(Failure::raise)
}

/// The velocity that leads from one position to another in a time.
#[pyfunction]
fn mj_differentiatePos(
    m: &Bound<'_, MjModel>,
    qvel: Output,
    dt: f64,
    qpos1: Input,
    qpos2: Input,
) -> PyResult<()> {
    // SAFETY: nothing changes the model meanwhile.
    let model = unsafe { m.get().get() };
    require(qvel.len == model.nv, "qvel should be of size nv")?;
    require(qpos1.values.len() == model.nq, "qpos1 should be of size nq")?;
    require(qpos2.values.len() == model.nq, "qpos2 should be of size nq")?;
    let found: Result<(), Misuse> =
        qvel.change(|qvel| model.differentiate_pos(qvel, dt, &qpos1.values, &qpos2.values))?;
    found.map_err(Failure::raise)
}

/// Normalises the quaternions among positions.
#[pyfunction]
fn mj_normalizeQuat(m: &Bound<'_, MjModel>, qpos: Output) -> PyResult<()> {
    // SAFETY: nothing changes the model meanwhile.
    let model = unsafe { m.get().get() };
    require(qpos.len == model.nq, "qpos should be of size nq")?;
    qpos.change(|qpos| model.normalize_quat(qpos))?
        .map_err(Failure::raise)
}

/// Takes away all callbacks.
#[pyfunction]
fn mj_resetCallbacks() -> PyResult<()> {
    for name in crate::callbacks::NAMES {
        crate::callbacks::set_callback(name, None)?;
    }
    Ok::<_, Infallible>(()).map_err(Failure::raise)
}

register! {
    mj_stateSize mj_getState mj_setState mj_resetData mj_resetDataDebug mj_resetDataKeyframe
    mj_setKeyframe mj_setConst mj_getTotalmass mj_setTotalmass mj_setLengthRange mj_integratePos
    mj_differentiatePos mj_normalizeQuat mj_resetCallbacks
}
