//! What a verdict by rounding measured, stage by stage.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::number::Number;
use crate::precision::Precision;

/// The ratios of one mode.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Rounding {
    /// In which the subject computes.
    pub precision: Precision,
    /// Disturbed copies of the reference.
    pub copies: usize,
    /// In pipeline order.
    pub stages: Vec<StageRatio>,
    /// Fields whose values change from run to run: their own spread is added.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub restless: Vec<String>,
}

/// The ratios of the fields of one stage over all moments.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StageRatio {
    pub stage: Cow<'static, str>,
    /// Fields at moments that were judged.
    pub judged: u64,
    /// Middle and largest ratio of error and spread.
    pub median: Number,
    pub max: Number,
    /// The field with the largest.
    pub field: String,
    pub fails: u64,
    /// Beyond rounding where the solver's answer is good.
    pub limited: u64,
    pub undecidable: u64,
}

impl Rounding {
    /// The stage with the largest ratio.
    pub fn worst(&self) -> Option<&StageRatio> {
        let judged = self.stages.iter().filter(|stage| stage.judged > 0);
        judged.max_by(|a, b| a.max.0.total_cmp(&b.max.0))
    }
}
