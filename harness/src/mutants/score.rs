//! The score of each module, and the table of it.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::blame::Blame;
use super::module::module;
use super::point::Fault;
use super::trial::Killed;

/// A fault and what became of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Verdict {
    #[serde(flatten)]
    pub fault: Fault,
    /// How many cases come to it in a way that could make a difference.
    pub reached_by: usize,
    pub killed: Option<Killed>,
    pub blame: Option<Blame>,
    /// Why it changes nothing, if it is listed.
    pub equivalent: Option<String>,
}

impl Verdict {
    /// The place and the fault in one line.
    pub fn line(&self) -> String {
        let Fault {
            file,
            function,
            line,
            column,
            old,
            new,
            ..
        } = &self.fault;
        let new = if new.is_empty() { "(left out)" } else { new };
        let reached = match self.reached_by {
            0 => "reached by none".to_owned(),
            n => format!("reached by {n}"),
        };
        format!("engine/src/{file}:{line}:{column}: {function}: {old} -> {new} ({reached})")
    }

    pub fn survived(&self) -> bool {
        self.killed.is_none() && self.equivalent.is_none()
    }
}

/// Counts of one module.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Tally {
    pub faults: usize,
    pub equivalent: usize,
    pub killed: usize,
    pub blamed: usize,
    pub right: usize,
}

impl Tally {
    fn add(&mut self, verdict: &Verdict) {
        self.faults += 1;
        if verdict.killed.is_some() {
            self.killed += 1;
        } else if verdict.equivalent.is_some() {
            self.equivalent += 1;
        }
        let counts = matches!(verdict.blame, Some(Blame::Right | Blame::Wrong));
        self.blamed += usize::from(counts);
        self.right += usize::from(verdict.blame == Some(Blame::Right));
    }

    /// Noticed faults of those that change anything, as a percentage.
    pub fn percent(&self) -> f64 {
        share(self.killed, self.faults - self.equivalent)
    }

    /// Findings that name the right stage, of those that name one.
    pub fn percent_right(&self) -> f64 {
        share(self.right, self.blamed)
    }
}

fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 {
        return 100.0;
    }
    100.0 * part as f64 / whole as f64
}

/// The scores of all modules.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Score {
    pub modules: BTreeMap<String, Tally>,
    pub total: Tally,
}

impl Score {
    pub fn new(verdicts: &[Verdict]) -> Score {
        let mut score = Score::default();
        for verdict in verdicts {
            let name = module(&verdict.fault.file).to_owned();
            score.modules.entry(name).or_default().add(verdict);
            score.total.add(verdict);
        }
        score
    }
}

/// A table in Markdown.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "| module | faults | change nothing | noticed | score | right stage |"
        )?;
        writeln!(f, "|---|---:|---:|---:|---:|---:|")?;
        let all = ("**all**", &self.total);
        let rows = self
            .modules
            .iter()
            .map(|(name, tally)| (name.as_str(), tally));
        for (name, tally) in rows.chain([all]) {
            let Tally {
                faults,
                equivalent,
                killed,
                ..
            } = tally;
            let right = match tally.blamed {
                0 => "-".to_owned(),
                _ => format!("{:.1} %", tally.percent_right()),
            };
            writeln!(
                f,
                "| {name} | {faults} | {equivalent} | {killed} | {:.1} % | {right} |",
                tally.percent()
            )?;
        }
        Ok(())
    }
}
