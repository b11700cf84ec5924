//! Many worlds of one model, advanced side by side on several threads.
//!
//! Each world has data of its own. A program sees them through bound arrays, one row for each world:
//! before an action the rows of what a program sets go to the worlds, afterwards all rows come back.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use plumbline::internal::fields::Stage;
use plumbline::{Data, Model};
use pyo3::exceptions::{PyIndexError, PyKeyError, PyValueError};
use pyo3::prelude::*;

use crate::array::Output;
use crate::callbacks;
use crate::data::MjData;
use crate::errors::{self, FatalError, panic_text};
use crate::memory::{Entered, Place};
use crate::model::MjModel;

/// A field whose rows lie in an array of the program.
struct Binding {
    field: usize,
    /// Whether it goes to the worlds before an action.
    is_input: bool,
    rows: Output<u8>,
}

// SAFETY: the array is kept alive; actions on different worlds touch different rows.
unsafe impl Send for Binding {}
// SAFETY: as above.
unsafe impl Sync for Binding {}

impl Binding {
    fn row(&self, world: usize, place: &Place) -> *mut u8 {
        // SAFETY: `bind` has compared the length of the array.
        unsafe { self.rows.memory().add(world * place.len) }
    }

    /// From the array to the world.
    fn set(&self, world: usize, place: &Place) {
        // SAFETY: both places have this many bytes, and lie in different memory.
        unsafe { std::ptr::copy_nonoverlapping(self.row(world, place), place.start, place.len) };
    }

    /// From the world to the array.
    fn get(&self, world: usize, place: &Place) {
        // SAFETY: as above.
        unsafe { std::ptr::copy_nonoverlapping(place.start, self.row(world, place), place.len) };
    }
}

/// What is done with each world.
#[derive(Clone, Copy)]
enum Action {
    Step {
        times: usize,
        /// Whether forces between bodies follow, as environments want them.
        post_constraint: bool,
    },
    Forward,
    Reset(Option<usize>),
    SetConst,
}

#[derive(Default)]
struct Bindings {
    data: Vec<Binding>,
    model: Vec<Binding>,
}

/// The worlds.
#[pyclass(frozen, module = "plumbline._core")]
pub struct BatchCore {
    /// One for all worlds, or one for each.
    models: Mutex<Vec<Py<MjModel>>>,
    datas: Vec<Py<MjData>>,
    bindings: Mutex<Bindings>,
}

/// A world while it is worked on.
struct World {
    id: usize,
    model: *mut Model,
    data: *mut Data,
    model_places: *const [Place],
    data_places: *const [Place],
}
// SAFETY: the call has entered the data; only one thread takes a world.
unsafe impl Sync for World {}

impl World {
    fn work(&self, action: Action, bindings: &Bindings) -> Result<(), String> {
        // SAFETY: the call keeps the memory of both alive.
        let (model_places, data_places) = unsafe { (&*self.model_places, &*self.data_places) };
        for binding in &bindings.model {
            binding.set(self.id, &model_places[binding.field]);
        }
        if !matches!(action, Action::Reset(_)) {
            for binding in bindings.data.iter().filter(|binding| binding.is_input) {
                binding.set(self.id, &data_places[binding.field]);
            }
        }
        let outcome = self.act(action);
        for binding in &bindings.data {
            binding.get(self.id, &data_places[binding.field]);
        }
        if matches!(action, Action::SetConst) {
            for binding in &bindings.model {
                binding.get(self.id, &model_places[binding.field]);
            }
        }
        outcome
    }

    fn act(&self, action: Action) -> Result<(), String> {
        // SAFETY: as above; a model that worlds share is only read.
        let (model, data) = unsafe { (&*self.model, &mut *self.data) };
        let act = || match action {
            Action::Step {
                times,
                post_constraint,
            } => (0..times)
                .try_for_each(|_| data.step(model))
                .and_then(|()| match post_constraint {
                    true => data.rne_post_constraint(model),
                    false => Ok(()),
                })
                .map_err(|error| errors::text(&error)),
            Action::Forward => data.forward(model).map_err(|error| errors::text(&error)),
            Action::Reset(None) => {
                data.reset(model);
                Ok(())
            }
            Action::Reset(Some(key)) => data
                .reset_keyframe(model, key)
                .map_err(|misuse| misuse.to_string()),
            // SAFETY: each world has a model of its own then.
            Action::SetConst => unsafe { &mut *self.model }
                .set_const()
                .map_err(|misuse| misuse.to_string()),
        };
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(act));
        outcome.unwrap_or_else(|panic| Err(panic_text(&*panic)))
    }
}

