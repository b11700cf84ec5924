//! One campaign: batch after batch, with its state on disk so that it can go on.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use serde::{Deserialize, Serialize};

use super::super::arguments::{CaseArguments, ComparisonArguments, SimulatorArguments};
use super::super::list::select;
use super::super::reduce::shrink;
use super::super::run::{check, compare_cases};
use super::super::{CliError, Exit};
use super::FuzzArguments;
use super::batch::{Source, Written};
use super::coverage::Coverage;
use super::memory::tighten;
use crate::case::random::Random;
use crate::fuzz::findings::{Finding, Findings, plain};
use crate::results::{Event, Outcome, Record, quote};

use crate::run::Whole;

/// Models that are written and compared at a time.
const BATCH: u64 = 100;
/// First examples that are kept, so that a campaign cannot fill the disk.
const KEPT: usize = 200;
/// Seconds of CPU time after which a simulator counts as hung: small models take milliseconds.
const PATIENCE: f64 = 5.0;
/// Models that are tried to make an example small.
const REDUCTION: usize = 600;

/// What is on disk between batches.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Saved {
    /// How the models were made; another way is another campaign.
    plan: String,
    /// Models done, from 0.
    done: u64,
    accepted: u64,
    findings: Findings,
    rejections: Rejections,
    /// Models that only the subject refuses because MuJoCo's behaviour is not defined, by reason.
    #[serde(default)]
    unsupported: Rejections,
    /// Troubles that did not come again in processes of their own.
    #[serde(default)]
    aftershocks: u64,
    coverage: Coverage,
}

/// Why both sides refuse models, each with how often: a generator that is refused too often, or
/// always for the same reason, is a poor one.
type Rejections = BTreeMap<String, u64>;

/// What a comparison of some models came to.
#[derive(Default)]
struct Seen {
    accepted: u64,
    rejections: Rejections,
    unsupported: Rejections,
    /// The first record of each model that is not ok.
    bad: Vec<Record>,
}

impl Seen {
    fn take(&mut self, records: &[Record]) {
        for record in records {
            let reasons = match record.outcome {
                Outcome::Rejected => &mut self.rejections,
                Outcome::Unsupported => &mut self.unsupported,
                _ => continue,
            };
            let why = plain(record.message.as_deref().unwrap_or_default());
            *reasons.entry(why).or_insert(0) += 1;
        }
        self.accepted += u64::from(records.iter().any(|r| r.outcome == Outcome::Pass));
        self.bad
            .extend(records.iter().find(|record| !record.ok).cloned());
    }
}

pub(super) struct Campaign<'a> {
    arguments: &'a FuzzArguments,
    source: Source,
    folder: PathBuf,
    plan: String,
    done: u64,
    accepted: u64,
    findings: Findings,
    rejections: Rejections,
    unsupported: Rejections,
    aftershocks: u64,
    pub coverage: Coverage,
}

