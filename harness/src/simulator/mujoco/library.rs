//! The boundary to the C shim: the only unsafe code of the harness. Everything that leaves this
//! module is a Rust value.

#![allow(unsafe_code)]

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use crate::simulator::ModelSource;
use crate::simulator::call::Call;
use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_LOCAL, RTLD_NOW, Symbol};

/// `pl_field` of the shim.
#[repr(C)]
#[derive(Clone, Copy)]
struct RawField {
    side: *const c_char,
    group: *const c_char,
    name: *const c_char,
    elem: *const c_char,
    rows: *const c_char,
    cols: *const c_char,
    row_count: u64,
    col_count: u64,
    element_size: u64,
    stride: u64,
    base: *mut c_char,
}

/// `pl_result` of the shim.
#[repr(C)]
#[derive(Clone, Copy)]
struct RawResult {
    name: *const c_char,
    elem: *const c_char,
    _count: u64,
    size: u64,
    at: *const c_char,
}

/// What the shim says of a field, with symbols as the headers spell them.
#[derive(Clone, Debug)]
pub(crate) struct FieldEntry {
    pub(crate) side: String,
    pub(crate) group: String,
    pub(crate) name: String,
    pub(crate) elem: String,
    pub(crate) rows: String,
    pub(crate) cols: String,
    pub(crate) extent: Extent,
}

/// A field's current size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    pub(crate) element_size: usize,
}

impl Extent {
    pub(crate) fn bytes(self) -> usize {
        self.rows * self.cols * self.element_size
    }
}

/// How a call into MuJoCo ended, if not well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CallError {
    /// MuJoCo refused the model.
    Rejected(String),
    /// MuJoCo's error handler was called.
    Raised(String),
    /// The shim refused the call: no such field, or a wrong length.
    Misused,
}

/// MuJoCo and the shim, loaded. The shim holds one session in static memory: there must be only one
/// of these in a process, and as it is neither `Send` nor cloned, all calls come from one thread.
pub(crate) struct ShimLibrary {
    entry: Entry,
    // Last, so that the code outlives the pointers into it.
    _shim: Library,
    _mujoco: Library,
}

impl std::fmt::Debug for ShimLibrary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ShimLibrary")
    }
}

macro_rules! entry_points {
    ($($name:ident: fn($($argument:ty),*) $(-> $result:ty)?;)*) => {
        struct Entry { $($name: unsafe extern "C" fn($($argument),*) $(-> $result)?,)* }

        impl Entry {
            /// # Safety
            /// The library must be the shim, whose functions have these signatures.
            unsafe fn find(library: &Library) -> Result<Entry, libloading::Error> {
                $(
                    // SAFETY: the caller vouches for the signatures.
                    let $name: Symbol<unsafe extern "C" fn($($argument),*) $(-> $result)?> =
                        unsafe { library.get(concat!(stringify!($name), "\0").as_bytes())? };
                )*
                Ok(Entry { $($name: *$name,)* })
            }
        }
    };
}

entry_points! {
    pl_start: fn();
    pl_version: fn() -> *const c_char;
    pl_library_matches_headers: fn() -> c_int;
    pl_message: fn() -> *const c_char;
    pl_warnings: fn() -> *const c_char;
    pl_clear_warnings: fn();
    pl_load_plugins: fn(*const c_char) -> c_int;
    pl_unload: fn();
    pl_load: fn(*const c_char) -> c_int;
    pl_add_file: fn(*const c_char, *const c_void, c_int) -> c_int;
    pl_keyframes: fn() -> c_int;
    pl_reset: fn() -> c_int;
    pl_reset_keyframe: fn(c_int) -> c_int;
    pl_forward: fn() -> c_int;
    pl_inverse: fn() -> c_int;
    pl_step: fn(u64) -> c_int;
    pl_set_const: fn() -> c_int;
    pl_fill: fn(c_int);
    pl_fields: fn(*mut usize) -> *const RawField;
    pl_read: fn(usize, *mut c_char, usize) -> c_int;
    pl_write: fn(usize, *const c_char, usize) -> c_int;
    pl_replace: fn(usize, *const c_char, usize) -> c_int;
    pl_poison: fn(usize) -> c_int;
    pl_can_call: fn() -> c_int;
    pl_clear_arguments: fn();
    pl_add_argument: fn(*const f64, usize) -> c_int;
    pl_call: fn(*const c_char) -> c_int;
    pl_results: fn(*mut usize) -> *const RawResult;
}

/// Too small for any entry. With size 0, 3.3.7 loses its cache and follows a null pointer at the
/// first mesh.
const NO_ROOM: usize = 1;

