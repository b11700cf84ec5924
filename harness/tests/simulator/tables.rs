//! The engine's field tables say of every field what MuJoCo 3.2.6's own headers say: name, order, type, symbolic dimensions.

use engine::fields::{
    Contact, Data, Dim, FieldInfo, Model, NWARNING, Opt, SolverStat, Statistic, WarningStat,
};
use harness::snapshot::FieldDescription;

use crate::{PENDULUM, REFERENCE, load, start};

/// Fields of the engine's tables that no simulator hands out, and why.
const LEFT_OUT: [(&str, &str); 2] = [
    ("threadpool", "an address in the process"),
    ("plugin_data", "addresses in the process"),
];

/// The engine's tables by the group that the reference gives their fields.
const TABLES: [(&str, &[FieldInfo]); 11] = [
    ("sizes", Model::SIZES),
    ("opt", Opt::FIELDS),
    ("stat", Statistic::FIELDS),
    ("model", Model::ARRAYS),
    ("scalar", Data::SCALARS),
    ("vector", Data::VECTORS),
    ("data", Data::BUFFER),
    ("arena", Data::ARENA),
    ("warning", WarningStat::MEMBERS),
    ("solver", SolverStat::MEMBERS),
    ("contact", Contact::MEMBERS),
];

/// One line a field, the same for both sides if they agree.
fn line(name: &str, elem: &str, dims: &[String]) -> String {
    format!("{name}: {elem} [{}]", dims.join(", "))
}

fn reference_lines(fields: &[FieldDescription], group: &str) -> Vec<String> {
    let elem = |field: &FieldDescription| {
        let json = serde_json::to_value(field.elem).expect("a name");
        json.as_str().expect("a string").to_owned()
    };
    fields
        .iter()
        .filter(|field| field.group == group)
        .map(|field| match group {
            // Widths of sizes differ between versions of MuJoCo; simulators hand out all of them as 64 bits.
            "sizes" => line(&field.name, "i64", &field.dims),
            _ => line(&field.name, &elem(field), &field.dims),
        })
        .collect()
}

fn engine_lines(table: &[FieldInfo], group: &str) -> Vec<String> {
    let dim = |dim: &Dim| match dim.size {
        Some("mjNWARNING") => NWARNING.to_string(),
        _ => dim.to_string(),
    };
    table
        .iter()
        .filter(|info| LEFT_OUT.iter().all(|(name, _)| *name != info.name))
        .map(|info| {
            let dims: Vec<String> = info.dims.iter().flatten().map(dim).collect();
            let elem = if group == "sizes" {
                "i64"
            } else {
                info.elem.name()
            };
            line(info.name, elem, &dims)
        })
        .collect()
}

#[test]
fn the_engines_tables_agree_with_the_headers_of_the_reference() {
    let mut simulator = start(REFERENCE);
    let loaded = load(simulator.as_mut(), PENDULUM).expect("loads");
    for (group, table) in TABLES {
        let ours = engine_lines(table, group);
        let theirs = reference_lines(&loaded.fields, group);
        for (position, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
            assert_eq!(ours, theirs, "engine and MuJoCo, {group} {position}");
        }
        assert_eq!(ours.len(), theirs.len(), "number of fields in {group}");
    }
}

#[test]
fn no_field_of_the_reference_is_in_a_group_that_is_not_compared() {
    let mut simulator = start(REFERENCE);
    let loaded = load(simulator.as_mut(), PENDULUM).expect("loads");
    for field in &loaded.fields {
        assert!(
            TABLES.iter().any(|(group, _)| *group == field.group),
            "{field:?}"
        );
    }
}

#[test]
fn what_is_left_out_is_in_the_engines_tables() {
    for (name, reason) in LEFT_OUT {
        let found = TABLES
            .iter()
            .any(|(_, table)| table.iter().any(|info| info.name == name));
        assert!(found, "{name} ({reason}) need not be left out");
    }
}
