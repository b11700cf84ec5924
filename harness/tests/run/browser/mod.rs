//! The HTML report in a real browser. Where there is none these tests say so and pass, but not in
//! CI.

mod devtools;
mod film;
mod many;
mod upgrade;

use std::path::PathBuf;

use serde_json::{Value, json};

use self::devtools::Browser;
use crate::LIVELY;
use crate::rendering::faulty;

fn browser() -> Option<Browser> {
    match devtools::program() {
        Some(program) => Some(Browser::start(program)),
        None if std::env::var("CI").is_ok_and(|value| value == "true") => {
            panic!("there is no Chromium, which CI must have")
        }
        None => {
            eprintln!("NOT RUN: the browser test needs chromium (apt-get install chromium)");
            None
        }
    }
}

/// Where screenshots are kept.
fn artefact(name: &str) -> PathBuf {
    let target = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    target
        .parent()
        .expect("the target directory")
        .join("browser")
        .join(name)
}

const ROWS: &str =
    "[...document.querySelectorAll('.map tbody tr')].filter((row) => !row.hidden).length";

fn type_into_search(browser: &mut Browser, text: &str) {
    let text = json!(text);
    browser.evaluate(&format!(
        "{{ const box = document.getElementById('search'); box.value = {text}; box.dispatchEvent(new Event('input')); }}"
    ));
}

#[test]
fn a_reader_opens_filters_and_follows_a_failure_to_its_red_stage() {
    let Some(mut browser) = browser() else {
        return;
    };
    let sandbox = faulty();
    browser.size(1280, 900, false);
    browser.media("screen", "light");
    browser.open(&sandbox.path().join("reports/latest/report.html"));
    let heading = browser.text("document.querySelector('h1').textContent");
    assert!(heading.contains("comparisons not ok"), "{heading}");
    assert_eq!(browser.evaluate(ROWS), 2);
    browser.screenshot(&artefact("overview.png"));

    type_into_search(&mut browser, "elbow_flexor actuator_moment");
    assert_eq!(browser.evaluate(ROWS), 1);
    assert_eq!(
        browser.text("document.querySelector('.found').textContent"),
        "1 of 2 fixtures"
    );
    type_into_search(&mut browser, "no such thing");
    assert_eq!(browser.evaluate(ROWS), 0);
    type_into_search(&mut browser, "");

    browser.evaluate("[...document.querySelectorAll('.failures a')].find((link) => link.textContent.startsWith('model free')).click()");
    browser.settle();
    assert_eq!(
        browser.text("document.querySelector('h1').textContent"),
        "model"
    );
    let stages = browser.evaluate(
        "[...document.querySelectorAll('#mode-free .pipe li')].map((stage) => [stage.dataset.stage, stage.className])",
    );
    let stages: Vec<(String, String)> = serde_json::from_value(stages).expect("stages");
    let red = stages
        .iter()
        .position(|(_, class)| class == "first")
        .expect("a red stage");
    assert_eq!(stages[red].0, "transmission");
    assert!(red > 5, "{stages:?}");
    assert!(
        stages[..red].iter().all(|(_, class)| class == "equal"),
        "{stages:?}"
    );
    assert!(
        !browser
            .text("document.querySelector('#mode-free summary').textContent")
            .is_empty()
    );
    let marked = browser.text("document.getElementById('hit').textContent");
    let line = LIVELY
        .lines()
        .find(|line| line.contains("elbow_flexor"))
        .expect("a line");
    assert_eq!(marked, format!("marked: {line}"));
    // Both values with their bits, of which one ULP differs.
    assert!(
        browser
            .evaluate("document.querySelectorAll('#mode-free .bits b').length")
            .as_u64()
            >= Some(2)
    );
    let values = browser.text("document.querySelector('#mode-free .values').textContent");
    assert!(values.contains("1 ULP"), "{values}");
    let command = browser.text("document.querySelector('#mode-free .command code').textContent");
    assert!(
        command.starts_with("harness run model.xml --modes free"),
        "{command}"
    );
    assert_eq!(
        browser.evaluate("document.querySelectorAll('.chart polyline').length"),
        2
    );
    browser.screenshot(&artefact("case.png"));
    assert_eq!(browser.complaints, Vec::<String>::new());
}

#[test]
fn the_keyboard_alone_leads_everywhere_and_everything_has_a_name() {
    let Some(mut browser) = browser() else {
        return;
    };
    let sandbox = faulty();
    browser.open(&sandbox.path().join("reports/latest/report.html"));
    browser.press("/");
    assert_eq!(browser.text("document.activeElement.id"), "search");
    browser.press("Escape");
    browser.press("j");
    let first = browser.text("document.querySelector('h1').textContent");
    assert_eq!(first, "model");
    assert_named(&mut browser);
    browser.press("j");
    // After the last failure comes the first again.
    assert_eq!(
        browser.text("document.querySelector('h1').textContent"),
        first
    );
    browser.press("Escape");
    assert!(
        browser
            .text("document.querySelector('h1').textContent")
            .contains("not ok")
    );
    assert_named(&mut browser);
    assert_eq!(browser.complaints, Vec::<String>::new());
}

