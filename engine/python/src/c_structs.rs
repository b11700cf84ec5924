//! MuJoCo's C structs `mjModel` and `mjData`, for callbacks that are functions of C.
//!
//! Their pointers show the memory of our model and data. Numbers that lie in the structs themselves
//! are copied in before each call; those that a callback may set are copied back after it. The order
//! of members is that of the engine's tables but for a few; each lies where C's rules of alignment
//! put it.

mod order;
mod records;
mod writer;

use std::ffi::c_void;

use plumbline::Data;
use plumbline::data::{NTIMER, TimerStat};
use plumbline::model::Visual;
use pyo3::prelude::*;

use crate::fields::size_of;
use crate::memory::{DataMemory, ModelMemory, Place};
use writer::Writer;

/// Sizes that are `size_t`; the others are `int`.
const WIDE: [&str; 2] = ["narena", "nbuffer"];
/// What `mjData` begins with, up to its first pointer. A name is a field of the table.
const HEADER: &[Member] = {
    use Member::{Field, Room, Solver, Timers, Warning};
    &[
        Room("narena", 8, 8),
        Room("nbuffer", 8, 8),
        Field("nplugin"),
        Field("pstack"),
        Field("pbase"),
        Field("parena"),
        Field("maxuse_stack"),
        Room("maxuse_threadstack", 8, 8 * 128),
        Field("maxuse_arena"),
        Field("maxuse_con"),
        Field("maxuse_efc"),
        Solver,
        Field("solver_nisland"),
        Field("solver_niter"),
        Field("solver_nnz"),
        Field("solver_fwdinv"),
        Warning,
        Timers,
        Field("ncon"),
        Field("ne"),
        Field("nf"),
        Field("nl"),
        Field("nefc"),
        Field("nJ"),
        Field("nisland"),
        Field("time"),
        Field("energy"),
    ]
};
/// The iterations that `mjData` has room for: 200 for each of 20 islands.
const SOLVER_ROOM: usize = 20 * 200;

