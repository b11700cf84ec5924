//! A check's elements, as one simulator has them.

use std::path::Path;

use super::criteria::Check;
use crate::case::Sidecar;
use crate::catalogue::state::StateField;
use crate::compare::Scalar;
use crate::simulator::{Action, Failure, ModelSource, Simulator};
use crate::snapshot::{Assignment, Snapshot};

/// What a simulator did with a check.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Measured {
    Values {
        values: Vec<Scalar>,
        width: usize,
    },
    /// The model was refused, with this message.
    Rejected(String),
}

/// Runs the check. A simulator that lacks the field, or fails, is a [`Failure`].
pub(super) fn measure(
    simulator: &mut dyn Simulator,
    root: &Path,
    check: &Check,
) -> Result<Measured, Failure> {
    let path = root.join(&check.fixture).with_extension("xml");
    let error = |message: String| Failure::Error { message };
    let absolute = std::path::absolute(&path).map_err(|source| error(source.to_string()))?;
    let loaded = match simulator.load(&ModelSource::file(&absolute)) {
        Ok(loaded) => loaded,
        Err(Failure::Rejected {
            message,
            unsupported: false,
        }) => return Ok(Measured::Rejected(message)),
        Err(failure) => return Err(failure),
    };
    let Some(field) = &check.field else {
        return Ok(Measured::Values {
            values: Vec::new(),
            width: 0,
        });
    };
    let state = match &check.state {
        Some(name) => state(&path, name).map_err(error)?,
        None => Vec::new(),
    };
    simulator.reset(None)?;
    if !state.is_empty() {
        simulator.set(&state)?;
    }
    simulator.run(match check.steps {
        0 => Action::Forward,
        count => Action::Step { count },
    })?;
    let index = loaded.fields.iter().position(|known| known.name == *field);
    let index = index.ok_or_else(|| error(format!("there is no field {field}")))?;
    let mut snapshot = Snapshot::default();
    simulator.read(&[index], &mut snapshot)?;
    let view = snapshot.at(0);
    let view = view.ok_or_else(|| error(format!("{field} has no value here")))?;
    let elem = view.description.elem;
    let count = view.bytes.len() / elem.size();
    let elements = check.elements.clone();
    let elements = elements.unwrap_or_else(|| (0..count).collect());
    let read = |at: usize| {
        Scalar::read(elem, view.bytes, at)
            .ok_or_else(|| error(format!("{field} has no element {at}, only {count}")))
    };
    Ok(Measured::Values {
        values: elements.into_iter().map(read).collect::<Result<_, _>>()?,
        width: view.shape.last().copied().unwrap_or(1),
    })
}

/// A state of the fixture's sidecar.
fn state(fixture: &Path, name: &str) -> Result<Vec<Assignment>, String> {
    let path = fixture.with_extension("toml");
    let text = std::fs::read_to_string(&path);
    let text = text.map_err(|source| format!("{}: {source}", path.display()))?;
    let sidecar = Sidecar::parse(&path, &text).map_err(|error| error.to_string())?;
    let state = sidecar.state.iter().find(|s| s.name.get_ref() == name);
    let state = state.ok_or_else(|| format!("{}: no state {name}", path.display()))?;
    let assign = |(field, values): (&StateField, &toml::Spanned<Vec<f64>>)| Assignment {
        field: field.name.to_owned(),
        values: values.get_ref().clone(),
    };
    Ok(state.values().map(assign).collect())
}
