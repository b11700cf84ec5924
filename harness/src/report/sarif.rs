//! SARIF 2.1.0: what is not equal as results that point at the MJCF; a rule for each pipeline stage
//! or kind of failure.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use serde_json::{Value, json};

use super::Report;
use crate::results::Record;

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

pub(super) fn render(report: &Report) -> io::Result<String> {
    let header = &report.header;
    let told = |record: &&Record| !record.outcome.is_equal();
    let records: Vec<&Record> = report.records.iter().filter(told).collect();
    let rules: BTreeMap<String, String> = records.iter().map(|record| rule(record)).collect();
    let ids: Vec<&String> = rules.keys().collect();
    let results: Vec<Value> = records
        .iter()
        .map(|record| {
            let (id, _) = rule(record);
            let index = ids.iter().position(|known| **known == id);
            result(record, &id, index)
        })
        .collect();
    let rules: Vec<Value> = rules
        .iter()
        .map(|(id, text)| json!({"id": id, "shortDescription": {"text": text}}))
        .collect();
    let mut invocation = json!({
        "executionSuccessful": report.footer.is_some(),
        "arguments": header.command,
    });
    if let Some(footer) = &report.footer {
        invocation["exitCode"] = footer.exit_code.into();
    }
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {"name": "plumbline", "version": header.harness, "rules": rules}},
            "automationDetails": {"id": format!("plumbline/{}", header.run)},
            "columnKind": "unicodeCodePoints",
            "invocations": [invocation],
            "properties": {"subject": header.subject, "reference": header.reference},
            "results": results,
        }],
    });
    let mut text = serde_json::to_string_pretty(&log)?;
    text.push('\n');
    Ok(text)
}

/// The rule that a record breaks: a stage of the pipeline if there is a finding, else the outcome.
fn rule(record: &Record) -> (String, String) {
    match &record.finding {
        Some(finding) => {
            let stage = &finding.divergence.stage;
            let text = format!("The first field that differs belongs to {stage}");
            (format!("stage/{stage}"), text)
        }
        None => {
            let name = record.outcome.name();
            (
                format!("outcome/{}", name.replace(' ', "-")),
                format!("The comparison ended in: {name}"),
            )
        }
    }
}

fn result(record: &Record, rule: &str, index: Option<usize>) -> Value {
    let (path, line, column) = match &record.place {
        Some(place) => (place.path.as_path(), place.line, place.column),
        None => (record.path.as_path(), 1, 1),
    };
    let address = record.address();
    let explanation = record.explanation();
    let text = format!(
        "{} {address}: {explanation}\n{}",
        record.outcome.name(),
        record.repeat
    );
    let mut properties = json!({
        "case": record.case, "mode": record.mode, "outcome": record.outcome, "repeat": record.repeat,
    });
    // A fingerprint that stays the same as long as the bug does, independent of its size and step.
    let mut same = format!("{} {}", record.case, record.mode);
    if let Some(finding) = &record.finding {
        let divergence = &finding.divergence;
        same += &format!(" {}{}", divergence.field, divergence.name);
        properties["field"] = divergence.field.clone().into();
        properties["element"] = divergence.name.clone().into();
        properties["step"] = finding.step.into();
        let gap = divergence.disagreement.gap;
        if let Some(ulps) = gap.and_then(|gap| gap.ulps) {
            properties["ulps"] = ulps.into();
        }
    }
    json!({
        "ruleId": rule,
        "ruleIndex": index,
        "level": if record.ok { "note" } else { "error" },
        "message": {"text": text},
        "locations": [{
            "physicalLocation": {
                "artifactLocation": location(path),
                "region": {"startLine": line, "startColumn": column},
            },
            "logicalLocations": [{"fullyQualifiedName": address}],
        }],
        "partialFingerprints": {"finding/v1": same},
        "properties": properties,
    })
}

/// A file as a URI: relative to the source tree, unless it lies elsewhere.
fn location(path: &Path) -> Value {
    let mut uri = String::new();
    for byte in path.display().to_string().bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                uri.push(byte.into());
            }
            _ => uri += &format!("%{byte:02X}"),
        }
    }
    if path.is_absolute() {
        json!({"uri": format!("file://{uri}")})
    } else {
        json!({"uri": uri, "uriBaseId": "%SRCROOT%"})
    }
}