#[test]
fn a_green_report_opens_on_what_is_equal_and_folds_its_rows() {
    let Some(mut browser) = browser() else {
        return;
    };
    let sandbox = crate::Sandbox::new()
        .file("models/arms/lively.xml", LIVELY)
        .file("models/pendulum.xml", crate::PENDULUM);
    let words = format!(
        "run models --subject {} --steps 3 --to html",
        crate::REFERENCE
    );
    let outcome = sandbox.harness(&words);
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    browser.size(1280, 900, false);
    browser.open(&sandbox.path().join("reports/latest/report.html"));
    let folders =
        "[...document.querySelectorAll('.folders tbody th')].map((cell) => cell.textContent)";
    assert_eq!(browser.evaluate(folders), json!(["models", "models/arms"]));
    let open = "document.querySelector('details.everything').open";
    assert_eq!(browser.evaluate(open), false);
    browser.screenshot(&artefact("green.png"));
    browser.evaluate("document.querySelector('details.everything summary').click()");
    browser.settle();
    assert_eq!(browser.evaluate(ROWS), 2);
    assert_named(&mut browser);
    assert_eq!(browser.complaints, Vec::<String>::new());
}

#[test]
fn on_a_phone_the_red_column_is_on_the_screen_and_the_curve_above_the_modes() {
    let Some(mut browser) = browser() else {
        return;
    };
    let sandbox = faulty();
    browser.size(390, 844, true);
    browser.open(&sandbox.path().join("reports/latest/report.html"));
    browser.settle();
    let red = "Math.max(...[...document.querySelectorAll('.map .x, .map .f')].map((cell) => cell.getBoundingClientRect().right))";
    let right = browser.evaluate(red).as_f64().expect("a place");
    assert!(
        right > 0.0 && right <= 390.0,
        "the red column ends at {right}"
    );
    browser.evaluate("document.getElementById('fixtures').scrollIntoView()");
    browser.screenshot(&artefact("phone-map.png"));
    browser.evaluate("location.hash = '#/case/model/free'");
    browser.settle();
    let order = "document.querySelector('.chart').compareDocumentPosition(document.querySelector('.mode')) & Node.DOCUMENT_POSITION_FOLLOWING";
    assert_ne!(browser.evaluate(order), 0);
}

/// What a screen reader meets: every control has a name, and there is one main heading.
fn assert_named(browser: &mut Browser) {
    let tree = browser.call("Accessibility.getFullAXTree", json!({}));
    let nodes = tree["nodes"].as_array().expect("nodes");
    let role = |node: &Value| node["role"]["value"].as_str().unwrap_or("").to_owned();
    let controls = [
        "link",
        "button",
        "searchbox",
        "combobox",
        "region",
        "table",
        "image",
    ];
    for node in nodes.iter().filter(|node| node["ignored"] == false) {
        let name = node["name"]["value"].as_str().unwrap_or("");
        let role = role(node);
        let unnamed_table = role == "table";
        assert!(
            !name.is_empty() || unnamed_table || !controls.contains(&role.as_str()),
            "{node}"
        );
    }
    assert_eq!(
        browser.evaluate("document.querySelectorAll('h1').length"),
        1
    );
}

#[test]
fn it_is_readable_on_a_phone_in_the_dark_and_on_paper() {
    let Some(mut browser) = browser() else {
        return;
    };
    let sandbox = faulty();
    let page = sandbox.path().join("reports/latest/report.html");
    browser.open(&page);
    let colour = "getComputedStyle(document.body).backgroundColor";
    browser.media("screen", "light");
    let light = browser.text(colour);
    browser.media("screen", "dark");
    assert_ne!(browser.text(colour), light);
    browser.size(390, 844, true);
    browser.settle();
    for (address, name) in [
        ("#/", "phone-overview.png"),
        ("#/case/model/free", "phone-case.png"),
    ] {
        browser.evaluate(&format!("location.hash = '{address}'"));
        browser.settle();
        // Nothing but what scrolls by itself is wider than the screen.
        let width = browser
            .evaluate("document.documentElement.scrollWidth")
            .as_u64();
        assert!(width <= Some(390), "{address} is {width:?} wide");
        browser.screenshot(&artefact(name));
    }
    browser.size(1280, 900, false);
    browser.settle();
    browser.screenshot(&artefact("dark-case.png"));
    browser.media("print", "light");
    assert_eq!(
        browser.text("getComputedStyle(document.querySelector('.top')).display"),
        "none"
    );
    let pdf = browser.call("Page.printToPDF", json!({}));
    assert!(
        pdf["data"]
            .as_str()
            .is_some_and(|data| data.starts_with("JVBERi")),
        "a PDF"
    );
    assert_eq!(browser.complaints, Vec::<String>::new());
}