/// MuJoCo keeps decoded images and parsed meshes from one load to the next: every load is to be the
/// first one. Versions without such a cache have nothing to turn off.
fn disable_cache(mujoco: &Library) {
    type Cache = *mut std::ffi::c_void;
    let names: [[&[u8]; 2]; 2] = [
        [b"mj_globalCache\0", b"mj_setCacheSize\0"],
        [b"mj_getCache\0", b"mj_setCacheCapacity\0"],
    ];
    for [find, resize] in names {
        // SAFETY: both functions have had these signatures since they exist; a result of the second
        // is not looked at.
        unsafe {
            let find = mujoco.get::<unsafe extern "C" fn() -> Cache>(find);
            let resize = mujoco.get::<unsafe extern "C" fn(Cache, usize)>(resize);
            if let (Ok(find), Ok(resize)) = (find, resize) {
                resize(find(), NO_ROOM);
            }
        }
    }
}

impl ShimLibrary {
    pub(crate) fn open(library: &Path, shim: &Path) -> Result<ShimLibrary, String> {
        let load = |path: &Path, flags| {
            // SAFETY: the initialisers of MuJoCo and of the shim have no preconditions.
            unsafe { Library::open(Some(path), RTLD_NOW | flags) }
                .map_err(|error| format!("cannot load {}: {error}", path.display()))
        };
        // The shim finds MuJoCo's functions among the global symbols, so one shim file works for
        // every location of the library.
        let mujoco = load(library, RTLD_GLOBAL)?;
        disable_cache(&mujoco);
        let shim = load(shim, RTLD_LOCAL)?;
        // SAFETY: the file was compiled from the shim that belongs to this program.
        let entry = unsafe { Entry::find(&shim) }.map_err(|error| error.to_string())?;
        // SAFETY: no preconditions.
        let matches = unsafe {
            (entry.pl_start)();
            (entry.pl_library_matches_headers)()
        };
        if matches == 0 {
            return Err(format!(
                "{} is of another version than the headers it came with",
                library.display()
            ));
        }
        Ok(ShimLibrary {
            entry,
            _shim: shim,
            _mujoco: mujoco,
        })
    }

    pub(crate) fn version(&self) -> String {
        // SAFETY: returns a string constant.
        text(unsafe { (self.entry.pl_version)() })
    }

    pub(crate) fn load_plugins(&self, directory: &Path) -> Result<(), CallError> {
        let directory = c_path(directory)?;
        // SAFETY: the string lives through the call.
        self.outcome(unsafe { (self.entry.pl_load_plugins)(directory.as_ptr()) })
    }

    /// Frees the model and its data, if there is one.
    pub(crate) fn unload(&self) {
        // SAFETY: no preconditions.
        unsafe { (self.entry.pl_unload)() }
    }

    pub(crate) fn load(&self, source: &ModelSource) -> Result<(), CallError> {
        for file in &*source.files {
            let name = c_path(Path::new(&file.name))?;
            let size = c_int::try_from(file.bytes.len()).map_err(|_| CallError::Misused)?;
            let bytes = file.bytes.as_ptr().cast();
            // SAFETY: the shim copies the name and as many bytes as there are.
            self.outcome(unsafe { (self.entry.pl_add_file)(name.as_ptr(), bytes, size) })?;
        }
        let path = c_path(&source.path)?;
        // SAFETY: the string lives through the call.
        self.outcome(unsafe { (self.entry.pl_load)(path.as_ptr()) })
    }

    pub(crate) fn keyframes(&self) -> usize {
        // SAFETY: no preconditions.
        usize::try_from(unsafe { (self.entry.pl_keyframes)() }).unwrap_or(0)
    }

    pub(crate) fn reset(&self, keyframe: Option<usize>) -> Result<(), CallError> {
        let code = match keyframe {
            // SAFETY: no preconditions; the shim answers PL_MISUSED without a model.
            None => unsafe { (self.entry.pl_reset)() },
            Some(key) => {
                let key = c_int::try_from(key).map_err(|_| CallError::Misused)?;
                // SAFETY: the shim checks the range.
                unsafe { (self.entry.pl_reset_keyframe)(key) }
            }
        };
        self.outcome(code)
    }

    pub(crate) fn forward(&self) -> Result<(), CallError> {
        // SAFETY: no preconditions; the shim answers PL_MISUSED without a model.
        self.outcome(unsafe { (self.entry.pl_forward)() })
    }

    pub(crate) fn inverse(&self) -> Result<(), CallError> {
        // SAFETY: as above.
        self.outcome(unsafe { (self.entry.pl_inverse)() })
    }

    pub(crate) fn set_const(&self) -> Result<(), CallError> {
        // SAFETY: as above.
        self.outcome(unsafe { (self.entry.pl_set_const)() })
    }

    pub(crate) fn step(&self, count: u64) -> Result<(), CallError> {
        // SAFETY: as above.
        self.outcome(unsafe { (self.entry.pl_step)(count) })
    }

    /// Warnings since the last call.
    pub(crate) fn take_warnings(&self) -> Vec<String> {
        // SAFETY: the buffer is only written by calls from this thread, and copied before the next.
        let all = text(unsafe { (self.entry.pl_warnings)() });
        // SAFETY: no preconditions.
        unsafe { (self.entry.pl_clear_warnings)() };
        all.lines().map(str::to_owned).collect()
    }

