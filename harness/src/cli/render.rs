//! `harness render`: an earlier report in other formats.

use std::path::Path;

use super::arguments::RenderArguments;
use super::{CliError, Exit};
use crate::report::Report;

pub fn render(arguments: &RenderArguments) -> Result<Exit, CliError> {
    let report = Report::open(&arguments.report)?;
    if arguments.stdout {
        let [target] = arguments.to.as_slice() else {
            let message = "--stdout prints one format: give --to a single one".to_owned();
            return Err(CliError::Usage(message));
        };
        let text = target.render(&report).map_err(io(target.file_name()))?;
        print!("{text}");
        return Ok(Exit::Ok);
    }
    let beside = match &arguments.report {
        path if path.is_dir() => path.as_path(),
        path => path.parent().unwrap_or(Path::new(".")),
    };
    let directory = arguments.out.as_deref().unwrap_or(beside);
    std::fs::create_dir_all(directory).map_err(io(&directory.display().to_string()))?;
    for target in &arguments.to {
        let path = target.write(&report, directory);
        let path = path.map_err(io(target.file_name()))?;
        println!("{}", path.display());
    }
    Ok(Exit::Ok)
}

fn io(what: &str) -> impl FnOnce(std::io::Error) -> CliError {
    let what = what.to_owned();
    move |source| CliError::Io { what, source }
}
