//! Speed ratios of two runs. Single turns are noisy, so only ranges that do not overlap count.

use serde::Serialize;

use crate::report::{SpeedReport, SpeedRow};

/// A ratio that falls by less than this is noise.
const NOISE: f64 = 0.1;

/// What became of one model's ratio, the reference's time over the subject's.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Speed {
    pub model: String,
    /// `step` or `load`.
    pub unit: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new: Option<f64>,
    pub verdict: SpeedVerdict,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum SpeedVerdict {
    /// By more than a tenth, and even the best turn is below the worst turn of the base.
    Slower,
    Faster,
    Same,
    /// Measured on one side only.
    Unpaired,
}

impl SpeedVerdict {
    pub(super) fn name(self) -> &'static str {
        match self {
            SpeedVerdict::Slower => "slower",
            SpeedVerdict::Faster => "faster",
            SpeedVerdict::Same => "same",
            SpeedVerdict::Unpaired => "",
        }
    }
}

pub(super) fn compare_speed(base: &[SpeedReport], new: &[SpeedReport]) -> Vec<Speed> {
    let rows = |reports: &[SpeedReport]| -> Vec<(String, SpeedRow)> {
        let each = reports.iter().flat_map(|report| {
            let rows = report.models.iter();
            rows.map(|row| (report.unit.to_string(), row.clone()))
        });
        each.collect()
    };
    let (before, after) = (rows(base), rows(new));
    let same =
        |a: &(String, SpeedRow), b: &(String, SpeedRow)| a.0 == b.0 && a.1.model == b.1.model;
    let mut speeds = Vec::new();
    for row in &after {
        let old = before.iter().find(|old| same(old, row));
        speeds.push(speed(old, Some(row)));
    }
    for old in &before {
        if !after.iter().any(|row| same(old, row)) {
            speeds.push(speed(Some(old), None));
        }
    }
    speeds.into_iter().flatten().collect()
}

fn speed(base: Option<&(String, SpeedRow)>, new: Option<&(String, SpeedRow)>) -> Option<Speed> {
    let (unit, row) = new.or(base)?;
    let verdict = match (base, new) {
        (Some((_, base)), Some((_, new))) => verdict(base, new),
        _ => SpeedVerdict::Unpaired,
    };
    Some(Speed {
        model: row.model.clone(),
        unit: unit.clone(),
        base: base.map(|(_, row)| row.ratio),
        new: new.map(|(_, row)| row.ratio),
        verdict,
    })
}

fn verdict(base: &SpeedRow, new: &SpeedRow) -> SpeedVerdict {
    // One or two turns have no spread that would distinguish a change from noise.
    if base.turns.min(new.turns) < 3 {
        SpeedVerdict::Same
    } else if new.ratio < base.ratio * (1.0 - NOISE) && new.ratio_high < base.ratio_low {
        SpeedVerdict::Slower
    } else if new.ratio > base.ratio * (1.0 + NOISE) && new.ratio_low > base.ratio_high {
        SpeedVerdict::Faster
    } else {
        SpeedVerdict::Same
    }
}
