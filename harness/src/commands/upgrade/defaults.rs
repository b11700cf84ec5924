//! Options whose default is another from version to version. A user can set them back.

use std::io::Write as _;

use serde::Serialize;

use super::super::CliError;
use super::super::arguments::SimulatorArguments;
use crate::simulator::{Failure, Loaded, ModelSource, Pipelined};
use crate::snapshot::{Side, Snapshot};

/// An option of both versions with its default in each.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChangedDefault {
    /// As fields are named, `opt.ccd_iterations`.
    pub field: String,
    pub from: Vec<f64>,
    pub to: Vec<f64>,
}

/// Starts both versions and asks them.
pub fn between(
    simulators: &SimulatorArguments,
    from: &str,
    to: &str,
) -> Result<Vec<ChangedDefault>, CliError> {
    let (mut earlier, mut later) = (simulators.spawn(from)?, simulators.spawn(to)?);
    let found = surface(earlier.as_mut(), later.as_mut()).map_err(CliError::Simulator)?;
    Ok(found.0)
}

/// The defaults that differ between two simulators, and what each has of the empty model. Both
/// forget the model that they had.
pub(super) fn surface(
    from: &mut dyn Pipelined,
    to: &mut dyn Pipelined,
) -> Result<(Vec<ChangedDefault>, Loaded, Loaded), Failure> {
    let failed = |error: std::io::Error| Failure::Error {
        message: format!("cannot write a temporary file: {error}"),
    };
    let mut file = tempfile::Builder::new()
        .suffix(".xml")
        .tempfile()
        .map_err(failed)?;
    file.write_all(b"<mujoco/>").map_err(failed)?;
    let source = ModelSource::file(file.path());
    let (before, earlier) = options(from, &source)?;
    let (after, later) = options(to, &source)?;
    let differs = |(field, from): &(String, Vec<f64>)| {
        let (_, to) = later.iter().find(|(name, _)| name == field)?;
        (to != from).then(|| ChangedDefault {
            field: field.clone(),
            from: from.clone(),
            to: to.clone(),
        })
    };
    let changed = earlier.iter().filter_map(differs).collect();
    Ok((changed, before, after))
}

/// Options by their names.
type Options = Vec<(String, Vec<f64>)>;

/// All options of the empty model.
fn options(
    simulator: &mut dyn Pipelined,
    source: &ModelSource,
) -> Result<(Loaded, Options), Failure> {
    let loaded = simulator.load(source)?;
    let fields = loaded.fields.iter().enumerate();
    let wanted = fields.filter(|(_, field)| field.side == Side::Model && field.group == "opt");
    let wanted: Vec<usize> = wanted.map(|(at, _)| at).collect();
    let mut snapshot = Snapshot::default();
    simulator.read(&wanted, &mut snapshot)?;
    let values = snapshot.iter();
    let values = values.map(|view| (view.description.name.clone(), view.numbers()));
    Ok((loaded, values.collect()))
}

/// One line for each: `ccd_iterations: 50 -> 35`.
pub fn lines(changed: &[ChangedDefault]) -> Vec<String> {
    let words = |values: &[f64]| {
        let values: Vec<String> = values.iter().map(f64::to_string).collect();
        values.join(" ")
    };
    let line = |one: &ChangedDefault| {
        let name = one.field.trim_start_matches("opt.");
        format!("{name}: {} -> {}", words(&one.from), words(&one.to))
    };
    changed.iter().map(line).collect()
}

/// The same at the end of a line, each default on a line of its own: a user can set them back.
pub fn sentence(changed: &[ChangedDefault]) -> String {
    let lines = lines(changed);
    if lines.is_empty() {
        return "Changed defaults: none.".to_owned();
    }
    format!("Changed defaults:\n  {}", lines.join("\n  "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_changed_default_has_a_line_of_its_own() {
        let changed = |field: &str, from: f64, to: f64| ChangedDefault {
            field: field.to_owned(),
            from: vec![from],
            to: vec![to],
        };
        let both = [
            changed("opt.ccd_iterations", 50.0, 35.0),
            changed("opt.tolerance", 1e-8, 1e-9),
        ];
        assert_eq!(
            sentence(&both),
            "Changed defaults:\n  ccd_iterations: 50 -> 35\n  tolerance: 0.00000001 -> 0.000000001"
        );
        assert_eq!(sentence(&[]), "Changed defaults: none.");
    }
}
