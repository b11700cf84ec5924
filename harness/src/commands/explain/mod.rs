//! `harness explain`: one case again, and its findings at length: which stage, what it computes,
//! which of its inputs were still equal, where in the MJCF.

mod arguments;
mod stages;
mod story;

use super::list::select;
use super::run::{check, compare_cases};
use super::{CliError, Exit};
use crate::results::{Event, Record};
use crate::run::Whole;
pub use arguments::ExplainArguments;
use stages::{StageFacts, facts};
use story::tell;

pub fn explain(arguments: &ExplainArguments) -> Result<Exit, CliError> {
    let upgrade = arguments.upgrade();
    let arguments = &arguments.comparison();
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
    let sides = upgrade.unwrap_or(["reference", "subject"]);
    let mut stories: Vec<String> = records.iter().map(|one| tell(one, sides)).collect();
    if upgrade.is_none() {
        let repeats = records.iter().map(|one| &one.repeat);
        for (story, repeat) in stories.iter_mut().zip(repeats) {
            story.push_str(&format!("\nrepeat it\n  {repeat}\n"));
        }
    }
    print!("{}", stories.join("\n"));
    Ok(Exit::Code(footer.exit_code))
}
