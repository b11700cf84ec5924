//! Flags that several subcommands have: which cases, which simulators, and how they are compared.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::CliError;
use crate::case::tags::Choice;
use crate::case::{Mode, Overrides, Setting};
use crate::precision::Precision;
use crate::provision::ProvisionOptions;
use crate::run::Standard;
use crate::simulator::inject::{self, Injection};
use crate::simulator::{Kind, KindError, Pipelined};
use crate::worker::{self, Limits};

/// Which cases.
#[derive(Clone, Debug, Args)]
pub struct CaseArguments {
    /// Model files (.xml) and directories to search for them
    #[arg(required = true, value_name = "PATHS")]
    pub paths: Vec<PathBuf>,
    /// Only cases whose name contains this text; `*` stands for anything
    #[arg(long, value_name = "NAME")]
    pub filter: Option<String>,
    /// Only cases with this tag, see `harness list --tags`: tendon, needs:ball, !flex (without it);
    /// a,b takes either, and each flag narrows the choice
    #[arg(long, value_name = "TAG")]
    pub tag: Vec<Choice>,
    #[arg(
        long,
        help = modes_help(),
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
    /// Set an option on both sides after loading, e.g. solver=CG or gravity="0 0 -1"; may be
    /// repeated
    #[arg(long, value_name = "OPTION=VALUE", value_parser = Setting::parse_pair)]
    pub set: Vec<Setting>,
    /// Switch features off on both sides (comma-separated): contact, constraint, limit and MJCF's
    /// other flags
    #[arg(long, value_name = "FLAGS", value_parser = |text: &str| Setting::parse("disable", text))]
    pub disable: Option<Setting>,
    /// Switch features on
    #[arg(long, value_name = "FLAGS", value_parser = |text: &str| Setting::parse("enable", text))]
    pub enable: Option<Setting>,
}

fn modes_help() -> String {
    let names: Vec<&str> = Mode::all().iter().map(|mode| mode.name()).collect();
    format!("Only these modes (comma-separated): {}", names.join(", "))
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

/// What a subject must support.
#[derive(Clone, Debug, Default, Args)]
pub struct RequireArguments {
    /// Fail if the subject does not support a case with this tag, or if there is none; as --tag
    #[arg(long, value_name = "TAG")]
    pub require: Vec<Choice>,
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
    /// Use a wheel of MuJoCo whose hash is not known to this program
    #[arg(long)]
    pub trust_wheel: bool,
    /// Where downloaded and compiled files are kept [default: the user's cache directory]
    #[arg(long, value_name = "DIR", env = crate::provision::cache::CACHE_VARIABLE)]
    pub cache: Option<PathBuf>,
    /// Seconds that a simulator may take for one request
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    pub timeout: f64,
    /// Seconds of CPU time that a simulator may take for one request [default: no bound; fuzz: 5]
    #[arg(long, value_name = "SECONDS")]
    pub cpu: Option<f64>,
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
            trust_wheel: self.trust_wheel,
            ..ProvisionOptions::default()
        }
    }

    /// Starts a simulator.
    pub(super) fn spawn(&self, kind: &str) -> Result<Box<dyn Pipelined>, CliError> {
        let limits = self.limits()?;
        parse_kind(kind)?;
        worker::spawn(kind, &limits, &self.provision()).map_err(CliError::Simulator)
    }

    pub fn limits(&self) -> Result<Limits, CliError> {
        Ok(Limits {
            request: positive("--timeout", self.timeout)?,
            cpu: self.cpu.map(|cpu| positive("--cpu", cpu)).transpose()?,
            memory_mib: self.memory,
        })
    }
}

/// A span of time from a flag.
fn positive(flag: &str, seconds: f64) -> Result<Duration, CliError> {
    match Duration::try_from_secs_f64(seconds) {
        Ok(span) if !span.is_zero() => Ok(span),
        _ => Err(CliError::Usage(format!(
            "{flag} {seconds} is not a number of seconds above 0"
        ))),
    }
}

