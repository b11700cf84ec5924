//! What `harness bench` found: a table for people, JSON for programs.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::number::{greatest, least};
use crate::simulator::Identity;

/// What one unit of work (a step, a load) took in a turn, on average.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    pub nanoseconds: f64,
    /// Where they can be counted.
    pub instructions: Option<f64>,
}

/// Both sides' units, turn by turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Times {
    pub subject: Vec<Unit>,
    pub reference: Vec<Unit>,
    /// Units in a turn.
    pub units: u64,
    /// Degrees of freedom of the model.
    pub nv: usize,
}

/// Everything that a run of `harness bench` found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SpeedReport {
    /// `step` or `load`: what a time is the time of.
    pub unit: Cow<'static, str>,
    pub subject: Identity,
    pub reference: Identity,
    /// Whether this program, and the engine in it, is optimized.
    pub optimized: bool,
    pub models: Vec<SpeedRow>,
}

/// One model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpeedRow {
    pub model: String,
    /// Number of available cores, if that is what was measured. Times are wall-clock times then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cores: Option<usize>,
    pub dofs: usize,
    /// The reference's median time over the subject's.
    pub ratio: f64,
    /// Lowest and highest ratio of a single turn.
    pub ratio_low: f64,
    pub ratio_high: f64,
    /// Median CPU time of one unit.
    pub ours_ns: f64,
    pub reference_ns: f64,
    /// Median instructions of one unit, where they can be counted.
    #[serde(default)]
    pub ours_instructions: Option<f64>,
    #[serde(default)]
    pub reference_instructions: Option<f64>,
    pub ours_per_second: f64,
    pub reference_per_second: f64,
    pub turns: usize,
    pub units_per_turn: u64,
}

impl SpeedRow {
    pub fn new(model: String, times: &Times) -> SpeedRow {
        let nanoseconds =
            |turns: &[Unit]| -> Vec<f64> { turns.iter().map(|turn| turn.nanoseconds).collect() };
        let (ours, reference) = (nanoseconds(&times.subject), nanoseconds(&times.reference));
        let (ours_ns, reference_ns) = (median(&ours), median(&reference));
        let ratios = || reference.iter().zip(&ours).map(|(r, s)| r / s);
        SpeedRow {
            model,
            cores: None,
            dofs: times.nv,
            ratio: reference_ns / ours_ns,
            ratio_low: least(ratios()),
            ratio_high: greatest(0.0, ratios()),
            ours_ns,
            reference_ns,
            ours_instructions: instructions(&times.subject),
            reference_instructions: instructions(&times.reference),
            ours_per_second: 1e9 / ours_ns,
            reference_per_second: 1e9 / reference_ns,
            turns: times.subject.len(),
            units_per_turn: times.units,
        }
    }
}

impl SpeedRow {
    /// The model, and the number of cores if that was measured.
    fn label(&self) -> String {
        match self.cores {
            None => self.model.clone(),
            Some(1) => format!("{}, 1 core", self.model),
            Some(cores) => format!("{}, {cores} cores", self.model),
        }
    }
}

fn instructions(turns: &[Unit]) -> Option<f64> {
    let counts: Option<Vec<f64>> = turns.iter().map(|turn| turn.instructions).collect();
    counts.map(|counts| median(&counts))
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

fn geometric_mean(ratios: impl Iterator<Item = f64>) -> f64 {
    let (count, sum) = ratios.fold((0.0, 0.0), |(count, sum), ratio| {
        (count + 1.0, sum + ratio.ln())
    });
    (sum / count).exp()
}

/// A count, or a dash where nothing could be counted.
fn count(instructions: Option<f64>) -> String {
    instructions.map_or("-".to_owned(), |count| format!("{count:.0}"))
}

impl fmt::Display for SpeedReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.models.iter().map(|row| row.label().chars().count());
        let width = names.max().unwrap_or(0).max("model".len());
        let (subject, reference) = (&self.subject.kind, &self.reference.kind);
        writeln!(
            f,
            "microseconds per {} of {subject} and {reference}",
            self.unit
        )?;
        writeln!(
            f,
            "{:width$}  {:>5}  {:>12}  {:>12}  {:>6}  {:12}  instructions",
            "model", "dofs", "subject", "reference", "ratio", "spread"
        )?;
        for row in &self.models {
            writeln!(
                f,
                "{:width$}  {:>5}  {:>12.2}  {:>12.2}  {:>6.2}  {:12}  {} and {}",
                row.label(),
                row.dofs,
                row.ours_ns / 1e3,
                row.reference_ns / 1e3,
                row.ratio,
                format!("{:.2} to {:.2}", row.ratio_low, row.ratio_high),
                count(row.ours_instructions),
                count(row.reference_instructions),
            )?;
        }
        if let [_, _, ..] = &self.models[..] {
            let ratios = || self.models.iter().map(|row| row.ratio);
            let below = |bound: f64| ratios().filter(|ratio| *ratio < bound).count();
            writeln!(
                f,
                "{} models: geometric mean {:.2}, lowest {:.2}; {} below 1.0, {} below 1.2",
                self.models.len(),
                geometric_mean(ratios()),
                least(ratios()),
                below(1.0),
                below(1.2),
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

    fn row(subject: [f64; 3], reference: [f64; 3], per_nanosecond: Option<f64>) -> SpeedRow {
        let unit = |nanoseconds: f64| Unit {
            nanoseconds,
            instructions: per_nanosecond.map(|count| count * nanoseconds),
        };
        let times = Times {
            subject: subject.map(unit).to_vec(),
            reference: reference.map(unit).to_vec(),
            units: 5,
            nv: 1,
        };
        SpeedRow::new("model".to_owned(), &times)
    }

    #[test]
    fn instructions_are_a_median_or_null() {
        let [ours, reference] = [[10.0, 20.0, 1000.0], [30.0, 30.0, 90.0]];
        let counted = row(ours, reference, Some(3.0));
        assert_eq!(counted.ours_instructions, Some(60.0));
        assert_eq!(counted.reference_instructions, Some(90.0));
        let json = serde_json::to_value(row(ours, reference, None)).expect("a row is JSON");
        assert!(json["ours_instructions"].is_null());
        assert!(json["reference_instructions"].is_null());
        assert_eq!((count(Some(59.6)), count(None)), ("60".into(), "-".into()));
    }

    #[test]
    fn a_ratio_is_of_medians_and_its_spread_of_turns() {
        let row = row([10.0, 20.0, 1000.0], [30.0, 30.0, 90.0], None);
        assert_eq!(
            (row.ours_ns, row.reference_ns, row.ratio),
            (20.0, 30.0, 1.5)
        );
        assert_eq!((row.ratio_low, row.ratio_high), (0.09, 3.0));
    }

    #[test]
    fn the_geometric_mean_of_a_ratio_and_its_inverse_is_one() {
        let mean = geometric_mean([4.0, 0.25].into_iter());
        assert!((mean - 1.0).abs() < 1e-15, "{mean}");
    }

    #[test]
    fn the_median_of_an_even_number_lies_between_the_middle_two() {
        assert_eq!(median(&[4.0, 1.0, 3.0, 2.0]), 2.5);
    }
}
