//! A comparison as text for a terminal and as Markdown for a summary; JSON is the comparison
//! itself.

use std::fmt::Write;

use super::{Change, Comparison, Kind, Speed, SpeedVerdict};
use crate::report::markdown::escape;

/// Changes shown of each kind; JSON has all of them.
const SHOWN: usize = 30;

impl Comparison {
    /// For a terminal.
    pub(super) fn text(&self) -> String {
        let mut out = String::new();
        for difference in &self.unlike {
            let _ = writeln!(out, "not the same comparison: {difference}");
        }
        for &kind in Kind::ALL {
            for change in self.of(kind).take(SHOWN) {
                let _ = writeln!(out, "{} {}", kind.name(), address(change));
                if let (Some(base), Some(new)) = (&change.base, &change.new) {
                    let _ = writeln!(out, "     was {base}\n     is  {new}");
                } else if let Some(only) = change.new.as_ref().or(change.base.as_ref()) {
                    let _ = writeln!(out, "     {only}");
                }
                if let Some(repeat) = change.repeat.as_ref().filter(|_| kind != Kind::Gone) {
                    let _ = writeln!(out, "     {repeat}");
                }
            }
            let more = self.of(kind).count().saturating_sub(SHOWN);
            if more > 0 {
                let _ = writeln!(out, "{} ... and {more} more", kind.name());
            }
        }
        for speed in self.notable_speed() {
            let _ = writeln!(out, "{} {}", speed.verdict.name(), speed_words(speed));
        }
        if !out.is_empty() {
            out.push('\n');
        }
        for (word, side) in [("base", &self.base), ("new", &self.new)] {
            let cut = if side.whole { "" } else { ", truncated" };
            let _ = writeln!(
                out,
                "{word:<4} {}: {} records, {} not ok{cut}",
                side.title, side.records, side.not_ok
            );
        }
        let _ = writeln!(out, "{}", self.verdict());
        out
    }

    /// For a job summary.
    pub(super) fn markdown(&self) -> String {
        let mut out = String::new();
        let mark = if self.worse { "❌" } else { "✅" };
        let _ = writeln!(out, "## {mark} {}\n", self.verdict());
        for difference in &self.unlike {
            let _ = writeln!(out, "Not the same comparison: {}\n", escape(difference));
        }
        let _ = writeln!(out, "| | run | records | not ok |\n|---|---|---|---|");
        for (word, side) in [("base", &self.base), ("new", &self.new)] {
            let cut = if side.whole { "" } else { " (truncated)" };
            let title = escape(&side.title);
            let _ = writeln!(
                out,
                "| {word} | {title} | {}{cut} | {} |",
                side.records, side.not_ok
            );
        }
        for &kind in Kind::ALL {
            self.markdown_kind(&mut out, kind);
        }
        let speeds: Vec<&Speed> = self.notable_speed().collect();
        if !speeds.is_empty() {
            let _ = writeln!(
                out,
                "\n### Speed\n\n| | model | was | is |\n|---|---|---|---|"
            );
        }
        for speed in speeds {
            let ratio = |ratio: Option<f64>| ratio.map_or(String::new(), |r| format!("{r:.2}"));
            let _ = writeln!(
                out,
                "| {} | {} of {} | {} | {} |",
                speed.verdict.name(),
                speed.unit,
                escape(&speed.model),
                ratio(speed.base),
                ratio(speed.new)
            );
        }
        out
    }

    fn markdown_kind(&self, out: &mut String, kind: Kind) {
        let count = self.of(kind).count();
        if count == 0 {
            return;
        }
        // What got worse is shown, the rest is folded.
        let name = kind.name();
        if kind.is_worse() {
            let _ = writeln!(out, "\n### {count} {name}\n");
        } else {
            let _ = writeln!(out, "\n<details><summary>{count} {name}</summary>\n");
        }
        let _ = writeln!(out, "| where | was | is |\n|---|---|---|");
        for change in self.of(kind).take(SHOWN) {
            let cell = |text: &Option<String>| escape(text.as_deref().unwrap_or(""));
            let _ = writeln!(
                out,
                "| {} | {} | {} |",
                escape(&address(change)),
                cell(&change.base),
                cell(&change.new)
            );
        }
        if count > SHOWN {
            let _ = writeln!(out, "| ... and {} more | | |", count - SHOWN);
        }
        if !kind.is_worse() {
            let _ = writeln!(out, "\n</details>");
            return;
        }
        let repeats: Vec<&str> = self
            .of(kind)
            .filter_map(|change| change.repeat.as_deref())
            .take(3)
            .collect();
        if !repeats.is_empty() && kind != Kind::Gone {
            let _ = writeln!(out, "\n```\n{}\n```", repeats.join("\n"));
        }
    }

    fn of(&self, kind: Kind) -> impl Iterator<Item = &Change> {
        self.changes
            .iter()
            .filter(move |change| change.kind == kind)
    }

    fn notable_speed(&self) -> impl Iterator<Item = &Speed> {
        let notable = [SpeedVerdict::Slower, SpeedVerdict::Faster];
        self.speed
            .iter()
            .filter(move |speed| notable.contains(&speed.verdict))
    }

    /// The whole comparison in one line.
    pub(super) fn verdict(&self) -> String {
        let mut parts: Vec<String> = self
            .counts
            .iter()
            .map(|(kind, count)| format!("{count} {}", kind.name()))
            .collect();
        for verdict in [SpeedVerdict::Slower, SpeedVerdict::Faster] {
            let count = self.speed.iter().filter(|s| s.verdict == verdict).count();
            if count > 0 {
                parts.push(format!("{count} {}", verdict.name()));
            }
        }
        parts.push(format!("{} unchanged", self.unchanged));
        let word = match (self.worse, self.counts.is_empty()) {
            (true, _) => "worse",
            (false, true) if !self.unlike.is_empty() => "not worse, but not the same comparison",
            (false, true) => "no change",
            (false, false) => "not worse",
        };
        format!("{word}: {}", parts.join(", "))
    }
}

fn address(change: &Change) -> String {
    let field = change.field.as_ref();
    let field = field.map_or(String::new(), |field| format!(" {field}"));
    format!("{} {}{field}", change.case, change.mode)
}

fn speed_words(speed: &Speed) -> String {
    let ratio = |ratio: Option<f64>| ratio.map_or("unknown".to_owned(), |r| format!("{r:.2}"));
    format!(
        "{} of {}: ratio was {}, is {}",
        speed.unit,
        speed.model,
        ratio(speed.base),
        ratio(speed.new)
    )
}
