//! What owns models and data. Arrays refer to these objects, not to `MjModel` and `MjData`, so that
//! an array lives as long as it is used and nothing refers to itself in a circle.

use std::any::Any;
use std::cell::UnsafeCell;
use std::ffi::c_void;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use plumbline::internal::fields::{Elem, FieldInfo};
use plumbline::{Data, Model};
use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::array;
use crate::c_structs::Structs;
use crate::callbacks;
use crate::errors::FatalError;

/// Where the numbers of a field lie.
pub struct Place {
    pub info: &'static FieldInfo,
    pub start: *mut u8,
    pub len: usize,
    pub shape: Vec<usize>,
}

impl Place {
    fn new(info: &'static FieldInfo, bytes: &mut [u8], sizes: &[(&str, i64)]) -> Place {
        Place {
            info,
            start: bytes.as_mut_ptr(),
            len: bytes.len(),
            shape: shape(info, |name| size(sizes, name)),
        }
    }

    /// An array that shows the field, and keeps its owner alive.
    pub fn view<'py>(&self, owner: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = owner.py();
        if self.info.elem == Elem::Char && self.info.name != "plugin_attr" {
            // SAFETY: the place belongs to its owner.
            let bytes = unsafe { std::slice::from_raw_parts(self.start, self.len) };
            return Ok(PyBytes::new(py, bytes).into_any());
        }
        // SAFETY: arrays have the lengths that the sizes of their model ask for, and do not move.
        unsafe { array::view(self.info.elem, &self.shape, self.start, owner) }
    }
}

/// The actual dimensions of a field, from sizes by their names.
pub fn shape(info: &FieldInfo, size: impl Fn(&str) -> usize) -> Vec<usize> {
    let dims = info.dims.iter().flatten();
    dims.map(|dim| dim.size.map_or(1, &size) * dim.factor)
        .collect()
}

/// A size by its name.
fn size(sizes: &[(&str, i64)], name: &str) -> usize {
    let found = sizes.iter().find(|(known, _)| *known == name);
    found.map_or(0, |&(_, size)| usize::try_from(size).unwrap_or(0))
}

/// Owns a model.
#[pyclass(frozen, module = "plumbline._core")]
pub struct ModelMemory {
    model: Box<UnsafeCell<Model>>,
    /// The arrays, in table order.
    pub arrays: Vec<Place>,
    /// The sizes, in table order.
    pub sizes: Vec<(&'static str, i64)>,
}

// SAFETY: threads read one model side by side, as in MuJoCo; a program that changes numbers of a
// model while another thread steps with it gets either number. No call changes where arrays lie.
unsafe impl Send for ModelMemory {}
// SAFETY: as above.
unsafe impl Sync for ModelMemory {}

impl ModelMemory {
    pub fn new(model: Model) -> ModelMemory {
        let model = Box::new(UnsafeCell::new(model));
        // SAFETY: nobody else knows of the model yet.
        let inner = unsafe { &mut *model.get() };
        let sizes = inner.sizes();
        let sizes: Vec<_> = sizes.map(|(info, value)| (info.name, value)).collect();
        let mut infos = Model::ARRAYS.iter();
        let mut arrays = Vec::with_capacity(Model::ARRAYS.len());
        inner.each_array_mut(|bytes| {
            if let Some(info) = infos.next() {
                arrays.push(Place::new(info, bytes, &sizes));
            }
        });
        ModelMemory {
            model,
            arrays,
            sizes,
        }
    }

    pub fn get(&self) -> *mut Model {
        self.model.get()
    }

    /// A size by its name.
    pub fn size(&self, name: &str) -> usize {
        size(&self.sizes, name)
    }
}

#[pymethods]
impl ModelMemory {
    /// A new array that shows a field.
    fn view<'py>(slf: &Bound<'py, ModelMemory>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        view(slf.as_any(), &slf.get().arrays, name)
    }
}

fn view<'py>(
    owner: &Bound<'py, PyAny>,
    places: &[Place],
    name: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let place = places.iter().find(|place| place.info.name == name);
    let place = place.ok_or_else(|| PyAttributeError::new_err(name.to_owned()))?;
    place.view(owner)
}

/// Keeps an array of the arena for those who still look at it after the data has moved on.
#[pyclass(frozen, module = "plumbline._core")]
pub struct Lease {
    name: &'static str,
    /// The array itself, once the data has another.
    kept: Mutex<Option<Box<dyn Any + Send>>>,
}

/// Owns data.
#[pyclass(frozen, module = "plumbline._core")]
pub struct DataMemory {
    data: Box<UnsafeCell<Data>>,
    /// Scalars, vectors and arrays whose size depends on the model, in table order.
    pub fields: Vec<Place>,
    /// The thread that works on the data, 0 for none.
    holder: AtomicU64,
    /// How many calls of that thread are under way: a callback may call functions. That thread alone
    /// changes it.
    depth: AtomicUsize,
    /// Arrays of the arena that somebody may look at.
    leases: Mutex<Vec<Py<Lease>>>,
    /// Whether there may be any: a step need not look into the list.
    has_leases: AtomicBool,
    /// Which callbacks the data has.
    callbacks: AtomicU64,
    /// The data as C sees it, once a callback of C was called.
    structs: Mutex<Option<Box<Structs>>>,
}

// SAFETY: `enter` lets one thread at a time work on the data. Arrays are seen from all threads, as in
// MuJoCo: who reads while another thread steps gets old or new numbers.
unsafe impl Send for DataMemory {}
// SAFETY: as above.
unsafe impl Sync for DataMemory {}