impl BatchCore {
    fn run(
        &self,
        py: Python<'_>,
        ids: Vec<usize>,
        action: Action,
        threads: usize,
    ) -> PyResult<Vec<(usize, String)>> {
        if callbacks::any() {
            return Err(FatalError::new_err("callbacks are not called in a batch"));
        }
        let models = self.models.lock().unwrap_or_else(|e| e.into_inner());
        let mut seen = vec![false; self.datas.len()];
        let mut entered: Vec<Entered<'_>> = Vec::with_capacity(ids.len());
        let mut worlds = Vec::with_capacity(ids.len());
        for id in ids {
            let data = self.datas.get(id);
            let data =
                data.ok_or_else(|| PyIndexError::new_err(format!("there is no world {id}")))?;
            if std::mem::replace(&mut seen[id], true) {
                return Err(PyValueError::new_err(format!("world {id} is named twice")));
            }
            let memory = data.get().memory.get();
            entered.push(memory.enter_to_change(py)?);
            let model = &models[if models.len() == 1 { 0 } else { id }];
            let model = model.get().memory.get();
            worlds.push(World {
                id,
                model: model.get(),
                data: memory.get(),
                model_places: &raw const *model.arrays,
                data_places: &raw const *memory.fields,
            });
        }
        let bindings = self.bindings.lock().unwrap_or_else(|e| e.into_inner());
        let (worlds, bindings) = (&worlds[..], &*bindings);
        let failures = py.detach(|| share(worlds, action, bindings, threads));
        callbacks::raised().map_or(Ok(failures), Err)
    }
}

/// Divides worlds among threads; the failures, in the order of worlds.
fn share(
    worlds: &[World],
    action: Action,
    bindings: &Bindings,
    threads: usize,
) -> Vec<(usize, String)> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut failures = Vec::new();
        while let Some(world) = worlds.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(text) = world.work(action, bindings) {
                failures.push((world.id, text));
            }
        }
        failures
    };
    let mut failures = std::thread::scope(|scope| {
        let helpers = threads.min(worlds.len()).saturating_sub(1);
        let others: Vec<_> = (0..helpers).map(|_| scope.spawn(work)).collect();
        let mut failures = work();
        for other in others {
            failures.extend(other.join().unwrap_or_default());
        }
        failures
    });
    failures.sort();
    failures
}

fn find(places: &[Place], name: &str) -> PyResult<usize> {
    let found = places.iter().position(|place| place.info.name == name);
    found.ok_or_else(|| PyKeyError::new_err(format!("no field of fixed size is called {name}")))
}

fn require_room(rows: &Output<u8>, place: &Place, worlds: usize) -> PyResult<()> {
    if rows.len == worlds * place.len {
        return Ok(());
    }
    Err(PyValueError::new_err(
        "the array has not a row for each world",
    ))
}

#[pymethods]
impl BatchCore {
    #[new]
    fn new(py: Python<'_>, model: Py<MjModel>, count: usize) -> PyResult<BatchCore> {
        // SAFETY: nothing changes the model meanwhile.
        let first = Data::new(unsafe { model.get().get() });
        let data = |_| Py::new(py, MjData::wrap(py, model.clone_ref(py), first.clone())?);
        let datas = (0..count).map(data).collect::<PyResult<_>>()?;
        Ok(BatchCore {
            models: Mutex::new(vec![model]),
            datas,
            bindings: Mutex::default(),
        })
    }

