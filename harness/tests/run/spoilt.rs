//! Files of gmsh, URDFs and configurations of plugins, spoilt byte by byte and word by word: the
//! verdict stays MuJoCo's, and what both read has the same values.

use std::fs;
use std::path::{Path, PathBuf};

use harness::case::random::Random;
use serde_json::Value;

use crate::{Sandbox, repository};

/// Files of each kind: as many as take a few seconds.
const FILES: usize = 300;

/// How many files of each kind are tried.
const FILES_VARIABLE: &str = "PLUMBLINE_SPOILT";

/// Words that are put in the place of others.
const WORDS: [&str; 24] = [
    "0",
    "-1",
    "1",
    "2",
    "3",
    "4",
    "5",
    "15",
    "100",
    "1e9",
    "99999999999",
    "4294967296",
    "nan",
    "inf",
    "x",
    "",
    "-0",
    "0.5",
    "1e400",
    "1e-320",
    "0x10",
    "+1",
    "1.5e",
    "1 2",
];

/// Numbers that are put into binary files.
const NUMBERS: [i64; 13] = [
    0,
    1,
    -1,
    2,
    3,
    4,
    5,
    15,
    100,
    65536,
    2_147_483_647,
    -2_147_483_648,
    1 << 40,
];

/// Why the engine refuses models with which MuJoCo reads beyond its lists (reference-bugs.md).
const UNDEFINED: [&str; 2] = ["no sensor uses the instance", "is no body of the instance"];

fn count() -> usize {
    std::env::var(FILES_VARIABLE).map_or(FILES, |count| count.parse().expect(FILES_VARIABLE))
}

/// Where words stand in a text: between blanks, tags and quotes.
fn words(text: &[u8]) -> Vec<(usize, usize)> {
    let ends = |byte: &u8| byte.is_ascii_whitespace() || b"\"<>=/".contains(byte);
    let mut words = Vec::new();
    let mut start = 0;
    for at in 0..=text.len() {
        if text.get(at).is_none_or(ends) {
            if at > start {
                words.push((start, at));
            }
            start = at + 1;
        }
    }
    words
}

/// Another text in the place of a part of it.
fn replace(text: &[u8], (start, end): (usize, usize), by: &[u8]) -> Vec<u8> {
    [&text[..start], by, &text[end.min(text.len())..]].concat()
}

/// A word becomes another, a line is doubled, dropped or swapped, a bit is turned, the end is lost.
fn spoil_text(text: &[u8], random: &mut Random) -> Vec<u8> {
    let words = words(text);
    let word = random.pick(&words).copied().unwrap_or((0, 0));
    let mut lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').collect();
    let (line, other) = (random.below(lines.len()), random.below(lines.len()));
    match random.below(8) {
        0 => return spoil_bit(text, random),
        1 => return text[..random.below(text.len() + 1)].to_vec(),
        2 | 3 => {
            let by = random.pick(&WORDS).copied().unwrap_or_default();
            return replace(text, word, by.as_bytes());
        }
        4 => {
            let (start, end) = random.pick(&words).copied().unwrap_or((0, 0));
            return replace(text, word, &text[start..end]);
        }
        5 => lines.insert(line, lines[other]),
        6 => drop(lines.remove(line)),
        _ => lines.swap(line, other),
    }
    lines.join(&b'\n')
}

fn spoil_bit(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let at = random.below(bytes.len());
    if let Some(byte) = bytes.get_mut(at) {
        *byte ^= 1 << random.below(8);
    }
    bytes
}

/// A bit is turned, bytes are lost, added or become another number, or text is spoilt as text.
fn spoil_bytes(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let at = random.below(bytes.len());
    let size = *random.pick(&[1, 4, 8]).unwrap_or(&1);
    let number = random.pick(&NUMBERS).copied().unwrap_or(0).to_le_bytes();
    match random.below(6) {
        0 => spoil_bit(bytes, random),
        1 => bytes[..at].to_vec(),
        2 => replace(bytes, (at, (at + size).min(bytes.len())), &[]),
        3 => replace(bytes, (at, at), &number[..size]),
        4 => replace(bytes, (at, (at + size).min(bytes.len())), &number[..size]),
        _ => spoil_text(bytes, random),
    }
}

/// Spoils once to three times.
fn spoil(text: &[u8], random: &mut Random, how: fn(&[u8], &mut Random) -> Vec<u8>) -> Vec<u8> {
    let times = *random.pick(&[1, 1, 1, 2, 3]).unwrap_or(&1);
    (0..times).fold(text.to_vec(), |text, _| how(&text, random))
}

/// Files of a folder of fixtures whose name ends so, in order.
fn fixtures(folder: &str, end: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(repository("fixtures").join(folder)).expect("a folder");
    let paths = entries.map(|entry| entry.expect("readable").path());
    let mut files: Vec<PathBuf> = paths
        .filter(|path| path.is_file() && path.to_string_lossy().ends_with(end))
        .collect();
    files.sort();
    let with_content = |path: PathBuf| {
        let content = fs::read(&path).expect("a file");
        (path, content)
    };
    files.into_iter().map(with_content).collect()
}

