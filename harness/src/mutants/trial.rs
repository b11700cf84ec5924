//! Tries faults: children of the built copy first say which case reaches which fault, then run each
//! fault on its cases until one notices it.

use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::functions;
use crate::case::Case;

/// The exit code of a child that was caught in an endless loop.
pub(super) const HUNG: i32 = 77;
/// A case may take this much longer than without a fault, and at least so many seconds.
const PATIENCE: f64 = 20.0;
const LEAST: f64 = 2.0;

/// How a fault was noticed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Killed {
    pub case: String,
    /// `differs`, another outcome, `panic`, `hangs`, `crash`.
    pub how: String,
    pub mode: String,
    pub stage: Option<String>,
    pub field: Option<String>,
    /// Whether the compiled model differs as well.
    pub compiled: bool,
    /// Whether a model was refused or accepted wrongly.
    pub refused: bool,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Request {
    Reach {
        case: String,
    },
    Try {
        number: u32,
        cases: Vec<String>,
        /// Seconds that each may take.
        limits: Vec<f64>,
    },
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Answer {
    Reached {
        seconds: f64,
        numbers: Vec<u32>,
        /// What is not ok without a fault.
        wrong: Option<String>,
    },
    Tried {
        killed: Option<Killed>,
    },
}

/// Why there is no score.
#[derive(Debug, thiserror::Error)]
pub enum TrialError {
    #[error("a trial: {0}")]
    Io(#[from] io::Error),
    #[error("{case} is not ok without a fault: {what}")]
    Wrong { case: String, what: String },
    #[error("{case} ended the process without a fault")]
    Ended { case: String },
}

/// A child and the ends of its pipes.
struct Worker {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Worker {
    fn start(program: &Path, words: &[String]) -> io::Result<Worker> {
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let missing = || io::Error::other("a pipe is missing");
        let input = child.stdin.take().ok_or_else(missing)?;
        let output = BufReader::new(child.stdout.take().ok_or_else(missing)?);
        Ok(Worker {
            child,
            input,
            output,
        })
    }

    /// The answer, or how the child ended.
    fn ask(&mut self, request: &Request) -> io::Result<Result<Answer, Option<i32>>> {
        let mut text = serde_json::to_string(request)?;
        text.push('\n');
        let sent = self.input.write_all(text.as_bytes());
        let mut line = String::new();
        if sent.is_err() || self.output.read_line(&mut line)? == 0 {
            return Ok(Err(self.child.wait()?.code()));
        }
        Ok(Ok(serde_json::from_str(&line)?))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Which faults a case reaches, and how long it takes.
struct Reach {
    seconds: f64,
    /// In order.
    numbers: Vec<u32>,
}

impl Reach {
    fn reaches(&self, number: u32) -> bool {
        self.numbers.binary_search(&number).is_ok()
    }
}

/// How much is done.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Children that work side by side.
    pub jobs: usize,
    /// Cases that a fault is tried on at most.
    pub most: usize,
    /// When no more faults are tried.
    pub until: Option<Instant>,
}

/// For each fault how many cases reach it, and how it was noticed, if it was.
pub type Tried = (u32, usize, Option<Killed>);

/// What may notice faults: a case, or a function that needs no model.
struct Judge {
    name: String,
    is_variant: bool,
}

fn judges(cases: &[Case]) -> Vec<Judge> {
    let cases = cases.iter().map(|case| Judge {
        name: case.name.clone(),
        is_variant: case.variant.is_some(),
    });
    let functions = functions::names().map(|name| Judge {
        name,
        is_variant: false,
    });
    cases.chain(functions).collect()
}

/// Tries the faults, given by their numbers and files, on the cases. `words` make the program serve;
/// `tell` gets how far it is, in words, and `done` every fault that was tried.
pub fn try_all(
    (program, words): (&Path, &[String]),
    cases: &[Case],
    faults: &[(u32, &str)],
    Effort { jobs, most, until }: Effort,
    tell: &(dyn Fn(String) + Sync),
    done: &(dyn Fn(&Tried) + Sync),
) -> Result<Vec<Tried>, TrialError> {
    let cases = judges(cases);
    let start = || Worker::start(program, words);
    let reaches = divided(cases.len(), jobs, &start, |worker, at| {
        let case = cases[at].name.clone();
        if at % 100 == 0 {
            tell(format!(
                "case {at} of {}: which faults it reaches",
                cases.len()
            ));
        }
        let request = Request::Reach { case: case.clone() };
        match worker.ask(&request)? {
            Ok(Answer::Reached {
                seconds,
                numbers,
                wrong: None,
            }) => Ok(Reach { seconds, numbers }),
            Ok(Answer::Reached {
                wrong: Some(what), ..
            }) => Err(TrialError::Wrong { case, what }),
            _ => Err(TrialError::Ended { case }),
        }
    })?;
    let rich = richness(&reaches, faults);
    let tried = divided(faults.len(), jobs, &start, |worker, at| {
        if until.is_some_and(|until| Instant::now() > until) {
            return Ok(None);
        }
        let (number, file) = faults[at];
        let mut chosen: Vec<usize> = (0..cases.len())
            .filter(|&case| reaches[case].reaches(number))
            .collect();
        // A model as it is before its variants, which do not compare the compiled model. First those
        // that do most in the fault's file for their time.
        let worth = |case: usize| {
            let reached = rich.get(&(file, case)).copied().unwrap_or_default();
            reached as f64 / (0.02 + reaches[case].seconds)
        };
        chosen.sort_by(|&a, &b| {
            let variant = |case: usize| cases[case].is_variant;
            let order = variant(a).cmp(&variant(b));
            order.then(worth(b).total_cmp(&worth(a)))
        });
        let reached = chosen.len();
        let name = |case: usize| cases[case].name.as_str();
        let (near, far) = chosen
            .into_iter()
            .partition(|&case| shares_a_word(file, name(case)));
        let far = by_turns(far, |case| folder(name(case)));
        let chosen = spread(alternating(near, far), most);
        let limits = chosen.iter();
        let limits = limits.map(|&case| LEAST + PATIENCE * reaches[case].seconds);
        let request = Request::Try {
            number,
            limits: limits.collect(),
            cases: chosen
                .iter()
                .map(|&case| cases[case].name.clone())
                .collect(),
        };
        let killed = match worker.ask(&request)? {
            Ok(Answer::Tried { killed }) => killed,
            ended => {
                *worker = start()?;
                let how = match ended {
                    Err(Some(HUNG)) => "hangs",
                    _ => "crash",
                };
                Some(Killed {
                    how: how.to_owned(),
                    ..Killed::default()
                })
            }
        };
        if at % 50 == 0 {
            tell(format!("fault {at} of {}", faults.len()));
        }
        let tried = (number, reached, killed);
        done(&tried);
        Ok(Some(tried))
    })?;
    Ok(tried.into_iter().flatten().collect())
}

/// How many faults of each file each case reaches.
fn richness<'a>(reaches: &[Reach], faults: &[(u32, &'a str)]) -> HashMap<(&'a str, usize), usize> {
    let mut counts = HashMap::new();
    for (case, reach) in reaches.iter().enumerate() {
        for (_, file) in faults.iter().filter(|(n, _)| reach.reaches(*n)) {
            *counts.entry((*file, case)).or_default() += 1;
        }
    }
    counts
}

/// The folder of a case.
fn folder(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The first of every folder, then the second of every folder, and so on: what one model of a folder
/// does not show, its neighbour seldom does.
fn by_turns<'a>(all: Vec<usize>, folder: impl Fn(usize) -> &'a str) -> Vec<usize> {
    let mut seen = HashMap::new();
    let turn = |case: usize| {
        let turn: &mut usize = seen.entry(folder(case)).or_default();
        *turn += 1;
        *turn
    };
    let turns: Vec<usize> = all.iter().copied().map(turn).collect();
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by_key(|&at| turns[at]);
    order.into_iter().map(|at| all[at]).collect()
}

/// Whether a case is named for what the file is about, as `sensor/every_kind` for
/// `pipeline/sensor/read.rs`: it is likely to show what all cases reach and few depend on, such as
/// a default.
fn shares_a_word(file: &str, case: &str) -> bool {
    let words = |name: &str| -> Vec<String> {
        let words = name.split(|c: char| !c.is_ascii_alphanumeric());
        let single = words.map(|word| word.strip_suffix('s').unwrap_or(word).to_owned());
        single.filter(|word| word.len() > 2).collect()
    };
    // Paths may begin with the folder of all.
    let common = ["fixture", "pipeline"];
    let about = words(file);
    let mut of_case = words(case).into_iter();
    of_case.any(|word| about.contains(&word) && !common.contains(&word.as_str()))
}

/// One of the first, one of the others, and so on; then what is left of either.
fn alternating(first: Vec<usize>, others: Vec<usize>) -> Vec<usize> {
    let both = first.len().min(others.len());
    let (mut pairs, rest) = (Vec::new(), [&first[both..], &others[both..]].concat());
    for (&a, &b) in first.iter().zip(&others) {
        pairs.extend([a, b]);
    }
    pairs.extend(rest);
    pairs
}

/// At most so many: the first half of them, and the rest evenly from all others.
fn spread(mut all: Vec<usize>, most: usize) -> Vec<usize> {
    if all.len() <= most {
        return all;
    }
    let others = all.split_off(most / 2);
    let room = most - all.len();
    all.extend((0..room).map(|n| others[n * others.len() / room]));
    all
}

/// Does `count` pieces of work in several workers, and returns the results in order.
fn divided<T: Send>(
    count: usize,
    jobs: usize,
    start: &(dyn Fn() -> io::Result<Worker> + Sync),
    work: impl Fn(&mut Worker, usize) -> Result<T, TrialError> + Sync,
) -> Result<Vec<T>, TrialError> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, T)>> = Mutex::new(Vec::new());
    let ended = std::thread::scope(|scope| {
        let job = || -> Result<(), TrialError> {
            let mut worker = start()?;
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                if at >= count {
                    return Ok(());
                }
                let made = work(&mut worker, at);
                if made.is_err() {
                    next.store(count, Ordering::Relaxed);
                }
                let made = made?;
                let mut done = done.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                done.push((at, made));
            }
        };
        let threads: Vec<_> = (0..jobs.clamp(1, count.max(1)))
            .map(|_| scope.spawn(job))
            .collect();
        let ends = threads.into_iter().map(|thread| thread.join());
        let ends: Vec<_> = ends.collect();
        ends.into_iter().try_for_each(|end| {
            end.unwrap_or_else(|_| Err(io::Error::other("a thread panicked").into()))
        })
    });
    ended?;
    let mut done = done
        .into_inner()
        .unwrap_or_else(|poisoned| poisoned.into_inner());
    done.sort_by_key(|(at, _)| *at);
    Ok(done.into_iter().map(|(_, made)| made).collect())
}

#[cfg(test)]
mod tests {
    use super::{alternating, by_turns, folder, shares_a_word};

    #[test]
    fn cases_of_one_folder_wait_for_those_of_others() {
        let names = ["a/1", "a/2", "a/3", "b/1", "c/d/1", "b/2"];
        let order = by_turns((0..names.len()).collect(), |case| folder(names[case]));
        assert_eq!(order, [0, 3, 4, 1, 5, 2]);
    }

    #[test]
    fn cases_named_for_the_file_take_turns_with_the_others() {
        assert!(shares_a_word(
            "spec/tendon.rs",
            "fixtures/limits_of_tendons"
        ));
        assert!(shares_a_word(
            "pipeline/sensor/velocity.rs",
            "fixtures/sensor/kinds"
        ));
        assert!(!shares_a_word("spec/tendon.rs", "fixtures/sensor/kinds"));
        assert_eq!(alternating(vec![1, 2, 3], vec![7, 8]), [1, 7, 2, 8, 3]);
        assert_eq!(alternating(vec![1], vec![7, 8, 9]), [1, 7, 8, 9]);
    }
}
