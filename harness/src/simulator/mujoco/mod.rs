//! MuJoCo itself, in the version that the library has, through the C shim.

mod arcs;
mod library;
mod staged;

use std::path::Path;
use std::sync::Arc;

use library::{CallError, Extent, FieldEntry, ShimLibrary};

use super::call::{Call, Called, Output, unknown};
use super::noise;
use super::{Ability, Action, Failure, Identity, Loaded, ModelSource, Simulator};
use crate::hash;
use crate::measure::{Spent, measured_load, measured_run};
use crate::snapshot::{Assignment, Elem, FieldDescription, Side, Slot, Snapshot};

/// MuJoCo in this process.
#[derive(Debug)]
pub struct Mujoco {
    library: ShimLibrary,
    identity: Identity,
    fields: Arc<Vec<FieldDescription>>,
    extents: Vec<Extent>,
    /// By the last load or run.
    spent: Spent,
    /// What the arena is filled with before each computation.
    fill: Option<u8>,
}

/// The version whose unwritten memory is known field by field (`compare/mask.rs`). In others it is
/// told apart by what it was filled with.
pub(super) const MASKED: &str = "3.2.6";

impl Mujoco {
    /// `fill` is a byte that the arena holds before each computation.
    pub fn open(
        library: &Path,
        shim: &Path,
        plugins: Option<&Path>,
        fill: u8,
    ) -> Result<Mujoco, Failure> {
        let unavailable = |message| Failure::Unavailable { message };
        let sha256 = hash::file(library)
            .map_err(|error| unavailable(format!("cannot read {}: {error}", library.display())))?;
        let opened = ShimLibrary::open(library, shim).map_err(unavailable)?;
        if let Some(directory) = plugins {
            opened.load_plugins(directory).map_err(raised)?;
        }
        let version = opened.version();
        let fill = (version != MASKED).then_some(fill);
        let identity = Identity {
            kind: format!("mujoco@{version}"),
            version,
            sha256: Some(sha256),
            precision: None,
        };
        Ok(Mujoco {
            library: opened,
            identity,
            fields: Arc::default(),
            extents: Vec::new(),
            spent: Spent::default(),
            fill,
        })
    }

    /// A field of the data, most likely from `start` on.
    fn data_field(&self, name: &str, start: usize) -> Option<usize> {
        let is = |field: &FieldDescription| field.side == Side::Data && field.name == name;
        let (before, after) = self.fields.split_at(start);
        let further = after.iter().position(is).map(|at| start + at);
        further.or_else(|| before.iter().position(is))
    }

    fn assign(&mut self, assignment: &Assignment) -> Result<(), Failure> {
        let Assignment { field, values } = assignment;
        let index = FieldDescription::settable(&self.fields, field);
        let index = index.ok_or_else(|| Failure::Error {
            message: format!("there is no field {field:?} to set"),
        })?;
        let extent = self.extents[index];
        let expected = extent.rows * extent.cols;
        if values.len() != expected {
            return Err(Failure::Error {
                message: format!(
                    "{field} has {expected} elements, {} were given",
                    values.len()
                ),
            });
        }
        let bytes = self.fields[index]
            .elem
            .encode(values)
            .ok_or_else(|| Failure::Error {
                message: format!("{field} takes integers only, in the range of its type"),
            })?;
        self.library
            .write(index, &bytes)
            .map_err(|_| Failure::Unable {
                what: format!("{field} cannot be set"),
            })
    }

    /// Calls one of MuJoCo's functions.
    fn call_function(&mut self, call: &Call) -> Called {
        let mut outputs = Vec::new();
        let (made, spent) = measured_run(|| {
            self.library.call(call, |name, elem, bytes| {
                let elem = Elem::parse(&elem).unwrap_or(Elem::U8);
                outputs.push(Output { name, elem, bytes });
            })
        });
        self.spent = spent;
        self.library.take_warnings();
        made.map_err(|error| match error {
            CallError::Misused => unknown(&call.function),
            other => raised(other),
        })?;
        Ok(outputs)
    }
}

impl Simulator for Mujoco {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn load(&mut self, source: &ModelSource) -> Result<Loaded, Failure> {
        self.fields = Arc::default();
        self.library.take_warnings();
        self.library.unload();
        let (loaded, spent) = measured_load(|| self.library.load(source));
        self.spent = spent;
        loaded.map_err(refused)?;
        let fields: Result<Vec<_>, _> = self.library.entries().iter().map(describe).collect();
        self.fields = Arc::new(fields?);
        let mut loaded = Loaded::able(&self.fields, self.library.keyframes());
        loaded.abilities.push(Ability::Stages);
        if self.library.can_call() {
            loaded.abilities.push(Ability::Call);
        }
        Ok(Loaded {
            warnings: self.library.take_warnings(),
            ..loaded
        })
    }

    fn reset(&mut self, keyframe: Option<usize>) -> Result<(), Failure> {
        self.library.reset(keyframe).map_err(|error| match error {
            CallError::Misused => Failure::Error {
                message: format!(
                    "no keyframe {}: the model has {}",
                    keyframe.unwrap_or(0),
                    self.library.keyframes()
                ),
            },
            other => raised(other),
        })
    }

    fn poison(&mut self, fields: &[String]) -> Result<(), Failure> {
        // Where fields are must be known before the first counter is overwritten.
        self.library.extents(&mut self.extents);
        // Names come in the order of the fields.
        let mut start = 0;
        for name in fields {
            if let Some(index) = self.data_field(name, start) {
                start = index;
                self.library.poison(index).map_err(|_| Failure::Unable {
                    what: format!("{name} cannot be poisoned"),
                })?;
            }
        }
        Ok(())
    }

