//! Writes a golden.

use std::fmt;

use super::file::{FORMAT, Like, NOTHING, escaped};
use super::track::FieldValues;
use super::{Golden, Input, Recording, Section, Trace, Track, compact};

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
                    for (number, (section, track)) in tracks.iter().enumerate() {
                        let like = Like::find(&self.cases[..at], &tracks[..number], *section);
                        write_track(f, *section, track, like)?;
                    }
                }
            }
        }
        Ok(())
    }
}

fn write_track(
    f: &mut fmt::Formatter<'_>,
    section: Section,
    track: &Track,
    like: Option<Like<'_>>,
) -> fmt::Result {
    let mut heading = section.to_string();
    if section.is_counted() {
        heading += &format!(" {}", track.moments.len());
    }
    if let Some(like) = like {
        heading += &format!(" {}", like.words);
    }
    let like = like.map(|like| like.track);
    writeln!(f, "{heading}")?;
    for (at, moment) in track.moments.iter().enumerate() {
        let expected = track.expected(section, like, at);
        let lines = value_lines(&moment.values, &expected);
        // Counted moments have numbers: those without changes need no line.
        if !section.is_counted() || !lines.is_empty() {
            writeln!(f, "  at {}", moment.label)?;
        }
        for (name, text) in lines {
            writeln!(f, "  value {name} {text}")?;
        }
    }
    write_fields(f, &track.fields, like.map_or(&[], |like| &like.fields))
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

/// One line for each trace that the track it is `like` does not have, with all its fields.
fn write_fields(
    f: &mut fmt::Formatter<'_>,
    fields: &[(String, Trace)],
    like: &[(String, Trace)],
) -> fmt::Result {
    let new: Vec<_> = fields.iter().filter(|pair| !like.contains(pair)).collect();
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
    let gone = like.iter().filter(|(name, _)| is_gone(name));
    let gone: Vec<&str> = gone.map(|(name, _)| name.as_str()).collect();
    if !gone.is_empty() {
        writeln!(f, "  field {NOTHING} {}", gone.join(" "))?;
    }
    Ok(())
}
