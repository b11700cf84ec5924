//! What drives the models: nothing, random controls, or recorded ones.

use std::path::Path;

use super::roll::Script;
use crate::case::Layout;
use crate::case::random::Random;
use crate::case::state;

/// Random controls are held for this many steps, so that they have time to move something.
const HOLD: u64 = 10;

/// Where controls come from.
#[derive(Clone, Debug)]
pub(super) enum Controls {
    /// As the model has them when it is loaded.
    Held,
    Random {
        seed: u64,
    },
    /// Recorded, a row for each step.
    Rows(Vec<Vec<f64>>),
}

impl Controls {
    /// From the command line: `random`, or a file.
    pub(super) fn parse(text: Option<&str>, seed: u64) -> Result<Controls, String> {
        match text {
            None => Ok(Controls::Held),
            Some("random") => Ok(Controls::Random { seed }),
            Some(path) => read(Path::new(path)).map(Controls::Rows),
        }
    }

    /// How many steps they last, if they end.
    pub(super) fn len(&self) -> Option<u64> {
        match self {
            Controls::Held | Controls::Random { .. } => None,
            Controls::Rows(rows) => Some(rows.len() as u64),
        }
    }

    /// What to do with a model.
    pub(super) fn script(&self, layout: &Layout, steps: u64) -> Result<Script, String> {
        let nu = layout.size("nu");
        let controls = match self {
            Controls::Held => Vec::new(),
            Controls::Random { .. } if nu == 0 => Vec::new(),
            Controls::Random { seed } => {
                let mut random = Random::new(*seed, u64::MAX);
                let at = |step| (step % HOLD == 0).then(|| state::ctrl(layout, &mut random));
                (0..steps).map(at).collect()
            }
            Controls::Rows(rows) => {
                if let Some((at, row)) = rows.iter().enumerate().find(|(_, row)| row.len() != nu) {
                    return Err(format!(
                        "row {} of the controls has {} values, the model has {nu} actuators",
                        at + 1,
                        row.len()
                    ));
                }
                rows.iter().map(|row| Some(row.clone())).collect()
            }
        };
        Ok(Script {
            steps,
            controls,
            ..Script::default()
        })
    }
}

/// Reads a file by its name's end.
fn read(path: &Path) -> Result<Vec<Vec<f64>>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    let named = |reason: String| format!("{}: {reason}", path.display());
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("csv") => csv(&std::fs::read_to_string(path).map_err(failed)?).map_err(named),
        Some("npy") => npy(&std::fs::read(path).map_err(failed)?).map_err(named),
        Some("npz") => npz(&std::fs::read(path).map_err(failed)?).map_err(named),
        _ => Err(named(
            "controls are `random`, or a .csv, .npy or .npz file".to_owned(),
        )),
    }
}

/// A row a step; a first line that has no numbers is a heading.
fn csv(text: &str) -> Result<Vec<Vec<f64>>, String> {
    let mut rows = Vec::new();
    for (at, line) in text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
    {
        let numbers: Result<Vec<f64>, _> =
            line.split(',').map(|word| word.trim().parse()).collect();
        match numbers {
            Ok(numbers) => rows.push(numbers),
            Err(_) if at == 0 => {}
            Err(error) => return Err(format!("line {}: {error}", at + 1)),
        }
    }
    Ok(rows)
}