    /// The data of a world.
    fn data(&self, py: Python<'_>, world: usize) -> PyResult<Py<MjData>> {
        let data = self.datas.get(world);
        let data =
            data.ok_or_else(|| PyIndexError::new_err(format!("there is no world {world}")))?;
        Ok(data.clone_ref(py))
    }

    /// The model of a world.
    fn model(&self, py: Python<'_>, world: usize) -> PyResult<Py<MjModel>> {
        let models = self.models.lock().unwrap_or_else(|e| e.into_inner());
        let model = models.get(if models.len() == 1 { 0 } else { world });
        let model =
            model.ok_or_else(|| PyIndexError::new_err(format!("there is no world {world}")))?;
        Ok(model.clone_ref(py))
    }

    /// Binds the bytes of an array to a field of the data, and fills it.
    fn bind(&self, name: &str, rows: Output<u8>) -> PyResult<()> {
        let Some(first) = self.datas.first() else {
            return Ok(());
        };
        let places = &first.get().memory.get().fields;
        let field = find(places, name)?;
        require_room(&rows, &places[field], self.datas.len())?;
        let is_input = matches!(
            places[field].info.stage,
            Some(Stage::Input | Stage::Integrate)
        );
        let binding = Binding {
            field,
            is_input,
            rows,
        };
        for (world, data) in self.datas.iter().enumerate() {
            binding.get(world, &data.get().memory.get().fields[field]);
        }
        let mut bindings = self.bindings.lock().unwrap_or_else(|e| e.into_inner());
        bindings.data.push(binding);
        Ok(())
    }

    /// Gives each world a model of its own, binds the bytes of an array to a field of them, and
    /// fills it.
    fn expand(&self, py: Python<'_>, name: &str, rows: Output<u8>) -> PyResult<()> {
        let mut models = self.models.lock().unwrap_or_else(|e| e.into_inner());
        let field = find(&models[0].get().memory.get().arrays, name)?;
        let place = &models[0].get().memory.get().arrays[field];
        require_room(&rows, place, self.datas.len())?;
        if models.len() == 1 && self.datas.len() > 1 {
            // SAFETY: nothing changes the model while it is copied.
            let first = unsafe { models[0].get().get() }.clone();
            let copy = |_| Py::new(py, MjModel::wrap(py, first.clone())?);
            let copies = (0..self.datas.len()).map(copy).collect::<PyResult<_>>()?;
            *models = copies;
        }
        let binding = Binding {
            field,
            is_input: true,
            rows,
        };
        for (world, model) in models.iter().enumerate() {
            binding.get(world, &model.get().memory.get().arrays[field]);
        }
        let mut bindings = self.bindings.lock().unwrap_or_else(|e| e.into_inner());
        bindings.model.push(binding);
        Ok(())
    }

    fn step(
        &self,
        py: Python<'_>,
        ids: Vec<usize>,
        nstep: usize,
        post_constraint: bool,
        threads: usize,
    ) -> PyResult<Vec<(usize, String)>> {
        let action = Action::Step {
            times: nstep,
            post_constraint,
        };
        self.run(py, ids, action, threads)
    }

    fn forward(
        &self,
        py: Python<'_>,
        ids: Vec<usize>,
        threads: usize,
    ) -> PyResult<Vec<(usize, String)>> {
        self.run(py, ids, Action::Forward, threads)
    }

    fn reset(
        &self,
        py: Python<'_>,
        ids: Vec<usize>,
        keyframe: i64,
        threads: usize,
    ) -> PyResult<Vec<(usize, String)>> {
        self.run(
            py,
            ids,
            Action::Reset(usize::try_from(keyframe).ok()),
            threads,
        )
    }

    fn set_const(
        &self,
        py: Python<'_>,
        ids: Vec<usize>,
        threads: usize,
    ) -> PyResult<Vec<(usize, String)>> {
        let models = self.models.lock().unwrap_or_else(|e| e.into_inner()).len();
        if models != self.datas.len() {
            let text = "worlds share one model: expand a field first, or call mj_setConst";
            return Err(PyValueError::new_err(text));
        }
        self.run(py, ids, Action::SetConst, threads)
    }
}
