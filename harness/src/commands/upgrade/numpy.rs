//! Arrays in the files that NumPy writes.

use std::io::Read;
use std::path::Path;

/// Numbers in the order of the last dimension first.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Array {
    pub shape: Vec<usize>,
    pub values: Vec<f64>,
}

/// The arrays of a `.npz` by their names, or that of a `.npy`, which has none.
pub(super) fn read(path: &Path) -> Result<Vec<(String, Array)>, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let arrays = match bytes.starts_with(b"PK") {
        true => archive(&bytes),
        false => array(&bytes).map(|array| vec![(String::new(), array)]),
    };
    arrays.map_err(|reason| format!("{}: {reason}", path.display()))
}

/// A header in Python's notation, then the numbers.
fn array(bytes: &[u8]) -> Result<Array, String> {
    let broken = || "this is no array that NumPy has written".to_owned();
    let rest = bytes.strip_prefix(b"\x93NUMPY").ok_or_else(broken)?;
    let (start, length) = match rest {
        [1, _, a, b, ..] => (10, usize::from(u16::from_le_bytes([*a, *b]))),
        [_, _, a, b, c, d, ..] => (12, u32::from_le_bytes([*a, *b, *c, *d]) as usize),
        _ => return Err(broken()),
    };
    let header = bytes.get(start..start + length).ok_or_else(broken)?;
    let header = String::from_utf8_lossy(header);
    let after = |key: &str| {
        let found = header.split(key).nth(1).map(str::trim_start);
        found.ok_or_else(broken)
    };
    let kind = after("'descr':")?;
    let shape = after("'shape':")?;
    let shape = shape.split(['(', ')']).nth(1).ok_or_else(broken)?;
    let shape: Vec<usize> = shape
        .split(',')
        .flat_map(|word| word.trim().parse())
        .collect();
    if header.contains("'fortran_order': True") && shape.len() > 1 {
        return Err("the array is stored column by column; numpy.ascontiguousarray helps".into());
    }
    let body = bytes.get(start + length..).unwrap_or_default();
    let mut values: Vec<f64> = if kind.starts_with("'<f8'") {
        let (numbers, _) = body.as_chunks::<8>();
        numbers.iter().map(|b| f64::from_le_bytes(*b)).collect()
    } else if kind.starts_with("'<f4'") {
        let (numbers, _) = body.as_chunks::<4>();
        numbers
            .iter()
            .map(|b| f32::from_le_bytes(*b).into())
            .collect()
    } else {
        return Err("the array has no floats of 32 or 64 bits".to_owned());
    };
    let count = shape.iter().try_fold(1usize, |a, b| a.checked_mul(*b));
    let count = count.filter(|count| *count <= values.len());
    values.truncate(count.ok_or_else(broken)?);
    Ok(Array { shape, values })
}

/// A zip archive with a file for each array. Those that are no numbers are left out.
fn archive(bytes: &[u8]) -> Result<Vec<(String, Array)>, String> {
    let word = |at: usize| -> Option<usize> {
        let bytes = bytes.get(at..at + 4)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?) as usize)
    };
    let half = |at: usize| -> Option<usize> {
        let bytes = bytes.get(at..at + 2)?;
        Some(usize::from(u16::from_le_bytes(bytes.try_into().ok()?)))
    };
    let broken = || "this is no archive that NumPy has written".to_owned();
    let end = bytes.windows(4).rposition(|four| four == b"PK\x05\x06");
    let end = end.ok_or_else(broken)?;
    let count = half(end + 10).ok_or_else(broken)?;
    let mut at = word(end + 16).ok_or_else(broken)?;
    let mut found = Vec::new();
    for _ in 0..count {
        let entry = || {
            let (method, size) = (half(at + 10)?, word(at + 20)?);
            let (length, place) = (half(at + 28)?, word(at + 42)?);
            let name = bytes.get(at + 46..at + 46 + length)?;
            let start = place + 30 + half(place + 26)? + half(place + 28)?;
            let content = bytes.get(start..start + size)?;
            let skip = 46 + length + half(at + 30)? + half(at + 32)?;
            Some((method, word(at + 24)?, name, content, skip))
        };
        let (method, size, name, content, skip) = entry().ok_or_else(broken)?;
        let name = String::from_utf8_lossy(name);
        let name = name.trim_end_matches(".npy").to_owned();
        let content = match method {
            0 => content.to_vec(),
            8 => inflate(content, size).ok_or_else(broken)?,
            _ => {
                return Err(format!(
                    "{name} is compressed in a way that NumPy does not use"
                ));
            }
        };
        if let Ok(array) = array(&content) {
            found.push((name, array));
        }
        at += skip;
    }
    Ok(found)
}

/// What was compressed, if it has the size that it should have.
fn inflate(content: &[u8], size: usize) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let reader = flate2::read::DeflateDecoder::new(content);
    let read = reader.take(size as u64 + 1).read_to_end(&mut bytes).ok()?;
    (read == size).then_some(bytes)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A file as NumPy writes it.
    pub(in super::super) fn file(shape: &str, values: &[f64]) -> Vec<u8> {
        let header = format!("{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}\n");
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend((header.len() as u16).to_le_bytes());
        bytes.extend(header.as_bytes());
        bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        bytes
    }

    #[test]
    fn arrays_of_numpy_are_read_and_others_refused() {
        let mut bytes = file("(2, 1)", &[0.5, -1.0]);
        let found = array(&bytes).expect("an array");
        assert_eq!((found.shape, found.values), (vec![2, 1], vec![0.5, -1.0]));
        assert!(array(b"PK").is_err() && archive(b"PK\x05\x06").is_err());
        bytes.truncate(bytes.len() - 8);
        assert!(array(&bytes).is_err());
        let huge = file("(99999999999, 99999999999)", &[0.0]);
        assert!(array(&huge).is_err());
    }

    /// `numpy.savez_compressed(.., qpos=numpy.arange(3.0), name="x")`, in hexadecimal digits.
    const COMPRESSED: &str = include_str!("compressed_npz.txt");

    #[test]
    fn compressed_archives_are_read_and_texts_in_them_left_out() {
        let digits = COMPRESSED.split_whitespace().collect::<String>();
        let byte = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).expect("digits");
        let bytes: Vec<u8> = (0..digits.len()).step_by(2).map(byte).collect();
        let found = archive(&bytes).expect("an archive");
        let expected = Array {
            shape: vec![3],
            values: vec![0.0, 1.0, 2.0],
        };
        assert_eq!(found, [("qpos".to_owned(), expected)]);
    }
}
