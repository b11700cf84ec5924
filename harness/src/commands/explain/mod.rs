//! `harness explain`: one case again, and its findings at length: which stage, what it computes,
//! which of its inputs were still equal, where in the MJCF.

mod stages;
mod story;

use super::arguments::ComparisonArguments;
use super::list::select;
use super::run::{check, compare_cases};
use super::{CliError, Exit};
use crate::results::{Event, Record};
use crate::run::Whole;
use stages::{StageFacts, facts};
use story::tell;

pub fn explain(arguments: &ComparisonArguments) -> Result<Exit, CliError> {
    check(arguments)?;
    let found = select(&arguments.cases)?;
    if found.cases.len() > 1 {
        let names: Vec<&str> = found.cases.iter().map(|case| case.name.as_str()).collect();
        let message = format!(
            "{} cases are selected, give --filter to choose one of them:\n  {}",
            names.len(),
            names[..names.len().min(20)].join("\n  ")
        );
        return Err(CliError::Usage(message));
    }
    let mut records: Vec<Record> = Vec::new();
    let whole = Whole::default();
    let footer = compare_cases(arguments, &found.cases, whole, &mut |event| {
        if let Event::CaseFinished { records: done, .. } = event {
            records.extend(done.iter().cloned());
        }
        Ok(())
    })?;
    let stories: Vec<String> = records.iter().map(tell).collect();
    print!("{}", stories.join("\n"));
    Ok(Exit::Code(footer.exit_code))
}