/// What is compared, and how strictly.
#[derive(Clone, Debug, Args)]
pub struct ComparisonArguments {
    #[command(flatten)]
    pub cases: CaseArguments,
    /// The simulator under test (see `harness simulators`)
    #[arg(long, value_name = "KIND", default_value = ComparisonArguments::SUBJECT)]
    pub subject: String,
    /// The simulator that is right by definition
    #[arg(long, value_name = "KIND", default_value = ComparisonArguments::REFERENCE)]
    pub reference: String,
    /// Only these fields (comma-separated; `*` and `?` are wildcards)
    #[arg(long, value_delimiter = ',', value_name = "GLOB")]
    pub fields: Vec<String>,
    /// Call differences up to this scaled error `close`; they are counted apart and never called
    /// pass
    #[arg(long, value_name = "ERROR")]
    pub tolerance: Option<f64>,
    /// The subject's profile, if there is one.
    #[arg(skip)]
    pub profile: Option<PathBuf>,
    /// Each fixture once, without the matrix of options in its sidecar.
    #[arg(skip)]
    pub no_matrix: bool,
    /// Fields that the profile leaves out.
    #[arg(skip)]
    pub ignored: Vec<String>,
    /// Precision in which the subject computes: f64, f32, tf32, bf16 or a number of bits
    /// [default: as the subject says, or f64]
    #[arg(long, value_name = "PRECISION")]
    pub precision: Option<Precision>,
    /// What the subject is held to [default: bits in f64, spread in lower precisions]
    #[arg(long, value_enum, value_name = "VERDICT")]
    pub verdict: Option<Standard>,
    /// Do not fail where this project's engine does not support a model, lacks fields or gives up.
    /// Of other subjects that is only listed as not covered anyway
    #[arg(long)]
    pub allow_uncovered: bool,
    /// Fail if anything scheduled is not covered, also modes that the subject lacks or that a model
    /// is too large for
    #[arg(long, conflicts_with = "allow_uncovered")]
    pub strict: bool,
    /// Do not fail where nothing was compared: no steps, or no field that has values
    #[arg(long)]
    pub allow_empty: bool,
    /// Hand both sides the bytes of the model's files, read once, instead of its path
    #[arg(long)]
    pub from_memory: bool,
    /// Disturb one value of the subject, to see that the harness finds it:
    /// FIELD[ELEMENT]@STEP:ulp=N|nan|swap
    #[arg(long, value_name = "INJECTION", long_help = inject::HELP)]
    pub inject: Option<Injection>,
    /// Cases at a time, each with two processes [default: number of cores]
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    #[command(flatten)]
    pub simulators: SimulatorArguments,
}

impl ComparisonArguments {
    pub const SUBJECT: &str = "engine";
    pub const REFERENCE: &str = "mujoco@3.2.6";

    /// A comparison as it is without flags.
    pub(super) fn of(cases: CaseArguments, simulators: SimulatorArguments) -> ComparisonArguments {
        ComparisonArguments {
            cases,
            subject: ComparisonArguments::SUBJECT.to_owned(),
            reference: ComparisonArguments::REFERENCE.to_owned(),
            fields: Vec::new(),
            tolerance: None,
            profile: None,
            no_matrix: false,
            ignored: Vec::new(),
            precision: None,
            verdict: None,
            allow_uncovered: false,
            strict: false,
            allow_empty: false,
            from_memory: false,
            inject: None,
            jobs: None,
            simulators,
        }
    }
}

/// How to print something that people and programs read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TextFormat {
    Text,
    Markdown,
    Json,
}

/// Words as a sentence lists them: `a, b and c`.
pub(super) fn listed(words: &[&str]) -> String {
    match words.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => words.concat(),
    }
}

/// What a simulator's name on the command line stands for.
pub(super) fn parse_kind(kind: &str) -> Result<Kind, CliError> {
    kind.parse()
        .map_err(|error: KindError| CliError::Usage(error.to_string()))
}

/// As many jobs as the user wants, or as there are cores.
pub(super) fn job_count(wanted: Option<usize>) -> usize {
    wanted.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
}
