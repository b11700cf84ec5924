//! Writes a golden.

use std::fmt;

use super::file::{FORMAT, LIKE_FIRST, NOTHING, escaped};
use super::track::FieldValues;
use super::{Golden, Input, Recorded, Recording, Section, Trace, Track, compact};

impl fmt::Display for Golden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let provenance = &self.provenance;
        writeln!(f, "{FORMAT}")?;
        writeln!(
            f,
            "reference {} {}",
            provenance.reference, provenance.sha256
        )?;
        writeln!(f, "platform {}", provenance.platform)?;
        writeln!(f, "harness {}", provenance.harness)?;
        for Input { name, sha256 } in &provenance.inputs {
            writeln!(f, "input {sha256} {name}")?;
        }
        for (at, case) in self.cases.iter().enumerate() {
            writeln!(f, "\n{}", format!("case {}", case.variant).trim_end())?;
            writeln!(f, "schedule {}", case.schedule)?;
            match &case.recording {
                Recording::Rejected(message) => writeln!(f, "rejected {}", escaped(message))?,
                Recording::Accepted(tracks) => {
                    for (section, track) in tracks {
                        let first = first(&self.cases[..at], *section);
                        write_track(f, *section, track, first)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// The first track of this section, which later ones are likened to.
pub(super) fn first(cases: &[Recorded], section: Section) -> Option<&Track> {
    let mut tracks = cases.iter().map(|case| case.recording.track(section));
    tracks.find_map(|track| track)
}

fn write_track(
    f: &mut fmt::Formatter<'_>,
    section: Section,
    track: &Track,
    first: Option<&Track>,
) -> fmt::Result {
    let mut heading = section.to_string();
    if section == Section::Steps {
        heading += &format!(" {}", track.moments.len());
    }
    if first.is_some() {
        heading += &format!(" {LIKE_FIRST}");
    }
    writeln!(f, "{heading}")?;
    for (at, moment) in track.moments.iter().enumerate() {
        let expected = track.expected(section, first, at);
        let lines = value_lines(&moment.values, &expected);
        // Steps have numbers: those without anything to tell need no line.
        if section != Section::Steps || !lines.is_empty() {
            writeln!(f, "  at {}", moment.label)?;
        }
        for (name, text) in lines {
            writeln!(f, "  value {name} {text}")?;
        }
    }
    write_fields(f, &track.fields, first.map_or(&[], |first| &first.fields))
}

/// Each field that is not as expected, and how it is.
fn value_lines<'a>(
    values: &'a [FieldValues],
    expected: &[&'a FieldValues],
) -> Vec<(&'a str, String)> {
    let find = |name: &str| expected.iter().find(|(known, _)| known == name);
    let mut lines = Vec::new();
    for pair in values {
        let expected = find(&pair.0);
        if expected != Some(&pair) {
            let expected = expected.map(|(_, elements)| elements.as_slice());
            lines.push((pair.0.as_str(), compact::numbers(&pair.1, expected)));
        }
    }
    let is_gone = |name: &str| values.iter().all(|(known, _)| known != name);
    let gone = expected.iter().filter(|(name, _)| is_gone(name));
    lines.extend(gone.map(|(name, _)| (name.as_str(), NOTHING.to_owned())));
    lines
}

/// One line for each trace that the `first` case has not, with all fields that have it.
fn write_fields(
    f: &mut fmt::Formatter<'_>,
    fields: &[(String, Trace)],
    first: &[(String, Trace)],
) -> fmt::Result {
    let new: Vec<_> = fields.iter().filter(|pair| !first.contains(pair)).collect();
    let mut written: Vec<&Trace> = Vec::new();
    for (_, trace) in &new {
        if written.contains(&trace) {
            continue;
        }
        written.push(trace);
        let same = new.iter().filter(|(_, other)| other == trace);
        let names: Vec<&str> = same.map(|(name, _)| name.as_str()).collect();
        let names = names.join(" ");
        match trace {
            Trace::Always(digest) => writeln!(f, "  field {digest} {names}")?,
            Trace::Changing { all, each } => {
                writeln!(f, "  field {all} {names}: {}", compact::digests(each))?;
            }
        }
    }
    let is_gone = |name: &str| fields.iter().all(|(known, _)| known != name);
    let gone = first.iter().filter(|(name, _)| is_gone(name));
    let gone: Vec<&str> = gone.map(|(name, _)| name.as_str()).collect();
    match gone.is_empty() {
        true => Ok(()),
        false => writeln!(f, "  field {NOTHING} {}", gone.join(" ")),
    }
}