/// Copies what models of a folder refer to.
fn copy_assets(folder: &Path, sandbox: &Sandbox) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("readable").path();
        let name = path.file_name().expect("a name");
        let mesh = path
            .extension()
            .is_some_and(|end| end == "stl" || end == "obj");
        if mesh {
            fs::copy(&path, sandbox.path().join(name)).expect("copied");
        }
    }
}

/// Compiles models with both engines. All must be equal or refused by both, or MuJoCo's process
/// broke; some of each.
fn check(sandbox: &Sandbox, names: &[String]) {
    let paths: Vec<&str> = names.iter().map(String::as_str).collect();
    let flags = ["run", "--modes", "compile", "--timeout", "20"];
    let outcome = sandbox.command(&[flags.as_slice(), &paths].concat());
    let wrong: Vec<String> = outcome
        .records()
        .filter(|record| record["outcome"] != "pass" && !is_refused(record) && !broke(record))
        .map(ToString::to_string)
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let number = |what: fn(&Value) -> bool| outcome.records().filter(|record| what(record)).count();
    let (equal, refused) = (
        number(|record| record["outcome"] == "pass"),
        number(is_refused),
    );
    let tenth = names.len() / 10;
    assert!(
        equal > tenth && refused > tenth,
        "{equal} equal, {refused} refused\n{}",
        outcome.everything()
    );
}

fn says(record: &Value, start: &str) -> bool {
    record["message"]
        .as_str()
        .is_some_and(|message| message.starts_with(start))
}

fn is_refused(record: &Value) -> bool {
    says(record, "both reject the model")
}

/// MuJoCo crashed, hung, took too much memory or does what is not defined, and the engine did not.
fn broke(record: &Value) -> bool {
    let kinds = ["crash", "timeout", "out_of_memory"];
    let message = record["message"].as_str().unwrap_or_default();
    if UNDEFINED.iter().any(|reason| message.contains(reason)) {
        return true;
    }
    kinds.iter().any(|kind| record["outcome"] == *kind) && says(record, "reference:")
}

#[test]
fn spoilt_gmsh_files_have_mujocos_verdict() {
    let mut random = Random::new(23, 0);
    let mut files = fixtures("flex/files", ".msh");
    files.retain(|(path, _)| !path.to_string_lossy().contains("mujoco"));
    let mut sandbox = Sandbox::new();
    let mut names = Vec::new();
    for number in 0..count() {
        let (path, content) = random.pick(&files).expect("files");
        let binary = path.to_string_lossy().contains("binary");
        let how = if binary { spoil_bytes } else { spoil_text };
        let content = spoil(content, &mut random, how);
        let more = random
            .pick(&["", "dim=\"2\"", "dim=\"3\"", "rigid=\"true\""])
            .expect("one");
        let model = format!(
            r#"<mujoco><worldbody><body name="b"><flexcomp name="f" type="gmsh" file="{number}.msh" radius="0.004" {more}>
<elasticity young="500" poisson="0.2" thickness="0.01"/></flexcomp></body></worldbody></mujoco>"#
        );
        names.push(format!("{number}.xml"));
        sandbox = sandbox
            .file(&format!("{number}.msh"), content)
            .file(&names[number], model);
    }
    check(&sandbox, &names);
}

#[test]
fn spoilt_urdfs_have_mujocos_verdict() {
    let mut random = Random::new(29, 0);
    let files = fixtures("urdf", ".urdf");
    let mut sandbox = Sandbox::new();
    copy_assets(&repository("fixtures/urdf"), &sandbox);
    let mut names = Vec::new();
    for number in 0..count() {
        let (_, content) = random.pick(&files).expect("files");
        names.push(format!("{number}.urdf"));
        sandbox = sandbox.file(&names[number], spoil(content, &mut random, spoil_text));
    }
    check(&sandbox, &names);
}

/// One line with a configuration of a plugin, or with its name, is spoilt.
fn spoil_configuration(text: &[u8], random: &mut Random) -> Vec<u8> {
    let text = String::from_utf8_lossy(text);
    let lines: Vec<&str> = text.lines().collect();
    let has = |line: &&str| {
        ["<config", "plugin=", "instance="]
            .iter()
            .any(|word| line.contains(word))
    };
    let places: Vec<usize> = (0..lines.len()).filter(|line| has(&lines[*line])).collect();
    let Some(&place) = random.pick(&places) else {
        return text.into_owned().into_bytes();
    };
    let new = spoil_text(lines[place].as_bytes(), random);
    let new = String::from_utf8_lossy(&new).into_owned();
    let mut lines: Vec<String> = lines.into_iter().map(str::to_owned).collect();
    lines[place] = new;
    lines.join("\n").into_bytes()
}

#[test]
fn spoilt_configurations_of_plugins_have_mujocos_verdict() {
    let mut random = Random::new(31, 0);
    let mut files = fixtures("plugin", ".xml");
    files.extend(fixtures("sdf", "formulas.xml"));
    let mut sandbox = Sandbox::new();
    copy_assets(&repository("fixtures/plugin"), &sandbox);
    copy_assets(&repository("fixtures/sdf"), &sandbox);
    let mut names = Vec::new();
    for number in 0..count() {
        let (_, content) = random.pick(&files).expect("files");
        names.push(format!("{number}.xml"));
        sandbox = sandbox.file(
            &names[number],
            spoil(content, &mut random, spoil_configuration),
        );
    }
    check(&sandbox, &names);
}
