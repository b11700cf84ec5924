//! `harness matrix`: engines and features on one page, with links that lead to the value.

use std::fs;

use serde_json::Value;

use crate::{LIVELY, PENDULUM, REFERENCE, Sandbox, repository};

/// A fixture with a tendon, which a point mass cannot have.
const PULLED: &str = "<mujoco><worldbody><body><joint name='hinge'/><geom size='0.1'/></body>
    </worldbody><tendon><fixed><joint joint='hinge' coef='2'/></fixed></tendon></mujoco>";

fn models() -> Sandbox {
    let mass = std::fs::read_to_string(repository("fixtures/joint/point_mass_on_a_slide.xml"));
    Sandbox::new()
        .file("fixtures/joint/mass.xml", mass.expect("a fixture"))
        .file("fixtures/joint/swing.xml", PENDULUM)
        .file("fixtures/tendon/pulled.xml", PULLED)
        .file("fixtures/robot/lively.xml", LIVELY)
}

/// The pages of three engines: ours, MuJoCo in single precision with a fault, one that does little.
fn pages(sandbox: &Sandbox) -> String {
    let faulty = format!("rounded:f32+ten_length*1.01:{REFERENCE}");
    let process = format!(
        "process:python3 {}",
        repository("scripts/adapter.py").display()
    );
    let words = [
        "matrix",
        "fixtures",
        "--modes",
        "compile,forward",
        "--random",
        "1",
        "--engine",
        "engine",
        "--engine",
        &faulty,
        "--engine",
        &process,
    ];
    let outcome = sandbox.command(&words);
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    for words in [
        "engine: 4 cases: 4 agrees\n",
        "f32+ten_length*1.01:mujoco@3.2.6: 4 cases: 2 rounding, 2 fails\n",
        "scripts/adapter.py: 4 cases: 1 agrees, 3 unsupported\n",
    ] {
        assert!(outcome.stdout.contains(words), "{words}{}", outcome.stdout);
    }
    fs::read_to_string(sandbox.path().join("matrix/index.html")).expect("a page")
}

/// The links of a page that lead to files.
fn links(page: &str) -> Vec<String> {
    let parts = page
        .split("href=\"")
        .skip(1)
        .chain(page.split("src=\"").skip(1));
    let links = parts.filter_map(|rest| rest.split_once('"'));
    links.map(|(link, _)| link.to_owned()).collect()
}

#[test]
fn a_page_has_features_and_engines_and_leads_to_the_value() {
    let sandbox = models();
    let page = pages(&sandbox);
    for part in [
        "<th scope=\"row\">everything</th>",
        "<th scope=\"row\">joint</th>",
        "<th scope=\"row\">tendon</th>",
        "title=\"1 case: 1 unsupported\"",
        "title=\"1 case: 1 fails\"",
        // Honest wording: what was compared, and how to do it again.
        "<td>f32</td><td>mujoco@3.2.6</td><td>compile, forward</td><td>4</td>",
        "harness matrix fixtures --modes compile,forward",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(!page.contains("<script") && !page.contains("https://"));
    let root = sandbox.path().join("matrix");
    let mut count = 0;
    for link in links(&page) {
        let file = link.split('#').next().unwrap_or_default();
        assert!(root.join(file).is_file(), "{link}");
        count += 1;
    }
    assert!(count > 12, "{count} links");
    // From a cell to the cases, and from there to the record in the engine's report.
    let cell = links(&page)
        .into_iter()
        .find(|link| link.contains("ten_length") && link.ends_with("#tendon"));
    let cell = cell.expect("a cell");
    let place = root.join(cell.trim_end_matches("#tendon"));
    let details = fs::read_to_string(&place).expect("details");
    assert!(details.contains("<h2 id=\"tendon\">"), "{details}");
    let finding = "fixtures/tendon/pulled forward random 1 tendon ten_length[tendon 0]";
    assert!(details.contains(finding), "{details}");
    let value = links(&details)
        .into_iter()
        .find(|link| link.contains("#/case/fixtures%2Ftendon%2Fpulled/forward"));
    let value = value.expect("a link to the value");
    let report = value.split('#').next().unwrap_or_default();
    assert!(
        place.parent().expect("a folder").join(report).is_file(),
        "{value}"
    );
    let badge = fs::read_to_string(root.join("badges/engine.svg")).expect("a badge");
    assert!(
        badge.contains("4 of 4 cases agree") && badge.contains("#2d7d46"),
        "{badge}"
    );
}

#[test]
fn earlier_runs_make_columns_and_the_history_grows() {
    let sandbox = models();
    let run = "run fixtures --modes compile,forward --random 1";
    let own = sandbox.harness(&format!("{run} --report-dir old --inject qM[0]@1:ulp=1"));
    assert_eq!(own.code, 100, "{}", own.everything());
    let columns = "matrix fixtures --reports old --out pages";
    for _ in 0..2 {
        let outcome = sandbox.harness(columns);
        assert_eq!(outcome.code, 0, "{}", outcome.everything());
    }
    let history = || -> Value {
        let text = fs::read_to_string(sandbox.path().join("pages/history.json"));
        serde_json::from_str(&text.expect("a history")).expect("JSON")
    };
    // The same run is one entry, however often it is shown.
    let first = history();
    assert_eq!(first["runs"].as_array().map(Vec::len), Some(1), "{first}");
    assert_eq!(first["runs"][0]["subject"], "engine");
    let fails = first["runs"][0]["total"][5].as_u64();
    assert!(fails > Some(0), "{first}");
    // Runs are told apart by the second in which they began.
    std::thread::sleep(std::time::Duration::from_secs(1));
    let again = format!("{columns} --engine engine --modes compile,forward --random 1");
    let outcome = sandbox.harness(&again);
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    let second = history();
    assert_eq!(second["runs"].as_array().map(Vec::len), Some(2), "{second}");
    assert_eq!(
        second["runs"][1]["total"],
        serde_json::json!([4, 0, 0, 0, 0, 0])
    );
    let page = fs::read_to_string(sandbox.path().join("pages/index.html")).expect("a page");
    assert_eq!(page.matches("<td>4 of 4 cases</td>").count(), 1, "{page}");
    // A run of other models is no column.
    let sandbox = sandbox.file("other/swing.xml", PENDULUM);
    let outcome = sandbox.harness("matrix other --reports old --out nowhere");
    assert_eq!(outcome.code, 4, "{}", outcome.everything());
}
