//! The run that a report is part of: all of it, a shard, or the rest of an earlier run that did not
//! end.

use super::RunError;
use crate::case::Case;
use crate::golden::schedule;
use crate::hash;
use crate::results::{Finished, Header, Record, Shard, by_case};

/// The run that a report is part of.
#[derive(Clone, Debug, Default)]
pub struct Whole {
    /// Digest of everything that was to be compared, and how.
    pub plan: String,
    pub shard: Option<Shard>,
    pub earlier: Option<Earlier>,
}

impl Whole {
    /// `flags` are those that change what is compared.
    pub fn plan(cases: &[Case], flags: &str) -> String {
        let mut text = format!("{flags}\n");
        for case in cases {
            let modes: Vec<&str> = case.schedule.modes.iter().map(|mode| mode.name()).collect();
            let modes = modes.join(" ");
            text += &format!("{}: {modes}; {}\n", case.name, schedule(case));
        }
        hash::bytes(text.as_bytes())[..16].to_owned()
    }
}

/// What is left of a run that did not end.
#[derive(Clone, Debug)]
pub struct Earlier {
    header: Header,
    /// Cases that were finished, in order.
    pub cases: Vec<Finished>,
}

impl Earlier {
    /// The finished cases of a report. The last one of a report that did not end may lack records,
    /// so it is left out.
    pub fn new(header: Header, records: Vec<Record>, ended: bool) -> Earlier {
        let mut cases = by_case(records);
        if !ended {
            cases.pop();
        }
        Earlier { header, cases }
    }

    /// An earlier run can be completed only by the same program on the same cases.
    pub(super) fn check(&self, now: &Header) -> Result<(), RunError> {
        let before = &self.header;
        let differs = [
            ("another subject", before.subject != now.subject),
            ("another reference", before.reference != now.reference),
            ("another commit", before.commit != now.commit),
            ("other cases or flags", before.plan != now.plan),
            ("another shard", before.shard != now.shard),
        ];
        match differs.iter().find(|(_, differs)| *differs) {
            Some((what, _)) => Err(RunError::Resume(format!("{} has {what}", before.run))),
            None => Ok(()),
        }
    }
}
