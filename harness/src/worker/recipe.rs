//! What a worker is: the arguments after `harness worker`, and the simulator they stand for.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use crate::precision::{Precision, PrecisionError};
use crate::provision::Prepared;
use crate::simulator::engine::Engine;
use crate::simulator::faulty::{Fault, Faulty};
use crate::simulator::mujoco::Mujoco;
use crate::simulator::rounded::{Rounded, ScaledField};
use crate::simulator::{Failure, Simulator};

/// A simulator that a worker can be, with everything that the harness has prepared for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recipe {
    Engine,
    Mujoco {
        prepared: Prepared,
        /// What its arena is filled with before each computation.
        fill: u8,
    },
    /// MuJoCo's Python bindings, in a harness with an embedded Python.
    Python {
        /// Directory of the packages.
        packages: PathBuf,
    },
    Rounded {
        precision: Precision,
        fault: Option<ScaledField>,
        inner: Box<Recipe>,
    },
    Faulty {
        fault: Fault,
        inner: Box<Recipe>,
    },
}

impl Recipe {
    pub fn arguments(&self) -> Vec<OsString> {
        match self {
            Recipe::Engine => vec!["engine".into()],
            Recipe::Mujoco { prepared, fill } => {
                let Prepared {
                    library,
                    shim,
                    plugins,
                } = prepared;
                let fill = fill.to_string().into();
                let mut arguments = vec!["mujoco".into(), fill, library.into(), shim.into()];
                arguments.extend(plugins.iter().map(Into::into));
                arguments
            }
            Recipe::Python { packages } => vec!["python".into(), packages.into()],
            Recipe::Rounded {
                precision,
                fault,
                inner,
            } => {
                let mut arguments = vec!["rounded".into(), precision.to_string().into()];
                let fault = fault.as_ref().map(ToString::to_string);
                arguments.push(fault.unwrap_or_default().into());
                arguments.extend(inner.arguments());
                arguments
            }
            Recipe::Faulty { fault, inner } => {
                let mut arguments = vec!["faulty".into(), fault.to_string().into()];
                arguments.extend(inner.arguments());
                arguments
            }
        }
    }

    pub fn parse(arguments: &[OsString]) -> Result<Recipe, String> {
        let words: Vec<&OsStr> = arguments.iter().map(OsString::as_os_str).collect();
        let name = words.first().and_then(|word| word.to_str());
        match (name, words.get(1..).unwrap_or_default()) {
            (Some("engine"), []) => Ok(Recipe::Engine),
            (Some("mujoco"), [fill, library, shim, plugins @ ..]) if plugins.len() < 2 => {
                let fill = fill.to_str().and_then(|fill| fill.parse().ok());
                Ok(Recipe::Mujoco {
                    prepared: Prepared {
                        library: library.into(),
                        shim: shim.into(),
                        plugins: plugins.first().map(Into::into),
                    },
                    fill: fill.ok_or_else(|| format!("unknown worker {words:?}"))?,
                })
            }
            (Some("python"), [packages]) => Ok(Recipe::Python {
                packages: packages.into(),
            }),
            (Some("rounded"), [precision, fault, ..]) => Ok(Recipe::Rounded {
                precision: precision
                    .to_string_lossy()
                    .parse()
                    .map_err(|error: PrecisionError| error.to_string())?,
                fault: match fault.is_empty() {
                    true => None,
                    false => Some(fault.to_string_lossy().parse()?),
                },
                inner: Box::new(Recipe::parse(&arguments[3..])?),
            }),
            (Some("faulty"), [fault, ..]) => Ok(Recipe::Faulty {
                fault: fault.to_string_lossy().parse()?,
                inner: Box::new(Recipe::parse(&arguments[2..])?),
            }),
            _ => Err(format!("unknown worker {words:?}")),
        }
    }

    /// Makes the simulator, in the worker.
    pub fn make(&self) -> Result<Box<dyn Simulator>, Failure> {
        match self {
            Recipe::Engine => Ok(Box::new(Engine::default())),
            Recipe::Mujoco { prepared, fill } => {
                let Prepared {
                    library,
                    shim,
                    plugins,
                } = prepared;
                let plugins = plugins.as_deref();
                Ok(Box::new(Mujoco::open(library, shim, plugins, *fill)?))
            }
            #[cfg(feature = "python")]
            Recipe::Python { packages } => Ok(Box::new(crate::simulator::python::Bindings::open(
                packages,
            )?)),
            #[cfg(not(feature = "python"))]
            Recipe::Python { .. } => Err(Failure::Unavailable {
                message: "this harness has no Python inside".to_owned(),
            }),
            Recipe::Rounded {
                precision,
                fault,
                inner,
            } => Ok(Box::new(Rounded::new(
                inner.make()?,
                *precision,
                fault.clone(),
            ))),
            Recipe::Faulty { fault, inner } => Ok(Box::new(Faulty::new(inner.make()?, *fault))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_recipe_survives_the_command_line() {
        let mujoco = |plugins: Option<&str>| Recipe::Mujoco {
            prepared: Prepared {
                library: "a/libmujoco.so".into(),
                shim: "b/shim.so".into(),
                plugins: plugins.map(Into::into),
            },
            fill: 0xa5,
        };
        let faulty = Recipe::Faulty {
            fault: Fault::Hang,
            inner: Box::new(mujoco(None)),
        };
        let python = Recipe::Python {
            packages: "packages".into(),
        };
        let rounded = |fault: Option<&str>| Recipe::Rounded {
            precision: Precision::SINGLE,
            fault: fault.map(|text| text.parse().expect(text)),
            inner: Box::new(mujoco(None)),
        };
        let [single, wrong] = [rounded(None), rounded(Some("qM*1.01"))];
        let [bare, with_plugins] = [mujoco(None), mujoco(Some("plugin"))];
        for recipe in [
            Recipe::Engine,
            bare,
            with_plugins,
            python,
            single,
            wrong,
            faulty,
        ] {
            assert_eq!(Recipe::parse(&recipe.arguments()), Ok(recipe));
        }
    }

    #[test]
    fn unknown_recipes_are_errors() {
        for words in [
            &[][..],
            &["nonsense"],
            &["engine", "more"],
            &["mujoco"],
            &["faulty"],
        ] {
            let arguments: Vec<OsString> = words.iter().map(Into::into).collect();
            assert!(Recipe::parse(&arguments).is_err(), "{words:?}");
        }
    }
}
