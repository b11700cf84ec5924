//! JUnit XML: one suite for each directory of fixtures, one test for each case and mode.

use std::io;
use std::path::Path;
use std::time::Duration;

use quick_junit::{NonSuccessKind, Report as Suites, TestCase, TestCaseStatus, TestSuite};

use super::Report;
use crate::results::{Record, Verdict};

pub(super) fn render(report: &Report) -> io::Result<String> {
    let mut suites = Suites::new("plumbline");
    if let Some(footer) = &report.footer {
        suites.set_time(duration(footer.seconds));
    }
    let mut open: Option<(&Path, TestSuite)> = None;
    for record in &report.records {
        let directory = record.path.parent().unwrap_or(Path::new(""));
        if let Some((_, suite)) = open.take_if(|(name, _)| *name != directory) {
            suites.add_test_suite(suite);
        }
        let (_, suite) = open.get_or_insert_with(|| (directory, new_suite(directory, report)));
        suite.add_test_case(test_case(record));
    }
    if let Some((_, suite)) = open {
        suites.add_test_suite(suite);
    }
    suites.to_string().map_err(io::Error::other)
}

fn new_suite(directory: &Path, report: &Report) -> TestSuite {
    let name = match directory.to_str() {
        Some("") | None => ".".to_owned(),
        Some(name) => name.to_owned(),
    };
    let mut suite = TestSuite::new(name);
    for (key, value) in [
        ("subject", &report.header.subject),
        ("reference", &report.header.reference),
    ] {
        suite.add_property((key, format!("{} {}", value.kind, value.version).as_str()));
    }
    suite
}

fn test_case(record: &Record) -> TestCase {
    let mut status = match record.outcome.verdict() {
        Verdict::Ok | Verdict::Partial if !record.ok => {
            TestCaseStatus::non_success(NonSuccessKind::Failure)
        }
        Verdict::Ok => TestCaseStatus::success(),
        Verdict::Partial => TestCaseStatus::skipped(),
        Verdict::Mismatch => TestCaseStatus::non_success(NonSuccessKind::Failure),
        Verdict::Usage | Verdict::Broken => TestCaseStatus::non_success(NonSuccessKind::Error),
    };
    let explanation = record.explanation();
    if !matches!(status, TestCaseStatus::Success { .. }) {
        status.set_type(record.outcome.name());
        status.set_message(format!("{}: {explanation}", record.address()));
        let place = record.place.as_ref().map_or(String::new(), |place| {
            format!("{}:{}: {}\n", place.path.display(), place.line, place.text)
        });
        status.set_description(format!(
            "{} {}: {explanation}\n{place}{}",
            record.outcome.name(),
            record.address(),
            record.repeat
        ));
    }
    let mut test = TestCase::new(record.mode.name(), status);
    test.set_classname(record.case.clone());
    test.set_time(duration(record.seconds.0));
    let file = record.place.as_ref().map_or(&record.path, |p| &p.path);
    let line = record.place.as_ref().map_or(1, |place| place.line);
    for (key, value) in [
        ("file", file.display().to_string()),
        ("line", line.to_string()),
    ] {
        test.extra.insert(key.into(), value.into());
    }
    test
}

fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}
