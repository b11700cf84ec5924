//! What a bisection found, in words: a strip of dots for each model, and the causes by release.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::cause::Cause;
use super::notes;

/// The releases of a range in which a model changed.
#[derive(Clone, Debug)]
pub(super) struct Strip {
    pub model: String,
    pub changes: Vec<Change>,
    /// Positions of versions that were run.
    pub tested: Vec<usize>,
}

/// A release in which a model changed.
#[derive(Clone, Debug)]
pub(super) struct Change {
    /// Position among the versions.
    pub at: usize,
    pub cause: Option<Cause>,
}

/// A strip of dots for each model that changed: `●` where it did, `·` where it was run and did
/// not, a blank where nobody had to look. `others` are models that need no search.
pub(super) fn strips(found: &[Strip], versions: &[String], others: usize) -> String {
    let changed = || found.iter().filter(|strip| !strip.changes.is_empty());
    let width = changed().map(|strip| strip.model.len()).max().unwrap_or(0);
    let mut text = String::from("Introduced in\n");
    for strip in changed() {
        let is_change = |at: usize| strip.changes.iter().any(|change| change.at == at);
        let dot = |at: usize| match (is_change(at), strip.tested.contains(&at)) {
            (true, _) => '●',
            (false, true) => '·',
            (false, false) => ' ',
        };
        let dots: String = (0..versions.len()).map(dot).collect();
        let changes = strip.changes.iter();
        let names: Vec<&str> = changes.map(|change| versions[change.at].as_str()).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "  {:<width$}  |{dots}|  {}",
            strip.model,
            names.join(", ")
        );
    }
    let same = others + found.len() - changed().count();
    let (first, last) = (&versions[0], &versions[versions.len() - 1]);
    let _ = writeln!(
        text,
        "  {same} models without a change; a column is a release from {first} to {last}"
    );
    causes(found, versions, &mut text);
    text
}

/// Each cause of each release once, with what the release says of it.
fn causes(found: &[Strip], versions: &[String], text: &mut String) {
    let mut by_release: BTreeMap<(usize, &str), Vec<(&Strip, &Cause)>> = BTreeMap::new();
    for strip in found {
        for change in &strip.changes {
            if let Some(cause) = &change.cause {
                let models = by_release.entry((change.at, &cause.what)).or_default();
                models.push((strip, cause));
            }
        }
    }
    for ((at, what), models) in by_release {
        let (strip, cause) = models[0];
        let model = match models.len() {
            1 => strip.model.clone(),
            count => format!("{count} models, e.g. {}", strip.model),
        };
        let (release, moment, detail) = (&versions[at], &cause.moment, &cause.detail);
        let _ = writeln!(text, "  {release}  {what}, {model}, at {moment}: {detail}");
        let all: Vec<&Cause> = models.iter().map(|(_, cause)| *cause).collect();
        for note in notes::about(&all, &versions[at - 1], release) {
            let _ = writeln!(text, "         {note}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strip_shows_where_a_model_changed_and_where_nobody_looked() {
        let versions = ["3.2.6", "3.2.7", "3.3.0", "3.4.0"].map(str::to_owned);
        let cause = Cause {
            what: "contact.dist of box-box pairs".to_owned(),
            moment: "qpos0".to_owned(),
            detail: "a - b -1 mm -> -2 mm".to_owned(),
            traits: Vec::new(),
        };
        let strip = Strip {
            model: "stack".to_owned(),
            changes: vec![Change {
                at: 3,
                cause: Some(cause),
            }],
            tested: vec![0, 2, 3],
        };
        let text = strips(&[strip], &versions, 2);
        assert!(text.contains("stack  |· ·●|  3.4.0"), "{text}");
        assert!(text.contains("2 models without a change"), "{text}");
        let cause = "3.4.0  contact.dist of box-box pairs, stack, at qpos0: a - b -1 mm -> -2 mm";
        assert!(text.contains(cause), "{text}");
        assert!(
            text.contains("contacts of boxes have another depth"),
            "{text}"
        );
    }
}
