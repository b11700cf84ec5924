//! The profile of a subject: how it is started, in which precision it computes, what it does not do
//! and what is known to be wrong with it.
//!
//! `docs/verdict.md` describes the keys. An unknown key, a field that does not exist or an empty
//! reason is an error, as in sidecars.

use std::path::Path;

use serde::Deserialize;
use toml::Spanned;
use toml::value::Datetime;
use wildmatch::WildMatch;

use super::sidecar::{Convention, Known, Source};
use super::{Case, Mode, SidecarError};
use crate::catalogue;
use crate::precision::Precision;
use crate::provision::engines::{Install, filled};

/// A profile as its author wrote it, checked.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Profile {
    /// The subject's program and its arguments.
    pub command: Option<Spanned<String>>,
    /// In which it computes, whatever it says itself.
    pub precision: Option<Spanned<String>>,
    /// What it is compared with; `{mujoco}` stands for the version of MuJoCo that it follows.
    pub reference: Option<Spanned<String>>,
    /// Seconds that it may take for one request.
    pub timeout: Option<f64>,
    /// Memory that it may use, in MiB.
    pub memory: Option<u64>,
    /// Whether fixtures run under all options of their sidecars.
    pub matrix: Option<bool>,
    pub conventions: Vec<Convention>,
    pub ignore: Vec<Ignore>,
    pub known: Vec<KnownFault>,
    /// What it needs from PyPI, the entry of the newest version that is not newer than its own.
    pub install: Vec<Install>,
    #[serde(skip)]
    source: Source,
}

/// Fields that are not compared.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ignore {
    /// Glob of field names.
    pub field: Spanned<String>,
    pub reason: Spanned<String>,
}

/// A difference that is understood and accepted until a date.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownFault {
    /// Glob of case names; all cases if left out.
    pub case: Option<String>,
    /// Glob of field names.
    pub field: Spanned<String>,
    /// Glob of element names, with their brackets; all elements if left out.
    pub element: Option<String>,
    pub modes: Option<Vec<Mode>>,
    pub reason: Spanned<String>,
    /// First day on which the difference is a failure again.
    pub expires: Spanned<Datetime>,
}

impl Profile {
    pub fn parse(path: &Path, text: &str) -> Result<Profile, SidecarError> {
        let source = Source::new(path, text);
        let mut profile: Profile = toml::from_str(text).map_err(|error| {
            source.error(error.span().unwrap_or(0..0), error.message().trim_end())
        })?;
        profile.source = source;
        profile.check()?;
        Ok(profile)
    }

    /// What the types cannot say.
    fn check(&self) -> Result<(), SidecarError> {
        let fail = |span, message: String| Err(self.source.error(span, message));
        let reasons = self.ignore.iter().map(|ignore| &ignore.reason);
        let reasons = reasons.chain(self.known.iter().map(|known| &known.reason));
        for text in reasons.chain(&self.command).chain(&self.reference) {
            if text.get_ref().trim().is_empty() {
                return fail(text.span(), "must not be empty".to_owned());
            }
        }
        let globs = self.ignore.iter().map(|ignore| &ignore.field);
        for glob in globs.chain(self.known.iter().map(|known| &known.field)) {
            if let Err(message) = catalogue::check_glob(glob.get_ref()) {
                return fail(glob.span(), message);
            }
        }
        if let Some(precision) = &self.precision
            && let Err(error) = precision.get_ref().parse::<Precision>()
        {
            return fail(precision.span(), error.to_string());
        }
        for known in &self.known {
            let date = known.expires.get_ref();
            if date.date.is_none() || date.time.is_some() {
                let message = "expires must be a date such as 2027-01-31".to_owned();
                return fail(known.expires.span(), message);
            }
        }
        Ok(())
    }

    pub fn precision(&self) -> Option<Precision> {
        self.precision.as_ref()?.get_ref().parse().ok()
    }

