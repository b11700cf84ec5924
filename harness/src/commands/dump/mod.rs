//! `harness dump`: one model's fields as JSON, for tests and other tools.

mod state_file;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use serde::ser::{SerializeSeq, Serializer};

use super::arguments::{SimulatorArguments, listed, parse_kind};
use super::{CliError, Exit};
use crate::catalogue::state;
use crate::compare::{Scalar, Selection};
use crate::simulator::{Action, Failure, Identity, Loaded, ModelSource};
use crate::snapshot::{FieldView, Side, Snapshot};

const HELP: &str = "\
The output is {\"simulator\": .., \"model\": {\"sizes\": {..}, \"fields\": {NAME: {\"shape\": [..], \"type\": \"f64\", \
\"data\": [..]}}}, \"data\": {\"fields\": {..}}}, arrays flat and in row-major order.
NaN and infinities are the strings \"nan\", \"inf\" and \"-inf\".";

/// The help with the fields of a state file.
fn help() -> String {
    let fields: Vec<&str> = state::names().collect();
    format!(
        "{HELP}\n\nA state file is a JSON object with any of {}, each a flat array.",
        listed(&fields)
    )
}

#[derive(Debug, Args)]
#[command(after_help = help())]
pub struct DumpArguments {
    /// The model
    #[arg(value_name = "MODEL.xml")]
    pub model: PathBuf,
    /// Who computes (see `harness simulators`)
    #[arg(long, value_name = "KIND")]
    pub simulator: String,
    /// State to set before computing
    #[arg(long, value_name = "STATE.json")]
    pub state: Option<PathBuf>,
    /// Steps to make; 0 computes everything at the state without a step
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub steps: u64,
    /// Only these fields (comma-separated; `*` and `?` are wildcards)
    #[arg(long, value_delimiter = ',', value_name = "GLOB")]
    pub fields: Vec<String>,
    #[command(flatten)]
    pub simulators: SimulatorArguments,
}

#[derive(Serialize)]
struct Dump<'a> {
    simulator: &'a Identity,
    model: ModelPart<'a>,
    data: DataPart<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

#[derive(Serialize)]
struct ModelPart<'a> {
    sizes: BTreeMap<&'a str, Scalar>,
    fields: BTreeMap<&'a str, Field<'a>>,
}

#[derive(Serialize)]
struct DataPart<'a> {
    fields: BTreeMap<&'a str, Field<'a>>,
}

#[derive(Serialize)]
struct Field<'a> {
    shape: &'a [usize],
    #[serde(rename = "type")]
    elem: crate::snapshot::Elem,
    data: Elements<'a>,
}

/// Written element by element, without a copy in between.
struct Elements<'a>(FieldView<'a>);

impl Serialize for Elements<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let elem = self.0.description.elem;
        let count = self.0.bytes.len() / elem.size();
        let mut sequence = serializer.serialize_seq(Some(count))?;
        for index in 0..count {
            if let Some(value) = Scalar::read(elem, self.0.bytes, index) {
                sequence.serialize_element(&value)?;
            }
        }
        sequence.end()
    }
}

pub fn dump(arguments: &DumpArguments) -> Result<Exit, CliError> {
    let kind = &arguments.simulator;
    parse_kind(kind)?;
    if let Err(source) = std::fs::metadata(&arguments.model) {
        let message = format!("{}: {source}", arguments.model.display());
        return Err(CliError::Usage(message));
    }
    let failed = CliError::Simulator;
    let mut simulator = arguments.simulators.spawn(kind)?;
    let path =
        std::path::absolute(&arguments.model).map_err(CliError::io(arguments.model.display()))?;
    let loaded = simulator.load(&ModelSource::file(&path)).map_err(failed)?;
    let indices = select(&arguments.fields, &loaded)?;
    if let Some(path) = &arguments.state {
        let state = state_file::read(path, &loaded)?;
        simulator.set(&state).map_err(|failure| match failure {
            Failure::Error { message } => CliError::Usage(format!("{}: {message}", path.display())),
            other => CliError::Simulator(other),
        })?;
    }
    let action = match arguments.steps {
        0 => Action::Forward,
        count => Action::Step { count },
    };
    let mut warnings = loaded.warnings.clone();
    warnings.extend(simulator.run(action).map_err(failed)?);
    let mut snapshot = Snapshot::default();
    simulator.read(&indices, &mut snapshot).map_err(failed)?;
    write(simulator.identity(), &snapshot, warnings).map_err(CliError::io("stdout"))?;
    Ok(Exit::Ok)
}

/// The fields that the globs match; one that matches nothing is a mistake.
fn select(globs: &[String], loaded: &Loaded) -> Result<Vec<usize>, CliError> {
    for glob in globs {
        let one = Selection::new([glob.as_str()]);
        if !loaded.fields.iter().any(|field| one.matches(&field.name)) {
            let message = format!("--fields: this simulator has no field \"{glob}\"");
            return Err(CliError::Usage(message));
        }
    }
    let selection = Selection::new(globs.iter().map(String::as_str));
    let fields = loaded.fields.iter().enumerate();
    let selected = fields.filter(|(_, field)| selection.matches(&field.name));
    Ok(selected.map(|(at, _)| at).collect())
}

fn write(simulator: &Identity, snapshot: &Snapshot, warnings: Vec<String>) -> io::Result<()> {
    let mut sizes = BTreeMap::new();
    let mut model = BTreeMap::new();
    let mut data = BTreeMap::new();
    for view in snapshot.iter() {
        let description = view.description;
        let name = description.name.as_str();
        if description.group == "sizes"
            && let Some(value) = Scalar::read(description.elem, view.bytes, 0)
        {
            sizes.insert(name, value);
            continue;
        }
        let field = Field {
            shape: view.shape,
            elem: description.elem,
            data: Elements(view),
        };
        match description.side {
            Side::Model => model.insert(name, field),
            Side::Data => data.insert(name, field),
        };
    }
    let dump = Dump {
        simulator,
        model: ModelPart {
            sizes,
            fields: model,
        },
        data: DataPart { fields: data },
        warnings,
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    serde_json::to_writer(&mut out, &dump)?;
    out.write_all(b"\n")?;
    out.flush()
}
