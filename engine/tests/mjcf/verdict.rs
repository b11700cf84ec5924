//! Lists of documents with MuJoCo's verdict on each.

use plumbline::ErrorKind;

use crate::{accept, reject};

fn documents(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}

#[test]
fn what_mujoco_refuses_to_read_is_refused() {
    for document in documents(include_str!("refused.txt")) {
        let error = reject(document);
        assert!(error.location.is_some(), "no place for {document}");
        assert!(error.expected.is_some(), "no advice for {document}");
    }
}

#[test]
fn a_model_whose_file_is_not_there_is_refused_as_a_file() {
    let document = r#"<mujoco><asset><model name="m" file="no-such-file.xml"/></asset></mujoco>"#;
    let error = plumbline::Spec::from_xml_string(document).expect_err("there is no such file");
    assert_eq!(error.kind, ErrorKind::Io, "{error}");
    assert!(
        error.location.is_some() && error.expected.is_some(),
        "{error}"
    );
}

#[test]
fn what_mujoco_reads_is_read() {
    for document in documents(include_str!("read.txt")) {
        accept(document);
    }
}
