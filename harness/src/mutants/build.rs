//! Builds the copy. A fault that the compiler refuses is taken out and the build is tried again:
//! which texts make sense in their place is the compiler's to say.

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use super::copy::{PROGRAM, Tree};
use super::point::{Fault, Rewritten};
use super::sample::Sample;

/// Rounds of the compiler; each shows errors that those before have hidden.
const ROUNDS: usize = 12;

/// A copy that was built.
#[derive(Clone, Debug)]
pub struct Built {
    pub program: PathBuf,
    /// How many faults do not compile.
    pub dropped: usize,
}

/// Why there is no program.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    #[error("the copy of the engine: {0}")]
    Io(#[from] io::Error),
    #[error("the copy does not build: {0}")]
    Refused(String),
}

#[derive(Debug, Deserialize)]
struct Message {
    message: Option<Diagnostic>,
}

#[derive(Debug, Deserialize)]
struct Diagnostic {
    message: String,
    level: String,
    spans: Vec<Place>,
}

#[derive(Debug, Deserialize)]
struct Place {
    file_name: String,
    byte_start: usize,
    byte_end: usize,
    is_primary: bool,
}

/// Builds the copy with as many faults of the sample as compile; the others leave the sample.
/// `target` is the directory that cargo builds in, `profile` what it builds with.
pub fn build(
    tree: &Tree,
    sample: &mut Sample,
    (target, profile): (&Path, &str),
    tell: &mut dyn FnMut(String),
) -> Result<Built, BuildError> {
    let refused = target.join("mutants-refused.json");
    let mut known: Vec<Fault> = std::fs::read(&refused)
        .ok()
        .and_then(|text| serde_json::from_slice(&text).ok())
        .unwrap_or_default();
    let listed = |fault: &Fault| known.iter().any(|known| known.is_same(fault));
    let numbers = sample.numbers().into_iter();
    let before: Vec<u32> = numbers.filter(|&n| listed(sample.fault(n))).collect();
    sample.drop(&before);
    let mut dropped = before.len();
    for round in 1..=ROUNDS {
        let rewritten = tree.renew(sample)?;
        tell(format!(
            "round {round}: building {} faults",
            sample.numbers().len()
        ));
        let output = cargo(tree, target, profile)?;
        if output.status.success() {
            let folder = if profile == "dev" { "debug" } else { profile };
            return Ok(Built {
                program: target.join(folder).join(PROGRAM),
                dropped,
            });
        }
        let errors = errors(&String::from_utf8_lossy(&output.stdout));
        let numbers = blamed(&errors, &rewritten);
        if numbers.is_empty() {
            let first = errors.first().map(|error| error.message.clone());
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(BuildError::Refused(first.unwrap_or(said)));
        }
        dropped += numbers.len();
        sample.drop(&numbers);
        // What the compiler has refused once is not tried again.
        known.extend(numbers.iter().map(|&number| sample.fault(number).clone()));
        let text = serde_json::to_vec(&known).map_err(io::Error::from)?;
        std::fs::write(&refused, text)?;
    }
    Err(BuildError::Refused(format!("not after {ROUNDS} rounds")))
}

/// Builds the program; errors of the engine end it before the harness is built.
fn cargo(tree: &Tree, target: &Path, profile: &str) -> io::Result<std::process::Output> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    Command::new(cargo)
        .args(["build", "-p", "harness", "--bin", PROGRAM])
        .args(["--profile", profile, "--message-format", "json"])
        .arg("--target-dir")
        .arg(target)
        .current_dir(&tree.copy)
        .output()
}

fn errors(output: &str) -> Vec<Diagnostic> {
    let lines = output.lines();
    let messages = lines.filter_map(|line| serde_json::from_str::<Message>(line).ok());
    let told = messages.filter_map(|message| message.message);
    told.filter(|told| told.level == "error").collect()
}

/// The faults that errors are about: the innermost that an error points into, else those in the same
/// line, else those in the same file.
fn blamed(errors: &[Diagnostic], rewritten: &[(PathBuf, Rewritten)]) -> Vec<u32> {
    let mut numbers = Vec::new();
    for error in errors {
        for place in &error.spans {
            let file = rewritten
                .iter()
                .find(|(name, _)| name == Path::new(&place.file_name));
            if let (true, Some((_, file))) = (place.is_primary, file) {
                numbers.extend(innermost(file, place.byte_start..place.byte_end));
            }
        }
    }
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

fn innermost(file: &Rewritten, at: Range<usize>) -> Vec<u32> {
    let covers =
        |trace: &&super::point::Trace| trace.range.start <= at.start && at.end <= trace.range.end;
    let covering = file.traces.iter().filter(covers);
    if let Some(trace) = covering.min_by_key(|trace| trace.range.len()) {
        return trace.numbers.clone();
    }
    let before = file.text[..at.start].rfind('\n').map_or(0, |n| n + 1);
    let after = file.text[at.end..]
        .find('\n')
        .map_or(file.text.len(), |n| at.end + n);
    let touching = |range: &Range<usize>| {
        let near: Vec<u32> = file
            .traces
            .iter()
            .filter(|trace| trace.range.start < range.end && range.start < trace.range.end)
            .flat_map(|trace| trace.numbers.clone())
            .collect();
        (!near.is_empty()).then_some(near)
    };
    let line = before..after;
    touching(&line)
        .or_else(|| touching(&(0..file.text.len())))
        .unwrap_or_default()
}
