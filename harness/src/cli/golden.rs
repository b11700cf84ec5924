//! `harness golden`: recording the reference's values, and seeing that the recorded ones are still its own.

use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::arguments::{GoldenCommand, GoldenPaths, GoldenRecording, RunArguments};
use super::run::commit;
use super::{CliError, Exit};
use crate::case::{Case, Overrides, discover};
use crate::golden::{Change, Golden, Provenance, changes, path_of, pending_path_of, record, stale};
use crate::run::{Role, RunError};
use crate::simulator::{self, Failure, Identity, Kind, Pipelined};

/// Changes shown of one golden.
const SHOWN: usize = 20;

pub fn golden(command: &GoldenCommand) -> Result<Exit, CliError> {
    match command {
        GoldenCommand::Write { recording, accept } => write(recording, *accept),
        GoldenCommand::Check {
            recording,
            without_reference,
        } => check(recording, *without_reference),
        GoldenCommand::Review(paths) => review(paths),
        GoldenCommand::Accept(paths) => accept(paths),
        GoldenCommand::Reject(paths) => reject(paths),
    }
}

/// Who the values recorded for these cases come from: one simulator for all, or there is nothing to compare with.
pub(super) fn identity(cases: &[Case]) -> Result<Identity, CliError> {
    let mut found: Option<Provenance> = None;
    for fixture in fixtures(cases) {
        let path = path_of(&fixture[0].path);
        if !path.exists() {
            continue;
        }
        let golden = Golden::read(&path).map_err(|error| CliError::Usage(error.to_string()))?;
        let next = golden.provenance;
        match &found {
            Some(known) if (&known.reference, &known.sha256) != (&next.reference, &next.sha256) => {
                let message = format!(
                    "{}: recorded from {} ({}), others from {} ({})",
                    path.display(),
                    next.reference,
                    next.sha256,
                    known.reference,
                    known.sha256
                );
                return Err(CliError::Usage(message));
            }
            _ => found = Some(next),
        }
    }
    let Some(found) = found else {
        let message =
            "no golden values lie beside these models; `harness golden write` records them";
        return Err(CliError::Run(RunError::Unavailable {
            role: Role::Reference,
            failure: Failure::Unavailable {
                message: message.to_owned(),
            },
        }));
    };
    Ok(Identity {
        kind: Kind::Golden.to_string(),
        version: format!("recorded from {} on {}", found.reference, found.platform),
        sha256: Some(found.sha256),
    })
}

/// The cases of each model file.
fn fixtures(cases: &[Case]) -> Vec<&[Case]> {
    cases.chunk_by(|a, b| a.path == b.path).collect()
}

fn find(paths: &[PathBuf]) -> Result<Vec<Case>, CliError> {
    let found = discover(paths, &Overrides::default()).map_err(CliError::Discover)?;
    if found.cases.is_empty() {
        let message = "there is no model under these paths".to_owned();
        return Err(CliError::Nothing(message));
    }
    Ok(found.cases)
}

/// Starts a simulator whose values may become golden.
fn reference(recording: &GoldenRecording) -> Result<Box<dyn Pipelined>, CliError> {
    let kind = &recording.reference;
    kind.parse::<Kind>()
        .map_err(|error| CliError::Usage(error.to_string()))?;
    if !Provenance::may_come_from(kind) {
        return Err(CliError::Usage(format!(
            "golden values come from a reference simulator (mujoco@VERSION or python@VERSION), never from {kind}: \
             what it gets wrong would become right by definition"
        )));
    }
    let limits = recording.simulators.limits()?;
    let provision = recording.simulators.provision();
    simulator::spawn(kind, &limits, &provision).map_err(CliError::Simulator)
}

