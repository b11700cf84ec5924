//! `harness mutants`: how many faults in the engine the fixtures notice.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;

use super::arguments::job_count;
use super::{CliError, Exit};
use crate::case::{Case, Mode, Overrides, discover};
use crate::mutants::{self, Blame, Effort, Equivalents, Fault, Score, Tree, Tried, Verdict};

pub(super) const HELP: &str = "\
Faults are put into a copy of the engine: comparisons turned or made strict, sums bracketed the other
way, other operations, constants moved, clamps and guards dropped, the wrong one of a pair, statements
left out, signs. All are in one build, behind a switch; each is tried on the cases that reach it.
The exit code is 100 if the score is below --least or below --least-module in any module.";

#[derive(Debug, Args)]
pub struct MutantsArguments {
    /// Models and directories that must notice the faults
    #[arg(default_value = "fixtures")]
    pub paths: Vec<PathBuf>,
    /// How many faults are tried
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub sample: usize,
    /// Which faults are tried
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Only faults in files that start so, seen from engine/src, such as pipeline/position/tendon
    #[arg(long, value_name = "PATH", value_delimiter = ',')]
    pub module: Vec<String>,
    /// Faults that change nothing, with reasons
    #[arg(
        long,
        value_name = "FILE",
        default_value = "docs/mutants-equivalent.tsv"
    )]
    pub equivalent: PathBuf,
    /// Where every fault is written with what became of it, as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Cases that a fault is tried on at most; without it all that reach it
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    pub most: usize,
    /// Only these modes (comma-separated)
    #[arg(
        long,
        value_enum,
        value_delimiter = ',',
        value_name = "MODES",
        hide_possible_values = true
    )]
    pub modes: Option<Vec<Mode>>,
    /// Steps of forced and free runs, if that is less than a case has
    #[arg(long, value_name = "N")]
    pub steps: Option<u64>,
    /// Variants of a model by its sidecar's matrix at most, evenly from all of them
    #[arg(long, value_name = "N")]
    pub variants: Option<usize>,
    /// What an earlier run has written with --json: faults that were noticed then are not tried again
    #[arg(long, value_name = "FILE")]
    pub again: Option<PathBuf>,
    /// Seconds after which no more faults are tried; the score is of those that were
    #[arg(long, value_name = "SECONDS")]
    pub time: Option<u64>,
    /// The score that all together must have, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 0.0)]
    pub least: f64,
    /// The score that each module must have, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 0.0)]
    pub least_module: f64,
    /// Children that try faults; one for each core by default
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Be the child that tries faults (not for people)
    #[arg(long, hide = true)]
    pub serve: bool,
}

pub fn mutants(arguments: &MutantsArguments) -> Result<Exit, CliError> {
    let begun = Instant::now();
    let cases = cases(arguments)?;
    if arguments.serve {
        mutants::serve(&cases).map_err(CliError::io("a trial"))?;
        return Ok(Exit::Ok);
    }
    let usage = |error: &dyn std::fmt::Display| CliError::Usage(error.to_string());
    let list = &arguments.equivalent;
    let equivalents = Equivalents::read(list)
        .map_err(|error| CliError::Usage(format!("{}: {error}", list.display())))?;
    let (target, profile) = place()?;
    let tree = Tree {
        workspace: std::env::current_dir().map_err(CliError::io("."))?,
        copy: target.join("mutants"),
    };
    // Some will not compile.
    let more = arguments.sample + arguments.sample / 3 + 10;
    let sources = tree.sources();
    let sample = mutants::collect(&sources, &arguments.module, arguments.seed, more);
    let mut sample = sample.map_err(CliError::io("engine/src"))?;
    if sample.faults.is_empty() {
        let message = format!("no fault can be put into {}", arguments.module.join(", "));
        return Err(CliError::Nothing(message));
    }
    let built = mutants::build(&tree, &mut sample, (&target, &profile), &mut |text| {
        eprintln!("{text}");
    });
    let built = built.map_err(|error| usage(&error))?;
    let mut numbers = sample.numbers();
    numbers.truncate(arguments.sample);
    eprintln!(
        "{} of {} faults; {} did not compile",
        numbers.len(),
        sample.total,
        built.dropped
    );
    let earlier = match &arguments.again {
        Some(path) => earlier(path)?,
        None => Vec::new(),
    };
    let noticed = |fault: &Fault| {
        let mut noticed = earlier.iter().filter(|verdict| verdict.killed.is_some());
        noticed.find(|verdict| verdict.fault.is_same(fault))
    };
    let words = words(arguments);
    let faults = numbers.iter();
    let faults: Vec<(u32, &str)> = faults
        .filter(|&&number| noticed(sample.fault(number)).is_none())
        .map(|&number| (number, sample.fault(number).file.as_str()))
        .collect();
    let verdict = |(number, reached_by, killed): &Tried| {
        let fault = sample.fault(*number).clone();
        Verdict {
            reached_by: *reached_by,
            killed: killed.clone(),
            blame: killed.as_ref().map(|killed| Blame::of(&fault.file, killed)),
            equivalent: equivalents.reason(&fault).map(str::to_owned),
            fault,
        }
    };
    let tried = mutants::try_all(
        (&built.program, &words),
        &cases,
        &faults,
        Effort {
            jobs: job_count(arguments.jobs),
            most: arguments.most,
            until: arguments
                .time
                .map(|seconds| begun + Duration::from_secs(seconds)),
        },
        &|text| eprintln!("{text}"),
        &|tried| {
            let verdict = verdict(tried);
            if verdict.survived() {
                eprintln!("survives {}", verdict.line());
            }
        },
    );
    let tried = tried.map_err(|error| usage(&error))?;
    let known = numbers.iter().filter_map(|&number| {
        let Verdict {
            reached_by, killed, ..
        } = noticed(sample.fault(number))?;
        Some((number, *reached_by, killed.clone()))
    });
    let mut tried: Vec<Tried> = known.chain(tried).collect();
    tried.sort_by_key(|(number, ..)| *number);
    let verdicts: Vec<Verdict> = tried.iter().map(verdict).collect();
    report(arguments, &verdicts)
}

