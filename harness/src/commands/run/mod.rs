//! `harness run`: cases in, report out.

mod arguments;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::io;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::SystemTime;

use clap::ValueEnum;

use super::arguments::{ComparisonArguments, job_count, parse_kind};
use super::baseline::{Baseline, hold};
use super::list::{require, select};
use super::{CliError, Exit, golden};
use crate::case::Case;
use crate::case::profile::Profile;
use crate::catalogue;
use crate::compare::Selection;
use crate::provision::engines;
use crate::report::{
    Folder, JsonLines, Report, Reporter, SummaryFile, Terminal, Verbosity, run_name,
};
use crate::results::{Event, Footer, Shard, quote};
use crate::run::{
    Contest, Earlier, Live, Recall, Repeat, Role, RoleFailure, Settings, Standard, Whole,
};
use crate::simulator::Kind;
use crate::simulator::inject::{Hit, Injected};
use crate::worker;
pub(super) use arguments::HELP;
pub use arguments::{OutputArguments, RunArguments};

pub fn run(arguments: &RunArguments) -> Result<Exit, CliError> {
    let mut comparison = arguments.comparison.clone();
    comparison.profile.clone_from(&arguments.profile);
    comparison.no_matrix = arguments.no_matrix;
    let profile = profiled(&mut comparison)?;
    let comparison = &comparison;
    check(comparison)?;
    let baseline = accepted(&arguments.output)?;
    let mut found = select(&comparison.cases)?;
    require(&mut found.cases, &arguments.require)?;
    for aside in found.aside.iter().filter(|aside| aside.noted) {
        eprintln!("note: {}: left out: {}", aside.path.display(), aside.reason);
    }
    let mut cases = found.cases;
    if comparison.no_matrix {
        without_matrix(&mut cases);
    }
    profile.apply(&mut cases);
    let mut flags = repeated_flags(comparison);
    for choice in &arguments.require.require {
        flags += &format!(" --require {}", quote(&choice.to_string()));
    }
    let whole = divide(arguments, &mut cases, &flags)?;
    let mut output = Output::new(&arguments.output, baseline);
    crate::interrupt::watch();
    let mut known = BTreeSet::new();
    let footer = compare_cases(comparison, &cases, whole, &mut |event| {
        if let Event::CaseFinished { records, .. } = event {
            known.extend(records.iter().flat_map(|record| record.known.clone()));
        }
        output.event(event)
    })?;
    let exit = output.conclude(Exit::Code(footer.exit_code))?;
    match profile.unseen(known.iter().map(String::as_str)) {
        Some(unseen) if !footer.interrupted => {
            println!("not ok: {unseen}");
            Ok(Exit::Code(footer.exit_code.max(100)))
        }
        _ => Ok(exit),
    }
}

/// Reads the subject's profile, or takes that of an engine that is known; what it says counts where
/// no flag says otherwise.
pub(super) fn profiled(arguments: &mut ComparisonArguments) -> Result<Profile, CliError> {
    let subject = arguments.subject.parse();
    let (engine, version) = match &subject {
        Ok(Kind::Adapter { engine, version }) => (engines::find(engine), version.as_str()),
        _ => (None, ""),
    };
    let profile = match (&arguments.profile, engine) {
        (Some(path), _) => {
            let shown = path.display().to_string();
            let text = std::fs::read_to_string(path).map_err(CliError::io(&shown))?;
            Profile::parse(path, &text).map_err(|e| CliError::Usage(e.to_string()))?
        }
        (None, Some(known)) => {
            let path = Path::new(known.name).with_extension("toml");
            let parsed = Profile::parse(&path, known.profile);
            parsed.map_err(|e| CliError::Usage(e.to_string()))?
        }
        (None, None) => return Ok(Profile::default()),
    };
    if let Some(command) = &profile.command
        && arguments.subject == ComparisonArguments::SUBJECT
    {
        arguments.subject = format!("process:{}", command.get_ref());
    }
    if let Some(reference) = profile.reference(version)
        && arguments.reference == ComparisonArguments::REFERENCE
    {
        arguments.reference = reference;
    }
    arguments.precision = arguments.precision.or(profile.precision());
    let simulators = &mut arguments.simulators;
    simulators.timeout = profile.timeout.unwrap_or(simulators.timeout);
    simulators.memory = profile.memory.unwrap_or(simulators.memory);
    arguments.no_matrix |= profile.matrix == Some(false);
    arguments.ignored = profile.ignored().map(str::to_owned).collect();
    for ignore in &profile.ignore {
        let (field, reason) = (ignore.field.get_ref(), ignore.reason.get_ref());
        eprintln!("note: {field} is not compared: {reason}");
    }
    Ok(profile)
}