    fn set(&mut self, values: &[Assignment]) -> Result<(), Failure> {
        self.library.extents(&mut self.extents);
        values.iter().try_for_each(|value| self.assign(value))
    }

    fn run(&mut self, action: Action) -> Result<Vec<String>, Failure> {
        if let (Some(fill), false) = (self.fill, action == Action::SetConst) {
            self.library.fill(fill);
        }
        let (outcome, spent) = measured_run(|| match action {
            Action::Forward => self.library.forward(),
            Action::Step { count } => self.library.step(count),
            Action::Inverse => self.library.inverse(),
            Action::SetConst => self.library.set_const(),
        });
        self.spent = spent;
        outcome.map_err(raised)?;
        Ok(self.library.take_warnings())
    }

    fn call(&mut self, call: &Call) -> Called {
        if call.function == noise::STAGED {
            return self.staged(call);
        }
        self.call_function(call)
    }

    fn spent(&mut self) -> Result<Spent, Failure> {
        Ok(self.spent)
    }

    fn read(&mut self, fields: &[usize], snapshot: &mut Snapshot) -> Result<(), Failure> {
        self.library.extents(&mut self.extents);
        snapshot.descriptions = Arc::clone(&self.fields);
        snapshot.bytes.clear();
        snapshot.slots.truncate(fields.len());
        for (position, &field) in fields.iter().enumerate() {
            let (Some(&extent), Some(description)) =
                (self.extents.get(field), self.fields.get(field))
            else {
                return Err(Failure::Error {
                    message: format!("there is no field with index {field}"),
                });
            };
            let start = snapshot.bytes.len();
            let len = extent.bytes();
            snapshot.bytes.resize(start + len, 0);
            self.library
                .read(field, &mut snapshot.bytes[start..])
                .map_err(raised)?;
            if position == snapshot.slots.len() {
                snapshot.slots.push(Slot::default());
            }
            let slot = &mut snapshot.slots[position];
            (slot.field, slot.start, slot.len) = (field, start, len);
            slot.absent = false;
            slot.shape.clear();
            slot.shape.extend(
                [extent.rows, extent.cols]
                    .iter()
                    .take(description.dims.len()),
            );
        }
        Ok(())
    }
}

/// A field in the harness's terms: members of structs get the struct's name, header spellings
/// become plain sizes.
fn describe(entry: &FieldEntry) -> Result<FieldDescription, Failure> {
    let name = match entry.group.as_str() {
        "opt" | "stat" | "contact" | "warning" | "solver" => {
            format!("{}.{}", entry.group, entry.name)
        }
        _ => entry.name.clone(),
    };
    let elem = Elem::parse(&entry.elem).ok_or_else(|| Failure::Error {
        message: format!("{name} has the unknown type {:?}", entry.elem),
    })?;
    let mut dims = Vec::new();
    if !entry.rows.is_empty() {
        dims.push(plain_dim(&entry.rows, entry.extent.rows));
        if entry.cols != "1" {
            dims.push(plain_dim(&entry.cols, entry.extent.cols));
        }
    }
    Ok(FieldDescription {
        side: if entry.side == "model" {
            Side::Model
        } else {
            Side::Data
        },
        group: entry.group.clone(),
        name,
        elem,
        dims,
    })
}

/// `MJ_M(nv)` is `nv`; a constant of the headers is its value.
fn plain_dim(symbol: &str, value: usize) -> String {
    if symbol.starts_with("mjN") || symbol.starts_with("mjMAX") {
        return value.to_string();
    }
    let mut plain = symbol.replace(' ', "");
    for wrapper in ["MJ_M(", "MJ_D("] {
        if let Some(rest) = plain.strip_prefix(wrapper) {
            plain = rest.replacen(')', "", 1);
        }
    }
    plain
}

/// MuJoCo reports a failed allocation like any other error; it is the memory limit at work.
fn exhausted(message: &str) -> bool {
    let message = message.to_lowercase();
    message.contains("could not allocate") || message.contains("failed to allocate")
}

fn out_of_memory() -> Failure {
    let limit = rustix::process::getrlimit(rustix::process::Resource::As).current;
    Failure::OutOfMemory {
        limit_mib: limit.unwrap_or(u64::MAX) >> 20,
    }
}

fn refused(error: CallError) -> Failure {
    match error {
        CallError::Rejected(message) | CallError::Raised(message) if exhausted(&message) => {
            out_of_memory()
        }
        CallError::Rejected(message) | CallError::Raised(message) => {
            Failure::rejected(message.trim_end())
        }
        CallError::Misused => raised(CallError::Misused),
    }
}

fn raised(error: CallError) -> Failure {
    match error {
        CallError::Rejected(message) | CallError::Raised(message) if exhausted(&message) => {
            out_of_memory()
        }
        CallError::Rejected(message) | CallError::Raised(message) => Failure::Error { message },
        CallError::Misused => Failure::Error {
            message: "no model is loaded".to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_of_the_headers_become_plain_sizes() {
        assert_eq!(plain_dim("nbody", 7), "nbody");
        assert_eq!(plain_dim("MJ_M(nv)", 7), "nv");
        assert_eq!(plain_dim("MJ_M(nmocap)*3", 0), "nmocap*3");
        assert_eq!(plain_dim("MJ_D(nefc)", 0), "nefc");
        assert_eq!(plain_dim("mjNREF", 2), "2");
    }
}
