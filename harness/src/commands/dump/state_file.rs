//! State files for `harness dump`: a JSON object of flat arrays.

use std::collections::BTreeMap;
use std::path::Path;

use super::super::CliError;
use crate::catalogue::state;
use crate::number::Number;
use crate::simulator::Loaded;
use crate::snapshot::{Assignment, Side};

/// Reads a state; lengths are checked by the simulator, which knows the model.
pub(super) fn read(path: &Path, loaded: &Loaded) -> Result<Vec<Assignment>, CliError> {
    let text = std::fs::read_to_string(path).map_err(CliError::io(path.display()))?;
    let wrong = |message: String| CliError::Usage(format!("{}: {message}", path.display()));
    let state: BTreeMap<String, Vec<Number>> =
        serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    let mut values = Vec::new();
    for (field, numbers) in state {
        if state::find(&field).is_none() {
            return Err(wrong(format!(
                "\"{field}\" is not part of a state; these are: {}",
                state::names().collect::<Vec<_>>().join(", ")
            )));
        }
        let known = |f: &crate::snapshot::FieldDescription| f.side == Side::Data && f.name == field;
        if !loaded.fields.iter().any(known) {
            return Err(wrong(format!("this simulator has no field \"{field}\"")));
        }
        values.push(Assignment {
            field,
            values: numbers.into_iter().map(|Number(value)| value).collect(),
        });
    }
    Ok(values)
}
