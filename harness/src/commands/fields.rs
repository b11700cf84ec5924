//! `harness fields`: MuJoCo's fields, for those who write an adapter.

use clap::Args;
use serde::Serialize;

use super::{CliError, Exit, print_json};
use crate::catalogue::{self, state, tables};
use crate::snapshot::{FieldDescription, Side};

#[derive(Clone, Debug, Args)]
pub struct FieldsArguments {
    /// Print a JSON array of objects instead of a table
    #[arg(long)]
    pub json: bool,
}

/// A field as it is printed.
#[derive(Serialize)]
struct Listed {
    #[serde(flatten)]
    description: FieldDescription,
    /// The stage that writes it, or the part of the model that it belongs to.
    stage: &'static str,
    /// Whether it belongs to the state that a subject is given.
    state: bool,
}

pub fn fields(arguments: &FieldsArguments) -> Result<Exit, CliError> {
    let described = tables::descriptions(|_| true).into_iter();
    let listed: Vec<Listed> = described.map(listed).collect();
    if arguments.json {
        print_json(&listed)?;
        return Ok(Exit::Ok);
    }
    for field in listed {
        let FieldDescription {
            side,
            name,
            elem,
            dims,
            ..
        } = &field.description;
        let shape = match dims.is_empty() {
            true => "scalar".to_owned(),
            false => dims.join(" x "),
        };
        let state = if field.state { " (state)" } else { "" };
        let elem = format!("{elem:?}").to_lowercase();
        println!(
            "{side:<5} {name:<28} {elem:<4} {shape:<20} {}{state}",
            field.stage
        );
    }
    Ok(Exit::Ok)
}

fn listed(description: FieldDescription) -> Listed {
    let FieldDescription { side, name, .. } = &description;
    Listed {
        stage: catalogue::part(*side, name),
        state: *side == Side::Data && state::find(name).is_some(),
        description,
    }
}
