//! What a person sees: progress and failures on stderr while the run goes on, the summary on stdout
//! at the end.

use std::io::{self, Write};

use console::{Color, Style};
use indicatif::{ProgressBar, ProgressStyle};

use super::summary::Group;
use super::{Reporter, StageTable, Summary};
use crate::results::{Event, Footer, Outcome, Record, Verdict, counted, quote};

/// How much to say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verbosity {
    /// The summary only.
    Quiet,
    #[default]
    Normal,
    /// Every record, and where the time went.
    Verbose,
}

/// The terminal reporter.
#[derive(Debug)]
pub struct Terminal {
    verbosity: Verbosity,
    /// Absent where stderr is no terminal; plain lines then.
    bar: Option<ProgressBar>,
    summary: Summary,
    stages: StageTable,
    report: String,
}

/// Failures shown in full; the report has all of them.
const FAILURES: usize = 50;
/// Reasons shown per kind of gap.
const REASONS: usize = 5;

impl Terminal {
    /// `report` is where the run's files lie, for the last line.
    pub fn new(verbosity: Verbosity, report: String) -> Terminal {
        let shown = verbosity > Verbosity::Quiet && console::user_attended_stderr();
        Terminal {
            verbosity,
            bar: shown.then(ProgressBar::no_length),
            summary: Summary::default(),
            stages: StageTable::default(),
            report,
        }
    }

    /// A line above the progress bar.
    fn line(&self, text: &str) -> io::Result<()> {
        match &self.bar {
            Some(bar) => {
                bar.println(text);
                Ok(())
            }
            None => writeln!(io::stderr(), "{text}"),
        }
    }

    fn started(&self, header: &crate::results::Header) -> io::Result<()> {
        if let Some(bar) = &self.bar {
            bar.set_length(header.cases as u64);
            let template = "{bar:30} {pos}/{len} {elapsed} {wide_msg}";
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
        }
        if self.verbosity == Verbosity::Quiet {
            return Ok(());
        }
        self.line(&format!(
            "comparing {} ({}) with {} ({}), {}",
            header.subject.kind,
            header.subject.version,
            header.reference.kind,
            header.reference.version,
            counted(header.cases as u64, "case")
        ))
    }

    fn record(&self, record: &Record) -> io::Result<()> {
        // What is not ok is in the summary, once.
        if self.verbosity < Verbosity::Verbose || !(record.ok || record.accepted) {
            return Ok(());
        }
        let mut line = format!(
            "{} {}",
            paint_stderr(record.outcome, record.ok),
            record.address()
        );
        let explanation = record.explanation();
        if !explanation.is_empty() {
            line += &format!(": {explanation}");
        }
        self.line(&line)
    }

