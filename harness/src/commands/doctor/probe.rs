//! What this machine has for each kind of simulator: installed, cached, working. Nothing is fetched
//! to find out.

use std::fs;
use std::process::Command;

use serde::Serialize;

use crate::provision::cache::Cache;
use crate::provision::engines::{self, ENGINES};
use crate::provision::{ProvisionOptions, wheel};
use crate::worker::{Limits, spawn};

/// The version that the engine reproduces.
pub(super) const REFERENCE: &str = "3.2.6";

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    pub name: String,
    pub state: State,
    /// A version, a place, or what to do.
    pub detail: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Works.
    Ok,
    /// Not there, but the harness gets it when it is needed.
    Absent,
    /// Not there or not working, and the user has to do something.
    Missing,
}

/// A kind of simulator and whether it can be used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Available {
    /// As on the command line.
    pub kind: String,
    pub description: &'static str,
    pub state: State,
    pub detail: String,
}

/// The tools and the cache that MuJoCo is made ready with.
pub fn environment(options: &ProvisionOptions) -> Vec<Check> {
    vec![
        tool(
            "python3",
            &["python3", "--version"],
            "install Python 3; it fetches MuJoCo's wheel",
        ),
        tool(
            "pip",
            &["python3", "-m", "pip", "--version"],
            "install pip for Python 3; it fetches MuJoCo's wheel",
        ),
        tool(
            "cc",
            &["cc", "--version"],
            "install a C compiler as `cc`; it compiles the MuJoCo shim",
        ),
        cache(options),
    ]
}

fn tool(name: &str, command: &[&str], advice: &str) -> Check {
    let output = Command::new(command[0]).args(&command[1..]).output();
    let (state, detail) = match output {
        Ok(output) if output.status.success() => {
            let text = String::from_utf8_lossy(&output.stdout);
            (State::Ok, text.lines().next().unwrap_or("").to_owned())
        }
        _ => (State::Missing, advice.to_owned()),
    };
    Check {
        name: name.to_owned(),
        state,
        detail,
    }
}

fn cache(options: &ProvisionOptions) -> Check {
    let (state, detail) = match Cache::locate(options.cache.as_deref()) {
        Err(reason) => (State::Missing, reason),
        Ok(cache) if !cache.directory().exists() => {
            (State::Absent, cache.directory().display().to_string())
        }
        Ok(cache) => match cache.workshop() {
            Ok(_) => (State::Ok, cache.directory().display().to_string()),
            Err(reason) => (State::Missing, reason),
        },
    };
    Check {
        name: "cache".to_owned(),
        state,
        detail,
    }
}

/// Every kind of simulator, tried where that needs no download. MuJoCo is listed in the reference
/// version and in each that is cached.
pub fn probe_simulators(limits: &Limits, options: &ProvisionOptions) -> Vec<Available> {
    let mut found = vec![probe(
        "engine",
        "the engine of this repository",
        limits,
        options,
    )];
    for version in versions(options) {
        found.push(probe(
            &format!("mujoco@{version}"),
            "MuJoCo in that version, from PyPI or from --mujoco-lib",
            limits,
            options,
        ));
    }
    found.push(python(limits, options));
    found.extend(ENGINES.iter().map(|known| adapter(known, options)));
    found.push(Available {
        kind: "process:COMMAND".to_owned(),
        description: "any program that speaks the protocol of docs/protocol.md",
        state: State::Ok,
        detail: "for example process:python3 scripts/adapter.py".to_owned(),
    });
    found.push(Available {
        kind: "golden".to_owned(),
        description: "values of a reference, recorded beside the fixtures; for --reference of `harness run`",
        state: State::Ok,
        detail: "`harness golden check` says whether they are current".to_owned(),
    });
    found
}

/// Another engine. It is not started: importing some of them takes long.
fn adapter(known: &engines::Known, options: &ProvisionOptions) -> Available {
    let cache = Cache::locate(options.cache.as_deref());
    let installed = cache.map_or(Vec::new(), |cache| known.installed(&cache));
    let (state, detail) = match installed.is_empty() {
        true => (State::Absent, "not installed; done on first use".to_owned()),
        false => (State::Ok, format!("installed: {}", installed.join(", "))),
    };
    Available {
        kind: format!("{}@{}", known.name, known.version),
        description: known.description,
        state,
        detail,
    }
}

/// Few users need the bindings, so their absence is not an error.
fn python(limits: &Limits, options: &ProvisionOptions) -> Available {
    let offline = ProvisionOptions {
        offline: true,
        ..options.clone()
    };
    let found = probe(
        &format!("python@{REFERENCE}"),
        "MuJoCo in that version through its Python bindings, as a second witness",
        limits,
        &offline,
    );
    match found.state {
        State::Missing => Available {
            state: State::Absent,
            ..found
        },
        State::Ok | State::Absent => found,
    }
}

fn versions(options: &ProvisionOptions) -> Vec<String> {
    let mut versions = vec![REFERENCE.to_owned()];
    if let Ok(cache) = Cache::locate(options.cache.as_deref())
        && let Ok(entries) = fs::read_dir(cache.directory())
    {
        let cached = entries.filter_map(|entry| {
            let name = entry.ok()?.file_name().into_string().ok()?;
            name.strip_prefix("mujoco-").map(str::to_owned)
        });
        versions.extend(cached.filter(|version| version != REFERENCE));
    }
    versions[1..].sort();
    versions
}

fn probe(
    kind: &str,
    description: &'static str,
    limits: &Limits,
    options: &ProvisionOptions,
) -> Available {
    let (state, detail) = if is_absent(kind, options) {
        let advice = "not in the cache; fetched when it is first used";
        (State::Absent, advice.to_owned())
    } else {
        match spawn(kind, limits, options) {
            Ok(simulator) => (State::Ok, describe(simulator.identity())),
            Err(failure) => (State::Missing, failure.to_string()),
        }
    };
    Available {
        kind: kind.to_owned(),
        description,
        state,
        detail,
    }
}

fn is_absent(kind: &str, options: &ProvisionOptions) -> bool {
    let Some(version) = kind.strip_prefix("mujoco@") else {
        return false;
    };
    options.mujoco_lib.is_none()
        && !options.offline
        && Cache::locate(options.cache.as_deref())
            .is_ok_and(|cache| !cache.path(&wheel::directory_name(version)).is_dir())
}

fn describe(identity: &crate::simulator::Identity) -> String {
    match &identity.sha256 {
        Some(hash) => format!("version {}, SHA-256 {}", identity.version, hash),
        None => format!("version {}", identity.version),
    }
}
