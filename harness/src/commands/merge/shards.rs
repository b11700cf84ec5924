//! Reports of shards put together: all of them, each once, or an error.

use crate::report::Report;
use crate::results::{Finished, Footer, Header, Shard, by_case};

/// Why reports are not the shards of one run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum MergeError {
    #[error("there is nothing to merge")]
    Nothing,
    #[error("{run} is no shard: it was not made with --shard")]
    NotAShard { run: String },
    #[error("{run} did not end; complete it with --resume first")]
    Unfinished { run: String },
    #[error("{run} is a shard of another run: it has {what} than {first}")]
    Another {
        run: String,
        first: String,
        what: &'static str,
    },
    #[error("shard {number} is there twice: {runs}")]
    Twice { number: usize, runs: String },
    #[error("of {of} shards these are missing: {missing}")]
    Missing { of: usize, missing: String },
    #[error("{run} holds {found} cases, its header says {expected}")]
    Cases {
        run: String,
        found: usize,
        expected: usize,
    },
    #[error("the shards do not make up the whole run: case {position} is in {count} of them")]
    Position { position: usize, count: usize },
}

/// The run that shards make up.
#[derive(Clone, Debug)]
pub(super) struct Merged {
    pub header: Header,
    pub cases: Vec<Finished>,
    pub footer: Footer,
}

/// Puts the shards' cases back into the order of the whole run. `run` is the name of the result.
pub(super) fn merge(reports: Vec<Report>, run: &str) -> Result<Merged, MergeError> {
    let first = reports.first().ok_or(MergeError::Nothing)?.header.clone();
    let mut shards: Vec<(Shard, Report)> = Vec::new();
    for report in reports {
        let shard = agreed(&first, &report)?;
        if let Some((_, other)) = shards
            .iter()
            .find(|(known, _)| known.number == shard.number)
        {
            return Err(MergeError::Twice {
                number: shard.number,
                runs: format!("{} and {}", other.header.run, report.header.run),
            });
        }
        shards.push((shard, report));
    }
    let (of, whole) = match &first.shard {
        Some(shard) => (shard.of, shard.whole),
        None => (0, 0),
    };
    let has = |number: usize| shards.iter().any(|(shard, _)| shard.number == number);
    let missing: Vec<String> = (1..=of)
        .filter(|&n| !has(n))
        .map(|n| n.to_string())
        .collect();
    if !missing.is_empty() {
        let missing = missing.join(", ");
        return Err(MergeError::Missing { of, missing });
    }
    let mut footer = Footer::default();
    let mut places: Vec<Vec<Finished>> = vec![Vec::new(); whole];
    for (shard, report) in shards {
        let run = report.header.run;
        if let Some(part) = report.footer {
            footer.seconds = footer.seconds.max(part.seconds);
            footer.time += part.time;
        }
        let cases = by_case(report.records);
        if cases.len() != shard.positions.len() {
            let (found, expected) = (cases.len(), shard.positions.len());
            return Err(MergeError::Cases {
                run,
                found,
                expected,
            });
        }
        for (position, case) in shard.positions.into_iter().zip(cases) {
            match places.get_mut(position) {
                Some(place) => place.push(case),
                None => return Err(MergeError::Position { position, count: 1 }),
            }
        }
    }
    if let Some(position) = places.iter().position(|place| place.len() != 1) {
        let count = places[position].len();
        return Err(MergeError::Position { position, count });
    }
    let cases: Vec<Finished> = places.into_iter().flatten().collect();
    for case in &cases {
        footer.add(&case.records);
    }
    Ok(Merged {
        header: Header {
            run: run.to_owned(),
            shard: None,
            cases: cases.len(),
            ..first
        },
        cases,
        footer,
    })
}

/// The report's part, if it is one of the same run as the first.
fn agreed(first: &Header, report: &Report) -> Result<Shard, MergeError> {
    let header = &report.header;
    let run = header.run.clone();
    let Some(shard) = header.shard.clone() else {
        return Err(MergeError::NotAShard { run });
    };
    if !report.is_whole() {
        return Err(MergeError::Unfinished { run });
    }
    let number_of = |header: &Header| header.shard.as_ref().map(|shard| (shard.of, shard.whole));
    let differs = [
        ("another subject", header.subject != first.subject),
        ("another reference", header.reference != first.reference),
        ("another commit", header.commit != first.commit),
        ("other cases or flags", header.plan != first.plan),
        (
            "another number of shards",
            number_of(header) != number_of(first),
        ),
    ];
    match differs.into_iter().find(|(_, differs)| *differs) {
        Some((what, _)) => Err(MergeError::Another {
            run,
            first: first.run.clone(),
            what,
        }),
        None => Ok(shard),
    }
}
