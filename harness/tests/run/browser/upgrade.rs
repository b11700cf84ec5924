//! The page of `harness upgrade`, as people use it.

use std::path::PathBuf;

use serde_json::json;

use super::devtools::Browser;
use super::{artefact, assert_named, browser};
use crate::{PENDULUM, Sandbox};

/// One model that changed and one that did not.
fn upgraded() -> (Sandbox, PathBuf) {
    let sandbox = Sandbox::new()
        .file("my/box_stack.xml", include_str!("../box_stack.xml"))
        .file("my/pendulum.xml", PENDULUM);
    let outcome = sandbox.harness("upgrade my --from 3.3.7 --to 3.4.0 --steps 200");
    assert_eq!(outcome.code, 100, "{}", outcome.everything());
    let page = outcome.stdout.split("page: ").nth(1).expect("a page");
    let page = page.lines().next().expect("a line").to_owned();
    let page = sandbox.path().join(page);
    (sandbox, page)
}

/// How many pixels of a picture have another colour than its corner.
pub(super) const DRAWN: &str = "(() => { const all = [...document.querySelectorAll('canvas')]; return all.map((canvas) => { \
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height); \
    let count = 0; for (let at = 0; at < data.length; at += 4) if (data[at + 3] && (data[at] !== data[0] || data[at + 1] !== data[1])) count++; return count; }); })()";

fn width(browser: &mut Browser) -> Option<u64> {
    let width = browser.evaluate("document.documentElement.scrollWidth");
    width.as_u64()
}

#[test]
fn the_verdict_comes_first_and_pictures_show_what_changed() {
    let Some(mut browser) = browser() else {
        return;
    };
    let (_sandbox, page) = upgraded();
    browser.size(1280, 900, false);
    browser.media("screen", "light");
    browser.open(&page);
    browser.settle();
    let verdict = browser.text("document.getElementById('verdict').textContent");
    assert_eq!(verdict, "Review 1 of 2 models");
    let top = browser.evaluate("document.getElementById('verdict').getBoundingClientRect().top");
    assert!(top.as_f64() < Some(100.0), "{top}");
    let rows = "[...document.querySelectorAll('#models tbody tr')].map((row) => row.children[1].textContent)";
    assert_eq!(
        browser.evaluate(rows),
        json!(["my/box_stack", "my/pendulum"])
    );
    // Old, new and both, and none of them is blank.
    let drawn = browser.evaluate(DRAWN);
    let drawn: Vec<u64> = serde_json::from_value(drawn).expect("counts");
    assert_eq!(drawn.len(), 3);
    assert!(drawn.iter().all(|count| *count > 2000), "{drawn:?}");
    let curves = browser.evaluate("document.querySelectorAll('svg.curve').length");
    assert_eq!(curves, 2);
    let cause = browser.text("document.querySelector('.cause').textContent");
    assert!(
        cause.starts_with("contact.dist of box-box pairs"),
        "{cause}"
    );
    browser.screenshot(&artefact("upgrade.png"));
    browser.evaluate("document.querySelector('#changed section').scrollIntoView()");
    browser.screenshot(&artefact("upgrade-model.png"));
    assert_named(&mut browser);
    assert_eq!(browser.complaints, Vec::<String>::new());
}

#[test]
fn it_fits_a_phone_and_has_other_colours_in_the_dark() {
    let Some(mut browser) = browser() else {
        return;
    };
    let (_sandbox, page) = upgraded();
    browser.size(390, 844, true);
    browser.media("screen", "light");
    browser.open(&page);
    browser.settle();
    let colour = "getComputedStyle(document.body).backgroundColor";
    let light = browser.text(colour);
    browser.media("screen", "dark");
    browser.settle();
    assert_ne!(browser.text(colour), light);
    let width = width(&mut browser);
    assert!(width <= Some(390), "{width:?} wide");
    browser.screenshot(&artefact("upgrade-phone.png"));
    browser.evaluate("document.querySelector('#changed section').scrollIntoView()");
    browser.screenshot(&artefact("upgrade-phone-model.png"));
    // One picture below the other, each as wide as the screen.
    let places = "[...document.querySelectorAll('canvas')].map((canvas) => canvas.getBoundingClientRect().left)";
    let places: Vec<f64> = serde_json::from_value(browser.evaluate(places)).expect("places");
    assert!(
        places.windows(2).all(|pair| pair[0] == pair[1]),
        "{places:?}"
    );
    assert_eq!(browser.complaints, Vec::<String>::new());
}

const STEP: &str = "document.querySelector('.time input').value";

#[test]
fn the_keyboard_moves_through_time_and_turns_the_picture() {
    let Some(mut browser) = browser() else {
        return;
    };
    let (_sandbox, page) = upgraded();
    browser.size(1280, 900, false);
    browser.open(&page);
    browser.evaluate("document.querySelector('.time input').focus()");
    browser.evaluate("document.querySelector('.time input').value = 3");
    browser.press_code("ArrowRight", 39);
    assert_eq!(browser.text(STEP), "4");
    let label = browser.text("document.querySelector('.time output').textContent");
    assert!(
        label.starts_with("step ") && label.contains("mm"),
        "{label}"
    );
    // The pictures can be reached and turned as well.
    browser.evaluate("document.querySelector('canvas').focus()");
    let active = browser.text("document.activeElement.tagName");
    assert_eq!(active, "CANVAS");
    let picture = "document.querySelector('canvas').toDataURL()";
    let before = browser.text(picture);
    browser.press_code("ArrowLeft", 37);
    assert_ne!(browser.text(picture), before);
    assert_eq!(browser.complaints, Vec::<String>::new());
}

#[test]
fn somebody_who_wants_less_motion_gets_single_frames() {
    let Some(mut browser) = browser() else {
        return;
    };
    let (_sandbox, page) = upgraded();
    for (wish, least, most) in [("reduce", 0.0, 1.0), ("no-preference", 3.0, 400.0)] {
        let features = json!([{"name": "prefers-reduced-motion", "value": wish}]);
        let media = json!({"media": "screen", "features": features});
        browser.call("Emulation.setEmulatedMedia", media);
        browser.open(&page);
        browser.evaluate("window.shown = 0; document.querySelector('.time input').value = 0; \
            new MutationObserver(() => { window.shown += 1; }).observe(document.querySelector('.time output'), { childList: true })");
        browser.evaluate("document.querySelector('.time button').click()");
        browser.evaluate("new Promise((done) => setTimeout(done, 900))");
        let shown = browser.evaluate("window.shown").as_f64().expect("a count");
        assert!((least..=most).contains(&shown), "{wish}: {shown} frames");
        let button = browser.text("document.querySelector('.time button').textContent");
        assert_eq!(button, "stop");
    }
    assert_eq!(browser.complaints, Vec::<String>::new());
}
