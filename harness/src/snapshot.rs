//! Field values as they were read from a simulator: one buffer of bytes, and where each field is in
//! it.

use std::fmt;
use std::sync::Arc;

use serde::de::IntoDeserializer;
use serde::de::value::StrDeserializer;
use serde::{Deserialize, Serialize};

/// What scratch memory is filled with before a computation, by two simulators that are compared.
/// What still holds these bytes afterwards was not written; a value that depends on which of them
/// it was is computed from what nobody wrote.
pub const FILLS: [u8; 2] = [0xa5, 0xb5];

/// Whether a field belongs to the model or to the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    Model,
    Data,
}

impl Side {
    pub fn other(self) -> Side {
        match self {
            Side::Model => Side::Data,
            Side::Data => Side::Model,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Model => "model",
            Side::Data => "data",
        })
    }
}

/// Element type of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Elem {
    F64,
    F32,
    I32,
    I64,
    U8,
    Char,
    U64,
}

impl Elem {
    pub fn size(self) -> usize {
        match self {
            Elem::F64 | Elem::I64 | Elem::U64 => 8,
            Elem::F32 | Elem::I32 => 4,
            Elem::U8 | Elem::Char => 1,
        }
    }

    /// The type with this name, as it stands in JSON.
    pub fn parse(name: &str) -> Option<Elem> {
        let name: StrDeserializer<'_, serde::de::value::Error> = name.into_deserializer();
        Elem::deserialize(name).ok()
    }

    /// The values as little-endian elements of this type; `None` if an integer type cannot hold one
    /// of them exactly.
    pub fn encode(self, values: &[f64]) -> Option<Vec<u8>> {
        let mut bytes = Vec::with_capacity(values.len() * self.size());
        for &value in values {
            match self {
                Elem::F64 => bytes.extend_from_slice(&value.to_le_bytes()),
                Elem::F32 => bytes.extend_from_slice(&(value as f32).to_le_bytes()),
                Elem::I32 => {
                    bytes.extend_from_slice(&exact(value, value as i32, f64::from)?.to_le_bytes());
                }
                Elem::I64 => {
                    bytes.extend_from_slice(
                        &exact(value, value as i64, |i| i as f64)?.to_le_bytes(),
                    );
                }
                Elem::U64 => {
                    bytes.extend_from_slice(
                        &exact(value, value as u64, |i| i as f64)?.to_le_bytes(),
                    );
                }
                Elem::U8 | Elem::Char => bytes.push(exact(value, value as u8, f64::from)?),
            }
        }
        Some(bytes)
    }
}

fn exact<I: Copy>(value: f64, integer: I, back: impl Fn(I) -> f64) -> Option<I> {
    (back(integer) == value).then_some(integer)
}

/// A field as a simulator describes it. The position in the simulator's list is the field's index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldDescription {
    pub side: Side,
    /// `sizes`, `opt`, `stat`, `model`, `data`, `arena`, `scalar`, `vector`, `contact`, `warning`,
    /// `solver`.
    pub group: String,
    /// MuJoCo's name; `opt.`, `stat.`, `contact.`, `warning.` and `solver.` stand before members of
    /// those structs.
    pub name: String,
    #[serde(rename = "type")]
    pub elem: Elem,
    /// Symbolic dimensions, e.g. `["nbody", "3"]`; empty for a scalar.
    pub dims: Vec<String>,
}

impl FieldDescription {
    /// Whether the harness may set it: what a state consists of, the physics options, and every
    /// array of the model.
    pub fn is_settable(&self) -> bool {
        self.side == Side::Data || matches!(self.group.as_str(), "opt" | "stat" | "model")
    }

    /// The field with this name that can be set. Data and model have one name in common: there the
    /// data, which is listed last, is meant.
    pub fn settable(fields: &[FieldDescription], name: &str) -> Option<usize> {
        let named = |field: &FieldDescription| field.is_settable() && field.name == name;
        fields.iter().rposition(named)
    }
}

