//! `scripts/site`: pages and badges from reports, with links that lead somewhere.

use std::fs;
use std::process::{Command, Output};

use crate::{LIVELY, PENDULUM, REFERENCE, Sandbox, repository};

/// A nightly run of two folders with a fault, its history, and a run of another version.
fn reports() -> Sandbox {
    let sandbox = Sandbox::new()
        .file("fixtures/arms/lively.xml", LIVELY)
        .file("fixtures/swings/pendulum.xml", PENDULUM);
    let run = "run fixtures --modes compile,forward --steps 2 --to html";
    let own = sandbox.harness(&format!(
        "{run} --report-dir nightly --inject actuator_moment[3]@1:ulp=1"
    ));
    assert_eq!(own.code, 100, "{}", own.everything());
    let added = sandbox.harness("history nightly/history.jsonl --add nightly/latest");
    assert_eq!(added.code, 0, "{}", added.everything());
    let other = "--subject mujoco@3.3.7 --report-dir others";
    let other = sandbox.harness(&format!("{run} --reference {REFERENCE} {other}"));
    assert!(matches!(other.code, 0 | 100), "{}", other.everything());
    sandbox
}

fn site(sandbox: &Sandbox, words: &[&str]) -> Output {
    let script = repository("scripts/site");
    let mut command = Command::new("python3");
    let command = command.arg(script).args(words);
    let output = command.current_dir(sandbox.path()).output();
    output.expect("python3")
}

#[test]
fn a_site_has_versions_and_engines_by_feature_history_and_badges() {
    let sandbox = reports();
    let words = ["out", "--nightly", "nightly", "--reports", "others"];
    let output = site(&sandbox, &words);
    assert!(output.status.success(), "{output:?}");
    let page = fs::read_to_string(sandbox.path().join("out/index.html")).expect("a page");
    for part in [
        "<h2>Engines by feature</h2>",
        "<h2>Versions of MuJoCo by feature</h2>",
        "<th scope=\"col\">3.3.7</th>",
        "<th scope=\"row\">arms</th>",
        "<th scope=\"row\">swings</th>",
        "<h2>History</h2>",
        "class=\"bad\"",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    // It needs nothing but the files beside it.
    assert!(!page.contains("<script") && !page.contains("http://") && !page.contains("https://"));
    let links = page.split("href=\"").chain(page.split("src=\"")).skip(1);
    let links = links.filter_map(|rest| rest.split_once('"'));
    let mut count = 0;
    for (link, _) in links.filter(|(link, _)| !link.contains('<')) {
        assert!(sandbox.path().join("out").join(link).exists(), "{link}");
        count += 1;
    }
    assert!(count > 5, "{count} links");
    let badge = fs::read_to_string(sandbox.path().join("out/badges/comparisons.svg"));
    let badge = badge.expect("a badge");
    assert!(
        badge.contains("comparisons ok: ") && badge.contains("#b3261e"),
        "{badge}"
    );
}

#[test]
fn a_site_that_cannot_be_built_leaves_the_one_before_and_other_folders_alone() {
    let sandbox = reports();
    assert!(
        site(&sandbox, &["out", "--nightly", "nightly"])
            .status
            .success()
    );
    let sandbox = sandbox
        .file("broken/report.jsonl", "no report\n")
        .file("mine/letter.txt", "dear");
    let output = site(
        &sandbox,
        &["out", "--nightly", "nightly", "--reports", "broken"],
    );
    assert_eq!(output.status.code(), Some(1));
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(words.starts_with("site: broken/report.jsonl: "), "{words}");
    assert!(sandbox.path().join("out/index.html").exists());
    let output = site(&sandbox, &["mine", "--nightly", "nightly"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(sandbox.path().join("mine/letter.txt").exists());
    let left = fs::read_dir(sandbox.path()).expect("readable");
    let left = left.filter_map(Result::ok).map(|entry| entry.file_name());
    let left: Vec<_> = left
        .filter(|name| name.to_string_lossy().starts_with(".site"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}