/// Keeps the first case of each file.
pub(super) fn without_matrix(cases: &mut Vec<Case>) {
    let mut seen = HashSet::new();
    cases.retain(|case| seen.insert(case.path.clone()));
}

/// The baseline, read before anything is run; none where it is to be made.
fn accepted(arguments: &OutputArguments) -> Result<Option<Baseline>, CliError> {
    match &arguments.baseline {
        Some(path) if path.exists() => Ok(Some(Baseline::read(path)?)),
        Some(path) if !arguments.baseline_create => Err(CliError::Usage(format!(
            "--baseline {}: there is no such file; --baseline-create makes it",
            path.display()
        ))),
        _ => Ok(None),
    }
}

/// Compares both sides on the cases and passes on the events.
pub(super) fn compare_cases(
    arguments: &ComparisonArguments,
    cases: &[Case],
    whole: Whole,
    report: &mut dyn FnMut(&Event) -> io::Result<()>,
) -> Result<Footer, CliError> {
    // Before any case: a simulator that is missing must not make an empty report.
    let limits = arguments.simulators.limits()?;
    let provision = arguments.simulators.provision();
    let hit = arguments
        .inject
        .clone()
        .map(|injection| Arc::new(Hit::new(injection)));
    let spawn = |role: Role| {
        let kind = match role {
            Role::Subject => &arguments.subject,
            Role::Reference => &arguments.reference,
        };
        let simulator = worker::spawn(kind, &limits, &role.filled(&provision))?;
        Ok(match (&hit, role) {
            (Some(hit), Role::Subject) => Box::new(Injected::new(simulator, Arc::clone(hit))),
            _ => simulator,
        })
    };
    let recorded = match arguments.reference.parse() {
        Ok(Kind::Golden) => Some(golden::identity(cases)?),
        _ => None,
    };
    let start = || -> Result<Box<dyn Contest>, RoleFailure> {
        Ok(match &recorded {
            Some(identity) => Box::new(Recall::start(|| spawn(Role::Subject), identity.clone())?),
            None => Box::new(Live::start(spawn)?),
        })
    };
    let settings = Settings {
        whole,
        injected: hit.clone(),
        ..settings(arguments)
    };
    Ok(crate::run::run_cases(cases, &settings, &start, report)?)
}

/// The files of the report, made when the simulators have answered, and the terminal.
struct Output<'a> {
    arguments: &'a OutputArguments,
    baseline: Option<Baseline>,
    reporters: Vec<Box<dyn Reporter>>,
    folder: Option<Folder>,
}

impl Output<'_> {
    fn new(arguments: &OutputArguments, baseline: Option<Baseline>) -> Output<'_> {
        Output {
            arguments,
            baseline,
            reporters: Vec::new(),
            folder: None,
        }
    }

    fn event(&mut self, event: &Event) -> io::Result<()> {
        if let Event::Started(header) = event {
            let folder = Folder::create(&self.arguments.report_dir, &header.run)?;
            let verbosity = match (self.arguments.quiet, self.arguments.verbose) {
                (true, _) => Verbosity::Quiet,
                (_, true) => Verbosity::Verbose,
                _ => Verbosity::Normal,
            };
            self.reporters = reporters(&folder, verbosity)?;
            folder.make_latest()?;
            self.folder = Some(folder);
        }
        let marked = match (&self.baseline, event) {
            (Some(baseline), Event::CaseFinished { case, records }) => Some(Event::CaseFinished {
                case: case.clone(),
                records: records.iter().map(|record| baseline.mark(record)).collect(),
            }),
            _ => None,
        };
        for reporter in &mut self.reporters {
            reporter.event(marked.as_ref().unwrap_or(event))?;
        }
        Ok(())
    }

    /// Writes the finished report in other formats, and decides the exit code.
    fn conclude(&self, exit: Exit) -> Result<Exit, CliError> {
        let OutputArguments { to, baseline, .. } = self.arguments;
        let Some(folder) = self.folder.as_ref() else {
            return Ok(exit);
        };
        if to.is_empty() && baseline.is_none() {
            return Ok(exit);
        }
        let report = Report::open(&folder.path)?;
        for target in to {
            let written = target.write(&report, &folder.path);
            written.map_err(CliError::io(target.file_name()))?;
        }
        match (&self.baseline, baseline) {
            (Some(accepted), _) => hold(accepted, &report),
            (None, Some(path)) => {
                Baseline::of(&report).write(path)?;
                println!(
                    "ok: {} was made: what this run shows is accepted",
                    path.display()
                );
                Ok(Exit::Ok)
            }
            (None, None) => Ok(exit),
        }
    }
}

