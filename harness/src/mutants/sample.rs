//! All faults of the engine, and a repeatable choice of them.

use std::collections::HashMap;
use std::io;
use std::path::Path;

use sha2::{Digest, Sha256};
use walkdir::WalkDir;

use super::find;
use super::module::{is_inside, is_shown};
use super::point::{Fault, Point};

/// A source file with its places.
#[derive(Clone, Debug)]
pub(super) struct File {
    /// From the engine's `src`.
    pub name: String,
    pub source: String,
    pub points: Vec<Point>,
}

/// Faults of a tree, numbered from 1.
#[derive(Clone, Debug)]
pub struct Sample {
    pub(super) files: Vec<File>,
    /// In the order of their numbers.
    pub faults: Vec<Fault>,
    /// How many there are to choose from.
    pub total: usize,
}

/// Finds all faults of the engine whose sources are below `root`, and chooses `count` of those in
/// files that start with one of `modules`. The choice is by a hash of the fault's own text and the
/// seed, so that a change elsewhere does not change it.
pub fn collect(root: &Path, modules: &[String], seed: u64, count: usize) -> io::Result<Sample> {
    let mut files = Vec::new();
    for entry in WalkDir::new(root).sort_by_file_name() {
        let entry = entry?;
        let name = entry.path().strip_prefix(root).unwrap_or(entry.path());
        let name = name.to_string_lossy().into_owned();
        let wanted = modules.is_empty() || modules.iter().any(|m| name.starts_with(m.as_str()));
        let tests = name.contains("/tests") || name.ends_with("_tests.rs");
        if !name.ends_with(".rs") || tests || !wanted || !is_inside(&name) {
            continue;
        }
        let source = std::fs::read_to_string(entry.path())?;
        let mut points =
            find::points(&source).map_err(|error| io::Error::other(format!("{name}: {error}")))?;
        points.retain(|point| is_shown(&name, &point.function));
        files.push(File {
            name,
            source,
            points,
        });
    }
    let mut sample = Sample {
        files,
        faults: Vec::new(),
        total: 0,
    };
    sample.choose(seed, count);
    Ok(sample)
}

impl Sample {
    fn choose(&mut self, seed: u64, count: usize) {
        let mut found = Vec::new();
        for (file, File { name, points, .. }) in self.files.iter().enumerate() {
            let mut seen = HashMap::new();
            for (at, point) in points.iter().enumerate() {
                for (which, change) in point.changes.iter().enumerate() {
                    let key = (&point.function, &change.old, &change.new);
                    let nth = seen.entry(key).and_modify(|n| *n += 1).or_insert(0);
                    let fault = Fault {
                        file: name.clone(),
                        function: point.function.clone(),
                        line: point.line,
                        column: point.column,
                        kind: change.kind,
                        old: change.old.clone(),
                        new: change.new.clone(),
                        nth: *nth,
                    };
                    found.push((lot(seed, &fault), (file, at, which), fault));
                }
            }
        }
        self.total = found.len();
        found.sort_by_key(|(lot, place, _)| (*lot, *place));
        found.truncate(count);
        for (number, (_, (file, at, which), fault)) in (1..).zip(found) {
            self.files[file].points[at].changes[which].number = Some(number);
            self.faults.push(fault);
        }
    }

    /// Takes faults out that cannot be built.
    pub(super) fn drop(&mut self, numbers: &[u32]) {
        let files = self.files.iter_mut();
        let points = files.flat_map(|file| &mut file.points);
        for change in points.flat_map(|point| &mut point.changes) {
            if change
                .number
                .is_some_and(|number| numbers.contains(&number))
            {
                change.number = None;
            }
        }
    }

    /// The numbers of the faults that are in the build, in order.
    pub fn numbers(&self) -> Vec<u32> {
        let points = self.files.iter().flat_map(|file| &file.points);
        let changes = points.flat_map(|point| &point.changes);
        let mut numbers: Vec<u32> = changes.filter_map(|change| change.number).collect();
        numbers.sort_unstable();
        numbers
    }

    pub fn fault(&self, number: u32) -> &Fault {
        &self.faults[number as usize - 1]
    }
}

/// What decides whether a fault is chosen.
fn lot(seed: u64, fault: &Fault) -> [u8; 16] {
    let Fault {
        file,
        function,
        old,
        new,
        nth,
        ..
    } = fault;
    let text = format!("{seed}\n{file}\n{function}\n{old}\n{new}\n{nth}");
    let hash = Sha256::digest(text.as_bytes());
    std::array::from_fn(|i| hash[i])
}
