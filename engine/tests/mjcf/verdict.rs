//! Lists of documents with MuJoCo's verdict on each.

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
fn what_mujoco_reads_is_read() {
    for document in documents(include_str!("read.txt")) {
        accept(document);
    }
}