/// A part of the header of `mjData`.
enum Member {
    Field(&'static str),
    /// Something that the engine does not have: its name, its alignment, its size.
    Room(&'static str, usize, usize),
    Solver,
    Warning,
    Timers,
}

/// A number that is copied between our memory and the struct.
struct Copied {
    ours: *mut u8,
    theirs: usize,
    len: usize,
    comes_back: bool,
}

/// `mjModel` over a model.
struct ModelStruct {
    /// The model, which the pointers show.
    owner: Py<ModelMemory>,
    memory: Writer,
    opt: usize,
    vis: usize,
    stat: usize,
}

impl ModelStruct {
    fn new(owner: Py<ModelMemory>) -> ModelStruct {
        let model = owner.get();
        let mut memory = Writer::default();
        for &(name, size) in &model.sizes {
            if WIDE.contains(&name) {
                memory.put(8, &size.to_ne_bytes());
            } else {
                memory.put(4, &(size as i32).to_ne_bytes());
            }
        }
        let opt = memory.room(8, records::of_opt().size);
        let vis = memory.room(4, std::mem::size_of::<Visual>());
        let stat = memory.room(8, records::of_stat().size);
        memory.pointer(std::ptr::null_mut());
        for name in order::of(model.arrays.iter().map(|place| place.info.name)) {
            let place = model.arrays.iter().find(|place| place.info.name == name);
            memory.pointer(place.map_or(std::ptr::null_mut(), |place| place.start));
        }
        ModelStruct {
            owner,
            memory,
            opt,
            vis,
            stat,
        }
    }

    /// Copies the settings, which a program may have changed.
    fn renew(&mut self) -> *mut c_void {
        let model = self.owner.get().get();
        let start = self.memory.start();
        // SAFETY: the settings lie in the model, and the struct has room for them.
        unsafe {
            let opt = (&raw const (*model).opt).cast::<u8>();
            records::of_opt().copy_out(opt, start.add(self.opt));
            let stat = (&raw const (*model).stat).cast::<u8>();
            records::of_stat().copy_out(stat, start.add(self.stat));
            let vis = (&raw const (*model).vis).cast::<u8>();
            std::ptr::copy_nonoverlapping(vis, start.add(self.vis), std::mem::size_of::<Visual>());
        }
        start.cast()
    }
}

/// `mjData` over data, and the `mjModel` of the running call.
pub struct Structs {
    model: ModelStruct,
    memory: Writer,
    copied: Vec<Copied>,
    solver: usize,
    warning: usize,
    timer: usize,
    contact: usize,
    /// Arrays of the arena, and where their pointers lie.
    arena: Vec<(&'static str, usize)>,
    contacts: Vec<u64>,
}

impl Structs {
    pub fn new(model: &Py<ModelMemory>, data: &DataMemory) -> Structs {
        let owner = Python::attach(|py| model.clone_ref(py));
        let mut structs = Structs {
            model: ModelStruct::new(owner),
            memory: Writer::default(),
            copied: Vec::new(),
            solver: 0,
            warning: 0,
            timer: 0,
            contact: 0,
            arena: Vec::new(),
            contacts: Vec::new(),
        };
        structs.write_header(data);
        structs.memory.pointer(std::ptr::null_mut());
        structs.memory.pointer(std::ptr::null_mut());
        for name in order::of(Data::BUFFER.iter().map(|info| info.name)) {
            let place = data.field(name);
            let start = place.map_or(std::ptr::null_mut(), |place| place.start);
            structs.memory.pointer(start);
        }
        structs.contact = structs.memory.pointer(std::ptr::null_mut());
        for name in order::of(Data::ARENA.iter().map(|info| info.name)) {
            let at = structs.memory.pointer(std::ptr::null_mut());
            structs.arena.push((name, at));
        }
        structs.memory.pointer(std::ptr::null_mut());
        structs
    }

    fn write_header(&mut self, data: &DataMemory) {
        for member in HEADER {
            match *member {
                Member::Room(name, align, size) => {
                    let at = self.memory.room(align, size);
                    if WIDE.contains(&name) {
                        let value = self.model.owner.get().size(name);
                        self.memory.set(at, &value.to_ne_bytes());
                    }
                }
                Member::Solver => {
                    let record = records::of_solver();
                    self.solver = self.memory.room(8, SOLVER_ROOM * record.size);
                }
                Member::Warning => {
                    let count = plumbline::model::NWARNING;
                    self.warning = self.memory.room(4, count * records::of_warning().size);
                }
                Member::Timers => {
                    self.timer = self
                        .memory
                        .room(8, NTIMER * std::mem::size_of::<TimerStat>());
                }
                Member::Field(name) => {
                    if let Some(place) = data.field(name) {
                        self.copy_field(place);
                    }
                }
            }
        }
    }

    fn copy_field(&mut self, place: &Place) {
        self.copied.push(Copied {
            ours: place.start,
            theirs: self.memory.room(size_of(place.info.elem), place.len),
            len: place.len,
            comes_back: matches!(place.info.name, "time" | "energy"),
        });
    }

    /// Whether the model is the one that the structs were made for.
    pub fn shows(&self, model: &Py<ModelMemory>) -> bool {
        self.model.owner.as_ptr() == model.as_ptr()
    }

    /// Brings the structs up to date: pointers to model and data, for a call.
    pub fn renew(&mut self, data: &mut Data) -> (*mut c_void, *mut c_void) {
        let start = self.memory.start();
        // SAFETY: both sides have this many bytes, here and below.
        unsafe {
            for copied in &self.copied {
                let theirs = start.add(copied.theirs);
                std::ptr::copy_nonoverlapping(copied.ours, theirs, copied.len);
            }
            let iterations = &data.solver[..data.solver.len().min(SOLVER_ROOM)];
            records::of_solver().copy_all_out(iterations, start.add(self.solver));
            records::of_warning().copy_all_out(&data.warning, start.add(self.warning));
        }
        for (i, timer) in data.timer.iter().enumerate() {
            let at = self.timer + i * std::mem::size_of::<TimerStat>();
            let number = at + std::mem::offset_of!(TimerStat, number);
            self.memory.set(at, &timer.duration.to_ne_bytes());
            self.memory.set(number, &timer.number.to_ne_bytes());
        }
        let record = records::of_contact();
        let words = (data.contact.len() * record.size).div_ceil(8);
        self.contacts.resize(words, 0);
        // SAFETY: as above.
        unsafe { record.copy_all_out(&data.contact, self.contacts.as_mut_ptr().cast()) };
        self.memory
            .set_pointer(self.contact, pointer_to(&mut self.contacts));
        for &(name, at) in &self.arena {
            let array = data.bytes_mut(name).unwrap_or_default();
            self.memory.set_pointer(at, pointer_to(array));
        }
        (self.model.renew(), start.cast())
    }

    /// Takes what a callback may have set.
    pub fn take_back(&mut self, data: &mut Data) {
        let start = self.memory.start();
        // SAFETY: as in `renew`.
        unsafe {
            for copied in self.copied.iter().filter(|copied| copied.comes_back) {
                let theirs = start.add(copied.theirs);
                std::ptr::copy_nonoverlapping(theirs, copied.ours, copied.len);
            }
            records::of_warning().copy_all_in(&mut data.warning, start.add(self.warning));
            let contacts = self.contacts.as_ptr().cast::<u8>();
            records::of_contact().copy_all_in(&mut data.contact, contacts);
        }
    }
}

/// Null for an array of nothing, as in MuJoCo.
fn pointer_to<T>(array: &mut [T]) -> *mut u8 {
    if array.is_empty() {
        std::ptr::null_mut()
    } else {
        array.as_mut_ptr().cast()
    }
}
