//! Subcommands and flags, with the help texts that teach them.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::report_arguments::{
    self, BaselineArguments, CompareArguments, HistoryArguments, RenderArguments, TextFormat,
};
use crate::accept;
use crate::case::{Mode, Overrides, Setting};
use crate::provision::ProvisionOptions;
use crate::report::Target;
use crate::run::Part;
use crate::simulator::Limits;
use crate::simulator::inject::{self, Injection};

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

const RUN_HELP: &str = "\
Examples:
  harness run fixtures/                                  the engine against MuJoCo 3.2.6
  harness run fixtures/ --modes compile,forward          without steps
  harness run arm.xml --fields 'actuator_*,qM' -v        some fields, every record shown
  harness run fixtures/ --subject mujoco@3.3.7           what changed between two versions of MuJoCo
  harness run fixtures/ --subject process:./my-adapter   another engine (docs/protocol.md)
  harness run fixtures/ --reference golden               without MuJoCo, from recorded values (docs/goldens.md)

Each .xml file is a case. A file NAME.toml beside it changes its schedule (docs/sidecar.md).
Results that nobody compared do not fail a run but are listed as not covered; --strict makes them fail.";

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Compare a subject with a reference on all cases under the given paths
    #[command(after_help = format!("{RUN_HELP}\n\n{EXIT_CODES}"))]
    Run(Box<RunArguments>),
    /// Compare at seeded random states, round after round, until a bound is reached or something differs
    Soak(Box<SoakArguments>),
    /// Compare the speed of a subject with that of a reference, in steps or in loads
    #[command(after_help = format!("{BENCH_HELP}\n\n{EXIT_CODES}"))]
    Bench(BenchArguments),
    /// Hold the acceptance criteria, and the engine, to the reference
    Accept(AcceptArguments),
    /// Tell what changed between two runs: fixed, broken, new, gone, larger and smaller errors, speed
    #[command(after_help = report_arguments::COMPARE_HELP)]
    Compare(CompareArguments),
    /// Run one case again and tell at length what differs first, in which stage, with which inputs, and where in the MJCF
    Explain(Box<RunArguments>),
    /// Keep what is accepted of each case, so that ground once won is never lost
    Baseline(BaselineArguments),
    /// Print how runs went over time
    History(HistoryArguments),
    /// Write a report in other formats: HTML, JUnit, SARIF, GitHub annotations, Markdown
    #[command(after_help = report_arguments::RENDER_HELP)]
    Render(RenderArguments),
    /// Record the reference's values beside the fixtures, and see that they are current
    #[command(after_help = format!("{GOLDEN_HELP}\n\n{EXIT_CODES}"))]
    Golden {
        #[command(subcommand)]
        what: GoldenCommand,
    },
    /// Put the reports of all shards of a run together
    Merge(MergeArguments),
    /// Show where MuJoCo itself changed from version to version, field by field
    Drift(DriftArguments),
    /// Print a simulator's fields for one model as JSON
    Dump(DumpArguments),
    /// List the cases under the given paths and what each would do
    List(ListArguments),
    /// Show what is installed, cached and working for each kind of simulator
    Doctor(DoctorArguments),
    /// List the kinds of simulator
    Simulators(DoctorArguments),
    /// Print the directory of a MuJoCo library that programs can be linked to, for building the simulator mujoco-rs
    Library(LibraryArguments),
    /// Serve the protocol as a child process (not for people)
    #[command(hide = true)]
    Worker {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
}

/// Which cases.
#[derive(Clone, Debug, Args)]
pub struct CaseArguments {
    /// Model files (.xml) and directories to search for them
    #[arg(required = true, value_name = "PATHS")]
    pub paths: Vec<PathBuf>,
    /// Only cases whose name contains this text; `*` stands for anything
    #[arg(long, value_name = "NAME")]
    pub filter: Option<String>,
    /// Only these modes (comma-separated): compile, forward, forced, free
    #[arg(
        long,
        value_enum,
        value_delimiter = ',',
        value_name = "MODES",
        hide_possible_values = true
    )]
    pub modes: Option<Vec<Mode>>,
    /// Steps of forced and free runs [default: 100, or as the sidecar says]
    #[arg(long, value_name = "N")]
    pub steps: Option<u64>,
    /// Seed of random states and controls [default: 1, or as the sidecar says]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Number of random states [default: 3, or as the sidecar says]
    #[arg(long, value_name = "N")]
    pub random: Option<usize>,
    /// Set an option on both sides after loading, e.g. solver=CG or gravity="0 0 -1"; may be repeated
    #[arg(long, value_name = "OPTION=VALUE", value_parser = Setting::parse_pair)]
    pub set: Vec<Setting>,
    /// Switch features off on both sides (comma-separated): contact, constraint, limit and MJCF's other flags
    #[arg(long, value_name = "FLAGS", value_parser = |text: &str| Setting::parse("disable", text))]
    pub disable: Option<Setting>,
    /// Switch features on
    #[arg(long, value_name = "FLAGS", value_parser = |text: &str| Setting::parse("enable", text))]
    pub enable: Option<Setting>,
}

