//! Verdicts and values of the MJCF reader. Every verdict was taken from MuJoCo 3.2.6.

mod actuator;
mod attach;
mod coverage;
mod default;
mod fuzz;
mod keys;
mod number;
mod replicate;
mod schema;
mod verdict;
mod xml;

use plumbline::{Error, ErrorKind};

/// Asserts that a model is read.
#[track_caller]
fn accept(text: &str) -> plumbline::Spec {
    match plumbline::Spec::from_xml_string(text) {
        Ok(spec) => spec,
        Err(error) => panic!("MuJoCo accepts {text:?}, but:\n{error}"),
    }
}

/// Asserts that a model is refused as invalid.
#[track_caller]
fn reject(text: &str) -> Error {
    match plumbline::Spec::from_xml_string(text) {
        Ok(_) => panic!("MuJoCo rejects {text:?}"),
        Err(error) => {
            assert_eq!(error.kind, ErrorKind::Invalid, "{text:?}:\n{error}");
            error
        }
    }
}