/// Does `work` for each fixture, several at a time, each job with a reference of its own.
fn with_references<T: Send>(
    recording: &GoldenRecording,
    fixtures: &[&[Case]],
    work: impl Fn(&mut dyn Pipelined, &[Case]) -> T + Sync,
) -> Result<Vec<T>, CliError> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = recording
        .jobs
        .unwrap_or(cores)
        .clamp(1, fixtures.len().max(1));
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        let job = || -> Result<(), CliError> {
            let mut simulator = reference(recording)?;
            while let at = next.fetch_add(1, Ordering::Relaxed)
                && let Some(fixture) = fixtures.get(at)
            {
                let result = work(simulator.as_mut(), fixture);
                if let Ok(mut results) = results.lock() {
                    results.push((at, result));
                }
            }
            Ok(())
        };
        let threads: Vec<_> = (0..jobs).map(|_| scope.spawn(job)).collect();
        for thread in threads {
            match thread.join() {
                Ok(done) => done?,
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        Ok::<(), CliError>(())
    })?;
    let mut results = results.into_inner().unwrap_or_default();
    results.sort_by_key(|(at, _)| *at);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

/// Records all cases of a fixture.
fn record_fixture(
    simulator: &mut dyn Pipelined,
    cases: &[Case],
    commit: Option<&str>,
) -> Result<Golden, String> {
    let fixture = &cases[0].path;
    let identity = simulator.identity().clone();
    let provenance = Provenance::new(fixture, &identity, commit);
    let mut recorded = Vec::new();
    for case in cases {
        let one = record(simulator, case).map_err(|halt| format!("{}: {halt}", case.name))?;
        recorded.push(one);
    }
    Ok(Golden {
        provenance: provenance.map_err(|error| format!("{}: {error}", fixture.display()))?,
        cases: recorded,
    })
}

/// What became of one golden.
enum Written {
    New,
    Same,
    Accepted(Vec<Change>),
    Pending(Vec<Change>),
    Failed(String),
}

fn write(recording: &GoldenRecording, accept: bool) -> Result<Exit, CliError> {
    let cases = find(&recording.paths.paths)?;
    let fixtures = fixtures(&cases);
    let commit = commit(Path::new("."));
    let written = with_references(recording, &fixtures, |simulator, cases| {
        let golden = record_fixture(simulator, cases, commit.as_deref());
        let kept = golden.and_then(|golden| {
            keep(&cases[0].path, &golden, accept).map_err(|error| error.to_string())
        });
        kept.unwrap_or_else(Written::Failed)
    })?;
    let mut counts = [0; 5];
    for (fixture, written) in fixtures.iter().zip(&written) {
        let path = path_of(&fixture[0].path);
        let place = path.display();
        let kind = match written {
            Written::Same => 0,
            Written::New => {
                println!("new {place}");
                1
            }
            Written::Accepted(changes) => {
                show(&format!("changed {place}"), changes, 3);
                2
            }
            Written::Pending(changes) => {
                show(&format!("pending {place}"), changes, 3);
                3
            }
            Written::Failed(message) => {
                println!("failed {place}: {message}");
                4
            }
        };
        counts[kind] += 1;
    }
    let [same, new, changed, pending, failed] = counts;
    println!("{same} unchanged, {new} new, {changed} changed, {pending} pending, {failed} failed");
    if pending > 0 {
        println!("`harness golden review` shows what is pending, `harness golden accept` takes it");
    }
    Ok(if failed > 0 { Exit::Mismatch } else { Exit::Ok })
}

/// Puts a golden where it belongs. One that says the same is left as it is, whoever wrote it.
fn keep(fixture: &Path, golden: &Golden, accept: bool) -> io::Result<Written> {
    let (path, pending) = (path_of(fixture), pending_path_of(fixture));
    let text = golden.to_string();
    let old = match std::fs::read_to_string(&path) {
        Ok(old) => Some(old),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let written = match &old {
        Some(old) if without_harness(old).eq(without_harness(&text)) => Written::Same,
        Some(old) => {
            let changes = match Golden::parse(old) {
                Ok(old) => changes(&old, golden),
                Err(_) => Vec::new(),
            };
            std::fs::write(if accept { &path } else { &pending }, &text)?;
            match accept {
                true => Written::Accepted(changes),
                false => return Ok(Written::Pending(changes)),
            }
        }
        None => {
            std::fs::write(&path, &text)?;
            Written::New
        }
    };
    // What was pending is settled now.
    match std::fs::remove_file(&pending) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(written),
    }
}

