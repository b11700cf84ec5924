//! A run that several machines share: which cases are in which part.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::Record;
use crate::case::Case;

/// `K/N` on the command line: part K of N, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    pub number: usize,
    pub of: usize,
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Part, String> {
        let numbers = text.split_once('/');
        let numbers = numbers.and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
        match numbers {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Part { number, of }),
            _ => Err("expected K/N with K from 1 to N, e.g. 2/4".to_owned()),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// Which part of a run a report holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    pub number: usize,
    pub of: usize,
    /// Cases of the whole run.
    pub whole: usize,
    /// Where the cases of this report stand in the whole run, from 0.
    pub positions: Vec<usize>,
}

impl Shard {
    /// The part's cases: each goes to the part with the least work, the longest first. `seconds`
    /// says how long cases took; others count as the average.
    pub fn new(cases: &[Case], part: Part, seconds: &HashMap<String, f64>) -> Shard {
        let average = match seconds.len() {
            0 => 1.0,
            count => seconds.values().sum::<f64>() / count as f64,
        };
        let weight = |at: usize| seconds.get(&cases[at].name).copied().unwrap_or(average);
        let mut order: Vec<usize> = (0..cases.len()).collect();
        order.sort_by(|&a, &b| {
            let by_weight = weight(b).total_cmp(&weight(a));
            by_weight.then_with(|| cases[a].name.cmp(&cases[b].name))
        });
        let mut loads = vec![0.0f64; part.of];
        let mut positions = Vec::new();
        for at in order {
            let lightest = (0..part.of).min_by(|&a, &b| loads[a].total_cmp(&loads[b]));
            let Some(lightest) = lightest else {
                break;
            };
            loads[lightest] += weight(at);
            if lightest + 1 == part.number {
                positions.push(at);
            }
        }
        positions.sort_unstable();
        Shard {
            number: part.number,
            of: part.of,
            whole: cases.len(),
            positions,
        }
    }

    /// The cases of this part, of those of the whole run.
    pub fn choose(&self, cases: Vec<Case>) -> Vec<Case> {
        let cases = cases.into_iter().enumerate();
        let chosen = cases.filter(|(at, _)| self.positions.binary_search(at).is_ok());
        chosen.map(|(_, case)| case).collect()
    }
}

/// A case and its records.
#[derive(Clone, Debug)]
pub struct Finished {
    pub case: String,
    pub records: Vec<Record>,
}

/// Records that belong together.
pub fn by_case(records: Vec<Record>) -> Vec<Finished> {
    let mut cases: Vec<Finished> = Vec::new();
    for record in records {
        match cases.last_mut() {
            Some(last) if last.case == record.case => last.records.push(record),
            _ => cases.push(Finished {
                case: record.case.clone(),
                records: vec![record],
            }),
        }
    }
    cases
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::case::{Overrides, Schedule, Sidecar};

    fn cases(count: usize) -> Vec<Case> {
        let sidecar = Sidecar::default();
        let schedule = Schedule::new(&sidecar, &Overrides::default()).expect("a schedule");
        let case = |number: usize| Case {
            name: format!("case {number}"),
            path: PathBuf::from("model.xml"),
            sidecar: sidecar.clone(),
            schedule: schedule.clone(),
            options: Vec::new(),
            variant: None,
            required: false,
        };
        (0..count).map(case).collect()
    }

    fn shards(of: usize, count: usize, seconds: &HashMap<String, f64>) -> Vec<Shard> {
        let cases = cases(count);
        let part = |number| Part { number, of };
        (1..=of)
            .map(|number| Shard::new(&cases, part(number), seconds))
            .collect()
    }

    #[test]
    fn every_case_is_in_exactly_one_shard() {
        for (of, count) in [(1, 5), (3, 10), (4, 4), (7, 3)] {
            let shards = shards(of, count, &HashMap::new());
            let mut all: Vec<usize> = shards.iter().flat_map(|s| s.positions.clone()).collect();
            all.sort_unstable();
            assert_eq!(all, (0..count).collect::<Vec<_>>());
            let sizes: Vec<usize> = shards.iter().map(|s| s.positions.len()).collect();
            let spread = sizes.iter().max().unwrap_or(&0) - sizes.iter().min().unwrap_or(&0);
            assert!(spread <= 1, "{sizes:?}");
        }
    }

    #[test]
    fn long_cases_are_spread_by_how_long_they_took() {
        let seconds = (0..6).map(|n| (format!("case {n}"), if n < 2 { 8.0 } else { 4.0 }));
        let shards = shards(2, 6, &seconds.collect());
        for shard in shards {
            let long = shard.positions.iter().filter(|&&at| at < 2).count();
            assert_eq!((long, shard.positions.len()), (1, 3));
        }
    }

    #[test]
    fn a_part_reads_back_as_it_is_written() {
        let part: Part = "2/4".parse().expect("a part");
        assert_eq!(part.to_string(), "2/4");
        for text in ["", "1", "0/2", "3/2", "a/b", "1/0", "-1/2"] {
            assert!(text.parse::<Part>().is_err(), "{text}");
        }
    }
}