impl CaseArguments {
    pub fn overrides(&self) -> Overrides {
        Overrides {
            modes: self.modes.clone(),
            seed: self.seed,
            steps: self.steps,
            random: self.random,
            options: self.options().cloned().collect(),
        }
    }

    /// What `--set`, `--disable` and `--enable` say.
    pub fn options(&self) -> impl Iterator<Item = &Setting> {
        self.set.iter().chain(&self.disable).chain(&self.enable)
    }
}

/// Where simulators come from and what they may use.
#[derive(Clone, Debug, Args)]
pub struct SimulatorArguments {
    /// Never fetch anything
    #[arg(long)]
    pub offline: bool,
    /// Directory with libmujoco.so and include/, instead of a downloaded MuJoCo
    #[arg(long, value_name = "DIR")]
    pub mujoco_lib: Option<PathBuf>,
    /// Where downloaded and compiled files are kept [default: the user's cache directory]
    #[arg(long, value_name = "DIR", env = crate::provision::cache::CACHE_VARIABLE)]
    pub cache: Option<PathBuf>,
    /// Seconds that a simulator may take for one request
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    pub timeout: f64,
    /// Memory that a simulator may use, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 4096)]
    pub memory: u64,
}

impl SimulatorArguments {
    pub fn provision(&self) -> ProvisionOptions {
        ProvisionOptions {
            cache: self.cache.clone(),
            offline: self.offline,
            mujoco_lib: self.mujoco_lib.clone(),
            ..ProvisionOptions::default()
        }
    }

    pub fn limits(&self) -> Result<Limits, super::CliError> {
        let request = Duration::try_from_secs_f64(self.timeout);
        match request {
            Ok(request) if !request.is_zero() => Ok(Limits {
                request,
                memory_mib: self.memory,
            }),
            _ => Err(super::CliError::Usage(format!(
                "--timeout {} is not a number of seconds above 0",
                self.timeout
            ))),
        }
    }
}

#[derive(Clone, Debug, Args)]
pub struct RunArguments {
    #[command(flatten)]
    pub cases: CaseArguments,
    /// The simulator under test (see `harness simulators`)
    #[arg(long, value_name = "KIND", default_value = RunArguments::SUBJECT)]
    pub subject: String,
    /// The simulator that is right by definition
    #[arg(long, value_name = "KIND", default_value = RunArguments::REFERENCE)]
    pub reference: String,
    /// Only these fields (comma-separated; `*` and `?` are wildcards)
    #[arg(long, value_delimiter = ',', value_name = "GLOB")]
    pub fields: Vec<String>,
    /// Call differences up to this scaled error `close`; they are counted apart and never called pass
    #[arg(long, value_name = "ERROR")]
    pub tolerance: Option<f64>,
    /// Fail also if anything scheduled is not covered: missing fields, unsupported models, modes that the subject lacks
    #[arg(long)]
    pub strict: bool,
    /// Disturb one value of the subject, to see that the harness finds it: FIELD[ELEMENT]@STEP:ulp=N|nan|swap
    #[arg(long, value_name = "INJECTION", long_help = inject::HELP)]
    pub inject: Option<Injection>,
    /// Cases at a time, each with two processes [default: number of cores]
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Only part K of N, for N machines to share the work; `harness merge` puts their reports together
    #[arg(long, value_name = "K/N")]
    pub shard: Option<Part>,
    /// Earlier report whose durations balance the shards; the same for all of them
    #[arg(long, value_name = "REPORT", requires = "shard")]
    pub durations: Option<PathBuf>,
    /// Go on where the run of this report ended; its finished cases are taken over
    #[arg(long, value_name = "REPORT")]
    pub resume: Option<PathBuf>,
    /// Only the cases that are not ok in this report
    #[arg(long, value_name = "REPORT", conflicts_with = "resume")]
    pub rerun_failed: Option<PathBuf>,
    /// Directory in which each run makes its own
    #[arg(long, value_name = "DIR", default_value = "reports")]
    pub report_dir: PathBuf,
    /// Write the report in these formats too (comma-separated): html, junit, sarif, github, markdown
    #[arg(
        long,
        value_enum,
        value_delimiter = ',',
        value_name = "FORMATS",
        hide_possible_values = true
    )]
    pub to: Vec<Target>,
    /// Hold the run to what this file accepts, which decides the exit code; without such a file, make it
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Print the summary only
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Print every record, all missing fields and where the time went
    #[arg(short, long)]
    pub verbose: bool,
    #[command(flatten)]
    pub simulators: SimulatorArguments,
}

