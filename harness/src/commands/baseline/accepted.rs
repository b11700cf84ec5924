//! What is accepted of one case in one mode.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::number::Number;
use crate::results::{Outcome, Record};

/// Best first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Accepted {
    /// All bits equal, or both sides reject the model.
    Equal,
    /// These fields differ, each by at most this scaled error.
    Differs(BTreeMap<String, Number>),
    /// Nothing could be measured; the case ends like this.
    Ends(Outcome),
}

/// How a record compares with what is accepted.
#[derive(Clone, Debug, PartialEq)]
pub enum Standing {
    Same,
    /// It could be tightened; in words.
    Better(String),
    Worse(String),
}

impl Accepted {
    /// What the record shows.
    pub fn of(record: &Record) -> Accepted {
        match record.outcome {
            outcome if outcome.is_equal() => Accepted::Equal,
            Outcome::Close | Outcome::Known | Outcome::Fail | Outcome::UnexpectedPass
                if !record.differing.is_empty() =>
            {
                let fields = record.differing.iter();
                Accepted::Differs(
                    fields
                        .map(|worst| (worst.field.clone(), Number(worst.size())))
                        .collect(),
                )
            }
            outcome => Accepted::Ends(outcome),
        }
    }

    /// How `shown` stands to this.
    pub fn judge(&self, shown: &Accepted) -> Standing {
        use Accepted::{Differs, Ends, Equal};
        match (self, shown) {
            (Equal, Equal) => Standing::Same,
            (Equal, Differs(fields)) => {
                let names: Vec<&str> = fields.keys().map(String::as_str).collect();
                Standing::Worse(format!("{} differed nowhere", names.join(", ")))
            }
            (Differs(_) | Ends(_), Equal) => Standing::Better("equal now".to_owned()),
            (Differs(bounds), Differs(fields)) => judge_fields(bounds, fields),
            (Ends(before), Ends(now)) if before == now => Standing::Same,
            (Ends(before), Ends(now)) if now < before => {
                Standing::Better(format!("{} instead of {}", now.name(), before.name()))
            }
            (Ends(before), Differs(_)) => {
                Standing::Better(format!("measurable instead of {}", before.name()))
            }
            (_, Ends(now)) => Standing::Worse(format!("ends in {} now", now.name())),
        }
    }

    /// The stricter of both, field by field.
    pub fn tightened(&self, shown: &Accepted) -> Accepted {
        match (self, shown) {
            (Accepted::Differs(bounds), Accepted::Differs(fields)) => {
                let kept = bounds.iter().filter_map(|(field, bound)| {
                    let now = fields.get(field)?;
                    Some((field.clone(), if now < bound { *now } else { *bound }))
                });
                Accepted::Differs(kept.collect())
            }
            _ => match self.judge(shown) {
                Standing::Better(_) => shown.clone(),
                _ => self.clone(),
            },
        }
    }
}

fn judge_fields(bounds: &BTreeMap<String, Number>, fields: &BTreeMap<String, Number>) -> Standing {
    let mut better = Vec::new();
    for (field, now) in fields {
        match bounds.get(field) {
            None => return Standing::Worse(format!("{field} did not differ, now by {now}")),
            Some(bound) if now > bound => {
                return Standing::Worse(format!("{field} differs by {now}, accepted is {bound}"));
            }
            Some(bound) if now < bound => better.push(format!("{field} by {now}, not {bound}")),
            Some(_) => {}
        }
    }
    let gone = bounds.keys().filter(|field| !fields.contains_key(*field));
    better.extend(gone.map(|field| format!("{field} not at all")));
    if better.is_empty() {
        Standing::Same
    } else {
        Standing::Better(format!("differs less: {}", better.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn differs(fields: &[(&str, f64)]) -> Accepted {
        let fields = fields.iter();
        Accepted::Differs(
            fields
                .map(|(name, size)| ((*name).to_owned(), Number(*size)))
                .collect(),
        )
    }

    #[test]
    fn more_is_worse_and_less_is_better() {
        let accepted = differs(&[("qacc", 1e-9), ("qpos", 1e-12)]);
        let worse = |shown: &Accepted| matches!(accepted.judge(shown), Standing::Worse(_));
        let better = |shown: &Accepted| matches!(accepted.judge(shown), Standing::Better(_));
        assert_eq!(accepted.judge(&accepted), Standing::Same);
        assert!(worse(&differs(&[("qacc", 1e-8), ("qpos", 1e-15)])));
        assert!(worse(&differs(&[("qM", 1e-30)])));
        assert!(worse(&Accepted::Ends(Outcome::Crash)));
        assert!(better(&differs(&[("qacc", 1e-9)])));
        assert!(better(&differs(&[("qacc", 1e-10), ("qpos", 1e-12)])));
        assert!(better(&Accepted::Equal));
        let equal = Accepted::Equal;
        assert!(matches!(equal.judge(&accepted), Standing::Worse(_)));
    }

    #[test]
    fn tightening_never_loosens() {
        let accepted = differs(&[("qacc", 1e-9), ("qpos", 1e-12)]);
        let shown = differs(&[("qacc", 1e-8), ("qM", 1.0)]);
        assert_eq!(accepted.tightened(&shown), differs(&[("qacc", 1e-9)]));
        assert_eq!(accepted.tightened(&Accepted::Equal), Accepted::Equal);
        let crash = Accepted::Ends(Outcome::Crash);
        assert_eq!(accepted.tightened(&crash), accepted);
        assert_eq!(crash.tightened(&accepted), accepted);
        let unsupported = Accepted::Ends(Outcome::Unsupported);
        assert_eq!(crash.tightened(&unsupported), unsupported);
        assert_eq!(unsupported.tightened(&crash), unsupported);
    }
}
