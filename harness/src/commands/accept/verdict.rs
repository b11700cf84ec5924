//! Two verdicts on a criterion: on the document, by the reference; on the engine, by the reference.

use serde::Serialize;

use super::criteria::{Check, Criterion, Expect};
use super::measure::Measured;
use crate::compare::Scalar;
use crate::number::Number;
use crate::simulator::Failure;

/// Whether the document is right; the worst of a criterion's checks counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum SpecVerdict {
    Right,
    /// About code: a test stands for it.
    Code,
    Underspecified,
    Wrong,
}

/// Whether the engine does as the reference does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum EngineVerdict {
    BitEqual,
    /// About code or about the reference's source: nothing was measured.
    NotMeasured,
    Close,
    Differs,
}

/// The distance up to which values are called close.
const CLOSE: f64 = 1e-9;

/// A criterion with its verdicts.
#[derive(Clone, Debug)]
pub(super) struct Judged<'a> {
    pub criterion: &'a Criterion,
    pub checks: Vec<JudgedCheck<'a>>,
    pub spec: SpecVerdict,
    pub engine: EngineVerdict,
}

/// A check with the results of both sides.
#[derive(Clone, Debug)]
pub(super) struct JudgedCheck<'a> {
    pub check: &'a Check,
    pub reference: Measured,
    pub subject: Result<Measured, Failure>,
    pub spec: SpecVerdict,
    pub engine: EngineVerdict,
}

impl<'a> Judged<'a> {
    pub(super) fn new(criterion: &'a Criterion, checks: Vec<JudgedCheck<'a>>) -> Judged<'a> {
        let worst = checks.iter().map(|check| check.spec).max();
        let unmeasured = match criterion.read {
            Some(_) => SpecVerdict::Wrong,
            None => SpecVerdict::Code,
        };
        let engine = checks.iter().map(|check| check.engine).max();
        Judged {
            criterion,
            spec: worst.unwrap_or(unmeasured),
            engine: engine.unwrap_or(EngineVerdict::NotMeasured),
            checks,
        }
    }
}

impl<'a> JudgedCheck<'a> {
    pub(super) fn new(
        check: &'a Check,
        reference: Measured,
        subject: Result<Measured, Failure>,
    ) -> JudgedCheck<'a> {
        JudgedCheck {
            spec: spec_verdict(&check.expect, &reference),
            engine: engine_verdict(&reference, &subject),
            check,
            reference,
            subject,
        }
    }
}

fn spec_verdict(expect: &Expect, reference: &Measured) -> SpecVerdict {
    let holds = match (expect, reference) {
        (Expect::Unsaid, _) => return SpecVerdict::Underspecified,
        (Expect::Reject(text), Measured::Rejected(message)) => message.contains(text),
        (Expect::Reject(_), _) | (_, Measured::Rejected(_)) => false,
        (Expect::Width(expected), Measured::Values { width, .. }) => expected == width,
        (expect, Measured::Values { values, .. }) => {
            let numbers: Vec<f64> = values.iter().map(|value| number(*value)).collect();
            numbers_hold(expect, &numbers)
        }
    };
    if holds {
        SpecVerdict::Right
    } else {
        SpecVerdict::Wrong
    }
}

fn numbers_hold(expect: &Expect, numbers: &[f64]) -> bool {
    match expect {
        Expect::Equal { values, within } => {
            values.len() == numbers.len()
                && (values.iter().zip(numbers)).all(|(a, b)| (a - b).abs() <= *within)
        }
        Expect::Nonzero => numbers.iter().all(|number| *number != 0.0),
        Expect::Increasing => numbers.windows(2).all(|pair| pair[0] < pair[1]),
        Expect::Beyond { low, high } => match numbers {
            [first, second] => first < low && second > high,
            _ => false,
        },
        Expect::Twins => {
            let (left, right) = numbers.split_at(numbers.len() / 2);
            let same = |(a, b): (&f64, &f64)| a.to_bits() == b.to_bits();
            left.len() == right.len() && left.iter().zip(right).all(same)
        }
        Expect::Width(_) | Expect::Reject(_) | Expect::Unsaid => false,
    }
}

fn engine_verdict(reference: &Measured, subject: &Result<Measured, Failure>) -> EngineVerdict {
    match (reference, subject) {
        (Measured::Rejected(_), Ok(Measured::Rejected(_))) => EngineVerdict::BitEqual,
        (
            Measured::Values { values, width },
            Ok(Measured::Values {
                values: others,
                width: other,
            }),
        ) if values.len() == others.len() && width == other => {
            let pairs = values.iter().zip(others);
            let verdicts = pairs.map(|(a, b)| scalars(*a, *b));
            verdicts.max().unwrap_or(EngineVerdict::BitEqual)
        }
        _ => EngineVerdict::Differs,
    }
}

fn scalars(reference: Scalar, subject: Scalar) -> EngineVerdict {
    let (a, b) = (number(reference), number(subject));
    let same = match (reference, subject) {
        (Scalar::Integer(a), Scalar::Integer(b)) => a == b,
        _ => a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan()),
    };
    if same {
        EngineVerdict::BitEqual
    } else if (a - b).abs() <= CLOSE * a.abs() && !matches!(reference, Scalar::Integer(_)) {
        EngineVerdict::Close
    } else {
        EngineVerdict::Differs
    }
}

fn number(value: Scalar) -> f64 {
    match value {
        Scalar::Double(Number(value)) => value,
        Scalar::Single(value) => value.into(),
        Scalar::Integer(value) => value as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(numbers: &[f64]) -> Measured {
        Measured::Values {
            values: numbers.iter().map(|n| Scalar::Double(Number(*n))).collect(),
            width: numbers.len(),
        }
    }

    #[test]
    fn the_document_is_judged_by_the_reference_alone() {
        let two = Expect::Equal {
            values: vec![2.0],
            within: 0.01,
        };
        assert_eq!(spec_verdict(&two, &values(&[2.005])), SpecVerdict::Right);
        assert_eq!(spec_verdict(&two, &values(&[2.02])), SpecVerdict::Wrong);
        assert_eq!(spec_verdict(&two, &values(&[f64::NAN])), SpecVerdict::Wrong);
        let refused = Measured::Rejected("no base site".to_owned());
        assert_eq!(spec_verdict(&two, &refused), SpecVerdict::Wrong);
        let text = Expect::Reject("slidersite".to_owned());
        assert_eq!(spec_verdict(&text, &refused), SpecVerdict::Wrong);
        let twins = values(&[1.0, 2.0, 1.0, 2.0]);
        assert_eq!(spec_verdict(&Expect::Twins, &twins), SpecVerdict::Right);
        let zeros = values(&[0.0, -0.0]);
        assert_eq!(spec_verdict(&Expect::Twins, &zeros), SpecVerdict::Wrong);
    }

    #[test]
    fn the_engine_is_close_at_most_when_a_bit_differs() {
        let engine = |subject: &[f64]| engine_verdict(&values(&[2.0]), &Ok(values(subject)));
        assert_eq!(engine(&[2.0]), EngineVerdict::BitEqual);
        assert_eq!(engine(&[2.0f64.next_up()]), EngineVerdict::Close);
        assert_eq!(engine(&[2.1]), EngineVerdict::Differs);
        assert_eq!(engine(&[2.0, 2.0]), EngineVerdict::Differs);
        let refused = Ok(Measured::Rejected(String::new()));
        assert_eq!(
            engine_verdict(&values(&[2.0]), &refused),
            EngineVerdict::Differs
        );
    }
}
