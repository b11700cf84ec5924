//! `harness golden write`

use std::io;
use std::path::Path;

use super::super::run::commit;
use super::super::{CliError, Exit};
use super::GoldenRecording;
use super::record::{record_fixture, with_references};
use super::{find, fixtures, show};
use crate::golden::{Change, Golden, changes, path_of, pending_path_of};

/// What became of one golden.
enum Written {
    New,
    Same,
    Accepted(Vec<Change>),
    Pending(Vec<Change>),
    Failed(String),
}

pub(super) fn write(recording: &GoldenRecording, accept: bool) -> Result<Exit, CliError> {
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
    Ok(Exit::mismatch_if(failed > 0))
}

/// Puts a golden in its place. A file with the same contents is left alone, whichever version wrote
/// it.
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
            if !accept {
                return Ok(Written::Pending(changes));
            }
            Written::Accepted(changes)
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

/// All lines except the one that says which harness wrote them.
fn without_harness(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with("harness "))
}

/// Whether a file has exactly the text that the golden would be written as.
pub(super) fn is_written_as(path: &Path, golden: &Golden) -> bool {
    let (text, fresh) = (std::fs::read_to_string(path), golden.to_string());
    text.is_ok_and(|text| without_harness(&text).eq(without_harness(&fresh)))
}