impl RunArguments {
    pub const SUBJECT: &str = "engine";
    pub const REFERENCE: &str = "mujoco@3.2.6";
}

#[derive(Debug, Args)]
pub struct MergeArguments {
    /// The shards: their directories, or their report.jsonl
    #[arg(required = true, value_name = "REPORTS")]
    pub reports: Vec<PathBuf>,
    /// Directory in which the merged report gets its own
    #[arg(long, value_name = "DIR", default_value = "reports")]
    pub report_dir: PathBuf,
}

#[derive(Debug, Args)]
pub struct DriftArguments {
    #[command(flatten)]
    pub cases: CaseArguments,
    /// Versions of MuJoCo (comma-separated), each compared with the one before
    #[arg(long, value_delimiter = ',', required = true, value_name = "VERSIONS")]
    pub versions: Vec<String>,
    #[arg(long, value_enum, default_value_t = TextFormat::Text)]
    pub format: TextFormat,
    /// Cases at a time, each with two processes [default: number of cores]
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    #[command(flatten)]
    pub simulators: SimulatorArguments,
}

#[derive(Debug, Args)]
pub struct SoakArguments {
    #[command(flatten)]
    pub run: RunArguments,
    /// Stop after this many random states, at the end of a round
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub count: u64,
    /// Stop after this time, at the end of a round
    #[arg(long, value_name = "MINUTES")]
    pub minutes: Option<f64>,
}

const BENCH_HELP: &str = "\
Examples:
  harness bench                                 steps per second on the built-in models
  harness bench arm.xml hand.xml --format json  on these models, for a program to read
  harness bench load                            time from XML to a model with data, for models of 3 to 6,000 degrees of freedom
  harness bench load arm.xml hand.xml           the same for these models and their assets

Both sides make the same steps from reset with the same random controls, in turns; times are CPU times, medians over the turns.
A ratio is the reference's time over the subject's: above 1 the subject is faster. Build with --release, or it means nothing.";

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct BenchArguments {
    #[command(subcommand)]
    pub what: Option<BenchCommand>,
    /// Model files (.xml) [default: the built-in models]
    #[arg(value_name = "MODELS")]
    pub models: Vec<PathBuf>,
    #[command(flatten)]
    pub options: BenchOptions,
}

#[derive(Debug, Subcommand)]
pub enum BenchCommand {
    /// Time from XML to a model with its data
    Load(BenchLoadArguments),
}

#[derive(Clone, Debug, Args)]
pub struct BenchLoadArguments {
    /// Model files (.xml) [default: built-in models of many sizes]
    #[arg(value_name = "MODELS")]
    pub models: Vec<PathBuf>,
    #[command(flatten)]
    pub options: BenchOptions,
}

#[derive(Clone, Debug, Args)]
pub struct BenchOptions {
    /// How results are printed; the report is JSON always
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    /// Turns of each side
    #[arg(long, value_name = "N", default_value_t = 9)]
    pub turns: usize,
    /// Steps in a turn [default: as many as take the reference about 40 ms]
    #[arg(long, value_name = "N")]
    pub steps: Option<u64>,
    /// Seed of the controls
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// The simulator under test (see `harness simulators`)
    #[arg(long, value_name = "KIND", default_value = RunArguments::SUBJECT)]
    pub subject: String,
    /// The simulator to compare with
    #[arg(long, value_name = "KIND", default_value = RunArguments::REFERENCE)]
    pub reference: String,
    /// Directory in which each run makes its own
    #[arg(long, value_name = "DIR", default_value = "reports")]
    pub report_dir: PathBuf,
    #[command(flatten)]
    pub simulators: SimulatorArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Table,
    Json,
}

