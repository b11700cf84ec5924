//! The values of fields.

use super::{Cursor, violation};
use crate::simulator::Failure;
use crate::snapshot::{FieldDescription, Slot, Snapshot};

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

#[cfg(test)]
mod tests {
    use super::super::tests::fields;
    use super::*;

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
}
