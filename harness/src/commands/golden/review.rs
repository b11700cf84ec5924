//! `harness golden review`, `accept` and `reject`: what becomes of pending goldens.

use std::io::{self, BufRead, Write};
use std::path::Path;

use super::super::{CliError, Exit};
use super::GoldenPaths;
use super::{find, fixtures, show};
use crate::case::Case;
use crate::golden::{Golden, GoldenError, changes, path_of, pending_path_of, stale};

/// Changes shown of one golden.
const SHOWN: usize = 20;

/// The fixtures that have something pending.
fn pending(cases: &[Case]) -> Vec<&[Case]> {
    let fixtures = fixtures(cases).into_iter();
    fixtures
        .filter(|cases| pending_path_of(&cases[0].path).exists())
        .collect()
}

pub(super) fn review(paths: &GoldenPaths) -> Result<Exit, CliError> {
    let cases = find(&paths.paths)?;
    let mut answers = io::stdin().lock().lines();
    let pending = pending(&cases);
    for (at, fixture) in pending.iter().enumerate() {
        let (path, new) = (path_of(&fixture[0].path), pending_path_of(&fixture[0].path));
        let unreadable = |error: GoldenError| CliError::Usage(error.to_string());
        let fresh = Golden::read(&new).map_err(unreadable)?;
        let title = format!("{} of {}: {}", at + 1, pending.len(), path.display());
        match Golden::read(&path) {
            Ok(old) => show(&title, &changes(&old, &fresh), SHOWN),
            Err(error) => println!("{title}: {error}"),
        }
        print!("[a]ccept, [r]eject, [s]kip or [q]uit? ");
        io::stdout().flush().map_err(CliError::io("the terminal"))?;
        let answer = answers
            .next()
            .transpose()
            .map_err(CliError::io("the terminal"))?;
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

pub(super) fn accept(paths: &GoldenPaths) -> Result<Exit, CliError> {
    let cases = find(&paths.paths)?;
    let pending = pending(&cases);
    for fixture in &pending {
        accept_one(fixture)?;
    }
    println!("{} goldens accepted", pending.len());
    Ok(Exit::Ok)
}

/// Accepts what is pending for a fixture, if it comes from a reference and from the current
/// fixture.
fn accept_one(cases: &[Case]) -> Result<(), CliError> {
    let fixture = &cases[0].path;
    let (path, new) = (path_of(fixture), pending_path_of(fixture));
    let golden = Golden::read(&new).map_err(|error| CliError::Usage(error.to_string()))?;
    let io_error = CliError::io(new.display());
    let reasons = stale(&golden, fixture, cases).map_err(&io_error)?;
    if !reasons.is_empty() {
        let reasons = reasons.join("; ");
        return Err(CliError::Usage(format!(
            "{} is stale: {reasons}",
            new.display()
        )));
    }
    std::fs::rename(&new, &path).map_err(io_error)
}

pub(super) fn reject(paths: &GoldenPaths) -> Result<Exit, CliError> {
    let cases = find(&paths.paths)?;
    let pending = pending(&cases);
    for fixture in &pending {
        remove(&pending_path_of(&fixture[0].path))?;
    }
    println!("{} pending goldens removed", pending.len());
    Ok(Exit::Ok)
}

fn remove(path: &Path) -> Result<(), CliError> {
    std::fs::remove_file(path).map_err(CliError::io(path.display()))
}
