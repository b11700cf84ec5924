//! What is done with a model: defaults, changed by the sidecar, changed by flags.

use std::fmt;
use std::str::FromStr;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use super::options::Setting;
use super::poses::Pose;
use super::sidecar::{ControlKind, Sidecar, SidecarError};
use crate::snapshot::Side;

/// One way of comparing, in the order in which they run.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    clap::ValueEnum,
)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Every size, option and array of the compiled model.
    Compile,
    /// The compiled model as a file: the bytes of a binary model.
    Save,
    /// Every data field after `forward` at qpos0, each keyframe, and seeded random states.
    Forward,
    /// Steps, the reference's state copied into the subject before each: the error of one step.
    Forced,
    /// Steps from the same start, nothing copied: the first step at which a bit differs.
    Free,
    /// Every data field after `inverse` at the states of `forward`, with seeded random
    /// accelerations.
    Inverse,
    /// Every function of the table, at a seeded random state: what it returns and what it changes.
    Query,
    /// Derivatives of steps and of inverse dynamics by differences, at seeded random states: every
    /// matrix, and what is left in the data.
    Derivative,
    /// Steps between which both models change in the same way, then the models. The last one: the
    /// model is another one afterwards.
    Edit,
}

impl Mode {
    /// All modes, in the order in which they run.
    pub fn all() -> &'static [Mode] {
        Mode::value_variants()
    }

    pub fn name(self) -> &'static str {
        match self {
            Mode::Compile => "compile",
            Mode::Save => "save",
            Mode::Forward => "forward",
            Mode::Inverse => "inverse",
            Mode::Edit => "edit",
            Mode::Forced => "forced",
            Mode::Free => "free",
            Mode::Query => "query",
            Mode::Derivative => "derivative",
        }
    }

    /// What is compared in it.
    pub fn side(self) -> Side {
        match self {
            Mode::Compile | Mode::Save => Side::Model,
            _ => Side::Data,
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Where a run starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    Qpos0,
    Keyframe(usize),
    /// A random state, counted from 1.
    Random(usize),
    /// Free bodies against their neighbours, counted from 1.
    Posed(Pose, usize),
    /// A state of the sidecar.
    Named(String),
}

impl FromStr for Start {
    type Err = String;

    fn from_str(text: &str) -> Result<Start, String> {
        let wrong = || {
            format!(
                "\"{text}\" is not a start: qpos0, keyframe N, random N or a pose such as touching N (from 1), or state NAME"
            )
        };
        match text.split_once(' ') {
            None if text == "qpos0" => Ok(Start::Qpos0),
            Some(("keyframe", n)) => n.parse().map(Start::Keyframe).map_err(|_| wrong()),
            Some(("random", n)) => match n.parse() {
                Ok(n) if n > 0 => Ok(Start::Random(n)),
                _ => Err(wrong()),
            },
            Some(("state", name)) => Ok(Start::Named(name.to_owned())),
            Some((pose, n)) => match (Pose::ALL.iter().find(|p| p.name() == pose), n.parse()) {
                (Some(&pose), Ok(n)) if n > 0 => Ok(Start::Posed(pose, n)),
                _ => Err(wrong()),
            },
            _ => Err(wrong()),
        }
    }
}

/// What the command line says; it overrides the sidecar.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    /// Only these modes, of those that the case has.
    pub modes: Option<Vec<Mode>>,
    pub seed: Option<u64>,
    pub steps: Option<u64>,
    /// Number of random states.
    pub random: Option<usize>,
    /// Options to set on top of the sidecar's.
    pub options: Vec<Setting>,
}

/// The controls of forced and free runs.
#[derive(Clone, Debug)]
pub enum Controls {
    /// Seeded, within the control ranges and sometimes outside.
    Random,
    /// As the start has them.
    Held,
    /// One row per step; the last one is held.
    Rows(toml::Spanned<Vec<Vec<f64>>>),
}

/// The schedule of one case.
#[derive(Clone, Debug)]
pub struct Schedule {
    pub modes: Vec<Mode>,
    pub seed: u64,
    pub random: usize,
    /// Number of random states of mode `query`.
    pub query: usize,
    /// Number of random states of mode `derivative`.
    pub derivative: usize,
    pub steps: u64,
    /// `None`: the first keyframe if there is one, else qpos0.
    pub start: Option<Start>,
    pub controls: Controls,
}

impl Schedule {
    pub const SEED: u64 = 1;
    pub const RANDOM: usize = 3;
    pub const QUERY: usize = 1;
    pub const DERIVATIVE: usize = 2;
    pub const STEPS: u64 = 100;

    pub fn new(sidecar: &Sidecar, overrides: &Overrides) -> Result<Schedule, SidecarError> {
        let keys = &sidecar.schedule;
        let mut modes = keys.modes.clone().unwrap_or_else(|| Mode::all().to_vec());
        if let Some(only) = &overrides.modes {
            modes.retain(|mode| only.contains(mode));
        }
        modes.sort();
        modes.dedup();
        let parse = |text: &toml::Spanned<String>| {
            let start = text.get_ref().parse();
            start.map_err(|message: String| sidecar.source.error(text.span(), message))
        };
        let start = keys.start.as_ref().map(parse).transpose()?;
        if let (Some(Start::Named(name)), Some(text)) = (&start, &keys.start)
            && !sidecar
                .state
                .iter()
                .any(|state| state.name.get_ref() == name)
        {
            let message = format!("there is no [[state]] named \"{name}\"");
            return Err(sidecar.source.error(text.span(), message));
        }
        Ok(Schedule {
            modes,
            seed: overrides.seed.or(keys.seed).unwrap_or(Schedule::SEED),
            random: overrides.random.or(keys.random).unwrap_or(Schedule::RANDOM),
            query: overrides.random.unwrap_or(Schedule::QUERY),
            derivative: overrides.random.unwrap_or(Schedule::DERIVATIVE),
            steps: overrides.steps.or(keys.steps).unwrap_or(Schedule::STEPS),
            start,
            controls: match (&keys.control_rows, keys.controls) {
                (Some(rows), _) => Controls::Rows(rows.clone()),
                (None, Some(ControlKind::Held)) => Controls::Held,
                (None, Some(ControlKind::Random) | None) => Controls::Random,
            },
        })
    }
}
