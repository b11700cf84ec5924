//! Some models of a campaign, written where both sides can read them.

use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::super::CliError;
use super::FuzzArguments;
use crate::case::random::Random;
use crate::fuzz::anchor::anchor;
use crate::fuzz::grammar::{Feature, generate};
use crate::fuzz::mutate::mutate;
use crate::fuzz::tree::Element;

/// Sidecar of a changed model: its own would speak of another one.
const SIDECAR: &str = "expect = \"either\"\n\n[schedule]\nrandom = 2\nsteps = 10\n";

/// Where models come from.
pub(super) enum Source {
    Grammar,
    /// Given models, by their paths, and the directory that their files are relative to.
    Given(Vec<PathBuf>),
}

impl Source {
    pub(super) fn new(arguments: &FuzzArguments) -> Result<Source, CliError> {
        let Some(directory) = &arguments.from else {
            return Ok(Source::Grammar);
        };
        let files = WalkDir::new(directory).sort_by_file_name().into_iter();
        let models: Vec<PathBuf> = files
            .filter_map(Result::ok)
            .map(walkdir::DirEntry::into_path)
            .filter(|path| path.extension().is_some_and(|extension| extension == "xml"))
            .filter(|path| is_model(path))
            .collect();
        if models.is_empty() {
            let message = format!("there is no model under {}", directory.display());
            return Err(CliError::Nothing(message));
        }
        Ok(Source::Given(models))
    }

    /// Writes the model with this number into a directory of its own; the path of the model, its
    /// tree, and the features that it was made with.
    pub(super) fn write(
        &self,
        arguments: &FuzzArguments,
        number: u64,
        directory: &Path,
    ) -> Result<Written, CliError> {
        let path = directory.join("model.xml");
        let made = match self {
            Source::Grammar => {
                let made = generate(arguments.seed, number, &arguments.features);
                let mut files = vec![
                    ("model.xml".to_owned(), made.root.to_xml()),
                    ("model.toml".to_owned(), made.sidecar),
                ];
                files.extend(
                    made.parts
                        .into_iter()
                        .map(|(name, part)| (name, part.to_xml())),
                );
                (files, made.root, made.features)
            }
            Source::Given(models) => {
                let (files, root) = changed(models, arguments.seed, number)?;
                (files, root, Vec::new())
            }
        };
        let (files, root, features) = made;
        fs::create_dir_all(directory).map_err(CliError::io(&directory.display().to_string()))?;
        for (name, text) in files {
            let place = directory.join(name);
            fs::write(&place, text).map_err(CliError::io(&place.display().to_string()))?;
        }
        Ok(Written {
            path,
            root,
            features,
        })
    }
}

/// A model on disk.
pub(super) struct Written {
    pub path: PathBuf,
    pub root: Element,
    pub features: Vec<Feature>,
}

/// Whether it is a model that can be read and is no fragment.
fn is_model(path: &Path) -> bool {
    let text = fs::read_to_string(path).unwrap_or_default();
    Element::parse(&text).is_ok_and(|root| root.name == "mujoco")
}

/// One of the given models, changed. What it reads from files stays where it is.
fn changed(
    models: &[PathBuf],
    seed: u64,
    number: u64,
) -> Result<(Vec<(String, String)>, Element), CliError> {
    let mut random = Random::new(seed, number);
    let path = &models[random.below(models.len())];
    let text = fs::read_to_string(path).map_err(CliError::io(&path.display().to_string()))?;
    let mut root = Element::parse(&text)
        .map_err(|error| CliError::Usage(format!("{}: {error}", path.display())))?;
    let home = std::path::absolute(path.parent().unwrap_or(Path::new(".")))
        .map_err(CliError::io(&path.display().to_string()))?;
    anchor(&mut root, &home);
    mutate(&mut root, &mut random);
    let files = vec![
        ("model.xml".to_owned(), root.to_xml()),
        ("model.toml".to_owned(), SIDECAR.to_owned()),
    ];
    Ok((files, root))
}
