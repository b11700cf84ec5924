//! All fields of MuJoCo 3.2.6 with their position in the pipeline, from the engine's tables.

pub mod state;
pub mod tables;

use std::collections::HashMap;
use std::sync::LazyLock;

use plumbline::data::{Contact, Data, SolverStat, WarningStat};
use plumbline::internal::fields::{FieldInfo, Stage};
use plumbline::model::{Model, Opt, Statistic};
use wildmatch::WildMatch;

use crate::snapshot::Side;

/// What the catalogue says of one field.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub side: Side,
    pub name: &'static str,
    /// The stage that writes a data field.
    pub stage: Option<Stage>,
    /// The part of the model or pipeline, as reports print it.
    pub part: &'static str,
    /// Position among all fields of its side in the order of computation.
    pub rank: usize,
}

static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let model = [
        ("size", Model::SIZES),
        ("option", Opt::FIELDS),
        ("model", Model::ARRAYS),
        ("statistic", Statistic::FIELDS),
    ];
    let mut entries = Vec::new();
    for (part, table) in model {
        entries.extend(table.iter().map(|info| entry(Side::Model, part, info)));
    }
    let data = [
        Data::SCALARS,
        Data::VECTORS,
        Data::BUFFER,
        Data::ARENA,
        Contact::MEMBERS,
        SolverStat::MEMBERS,
        WarningStat::MEMBERS,
    ];
    let mut fields: Vec<&FieldInfo> = data.into_iter().flatten().collect();
    // Stable: within a stage the order of the table stays.
    fields.sort_by_key(|info| info.stage);
    entries.extend(fields.into_iter().map(|info| {
        let part = info.stage.map_or("data", Stage::name);
        entry(Side::Data, part, info)
    }));
    for (rank, entry) in entries.iter_mut().enumerate() {
        entry.rank = rank + 1;
    }
    entries
});

static BY_NAME: LazyLock<HashMap<Side, HashMap<&'static str, Entry>>> = LazyLock::new(|| {
    let mut index: HashMap<Side, HashMap<&'static str, Entry>> = HashMap::new();
    for &entry in ENTRIES.iter() {
        index
            .entry(entry.side)
            .or_default()
            .insert(entry.name, entry);
    }
    index
});

fn entry(side: Side, part: &'static str, info: &'static FieldInfo) -> Entry {
    Entry {
        side,
        name: info.name,
        stage: info.stage,
        part,
        rank: 0,
    }
}

/// All fields, in pipeline order.
pub fn entries() -> &'static [Entry] {
    &ENTRIES
}

pub fn find(side: Side, name: &str) -> Option<&'static Entry> {
    BY_NAME.get(&side)?.get(name)
}

/// The part of model or pipeline that a field belongs to; a field that 3.2.6 does not have belongs
/// to `other`.
pub fn part(side: Side, name: &str) -> &'static str {
    find(side, name).map_or("other", |entry| entry.part)
}

/// Whether a glob matches any field at all; if not, a message with the nearest names.
pub fn check_glob(glob: &str) -> Result<(), String> {
    let pattern = WildMatch::new(glob);
    if ENTRIES.iter().any(|entry| pattern.matches(entry.name)) {
        return Ok(());
    }
    let wanted = glob.to_lowercase();
    let mut near: Vec<(usize, &str)> = ENTRIES
        .iter()
        .map(|entry| (edits(&wanted, &entry.name.to_lowercase()), entry.name))
        .collect();
    near.sort();
    let near: Vec<&str> = near.into_iter().take(3).map(|(_, name)| name).collect();
    Err(format!(
        "no field is called \"{glob}\"; the nearest are {}",
        near.join(", ")
    ))
}

/// Levenshtein distance.
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_field_is_told_the_nearest_names() {
        assert!(check_glob("actuator_*").is_ok());
        assert!(check_glob("contact.dist").is_ok());
        let message = check_glob("actuator_momnet").unwrap_err();
        assert!(message.contains("actuator_moment"), "{message}");
    }
}
