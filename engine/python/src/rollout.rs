//! Many trajectories from given states under given controls, on one thread or several.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use plumbline::{Data, Model, State};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::array::{Input, Output};
use crate::callbacks::Call;
use crate::data::MjData;
use crate::errors::{self, FatalError, panic_text};
use crate::memory::Entered;
use crate::model::MjModel;

/// How often a long rollout looks whether the user wants to stop it.
const PATIENCE: Duration = Duration::from_millis(100);

/// What all trajectories share.
struct Plan {
    models: Vec<Py<MjModel>>,
    steps: usize,
    spec: State,
    start: Vec<f64>,
    warmstart: Option<Vec<f64>>,
    control: Option<Vec<f64>>,
    /// Where states and sensor readings go, if they are wanted.
    state: Option<*mut f64>,
    sensors: Option<*mut f64>,
    /// The next trajectory that nobody has begun.
    next: AtomicUsize,
    stopped: AtomicBool,
}

// SAFETY: the arrays and models are kept alive by the call; each trajectory writes its own part.
unsafe impl Sync for Plan {}

/// What went wrong, and where.
enum Trouble {
    Interrupted(PyErr),
    Step {
        trajectory: usize,
        step: usize,
        text: String,
    },
}

impl Plan {
    /// Takes trajectories until there are none left.
    fn work(&self, data: &Py<MjData>, watch: bool) -> Result<(), Trouble> {
        // A callback may call functions with the data.
        data.get().memory.get().take_over();
        let mut looked = Instant::now();
        loop {
            let r = self.next.fetch_add(1, Ordering::Relaxed);
            if r >= self.models.len() || self.stopped.load(Ordering::Relaxed) {
                return Ok(());
            }
            let outcome = self.trajectory(r, data, watch, &mut looked);
            if outcome.is_err() {
                self.stopped.store(true, Ordering::Relaxed);
                return outcome;
            }
        }
    }

    fn trajectory(
        &self,
        r: usize,
        data: &Py<MjData>,
        watch: bool,
        looked: &mut Instant,
    ) -> Result<(), Trouble> {
        let call = Call::note(&self.models[r], data);
        // SAFETY: the call keeps its models alive, and nothing changes them meanwhile; this thread
        // alone works on the data.
        let (model, data) = unsafe {
            (
                self.models[r].get().get(),
                &mut *data.get().memory.get().get(),
            )
        };
        let trouble = |step: usize, text: String| Trouble::Step {
            trajectory: r,
            step,
            text,
        };
        self.begin(r, model, data)
            .map_err(|text| trouble(0, text))?;
        let controls = model.state_size(self.spec);
        let mut step = 0;
        while step < self.steps {
            if data.warning.iter().any(|warning| warning.number > 0) {
                break;
            }
            let place = r * self.steps + step;
            if let Some(control) = &self.control {
                let control = &control[place * controls..][..controls];
                let set = data.set_state_from(model, self.spec, control);
                set.map_err(|error| trouble(step, error.to_string()))?;
            }
            data.step(model)
                .map_err(|error| trouble(step, errors::text(&error)))?;
            if let Some(error) = call.raised() {
                return Err(Trouble::Interrupted(error));
            }
            self.write(place, model, data);
            step += 1;
            if watch && looked.elapsed() > PATIENCE {
                Python::attach(|py| py.check_signals()).map_err(Trouble::Interrupted)?;
                *looked = Instant::now();
            }
            if self.stopped.load(Ordering::Relaxed) {
                return Ok(());
            }
        }
        // After a warning the rest repeats what there is.
        for step in step..self.steps {
            self.write(r * self.steps + step, model, data);
        }
        Ok(())
    }

    /// Sets the start of a trajectory; what controls do not name has its default.
    fn begin(&self, r: usize, model: &Model, data: &mut Data) -> Result<(), String> {
        data.check(model).map_err(|misuse| misuse.to_string())?;
        let given = |part: State| self.spec.contains(part);
        if !given(State::CTRL) {
            data.ctrl.fill(0.0);
        }
        if !given(State::QFRC_APPLIED) {
            data.qfrc_applied.fill(0.0);
        }
        if !given(State::XFRC_APPLIED) {
            data.xfrc_applied.fill([0.0; 6]);
        }
        for (body, &mocap) in model.body_mocapid.iter().enumerate() {
            let Ok(mocap) = usize::try_from(mocap) else {
                continue;
            };
            if !given(State::MOCAP_POS) {
                data.mocap_pos[mocap] = model.body_pos[body];
            }
            if !given(State::MOCAP_QUAT) {
                data.mocap_quat[mocap] = model.body_quat[body];
            }
        }
        if !given(State::EQ_ACTIVE) {
            data.eq_active.copy_from_slice(&model.eq_active0);
        }
        let size = model.state_size(State::FULL_PHYSICS);
        let start = &self.start[r * size..][..size];
        data.set_state_from(model, State::FULL_PHYSICS, start)
            .map_err(|misuse| misuse.to_string())?;
        match &self.warmstart {
            Some(warmstart) => {
                let from = &warmstart[r * model.nv..][..model.nv];
                data.qacc_warmstart.copy_from_slice(from);
            }
            None => data.qacc_warmstart.fill(0.0),
        }
        for warning in &mut data.warning {
            warning.number = 0;
        }
        Ok(())
    }

