//! Trying candidates: does the same difference stay?

use std::fs;
use std::path::{Path, PathBuf};

use super::super::CliError;
use super::super::arguments::{ComparisonArguments, job_count};
use super::super::list::select;
use super::super::run::{check, compare_cases};
use crate::fuzz::anchor::anchor;
use crate::fuzz::findings::Cause;
use crate::fuzz::tree::Element;
use crate::results::{Event, Record};
use crate::run::Whole;

/// A difference that must stay, and how to look for it.
pub(super) struct Trial {
    bench: Bench,
    sidecar: String,
    cause: Cause,
    /// The difference in words, as last seen.
    pub what: String,
    budget: usize,
}

/// Where candidates are compared.
struct Bench {
    comparison: ComparisonArguments,
    /// What the files that a model names are relative to.
    home: PathBuf,
    /// Models tried.
    done: usize,
}

impl Trial {
    /// Looks for the first difference of the model; none if there is none.
    pub(super) fn new(
        comparison: &ComparisonArguments,
        path: &Path,
        model: &Element,
        budget: usize,
    ) -> Result<Option<Trial>, CliError> {
        let mut home =
            std::path::absolute(path).map_err(CliError::io(path.display().to_string()))?;
        home.pop();
        let sidecar = fs::read_to_string(path.with_extension("toml")).unwrap_or_default();
        let mut bench = Bench {
            comparison: comparison.clone(),
            home,
            done: 0,
        };
        // One variant of a matrix is a case by its name; the model alone has another.
        bench.comparison.cases.filter = None;
        let records = bench.compare(&[(0, model.clone())], &sidecar)?;
        let Some((_, record)) = records.into_iter().next() else {
            return Ok(None);
        };
        let cause = Cause::of(&record);
        bench.comparison.cases.modes = Some(vec![cause.mode]);
        Ok(Some(Trial {
            bench,
            sidecar,
            cause,
            what: record.explanation(),
            budget,
        }))
    }

    /// Models tried.
    pub(super) fn done(&self) -> usize {
        self.bench.done
    }

    /// Models that may still be tried.
    pub(super) fn left(&self) -> usize {
        self.budget.saturating_sub(self.bench.done)
    }

    /// How many candidates are tried at a time.
    pub(super) fn width(&self) -> usize {
        4 * job_count(self.bench.comparison.jobs)
    }

    /// The place of the first candidate that still shows the difference.
    pub(super) fn first_that_holds(
        &mut self,
        candidates: &[(usize, Element)],
    ) -> Result<Option<usize>, CliError> {
        if candidates.is_empty() {
            return Ok(None);
        }
        let records = self.bench.compare(candidates, &self.sidecar)?;
        let mut held = records
            .into_iter()
            .filter(|(_, record)| Cause::of(record) == self.cause);
        Ok(held.next().map(|(place, record)| {
            self.what = record.explanation();
            place
        }))
    }

    /// The shortest schedule of a few that still shows it.
    pub(super) fn shorten_schedule(&mut self, model: &Element) -> Result<String, CliError> {
        let mode = self.cause.mode;
        for schedule in [
            "random = 0\nsteps = 1\nstart = \"qpos0\"",
            "random = 1\nsteps = 1",
            "random = 1\nsteps = 5",
            "random = 2\nsteps = 20",
        ] {
            let text =
                format!("expect = \"either\"\n\n[schedule]\nmodes = [\"{mode}\"]\n{schedule}\n");
            let records = self.bench.compare(&[(0, model.clone())], &text)?;
            let mut held = records.iter().map(|(_, record)| record);
            if held.any(|record| Cause::of(record) == self.cause) {
                return Ok(text);
            }
        }
        Ok(self.sidecar.clone())
    }
}

impl Bench {
    /// The first record that is not ok of each candidate, by its place.
    fn compare(
        &mut self,
        candidates: &[(usize, Element)],
        sidecar: &str,
    ) -> Result<Vec<(usize, Record)>, CliError> {
        let directory = tempfile::tempdir().map_err(CliError::io("a temporary directory"))?;
        let mut paths = Vec::new();
        for (place, (_, model)) in candidates.iter().enumerate() {
            let mut model = model.clone();
            anchor(&mut model, &self.home);
            let path = directory.path().join(format!("{place:06}.xml"));
            let named = path.display().to_string();
            fs::write(&path, model.to_xml()).map_err(CliError::io(&named))?;
            fs::write(path.with_extension("toml"), sidecar).map_err(CliError::io(&named))?;
            paths.push(path);
        }
        self.done += candidates.len();
        let mut comparison = self.comparison.clone();
        comparison.cases.paths.clone_from(&paths);
        check(&comparison)?;
        let cases = select(&comparison.cases)?.cases;
        let mut found = Vec::new();
        let mut take = |event: &Event| {
            if let Event::CaseFinished { records, .. } = event
                && let Some(record) = records.iter().find(|record| !record.ok)
                && let Some(place) = paths.iter().position(|path| *path == record.path)
            {
                found.push((place, record.clone()));
            }
            Ok(())
        };
        compare_cases(&comparison, &cases, Whole::default(), &mut take)?;
        found.sort_by_key(|(place, _)| *place);
        Ok(found)
    }
}
