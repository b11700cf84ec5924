//! How two goldens of one fixture differ, entry by entry.

use std::collections::HashMap;
use std::fmt;

use super::{Golden, Recorded, Recording, Trace, Track};

/// One entry that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// E.g. `[solver=CG] forward random 1 actuator_length[0]`.
    pub place: String,
    pub old: Option<String>,
    pub new: Option<String>,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let show = |text: &Option<String>| text.clone().unwrap_or_else(|| "nothing".to_owned());
        let (old, new) = (show(&self.old), show(&self.new));
        write!(f, "{}: {old} -> {new}", self.place)
    }
}

/// All changes from `old` to `new`, values before digests so that the first lines are the ones to
/// read.
pub fn changes(old: &Golden, new: &Golden) -> Vec<Change> {
    let (left, right) = (entries(old, new), entries(new, old));
    let known: HashMap<&str, &str> = pairs(&left).collect();
    let kept: HashMap<&str, &str> = pairs(&right).collect();
    let mut found = Vec::new();
    for (place, text) in pairs(&right) {
        let before = known.get(place).copied();
        if before != Some(text) {
            found.push(change(place, before, Some(text)));
        }
    }
    for (place, text) in pairs(&left) {
        if !kept.contains_key(place) {
            found.push(change(place, Some(text), None));
        }
    }
    found.sort_by_key(|change| change.place.contains(DIGEST));
    found
}

/// What the place of a digest has in it.
const DIGEST: &str = " digest of ";

fn pairs(entries: &[(String, String)]) -> impl Iterator<Item = (&str, &str)> {
    let entries = entries.iter();
    entries.map(|(place, text)| (place.as_str(), text.as_str()))
}

fn change(place: &str, old: Option<&str>, new: Option<&str>) -> Change {
    Change {
        place: place.to_owned(),
        old: old.map(str::to_owned),
        new: new.map(str::to_owned),
    }
}

/// What a golden says, but for the cases of which the other one says exactly the same.
fn entries(golden: &Golden, other: &Golden) -> Vec<(String, String)> {
    let provenance = &golden.provenance;
    let mut entries = vec![
        ("reference".to_owned(), provenance.reference.clone()),
        ("library".to_owned(), provenance.sha256.clone()),
        ("platform".to_owned(), provenance.platform.clone()),
    ];
    for input in &provenance.inputs {
        entries.push((format!("input {}", input.name), input.sha256.clone()));
    }
    for case in &golden.cases {
        if other.case(&case.variant) == Some(case) {
            continue;
        }
        add_case(case, &mut entries);
    }
    entries
}

fn add_case(case: &Recorded, entries: &mut Vec<(String, String)>) {
    let prefix = match case.variant.as_str() {
        "" => String::new(),
        variant => format!("{variant} "),
    };
    entries.push((format!("{prefix}schedule"), case.schedule.clone()));
    match &case.recording {
        Recording::Rejected(message) => {
            entries.push((format!("{prefix}rejected"), message.clone()));
        }
        Recording::Accepted(tracks) => {
            for (section, track) in tracks {
                add_track(&format!("{prefix}{section}"), track, entries);
            }
        }
    }
}

fn add_track(place: &str, track: &Track, entries: &mut Vec<(String, String)>) {
    for moment in &track.moments {
        let label = &moment.label;
        for (field, values) in &moment.values {
            for (at, value) in values.iter().enumerate() {
                let text = value.map_or("_".to_owned(), |value| value.0.to_string());
                entries.push((format!("{place} {label} {field}[{at}]"), text));
            }
        }
    }
    for (field, trace) in &track.fields {
        let Trace::Changing { each, .. } = trace else {
            continue;
        };
        for (moment, digest) in track.moments.iter().zip(each) {
            let text = digest.map_or("-".to_owned(), |digest| digest.to_string());
            entries.push((format!("{place} {}{DIGEST}{field}", moment.label), text));
        }
    }
    for (field, trace) in &track.fields {
        let text = match trace {
            Trace::Always(digest) => format!("{digest} at every moment"),
            Trace::Changing { all, .. } => all.to_string(),
        };
        entries.push((format!("{place}{DIGEST}{field}"), text));
    }
}
