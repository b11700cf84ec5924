//! The text of a golden: one thing a line, so that a diff shows what changed.
//!
//! Variants of a fixture have much in common: after the first, a section says `like first` and lists what differs; `-` takes
//! something away.

use std::fmt::{self, Write};
use std::path::{Path, PathBuf};

use super::track::{FieldValues, Value};
use super::{
    Digest, Golden, Input, Moment, Provenance, Recorded, Recording, Section, StageDigest, Track,
};
use crate::number::Number;

/// Version of the format, in the first line.
const FORMAT: &str = "golden 1";

/// Stands for an element or a digest that is not there.
const NOTHING: &str = "-";

/// A golden that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GoldenError {
    #[error("{}: {message}", path.display())]
    Io { path: PathBuf, message: String },
    #[error("{}:{line}: {message}", path.display())]
    Malformed {
        path: PathBuf,
        line: usize,
        message: String,
    },
}

impl Golden {
    pub fn read(path: &Path) -> Result<Golden, GoldenError> {
        let text = std::fs::read_to_string(path).map_err(|error| GoldenError::Io {
            path: path.to_owned(),
            message: error.to_string(),
        })?;
        Golden::parse(&text).map_err(|(line, message)| GoldenError::Malformed {
            path: path.to_owned(),
            line,
            message,
        })
    }

    pub fn parse(text: &str) -> Result<Golden, (usize, String)> {
        let mut parser = Parser::default();
        let mut lines = 0;
        for (at, line) in text.lines().enumerate() {
            lines = at + 1;
            parser.line(line).map_err(|message| (lines, message))?;
        }
        parser.finish().map_err(|message| (lines, message))
    }
}

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
                        let like = first(&self.cases[..at], *section);
                        write_track(f, *section, track, like)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// The first track of this section, which later ones are likened to.
fn first(cases: &[Recorded], section: Section) -> Option<&Track> {
    let mut tracks = cases.iter().map(|case| case.recording.track(section));
    tracks.find_map(|track| track)
}

fn write_track(
    f: &mut fmt::Formatter<'_>,
    section: Section,
    track: &Track,
    like: Option<&Track>,
) -> fmt::Result {
    let suffix = if like.is_some() { " like first" } else { "" };
    writeln!(f, "{section}{suffix}")?;
    let (always, changing) = constant_stages(track);
    write_words(
        f,
        "always",
        always
            .iter()
            .map(|(stage, digest)| format!("{stage}={digest}")),
    )?;
    write_words(
        f,
        "stages",
        changing.iter().map(|&column| track.stages[column].clone()),
    )?;
    for (at, moment) in track.moments.iter().enumerate() {
        write!(f, "  at ")?;
        for &column in &changing {
            match moment.stages.get(column).copied().flatten() {
                Some(digest) => write!(f, "{digest} ")?,
                None => write!(f, "{NOTHING} ")?,
            }
        }
        writeln!(f, "{}", moment.label)?;
        let like = like.and_then(|track| track.moments.get(at));
        for (name, values) in differing(&moment.values, like.map(|moment| &moment.values)) {
            let text = values.map_or_else(|| NOTHING.to_owned(), |values| numbers(values));
            writeln!(f, "  value {name} {text}")?;
        }
    }
    let fields = differing(&track.fields, like.map(|track| &track.fields));
    write_fields(f, &fields)
}

/// The stages that have one digest at all moments, with it; and the positions of the others.
fn constant_stages(track: &Track) -> (Vec<(&str, StageDigest)>, Vec<usize>) {
    let (mut always, mut changing) = (Vec::new(), Vec::new());
    for (column, stage) in track.stages.iter().enumerate() {
        let mut digests = track.moments.iter().map(|moment| moment.stages.get(column));
        let first = digests.next().flatten().copied().flatten();
        match first {
            Some(digest) if digests.all(|other| other == Some(&first)) => {
                always.push((stage.as_str(), digest));
            }
            _ => changing.push(column),
        }
    }
    (always, changing)
}

fn write_words(
    f: &mut fmt::Formatter<'_>,
    keyword: &str,
    words: impl Iterator<Item = String>,
) -> fmt::Result {
    let words: Vec<String> = words.collect();
    match words.is_empty() {
        true => Ok(()),
        false => writeln!(f, "  {keyword} {}", words.join(" ")),
    }
}