    /// Looks up where every field is now; `read`, `write` and `poison` use what was found last.
    fn refresh(&self) -> &[RawField] {
        let mut length = 0;
        // SAFETY: the table is static memory of the shim, rewritten by the next refresh only. Its
        // callers in this module copy what they need before they return.
        unsafe {
            let table = (self.entry.pl_fields)(&mut length);
            std::slice::from_raw_parts(table, length)
        }
    }

    /// Sizes of all fields, into a reused buffer.
    pub(crate) fn extents(&self, into: &mut Vec<Extent>) {
        into.clear();
        into.extend(self.refresh().iter().map(extent));
    }

    pub(crate) fn entries(&self) -> Vec<FieldEntry> {
        let entry = |field: &RawField| FieldEntry {
            side: text(field.side),
            group: text(field.group),
            name: text(field.name),
            elem: text(field.elem),
            rows: text(field.rows),
            cols: text(field.cols),
            extent: extent(field),
        };
        self.refresh().iter().map(entry).collect()
    }

    pub(crate) fn read(&self, index: usize, to: &mut [u8]) -> Result<(), CallError> {
        // SAFETY: the shim writes exactly `to.len()` bytes or nothing.
        self.outcome(unsafe { (self.entry.pl_read)(index, to.as_mut_ptr().cast(), to.len()) })
    }

    pub(crate) fn write(&self, index: usize, from: &[u8]) -> Result<(), CallError> {
        // SAFETY: the shim reads exactly `from.len()` bytes or nothing.
        self.outcome(unsafe { (self.entry.pl_write)(index, from.as_ptr().cast(), from.len()) })
    }

    /// Replaces what a stage has computed.
    pub(crate) fn replace(&self, index: usize, from: &[u8]) -> Result<(), CallError> {
        // SAFETY: the shim reads exactly `from.len()` bytes or nothing.
        self.outcome(unsafe { (self.entry.pl_replace)(index, from.as_ptr().cast(), from.len()) })
    }

    /// Fills the memory in which the next computation puts what has no place of its own.
    pub(crate) fn fill(&self, byte: u8) {
        // SAFETY: the shim stays within the arena, and does nothing without data.
        unsafe { (self.entry.pl_fill)(byte.into()) }
    }

    pub(crate) fn poison(&self, index: usize) -> Result<(), CallError> {
        // SAFETY: the shim checks the index and writes within the field.
        self.outcome(unsafe { (self.entry.pl_poison)(index) })
    }

    /// Whether functions can be called by their names: the shim knows the signatures of one version.
    pub(crate) fn can_call(&self) -> bool {
        // SAFETY: no preconditions.
        unsafe { (self.entry.pl_can_call)() != 0 }
    }

    /// Calls a function; `take` gets the name, type and bytes of each result.
    pub(crate) fn call(
        &self,
        call: &Call,
        mut take: impl FnMut(String, String, Vec<u8>),
    ) -> Result<(), CallError> {
        let name = c_path(Path::new(&call.function))?;
        // SAFETY: no preconditions.
        unsafe { (self.entry.pl_clear_arguments)() };
        for values in &call.arguments {
            // SAFETY: the values live through the call below, and the shim reads no more of them.
            self.outcome(unsafe { (self.entry.pl_add_argument)(values.as_ptr(), values.len()) })?;
        }
        // SAFETY: the shim checks the name and the number of values of each argument.
        self.outcome(unsafe { (self.entry.pl_call)(name.as_ptr()) })?;
        let mut length = 0;
        // SAFETY: the table and what it points to stay until the next call and are copied here.
        unsafe {
            let table = (self.entry.pl_results)(&mut length);
            for result in std::slice::from_raw_parts(table, length) {
                let bytes = std::slice::from_raw_parts(result.at.cast(), result.size as usize);
                take(text(result.name), text(result.elem), bytes.to_vec());
            }
        }
        Ok(())
    }

    fn outcome(&self, code: c_int) -> Result<(), CallError> {
        // SAFETY: the buffer is only written by calls from this thread, and copied here.
        let message = || text(unsafe { (self.entry.pl_message)() });
        match code {
            0 => Ok(()),
            1 => Err(CallError::Rejected(message())),
            2 => Err(CallError::Raised(message())),
            _ => Err(CallError::Misused),
        }
    }
}

fn extent(field: &RawField) -> Extent {
    Extent {
        rows: field.row_count as usize,
        cols: field.col_count as usize,
        element_size: field.element_size as usize,
    }
}

fn c_path(path: &Path) -> Result<CString, CallError> {
    CString::new(path.as_os_str().as_bytes())
        .map_err(|_| CallError::Rejected(format!("{path:?} contains a zero byte")))
}

/// Copies a string of the shim.
fn text(pointer: *const c_char) -> String {
    if pointer.is_null() {
        return String::new();
    }
    // SAFETY: all strings of the shim are terminated and live at least until the next call.
    unsafe { CStr::from_ptr(pointer) }
        .to_string_lossy()
        .into_owned()
}
