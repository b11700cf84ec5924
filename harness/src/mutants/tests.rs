//! Which faults are found in a source, and how the source looks with them.

use super::blame::Blame;
use super::copy::{SHARED, manifest_of_copy};
use super::find::points;
use super::point::{Point, rewrite};
use super::sample::collect;
use super::trial::Killed;

/// The faults of a function with this body, as `old -> new`.
fn faults(body: &str) -> Vec<String> {
    let source = format!("fn f() {{ {body} }}");
    let points = points(&source).expect("Rust");
    let changes = points.iter().flat_map(|point| &point.changes);
    changes
        .map(|change| format!("{} -> {}", change.old, change.new))
        .collect()
}

/// The source with the faults that `choose` takes, numbered from 1.
fn rewritten(source: &str, choose: impl Fn(&Point) -> bool) -> String {
    let mut points = points(source).expect("Rust");
    let mut number = 0;
    for point in points.iter_mut().filter(|point| choose(point)) {
        for change in &mut point.changes {
            number += 1;
            change.number = Some(number);
        }
    }
    rewrite(source, &points).text
}

#[test]
fn every_kind_of_fault_is_found() {
    assert_eq!(faults("a < b"), ["a < b -> a <= b", "a < b -> a > b"]);
    assert_eq!(faults("a == b"), ["a == b -> a != b"]);
    assert_eq!(
        faults("a + b + c"),
        [
            "a + b + c -> a + b - c",
            "a + b + c -> a + (b + c)",
            "a + b -> a - b"
        ]
    );
    assert_eq!(faults("let x = 1e-10;"), ["1e-10 -> 1e-9"]);
    assert_eq!(faults("a[1]"), ["1 -> 0"]);
    assert_eq!(faults("a.max(b)"), ["a.max(b) -> a"]);
    assert_eq!(faults("-a"), ["-a -> a"]);
    assert_eq!(faults("if a { b }"), ["a -> false"]);
    assert_eq!(faults("a && b"), ["a && b -> a", "a && b -> b"]);
    assert_eq!(faults("f(x);"), ["f(x); -> "]);
    assert_eq!(faults("a += b;"), ["a += b; -> ", "a += b -> a -= b"]);
    assert_eq!(faults("MINVAL"), ["MINVAL -> 10.0 * MINVAL"]);
    assert_eq!(faults("v.x"), ["v.x -> v.y"]);
}

#[test]
fn what_the_compiler_computes_and_what_is_not_code_is_left_alone() {
    for body in [
        "const N: usize = 3;",
        "static X: f64 = 1.0;",
        "let a: [f64; 3] = b;",
        "match a { 1 => b, 2..=3 => c, _ => d }",
        "assert!(1 < 2);",
        "let b = f::<3>();",
        "if let Some(a) = b { c }",
        "unsafe { 1 }",
        "let a = b as [u8; 2];",
    ] {
        assert_eq!(faults(body), [] as [&str; 0], "{body}");
    }
    for source in [
        "const fn f() -> f64 { 1.0 }",
        "#[cfg(test)] mod tests { fn f() -> f64 { 1.0 } }",
        "impl Display for A { fn fmt(&self) -> f64 { 1.0 } }",
        "#[test] fn f() { 1.0; }",
        "macro_rules! m { () => { 1 + 2 } }",
    ] {
        assert_eq!(points(source).expect("Rust"), [], "{source}");
    }
    assert_eq!(faults("[1.0; 3]"), ["1.0 -> 1.5"]);
    // What is written to must stay where it is.
    assert_eq!(faults("let r = &mut v.x;"), [] as [&str; 0]);
}

#[test]
fn all_faults_of_a_source_are_in_one_text_behind_switches() {
    let source = "fn f() -> bool { if a + 1 < b { g(); } true }";
    let comparison = rewritten(source, |point| point.range == (20..29));
    assert!(
        comparison.contains(
            "if crate::mutants::flag(1, (match (&(a + 1), &(b)) { (left, right) => \
             crate::mutants::flag(3, crate::mutants::flag(2, left < right, left <= right), left > right) }), false) {"
        ),
        "{comparison}"
    );
    let statement = rewritten(source, |point| {
        source[point.range.clone()].starts_with("g()")
    });
    assert_eq!(
        statement,
        "fn f() -> bool { if a + 1 < b { if !crate::mutants::on(1) { g(); } } true }"
    );
    let nested = rewritten(source, |point| point.range.end <= 25);
    assert_eq!(
        nested,
        "fn f() -> bool { if (if crate::mutants::on(1) { a - 1 } else { \
         a + (if crate::mutants::on(2) { 2 } else { 1 }) }) < b { g(); } true }"
    );
    assert_eq!(rewritten(source, |_| false), source);
    syn::parse_file(&rewritten(source, |_| true)).expect("still Rust");
}

