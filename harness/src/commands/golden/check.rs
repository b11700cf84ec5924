//! `harness golden check`

use super::super::{CliError, Exit};
use super::GoldenRecording;
use super::record::{record_fixture, with_references};
use super::write::is_written_as;
use super::{find, fixtures};
use crate::case::Case;
use crate::golden::{Golden, changes, path_of, pending_path_of, stale};
use crate::simulator::Pipelined;

pub(super) fn check(
    recording: &GoldenRecording,
    without_reference: bool,
) -> Result<Exit, CliError> {
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
    let how = if without_reference {
        "their files say so, no reference was asked".to_owned()
    } else {
        format!("{} says the same", recording.reference)
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

/// The golden of a fixture, or everything that is wrong with it as far as that shows without a
/// reference.
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
    if reasons.is_empty() {
        return Ok(golden);
    }
    let reasons = reasons.into_iter();
    Err(reasons.map(|reason| format!("stale: {reason}")).collect())
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
