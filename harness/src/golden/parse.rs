//! Reads a golden, line after line.

use super::file::{FORMAT, Like, NOTHING, unescaped};
use super::{
    Digest, Golden, Input, Moment, Provenance, Recorded, Recording, Section, Trace, Track, compact,
};

/// More steps than anyone records.
const MOST_STEPS: usize = 1 << 20;

#[derive(Debug, Default)]
pub(super) struct Parser {
    has_format: bool,
    reference: Option<(String, String)>,
    platform: Option<String>,
    harness: Option<String>,
    inputs: Vec<Input>,
    cases: Vec<Recorded>,
    /// Steps that the current section has when it is complete.
    steps: usize,
}

impl Parser {
    pub(super) fn line(&mut self, line: &str) -> Result<(), String> {
        if !self.has_format {
            self.has_format = line == FORMAT;
            return if self.has_format {
                Ok(())
            } else {
                Err(format!("the first line is not \"{FORMAT}\""))
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
            "case" => {
                self.complete();
                self.cases.push(Recorded {
                    variant: rest.to_owned(),
                    schedule: String::new(),
                    recording: Recording::Accepted(Vec::new()),
                });
            }
            "schedule" => self.case()?.schedule = rest.to_owned(),
            "rejected" => self.case()?.recording = Recording::Rejected(unescaped(rest)),
            "at" => self.moment(rest)?,
            "value" => self.value(rest)?,
            "field" => self.field(rest)?,
            _ => return self.section(word, rest),
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> Result<Golden, String> {
        self.complete();
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

    fn case(&mut self) -> Result<&mut Recorded, String> {
        self.cases.last_mut().ok_or("no case was begun".to_owned())
    }

    fn section(&mut self, word: &str, rest: &str) -> Result<(), String> {
        self.complete();
        let section = Section::ALL.iter().copied().find(|one| one.name() == word);
        let section = section.ok_or_else(|| format!("\"{word}\" means nothing here"))?;
        let rest = if section.is_counted() {
            let (count, rest) = rest.split_once(' ').unwrap_or((rest, ""));
            let count = count.parse().ok().filter(|count| *count <= MOST_STEPS);
            self.steps = count.ok_or("expected the number of steps")?;
            rest
        } else {
            rest
        };
        let (case, before) = self.cases.split_last_mut().ok_or("no case was begun")?;
        let Recording::Accepted(tracks) = &mut case.recording else {
            return Err("a rejected model has no values".to_owned());
        };
        let like = Like::find(before, tracks, section);
        let words = like.map_or("", |like| like.words);
        if rest != words {
            return Err(format!("expected \"{words}\" instead of \"{rest}\""));
        }
        let track = Track {
            moments: Vec::new(),
            fields: like.map_or(Vec::new(), |like| like.track.fields.clone()),
        };
        tracks.push((section, track));
        Ok(())
    }

    /// The current section, and the track that it refers to.
    fn track(&mut self) -> Result<(Section, &mut Track, Option<&Track>), String> {
        let (case, before) = self.cases.split_last_mut().ok_or("no case was begun")?;
        match &mut case.recording {
            Recording::Accepted(tracks) => {
                let (last, own) = tracks.split_last_mut().ok_or("no section was begun")?;
                let like = Like::find(before, own, last.0);
                Ok((last.0, &mut last.1, like.map(|like| like.track)))
            }
            Recording::Rejected(_) => Err("a rejected model has no values".to_owned()),
        }
    }

    fn moment(&mut self, label: &str) -> Result<(), String> {
        let steps = self.steps;
        let (section, track, like) = self.track()?;
        if !section.is_counted() {
            begin(section, track, like, label.to_owned());
            return Ok(());
        }
        let step = label.parse().map_err(|_| format!("no step: {label}"))?;
        if !(track.moments.len() + 1..=steps).contains(&step) {
            return Err(format!("step {step} does not belong here"));
        }
        begin_steps(section, track, like, step);
        Ok(())
    }

    /// Adds the steps without a line at the end of the current section.
    fn complete(&mut self) {
        let steps = std::mem::take(&mut self.steps);
        if let Ok((section, track, like)) = self.track()
            && section.is_counted()
        {
            begin_steps(section, track, like, steps);
        }
    }

    fn value(&mut self, rest: &str) -> Result<(), String> {
        let (name, text) = rest.split_once(' ').ok_or("expected a field and numbers")?;
        let (section, track, like) = self.track()?;
        let at = track.moments.len().checked_sub(1);
        let at = at.ok_or("no moment was begun")?;
        let values = match text {
            NOTHING => None,
            _ => {
                let mut expected = track.expected(section, like, at).into_iter();
                let expected = expected.find(|(known, _)| known == name);
                let expected = expected.map(|(_, elements)| elements.as_slice());
                let values = compact::parse_numbers(text, expected);
                Some(values.map_err(|message| format!("{name}: {message}"))?)
            }
        };
        put(&mut track.moments[at].values, name, values);
        Ok(())
    }

    fn field(&mut self, rest: &str) -> Result<(), String> {
        self.complete();
        let (digest, rest) = rest.split_once(' ').ok_or("expected a digest and fields")?;
        let (names, each) = match rest.split_once(": ") {
            Some((names, each)) => (names, Some(compact::parse_digests(each)?)),
            None => (rest, None),
        };
        let (_, track, _) = self.track()?;
        let moments = track.moments.len();
        if let Some(each) = each.as_ref().filter(|each| each.len() != moments) {
            let count = each.len();
            return Err(format!("{count} digests for {moments} moments"));
        }
        let trace = match digest {
            NOTHING => None,
            _ => {
                let digest = Digest::read(digest).ok_or_else(|| format!("no digest: {digest}"))?;
                Some(match each {
                    Some(each) => Trace::Changing { all: digest, each },
                    None => Trace::Always(digest),
                })
            }
        };
        for name in names.split(' ') {
            put(&mut track.fields, name, trace.clone());
        }
        Ok(())
    }
}

/// Begins a moment with the values that it has unless its own lines say otherwise.
fn begin(section: Section, track: &mut Track, like: Option<&Track>, label: String) {
    let expected = track.expected(section, like, track.moments.len());
    let values = expected.into_iter().cloned().collect();
    track.moments.push(Moment { label, values });
}

fn begin_steps(section: Section, track: &mut Track, like: Option<&Track>, last: usize) {
    for step in track.moments.len() + 1..=last {
        begin(section, track, like, step.to_string());
    }
}

/// Replaces, adds or removes one entry.
fn put<T>(pairs: &mut Vec<(String, T)>, name: &str, value: Option<T>) {
    let at = pairs.iter().position(|(known, _)| known == name);
    match (at, value) {
        (Some(at), Some(value)) => pairs[at].1 = value,
        (Some(at), None) => drop(pairs.remove(at)),
        (None, Some(value)) => pairs.push((name.to_owned(), value)),
        (None, None) => {}
    }
}
