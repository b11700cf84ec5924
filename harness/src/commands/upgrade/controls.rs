//! What drives the models: nothing, random controls, or recorded ones.

use std::path::Path;

use super::numpy::Array;
use super::recorded;
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
    if path.extension().is_some_and(|end| end == "csv") {
        return csv(&std::fs::read_to_string(path).map_err(failed)?).map_err(named);
    }
    match recorded::read(path) {
        Some(arrays) => rows(&arrays?).map_err(named),
        None => Err(named(
            "controls are `random`, or a .csv, .npy, .npz or .hdf5 file".to_owned(),
        )),
    }
}

/// The array `ctrl` (or `controls`, or the only one): steps and actuators, or steps of a model with
/// one actuator.
fn rows(arrays: &[(String, Array)]) -> Result<Vec<Vec<f64>>, String> {
    let named = |name: &str| arrays.iter().find(|(found, _)| found == name);
    let only = arrays.first().filter(|_| arrays.len() == 1);
    let array = named("ctrl").or_else(|| named("controls")).or(only);
    let (_, array) = array.ok_or("there is no array `ctrl`")?;
    let columns = match array.shape.as_slice() {
        [_] => 1,
        [_, columns] if *columns > 0 => *columns,
        _ => return Err("controls have two dimensions: steps and actuators".to_owned()),
    };
    let rows = array.values.chunks_exact(columns);
    Ok(rows.map(<[f64]>::to_vec).collect())
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
}
