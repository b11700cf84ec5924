//! In which release a model's motion changed, testing only what is needed.
//!
//! Two versions with the same motion are taken to have no change between them, so that one that was
//! made and taken back is not seen.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt::Write;

use super::roll::{Runner, Script};
use crate::case::Layout;
use crate::simulator::{Failure, ModelSource, Pipelined};

/// Starts a version.
pub(super) type Start<'a> = dyn Fn(&str) -> Result<Box<dyn Pipelined>, Failure> + 'a;

/// Simulators by version, started when they are needed.
pub(super) struct Fleet<'a> {
    pub start: &'a Start<'a>,
    pub running: BTreeMap<String, Box<dyn Pipelined>>,
}

/// The releases of a range in which a model changed.
#[derive(Clone, Debug)]
pub(super) struct Strip {
    pub model: String,
    /// Positions among the versions.
    pub changes: Vec<usize>,
    /// Positions of versions that were run.
    pub tested: Vec<usize>,
}

impl Fleet<'_> {
    /// What can be observed of a model in a version, as a digest.
    fn observe(
        &mut self,
        version: &str,
        source: &ModelSource,
        script: &dyn Fn(&Layout) -> Result<Script, String>,
    ) -> Result<String, Failure> {
        if !self.running.contains_key(version) {
            let simulator = (self.start)(version)?;
            self.running.insert(version.to_owned(), simulator);
        }
        let Some(simulator) = self.running.get_mut(version) else {
            return Ok(String::new());
        };
        let observed = observe(simulator.as_mut(), source, script);
        match observed {
            // A refusal and a crash are behaviour as well.
            Err(failure) if !matches!(failure, Failure::Unavailable { .. }) => {
                if failure.is_fatal() {
                    self.running.remove(version);
                }
                Ok(failure.to_string())
            }
            other => other,
        }
    }

    /// Finds the changes of one model; `versions` are in order, the oldest first.
    pub(super) fn search(
        &mut self,
        model: &str,
        source: &ModelSource,
        versions: &[String],
        script: &dyn Fn(&Layout) -> Result<Script, String>,
    ) -> Result<Strip, Failure> {
        let mut known: BTreeMap<usize, String> = BTreeMap::new();
        let mut changes = Vec::new();
        let mut open = vec![(0, versions.len() - 1)];
        while let Some((low, high)) = open.pop() {
            for at in [low, high] {
                if let Entry::Vacant(place) = known.entry(at) {
                    place.insert(self.observe(&versions[at], source, script)?);
                }
            }
            if known.get(&low) == known.get(&high) {
                continue;
            }
            if high - low == 1 {
                changes.push(high);
                continue;
            }
            let middle = usize::midpoint(low, high);
            open.push((low, middle));
            open.push((middle, high));
        }
        changes.sort_unstable();
        Ok(Strip {
            model: model.to_owned(),
            changes,
            tested: known.into_keys().collect(),
        })
    }
}

fn observe(
    simulator: &mut dyn Pipelined,
    source: &ModelSource,
    script: &dyn Fn(&Layout) -> Result<Script, String>,
) -> Result<String, Failure> {
    let loaded = simulator.load(source)?;
    let mut runner = Runner {
        simulator,
        loaded: &loaded,
    };
    let layout = runner.layout()?;
    let script = script(&layout).map_err(|message| Failure::Error { message })?;
    Ok(runner.free(&script)?.digest)
}

/// A strip of dots for each model that changed: `●` where it did, `·` where it was run and did
/// not, a blank where nobody had to look. `others` are models that need no search.
pub(super) fn strips(found: &[Strip], versions: &[String], others: usize) -> String {
    let width = found
        .iter()
        .map(|strip| strip.model.len())
        .max()
        .unwrap_or(0);
    let mut text = String::from("Introduced in\n");
    for strip in found.iter().filter(|strip| !strip.changes.is_empty()) {
        let dot = |at: usize| match (strip.changes.contains(&at), strip.tested.contains(&at)) {
            (true, _) => '●',
            (false, true) => '·',
            (false, false) => ' ',
        };
        let dots: String = (0..versions.len()).map(dot).collect();
        let names: Vec<&str> = strip
            .changes
            .iter()
            .map(|at| versions[*at].as_str())
            .collect();
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "  {:<width$}  |{dots}|  {}",
            strip.model,
            names.join(", ")
        );
    }
    let unchanged = found.iter().filter(|strip| strip.changes.is_empty());
    let same = others + unchanged.count();
    let (first, last) = (&versions[0], &versions[versions.len() - 1]);
    let _ = writeln!(
        text,
        "  {same} models without a change; a column is a release from {first} to {last}"
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strip_shows_where_a_model_changed_and_where_nobody_looked() {
        let versions = ["3.2.6", "3.2.7", "3.3.0", "3.3.1"].map(str::to_owned);
        let strip = Strip {
            model: "stack".to_owned(),
            changes: vec![3],
            tested: vec![0, 2, 3],
        };
        let text = strips(&[strip], &versions, 2);
        assert!(text.contains("stack  |· ·●|  3.3.1"), "{text}");
        assert!(text.contains("2 models without a change"), "{text}");
    }
}
