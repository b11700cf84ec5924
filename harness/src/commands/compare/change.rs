//! Two reports, matched by case and mode.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;

use serde::Serialize;

use super::record::compare_records;
use super::speed::{Speed, SpeedVerdict, compare_speed};
use crate::case::Mode;
use crate::named_enum::named_enum;
use crate::report::{Reading, Report};
use crate::results::{Header, Outcome, Record};
use crate::run::flags_that_differ;
use crate::simulator::Identity;

/// Version of the comparison's JSON; `docs/schema/compare.schema.json` describes it.
const SCHEMA: u32 = 1;

named_enum! {
    /// What happened to a case, a mode or a field; worst first.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
    #[serde(rename_all = "snake_case")]
    pub(super) enum Kind {
        /// It was ok and is not any more, or it is new and not ok.
        Broken = "broken",
        /// Still ok or still not ok, but less equal: close instead of pass, another failure.
        Worse = "worse",
        /// Not covered any more: unsupported, unable or fields missing.
        Uncovered = "not covered any more",
        /// A field differs that did not, or by more.
        Grew = "grew",
        /// It is not in the new report.
        Gone = "gone",
        Fixed = "fixed",
        Better = "better",
        /// Covered now.
        Covered = "covered now",
        /// A field differs by less, or not any more.
        Shrank = "shrank",
        /// A different finding of the same size.
        Changed = "changed",
        New = "new",
    }
}

impl Kind {
    pub(super) fn is_worse(self) -> bool {
        self <= Kind::Gone
    }
}

/// One thing that changed.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Change {
    pub kind: Kind,
    pub case: String,
    pub mode: Mode,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// What each report says; absent where the case is not in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeat: Option<String>,
}

/// Who was compared with whom in one of the reports.
#[derive(Clone, Debug, Serialize)]
pub(super) struct RunInfo {
    pub path: PathBuf,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<Identity>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<Identity>,
    pub records: usize,
    pub not_ok: usize,
    /// The run went to its end.
    pub whole: bool,
    #[serde(skip)]
    pub title: String,
}

/// Everything that changed.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Comparison {
    pub schema: u32,
    /// Whether anything got worse.
    pub worse: bool,
    pub base: RunInfo,
    pub new: RunInfo,
    /// In what the two runs differ besides their results: simulators and flags.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unlike: Vec<String>,
    /// Records of which nothing changed.
    pub unchanged: usize,
    pub counts: BTreeMap<Kind, usize>,
    /// Worst first, then by case and mode.
    pub changes: Vec<Change>,
    pub speed: Vec<Speed>,
}

/// Compares two readings; where `allow_gone` is set, cases that are not in the new one are listed
/// but not worse.
pub(super) fn compare(base: &Reading, new: &Reading, allow_gone: bool) -> Comparison {
    let none: &[Record] = &[];
    let records = |reading: &'_ Reading| -> Vec<Record> {
        let report = reading.report.as_ref();
        report.map_or(none, |report| &report.records).to_vec()
    };
    let (before, after) = (records(base), records(new));
    let mut changes = Vec::new();
    let mut unchanged = 0;
    let old: HashMap<(&str, Mode), &Record> = before.iter().map(keyed).collect();
    for record in &after {
        let found = match old.get(&(record.case.as_str(), record.mode)) {
            Some(old) => compare_records(old, record),
            None => vec![appeared(record)],
        };
        unchanged += usize::from(found.is_empty());
        changes.extend(found);
    }
    let kept: HashSet<(&str, Mode)> = after.iter().map(|record| keyed(record).0).collect();
    let lost = before.iter().filter(|r| !kept.contains(&keyed(r).0));
    changes.extend(lost.map(vanished));
    changes.sort_by(|a, b| (a.kind, &a.case, a.mode).cmp(&(b.kind, &b.case, b.mode)));
    let mut counts: BTreeMap<Kind, usize> = BTreeMap::new();
    for change in &changes {
        *counts.entry(change.kind).or_default() += 1;
    }
    let speed = compare_speed(&base.benches, &new.benches);
    let counts_as_worse = |kind: Kind| kind.is_worse() && !(allow_gone && kind == Kind::Gone);
    Comparison {
        schema: SCHEMA,
        worse: counts.keys().any(|&kind| counts_as_worse(kind))
            || speed.iter().any(|one| one.verdict == SpeedVerdict::Slower),
        base: RunInfo::new(base),
        new: RunInfo::new(new),
        unlike: unlike(base, new),
        unchanged,
        counts,
        changes,
        speed,
    }
}