/// The cases that must notice, in the order of their files.
fn cases(arguments: &MutantsArguments) -> Result<Vec<Case>, CliError> {
    let overrides = Overrides {
        modes: arguments.modes.clone(),
        ..Overrides::default()
    };
    let mut cases = discover(&arguments.paths, &overrides)
        .map_err(CliError::Discover)?
        .cases;
    if let Some(most) = arguments.variants {
        let few = cases.chunk_by(|a, b| a.path == b.path);
        cases = few.flat_map(|model| fewer_variants(model, most)).collect();
    }
    for case in &mut cases {
        case.schedule.steps = case
            .schedule
            .steps
            .min(arguments.steps.unwrap_or(case.schedule.steps));
    }
    Ok(cases)
}

/// The cases of one model with at most so many variants.
fn fewer_variants(model: &[Case], most: usize) -> Vec<Case> {
    let (variants, plain): (Vec<&Case>, Vec<&Case>) =
        model.iter().partition(|case| case.variant.is_some());
    let count = variants.len().min(most);
    let chosen = (0..count).map(|n| variants[n * variants.len() / count]);
    plain.into_iter().chain(chosen).cloned().collect()
}

/// What makes a child serve the same cases.
fn words(arguments: &MutantsArguments) -> Vec<String> {
    let mut words = vec!["mutants".to_owned(), "--serve".to_owned()];
    if let Some(modes) = &arguments.modes {
        let names: Vec<&str> = modes.iter().map(|mode| mode.name()).collect();
        words.push(format!("--modes={}", names.join(",")));
    }
    words.extend(arguments.steps.map(|steps| format!("--steps={steps}")));
    let variants = arguments.variants;
    words.extend(variants.map(|most| format!("--variants={most}")));
    let paths = arguments.paths.iter();
    words.extend(paths.map(|path| path.display().to_string()));
    words
}

/// What an earlier run has written.
fn earlier(path: &Path) -> Result<Vec<Verdict>, CliError> {
    let text = std::fs::read_to_string(path).map_err(CliError::io(path.display()))?;
    serde_json::from_str(&text)
        .map_err(|error| CliError::Usage(format!("{}: {error}", path.display())))
}

/// The target directory and the profile of this program, so that its dependencies need not be built
/// again.
fn place() -> Result<(PathBuf, String), CliError> {
    let program = std::env::current_exe().map_err(CliError::io("this program"))?;
    let folder = program.parent().unwrap_or(Path::new("."));
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let profile = if name == "debug" { "dev" } else { &name };
    let target = folder.parent().unwrap_or(folder);
    Ok((target.to_owned(), profile.to_owned()))
}

fn report(arguments: &MutantsArguments, verdicts: &[Verdict]) -> Result<Exit, CliError> {
    if let Some(path) = &arguments.json {
        let text = serde_json::to_string_pretty(verdicts);
        let text = text.map_err(|error| CliError::io("JSON")(error.into()))?;
        std::fs::write(path, text).map_err(CliError::io(path.display()))?;
    }
    for verdict in verdicts.iter().filter(|verdict| verdict.survived()) {
        println!("survives {}", verdict.line());
    }
    for verdict in verdicts {
        if let (Some(Blame::Wrong), Some(killed)) = (verdict.blame, &verdict.killed) {
            let stage = killed.stage.as_deref().unwrap_or(&killed.how);
            let field = killed.field.as_deref().unwrap_or_default();
            println!(
                "blames {stage} {field} in {} {}: {}",
                killed.case,
                killed.mode,
                verdict.line()
            );
        }
    }
    // Listed wrongly: the list must not grow stale.
    let mut wrong = 0;
    for verdict in verdicts {
        if let (Some(killed), Some(reason)) = (&verdict.killed, &verdict.equivalent) {
            wrong += 1;
            println!(
                "listed as changing nothing ({reason}), but {} notices: {}",
                killed.case,
                verdict.line()
            );
        }
    }
    let score = Score::new(verdicts);
    println!("\n{score}");
    let modules = score.modules.values();
    let low = score.total.percent() < arguments.least
        || modules
            .into_iter()
            .any(|tally| tally.percent() < arguments.least_module);
    Ok(Exit::mismatch_if(low || wrong > 0))
}
