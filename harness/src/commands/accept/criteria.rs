//! The criteria as their files have them: `fixtures/acceptance/*.toml`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// All criteria, in the order of the files' names and of their lines.
#[derive(Clone, Debug)]
pub struct Criteria {
    /// The directory with the fixtures.
    pub root: PathBuf,
    pub criteria: Vec<Criterion>,
    /// The criteria that the documents number.
    pub numbered: Vec<Numbered>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    numbered: Option<Numbered>,
    criterion: Vec<Criterion>,
}

/// Criteria that a document numbers from 1, each of which must be traced.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbered {
    /// What comes before the number in their ids.
    pub prefix: String,
    pub count: usize,
}

impl Numbered {
    pub fn ids(&self) -> impl Iterator<Item = String> {
        (1..=self.count).map(|number| format!("{}{number}", self.prefix))
    }
}

/// One claim of a document and what shows whether it holds.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Criterion {
    pub id: String,
    /// The claim, in one sentence.
    pub claim: String,
    /// Why MuJoCo behaves differently, or what the document leaves open.
    pub reason: Option<String>,
    #[serde(default)]
    pub checks: Vec<Check>,
    /// For a claim about code: the file and the test that show it, as `FILE::TEST`.
    pub test: Option<String>,
    /// For a claim that no model can show.
    pub read: Option<Read>,
}

/// What a document says and what the reference's source says.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Read {
    pub spec: String,
    pub mujoco: String,
}

/// A measurement and what the document expects of it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// Path below the directory of fixtures, without extension.
    pub fixture: String,
    /// A state of the fixture's sidecar; qpos0 if left out.
    pub state: Option<String>,
    /// Steps to make; without any, everything is computed at the state.
    #[serde(default)]
    pub steps: u64,
    /// Left out where only acceptance or rejection counts.
    pub field: Option<String>,
    /// Flat indices; all elements if left out.
    pub elements: Option<Vec<usize>>,
    pub expect: Expect,
}

/// What a document says about the elements of a check.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Expect {
    /// These numbers, each within the tolerance.
    Equal { values: Vec<f64>, within: f64 },
    /// No element is zero.
    Nonzero,
    /// Each element is larger than the one before.
    Increasing,
    /// The first element lies below, the second above.
    Beyond { low: f64, high: f64 },
    /// The first half of the elements has the same bits as the second.
    Twins,
    /// The field's last dimension.
    Width(usize),
    /// The model is refused with a message that contains this.
    Reject(String),
    /// The document gives no value.
    Unsaid,
}

#[derive(Debug, thiserror::Error)]
pub enum CriteriaError {
    #[error("{}: {source}", path.display())]
    Io {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("{}: {message}", path.display())]
    Syntax { path: PathBuf, message: String },
    #[error("{}: {id}: {message}", path.display())]
    Criterion {
        path: PathBuf,
        id: String,
        message: String,
    },
}

impl Criteria {
    /// The criteria of the fixtures under `root`.
    pub fn load(root: &Path) -> Result<Criteria, CriteriaError> {
        let directory = root.join("acceptance");
        let io = |source| CriteriaError::Io {
            path: directory.clone(),
            source,
        };
        let mut files = Vec::new();
        for entry in std::fs::read_dir(&directory).map_err(io)? {
            let path = entry.map_err(io)?.path();
            if path
                .extension()
                .is_some_and(|extension| extension == "toml")
            {
                files.push(path);
            }
        }
        files.sort();
        let mut criteria: Vec<Criterion> = Vec::new();
        let (mut ids, mut numbered) = (BTreeSet::new(), Vec::new());
        for path in files {
            let file = read(&path)?;
            numbered.extend(file.numbered);
            for criterion in file.criterion {
                let problem = problem(root, &criterion);
                let repeated = (!ids.insert(criterion.id.clone())).then(|| "a second one".into());
                if let Some(message) = problem.or(repeated) {
                    let id = criterion.id;
                    return Err(CriteriaError::Criterion { path, id, message });
                }
                criteria.push(criterion);
            }
        }
        Ok(Criteria {
            root: root.to_owned(),
            criteria,
            numbered,
        })
    }

    /// The ids of all numbered criteria, and of those that nothing is held to.
    pub fn untraced(&self) -> (Vec<String>, Vec<String>) {
        let all: Vec<String> = self.numbered.iter().flat_map(Numbered::ids).collect();
        let is_there = |id: &String| self.criteria.iter().any(|criterion| criterion.id == *id);
        let lacking = all.iter().filter(|id| !is_there(id)).cloned().collect();
        (all, lacking)
    }
}

fn read(path: &Path) -> Result<File, CriteriaError> {
    let text = std::fs::read_to_string(path).map_err(|source| CriteriaError::Io {
        path: path.to_owned(),
        source,
    })?;
    toml::from_str(&text).map_err(|error| CriteriaError::Syntax {
        path: path.to_owned(),
        message: error.to_string(),
    })
}

/// What the types cannot say.
fn problem(root: &Path, criterion: &Criterion) -> Option<String> {
    let kinds = [
        !criterion.checks.is_empty(),
        criterion.test.is_some(),
        criterion.read.is_some(),
    ];
    if kinds.iter().filter(|given| **given).count() != 1 {
        return Some("needs exactly one of checks, test and read".to_owned());
    }
    for check in &criterion.checks {
        let fixture = root.join(&check.fixture).with_extension("xml");
        if !fixture.is_file() {
            return Some(format!("there is no fixture {}", fixture.display()));
        }
        let rejects = matches!(check.expect, Expect::Reject(_));
        if check.field.is_none() && !rejects {
            return Some(format!("the check on {} needs a field", check.fixture));
        }
        if let (Expect::Equal { values, .. }, Some(elements)) = (&check.expect, &check.elements)
            && values.len() != elements.len()
        {
            return Some(format!(
                "{}: {} values for {} elements",
                check.fixture,
                values.len(),
                elements.len()
            ));
        }
    }
    None
}
