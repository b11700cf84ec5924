//! The subcommands, each with its arguments, its command and its logic in one place.

pub mod accept;
pub mod adapter;
pub mod arguments;
pub mod baseline;
pub mod bench;
pub mod compare;
pub mod compile;
pub mod doctor;
pub mod drift;
pub mod dump;
mod exit;
pub mod explain;
pub mod fields;
pub mod fuzz;
pub mod golden;
pub mod history;
pub mod library;
pub mod list;
pub mod matrix;
pub mod merge;
pub mod mutants;
mod program;
pub mod reduce;
pub mod render;
pub mod run;
pub mod soak;
pub mod upgrade;
pub mod utilities;
pub mod verdict;

use std::ffi::OsString;

use clap::{Parser, Subcommand};

pub use exit::{CliError, Exit};
pub use program::{main, names};

/// Compares a physics engine with MuJoCo, field by field and bit by bit.
#[derive(Debug, Parser)]
#[command(version, after_help = EXIT_CODES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

const EXIT_CODES: &str = "\
Exit codes:
    0  all ok
    1  internal error
    2  wrong usage, or a mistake in a sidecar
    3  a simulator is unavailable or of the wrong version
    4  nothing selected
  100  mismatch: something differs, or a model was rejected
  101  a simulator crashed, hung, ran out of memory or wrote garbage

On first use `mujoco@VERSION` is fetched from PyPI into a cache; `harness doctor` shows what is there.";

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Compare a subject with a reference on all cases under the given paths
    #[command(after_help = format!("{}\n\n{EXIT_CODES}", run::HELP))]
    Run(Box<run::RunArguments>),
    /// Compare at seeded random states, round after round, until a bound is reached or something
    /// differs
    Soak(Box<soak::SoakArguments>),
    /// Compare functions of numbers, vectors and matrices at seeded samples and thresholds
    Utilities(utilities::UtilitiesArguments),
    /// Compare on models that nobody wrote: from a grammar, or given ones changed a little
    #[command(after_help = format!("{}\n\n{EXIT_CODES}", fuzz::HELP))]
    Fuzz(Box<fuzz::FuzzArguments>),
    /// Make a model as small as it can be while its first difference stays
    #[command(after_help = format!("{}\n\n{EXIT_CODES}", reduce::HELP))]
    Reduce(Box<reduce::ReduceArguments>),
    /// Measure how many faults in the engine the fixtures notice
    #[command(after_help = format!("{}\n\n{EXIT_CODES}", mutants::HELP))]
    Mutants(mutants::MutantsArguments),
    /// Compare the speed of a subject with that of a reference, in steps or in loads
    #[command(after_help = format!("{}\n\n{EXIT_CODES}", bench::HELP))]
    Bench(bench::BenchArguments),
    /// Hold the acceptance criteria, and the engine, to the reference
    Accept(accept::AcceptArguments),
    /// Report what changed between two runs: fixed, broken, new, gone, larger and smaller errors,
    /// speed
    #[command(after_help = compare::HELP)]
    Compare(compare::CompareArguments),
    /// Run one case again and explain in detail what differs first, in which stage, with which
    /// inputs, and where in the MJCF
    Explain(Box<explain::ExplainArguments>),
    /// Keep what is accepted of each case, so that ground once won is never lost
    Baseline(baseline::BaselineArguments),
    /// Print how runs went over time
    History(history::HistoryArguments),
    /// Write a report in other formats: HTML, JUnit, SARIF, GitHub annotations, Markdown
    #[command(after_help = render::help())]
    Render(render::RenderArguments),
    /// Record the reference's values beside the fixtures, and see that they are current
    #[command(after_help = format!("{}\n\n{EXIT_CODES}", golden::HELP))]
    Golden {
        #[command(subcommand)]
        what: golden::GoldenCommand,
    },
    /// Put the verdict by rounding, for subjects of lower precision, to the test
    Verdict {
        #[command(subcommand)]
        what: verdict::VerdictCommand,
    },
    /// Run several engines over the same cases, and make a page of features and engines
    #[command(after_help = format!("{}\n\n{EXIT_CODES}", matrix::HELP))]
    Matrix(Box<matrix::MatrixArguments>),
    /// Start an adapter for another engine, and test it
    Adapter {
        #[command(subcommand)]
        what: adapter::AdapterCommand,
    },
    /// List MuJoCo's fields with their types, shapes and stages
    Fields(fields::FieldsArguments),
    /// Put the reports of all shards of a run together
    Merge(merge::MergeArguments),
    /// Show where MuJoCo itself changed from version to version, field by field
    Drift(drift::DriftArguments),
    /// Say whether it is safe to go from one version of MuJoCo to another, for the given models
    #[command(after_help = format!("{}\n\n{EXIT_CODES}", upgrade::HELP))]
    Upgrade(Box<upgrade::UpgradeArguments>),
    /// Compile a model with the engine and write it as a binary model
    Compile(compile::CompileArguments),
    /// Print a simulator's fields for one model as JSON
    Dump(dump::DumpArguments),
    /// List the cases under the given paths and what each would do
    List(list::ListArguments),
    /// Show what is installed, cached and working for each kind of simulator
    Doctor(doctor::DoctorArguments),
    /// List the kinds of simulator
    Simulators(doctor::DoctorArguments),
    /// Print the directory of a MuJoCo library that programs can be linked to, for building the
    /// simulator mujoco-rs
    Library(library::LibraryArguments),
    /// Serve the protocol as a child process (not for people)
    #[command(hide = true)]
    Worker {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
}

/// Prints something as JSON for programs to read.
fn print_json(value: &impl serde::Serialize) -> Result<(), CliError> {
    let text = serde_json::to_string_pretty(value)
        .map_err(|error| CliError::io("stdout")(error.into()))?;
    println!("{text}");
    Ok(())
}