/// All lines but the one that says who wrote them.
fn without_harness(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with("harness "))
}

fn is_written_as(path: &Path, golden: &Golden) -> bool {
    let (text, fresh) = (std::fs::read_to_string(path), golden.to_string());
    text.is_ok_and(|text| without_harness(&text).eq(without_harness(&fresh)))
}

fn check(recording: &GoldenRecording, without_reference: bool) -> Result<Exit, CliError> {
    let cases = find(&recording.paths.paths)?;
    let fixtures = fixtures(&cases);
    let complaints: Vec<Vec<String>> = if without_reference {
        fixtures
            .iter()
            .map(|cases| usable(cases).err().unwrap_or_default())
            .collect()
    } else {
        with_references(recording, &fixtures, check_live)?
    };
    let mut bad = 0;
    for (fixture, complaints) in fixtures.iter().zip(&complaints) {
        for complaint in complaints {
            println!("{}: {complaint}", path_of(&fixture[0].path).display());
        }
        bad += usize::from(!complaints.is_empty());
    }
    let total = fixtures.len();
    let how = match without_reference {
        true => "their files say so, no reference was asked".to_owned(),
        false => format!("{} says the same", recording.reference),
    };
    Ok(match bad {
        0 => {
            println!("{total} goldens are current: {how}");
            Exit::Ok
        }
        _ => {
            println!("{bad} of {total} goldens are not current");
            Exit::Mismatch
        }
    })
}

/// The golden of a fixture, or everything that speaks against it and can be told without a reference.
fn usable(cases: &[Case]) -> Result<Golden, Vec<String>> {
    let fixture = &cases[0].path;
    let path = path_of(fixture);
    if !path.exists() {
        return Err(vec![
            "missing: record it with `harness golden write`".to_owned(),
        ]);
    }
    let golden = Golden::read(&path).map_err(|error| vec![error.to_string()])?;
    let mut reasons = match stale(&golden, fixture, cases) {
        Ok(reasons) => reasons,
        Err(error) => vec![error.to_string()],
    };
    if pending_path_of(fixture).exists() {
        reasons.push("another one is pending: `harness golden review`".to_owned());
    }
    match reasons.is_empty() {
        true => Ok(golden),
        false => Err(reasons
            .into_iter()
            .map(|reason| format!("stale: {reason}"))
            .collect()),
    }
}

fn check_live(simulator: &mut dyn Pipelined, cases: &[Case]) -> Vec<String> {
    let golden = match usable(cases) {
        Ok(golden) => golden,
        Err(complaints) => return complaints,
    };
    if let Some(reason) = golden.provenance.foreign_to(simulator.identity()) {
        return vec![format!("stale: {reason}")];
    }
    let fresh = match record_fixture(simulator, cases, None) {
        Ok(fresh) => fresh,
        Err(message) => return vec![message],
    };
    let changes = changes(&golden, &fresh);
    if changes.is_empty() && !is_written_as(&path_of(&cases[0].path), &fresh) {
        return vec!["says the same in other words: record it anew".to_owned()];
    }
    let first = changes.iter().take(3).map(|change| {
        let who = &simulator.identity().kind;
        let show = |text: &Option<String>| text.clone().unwrap_or_else(|| "nothing".to_owned());
        let (old, new) = (show(&change.old), show(&change.new));
        format!("differs: {}: recorded {old}, {who} has {new}", change.place)
    });
    let mut complaints: Vec<String> = first.collect();
    if changes.len() > complaints.len() {
        complaints.push(format!("and {} more", changes.len() - complaints.len()));
    }
    complaints
}

/// Prints a title and the first changes below it.
fn show(title: &str, changes: &[Change], most: usize) {
    println!("{title}: {} changes", changes.len());
    for change in changes.iter().take(most) {
        println!("  {change}");
    }
    if changes.len() > most {
        println!("  and {} more", changes.len() - most);
    }
}

