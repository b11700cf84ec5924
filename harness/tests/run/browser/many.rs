//! A large report: 500 fixtures in four modes, one in ten not ok.

use std::fmt::Write;

use serde_json::json;

use super::{ROWS, artefact, browser};
use crate::{LIVELY, REFERENCE, Sandbox};

const CASES: usize = 500;
/// Bytes and milliseconds.
const SIZE: u64 = 5_000_000;
const TIME: f64 = 2000.0;

/// The rest of the rows is drawn when the page can be used already.
const DRAWN: &str = "new Promise((done) => { const look = () => document.querySelector('tbody[aria-busy]') ? setTimeout(look, 10) : done(); look(); })";

const STAGES: &[&str] = &[
    "input",
    "structure",
    "kinematics",
    "com_pos",
    "cam_light",
    "tendon",
    "crb",
    "factor",
    "collision",
    "constraint",
    "transmission",
    "project",
    "velocity",
    "com_vel",
    "passive",
    "reference",
    "bias",
    "actuation",
    "acceleration",
    "solve",
    "sensor",
    "integrate",
];

fn large() -> Sandbox {
    let mut sandbox = Sandbox::new();
    let mut text = String::new();
    let header = json!({"type": "header", "schema": 2, "run": "2026-11-16T02-00-00Z", "harness": "0.1.0", "commit": "0123456789abcdef",
        "subject": {"kind": "engine", "version": "0.1.0"}, "reference": {"kind": REFERENCE, "version": "3.2.6"},
        "host": {"os": "linux", "arch": "x86_64", "cpu": "a", "cores": 2}, "command": ["run", "fixtures"], "default_seed": 1, "cases": CASES});
    let _ = writeln!(text, "{header}");
    for number in 0..CASES {
        let path = format!("fixtures/group_{}/case_{number}.xml", number / 20);
        sandbox = sandbox.file(&path, LIVELY);
        for mode in ["compile", "forward", "forced", "free"] {
            let _ = writeln!(text, "{}", record(number, &path, mode));
        }
    }
    sandbox.file("large/report.jsonl", text)
}

fn record(number: usize, path: &str, mode: &str) -> serde_json::Value {
    let stages: Vec<_> = match mode {
        "compile" => vec![
            json!(["size", 60, 60]),
            json!(["option", 25, 40]),
            json!(["model", 200, 4000]),
        ],
        _ => STAGES
            .iter()
            .map(|stage| json!([stage, 8, 12345]))
            .collect(),
    };
    let fails = number % 10 == 3 && (mode == "forced" || mode == "free");
    let case = path.trim_end_matches(".xml");
    let mut record = json!({"type": "record", "case": case, "path": path, "mode": mode, "outcome": if fails { "fail" } else { "pass" },
        "ok": !fails, "coverage": {"moments": 100, "fields": 170, "values": 271_590, "stages": stages}, "diverging": 0, "seconds": 0.0123,
        "repeat": format!("harness run {path} --modes {mode}")});
    if fails {
        let curve: Vec<_> = (10..100)
            .map(|step| json!([step, 1e-16 * f64::powi(1.3, step)]))
            .collect();
        let differing: Vec<_> = STAGES[10..].iter().map(|stage| {
            json!({"field": format!("some_field_of_{stage}"), "stage": stage, "moments": 90, "category": "value", "scaled": 1e-9, "absolute": 1e-9, "ulps": 12345})
        }).collect();
        record["curve"] = json!(curve);
        record["differing"] = json!(differing);
        record["place"] = json!({"path": path, "line": 12, "column": 5, "text": "<geom/>"});
        record["finding"] = json!({"moment": "step 10", "step": 10, "field": "actuator_moment", "stage": "transmission", "name": "[elbow, 3]",
            "category": "value", "type": "f64", "element": 3, "count": 1, "compared": 12, "reference": 0.1, "subject": 0.100_000_000_000_000_02,
            "gap": {"absolute": 1e-17, "relative": 1e-16, "scaled": 1e-16, "ulps": 1}});
    }
    record
}

#[test]
fn five_hundred_cases_fit_five_megabytes_and_open_in_two_seconds() {
    let sandbox = large();
    let outcome = sandbox.harness("render large --to html");
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    let page = sandbox.path().join("large/report.html");
    let size = page.metadata().expect("a file").len();
    assert!(size < SIZE, "{size} bytes");
    let Some(mut browser) = browser() else {
        return;
    };
    browser.size(1400, 1000, false);
    // The best of a few, on a machine that may be busy with other tests.
    let best = (0..5)
        .map(|_| browser.open(&page))
        .fold(f64::INFINITY, f64::min);
    eprintln!("{size} bytes, opened in {best:.0} ms");
    assert!(best < TIME, "{best} ms");
    browser.evaluate(DRAWN);
    assert_eq!(browser.evaluate(ROWS), CASES);
    browser.evaluate("document.getElementById('fixtures').scrollIntoView()");
    browser.settle();
    browser.screenshot(&artefact("heat-map.png"));
    assert_eq!(browser.complaints, Vec::<String>::new());
}
