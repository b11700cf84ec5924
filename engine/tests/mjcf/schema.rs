//! What the schema check says and where.

use plumbline::internal::schema::Schema;

use crate::reject;

#[test]
fn the_schema_has_every_element_of_3_2_6() {
    // Rows of the table that MuJoCo prints, with worldbody, frame, replicate and the nested default
    // in rows of their own.
    let schema = Schema::mjcf();
    assert_eq!(schema.elements.len(), 165 + 4);
    let attributes: usize = schema.elements.iter().map(|e| e.attributes.len()).sum();
    assert_eq!(attributes, 1401 + 8 + 5 + 1);
}

#[test]
fn a_misspelt_attribute_is_named_and_the_right_one_proposed() {
    let error =
        reject("<mujoco>\n <worldbody>\n  <geom size='1' frction='1'/></worldbody></mujoco>");
    assert_eq!(error.element.as_deref(), Some("geom"));
    assert_eq!(error.attribute.as_deref(), Some("frction"));
    assert_eq!(error.expected.as_deref(), Some("perhaps `friction`"));
    let location = error.location.unwrap();
    assert_eq!((location.line, location.column), (3, 18));
}

#[test]
fn a_misplaced_element_is_named_and_the_possible_ones_listed() {
    let error = reject("<mujoco><custom><geom/></custom></mujoco>");
    assert_eq!(error.message, "unknown element `geom` in `custom`");
    assert_eq!(
        error.expected.as_deref(),
        Some("one of `numeric`, `text`, `tuple`")
    );
}

#[test]
fn a_repeated_unique_element_points_at_the_second() {
    let error = reject("<mujoco><option>\n<flag/>\n<flag/></option></mujoco>");
    assert_eq!(error.location.unwrap().line, 3);
    assert_eq!(error.expected.as_deref(), Some("only that of line 2"));
}

#[test]
fn what_mujoco_ignores_unseen_is_ignored_with_a_warning() {
    for text in [
        "<mujoco><worldbody><frame colour='red'/></worldbody></mujoco>",
        "<mujoco><worldbody><frame><geom size='1' colour='red'/></frame></worldbody></mujoco>",
        "<mujoco><worldbody><replicate count='2' colour='red'/></worldbody></mujoco>",
        "<mujoco><body/></mujoco>",
        "<mujoco><frame/></mujoco>",
    ] {
        let spec = plumbline::Spec::from_xml_string(text).unwrap();
        assert_eq!(spec.warnings.len(), 1, "{text}");
        assert!(spec.warnings[0].message.contains("ignores"), "{text}");
        assert!(spec.compile().is_ok(), "{text}");
    }
    // Ignored, but checked.
    reject("<mujoco><body colour='red'/></mujoco>");
}

#[test]
fn an_invalid_document_is_invalid_even_if_it_is_unsupported_too() {
    reject("<mujoco><asset><mesh/></asset><option x='1'/></mujoco>");
}

/// Where the documentation's copy of the table is; `UPDATE_DOCS=1` writes it anew.
const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/mjcf.md");

#[test]
fn the_documented_table_is_the_schema() {
    let table = Schema::mjcf().support_table();
    let document = std::fs::read_to_string(DOCUMENT).unwrap();
    let start = document.find("| element |").unwrap();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(DOCUMENT, format!("{}{table}", &document[..start])).unwrap();
    } else {
        assert_eq!(
            document[start..],
            table,
            "run with UPDATE_DOCS=1 to renew docs/mjcf.md"
        );
    }
}