/// The files of a report, and the terminal.
pub(super) fn reporters(
    folder: &Folder,
    verbosity: Verbosity,
) -> io::Result<Vec<Box<dyn Reporter>>> {
    let place = folder.path.display().to_string();
    Ok(vec![
        Box::new(JsonLines::create(&folder.path.join("report.jsonl"))?),
        Box::new(SummaryFile {
            path: folder.path.join("summary.json"),
            summary: Default::default(),
        }),
        Box::new(Terminal::new(verbosity, place)),
    ])
}

/// Keeps the cases that are to be run now: those that failed, those of the shard, those that an
/// earlier run has not finished.
fn divide(arguments: &RunArguments, cases: &mut Vec<Case>, flags: &str) -> Result<Whole, CliError> {
    if let Some(path) = &arguments.rerun_failed {
        let report = Report::open(path)?;
        let failed = report.records.iter().filter(|record| !record.ok);
        let failed: HashSet<&str> = failed.map(|record| record.case.as_str()).collect();
        cases.retain(|case| failed.contains(case.name.as_str()));
        if cases.is_empty() {
            let message = format!("no case of {} is not ok", path.display());
            return Err(CliError::Nothing(message));
        }
    }
    let plan = Whole::plan(cases, flags);
    let mut shard = None;
    if let Some(part) = arguments.shard {
        let mut seconds = HashMap::new();
        if let Some(path) = &arguments.durations {
            for record in Report::open(path)?.records {
                *seconds.entry(record.case).or_insert(0.0) += record.seconds.0;
            }
        }
        let own = Shard::new(cases, part, &seconds);
        *cases = own.choose(std::mem::take(cases));
        shard = Some(own);
    }
    let earlier = match &arguments.resume {
        None => None,
        Some(path) => {
            let report = Report::open(path)?;
            let ended = report.is_whole();
            let earlier = Earlier::new(report.header, report.records, ended);
            let done = earlier.cases.len();
            let names = earlier.cases.iter().map(|finished| &finished.case);
            if done > cases.len() || !names.eq(cases[..done].iter().map(|case| &case.name)) {
                let message = format!("{} is the report of other cases", path.display());
                return Err(CliError::Usage(message));
            }
            cases.drain(..done);
            Some(earlier)
        }
    };
    Ok(Whole {
        plan,
        shard,
        earlier,
    })
}

/// Checks the arguments as far as no simulator is needed.
pub(super) fn check(arguments: &ComparisonArguments) -> Result<(), CliError> {
    for kind in [&arguments.subject, &arguments.reference] {
        parse_kind(kind)?;
    }
    if arguments.reference.parse() == Ok(Kind::Golden) {
        golden::check_run(arguments)?;
    }
    if arguments.jobs == Some(0) {
        return Err(CliError::Usage("--jobs must be at least 1".to_owned()));
    }
    if arguments.tolerance.is_some_and(|t| t.is_nan() || t < 0.0) {
        let message = "--tolerance must not be negative or NaN".to_owned();
        return Err(CliError::Usage(message));
    }
    if arguments.verdict == Some(Standard::Tolerance) && arguments.tolerance.is_none() {
        let message = "--verdict tolerance needs --tolerance".to_owned();
        return Err(CliError::Usage(message));
    }
    // Other versions have other fields.
    if arguments.reference == ComparisonArguments::REFERENCE {
        for glob in &arguments.fields {
            catalogue::check_glob(glob)
                .map_err(|message| CliError::Usage(format!("--fields: {message}")))?;
        }
        if let Some(injection) = &arguments.inject {
            catalogue::check_glob(&injection.field)
                .map_err(|message| CliError::Usage(format!("--inject: {message}")))?;
        }
    }
    Ok(())
}

