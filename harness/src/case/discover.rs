//! From paths on the command line to cases: every `.xml` and `.urdf` file with its sidecar, in a
//! stable order.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::io;
use std::path::{Component, Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::matrix::{Variant, variants};
use super::{Case, Mode, Overrides, Schedule, Sidecar, SidecarError};

/// What lies under the given paths.
#[derive(Debug, Default)]
pub struct Discovery {
    pub cases: Vec<Case>,
    /// Files that are no cases of their own.
    pub aside: Vec<Aside>,
}

/// A file that is left out, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aside {
    pub path: PathBuf,
    pub reason: String,
    /// Nobody said that it should be left out: people are told.
    pub noted: bool,
}

impl Aside {
    fn noted(path: &Path, reason: impl Into<String>) -> Aside {
        Aside {
            path: path.to_owned(),
            reason: reason.into(),
            noted: true,
        }
    }
}

/// Something under the paths cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DiscoverError {
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("{}: not a model: expected a .xml or .urdf file or a directory", path.display())]
    NotAModel { path: PathBuf },
    #[error("{}: there is no {} that this {what} could belong to", path.display(), fixture.display())]
    Orphan {
        path: PathBuf,
        fixture: PathBuf,
        what: &'static str,
    },
    #[error("{}: no case uses this golden: {} is left out", path.display(), fixture.display())]
    Unused { path: PathBuf, fixture: PathBuf },
    #[error(transparent)]
    Sidecar(#[from] SidecarError),
}

/// Finds all cases, or all mistakes.
pub fn discover(paths: &[PathBuf], overrides: &Overrides) -> Result<Discovery, Vec<DiscoverError>> {
    let mut discovery = Discovery::default();
    let mut errors = Vec::new();
    for path in paths {
        if let Err(error) = visit(path, overrides, &mut discovery, &mut errors) {
            errors.push(error);
        }
    }
    // Stable: the cases of one file stay in its sidecar's order.
    discovery.cases.sort_by(|a, b| a.path.cmp(&b.path));
    let mut names = HashSet::new();
    discovery
        .cases
        .retain(|case| names.insert(case.name.clone()));
    if errors.is_empty() {
        Ok(discovery)
    } else {
        Err(errors)
    }
}

fn visit(
    path: &Path,
    overrides: &Overrides,
    discovery: &mut Discovery,
    errors: &mut Vec<DiscoverError>,
) -> Result<(), DiscoverError> {
    let io_error = |source| DiscoverError::Io {
        path: path.to_owned(),
        source,
    };
    let metadata = path.metadata().map_err(io_error)?;
    if !metadata.is_dir() {
        if !is_model(path) {
            let path = path.to_owned();
            return Err(DiscoverError::NotAModel { path });
        }
        // Named by the user, so it is a case even if it looks like a fragment.
        discovery.cases.extend(cases(path, overrides)?);
        return Ok(());
    }
    // Hidden directories (.git and the like) hold no fixtures.
    let visible = |entry: &DirEntry| {
        entry.depth() == 0 || !entry.file_name().as_encoded_bytes().starts_with(b".")
    };
    let walk = WalkDir::new(path).follow_links(true).sort_by_file_name();
    for entry in walk.into_iter().filter_entry(visible) {
        let found = match entry {
            Ok(entry) if entry.file_type().is_file() => {
                found_file(entry.path(), overrides, discovery)
            }
            Ok(_) => Ok(()),
            // Links that lead nowhere or in circles, directories that may not be read.
            Err(error) if error.depth() > 0 => {
                let at = error.path().unwrap_or(path);
                let reason = match error.loop_ancestor() {
                    Some(ancestor) => format!("a link back to {}", ancestor.display()),
                    None if at.is_symlink() => "a link to nothing".to_owned(),
                    None => error.to_string(),
                };
                discovery.aside.push(Aside::noted(at, reason));
                Ok(())
            }
            Err(error) => Err(DiscoverError::Io {
                path: error.path().unwrap_or(path).to_owned(),
                source: error.into(),
            }),
        };
        if let Err(error) = found {
            errors.push(error);
        }
    }
    Ok(())
}

fn found_file(
    path: &Path,
    overrides: &Overrides,
    discovery: &mut Discovery,
) -> Result<(), DiscoverError> {
    if has_extension(path, "toml") {
        let fixture = model_of(path);
        if path.parent().and_then(Path::file_name) == Some(OsStr::new("acceptance")) {
            discovery.aside.push(Aside {
                path: path.to_owned(),
                reason: "acceptance criteria, see `harness accept`".to_owned(),
                noted: false,
            });
        } else if !fixture.exists() {
            // A sidecar that lost its model is a mistake; what is no sidecar belongs to others.
            let text = std::fs::read_to_string(path).unwrap_or_default();
            if Sidecar::parse(path, &text).is_ok() {
                return Err(orphan(path, fixture, "sidecar"));
            }
            discovery.aside.push(Aside::noted(path, "no sidecar"));
        }
    } else if has_extension(path, "golden") {
        let fixture = model_of(path);
        if !fixture.exists() {
            return Err(orphan(path, fixture, "golden"));
        }
    } else if is_model(path) {
        if path.to_str().is_none() {
            let reason = "its name is not UTF-8";
            discovery.aside.push(Aside::noted(path, reason));
            return Ok(());
        }
        if let Some(root) = foreign_root(path)? {
            let reason = format!("not a model: its root element is {root}");
            discovery.aside.push(Aside::noted(path, reason));
            return Ok(());
        }
        let cases = cases(path, overrides)?;
        let skip = cases.first().and_then(|case| case.sidecar.skip.as_ref());
        let reason = match skip {
            Some(reason) => Some(reason.get_ref().clone()),
            None => is_fragment(path)?
                .then(|| "a fragment: its root element is mujocoinclude".to_owned()),
        };
        let golden = path.with_extension("golden");
        match reason {
            Some(_) if golden.exists() => {
                return Err(DiscoverError::Unused {
                    path: golden,
                    fixture: path.to_owned(),
                });
            }
            Some(reason) => discovery.aside.push(Aside {
                path: path.to_owned(),
                reason,
                noted: false,
            }),
            None => discovery.cases.extend(cases),
        }
    }
    Ok(())
}