/// A number that no other running thread has.
fn this_thread() -> u64 {
    thread_local!(static MARK: u8 = const { 0 });
    MARK.with(|mark| std::ptr::from_ref(mark) as u64)
}

impl DataMemory {
    pub fn new(data: Data, model: &ModelMemory) -> DataMemory {
        let data = Box::new(UnsafeCell::new(data));
        let mut fields = Vec::new();
        // SAFETY: nobody else knows of the data yet.
        unsafe { &mut *data.get() }.each_field_mut(|info, bytes| {
            fields.push(Place::new(info, bytes, &model.sizes));
        });
        DataMemory {
            data,
            fields,
            holder: AtomicU64::new(0),
            depth: AtomicUsize::new(0),
            leases: Mutex::default(),
            has_leases: AtomicBool::new(false),
            callbacks: AtomicU64::new(0),
            structs: Mutex::default(),
        }
    }

    pub fn get(&self) -> *mut Data {
        self.data.get()
    }

    /// A scalar, vector or array of fixed size by its name.
    pub fn field(&self, name: &str) -> Option<&Place> {
        self.fields.iter().find(|place| place.info.name == name)
    }

    /// Calls a function of C with `mjModel` and `mjData`. The caller has entered.
    pub fn call_c<R>(
        &self,
        model: &Py<ModelMemory>,
        function: impl FnOnce(*const c_void, *mut c_void) -> R,
    ) -> R {
        // Taken out for the time of the call: the function may get here again.
        let kept = self
            .structs
            .lock()
            .unwrap_or_else(|e| e.into_inner())
            .take();
        let kept = kept.filter(|structs| structs.shows(model));
        let mut structs = kept.unwrap_or_else(|| Box::new(Structs::new(model, self)));
        // SAFETY: this thread works on the data, and the callback that this is gives it to nobody.
        let (model, data) = structs.renew(unsafe { &mut *self.get() });
        let answer = function(model, data);
        // SAFETY: as above.
        structs.take_back(unsafe { &mut *self.get() });
        *self.structs.lock().unwrap_or_else(|e| e.into_inner()) = Some(structs);
        answer
    }

    /// Takes the data for this thread, until what is returned is dropped.
    pub fn enter(&self) -> PyResult<Entered<'_>> {
        let me = this_thread();
        let before = self
            .holder
            .compare_exchange(0, me, Ordering::Acquire, Ordering::Relaxed);
        match before {
            Ok(_) => {}
            Err(holder) if holder == me => {}
            Err(_) => {
                return Err(FatalError::new_err(
                    "another thread works on this MjData: each thread needs one of its own",
                ));
            }
        }
        self.depth
            .store(self.depth.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
        Ok(Entered(self))
    }

    /// Takes the data over from the thread that has entered it and waits for this one.
    pub fn take_over(&self) {
        self.holder.store(this_thread(), Ordering::Relaxed);
    }

    /// The same for a call that may change arrays of the arena: those that somebody looks at stay
    /// with them, and the data gets copies.
    pub fn enter_to_change(&self, py: Python<'_>) -> PyResult<Entered<'_>> {
        let entered = self.enter()?;
        if self.has_leases.load(Ordering::Relaxed) {
            self.has_leases.store(false, Ordering::Relaxed);
            self.detach(py);
        }
        let generation = callbacks::generation();
        if self.callbacks.load(Ordering::Relaxed) != generation {
            self.callbacks.store(generation, Ordering::Relaxed);
            // SAFETY: as above.
            callbacks::install(unsafe { &mut (*self.get()).callbacks });
        }
        Ok(entered)
    }

    /// Leaves arrays of the arena to those who look at them.
    fn detach(&self, _py: Python<'_>) {
        let mut leases = self.leases.lock().unwrap_or_else(|e| e.into_inner());
        for lease in leases.drain(..) {
            // Another reference means that an array still has it as its base.
            // SAFETY: the lease is alive, and Python's lock is held.
            if unsafe { pyo3::ffi::Py_REFCNT(lease.as_ptr()) } > 1 {
                let lease = lease.get();
                // SAFETY: the caller has entered, or nobody else is left.
                let array = unsafe { &mut *self.get() }.detach(lease.name);
                *lease.kept.lock().unwrap_or_else(|e| e.into_inner()) = array;
            }
        }
    }

    /// A reason for the array of this name to stay where it is.
    pub fn lease<'py>(
        slf: &Bound<'py, DataMemory>,
        name: &'static str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut leases = slf.get().leases.lock().unwrap_or_else(|e| e.into_inner());
        let known = leases.iter().find(|lease| lease.get().name == name);
        if let Some(lease) = known {
            return Ok(lease.bind(slf.py()).clone().into_any());
        }
        let lease = Lease {
            name,
            kept: Mutex::new(None),
        };
        let lease = Bound::new(slf.py(), lease)?;
        leases.push(lease.clone().unbind());
        slf.get().has_leases.store(true, Ordering::Relaxed);
        Ok(lease.into_any())
    }
}

#[pymethods]
impl DataMemory {
    /// A new array that shows a field.
    fn view<'py>(slf: &Bound<'py, DataMemory>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        view(slf.as_any(), &slf.get().fields, name)
    }
}

impl Drop for DataMemory {
    fn drop(&mut self) {
        Python::attach(|py| self.detach(py));
    }
}

/// That this thread works on some data.
pub struct Entered<'a>(&'a DataMemory);

impl Drop for Entered<'_> {
    fn drop(&mut self) {
        let depth = self.0.depth.load(Ordering::Relaxed) - 1;
        self.0.depth.store(depth, Ordering::Relaxed);
        if depth == 0 {
            self.0.holder.store(0, Ordering::Release);
        }
    }
}
