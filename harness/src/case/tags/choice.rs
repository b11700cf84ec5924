//! A choice of cases by their tags: `tendon`, `!flex`, `stage:sensor`, `cg,newton`.

use std::fmt;
use std::str::FromStr;

use wildmatch::WildMatch;

use super::{Tagging, Tags};

/// Some tags of which one must be there (or, with `!`, must not).
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    text: String,
    terms: Vec<Term>,
}

#[derive(Clone, Debug, PartialEq)]
struct Term {
    without: bool,
    kind: Option<Tagging>,
    pattern: WildMatch,
}

/// What is wrong with a choice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChoiceError {
    #[error("\"{0}\" is not of the form tag, !tag, feature:tag, stage:tag or needs:tag")]
    Malformed(String),
}

impl FromStr for Choice {
    type Err = ChoiceError;

    fn from_str(text: &str) -> Result<Choice, ChoiceError> {
        let term = |part: &str| {
            let malformed = || ChoiceError::Malformed(part.to_owned());
            let (without, rest) = match part.strip_prefix('!') {
                Some(rest) => (true, rest),
                None => (false, part),
            };
            let (kind, tag) = match rest.split_once(':') {
                Some((kind, tag)) => {
                    let found = Tagging::ALL.into_iter().find(|own| own.name() == kind);
                    (Some(found.ok_or_else(malformed)?), tag)
                }
                None => (None, rest),
            };
            if tag.is_empty() {
                return Err(malformed());
            }
            let pattern = WildMatch::new(&tag.to_lowercase());
            Ok(Term {
                without,
                kind,
                pattern,
            })
        };
        let terms: Result<Vec<Term>, ChoiceError> =
            text.split(',').map(str::trim).map(term).collect();
        Ok(Choice {
            text: text.to_owned(),
            terms: terms?,
        })
    }
}

impl Choice {
    /// Whether a case with these tags is among those that are wanted.
    pub fn takes(&self, tags: &Tags) -> bool {
        let holds = |term: &Term| tags.has(term.kind, &term.pattern) != term.without;
        self.terms.iter().any(holds)
    }

    /// The first tag of it that no case has, a word that is misspelt as a rule, and whether cases
    /// without it are wanted.
    pub fn unknown<'a>(
        &self,
        all: impl Iterator<Item = &'a Tags> + Clone,
    ) -> Option<(String, bool)> {
        let nobody = |term: &&Term| !all.clone().any(|tags| tags.has(term.kind, &term.pattern));
        let found = self.terms.iter().find(nobody)?;
        Some((found.pattern.to_string(), found.without))
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags(feature: &str, stage: &str, needs: &[&str]) -> Tags {
        let one = |text: &str| [text.to_owned()].into();
        Tags {
            feature: one(feature),
            stage: one(stage),
            needs: needs.iter().map(|tag| (*tag).to_owned()).collect(),
        }
    }

    #[test]
    fn a_choice_is_any_of_its_terms() {
        let case = tags("joint", "passive", &["ball", "tendon", "fixed_tendon"]);
        let takes = |text: &str| text.parse::<Choice>().expect(text).takes(&case);
        for text in [
            "ball",
            "BALL",
            "joint",
            "needs:*tendon",
            "x,ball",
            "!x",
            "stage:passive",
        ] {
            assert!(takes(text), "{text}");
        }
        for text in ["x", "!ball", "feature:ball", "stage:tendon", "x,!ball"] {
            assert!(!takes(text), "{text}");
        }
    }

    #[test]
    fn a_choice_that_is_none_is_refused_and_unknown_words_are_named() {
        for text in ["", "a,", "!", "kind:a", "needs:"] {
            assert!(text.parse::<Choice>().is_err(), "{text}");
        }
        let cases = [tags("joint", "passive", &["ball"])];
        let choice: Choice = "ball,!bal".parse().expect("a choice");
        assert_eq!(choice.unknown(cases.iter()), Some(("bal".to_owned(), true)));
    }
}