#[test]
fn a_fault_knows_its_function_and_its_place() {
    let source = "impl A {\n    fn f() {\n        x = 1;\n    }\n}";
    let points = points(source).expect("Rust");
    let place = |point: &Point| (point.function.clone(), point.line, point.column);
    let expected = ("A::f".to_owned(), 3, 9);
    assert_eq!(points.iter().map(place).next(), Some(expected));
}

#[test]
fn a_sample_is_repeatable_and_does_not_depend_on_lines() {
    let text = "fn f(a: f64, b: f64) -> f64 { if a < b { a + b * 2.0 } else { a - b } }";
    let chosen = |text: &str, seed: u64| {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("a.rs"), text).expect("written");
        let sample = collect(folder.path(), &[], seed, 4).expect("a sample");
        let faults = sample.faults.into_iter();
        faults
            .map(|fault| (fault.old, fault.new))
            .collect::<Vec<_>>()
    };
    let first = chosen(text, 1);
    assert_eq!(first.len(), 4);
    assert_eq!(first, chosen(&format!("\n\n// more\n{text}"), 1));
    assert_ne!(first, chosen(text, 2));
}

#[test]
fn a_fault_of_the_compiler_is_blamed_on_the_model_whatever_differs_later() {
    let later = Killed {
        mode: "forward".to_owned(),
        stage: Some("kinematics".to_owned()),
        ..Killed::default()
    };
    let both = Killed {
        compiled: true,
        ..later.clone()
    };
    assert_eq!(Blame::of("compile/geom.rs", &later), Blame::Wrong);
    assert_eq!(Blame::of("compile/geom.rs", &both), Blame::Right);
    let kinematics = "pipeline/position/kinematics.rs";
    assert_eq!(Blame::of(kinematics, &both), Blame::Right);
    assert_eq!(Blame::of("pipeline/sensor/mod.rs", &both), Blame::Wrong);
}

#[test]
fn answers_blame_no_stage_and_a_shape_may_show_in_a_sensor_of_distance() {
    let of = |mode: &str, stage: &str, file: &str| {
        let killed = Killed {
            mode: mode.to_owned(),
            stage: Some(stage.to_owned()),
            ..Killed::default()
        };
        Blame::of(file, &killed)
    };
    let shape = "pipeline/collision/box_box.rs";
    for mode in ["query", "derivative", "save"] {
        assert_eq!(of(mode, "kinematics", shape), Blame::None);
    }
    assert_eq!(of("forward", "kinematics", shape), Blame::Wrong);
    assert_eq!(of("forward", "sensor", shape), Blame::Right);
    let position = "pipeline/position/kinematics.rs";
    assert_eq!(of("forward", "sensor", position), Blame::Wrong);
}

#[test]
fn what_both_sides_would_share_is_where_the_copy_looks_for_it() {
    let sources = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/src");
    for (file, condition) in SHARED {
        let text = std::fs::read_to_string(format!("{sources}/{file}")).expect(file);
        assert_eq!(text.matches(condition).count(), 1, "{file}: {condition}");
    }
}

#[test]
fn functions_that_only_programs_call_have_no_faults() {
    let sources = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/src");
    let modules = ["math/numbers.rs".to_owned()];
    let sample = collect(sources.as_ref(), &modules, 1, usize::MAX).expect("sources");
    let functions: Vec<&str> = sample.faults.iter().map(|f| f.function.as_str()).collect();
    assert!(functions.contains(&"halton"));
    assert!(!functions.contains(&"standard_normal"));
}

/// Else cargo would link a program to the copy's engine, and not notice that the engine has changed.
#[test]
fn the_copys_packages_have_another_version() {
    let manifest = format!(
        "[workspace.package]\nversion = \"{own}\"\n\n[workspace.dependencies]\n\
         plumbline-physics = {{ path = \"engine\", version = \"{own}\" }}\nwide = \"0.7\"\n",
        own = env!("CARGO_PKG_VERSION")
    );
    let copy = manifest_of_copy(&manifest);
    assert_eq!(copy.matches(".999\"").count(), 2, "{copy}");
    assert_eq!(copy.replace(".999\"", ".0\""), manifest);
}