/// Values for one field of the data, flat. Integers are sent as exact floats.
#[derive(Clone, Debug, PartialEq)]
pub struct Assignment {
    pub field: String,
    pub values: Vec<f64>,
}

/// One field inside a [`Snapshot`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Slot {
    /// Index into the simulator's field descriptions.
    pub field: usize,
    pub shape: Vec<usize>,
    /// Where the field's bytes are in the snapshot's buffer.
    pub start: usize,
    pub len: usize,
    /// The simulator has no value for the field in this state, though it has in others.
    pub absent: bool,
}

/// The values of a set of fields at one moment.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    pub descriptions: Arc<Vec<FieldDescription>>,
    pub slots: Vec<Slot>,
    /// Little-endian elements, row by row.
    pub bytes: Vec<u8>,
}

/// A field of a snapshot, borrowed.
#[derive(Clone, Copy, Debug)]
pub struct FieldView<'a> {
    pub description: &'a FieldDescription,
    pub shape: &'a [usize],
    pub bytes: &'a [u8],
}

impl Snapshot {
    pub fn iter(&self) -> impl Iterator<Item = FieldView<'_>> {
        let present = self.slots.iter().filter(|slot| !slot.absent);
        present.map(|slot| self.view(slot))
    }

    pub fn get(&self, side: Side, name: &str) -> Option<FieldView<'_>> {
        self.iter()
            .find(|view| view.description.side == side && view.description.name == name)
    }

    /// The field in slot `index`, in the order in which the fields were asked for.
    pub fn at(&self, index: usize) -> Option<FieldView<'_>> {
        let slot = self.slots.get(index).filter(|slot| !slot.absent);
        slot.map(|slot| self.view(slot))
    }

    /// Adds a field, by its index among the descriptions.
    pub fn push(&mut self, field: usize, shape: Vec<usize>, bytes: &[u8]) {
        self.slots.push(Slot {
            field,
            shape,
            start: self.bytes.len(),
            len: bytes.len(),
            absent: false,
        });
        self.bytes.extend_from_slice(bytes);
    }

    /// Keeps the fields in these slots, in this order.
    pub fn keep(&mut self, slots: &[usize]) {
        self.slots = slots
            .iter()
            .filter_map(|&at| self.slots.get(at).cloned())
            .collect();
    }

    fn view<'a>(&'a self, slot: &'a Slot) -> FieldView<'a> {
        FieldView {
            description: &self.descriptions[slot.field],
            shape: &slot.shape,
            bytes: &self.bytes[slot.start..slot.start + slot.len],
        }
    }
}

impl FieldView<'_> {
    /// The elements as `f64`, whatever their type.
    pub fn numbers(&self) -> Vec<f64> {
        match self.description.elem {
            Elem::F32 => self
                .bytes
                .chunks_exact(4)
                .map(|b| f32::from_le_bytes(b.try_into().expect("4 bytes")).into())
                .collect(),
            _ => match self.integers() {
                Some(integers) => integers.into_iter().map(|i| i as f64).collect(),
                None => self.f64s().unwrap_or_default(),
            },
        }
    }

    /// The elements as `f64`; `None` if the field has another type.
    pub fn f64s(&self) -> Option<Vec<f64>> {
        (self.description.elem == Elem::F64).then(|| {
            self.bytes
                .chunks_exact(8)
                .map(|b| f64::from_le_bytes(b.try_into().expect("8 bytes")))
                .collect()
        })
    }

    /// The elements as integers; `None` for floats.
    pub fn integers(&self) -> Option<Vec<i64>> {
        let bytes = self.bytes;
        Some(match self.description.elem {
            Elem::F64 | Elem::F32 => return None,
            Elem::I32 => bytes
                .chunks_exact(4)
                .map(|b| i32::from_le_bytes(b.try_into().expect("4 bytes")).into())
                .collect(),
            Elem::I64 | Elem::U64 => bytes
                .chunks_exact(8)
                .map(|b| i64::from_le_bytes(b.try_into().expect("8 bytes")))
                .collect(),
            Elem::U8 | Elem::Char => bytes.iter().map(|&b| b.into()).collect(),
        })
    }
}