fn settings(arguments: &ComparisonArguments) -> Settings {
    let now = SystemTime::now();
    let stamp = humantime::format_rfc3339_seconds(now).to_string();
    Settings {
        run: run_name(now),
        today: stamp.split('T').next().unwrap_or_default().to_owned(),
        selection: Selection::new(arguments.fields.iter().map(String::as_str))
            .without(arguments.ignored.iter().map(String::as_str)),
        tolerance: arguments.tolerance,
        precision: arguments.precision,
        standard: arguments.verdict,
        strict: arguments.strict,
        // Other engines are partial by nature, and say so.
        allow_uncovered: arguments.allow_uncovered
            || arguments.subject != ComparisonArguments::SUBJECT,
        allow_empty: arguments.allow_empty,
        injected: None,
        from_memory: arguments.from_memory,
        jobs: job_count(arguments.jobs),
        seed: arguments.cases.seed,
        command: std::env::args().skip(1).collect(),
        commit: commit(Path::new(".")),
        repeat: Repeat {
            flags: repeated_flags(arguments),
        },
        whole: Whole::default(),
    }
}

/// The flags that a repetition needs, as the user gave them.
fn repeated_flags(arguments: &ComparisonArguments) -> String {
    let mut flags = String::new();
    let mut add = |flag: &str, value: Option<String>| {
        if let Some(value) = value {
            flags += &format!(" --{flag} {}", quote(&value));
        }
    };
    let other = |value: &String, default: &str| (value != default).then(|| value.clone());
    add(
        "subject",
        other(&arguments.subject, ComparisonArguments::SUBJECT),
    );
    add(
        "reference",
        other(&arguments.reference, ComparisonArguments::REFERENCE),
    );
    add("steps", arguments.cases.steps.map(|n| n.to_string()));
    add("random", arguments.cases.random.map(|n| n.to_string()));
    add("seed", arguments.cases.seed.map(|n| n.to_string()));
    for option in arguments.cases.options() {
        add("set", Some(option.to_string()));
    }
    let fields = arguments.fields.join(",");
    add("fields", (!fields.is_empty()).then_some(fields));
    add("tolerance", arguments.tolerance.map(|t| format!("{t:e}")));
    let profile = arguments.profile.as_ref();
    add("profile", profile.map(|path| path.display().to_string()));
    add("precision", arguments.precision.map(|p| p.to_string()));
    let verdict = arguments.verdict.and_then(|v| v.to_possible_value());
    add("verdict", verdict.map(|v| v.get_name().to_owned()));
    add("inject", arguments.inject.as_ref().map(ToString::to_string));
    if arguments.allow_empty {
        flags += " --allow-empty";
    }
    if arguments.no_matrix {
        flags += " --no-matrix";
    }
    if arguments.strict {
        flags += " --strict";
    }
    if arguments.allow_uncovered {
        flags += " --allow-uncovered";
    }
    if arguments.from_memory {
        flags += " --from-memory";
    }
    flags
}

/// The commit that is checked out, with `+` if files differ from it.
pub(super) fn commit(directory: &Path) -> Option<String> {
    let git = |words: &[&str]| {
        let output = Command::new("git")
            .arg("-C")
            .arg(directory)
            .args(words)
            .output();
        let output = output.ok().filter(|output| output.status.success())?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let hash = git(&["rev-parse", "HEAD"])?;
    let changes = git(&["status", "--porcelain", "--untracked-files=no"])?;
    Some(if changes.is_empty() {
        hash
    } else {
        format!("{hash}+")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_engine_that_is_known_has_a_profile_with_a_reference_and_without_faults() {
        for known in engines::ENGINES {
            let path = Path::new(known.name);
            let profile = Profile::parse(path, known.profile).expect(known.name);
            let reference = profile.reference(known.version).expect("a reference");
            assert!(reference.starts_with("mujoco@"), "{reference}");
            // They would be those of one version.
            assert!(profile.known.is_empty());
        }
    }
}
