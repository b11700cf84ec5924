//! Models with memory just large enough: `size memory` at the least that the reference accepts, at
//! the bytes around it, and a little above, where rows and islands begin to fit.

use std::fs;

use super::super::CliError;
use super::batch::Written;
use crate::case::random::Random;
use crate::simulator::{Failure, ModelSource, Pipelined};

/// Bytes that are enough for every model of the grammar.
const ENOUGH: u64 = 1 << 24;
/// Sizes around the least one, in bytes.
const AROUND: [i64; 5] = [-1, 0, 1, 8, 64];
/// Parts of the least size that larger ones add.
const ABOVE: [f64; 4] = [0.02, 0.1, 0.3, 1.0];

/// Writes versions of a model beside it; none of one that the reference refuses anyway.
pub(super) fn tighten(
    reference: &mut dyn Pipelined,
    model: &Written,
    random: &mut Random,
) -> Result<Vec<Written>, CliError> {
    let Some(least) = least(reference, model)? else {
        return Ok(Vec::new());
    };
    let mut sizes: Vec<u64> = AROUND
        .iter()
        .filter_map(|offset| least.checked_add_signed(*offset))
        .collect();
    for share in ABOVE {
        // Not a round number: where something ends to the byte shows best off the beaten track.
        let more = least as f64 * share * random.between(0.9, 1.1);
        sizes.push(least + more as u64);
    }
    sizes
        .into_iter()
        .map(|bytes| with_memory(model, bytes, &format!("memory{bytes}.xml")))
        .collect()
}

/// The least memory that the reference accepts, by bisection.
fn least(reference: &mut dyn Pipelined, model: &Written) -> Result<Option<u64>, CliError> {
    let mut accepts = |bytes: u64| -> Result<bool, CliError> {
        let tried = with_memory(model, bytes, "tried.xml")?;
        match reference.load(&ModelSource::file(&tried.path)) {
            Ok(_) => Ok(true),
            Err(Failure::Unavailable { message }) => {
                Err(CliError::Simulator(Failure::Unavailable { message }))
            }
            Err(_) => Ok(false),
        }
    };
    if !accepts(ENOUGH)? {
        return Ok(None);
    }
    let (mut refused, mut accepted) = (0, ENOUGH);
    while accepted - refused > 1 {
        let middle = refused + (accepted - refused) / 2;
        if accepts(middle)? {
            accepted = middle;
        } else {
            refused = middle;
        }
    }
    Ok(Some(accepted))
}

/// The model with so much memory, in a file beside it.
fn with_memory(model: &Written, bytes: u64, name: &str) -> Result<Written, CliError> {
    let mut root = model.root.clone();
    for size in root
        .children
        .iter_mut()
        .filter(|child| child.name == "size")
    {
        size.attributes
            .retain(|(name, _)| !matches!(name.as_str(), "memory" | "nstack"));
    }
    root.child("size").set("memory", bytes.to_string());
    let path = model.path.with_file_name(name);
    let write = || {
        fs::write(&path, root.to_xml())?;
        let beside = model.path.with_extension("toml");
        fs::copy(beside, path.with_extension("toml"))
    };
    write().map_err(CliError::io(path.display().to_string()))?;
    Ok(Written {
        path,
        root,
        features: model.features.clone(),
    })
}