    /// Writes the outputs of one step.
    fn write(&self, place: usize, model: &Model, data: &Data) {
        if let Some(state) = self.state {
            let size = model.state_size(State::FULL_PHYSICS);
            // SAFETY: the length was compared; no other trajectory has this part.
            let part = unsafe { std::slice::from_raw_parts_mut(state.add(place * size), size) };
            let _ = data.state_into(model, State::FULL_PHYSICS, part);
        }
        if let Some(sensors) = self.sensors {
            let size = model.nsensordata;
            // SAFETY: as above.
            let part = unsafe { std::slice::from_raw_parts_mut(sensors.add(place * size), size) };
            part.copy_from_slice(&data.sensordata);
        }
    }
}

fn require_size(name: &str, found: Option<usize>, expected: usize) -> PyResult<()> {
    match found {
        Some(found) if found != expected => Err(PyValueError::new_err(format!(
            "{name}.size should be {expected}, got {found}"
        ))),
        _ => Ok(()),
    }
}

/// Rolls out trajectories, one for each model of the list; with several data, on as many threads.
#[pyfunction]
#[pyo3(signature = (model, data, nstep, control_spec, state0, warmstart0 = None, control = None,
                    state = None, sensordata = None))]
pub fn rollout(
    py: Python<'_>,
    model: Vec<Bound<'_, MjModel>>,
    data: Vec<Bound<'_, MjData>>,
    nstep: i64,
    control_spec: u32,
    state0: Input,
    warmstart0: Option<Input>,
    control: Option<Input>,
    state: Option<Output>,
    sensordata: Option<Output>,
) -> PyResult<()> {
    let rolls = state0.rows;
    let steps = usize::try_from(nstep).unwrap_or(0);
    if steps == 0 || rolls == 0 {
        return Ok(());
    }
    if model.len() < rolls || data.is_empty() {
        return Err(PyValueError::new_err(
            "a model for each trajectory is needed, and data",
        ));
    }
    let is_twice = |(i, one): (usize, &Bound<'_, MjData>)| data[..i].iter().any(|d| d.is(one));
    if data.iter().enumerate().any(is_twice) {
        return Err(PyValueError::new_err("each thread needs data of its own"));
    }
    let spec = State::from_bits(control_spec)
        .ok_or_else(|| PyValueError::new_err("control_spec names parts that no state has"))?;
    // SAFETY: sizes do not change.
    let first = unsafe { model[0].get().get() };
    let sizes = [
        first.state_size(State::FULL_PHYSICS),
        first.nv,
        first.state_size(spec),
    ];
    let [size, nv, controls] = sizes;
    for other in &model[..rolls] {
        // SAFETY: as above.
        let other = unsafe { other.get().get() };
        let same = [
            other.state_size(State::FULL_PHYSICS),
            other.nv,
            other.state_size(spec),
        ];
        if same != sizes || other.nsensordata != first.nsensordata {
            return Err(PyValueError::new_err("models are not compatible"));
        }
    }
    let len = |input: &Option<Input>| input.as_ref().map(|input| input.values.len());
    require_size("state0", Some(state0.values.len()), rolls * size)?;
    require_size("warmstart0", len(&warmstart0), rolls * nv)?;
    require_size("control", len(&control), rolls * steps * controls)?;
    let out = |output: &Option<Output>| output.as_ref().map(|output| output.len);
    require_size("state", out(&state), rolls * steps * size)?;
    require_size(
        "sensordata",
        out(&sensordata),
        rolls * steps * first.nsensordata,
    )?;

    let entered: Vec<Entered<'_>> = data
        .iter()
        .map(|data| data.get().memory.get().enter_to_change(py))
        .collect::<PyResult<_>>()?;
    let plan = Plan {
        models: model[..rolls].iter().map(|m| m.clone().unbind()).collect(),
        steps,
        spec,
        start: state0.values.into(),
        warmstart: warmstart0.map(|input| input.values.into()),
        control: control.map(|input| input.values.into()),
        state: state.as_ref().map(Output::memory),
        sensors: sensordata.as_ref().map(Output::memory),
        next: AtomicUsize::new(0),
        stopped: AtomicBool::new(false),
    };
    let workers: Vec<Py<MjData>> = data.iter().map(|data| data.clone().unbind()).collect();
    let outcome = py.detach(|| run(&plan, &workers));
    drop(entered);
    outcome.map_err(|trouble| match trouble {
        Trouble::Interrupted(error) => error,
        Trouble::Step {
            trajectory,
            step,
            text,
        } => {
            // MuJoCo's text, and beside it where it happened.
            let error = FatalError::new_err(text);
            let value = error.value(py);
            let noted = value.setattr("trajectory", trajectory);
            noted
                .and_then(|()| value.setattr("step", step))
                .err()
                .unwrap_or(error)
        }
    })
}

/// Each thread works on data of its own, which the call has entered.
fn run(plan: &Plan, workers: &[Py<MjData>]) -> Result<(), Trouble> {
    let work = |data: &Py<MjData>, watch: bool| {
        let work = || plan.work(data, watch);
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
        outcome.unwrap_or_else(|panic| {
            let text = panic_text(&*panic);
            Err(Trouble::Step {
                trajectory: 0,
                step: 0,
                text,
            })
        })
    };
    let Some((own, others)) = workers.split_first() else {
        return Ok(());
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = others
            .iter()
            .map(|data| scope.spawn(move || work(data, false)))
            .collect();
        let mut outcome = work(own, true);
        for other in others {
            let theirs = other.join().unwrap_or(Ok(()));
            outcome = outcome.and(theirs);
        }
        outcome
    })
}