/// The fixtures that have something pending.
fn pending(cases: &[Case]) -> Vec<&[Case]> {
    let fixtures = fixtures(cases).into_iter();
    fixtures
        .filter(|cases| pending_path_of(&cases[0].path).exists())
        .collect()
}

fn review(paths: &GoldenPaths) -> Result<Exit, CliError> {
    let cases = find(&paths.paths)?;
    let mut answers = io::stdin().lock().lines();
    let pending = pending(&cases);
    for (at, fixture) in pending.iter().enumerate() {
        let (path, new) = (path_of(&fixture[0].path), pending_path_of(&fixture[0].path));
        let unreadable = |error: crate::golden::GoldenError| CliError::Usage(error.to_string());
        let fresh = Golden::read(&new).map_err(unreadable)?;
        let title = format!("{} of {}: {}", at + 1, pending.len(), path.display());
        match Golden::read(&path) {
            Ok(old) => show(&title, &changes(&old, &fresh), SHOWN),
            Err(error) => println!("{title}: {error}"),
        }
        print!("[a]ccept, [r]eject, [s]kip or [q]uit? ");
        io::stdout().flush().map_err(stdout)?;
        let answer = answers.next().transpose().map_err(stdout)?;
        match answer.as_deref().map(str::trim) {
            Some("a") => accept_one(fixture)?,
            Some("r") => remove(&new)?,
            Some("s") => {}
            _ => return Ok(Exit::Ok),
        }
    }
    if pending.is_empty() {
        println!("nothing is pending");
    }
    Ok(Exit::Ok)
}

fn accept(paths: &GoldenPaths) -> Result<Exit, CliError> {
    let cases = find(&paths.paths)?;
    let pending = pending(&cases);
    for fixture in &pending {
        accept_one(fixture)?;
    }
    println!("{} goldens accepted", pending.len());
    Ok(Exit::Ok)
}

/// Takes what is pending for a fixture, if it is of a reference and of the fixture as it is now.
fn accept_one(cases: &[Case]) -> Result<(), CliError> {
    let fixture = &cases[0].path;
    let (path, new) = (path_of(fixture), pending_path_of(fixture));
    let golden = Golden::read(&new).map_err(|error| CliError::Usage(error.to_string()))?;
    let io_error = |source| CliError::Io {
        what: new.display().to_string(),
        source,
    };
    let reasons = stale(&golden, fixture, cases).map_err(io_error)?;
    if !reasons.is_empty() {
        let reasons = reasons.join("; ");
        return Err(CliError::Usage(format!(
            "{} is stale: {reasons}",
            new.display()
        )));
    }
    std::fs::rename(&new, &path).map_err(io_error)
}

fn reject(paths: &GoldenPaths) -> Result<Exit, CliError> {
    let cases = find(&paths.paths)?;
    let pending = pending(&cases);
    for fixture in &pending {
        remove(&pending_path_of(&fixture[0].path))?;
    }
    println!("{} pending goldens removed", pending.len());
    Ok(Exit::Ok)
}

fn remove(path: &Path) -> Result<(), CliError> {
    std::fs::remove_file(path).map_err(|source| CliError::Io {
        what: path.display().to_string(),
        source,
    })
}

fn stdout(source: io::Error) -> CliError {
    CliError::Io {
        what: "the terminal".to_owned(),
        source,
    }
}

/// What recorded values cannot answer: they hold the fixture's own schedule and nothing else.
pub(super) fn check_run(arguments: &RunArguments) -> Result<(), CliError> {
    let cases = &arguments.cases;
    let changes = [
        ("--steps", cases.steps.is_some()),
        ("--seed", cases.seed.is_some()),
        ("--random", cases.random.is_some()),
        (
            "--set, --disable or --enable",
            cases.options().next().is_some(),
        ),
    ];
    match changes.iter().find(|(_, given)| *given) {
        Some((flag, _)) => Err(CliError::Usage(format!(
            "golden values are recorded for the schedule that the fixtures have: {flag} needs a reference simulator"
        ))),
        None => Ok(()),
    }
}