/// The pairs that `like` has not, and the names that only `like` has.
fn differing<'a, T: PartialEq>(
    pairs: &'a [(String, T)],
    like: Option<&'a Vec<(String, T)>>,
) -> Vec<(&'a str, Option<&'a T>)> {
    let like = like.map_or(&[][..], Vec::as_slice);
    let new = pairs.iter().filter(|pair| !like.contains(pair));
    let new = new.map(|(name, value)| (name.as_str(), Some(value)));
    let has = |name: &str| pairs.iter().any(|(known, _)| known == name);
    let gone = like.iter().filter(|(name, _)| !has(name));
    new.chain(gone.map(|(name, _)| (name.as_str(), None)))
        .collect()
}

/// One line for each digest, with all fields that have it.
fn write_fields(f: &mut fmt::Formatter<'_>, fields: &[(&str, Option<&Digest>)]) -> fmt::Result {
    let mut written: Vec<Option<&Digest>> = Vec::new();
    for &(_, digest) in fields {
        if written.contains(&digest) {
            continue;
        }
        written.push(digest);
        let text = digest.map_or_else(|| NOTHING.to_owned(), ToString::to_string);
        let same = fields.iter().filter(|(_, other)| *other == digest);
        let names: Vec<&str> = same.map(|(name, _)| *name).collect();
        writeln!(f, "  field {text} {}", names.join(" "))?;
    }
    Ok(())
}

fn numbers(values: &[Option<Value>]) -> String {
    let mut text = String::new();
    for (at, value) in values.iter().enumerate() {
        let separator = if at == 0 { "" } else { " " };
        // Writing to a string cannot fail.
        let _ = match value {
            Some(Value(number)) => write!(text, "{separator}{number}"),
            None => write!(text, "{separator}_"),
        };
    }
    text
}

fn escaped(message: &str) -> String {
    message.replace('\\', "\\\\").replace('\n', "\\n")
}

fn unescaped(text: &str) -> String {
    let mut message = String::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' if characters.next() == Some('n') => message.push('\n'),
            '\\' => message.push('\\'),
            other => message.push(other),
        }
    }
    message
}

/// Reads line after line.
#[derive(Debug, Default)]
struct Parser {
    has_format: bool,
    reference: Option<(String, String)>,
    platform: Option<String>,
    harness: Option<String>,
    inputs: Vec<Input>,
    cases: Vec<Recorded>,
    /// Stages of the section at hand whose digests are the same at all moments.
    always: Vec<(String, StageDigest)>,
}

