//! The text of a golden: one thing per line, so that a diff shows what changed.
//!
//! A moment lists only what differs from the moment before. Variants of a fixture have much in
//! common: after the first, a section says `like first` and lists what differs from the first one
//! at the same moment; inverse dynamics says `like forward`, which has the same states. `-` removes
//! something.

use std::path::{Path, PathBuf};

use super::parse::Parser;
use super::{Golden, Recorded, Section, Track};

/// Version of the format, in the first line.
pub(super) const FORMAT: &str = "golden 2";

/// A track that another one refers to, so that only the differences are written.
#[derive(Clone, Copy)]
pub(super) struct Like<'a> {
    /// The end of the section's heading.
    pub(super) words: &'static str,
    pub(super) track: &'a Track,
}

impl<'a> Like<'a> {
    /// The track that a section refers to, from the cases `before` and from its own case's tracks
    /// so far.
    pub(super) fn find(
        before: &'a [Recorded],
        own: &'a [(Section, Track)],
        section: Section,
    ) -> Option<Like<'a>> {
        let forward = own.iter().find(|(known, _)| *known == Section::Forward);
        if let (Section::Inverse, Some((_, track))) = (section, forward) {
            let words = "like forward";
            return Some(Like { words, track });
        }
        let mut tracks = before.iter().map(|case| case.recording.track(section));
        let track = tracks.find_map(|track| track)?;
        let words = "like first";
        Some(Like { words, track })
    }
}

/// Stands for what is not there.
pub(super) const NOTHING: &str = "-";

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

pub(super) fn escaped(message: &str) -> String {
    message.replace('\\', "\\\\").replace('\n', "\\n")
}

pub(super) fn unescaped(text: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::super::Trace;
    use super::*;

    const TEXT: &str = "\
golden 2
reference mujoco@3.2.6 00ff
platform linux x86_64
harness 0.1.0
input 12ab model.xml

case
schedule compile; seed 1
compile
  at model
  value qM 0.1 -0.0 nan -inf _
  field 00000000001 nq nv
  field 0000000002a nu

case [solver=CG]
schedule forward
forward
  at qpos0
  value qM 1.0*4
  at keyframe a b
  value qM =*3 3.0
  field 00000000003 qpos qvel
  field 00000000004 efc_J: abc---
inverse like forward
  at qpos0
  at keyframe a b
  field 00000000008 qfrc_inverse
  field - efc_J
steps 6
  at 1
  value act 0.5
  value qM 1.0*17
  at 3
  value act 0.25
  at 6
  value qM 1.0*17
  field 00000000006 qpos: abc...def+/0
  field 00000000007 qM: abc.{4}def

case [solver=PGS]
schedule forward
forward like first
  at qpos0
  at keyframe a b
  value qM 2.0 =*3
  field 00000000005 qvel
  field - efc_J
steps 6 like first
  at 5
  value act -
";

    #[test]
    fn a_golden_reads_back_as_it_is_written() {
        let golden = Golden::parse(TEXT).expect("well-formed");
        assert_eq!(golden.to_string(), TEXT);
        let bits = |at: usize| {
            let track = golden.cases[0].recording.track(Section::Compile)?;
            Some(track.moments[0].value("qM")?[at]?.0.0.to_bits())
        };
        assert_eq!(bits(1), Some((-0.0f64).to_bits()));
        assert_eq!(bits(4), None);
    }

    #[test]
    fn what_is_not_told_is_as_before_or_as_in_the_first_variant() {
        let golden = Golden::parse(TEXT).expect("well-formed");
        let track = |case: usize, section| {
            let case = &golden.cases[case];
            case.recording.track(section).expect("a track")
        };
        let value = |case, section, at: usize, field: &str| -> Option<Vec<f64>> {
            let values = track(case, section).moments[at].value(field)?;
            values
                .iter()
                .map(|value| Some(value.as_ref()?.0.0))
                .collect()
        };
        let forward = Section::Forward;
        assert_eq!(value(1, forward, 1, "qM"), Some(vec![1.0, 1.0, 1.0, 3.0]));
        assert_eq!(value(2, forward, 0, "qM"), Some(vec![1.0; 4]));
        assert_eq!(value(2, forward, 1, "qM"), Some(vec![2.0, 1.0, 1.0, 3.0]));
        let (first, second) = (track(1, forward), track(2, forward));
        assert_eq!(first.trace("qpos"), second.trace("qpos"));
        assert_ne!(first.trace("qvel"), second.trace("qvel"));
        assert!(first.has("efc_J") && !second.has("efc_J"));
        let inverse = track(1, Section::Inverse);
        assert_eq!(inverse.moments, first.moments);
        assert!(inverse.has("qfrc_inverse") && !inverse.has("efc_J"));
        // Short arrays hold until a line changes them, long ones only at their step.
        let act = |case, step: usize| value(case, Section::Steps, step - 1, "act");
        assert_eq!(act(1, 2), Some(vec![0.5]));
        assert_eq!(act(1, 6), Some(vec![0.25]));
        assert_eq!((act(2, 4), act(2, 5)), (Some(vec![0.25]), None));
        assert_eq!(act(2, 6), Some(vec![0.25]));
        assert_eq!(value(1, Section::Steps, 1, "qM"), None);
        let Some(Trace::Changing { each, .. }) = track(2, Section::Steps).trace("qpos") else {
            panic!("as in the first");
        };
        assert_eq!(each.len(), 6);
    }

    #[test]
    fn every_mistake_has_its_line() {
        for (old, new, line) in [
            ("golden 2", "golden 1", 1),
            ("reference mujoco@3.2.6", "reference engine", 2),
            ("value qM 0.1", "value qM a", 11),
            ("value qM 0.1", "value qM =", 11),
            ("00000000001", "0000000001", 12),
            ("abc---", "abc--", 23),
            ("abc---", "abc", 23),
            ("steps 6", "steps", 29),
            ("at 3", "at 1", 33),
            ("at 6", "at 7", 35),
            ("forward like first", "forward", 42),
            ("  field - efc_J", "  fields - efc_J", 28),
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
