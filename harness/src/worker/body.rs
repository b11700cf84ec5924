//! The messages' bodies: field indices, assignments and values, all little-endian.

use super::message::FileSize;
use crate::case::files::ModelFile;
use crate::simulator::{Assignment, Failure};
use crate::snapshot::{FieldDescription, Slot, Snapshot};

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

/// The contents of files, one after the other; their names and sizes go into the message.
pub fn encode_files(files: &[ModelFile], body: &mut Vec<u8>) -> Vec<FileSize> {
    let append = |file: &ModelFile| {
        body.extend_from_slice(&file.bytes);
        FileSize {
            name: file.name.clone(),
            size: file.bytes.len(),
        }
    };
    files.iter().map(append).collect()
}

pub fn decode_files(files: Vec<FileSize>, mut body: &[u8]) -> Result<Vec<ModelFile>, Failure> {
    let mut decoded = Vec::with_capacity(files.len());
    for FileSize { name, size } in files {
        let Some((bytes, rest)) = body.split_at_checked(size) else {
            return Err(violation(format!("the body ends before the end of {name}")));
        };
        body = rest;
        decoded.push(ModelFile {
            name,
            bytes: bytes.to_vec(),
        });
    }
    Ok(decoded)
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
            .position(|field| field.is_settable() && field.name == assignment.field)
            .ok_or_else(|| Failure::Error {
                message: format!("there is no field {:?} to set", assignment.field),
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

/// Stands for the rank of a field that has no value in this state.
const ABSENT: u32 = u32::MAX;

/// For each field: `u32` index, `u32` rank, the dimensions as `u64`, the elements row by row.
pub fn encode_snapshot(snapshot: &Snapshot, body: &mut Vec<u8>) {
    body.clear();
    for slot in &snapshot.slots {
        body.extend_from_slice(&(slot.field as u32).to_le_bytes());
        if slot.absent {
            body.extend_from_slice(&ABSENT.to_le_bytes());
            continue;
        }
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
        if position == slots.len() {
            slots.push(Slot::default());
        }
        let slot = &mut slots[position];
        slot.field = field;
        let description = &fields[field];
        if !decode_slot(description, &mut cursor, slot)? {
            return Err(violation(format!(
                "too few values for {}",
                description.name
            )));
        }
    }
    match cursor.rest.len() {
        0 => Ok(()),
        surplus => Err(violation(format!(
            "{surplus} bytes more than the fields that were asked for"
        ))),
    }
}

/// Fills the slot of one field; false if the body ends too early.
fn decode_slot(
    description: &FieldDescription,
    cursor: &mut Cursor,
    slot: &mut Slot,
) -> Result<bool, Failure> {
    let (name, field) = (&description.name, slot.field);
    let (Some(index), Some(rank)) = (cursor.u32(), cursor.u32()) else {
        return Ok(false);
    };
    if index as usize != field {
        return Err(violation(format!(
            "field {index} where {field} ({name}) was asked for"
        )));
    }
    slot.shape.clear();
    (slot.start, slot.len) = (cursor.position(), 0);
    slot.absent = rank == ABSENT;
    if slot.absent {
        return Ok(true);
    }
    if rank as usize != description.dims.len() {
        return Err(violation(format!(
            "wrong shape for {name}: {rank} dimensions instead of {}",
            description.dims.len()
        )));
    }
    for symbol in &description.dims {
        let Some(dimension) = cursor.u64() else {
            return Ok(false);
        };
        let is_number = symbol.starts_with(|first: char| first.is_ascii_digit());
        if is_number
            && symbol
                .parse::<u64>()
                .is_ok_and(|constant| constant != dimension)
        {
            return Err(violation(format!(
                "wrong shape for {name}: {dimension} where it declares {symbol}"
            )));
        }
        slot.shape
            .push(usize::try_from(dimension).unwrap_or(usize::MAX));
    }
    let length = slot
        .shape
        .iter()
        .try_fold(description.elem.size(), |product, &dimension| {
            product.checked_mul(dimension)
        });
    slot.start = cursor.position();
    match length.filter(|&length| cursor.take(length).is_some()) {
        Some(length) => slot.len = length,
        None => return Ok(false),
    }
    Ok(true)
}

fn violation(detail: String) -> Failure {
    Failure::Protocol { detail }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snapshot::{Elem, Side};

    fn fields() -> Vec<FieldDescription> {
        let field = |name: &str, elem, dims: &[&str]| FieldDescription {
            side: Side::Data,
            group: "data".to_owned(),
            name: name.to_owned(),
            elem,
            dims: dims.iter().map(|&dim| dim.to_owned()).collect(),
        };
        vec![
            field("time", Elem::F64, &[]),
            field("qacc", Elem::F64, &["nv"]),
            field("xpos", Elem::F64, &["nbody", "3"]),
            field("eq_active", Elem::U8, &["neq"]),
        ]
    }

    fn snapshot() -> Snapshot {
        let slot = |field, shape: &[usize], start, len| Slot {
            field,
            shape: shape.to_vec(),
            start,
            len,
            absent: false,
        };
        let absent = Slot {
            field: 1,
            start: 8,
            absent: true,
            ..Slot::default()
        };
        Snapshot {
            slots: vec![
                slot(0, &[], 0, 8),
                absent,
                slot(2, &[1, 3], 8, 24),
                slot(3, &[2], 32, 2),
            ],
            bytes: (0..34).collect(),
            ..Snapshot::default()
        }
    }

    #[test]
    fn values_survive_the_round_trip_and_what_is_absent_stays_so() {
        let mut body = Vec::new();
        encode_snapshot(&snapshot(), &mut body);
        // Slots of an earlier, longer answer are reused.
        let mut slots = vec![
            Slot {
                absent: true,
                shape: vec![9],
                ..Slot::default()
            };
            6
        ];
        decode_snapshot(&fields(), &[0, 1, 2, 3], &body, &mut slots).expect("well-formed");
        let expected = snapshot();
        assert_eq!(slots.len(), expected.slots.len());
        for (slot, expected_slot) in slots.iter().zip(&expected.slots) {
            assert_eq!(slot.shape, expected_slot.shape);
            assert_eq!(slot.absent, expected_slot.absent);
            let original = expected_slot.start..expected_slot.start + expected_slot.len;
            assert_eq!(
                body[slot.start..slot.start + slot.len],
                expected.bytes[original]
            );
        }
    }

    #[test]
    fn a_body_cut_off_anywhere_is_a_violation() {
        let mut body = Vec::new();
        encode_snapshot(&snapshot(), &mut body);
        for length in 0..body.len() {
            let outcome =
                decode_snapshot(&fields(), &[0, 1, 2, 3], &body[..length], &mut Vec::new());
            assert!(
                matches!(outcome, Err(Failure::Protocol { .. })),
                "{length} bytes"
            );
        }
        body.push(0);
        assert!(decode_snapshot(&fields(), &[0, 1, 2, 3], &body, &mut Vec::new()).is_err());
    }

    #[test]
    fn a_constant_dimension_must_be_as_declared() {
        let mut wrong = snapshot();
        wrong.slots[2].shape = vec![3, 1];
        let mut body = Vec::new();
        encode_snapshot(&wrong, &mut body);
        let outcome = decode_snapshot(&fields(), &[0, 1, 2, 3], &body, &mut Vec::new());
        assert_eq!(
            outcome,
            Err(violation(
                "wrong shape for xpos: 1 where it declares 3".to_owned()
            ))
        );
    }

    #[test]
    fn assignments_survive_the_round_trip() {
        let values = vec![
            Assignment {
                field: "qacc".to_owned(),
                values: vec![1.5, -0.0, f64::MIN_POSITIVE],
            },
            Assignment {
                field: "time".to_owned(),
                values: vec![2.0],
            },
        ];
        let mut body = Vec::new();
        encode_assignments(&fields(), &values, &mut body).expect("known fields");
        assert_eq!(decode_assignments(&fields(), &body), Ok(values));
        assert!(decode_assignments(&fields(), &body[..body.len() - 1]).is_err());
    }

    #[test]
    fn files_come_back_as_they_were_unless_they_are_cut_off() {
        let file = |name: &str, bytes: &[u8]| ModelFile {
            name: name.to_owned(),
            bytes: bytes.to_owned(),
        };
        let files = [file("a.xml", b"text"), file("empty", b""), file("b", b"\0")];
        let mut body = Vec::new();
        let sizes = encode_files(&files, &mut body);
        assert_eq!(decode_files(sizes.clone(), &body), Ok(files.to_vec()));
        assert!(decode_files(sizes, &body[..4]).is_err());
    }

    #[test]
    fn indices_out_of_range_or_cut_off_are_violations() {
        let mut body = Vec::new();
        encode_indices([2, 0], &mut body);
        assert_eq!(decode_indices(&body, 3), Ok(vec![2, 0]));
        assert!(decode_indices(&body, 2).is_err());
        assert!(decode_indices(&body[..7], 3).is_err());
    }
}
