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
        if let (Some(earlier), Some(current)) = (&before.flags, &now.flags)
            && earlier != current
        {
            let differ = flags_that_differ(earlier, current);
            return Err(RunError::Resume(format!("{} had {differ}", before.run)));
        }
        let differs = [
            ("another subject", before.subject != now.subject),
            ("another reference", before.reference != now.reference),
            ("another commit", before.commit != now.commit),
            ("other cases or schedules", before.plan != now.plan),
            ("another shard", before.shard != now.shard),
        ];
        match differs.iter().find(|(_, differs)| *differs) {
            Some((what, _)) => Err(RunError::Resume(format!("{} has {what}", before.run))),
            None => Ok(()),
        }
    }
}

/// Which flags two runs do not share, in words: `--steps 5, this one --steps 9`.
pub fn flags_that_differ(earlier: &str, current: &str) -> String {
    let only = |these: &str, others: &str| {
        let others = split_flags(others);
        let own = split_flags(these).into_iter();
        let own: Vec<String> = own.filter(|flag| !others.contains(flag)).collect();
        if own.is_empty() {
            "none of these".to_owned()
        } else {
            own.join(" ")
        }
    };
    let (before, now) = (only(earlier, current), only(current, earlier));
    format!("{before}, this one has {now}")
}

/// Flags, each with its value.
fn split_flags(flags: &str) -> Vec<String> {
    let parts = flags.split("--").map(str::trim);
    let parts = parts.filter(|part| !part.is_empty());
    parts.map(|part| format!("--{part}")).collect()
}

#[cfg(test)]
mod tests {
    use super::flags_that_differ;

    #[test]
    fn flags_that_differ_are_named_with_both_values() {
        let words = flags_that_differ("--steps 5 --fields qM --strict", "--steps 9 --fields qM");
        assert_eq!(words, "--steps 5 --strict, this one has --steps 9");
        assert_eq!(
            flags_that_differ("", "--seed 3"),
            "none of these, this one has --seed 3"
        );
    }
}