/// NumPy's format: a header in Python's notation, then the numbers. Two dimensions of floats.
fn npy(bytes: &[u8]) -> Result<Vec<Vec<f64>>, String> {
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
        header
            .split(key)
            .nth(1)
            .map(str::trim_start)
            .ok_or_else(broken)
    };
    let kind = after("'descr':")?;
    let shape = after("'shape':")?;
    let shape = shape.split(['(', ')']).nth(1).ok_or_else(broken)?;
    let shape: Vec<usize> = shape
        .split(',')
        .flat_map(|word| word.trim().parse())
        .collect();
    if header.contains("'fortran_order': True") {
        return Err("the array is stored column by column; numpy.ascontiguousarray helps".into());
    }
    let body = bytes.get(start + length..).unwrap_or_default();
    let numbers: Vec<f64> = if kind.starts_with("'<f8'") {
        let (numbers, _) = body.as_chunks::<8>();
        numbers
            .iter()
            .map(|bytes| f64::from_le_bytes(*bytes))
            .collect()
    } else if kind.starts_with("'<f4'") {
        let (numbers, _) = body.as_chunks::<4>();
        numbers
            .iter()
            .map(|bytes| f32::from_le_bytes(*bytes).into())
            .collect()
    } else {
        return Err("controls are floats of 32 or 64 bits".to_owned());
    };
    let [rows, columns] = shape.as_slice() else {
        return Err("controls have two dimensions: steps and actuators".to_owned());
    };
    if numbers.len() < rows * columns || *columns == 0 {
        return Err(broken());
    }
    Ok(numbers
        .chunks_exact(*columns)
        .take(*rows)
        .map(<[f64]>::to_vec)
        .collect())
}

/// The array `ctrl` (or `controls`, or the only one) of an archive without compression.
fn npz(bytes: &[u8]) -> Result<Vec<Vec<f64>>, String> {
    let word = |at: usize| -> Option<usize> {
        let bytes = bytes.get(at..at + 4)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?) as usize)
    };
    let half = |at: usize| -> Option<usize> {
        let bytes = bytes.get(at..at + 2)?;
        Some(usize::from(u16::from_le_bytes(bytes.try_into().ok()?)))
    };
    let broken = || "this is no archive that NumPy has written".to_owned();
    let end = bytes
        .windows(4)
        .rposition(|four| four == b"PK\x05\x06")
        .ok_or_else(broken)?;
    let count = half(end + 10).ok_or_else(broken)?;
    let mut at = word(end + 16).ok_or_else(broken)?;
    let mut found: Vec<(String, usize, usize)> = Vec::new();
    for _ in 0..count {
        let entry = || -> Option<(usize, usize, usize, usize)> {
            Some((
                half(at + 10)?,
                word(at + 20)?,
                half(at + 28)?,
                word(at + 42)?,
            ))
        };
        let (method, size, length, place) = entry().ok_or_else(broken)?;
        let name = bytes.get(at + 46..at + 46 + length).ok_or_else(broken)?;
        let name = String::from_utf8_lossy(name)
            .trim_end_matches(".npy")
            .to_owned();
        if method != 0 {
            return Err(format!("{name} is compressed: write it with numpy.savez"));
        }
        let start = || Some(place + 30 + half(place + 26)? + half(place + 28)?);
        found.push((name, start().ok_or_else(broken)?, size));
        let skip = || Some(46 + length + half(at + 30)? + half(at + 32)?);
        at += skip().ok_or_else(broken)?;
    }
    let named = |name: &str| found.iter().find(|(found, ..)| found == name);
    let only = (found.len() == 1).then(|| &found[0]);
    let array = named("ctrl").or_else(|| named("controls")).or(only);
    let (_, start, size) = array.ok_or("there is no array `ctrl`")?;
    npy(bytes.get(*start..start + size).ok_or_else(broken)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_a_table_may_have_a_heading_and_a_wrong_word_has_its_line() {
        let rows = csv("a,b\n1, 2\n\n3,4.5\n").expect("a table");
        assert_eq!(rows, [[1.0, 2.0], [3.0, 4.5]]);
        let error = csv("1,2\n3,x\n").expect_err("a word");
        assert!(error.starts_with("line 2"), "{error}");
    }

    #[test]
    fn arrays_of_numpy_are_read_and_others_refused() {
        let header = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 1), }\n";
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend((header.len() as u16).to_le_bytes());
        bytes.extend(header.as_bytes());
        bytes.extend([0.5f64, -1.0].map(f64::to_le_bytes).concat());
        assert_eq!(npy(&bytes).expect("an array"), [[0.5], [-1.0]]);
        assert!(npy(b"PK").is_err() && npz(b"PK\x05\x06").is_err());
        bytes.truncate(bytes.len() - 8);
        assert!(npy(&bytes).is_err());
    }
}
