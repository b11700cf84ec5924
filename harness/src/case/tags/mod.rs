//! What a case is about: the feature that it shows, the stages that it exercises, and what an
//! engine needs to have for it.
//!
//! Nobody has to write them down: the feature is the folder, needs are read from the model's
//! elements, stages follow from needs. A sidecar may say more in `[tags]`.

mod choice;
mod needs;

use std::collections::BTreeSet;
use std::path::Path;

use serde::Deserialize;
use toml::Spanned;

use super::Case;
use super::sidecar::{Sidecar, SidecarError};
use crate::catalogue;
use crate::snapshot::Side;

pub use choice::{Choice, ChoiceError};

/// The tags of one case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags {
    pub feature: BTreeSet<String>,
    pub stage: BTreeSet<String>,
    pub needs: BTreeSet<String>,
}

/// Tags as a sidecar has them.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TagKeys {
    /// In the place of the folder.
    pub feature: Vec<Spanned<String>>,
    /// In the place of those that follow from what is needed.
    pub stage: Vec<Spanned<String>>,
    /// Added to what the model's elements say.
    pub needs: Vec<Spanned<String>>,
}

impl TagKeys {
    pub(super) fn check(&self, sidecar: &Sidecar) -> Result<(), SidecarError> {
        let all = self.feature.iter().chain(&self.stage).chain(&self.needs);
        for tag in all {
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_-.".contains(c);
            if tag.get_ref().is_empty() || !tag.get_ref().chars().all(plain) {
                let message = "a tag has small letters, digits, _, - and . only";
                return Err(sidecar.source.error(tag.span(), message));
            }
        }
        for stage in &self.stage {
            if !stages().contains(stage.get_ref().as_str()) {
                let message = format!("there is no stage \"{}\"", stage.get_ref());
                return Err(sidecar.source.error(stage.span(), message));
            }
        }
        Ok(())
    }
}

/// The stages of the pipeline, as reports name them.
fn stages() -> BTreeSet<&'static str> {
    let entries = catalogue::entries().iter();
    let of_data = entries.filter(|entry| entry.side == Side::Data);
    of_data.map(|entry| entry.part).collect()
}

impl Tags {
    /// What the model and the sidecar say. A model that cannot be read has the tags of its place.
    pub fn of(case: &Case) -> Tags {
        let given = &case.sidecar.tags;
        let words = |list: &[Spanned<String>]| -> BTreeSet<String> {
            list.iter().map(|tag| tag.get_ref().clone()).collect()
        };
        let mut found = needs::of_model(&case.path);
        for option in &case.options {
            needs::of_option(&option.to_string(), &mut found);
        }
        found.extend(words(&given.needs));
        Tags {
            feature: match given.feature.as_slice() {
                [] => BTreeSet::from([feature(&case.path)]),
                list => words(list),
            },
            stage: match given.stage.as_slice() {
                [] => needs::stages(&found),
                list => words(list),
            },
            needs: found,
        }
    }

    /// Whether the tag is there; before a colon may stand of which kind.
    fn has(&self, kind: Option<Tagging>, pattern: &wildmatch::WildMatch) -> bool {
        Tagging::ALL
            .iter()
            .filter(|own| kind.is_none_or(|kind| kind == **own))
            .flat_map(|own| own.of(self))
            .any(|tag| pattern.matches(tag))
    }
}

/// What a tag says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Tagging {
    /// What the case shows
    Feature,
    /// Stages of the pipeline that it exercises
    Stage,
    /// What an engine must have for it
    Needs,
}

impl Tagging {
    const ALL: [Tagging; 3] = [Tagging::Feature, Tagging::Stage, Tagging::Needs];

    pub fn name(self) -> &'static str {
        match self {
            Tagging::Feature => "feature",
            Tagging::Stage => "stage",
            Tagging::Needs => "needs",
        }
    }

    /// The tags of this kind.
    pub fn of(self, tags: &Tags) -> &BTreeSet<String> {
        match self {
            Tagging::Feature => &tags.feature,
            Tagging::Stage => &tags.stage,
            Tagging::Needs => &tags.needs,
        }
    }
}

impl std::fmt::Display for Tags {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (number, kind) in Tagging::ALL.iter().enumerate() {
            let tags: Vec<&str> = kind.of(self).iter().map(String::as_str).collect();
            let start = if number == 0 { "" } else { "; " };
            let words = if tags.is_empty() {
                "nothing"
            } else {
                &tags.join(" ")
            };
            write!(f, "{start}{} {words}", kind.name())?;
        }
        Ok(())
    }
}

/// The folder that a model is in, below `fixtures` if there is one of that name.
fn feature(path: &Path) -> String {
    let folders = path
        .parent()
        .map(|folder| folder.iter())
        .into_iter()
        .flatten();
    let folders: Vec<String> = folders
        .map(|part| part.to_string_lossy().to_lowercase())
        .collect();
    let below = folders.iter().rposition(|folder| folder == "fixtures");
    let named = match below {
        Some(at) => folders.get(at + 1),
        None => folders.last(),
    };
    named.cloned().unwrap_or_else(|| "others".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_feature_is_the_folder_below_the_fixtures() {
        let feature = |path: &str| feature(Path::new(path));
        assert_eq!(feature("fixtures/tendon/wrap/paths.xml"), "tendon");
        assert_eq!(feature("/a/fixtures/joint/ball.xml"), "joint");
        assert_eq!(feature("my/Arms/left.xml"), "arms");
        assert_eq!(feature("left.xml"), "others");
        assert_eq!(feature("fixtures/left.xml"), "others");
    }
}
