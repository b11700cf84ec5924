//! What a subject is held to: the reference's bits, what rounding may do in its precision, or a
//! stated tolerance.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use crate::compare::Leniency;
use crate::precision::Precision;
use crate::simulator::Identity;

/// The kind of verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Standard {
    /// Every bit is equal
    Bits,
    /// Errors are within what rounding does to perturbed copies of the reference
    Spread,
    /// Errors are within --tolerance
    Tolerance,
}

/// How the subject of a run is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Judgement {
    pub standard: Standard,
    pub precision: Precision,
    /// Whether the subject said the precision itself.
    pub declared: bool,
}

impl Judgement {
    /// What the flags say, and otherwise what follows from the precision that the subject declares.
    pub(super) fn new(
        subject: &Identity,
        precision: Option<Precision>,
        standard: Option<Standard>,
    ) -> Judgement {
        let declared = precision.is_none() && subject.precision.is_some();
        let precision = precision.or(subject.precision);
        let precision = precision.unwrap_or(Precision::DOUBLE);
        let implied = match precision.is_double() {
            true => Standard::Bits,
            false => Standard::Spread,
        };
        Judgement {
            standard: standard.unwrap_or(implied),
            precision,
            declared,
        }
    }

    /// How fields are compared where no spread is measured.
    pub(super) fn leniency(self) -> Leniency {
        match self.standard {
            Standard::Bits => Leniency::Bits,
            Standard::Tolerance => Leniency::Widened,
            Standard::Spread => Leniency::Rounded(self.precision),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judgement(
        said: Option<&str>,
        flag: Option<&str>,
        standard: Option<Standard>,
    ) -> (Standard, String) {
        let parse = |text: &str| text.parse().expect(text);
        let subject = Identity {
            kind: "process:x".to_owned(),
            version: String::new(),
            sha256: None,
            precision: said.map(parse),
        };
        let made = Judgement::new(&subject, flag.map(parse), standard);
        (made.standard, made.precision.to_string())
    }

    #[test]
    fn the_precision_implies_the_verdict_and_flags_come_first() {
        let made = |standard, precision: &str| (standard, precision.to_owned());
        assert_eq!(judgement(None, None, None), made(Standard::Bits, "f64"));
        assert_eq!(
            judgement(Some("f32"), None, None),
            made(Standard::Spread, "f32")
        );
        assert_eq!(
            judgement(Some("f32"), Some("bf16"), None),
            made(Standard::Spread, "bf16")
        );
        assert_eq!(
            judgement(Some("f32"), None, Some(Standard::Bits)),
            made(Standard::Bits, "f32")
        );
    }
}
