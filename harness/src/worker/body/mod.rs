//! The messages' bodies: field indices, assignments and values, all little-endian.

mod call;
mod snapshot;

pub use call::{decode_arguments, decode_outputs, encode_arguments, encode_outputs};
pub use snapshot::{decode_snapshot, encode_snapshot};

use super::message::FileSize;
use crate::simulator::Failure;
use crate::simulator::files::ModelFile;
use crate::snapshot::{Assignment, FieldDescription};

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
        let index = FieldDescription::settable(fields, &assignment.field).ok_or_else(|| {
            Failure::Error {
                message: format!("there is no field {:?} to set", assignment.field),
            }
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

fn violation(detail: String) -> Failure {
    Failure::Protocol { detail }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snapshot::{Elem, Side};

    pub(super) fn fields() -> Vec<FieldDescription> {
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
