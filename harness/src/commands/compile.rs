//! `harness compile`: a model compiled by the engine and written into a file.

use std::path::{Path, PathBuf};

use clap::Args;
use plumbline::{Error, Model, Spec};

use super::{CliError, Exit};
use crate::simulator::Failure;

#[derive(Debug, Args)]
pub struct CompileArguments {
    /// The model: MJCF, URDF, or a binary model (.mjb)
    #[arg(value_name = "MODEL")]
    pub model: PathBuf,
    /// The file to write, as MuJoCo 3.2.6 writes it: a binary model (.mjb) or MJCF (.xml)
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Compiles, says what the model has, and writes it if asked to.
pub fn compile(arguments: &CompileArguments) -> Result<Exit, CliError> {
    let output = arguments.output.as_deref();
    let is_known = |path: &Path| has_extension(path, "mjb") || has_extension(path, "xml");
    if let Some(path) = output.filter(|path| !is_known(path)) {
        let message = format!(
            "{}: the name of the file has to end in .mjb or .xml",
            path.display()
        );
        return Err(CliError::Usage(message));
    }
    let (spec, model) = load(&arguments.model)?;
    let Model { nbody, nv, nu, .. } = model;
    println!("{nbody} bodies, {nv} degrees of freedom, {nu} actuators");
    if let Some(path) = output {
        let file = match spec {
            Some(spec) if has_extension(path, "xml") => {
                spec.to_xml(&model).map_err(refused)?.into_bytes()
            }
            None if has_extension(path, "xml") => {
                let model = arguments.model.display();
                let message = format!("{model}: a binary model has no text to be written back");
                return Err(CliError::Usage(message));
            }
            _ => model.to_mjb(),
        };
        std::fs::write(path, &file).map_err(CliError::io(path.display()))?;
        println!("{}: {} bytes", path.display(), file.len());
    }
    Ok(Exit::Ok)
}

/// The model, and the spec that it was compiled from.
fn load(path: &Path) -> Result<(Option<Spec>, Model), CliError> {
    if has_extension(path, "mjb") {
        let file = std::fs::read(path).map_err(CliError::io(path.display()))?;
        return Ok((None, Model::from_mjb(&file).map_err(refused)?));
    }
    let spec = Spec::from_xml(path).map_err(refused)?;
    let model = spec.compile().map_err(refused)?;
    Ok((Some(spec), model))
}

fn refused(error: Error) -> CliError {
    let words = error.to_string();
    let words = words.strip_prefix("error: ").unwrap_or(&words);
    CliError::Simulator(Failure::rejected(words))
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|own| own == extension)
}