impl<'a> Campaign<'a> {
    /// A new campaign, or the one that its folder has the state of.
    pub(super) fn open(arguments: &'a FuzzArguments) -> Result<Campaign<'a>, CliError> {
        let folder = match &arguments.out {
            Some(folder) => folder.clone(),
            None => PathBuf::from(format!("reports/fuzz-{}", arguments.seed)),
        };
        let plan = flags(arguments);
        let mut campaign = Campaign {
            arguments,
            source: Source::new(arguments)?,
            folder,
            plan,
            done: 0,
            accepted: 0,
            findings: Findings::default(),
            rejections: Rejections::new(),
            unsupported: Rejections::new(),
            aftershocks: 0,
            coverage: Coverage::default(),
        };
        if arguments.only.is_none() {
            campaign.resume()?;
        }
        Ok(campaign)
    }

    fn state(&self) -> PathBuf {
        self.folder.join("campaign.json")
    }

    fn resume(&mut self) -> Result<(), CliError> {
        let path = self.state();
        let Ok(text) = fs::read_to_string(&path) else {
            return Ok(());
        };
        let saved: Saved = serde_json::from_str(&text).map_err(|error| {
            CliError::Usage(format!("{}: not a campaign: {error}", path.display()))
        })?;
        if saved.plan != self.plan {
            let message = format!(
                "{} has a campaign with other flags (harness fuzz{}); give another --out",
                self.folder.display(),
                saved.plan
            );
            return Err(CliError::Usage(message));
        }
        eprintln!("going on after {} models", saved.done);
        (self.done, self.accepted) = (saved.done, saved.accepted);
        (self.findings, self.coverage) = (saved.findings, saved.coverage);
        (self.rejections, self.unsupported) = (saved.rejections, saved.unsupported);
        self.aftershocks = saved.aftershocks;
        Ok(())
    }

    /// Tries models until the count or the end of the time is reached.
    pub(super) fn run(&mut self, end: Option<Instant>) -> Result<(), CliError> {
        if let Some(only) = self.arguments.only {
            self.batch(only..only + 1)?;
            let place = self.folder.join("found").join(only.to_string());
            self.source.write(self.arguments, only, &place)?;
            println!(
                "harness run {}",
                quote(&place.join("model.xml").display().to_string())
            );
            return Ok(());
        }
        let bar = progress(self.arguments.count);
        while self.done < self.arguments.count && end.is_none_or(|end| Instant::now() < end) {
            let last = (self.done + BATCH).min(self.arguments.count);
            self.batch(self.done..last)?;
            self.done = last;
            self.save()?;
            bar.set_position(self.done);
            bar.set_message(format!(
                "{} accepted, {}, {} causes",
                self.accepted,
                self.coverage.short(),
                self.findings.all.len()
            ));
        }
        bar.finish_and_clear();
        Ok(())
    }

    fn batch(&mut self, numbers: std::ops::Range<u64>) -> Result<(), CliError> {
        let directory = tempfile::tempdir().map_err(CliError::io("a temporary directory"))?;
        let mut written: HashMap<PathBuf, (u64, Written)> = HashMap::new();
        let comparison = self.comparison(Vec::new());
        let mut reference = match self.arguments.bisect_memory {
            true => Some(comparison.simulators.spawn(&comparison.reference)?),
            false => None,
        };
        for number in numbers {
            let place = directory.path().join(number.to_string());
            let model = self.source.write(self.arguments, number, &place)?;
            self.coverage.count(&model.root, &model.features);
            if let Some(reference) = &mut reference {
                let mut random = Random::new(self.arguments.seed, number);
                for tight in tighten(reference.as_mut(), &model, &mut random)? {
                    written.insert(tight.path.clone(), (number, tight));
                }
            }
            written.insert(model.path.clone(), (number, model));
        }
        let mut paths: Vec<PathBuf> = written.keys().cloned().collect();
        paths.sort();
        let seen = self.compare(paths)?;
        self.accepted += seen.accepted;
        for (why, count) in seen.rejections {
            *self.rejections.entry(why).or_insert(0) += count;
        }
        for (why, count) in seen.unsupported {
            *self.unsupported.entry(why).or_insert(0) += count;
        }
        for record in seen.bad {
            let Some((number, model)) = written.get(&record.path) else {
                continue;
            };
            // A model that spoils the memory of its process harms those after it: what does not
            // come again in processes of its own is not this model's.
            match self.compare(vec![record.path.clone()])?.bad.first() {
                Some(record) => self.found(*number, record, model)?,
                None => self.aftershocks += 1,
            }
        }
        Ok(())
    }

    /// Compares models in new processes.
    fn compare(&self, paths: Vec<PathBuf>) -> Result<Seen, CliError> {
        let comparison = self.comparison(paths);
        check(&comparison)?;
        let cases = select(&comparison.cases)?.cases;
        let mut seen = Seen::default();
        let mut take = |event: &Event| {
            if let Event::CaseFinished { records, .. } = event {
                seen.take(records);
            }
            Ok(())
        };
        compare_cases(&comparison, &cases, Whole::default(), &mut take)?;
        Ok(seen)
    }

    fn comparison(&self, paths: Vec<PathBuf>) -> ComparisonArguments {
        let cases = CaseArguments {
            tag: Vec::new(),
            paths,
            filter: None,
            modes: self.arguments.modes.clone(),
            steps: None,
            seed: None,
            random: None,
            set: Vec::new(),
            disable: None,
            enable: None,
        };
        let simulators = SimulatorArguments {
            cpu: self.arguments.simulators.cpu.or(Some(PATIENCE)),
            ..self.arguments.simulators.clone()
        };
        ComparisonArguments {
            subject: self.arguments.subject.clone(),
            reference: self.arguments.reference.clone(),
            allow_uncovered: true,
            jobs: self.arguments.jobs,
            ..ComparisonArguments::of(cases, simulators)
        }
    }

    /// Counts a finding; the first example of a cause is kept and printed.
    fn found(&mut self, number: u64, record: &Record, model: &Written) -> Result<(), CliError> {
        let repeat = format!("harness fuzz{} --only {number}", self.plan);
        let new = self.findings.add(number, record, repeat);
        if !new {
            return Ok(());
        }
        let room = self.findings.all.len() <= KEPT;
        let kept = match room {
            true => Some(self.keep(number, &model.path)?),
            false => None,
        };
        if let (Some(kept), false) = (&kept, self.arguments.no_reduce) {
            self.reduce(record, Path::new(kept), model)?;
        }
        if let Some(finding) = self.findings.all.last_mut() {
            finding.kept = kept;
            eprintln!("{}", line(finding));
        }
        Ok(())
    }

    /// Writes a small version beside a model that was kept. A crash or a hang costs a process or a
    /// minute for each model tried, so these stay as they are.
    fn reduce(&self, record: &Record, kept: &Path, model: &Written) -> Result<(), CliError> {
        if !matches!(record.outcome, Outcome::Fail) {
            return Ok(());
        }
        let mut comparison = self.comparison(Vec::new());
        comparison.cases.modes = Some(vec![record.mode]);
        if let Some(small) = shrink(&comparison, kept, model.root.clone(), REDUCTION)? {
            small.write(&kept.with_extension("reduced.xml"))?;
        }
        Ok(())
    }

    /// Copies a model with the files beside it into the campaign's folder.
    fn keep(&self, number: u64, model: &Path) -> Result<String, CliError> {
        let place = self.folder.join("found").join(number.to_string());
        let from = model.parent().unwrap_or(Path::new("."));
        let name = model.file_name().unwrap_or_default();
        let copy = || -> std::io::Result<()> {
            fs::create_dir_all(&place)?;
            for entry in fs::read_dir(from)? {
                let entry = entry?;
                fs::copy(entry.path(), place.join(entry.file_name()))?;
            }
            Ok(())
        };
        copy().map_err(CliError::io(&place.display().to_string()))?;
        Ok(place.join(name).display().to_string())
    }

    fn save(&self) -> Result<(), CliError> {
        let saved = Saved {
            plan: self.plan.clone(),
            done: self.done,
            accepted: self.accepted,
            findings: self.findings.clone(),
            rejections: self.rejections.clone(),
            unsupported: self.unsupported.clone(),
            aftershocks: self.aftershocks,
            coverage: self.coverage.clone(),
        };
        let path = self.state();
        let named = path.display().to_string();
        let text = serde_json::to_string_pretty(&saved)
            .map_err(|error| CliError::io(&named)(error.into()))?;
        fs::create_dir_all(&self.folder).map_err(CliError::io(&named))?;
        // Written beside and moved, so that an interruption leaves the old state or the new one.
        let fresh = path.with_extension("new");
        fs::write(&fresh, text).map_err(CliError::io(&named))?;
        fs::rename(&fresh, &path).map_err(CliError::io(&named))
    }

    /// Prints why both sides refuse models, the most frequent reason first.
    pub(super) fn print_rejections(&self) {
        let mut all: Vec<(&String, &u64)> = self.rejections.iter().collect();
        all.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        println!("refused by both, for {} reasons:", all.len());
        for (why, count) in all {
            println!("  {count}x {why}");
        }
    }

    /// Prints the findings, worst and most frequent first; apart from them the troubles of the
    /// reference and what is refused because of them; and the verdict.
    pub(super) fn conclude(&self) -> Exit {
        let mut all: Vec<&Finding> = self.findings.all.iter().collect();
        all.sort_by_key(|found| std::cmp::Reverse((found.cause.outcome, found.count)));
        let (theirs, ours): (Vec<&Finding>, Vec<&Finding>) = all
            .into_iter()
            .partition(|found| found.cause.is_of_reference());
        for finding in &ours {
            println!("{}", line(finding));
        }
        if !theirs.is_empty() || self.aftershocks > 0 || !self.unsupported.is_empty() {
            println!("not counted (docs/reference-bugs.md):");
        }
        for finding in &theirs {
            println!("  {}", line(finding));
        }
        if self.aftershocks > 0 {
            println!(
                "  {}x a trouble that did not come again in new processes",
                self.aftershocks
            );
        }
        for (why, count) in &self.unsupported {
            println!("  {count}x refused by the subject alone: {why}");
        }
        let tried = self.arguments.only.map_or(self.done, |_| 1);
        println!(
            "{}: {tried} models, {} accepted by both; {} causes of difference, {} troubles of the reference",
            if ours.is_empty() { "ok" } else { "not ok" },
            self.accepted,
            ours.len(),
            theirs.len(),
        );
        if ours.is_empty() {
            Exit::Ok
        } else {
            Exit::Mismatch
        }
    }
}

/// A finding as people read it: the cause, an example, and how to repeat it.
fn line(finding: &Finding) -> String {
    let cause = &finding.cause;
    let mut text = format!(
        "{} {} {} {} ({}x, first {}): {}\n     {}",
        cause.outcome.name(),
        cause.mode,
        cause.stage,
        cause.what,
        finding.count,
        finding.number,
        finding.example,
        finding.repeat
    );
    if let Some(kept) = &finding.kept {
        text += &format!("\n     harness run {}", quote(kept));
    }
    text
}

/// The flags that make the models what they are.
fn flags(arguments: &FuzzArguments) -> String {
    let mut text = format!(" --seed {}", arguments.seed);
    if !arguments.features.is_empty() {
        let names: Vec<&str> = arguments.features.iter().map(|f| f.name()).collect();
        text += &format!(" --features {}", names.join(","));
    }
    if let Some(from) = &arguments.from {
        text += &format!(" --from {}", quote(&from.display().to_string()));
    }
    if arguments.bisect_memory {
        text += " --bisect-memory";
    }
    for (flag, value, default) in [
        ("subject", &arguments.subject, ComparisonArguments::SUBJECT),
        (
            "reference",
            &arguments.reference,
            ComparisonArguments::REFERENCE,
        ),
    ] {
        if value != default {
            text += &format!(" --{flag} {}", quote(value));
        }
    }
    text
}

fn progress(count: u64) -> ProgressBar {
    if !console::user_attended_stderr() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(count);
    let template = "{bar:30} {pos}/{len} {per_sec} {eta} {wide_msg}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}