    /// The reference of the subject in this version.
    pub fn reference(&self, version: &str) -> Option<String> {
        let reference = self.reference.as_ref()?.get_ref();
        Some(filled(reference, version))
    }

    /// The globs of fields that are not compared.
    pub fn ignored(&self) -> impl Iterator<Item = &str> {
        self.ignore
            .iter()
            .map(|ignore| ignore.field.get_ref().as_str())
    }

    /// Gives cases the conventions, and the known faults that are about them.
    pub fn apply(&self, cases: &mut [Case]) {
        for case in cases {
            case.sidecar.conventions.clone_from(&self.conventions);
            let about = |known: &&KnownFault| {
                let glob = known.case.as_deref().unwrap_or("*");
                WildMatch::new(glob).matches(&case.name)
            };
            let known = self.known.iter().filter(about).map(|known| Known {
                field: known.field.clone(),
                element: known.element.clone(),
                reason: known.reason.clone(),
                expires: known.expires.clone(),
                modes: known.modes.clone(),
                anywhere: true,
            });
            let known: Vec<Known> = known.collect();
            case.sidecar.known.extend(known);
        }
    }

    /// A known fault that no record has shown, of those that say what they have shown.
    pub fn unseen<'a>(&self, shown: impl Iterator<Item = &'a str> + Clone) -> Option<String> {
        let seen = |known: &&KnownFault| {
            let reason = known.reason.get_ref();
            shown.clone().any(|text| text.ends_with(reason.as_str()))
        };
        let unseen = self.known.iter().find(|known| !seen(known))?;
        let (field, reason) = (unseen.field.get_ref(), unseen.reason.get_ref());
        let message = format!("the known fault of {field} did not occur ({reason})");
        Some(self.source.error(unseen.field.span(), message).to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Profile, SidecarError> {
        Profile::parse(Path::new("mjx.toml"), text)
    }

    #[test]
    fn a_profile_says_how_a_subject_is_started_and_judged() {
        let profile = parse(
            "command = 'python3 mjx.py'\nprecision = 'f32'\ntimeout = 300.0\nmatrix = false\n\
             [[ignore]]\nfield = 'light_*'\nreason = 'never computed'\n\
             [[known]]\nfield = 'actuator_force'\nelement = '*early*'\nreason = 'actearly'\nexpires = 2099-01-01\n",
        )
        .expect("a profile");
        assert_eq!(profile.precision(), Some(Precision::SINGLE));
        assert_eq!(profile.ignored().collect::<Vec<_>>(), ["light_*"]);
        assert_eq!(
            profile.unseen(["actuator_force: actearly"].into_iter()),
            None
        );
        let unseen = profile.unseen(std::iter::empty()).expect("a fault");
        assert!(unseen.starts_with("mjx.toml:9:"), "{unseen}");
    }

    #[test]
    fn the_reference_follows_the_version() {
        let profile = parse("reference = 'mujoco@{mujoco}'").expect("a profile");
        assert_eq!(
            profile.reference("3.9.0.1").as_deref(),
            Some("mujoco@3.9.0")
        );
        assert_eq!(parse("").expect("empty").reference("1.0"), None);
    }

    #[test]
    fn a_typo_in_a_profile_is_an_error_with_its_line() {
        for (text, words) in [
            ("comand = 'x'", "unknown field"),
            ("precision = 'f33'", "no precision"),
            ("conventions = ['normalises_qpos']", "unknown variant"),
            ("[[ignore]]\nfield = 'lihgt_xpos'\nreason = 'x'", "nearest"),
            ("[[ignore]]\nfield = 'qM'\nreason = ' '", "empty"),
            (
                "[[known]]\nfield = 'qM'\nreason = 'x'\nexpires = 12:00:00",
                "date",
            ),
            ("[[known]]\nfield = 'qM'\nreason = 'x'", "expires"),
        ] {
            let error = parse(text).expect_err(text).to_string();
            assert!(error.contains(words), "{error}");
            assert!(error.starts_with("mjx.toml:"), "{error}");
        }
    }
}
