//! The messages, and what their bodies hold. `docs/protocol.md` describes them for other programs.

use serde::{Deserialize, Serialize};

use crate::simulator::{Action, Assignment, Failure, Loaded};
use crate::snapshot::{FieldDescription, Slot, Snapshot};

/// Version of the protocol; both sides must agree.
pub const PROTOCOL: u32 = 1;

/// What the harness asks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "do")]
pub enum Request {
    Hello {
        protocol: u32,
    },
    Load {
        path: String,
    },
    Reset {
        keyframe: Option<usize>,
    },
    /// Body: indices of fields.
    Poison,
    /// Body: assignments.
    Set,
    Run {
        action: Action,
    },
    /// Body: indices of fields.
    Read,
}

/// What the simulator answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// To `hello`.
    Identity {
        version: String,
        #[serde(default)]
        sha256: Option<String>,
    },
    /// To `load`.
    Loaded(Loaded),
    /// To everything else; the body of the answer to `read` holds values.
    Done {
        #[serde(default)]
        warnings: Vec<String>,
    },
    Failed(Failure),
}

/// Reads little-endian numbers from the front of a body.
struct Cursor<'a> {
    rest: &'a [u8],
    length: usize,
}

impl<'a> Cursor<'a> {
    fn new(body: &'a [u8]) -> Cursor<'a> {
        Cursor {
            rest: body,
            length: body.len(),
        }
    }

    fn position(&self) -> usize {
        self.length - self.rest.len()
    }

    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (head, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(head)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, rest) = self.rest.split_first_chunk()?;
        self.rest = rest;
        Some(*head)
    }

    fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }
}

/// Field indices as `u32`.
pub fn encode_indices(indices: impl IntoIterator<Item = usize>, body: &mut Vec<u8>) {
    body.clear();
    for index in indices {
        body.extend_from_slice(&(index as u32).to_le_bytes());
    }
}

pub fn decode_indices(body: &[u8], fields: usize) -> Result<Vec<usize>, Failure> {
    let indices: Vec<usize> = body
        .chunks(4)
        .map(|chunk| {
            chunk
                .try_into()
                .map_or(usize::MAX, |b| u32::from_le_bytes(b) as usize)
        })
        .collect();
    match indices.iter().find(|&&index| index >= fields) {
        Some(index) => Err(violation(format!(
            "field index {index} where there are {fields} fields"
        ))),
        None => Ok(indices),
    }
}

/// For each assignment: `u32` field index, `u64` count, the values as `f64`.
pub fn encode_assignments(
    fields: &[FieldDescription],
    values: &[Assignment],
    body: &mut Vec<u8>,
) -> Result<(), Failure> {
    body.clear();
    for assignment in values {
        let index = fields
            .iter()
            .position(|field| {
                field.side == crate::snapshot::Side::Data && field.name == assignment.field
            })
            .ok_or_else(|| Failure::Error {
                message: format!("there is no data field {:?} to set", assignment.field),
            })?;
        body.extend_from_slice(&(index as u32).to_le_bytes());
        body.extend_from_slice(&(assignment.values.len() as u64).to_le_bytes());
        for value in &assignment.values {
            body.extend_from_slice(&value.to_le_bytes());
        }
    }
    Ok(())
}

pub fn decode_assignments(
    fields: &[FieldDescription],
    body: &[u8],
) -> Result<Vec<Assignment>, Failure> {
    let mut cursor = Cursor::new(body);
    let mut assignments = Vec::new();
    while !cursor.rest.is_empty() {
        assignments.push(
            decode_assignment(fields, &mut cursor).ok_or_else(|| {
                violation(format!("assignment {} is malformed", assignments.len()))
            })?,
        );
    }
    Ok(assignments)
}

fn decode_assignment(fields: &[FieldDescription], cursor: &mut Cursor) -> Option<Assignment> {
    let field = fields.get(cursor.u32()? as usize)?.name.clone();
    let count = usize::try_from(cursor.u64()?).ok()?;
    let values = cursor
        .take(count.checked_mul(8)?)?
        .chunks_exact(8)
        .filter_map(|chunk| Some(f64::from_le_bytes(chunk.try_into().ok()?)))
        .collect();
    Some(Assignment { field, values })
}

/// For each field: `u32` index, `u32` rank, the dimensions as `u64`, the elements row by row.
pub fn encode_snapshot(snapshot: &Snapshot, body: &mut Vec<u8>) {
    body.clear();
    for slot in &snapshot.slots {
        body.extend_from_slice(&(slot.field as u32).to_le_bytes());
        body.extend_from_slice(&(slot.shape.len() as u32).to_le_bytes());
        for &dimension in &slot.shape {
            body.extend_from_slice(&(dimension as u64).to_le_bytes());
        }
        body.extend_from_slice(&snapshot.bytes[slot.start..slot.start + slot.len]);
    }
}

/// Finds the fields in a received body without moving their bytes. `wanted` is what was asked for.
pub fn decode_snapshot(
    fields: &[FieldDescription],
    wanted: &[usize],
    body: &[u8],
    slots: &mut Vec<Slot>,
) -> Result<(), Failure> {
    let mut cursor = Cursor::new(body);
    // Shapes keep their allocations from one snapshot to the next.
    slots.truncate(wanted.len());
    for (position, &field) in wanted.iter().enumerate() {
        let description = &fields[field];
        let mut shape = match slots.get_mut(position) {
            Some(slot) => std::mem::take(&mut slot.shape),
            None => Vec::new(),
        };
        let slot = match decode_slot(description, field, &mut cursor, &mut shape)? {
            Some((start, len)) => Slot {
                field,
                shape,
                start,
                len,
            },
            None => {
                return Err(violation(format!(
                    "too few values for {}",
                    description.name
                )));
            }
        };
        match slots.get_mut(position) {
            Some(place) => *place = slot,
            None => slots.push(slot),
        }
    }
    match cursor.rest.len() {
        0 => Ok(()),
        surplus => Err(violation(format!(
            "{surplus} bytes more than the fields that were asked for"
        ))),
    }
}

/// The place of one field's bytes; `None` if the body ends too early.
fn decode_slot(
    description: &FieldDescription,
    field: usize,
    cursor: &mut Cursor,
    shape: &mut Vec<usize>,
) -> Result<Option<(usize, usize)>, Failure> {
    let name = &description.name;
    let (Some(index), Some(rank)) = (cursor.u32(), cursor.u32()) else {
        return Ok(None);
    };
    if index as usize != field {
        return Err(violation(format!(
            "field {index} where {field} ({name}) was asked for"
        )));
    }
    if rank as usize != description.dims.len() {
        return Err(violation(format!(
            "wrong shape for {name}: {rank} dimensions instead of {}",
            description.dims.len()
        )));
    }
    shape.clear();
    for symbol in &description.dims {
        let Some(dimension) = cursor.u64() else {
            return Ok(None);
        };
        if symbol
            .parse::<u64>()
            .is_ok_and(|constant| constant != dimension)
        {
            return Err(violation(format!(
                "wrong shape for {name}: {dimension} where it declares {symbol}"
            )));
        }
        shape.push(usize::try_from(dimension).unwrap_or(usize::MAX));
    }
    let length = shape
        .iter()
        .try_fold(description.elem.size(), |product, &dimension| {
            product.checked_mul(dimension)
        });
    let start = cursor.position();
    Ok(length
        .filter(|&length| cursor.take(length).is_some())
        .map(|length| (start, length)))
}

fn violation(detail: String) -> Failure {
    Failure::Protocol { detail }
}
