//! Results: a table for people, JSON for programs.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::measure::Times;
use crate::number::{greatest, least};
use crate::simulator::Identity;

/// Everything that a run of `harness bench` found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    /// `step` or `load`: what a time is the time of.
    pub unit: Cow<'static, str>,
    pub subject: Identity,
    pub reference: Identity,
    /// Whether this program, and the engine in it, is optimized.
    pub optimized: bool,
    pub models: Vec<Row>,
}

/// One model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    pub model: String,
    pub dofs: usize,
    /// The reference's median time over the subject's.
    pub ratio: f64,
    /// Lowest and highest ratio of a single turn.
    pub ratio_low: f64,
    pub ratio_high: f64,
    /// Median CPU time of one unit.
    pub ours_ns: f64,
    pub reference_ns: f64,
    pub ours_per_second: f64,
    pub reference_per_second: f64,
    pub turns: usize,
    pub units_per_turn: u64,
}

impl Row {
    pub fn new(model: String, times: &Times) -> Row {
        let (ours_ns, reference_ns) = (median(&times.subject), median(&times.reference));
        let ratios = || {
            times
                .reference
                .iter()
                .zip(&times.subject)
                .map(|(r, s)| r / s)
        };
        Row {
            model,
            dofs: times.nv,
            ratio: reference_ns / ours_ns,
            ratio_low: least(ratios()),
            ratio_high: greatest(0.0, ratios()),
            ours_ns,
            reference_ns,
            ours_per_second: 1e9 / ours_ns,
            reference_per_second: 1e9 / reference_ns,
            turns: times.subject.len(),
            units_per_turn: times.units,
        }
    }
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.get(middle) {
        None => f64::NAN,
        Some(&upper) if sorted.len() % 2 == 1 => upper,
        Some(&upper) => 0.5 * (sorted[middle - 1] + upper),
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.models.iter().map(|row| row.model.chars().count());
        let width = names.max().unwrap_or(0).max("model".len());
        let (subject, reference) = (&self.subject.kind, &self.reference.kind);
        writeln!(
            f,
            "microseconds per {} of {subject} and {reference}",
            self.unit
        )?;
        writeln!(
            f,
            "{:width$}  {:>5}  {:>12}  {:>12}  {:>6}  spread",
            "model", "dofs", "subject", "reference", "ratio"
        )?;
        for row in &self.models {
            writeln!(
                f,
                "{:width$}  {:>5}  {:>12.2}  {:>12.2}  {:>6.2}  {:.2} to {:.2}",
                row.model,
                row.dofs,
                row.ours_ns / 1e3,
                row.reference_ns / 1e3,
                row.ratio,
                row.ratio_low,
                row.ratio_high
            )?;
        }
        if !self.optimized {
            writeln!(f, "this program is not optimized: build it with --release")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_is_of_medians_and_its_spread_of_turns() {
        let times = Times {
            subject: vec![10.0, 20.0, 1000.0],
            reference: vec![30.0, 30.0, 90.0],
            units: 5,
            nv: 1,
        };
        let row = Row::new("model".to_owned(), &times);
        assert_eq!(
            (row.ours_ns, row.reference_ns, row.ratio),
            (20.0, 30.0, 1.5)
        );
        assert_eq!((row.ratio_low, row.ratio_high), (0.09, 3.0));
    }

    #[test]
    fn the_median_of_an_even_number_lies_between_the_middle_two() {
        assert_eq!(median(&[4.0, 1.0, 3.0, 2.0]), 2.5);
    }
}
