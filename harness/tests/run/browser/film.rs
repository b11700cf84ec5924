//! Pictures of a free run that failed, in the report of `harness run`.

use super::upgrade::DRAWN;
use super::{artefact, assert_named, browser};
use crate::Sandbox;

#[test]
fn a_free_run_that_failed_shows_both_sides_and_what_is_displaced() {
    let Some(mut browser) = browser() else {
        return;
    };
    let sandbox = Sandbox::new().file("stack.xml", include_str!("../box_stack.xml"));
    let sides = "--reference mujoco@3.3.7 --subject mujoco@3.4.0";
    let outcome = sandbox.harness(&format!(
        "run stack.xml {sides} --modes free --steps 100 --to html"
    ));
    assert_eq!(outcome.code, 100, "{}", outcome.everything());
    browser.size(1280, 900, false);
    browser.media("screen", "light");
    browser.open(&sandbox.path().join("reports/latest/report.html"));
    browser.evaluate("[...document.querySelectorAll('.failures a')].find((link) => link.textContent.startsWith('stack free')).click()");
    browser.settle();
    let heading = browser.text("document.querySelector('.film h2').textContent");
    assert_eq!(heading, "What it looks like");
    let drawn = browser.evaluate(DRAWN);
    let drawn: Vec<u64> = serde_json::from_value(drawn).expect("counts");
    assert_eq!(drawn.len(), 3);
    assert!(drawn.iter().all(|count| *count > 1000), "{drawn:?}");
    // The frame that is shown first is the one at which they differ most.
    let label = "document.querySelector('.film output').textContent";
    let worst = browser.text(label);
    assert!(worst.ends_with(" mm apart"), "{worst}");
    let slide = "{ const slider = document.querySelector('.film input'); slider.value = 0; slider.dispatchEvent(new Event('input')); }";
    browser.evaluate(slide);
    let first = browser.text(label);
    assert!(first.starts_with("step 1:"), "{first}");
    assert_ne!(first, worst);
    browser.evaluate("document.querySelector('.film').scrollIntoView()");
    browser.screenshot(&artefact("film.png"));
    assert_named(&mut browser);
    // On a phone they stand below each other, and nothing is cut off.
    browser.size(390, 844, true);
    browser.settle();
    let width = browser.evaluate("document.documentElement.scrollWidth");
    assert_eq!(width.as_u64(), Some(390));
    let columns = "getComputedStyle(document.querySelector('.pictures')).gridTemplateColumns.split(' ').length";
    assert_eq!(browser.evaluate(columns), 1);
    assert_eq!(browser.complaints, Vec::<String>::new());
}
