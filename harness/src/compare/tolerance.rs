//! Explicit tolerances: the only way for a field to be `close`. There is none by default.

use serde::{Deserialize, Serialize};
use wildmatch::WildMatch;

use super::{Category, Disagreement};
use crate::case::Sidecar;
use crate::number::Number;

/// A bound and who set it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bound {
    pub field: String,
    pub absolute: Number,
    pub scaled: Number,
    pub ulps: u64,
    /// `flag`, or the sidecar's file name and its reason.
    pub source: String,
}

impl Bound {
    /// Whether the worst element of a field lies within the bound.
    fn admits(&self, disagreement: &Disagreement) -> bool {
        let Some(gap) = disagreement.gap else {
            return false;
        };
        matches!(
            disagreement.category,
            Category::Value | Category::SignOfZero
        ) && (gap.absolute <= self.absolute
            || gap.scaled <= self.scaled
            || gap.ulps.is_some_and(|ulps| ulps <= self.ulps))
    }
}

/// All bounds of a case; the sidecar's come before that of the flag.
#[derive(Clone, Debug, Default)]
pub struct Tolerances {
    bounds: Vec<(WildMatch, Bound)>,
}

impl Tolerances {
    pub fn new(sidecar: &Sidecar, flag: Option<f64>) -> Tolerances {
        let file = sidecar.source.path.display();
        let mut bounds: Vec<(WildMatch, Bound)> = Vec::new();
        for tolerance in &sidecar.tolerance {
            let field = tolerance.field.get_ref();
            let bound = Bound {
                field: field.clone(),
                absolute: Number(tolerance.absolute),
                scaled: Number(tolerance.scaled),
                ulps: tolerance.ulps,
                source: format!("{file}: {}", tolerance.reason.get_ref()),
            };
            bounds.push((WildMatch::new(field), bound));
        }
        if let Some(scaled) = flag {
            let bound = Bound {
                field: "*".to_owned(),
                absolute: Number(0.0),
                scaled: Number(scaled),
                ulps: 0,
                source: "flag --tolerance".to_owned(),
            };
            bounds.push((WildMatch::new("*"), bound));
        }
        Tolerances { bounds }
    }

    /// The bound that makes a difference of `field` close, if any does.
    pub fn admitting(&self, field: &str, disagreement: &Disagreement) -> Option<&Bound> {
        self.bounds
            .iter()
            .find(|(glob, bound)| glob.matches(field) && bound.admits(disagreement))
            .map(|(_, bound)| bound)
    }
}