impl Parser {
    fn line(&mut self, line: &str) -> Result<(), String> {
        if !self.has_format {
            self.has_format = line == FORMAT;
            return match self.has_format {
                true => Ok(()),
                false => Err(format!("the first line is not \"{FORMAT}\"")),
            };
        }
        let line = line.trim_start();
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "" => {}
            "reference" => {
                let (kind, sha256) = rest.split_once(' ').ok_or("expected a library's hash")?;
                if !Provenance::may_come_from(kind) {
                    return Err(format!("{kind} is no reference that values may come from"));
                }
                self.reference = Some((kind.to_owned(), sha256.to_owned()));
            }
            "platform" => self.platform = Some(rest.to_owned()),
            "harness" => self.harness = Some(rest.to_owned()),
            "input" => {
                let (sha256, name) = rest.split_once(' ').ok_or("expected a hash and a file")?;
                self.inputs.push(Input {
                    name: name.to_owned(),
                    sha256: sha256.to_owned(),
                });
            }
            "case" => self.cases.push(Recorded {
                variant: rest.to_owned(),
                schedule: String::new(),
                recording: Recording::Accepted(Vec::new()),
            }),
            "schedule" => self.case()?.schedule = rest.to_owned(),
            "rejected" => self.case()?.recording = Recording::Rejected(unescaped(rest)),
            "always" => self.always = rest.split(' ').map(constant).collect::<Result<_, _>>()?,
            "stages" => {
                let constant = self.always.iter().map(|(stage, _)| stage.clone());
                let stages = constant.chain(rest.split(' ').map(str::to_owned)).collect();
                self.track()?.stages = stages;
            }
            "at" => self.moment(rest)?,
            "value" => self.value(rest)?,
            "field" => self.field(rest)?,
            _ => return self.section(word, rest),
        }
        Ok(())
    }

    fn case(&mut self) -> Result<&mut Recorded, String> {
        self.cases.last_mut().ok_or("no case was begun".to_owned())
    }

    fn track(&mut self) -> Result<&mut Track, String> {
        match &mut self.case()?.recording {
            Recording::Accepted(tracks) => {
                let last = tracks.last_mut().map(|(_, track)| track);
                last.ok_or("no section was begun".to_owned())
            }
            Recording::Rejected(_) => Err("a rejected model has no values".to_owned()),
        }
    }

    fn section(&mut self, word: &str, rest: &str) -> Result<(), String> {
        let section = Section::ALL.into_iter().find(|one| one.name() == word);
        let section = section.ok_or_else(|| format!("\"{word}\" means nothing here"))?;
        let known = self.cases.len().saturating_sub(1);
        let track = match (rest, first(&self.cases[..known], section)) {
            ("", None) => Track::default(),
            ("like first", Some(like)) => Track {
                fields: like.fields.clone(),
                ..Track::default()
            },
            _ => {
                return Err(format!(
                    "the first {section} stands alone, others are like it"
                ));
            }
        };
        self.always.clear();
        match &mut self.case()?.recording {
            Recording::Accepted(tracks) => tracks.push((section, track)),
            Recording::Rejected(_) => return Err("a rejected model has no values".to_owned()),
        }
        Ok(())
    }

    fn moment(&mut self, rest: &str) -> Result<(), String> {
        let values = self.inherited_values()?;
        let always = self.always.clone();
        let track = self.track()?;
        if track.moments.is_empty() && track.stages.is_empty() {
            track.stages = always.iter().map(|(stage, _)| stage.clone()).collect();
        }
        let mut label = rest;
        let mut stages: Vec<_> = always.iter().map(|(_, digest)| Some(*digest)).collect();
        for stage in track.stages.iter().skip(always.len()) {
            let (word, after) = label.split_once(' ').ok_or("expected a digest a stage")?;
            label = after;
            stages.push(match word {
                NOTHING => None,
                _ => Some(
                    word.parse()
                        .map_err(|()| format!("{stage}: no digest: {word}"))?,
                ),
            });
        }
        track.moments.push(Moment {
            label: label.to_owned(),
            stages,
            values,
        });
        Ok(())
    }

    /// What the moment has that begins now, unless its own lines say otherwise.
    fn inherited_values(&mut self) -> Result<Vec<FieldValues>, String> {
        let at = self.track()?.moments.len();
        let Some((case, before)) = self.cases.split_last() else {
            return Ok(Vec::new());
        };
        let section = match &case.recording {
            Recording::Accepted(tracks) => tracks.last().map(|(section, _)| *section),
            Recording::Rejected(_) => None,
        };
        let like = section.and_then(|section| first(before, section));
        let moment = like.and_then(|track| track.moments.get(at));
        Ok(moment.map_or(Vec::new(), |moment| moment.values.clone()))
    }

    fn value(&mut self, rest: &str) -> Result<(), String> {
        let (name, numbers) = rest.split_once(' ').ok_or("expected a field and numbers")?;
        let moment = self.track()?.moments.last_mut();
        let values = &mut moment.ok_or("no moment was begun")?.values;
        let number = |word: &str| match word {
            "_" => Ok(None),
            _ => match word.parse::<f64>() {
                Ok(number) => Ok(Some(Value(Number(number)))),
                Err(_) => Err(format!("{name}: not a number: {word}")),
            },
        };
        let numbers = match numbers {
            NOTHING => None,
            _ => Some(numbers.split(' ').map(number).collect::<Result<_, _>>()?),
        };
        put(values, name, numbers);
        Ok(())
    }

    fn field(&mut self, rest: &str) -> Result<(), String> {
        let (digest, names) = rest.split_once(' ').ok_or("expected a digest and fields")?;
        let digest = match digest {
            NOTHING => None,
            _ => Some(
                digest
                    .parse()
                    .map_err(|()| format!("no digest: {digest}"))?,
            ),
        };
        let fields = &mut self.track()?.fields;
        for name in names.split(' ') {
            put(fields, name, digest);
        }
        Ok(())
    }

    fn finish(self) -> Result<Golden, String> {
        let missing = |what: &str| format!("the line \"{what}\" is missing");
        let (reference, sha256) = self.reference.ok_or_else(|| missing("reference"))?;
        if self.cases.is_empty() {
            return Err(missing("case"));
        }
        Ok(Golden {
            provenance: Provenance {
                reference,
                sha256,
                platform: self.platform.ok_or_else(|| missing("platform"))?,
                harness: self.harness.ok_or_else(|| missing("harness"))?,
                inputs: self.inputs,
            },
            cases: self.cases,
        })
    }
}

