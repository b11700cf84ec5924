//! The fixtures, each changed a little by a seeded generator: the engine's verdict and values stay
//! MuJoCo's.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use harness::case::random::Random;

use crate::{Sandbox, repository};

/// Changed models, as many as take a second or two.
const MODELS: usize = 1000;

/// Words that are put in the place of a number.
const NUMBERS: [&str; 12] = [
    "0", "-1", "1", "0.5", "1e-20", "1e12", "3", "x", "1e400", "", "1 2", "-0",
];

/// Directories whose models take long, crash MuJoCo, or are refused as they are.
const LEFT_OUT: [&str; 6] = [
    "acceptance",
    "bench",
    "length_range",
    "reference_bugs",
    "reject",
    "unstable",
];

/// Choices of the harness's own generator.
struct Choice(Random);

impl Choice {
    fn below(&mut self, n: usize) -> usize {
        (self.0.bits() % n.max(1) as u64) as usize
    }

    fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

/// A value of an attribute: where it stands in its text, and the name before it.
struct Value<'t> {
    name: &'t str,
    start: usize,
    text: &'t str,
}

/// Everything in the elements of a text that looks like `name="value"`.
fn values(text: &str) -> Vec<Value<'_>> {
    let body = text.find("<mujoco").unwrap_or(0);
    let starts = text.match_indices("=\"").filter(|&(at, _)| at > body);
    let value = |(at, _): (usize, &str)| {
        let name = text[..at].rsplit(char::is_whitespace).next().unwrap_or("");
        let text = text[at + 2..].split('"').next().unwrap_or("");
        let start = at + 2;
        Value { name, start, text }
    };
    starts.map(value).collect()
}

/// Values that attributes of each name have anywhere.
type Words = BTreeMap<String, Vec<String>>;

/// Changes, drops or repeats something.
fn mutate(text: &str, words: &Words, random: &mut Choice) -> String {
    let values = values(text);
    if values.is_empty() {
        return text.to_owned();
    }
    let value = random.one(&values);
    let (before, after) = (
        &text[..value.start],
        &text[value.start + value.text.len()..],
    );
    match random.below(5) {
        // without the attribute
        0 => {
            let before = &before[..value.start - 2 - value.name.len()];
            format!("{before}{}", &after[1..])
        }
        // with a value that it has elsewhere
        1 => format!("{before}{}{after}", random.one(&words[value.name])),
        // with another attribute's name
        2 => {
            let before = &before[..value.start - 2 - value.name.len()];
            let name = &random.one(&values).name;
            format!("{before}{name}=\"{}{after}", value.text)
        }
        // with a number in it changed, added or gone
        3 => {
            let mut numbers: Vec<&str> = value.text.split_whitespace().collect();
            let at = random.below(numbers.len());
            match numbers.get_mut(at) {
                Some(number) => *number = *random.one(&NUMBERS),
                None => numbers.push("1"),
            }
            format!("{before}{}{after}", numbers.join(" "))
        }
        // with a whole line twice
        _ => {
            let line_start = before.rfind('\n').map_or(0, |at| at + 1);
            let line_end = value.start + text[value.start..].find('\n').unwrap_or(0);
            let line = &text[line_start..line_end];
            format!("{}\n{line}{}", &text[..line_end], &text[line_end..])
        }
    }
}

/// The models of a directory, and all other files copied to the same place.
pub(crate) fn collect(from: &Path, to: &Path, models: &mut Vec<(std::path::PathBuf, String)>) {
    fs::create_dir_all(to).expect("created");
    for entry in fs::read_dir(from).expect("a directory") {
        let path = entry.expect("readable").path();
        let name = path.file_name().unwrap_or_default();
        let target = to.join(name);
        if path.is_dir() {
            if !LEFT_OUT.iter().any(|left_out| name == *left_out) {
                collect(&path, &target, models);
            }
        } else if path.extension().is_some_and(|extension| extension == "xml") {
            let text = fs::read_to_string(&path).expect("a text");
            fs::write(&target, &text).expect("written");
            models.push((target, text));
        } else if !path
            .extension()
            .is_some_and(|e| e == "golden" || e == "toml")
        {
            fs::copy(&path, &target).expect("copied");
        }
    }
}

#[test]
fn changed_fixtures_have_mujocos_verdicts_and_values() {
    let sandbox = Sandbox::new();
    let mut models = Vec::new();
    collect(
        &repository("fixtures"),
        &sandbox.path().join("all"),
        &mut models,
    );
    models.sort();
    let mut words = Words::new();
    for value in models.iter().flat_map(|(_, text)| values(text)) {
        let all = words.entry(value.name.to_owned()).or_default();
        all.push(value.text.to_owned());
    }
    let mut random = Choice(Random::new(1, 0));
    let mut changed = Vec::new();
    for number in 0..MODELS {
        let (path, text) = random.one(&models);
        let mut text = text.clone();
        for _ in 0..1 + random.below(2) {
            text = mutate(&text, &words, &mut random);
        }
        let name = format!("{}_{number}.xml", path.with_extension("").display());
        fs::write(&name, text).expect("written");
        changed.push(name);
    }
    let paths: Vec<&str> = changed.iter().map(String::as_str).collect();
    let flags = ["run", "--modes", "compile", "--timeout", "20"];
    let outcome = sandbox.command(&[flags.as_slice(), &paths].concat());
    let wrong = outcome
        .records()
        .filter(|record| record["outcome"] == "fail");
    let wrong: Vec<String> = wrong.map(ToString::to_string).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let passed = outcome
        .outcomes()
        .iter()
        .filter(|(_, what)| *what == "pass")
        .count();
    assert!(
        (MODELS / 4..MODELS).contains(&passed),
        "{passed} of {MODELS} pass"
    );
}