#[derive(Debug, Args)]
pub struct AcceptArguments {
    /// The fixtures, with the criteria in `acceptance/*.toml` below
    #[arg(value_name = "DIR", default_value = "fixtures")]
    pub fixtures: PathBuf,
    /// How to print them
    #[arg(long, value_enum, default_value = "table")]
    pub format: accept::Format,
    /// Print docs/errata.md instead: what the documents say and the reference contradicts
    #[arg(long)]
    pub errata: bool,
    /// The simulator under test (see `harness simulators`)
    #[arg(long, value_name = "KIND", default_value = RunArguments::SUBJECT)]
    pub subject: String,
    /// The simulator that is right by definition
    #[arg(long, value_name = "KIND", default_value = RunArguments::REFERENCE)]
    pub reference: String,
    #[command(flatten)]
    pub simulators: SimulatorArguments,
}

const GOLDEN_HELP: &str = "\
Examples:
  harness golden check fixtures/                are the recorded values MuJoCo's, and of the fixtures as they are
  harness golden write fixtures/                record what is new, leave what would change as NAME.golden.new
  harness golden review fixtures/               see old and new values, and accept or reject
  harness golden write --accept fixtures/       record everything anew; git shows what changed
  harness run fixtures/ --reference golden      the engine against the recorded values, without MuJoCo

docs/goldens.md describes the files.";

#[derive(Debug, Subcommand)]
pub enum GoldenCommand {
    /// Record the values of a reference simulator
    Write {
        #[command(flatten)]
        recording: GoldenRecording,
        /// Replace goldens that change at once, without leaving them to a review
        #[arg(long)]
        accept: bool,
    },
    /// Say which goldens are missing, stale or wrong, and why
    Check {
        #[command(flatten)]
        recording: GoldenRecording,
        /// Look at the files only: says what is missing or stale, but not whether the values are right
        #[arg(long)]
        without_reference: bool,
    },
    /// Show what is pending and ask what to do with it
    Review(GoldenPaths),
    /// Take everything that is pending
    Accept(GoldenPaths),
    /// Remove everything that is pending
    Reject(GoldenPaths),
}

#[derive(Clone, Debug, Args)]
pub struct GoldenPaths {
    /// Model files (.xml) and directories to search for them
    #[arg(value_name = "PATHS", default_value = "fixtures")]
    pub paths: Vec<PathBuf>,
}

#[derive(Clone, Debug, Args)]
pub struct GoldenRecording {
    #[command(flatten)]
    pub paths: GoldenPaths,
    /// Who computes the values: mujoco@VERSION or python@VERSION
    #[arg(long, value_name = "KIND", default_value = RunArguments::REFERENCE)]
    pub reference: String,
    /// Fixtures at a time, each with a process [default: number of cores]
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    #[command(flatten)]
    pub simulators: SimulatorArguments,
}

const DUMP_HELP: &str = "\
The output is {\"simulator\": .., \"model\": {\"sizes\": {..}, \"fields\": {NAME: {\"shape\": [..], \"type\": \"f64\", \
\"data\": [..]}}}, \"data\": {\"fields\": {..}}}, arrays flat and in row-major order.
NaN and infinities are the strings \"nan\", \"inf\" and \"-inf\".

A state file is a JSON object with any of qpos, qvel, act, ctrl, qfrc_applied, xfrc_applied, mocap_pos, mocap_quat, \
eq_active, qacc_warmstart and time, each a flat array.";

#[derive(Debug, Args)]
#[command(after_help = DUMP_HELP)]
pub struct DumpArguments {
    /// The model
    #[arg(value_name = "MODEL.xml")]
    pub model: PathBuf,
    /// Who computes (see `harness simulators`)
    #[arg(long, value_name = "KIND")]
    pub simulator: String,
    /// State to set before computing
    #[arg(long, value_name = "STATE.json")]
    pub state: Option<PathBuf>,
    /// Steps to make; 0 computes everything at the state without a step
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub steps: u64,
    /// Only these fields (comma-separated; `*` and `?` are wildcards)
    #[arg(long, value_delimiter = ',', value_name = "GLOB")]
    pub fields: Vec<String>,
    #[command(flatten)]
    pub simulators: SimulatorArguments,
}

#[derive(Debug, Args)]
pub struct ListArguments {
    #[command(flatten)]
    pub cases: CaseArguments,
}

#[derive(Debug, Args)]
pub struct LibraryArguments {
    /// Version of MuJoCo
    #[arg(value_name = "VERSION", default_value = crate::simulator::MUJOCO_RS)]
    pub version: String,
    #[command(flatten)]
    pub simulators: SimulatorArguments,
}

#[derive(Debug, Args)]
pub struct DoctorArguments {
    #[command(flatten)]
    pub simulators: SimulatorArguments,
}