/// How the runs were not the same comparison.
fn unlike(base: &Reading, new: &Reading) -> Vec<String> {
    let (Some(base), Some(new)) = (&base.report, &new.report) else {
        return Vec::new();
    };
    let (before, after) = (&base.header, &new.header);
    let mut differences = Vec::new();
    for (role, before, after) in [
        ("subject", &before.subject, &after.subject),
        ("reference", &before.reference, &after.reference),
    ] {
        if before.kind != after.kind {
            differences.push(format!(
                "another {role}: {}, now {}",
                before.kind, after.kind
            ));
        }
    }
    // Simulators are flags too, and were named already.
    let flags = |header: &Header| {
        let words = header.flags.clone().unwrap_or_default();
        let parts = words.split("--").map(str::trim).filter(|part| {
            !part.is_empty() && !part.starts_with("subject") && !part.starts_with("reference")
        });
        parts
            .map(|part| format!("--{part}"))
            .collect::<Vec<_>>()
            .join(" ")
    };
    let known = before.flags.is_some() && after.flags.is_some();
    if known && flags(before) != flags(after) {
        let words = flags_that_differ(&flags(before), &flags(after));
        differences.push(format!("other flags: the base has {words}"));
    }
    // Reports of before flags were kept, or another schedule in the sidecars.
    let counts = |report: &Report| -> HashMap<(String, Mode), u64> {
        let records = report.records.iter();
        records
            .map(|record| ((record.case.clone(), record.mode), record.coverage.values))
            .collect()
    };
    let (values_before, values_after) = (counts(base), counts(new));
    let other = values_after.iter().filter(|(key, values)| {
        let earlier = values_before.get(*key);
        earlier.is_some_and(|earlier| earlier != *values)
    });
    match other.count() {
        0 => {}
        n => differences.push(format!(
            "other amounts: {n} records compared another number of values"
        )),
    }
    differences
}

fn keyed(record: &Record) -> ((&str, Mode), &Record) {
    ((record.case.as_str(), record.mode), record)
}

impl RunInfo {
    fn new(reading: &Reading) -> RunInfo {
        let report = reading.report.as_ref();
        let header = report.map(|report| &report.header);
        RunInfo {
            path: reading.path.clone(),
            run: header.map(|header| header.run.clone()),
            commit: header.and_then(|header| header.commit.clone()),
            subject: header.map(|header| header.subject.clone()),
            reference: header.map(|header| header.reference.clone()),
            records: report.map_or(0, |report| report.records.len()),
            not_ok: report.map_or(0, |report| report.records.iter().filter(|r| !r.ok).count()),
            whole: report.is_none_or(Report::is_whole),
            title: report.map_or_else(|| reading.path.display().to_string(), Report::title),
        }
    }
}

/// A record in a few words: outcome and what is wrong.
pub(super) fn words(record: &Record) -> String {
    let explanation = match (&record.finding, record.outcome) {
        (None, Outcome::Pass | Outcome::Rejected) => String::new(),
        _ => record.explanation(),
    };
    let place = match &record.finding {
        Some(finding) => {
            let divergence = &finding.divergence;
            let moment = finding.moment.as_str();
            let separator = if moment.is_empty() { "" } else { " " };
            let field = format!("{}{}", divergence.field, divergence.name);
            format!(" {moment}{separator}{} {field}", divergence.stage)
        }
        None => String::new(),
    };
    let separator = if explanation.is_empty() { "" } else { ": " };
    format!("{}{place}{separator}{explanation}", record.outcome.name())
}

fn appeared(record: &Record) -> Change {
    Change {
        kind: if record.ok { Kind::New } else { Kind::Broken },
        case: record.case.clone(),
        mode: record.mode,
        field: None,
        base: None,
        new: Some(words(record)),
        repeat: (!record.ok).then(|| record.repeat.clone()),
    }
}

fn vanished(record: &Record) -> Change {
    Change {
        kind: Kind::Gone,
        case: record.case.clone(),
        mode: record.mode,
        field: None,
        base: Some(words(record)),
        new: None,
        repeat: Some(record.repeat.clone()),
    }
}
