//! From a simulator's name to a running simulator.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::OnceLock;

use super::child::{Launch, Limits};
use super::recipe::Recipe;
use super::remote::Remote;
use crate::provision::{self, NotAvailable, ProvisionOptions};
use crate::simulator::{Failure, Kind, KindError, Pipelined, Simulator};

/// The words before `worker` that start this program again, if its file alone does not.
static COMMAND: OnceLock<Vec<OsString>> = OnceLock::new();

/// Tells how workers are started, to a harness that is part of another program: this program and
/// its first arguments. The first call counts.
pub fn work_through(command: Vec<OsString>) {
    let _ = COMMAND.set(command);
}

/// Starts the simulator of this name in a child process. MuJoCo is fetched and made ready first
/// where that is needed.
pub fn spawn(
    kind: &str,
    limits: &Limits,
    options: &ProvisionOptions,
) -> Result<Box<dyn Pipelined>, Failure> {
    let parsed: Kind = kind
        .parse()
        .map_err(|error: KindError| Failure::Unavailable {
            message: error.to_string(),
        })?;
    let launch = match &parsed {
        Kind::Process { command } => run_command(command, limits),
        Kind::MujocoRs => witness(limits, options)?,
        Kind::Adapter { engine, version } => adapter(engine, version, limits, options)?,
        worker => work_as(&recipe(worker, options)?, limits, options)?,
    };
    let remote = Remote::start(kind, launch)?;
    check_version(&parsed, &remote)?;
    Ok(Box::new(remote))
}

/// A library given by hand may be of another version than the one asked for.
fn check_version(kind: &Kind, remote: &Remote) -> Result<(), Failure> {
    let found = &remote.identity().version;
    match kind {
        Kind::Mujoco { version } | Kind::Python { version } if version != found => {
            Err(Failure::Unavailable {
                message: format!("{kind} was asked for, but the library is version {found}"),
            })
        }
        Kind::MujocoRs if found != MUJOCO_RS => Err(Failure::Unavailable {
            message: format!("mujoco-rs binds {MUJOCO_RS}, but its library is version {found}"),
        }),
        Kind::Engine
        | Kind::Mujoco { .. }
        | Kind::Python { .. }
        | Kind::Golden
        | Kind::MujocoRs
        | Kind::Adapter { .. }
        | Kind::Process { .. }
        | Kind::Rounded { .. }
        | Kind::Faulty { .. } => Ok(()),
    }
}

/// What the worker has to be; this is where MuJoCo is fetched.
fn recipe(kind: &Kind, options: &ProvisionOptions) -> Result<Recipe, Failure> {
    match kind {
        Kind::Engine => Ok(Recipe::Engine),
        Kind::Mujoco { version } => Ok(Recipe::Mujoco {
            prepared: provision::mujoco(version, options)?,
            fill: options.fill,
        }),
        Kind::Python { version } => Ok(Recipe::Python {
            packages: provision::python(version, options)?,
        }),
        Kind::Rounded {
            precision,
            fault,
            inner,
        } => match recipe(inner, options)? {
            mujoco @ Recipe::Mujoco { .. } => Ok(Recipe::Rounded {
                precision: *precision,
                fault: fault.clone(),
                inner: Box::new(mujoco),
            }),
            _ => Err(Failure::Unavailable {
                message: format!("{kind}: only the stages of mujoco@VERSION can be rounded"),
            }),
        },
        Kind::Faulty { fault, inner } => Ok(Recipe::Faulty {
            fault: *fault,
            inner: Box::new(recipe(inner, options)?),
        }),
        Kind::Golden => Err(Failure::Unavailable {
            message: "golden values are recorded, nobody computes them: they serve as --reference of `harness run` only"
                .to_owned(),
        }),
        Kind::Process { .. } | Kind::Adapter { .. } | Kind::MujocoRs => Err(Failure::Unavailable {
            message: format!("{kind} is no worker of the harness"),
        }),
    }
}

/// The harness itself as a worker.
fn work_as(
    recipe: &Recipe,
    limits: &Limits,
    options: &ProvisionOptions,
) -> Result<Launch, Failure> {
    let given = options.worker.iter().map(|program| vec![program.into()]);
    let mut command = match given.chain(COMMAND.get().cloned()).next() {
        Some(command) => command.into_iter(),
        None => vec![own_program()?.into_os_string()].into_iter(),
    };
    let program = PathBuf::from(command.next().unwrap_or_default());
    let mut arguments: Vec<OsString> = command.collect();
    arguments.push("worker".into());
    arguments.extend(recipe.arguments());
    Ok(Launch {
        program,
        arguments,
        limits: *limits,
    })
}

fn own_program() -> Result<PathBuf, Failure> {
    std::env::current_exe().map_err(|error| Failure::Unavailable {
        message: format!("cannot find the harness's own program: {error}"),
    })
}

/// The version of MuJoCo that mujoco-rs binds, which the crate's own version says.
pub const MUJOCO_RS: &str = "3.17.0";

/// The program beside this one that is linked to mujoco-rs, with the library from the cache.
fn witness(limits: &Limits, options: &ProvisionOptions) -> Result<Launch, Failure> {
    let library = provision::library(MUJOCO_RS, options)?;
    let harness = match &options.worker {
        Some(program) => Ok(program.clone()),
        None => std::env::current_exe(),
    };
    let program = harness.map(|program| program.with_file_name("harness-mujoco-rs"));
    let program = program.ok().filter(|program| program.is_file());
    let program = program.ok_or_else(|| Failure::Unavailable {
        message: "mujoco-rs needs the program harness-mujoco-rs beside this one: build it with `--features mujoco-latest` and \
                  MUJOCO_DYNAMIC_LINK_DIR=$(harness library)"
            .to_owned(),
    })?;
    Ok(Launch {
        program: PathBuf::from("/bin/sh"),
        arguments: vec![
            "-c".into(),
            "LD_LIBRARY_PATH=\"$1\" exec \"$2\"".into(),
            "sh".into(),
            library.parent().map_or(OsString::new(), Into::into),
            program.into(),
        ],
        limits: *limits,
    })
}

/// The adapter of another engine, in the environment that has it.
fn adapter(
    engine: &str,
    version: &str,
    limits: &Limits,
    options: &ProvisionOptions,
) -> Result<Launch, Failure> {
    let (python, script) = provision::engines::engine(engine, version, options)?;
    Ok(Launch {
        program: python,
        arguments: vec![script.into()],
        limits: *limits,
    })
}

/// A command line, run by the shell from the current directory.
fn run_command(command: &str, limits: &Limits) -> Launch {
    // The child starts in its own directory; the shell changes back so that relative paths work as
    // given.
    let here = std::env::current_dir().unwrap_or_default();
    Launch {
        program: PathBuf::from("/bin/sh"),
        arguments: vec![
            "-c".into(),
            "cd \"$1\" && eval \"exec $2\"".into(),
            "sh".into(),
            here.into(),
            command.into(),
        ],
        limits: *limits,
    }
}

impl From<NotAvailable> for Failure {
    fn from(NotAvailable(message): NotAvailable) -> Failure {
        Failure::Unavailable { message }
    }
}