    fn print_summary(&mut self, footer: &Footer) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let summary = &self.summary;
        let groups = summary.groups();
        for Group { first, count } in groups.iter().take(FAILURES) {
            let name = paint(first.outcome, false);
            writeln!(out, "{name} {}: {}", first.address, first.explanation)?;
            if *count > 1 {
                let others = counted(*count as u64 - 1, "more record");
                writeln!(out, "     and {others} of the same cause: {}", first.cause)?;
            }
            writeln!(out, "     {}", first.repeat)?;
        }
        if groups.len() > FAILURES {
            let more = groups.len() - FAILURES;
            writeln!(out, "... and {more} more causes, all in the report")?;
        }
        if summary.accepted > 0 {
            let accepted = counted(summary.accepted as u64, "record");
            writeln!(
                out,
                "accepted: {accepted} not ok, and no worse than the baseline"
            )?;
        }
        if !summary.failures.is_empty() {
            writeln!(out)?;
        }
        for (mode, outcomes) in &summary.modes {
            let counts: Vec<String> = outcomes
                .iter()
                .rev()
                .map(|(&outcome, count)| format!("{count} {}", paint(outcome, true)))
                .collect();
            writeln!(out, "{:<8} {}", mode.name(), counts.join(", "))?;
        }
        self.stages.print(&mut out)?;
        self.print_uncovered(&mut out)?;
        let reference = summary.header.as_ref().map(|header| &header.reference);
        if let Some(reference) = reference.filter(|reference| reference.kind == "golden") {
            writeln!(
                out,
                "no simulator was the reference: values {}",
                reference.version
            )?;
        }
        if self.verbosity == Verbosity::Verbose {
            print_time(&mut out, footer)?;
        }
        let bad = Style::new().fg(Color::Red).bold();
        if let (true, Some(header)) = (footer.interrupted, &summary.header) {
            let words: Vec<String> = header.command.iter().map(|word| quote(word)).collect();
            writeln!(
                out,
                "interrupted: {} of {} done, {} not ok; {}",
                footer.cases,
                counted(header.cases as u64, "case"),
                footer.not_ok,
                self.report
            )?;
            return writeln!(
                out,
                "     harness {} --resume {}",
                words.join(" "),
                quote(&self.report)
            );
        }
        let verdict = match &footer.refused {
            Some(reason) => bad.apply_to(format!("not ok: {reason}")),
            None if footer.not_ok == 0 => Style::new().fg(Color::Green).apply_to("ok".to_owned()),
            None => {
                let accepted = match summary.accepted {
                    0 => String::new(),
                    n => format!(", {n} of them accepted"),
                };
                bad.apply_to(format!(
                    "{} of {} not ok{accepted}",
                    footer.not_ok, footer.records
                ))
            }
        };
        writeln!(
            out,
            "{verdict}: {}, {} values compared in {:.1} s; {}",
            counted(footer.cases as u64, "case"),
            summary.values,
            footer.seconds,
            self.report
        )
    }

    fn print_uncovered(&self, out: &mut impl Write) -> io::Result<()> {
        let uncovered = &self.summary.uncovered;
        if !uncovered.missing_fields.is_empty() {
            let fields: Vec<&str> = uncovered
                .missing_fields
                .keys()
                .map(String::as_str)
                .collect();
            let shown = match self.verbosity {
                Verbosity::Verbose => fields.len(),
                Verbosity::Quiet | Verbosity::Normal => fields.len().min(8),
            };
            let more = match fields.len() - shown {
                0 => String::new(),
                n => format!(" and {n} more"),
            };
            let list = fields[..shown].join(", ");
            writeln!(out, "not covered: {} fields: {list}{more}", fields.len())?;
        }
        for reasons in [&uncovered.unsupported, &uncovered.unable] {
            let mut sorted: Vec<_> = reasons.iter().collect();
            sorted.sort_by(|a, b| b.1.cmp(a.1));
            for (reason, count) in sorted.iter().take(REASONS) {
                writeln!(out, "not covered: {count} x {reason}")?;
            }
            if sorted.len() > REASONS {
                let more = sorted.len() - REASONS;
                writeln!(out, "not covered: ... and {more} more reasons")?;
            }
        }
        Ok(())
    }
}

impl Reporter for Terminal {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        self.summary.take(event);
        match event {
            Event::Started(header) => self.started(header),
            Event::CaseStarted { case } => {
                if let Some(bar) = &self.bar {
                    bar.set_message(case.clone());
                }
                Ok(())
            }
            Event::CaseFinished { records, .. } => {
                for record in records {
                    self.stages.take(record);
                    self.record(record)?;
                }
                if let Some(bar) = &self.bar {
                    bar.inc(1);
                    if !self.summary.failures.is_empty() {
                        bar.set_message(format!("{} not ok", self.summary.failures.len()));
                    }
                }
                Ok(())
            }
            Event::Finished(footer) => {
                if let Some(bar) = &self.bar {
                    bar.finish_and_clear();
                }
                self.print_summary(footer)
            }
        }
    }
}

/// Where the CPU time of all processes went, in percent.
fn print_time(out: &mut impl Write, footer: &Footer) -> io::Result<()> {
    let time = &footer.time;
    let harness = time.start + time.messages + time.compare + time.report;
    let total = time.reference.total() + time.subject.total() + harness;
    let percent = |seconds: f64| 100.0 * seconds / total.max(f64::MIN_POSITIVE);
    writeln!(out, "{total:.2} s of CPU time:")?;
    for (name, work) in [("reference", &time.reference), ("subject", &time.subject)] {
        writeln!(
            out,
            "  {name:<9} {:3.0}%: computing {:.0}%, reading fields {:.0}%, messages {:.0}%",
            percent(work.total()),
            percent(work.computing),
            percent(work.reading),
            percent(work.messages)
        )?;
    }
    writeln!(
        out,
        "  harness   {:3.0}%: process start {:.0}%, messages {:.0}%, compare {:.0}%, report {:.0}%",
        percent(harness),
        percent(time.start),
        percent(time.messages),
        percent(time.compare),
        percent(time.report)
    )
}

fn style(outcome: Outcome, ok: bool) -> Style {
    let style = Style::new();
    match outcome.verdict() {
        _ if !ok => style.fg(Color::Red).bold(),
        Verdict::Ok => style.fg(Color::Green),
        Verdict::Partial => style.fg(Color::Yellow),
        Verdict::Mismatch | Verdict::Usage | Verdict::Broken => style.fg(Color::Red),
    }
}

fn paint(outcome: Outcome, ok: bool) -> String {
    style(outcome, ok).apply_to(outcome.name()).to_string()
}

fn paint_stderr(outcome: Outcome, ok: bool) -> String {
    let style = style(outcome, ok).for_stderr();
    style.apply_to(outcome.name()).to_string()
}