fn orphan(path: &Path, fixture: PathBuf, what: &'static str) -> DiscoverError {
    DiscoverError::Orphan {
        path: path.to_owned(),
        fixture,
        what,
    }
}

/// The cases of one model: one, or one for each combination of its sidecar's matrix.
fn cases(path: &Path, overrides: &Overrides) -> Result<Vec<Case>, DiscoverError> {
    let file = path.with_extension("toml");
    let sidecar = match std::fs::read_to_string(&file) {
        Ok(text) => Sidecar::parse(&file, &text)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Sidecar::default(),
        Err(source) => return Err(DiscoverError::Io { path: file, source }),
    };
    let steps = path.components();
    let path: PathBuf = steps.filter(|step| *step != Component::CurDir).collect();
    let base = Case {
        name: path.with_extension("").display().to_string(),
        schedule: Schedule::new(&sidecar, overrides)?,
        options: overrides.options.clone(),
        variant: None,
        required: false,
        path,
        sidecar,
    };
    let variants = variants(&base.sidecar)?;
    if variants.is_empty() {
        return Ok(vec![base]);
    }
    // The model is compiled before options are set: once is enough. Functions are called without
    // the options too, which they have little to do with.
    let only = |keep: &dyn Fn(&Mode) -> bool| {
        let mut case = base.clone();
        case.schedule.modes.retain(keep);
        case
    };
    let is_once = |mode: &Mode| matches!(mode, Mode::Compile | Mode::Save | Mode::Query);
    let compiled = only(&is_once);
    let computed = only(&|mode| !is_once(mode));
    let with = |variant: Variant| {
        let suffix = format!("[{}]", variant.name);
        Case {
            name: format!("{}{suffix}", base.name),
            options: [&variant.options[..], &base.options].concat(),
            variant: Some(suffix),
            ..computed.clone()
        }
    };
    let all = std::iter::once(compiled).chain(variants.into_iter().map(with));
    Ok(all.filter(|case| !case.schedule.modes.is_empty()).collect())
}

/// Whether the name is that of a model: MJCF or URDF.
fn is_model(path: &Path) -> bool {
    has_extension(path, "xml") || has_extension(path, "urdf")
}

/// The model that a sidecar or golden belongs to.
fn model_of(path: &Path) -> PathBuf {
    let robot = path.with_extension("urdf");
    if robot.exists() {
        robot
    } else {
        path.with_extension("xml")
    }
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension() == Some(OsStr::new(extension))
}

/// Whether the first element of the file is `mujocoinclude`, MuJoCo's root for files that are only
/// included.
fn is_fragment(path: &Path) -> Result<bool, DiscoverError> {
    let bytes = std::fs::read(path).map_err(|source| DiscoverError::Io {
        path: path.to_owned(),
        source,
    })?;
    Ok(root_element(&String::from_utf8_lossy(&bytes)) == Some("mujocoinclude"))
}

/// The root element of a file that is some other kind of XML, without a sidecar that says what to
/// make of it.
fn foreign_root(path: &Path) -> Result<Option<String>, DiscoverError> {
    if path.with_extension("toml").exists() {
        return Ok(None);
    }
    let bytes = std::fs::read(path).map_err(|source| DiscoverError::Io {
        path: path.to_owned(),
        source,
    })?;
    let text = String::from_utf8_lossy(&bytes);
    let root = root_element(&text).filter(|root| {
        let known = ["mujoco", "mujocoinclude", "robot"];
        !known.iter().any(|known| root.eq_ignore_ascii_case(known))
    });
    Ok(root.map(str::to_owned))
}

/// The name of the first element after declaration, comments and doctype. This is not a parser:
/// text that is not XML has none.
fn root_element(text: &str) -> Option<&str> {
    let mut rest = text;
    loop {
        rest = &rest[rest.find('<')? + 1..];
        let end = if rest.starts_with("!--") {
            "-->"
        } else if rest.starts_with('?') || rest.starts_with('!') {
            ">"
        } else {
            let name_end = rest.find(|c: char| c.is_whitespace() || c == '>' || c == '/')?;
            return Some(&rest[..name_end]);
        };
        rest = &rest[rest.find(end)? + end.len()..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_element_is_found_behind_declaration_and_comments() {
        let text =
            "\u{feff}<?xml version=\"1.0\"?>\n<!-- <a> -->\n<!DOCTYPE x>\n<mujocoinclude x='1'/>";
        assert_eq!(root_element(text), Some("mujocoinclude"));
        assert_eq!(root_element("<mujoco/>"), Some("mujoco"));
        assert_eq!(root_element(""), None);
        assert_eq!(root_element("no xml"), None);
        assert_eq!(root_element("<!-- open"), None);
    }
}
