//! `harness reduce`: the smallest model that still shows the same difference.

mod trial;

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::arguments::ComparisonArguments;
use super::list::select;
use super::{CliError, Exit};
use crate::fuzz::shrink::Pass;
use crate::fuzz::tree::Element;
use trial::Trial;

pub(super) const HELP: &str = "\
Examples:
  harness reduce my/robot.xml                                 writes my/robot.reduced.xml
  harness reduce my/robot.xml --modes free --out small.xml
  harness reduce my/robot.xml --subject process:./my-adapter  a minimal example of another engine's bug

The first difference of a run is what must stay: its outcome, mode, stage and field, or its message.";

#[derive(Debug, Args)]
pub struct ReduceArguments {
    #[command(flatten)]
    pub comparison: ComparisonArguments,
    /// Where the small model goes, with a sidecar beside it [default: NAME.reduced.xml]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Most models to try
    #[arg(long, value_name = "N", default_value_t = 5000)]
    pub trials: usize,
}

pub fn reduce(arguments: &ReduceArguments) -> Result<Exit, CliError> {
    let cases = select(&arguments.comparison.cases)?.cases;
    let [case] = &cases[..] else {
        let message = format!("{} cases are selected; give one, or --filter", cases.len());
        return Err(CliError::Usage(message));
    };
    let out = arguments
        .out
        .clone()
        .unwrap_or_else(|| case.path.with_extension("reduced.xml"));
    let named = case.path.display().to_string();
    let text = fs::read_to_string(&case.path).map_err(CliError::io(&named))?;
    let root = Element::parse(&text)
        .map_err(|error| CliError::Usage(format!("{named}: {error}; cannot be reduced")))?;
    let Some(reduction) = shrink(&arguments.comparison, &case.path, root, arguments.trials)? else {
        println!("{named}: nothing differs, so there is nothing to reduce");
        return Ok(Exit::Nothing);
    };
    reduction.write(&out)?;
    println!("{}", reduction.model.to_xml());
    println!(
        "{} of {} elements, {} models tried: {}\n     harness run {}",
        reduction.model.count(),
        reduction.from,
        reduction.trials,
        reduction.what,
        out.display()
    );
    Ok(Exit::Ok)
}

/// What a reduction arrived at.
pub(super) struct Reduction {
    pub model: Element,
    sidecar: String,
    /// Elements before.
    from: usize,
    trials: usize,
    /// The difference that stayed, in words.
    what: String,
}

impl Reduction {
    pub(super) fn write(&self, path: &Path) -> Result<(), CliError> {
        let named = path.display().to_string();
        fs::write(path, self.model.to_xml()).map_err(CliError::io(&named))?;
        let sidecar = path.with_extension("toml");
        fs::write(&sidecar, &self.sidecar).map_err(CliError::io(&sidecar.display().to_string()))
    }
}

/// Makes a model smaller for as long as the first difference stays the same; none if nothing
/// differs.
pub(super) fn shrink(
    comparison: &ComparisonArguments,
    path: &Path,
    mut model: Element,
    budget: usize,
) -> Result<Option<Reduction>, CliError> {
    let Some(mut trial) = Trial::new(comparison, path, &model, budget)? else {
        return Ok(None);
    };
    let from = model.count();
    let bar = progress();
    loop {
        let before = model.clone();
        for pass in Pass::ALL {
            let mut number = 0;
            while number < pass.count(&model) && trial.left() > 0 {
                bar.set_message(format!(
                    "{}: {} elements, {} models tried",
                    pass.name(),
                    model.count(),
                    trial.done()
                ));
                // Several at a time keep all cores busy; the first that holds is taken.
                let numbers = number..(number + trial.width()).min(pass.count(&model));
                let end = numbers.end;
                let candidates: Vec<(usize, Element)> = numbers
                    .filter_map(|n| Some((n, pass.candidate(&model, n)?)))
                    .collect();
                match trial.first_that_holds(&candidates)? {
                    Some(place) => {
                        let (n, smaller) = candidates.into_iter().nth(place).unwrap_or_default();
                        (number, model) = (n, smaller);
                    }
                    None => number = end,
                }
            }
        }
        if model == before || trial.left() == 0 {
            break;
        }
    }
    let sidecar = trial.shorten_schedule(&model)?;
    bar.finish_and_clear();
    Ok(Some(Reduction {
        model,
        sidecar,
        from,
        trials: trial.done(),
        what: trial.what,
    }))
}

fn progress() -> ProgressBar {
    if !console::user_attended_stderr() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}") {
        bar.set_style(style);
    }
    bar
}
