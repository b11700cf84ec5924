//! The engine's field tables say of every field what MuJoCo 3.2.6's own headers say: name, order,
//! type, symbolic dimensions.

use harness::catalogue::tables::{LEFT_OUT, TABLES, descriptions};
use harness::snapshot::FieldDescription;

use crate::{PENDULUM, REFERENCE, load, start};

fn of_group<'a>(fields: &'a [FieldDescription], group: &str) -> Vec<&'a FieldDescription> {
    fields.iter().filter(|field| field.group == group).collect()
}

#[test]
fn the_engines_tables_agree_with_the_headers_of_the_reference() {
    let mut simulator = start(REFERENCE);
    let theirs = load(simulator.as_mut(), PENDULUM).expect("loads").fields;
    let ours = descriptions(|_| true);
    for (group, _) in TABLES {
        let (ours, theirs) = (of_group(&ours, group), of_group(&theirs, group));
        for (position, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
            assert_eq!(ours, theirs, "engine and MuJoCo, {group} {position}");
        }
        assert_eq!(ours.len(), theirs.len(), "number of fields in {group}");
    }
    assert_eq!(ours.len(), theirs.len(), "number of fields in all groups");
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
