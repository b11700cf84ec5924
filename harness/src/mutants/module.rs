//! The modules that a score is given for.

/// No fixture is a binary model; the engine's tests write, read and damage them.
const DAMAGED: &str = "how a binary file is read, and what a damaged one is refused for";

/// MuJoCo has no counterpart; tests hold each world to a simulation of its own.
const ABREAST: &str = "worlds side by side";

/// What fixtures cannot show, each with its reason: held by the engine's own tests.
pub(super) const OUTSIDE: &[(&str, &str)] = &[
    ("allocator.rs", "how memory is asked for"),
    (
        "api/",
        "what programs call: it checks arguments and hands over",
    ),
    ("batch/", ABREAST),
    ("compile/parallel.rs", "how work is divided over threads"),
    ("data/belongs.rs", "whether data and model belong together"),
    ("data/callbacks.rs", "what programs give to be called"),
    ("data/views.rs", "what programs call"),
    ("error.rs", "words"),
    ("math/abreast", ABREAST),
    ("math/dispatch.rs", "which instructions the processor has"),
    ("misuse.rs", "words"),
    ("mjb/flex.rs", DAMAGED),
    ("mjb/layout.rs", DAMAGED),
    ("mjb/read.rs", DAMAGED),
    ("mjb/reference.rs", DAMAGED),
    ("mjb/tree.rs", DAMAGED),
    ("mjcf/edit/", "what programs call to change a spec"),
    ("mjcf/schema/document.rs", "a page of the documentation"),
    ("model/fields/", "tables"),
    ("model/names.rs", "what programs call"),
    ("model/reflect.rs", "what the harness reads by"),
    ("nearest.rs", "words"),
    ("pipeline/abreast/", ABREAST),
    (
        "pipeline/difference/hybrid.rs",
        "derivatives that MuJoCo does not have",
    ),
    (
        "pipeline/difference/threads.rs",
        "how work is divided over threads",
    ),
    ("pipeline/gains.rs", "tests"),
    ("testing.rs", "tests"),
];

/// Functions that only programs call, by file and name: tests of the engine and of `harness
/// utilities` hold them to MuJoCo.
const ALONE: &[(&str, &str)] = &[
    // The compiler sets the ranges of all actuators at once.
    ("compile/length_range/mod.rs", "set_length_range"),
    // It writes into the model; tests of the harness hold it to the reference.
    ("data/keyframe.rs", "Model::set_keyframe"),
    // Draws from a source that the program gives.
    ("math/numbers.rs", "standard_normal"),
];

/// Whether fixtures can show what a function computes.
pub(super) fn is_shown(file: &str, function: &str) -> bool {
    !ALONE.contains(&(file, function))
}

/// Whether fixtures can show what a file computes.
pub(super) fn is_inside(file: &str) -> bool {
    !OUTSIDE.iter().any(|(prefix, _)| file.starts_with(prefix))
}

/// The module of a file: its folder; of the pipeline and of the assets the folder below.
pub(super) fn module(file: &str) -> &str {
    let depth = match file.split('/').next() {
        Some("pipeline" | "asset") => 2,
        _ => 1,
    };
    let folders = file.match_indices('/').map(|(at, _)| at);
    let ends: Vec<usize> = folders.take(depth).collect();
    ends.last().map_or(file, |&end| &file[..end])
}