/// `stage=digest`
fn constant(word: &str) -> Result<(String, StageDigest), String> {
    let wrong = || format!("\"{word}\" is not of the form stage=digest");
    let (stage, digest) = word.split_once('=').ok_or_else(wrong)?;
    Ok((stage.to_owned(), digest.parse().map_err(|()| wrong())?))
}

/// Replaces, adds or takes away one entry.
fn put<T>(pairs: &mut Vec<(String, T)>, name: &str, value: Option<T>) {
    let at = pairs.iter().position(|(known, _)| known == name);
    match (at, value) {
        (Some(at), Some(value)) => pairs[at].1 = value,
        (Some(at), None) => drop(pairs.remove(at)),
        (None, Some(value)) => pairs.push((name.to_owned(), value)),
        (None, None) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
golden 1
reference mujoco@3.2.6 00ff
platform linux x86_64
harness 0.1.0
input 12ab model.xml

case
schedule compile; seed 1
compile
  at model
  value qM 0.1 -0.0 nan -inf _
  field 00000001 nq nv
  field 0000002a nu

case [solver=CG]
schedule forward
forward
  always structure=sk
  stages input solve
  at 00 zz qpos0
  value qM 1.0
  at 01 - keyframe a b
  field 00000003 qpos qvel
  field 00000004 efc_J

case [solver=PGS]
schedule forward
forward like first
  always structure=sk
  stages solve
  at zz qpos0
  at - keyframe a b
  value qM 2.0
  field 00000005 qvel
  field - efc_J
";

    #[test]
    fn a_golden_reads_back_as_it_is_written() {
        let golden = Golden::parse(TEXT).expect("well-formed");
        assert_eq!(golden.to_string(), TEXT);
        let track = golden.cases[2].recording.track(Section::Forward);
        let track = track.expect("a track");
        // What the first variant has and this one does not mention is the same.
        assert_eq!(track.moments[0].value("qM"), track.moments[0].value("qM"));
        assert!(track.field("qpos").is_some() && track.field("efc_J").is_none());
        let bits = |at: usize| {
            let track = golden.cases[0].recording.track(Section::Compile)?;
            Some(track.moments[0].value("qM")?[at]?.0.0.to_bits())
        };
        assert_eq!(bits(1), Some((-0.0f64).to_bits()));
        assert_eq!(bits(4), None);
    }

    #[test]
    fn every_mistake_has_its_line() {
        for (old, new, line) in [
            ("golden 1", "golden 2", 1),
            ("reference mujoco@3.2.6", "reference engine", 2),
            ("value qM 0.1", "value qM a", 11),
            ("00000001", "0000001", 12),
            ("at 00 zz", "at 00 z?", 20),
            ("forward like first", "forward", 28),
            ("  field - efc_J", "  fields - efc_J", 35),
            ("platform linux", "plat form", 3),
        ] {
            let text = TEXT.replacen(old, new, 1);
            let error = Golden::parse(&text).expect_err(new);
            assert_eq!(error.0, line, "{new}: {}", error.1);
        }
        assert!(Golden::parse("").is_err());
    }

    #[test]
    fn messages_of_several_lines_survive() {
        for message in ["one\ntwo", "back\\slash\\n", ""] {
            assert_eq!(unescaped(&escaped(message)), message);
        }
    }
}
