//! The kinds of simulator, as the command line names them.

use std::fmt;
use std::str::FromStr;

use super::faulty::Fault;
use super::mujoco::MASKED;
use super::rounded::ScaledField;
use crate::precision::{Precision, PrecisionError};
use crate::provision::engines;

/// A simulator's name on the command line, understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The engine of this repository.
    Engine,
    /// MuJoCo in this version, through its C interface.
    Mujoco { version: String },
    /// MuJoCo in this version, through its Python bindings.
    Python { version: String },
    /// What a reference computed earlier, recorded beside the fixtures.
    Golden,
    /// The newest MuJoCo that the crate mujoco-rs binds, through that crate.
    MujocoRs,
    /// Any program that speaks the protocol.
    Process { command: String },
    /// Another engine, through an adapter of this repository.
    Adapter { engine: String, version: String },
    /// MuJoCo in a lower precision: constants, state and the results of every stage are rounded.
    Rounded {
        precision: Precision,
        fault: Option<ScaledField>,
        inner: Box<Kind>,
    },
    /// Another simulator that misbehaves on purpose; for tests of the harness, and not listed.
    Faulty { fault: Fault, inner: Box<Kind> },
}

/// A name that is no simulator's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct KindError(String);

impl FromStr for Kind {
    type Err = KindError;

    fn from_str(text: &str) -> Result<Kind, KindError> {
        if text == "engine" {
            return Ok(Kind::Engine);
        }
        if text == "golden" {
            return Ok(Kind::Golden);
        }
        if text == "mujoco-rs" {
            return Ok(Kind::MujocoRs);
        }
        if let Some(command) = text.strip_prefix("process:") {
            if command.trim().is_empty() {
                return Err(KindError(
                    "`process:` needs a command, e.g. process:./adapter".to_owned(),
                ));
            }
            return Ok(Kind::Process {
                command: command.to_owned(),
            });
        }
        if let Some(version) = text.strip_prefix("mujoco@") {
            return Ok(Kind::Mujoco {
                version: parse_version(version)?,
            });
        }
        if let Some((engine, version)) = text.split_once('@')
            && engines::find(engine).is_some()
        {
            return Ok(Kind::Adapter {
                engine: engine.to_owned(),
                version: parse_any_version(version)?,
            });
        }
        if let Some(version) = text.strip_prefix("python@") {
            return Ok(Kind::Python {
                version: parse_version(version)?,
            });
        }
        if let Some((how, inner)) = text
            .strip_prefix("rounded:")
            .and_then(|rest| rest.split_once(':'))
        {
            let (precision, fault) = match how.split_once('+') {
                Some((precision, fault)) => (precision, Some(fault)),
                None => (how, None),
            };
            let precision: Precision = precision
                .parse()
                .map_err(|error: PrecisionError| KindError(error.to_string()))?;
            let fault = fault.map(str::parse).transpose().map_err(KindError)?;
            return Ok(Kind::Rounded {
                precision,
                fault,
                inner: Box::new(inner.parse()?),
            });
        }
        if let Some((fault, inner)) = text
            .strip_prefix("faulty:")
            .and_then(|rest| rest.split_once(':'))
        {
            return Ok(Kind::Faulty {
                fault: fault.parse().map_err(KindError)?,
                inner: Box::new(inner.parse()?),
            });
        }
        let others: Vec<String> = engines::ENGINES
            .iter()
            .map(|known| format!("{}@VERSION", known.name))
            .collect();
        Err(KindError(format!(
            "unknown simulator {text:?}; there are engine, mujoco@VERSION, python@VERSION, mujoco-rs, process:COMMAND, golden and, \
             through adapters, {}",
            others.join(", ")
        )))
    }
}

/// A version goes into file names and requirements, so it must look like one.
fn parse_version(text: &str) -> Result<String, KindError> {
    let parts: Vec<&str> = text.split('.').collect();
    let numeric = |part: &&str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    if parts.len() == 3 && parts.iter().all(numeric) {
        Ok(text.to_owned())
    } else {
        Err(KindError(format!("{text:?} is not a version like 3.2.6")))
    }
}

/// Other engines have two to four numbers.
fn parse_any_version(text: &str) -> Result<String, KindError> {
    let parts: Vec<&str> = text.split('.').collect();
    let numeric = |part: &&str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    match (2..=4).contains(&parts.len()) && parts.iter().all(numeric) {
        true => Ok(text.to_owned()),
        false => Err(KindError(format!("{text:?} is not a version like 3.2.6"))),
    }
}

impl Kind {
    /// Whether it is a MuJoCo whose memory is filled before each computation.
    pub(super) fn fills_memory(&self) -> bool {
        match self {
            Kind::Mujoco { version } => version != MASKED,
            Kind::Rounded { inner, .. } | Kind::Faulty { inner, .. } => inner.fills_memory(),
            Kind::Engine
            | Kind::Python { .. }
            | Kind::Golden
            | Kind::MujocoRs
            | Kind::Adapter { .. }
            | Kind::Process { .. } => false,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Engine => f.write_str("engine"),
            Kind::Golden => f.write_str("golden"),
            Kind::Mujoco { version } => write!(f, "mujoco@{version}"),
            Kind::Python { version } => write!(f, "python@{version}"),
            Kind::MujocoRs => f.write_str("mujoco-rs"),
            Kind::Process { command } => write!(f, "process:{command}"),
            Kind::Adapter { engine, version } => write!(f, "{engine}@{version}"),
            Kind::Rounded {
                precision,
                fault: None,
                inner,
            } => write!(f, "rounded:{precision}:{inner}"),
            Kind::Rounded {
                precision,
                fault: Some(fault),
                inner,
            } => write!(f, "rounded:{precision}+{fault}:{inner}"),
            Kind::Faulty { fault, inner } => write!(f, "faulty:{fault}:{inner}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_reads_back_as_it_is_written() {
        for text in [
            "engine",
            "golden",
            "mujoco@3.2.6",
            "python@3.2.6",
            "mujoco-rs",
            "process:./adapter --fast",
            "mjx@3.2.6",
            "mjx@3.8.0.1",
            "faulty:too-few:mujoco@3.2.6",
            "rounded:f32:mujoco@3.2.6",
            "rounded:bf16+qfrc_passive*1.001:mujoco@3.2.6",
        ] {
            let kind: Kind = text.parse().expect(text);
            assert_eq!(kind.to_string(), text);
        }
    }

    #[test]
    fn memory_is_filled_in_every_mujoco_but_the_one_whose_unwritten_fields_are_listed() {
        for (text, filled) in [
            ("mujoco@3.2.6", false),
            ("mujoco@3.3.7", true),
            ("faulty:too-few:mujoco@3.3.7", true),
            ("rounded:f32:mujoco@3.2.6", false),
            ("python@3.3.7", false),
            ("engine", false),
        ] {
            let kind: Kind = text.parse().expect(text);
            assert_eq!(kind.fills_memory(), filled, "{text}");
        }
    }

    #[test]
    fn what_is_no_kind_is_refused() {
        for text in [
            "",
            "mujoco",
            "mujoco@",
            "mujoco@latest",
            "mujoco@../3",
            "mjx",
            "mjx@",
            "mjx@../3",
            "mjx@3",
            "nojx@3.2.6",
            "process:",
            "Engine",
            "rounded:mujoco@3.2.6",
            "rounded:f31x:mujoco@3.2.6",
            "rounded:f32+qM:mujoco@3.2.6",
        ] {
            assert!(text.parse::<Kind>().is_err(), "{text:?}");
        }
    }
}
