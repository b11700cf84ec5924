//! Where golden values come from, and what makes them stale.

use std::io;
use std::path::Path;

use super::inputs::inputs;
use super::{Golden, Input, Recording, Section, digest};
use crate::case::sidecar::Expect;
use crate::case::{Case, Controls};
use crate::simulator::{Identity, Kind};

/// Who recorded which files, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// The simulator, e.g. `mujoco@3.2.6`.
    pub reference: String,
    /// SHA-256 of its library.
    pub sha256: String,
    /// Operating system and processor.
    pub platform: String,
    /// Version and commit of the harness. A golden that differs only in this counts as the same.
    pub harness: String,
    pub inputs: Vec<Input>,
}

impl Provenance {
    pub fn new(
        fixture: &Path,
        reference: &Identity,
        commit: Option<&str>,
    ) -> io::Result<Provenance> {
        let version = env!("CARGO_PKG_VERSION");
        Ok(Provenance {
            reference: reference.kind.clone(),
            sha256: reference.sha256.clone().unwrap_or_else(|| "-".to_owned()),
            platform: platform(),
            harness: match commit {
                Some(commit) => format!("{version} {commit}"),
                None => version.to_owned(),
            },
            inputs: inputs(fixture)?,
        })
    }

    /// Whether values of this simulator may become golden: MuJoCo's may, those of an engine under
    /// test never.
    pub fn may_come_from(kind: &str) -> bool {
        matches!(kind.parse(), Ok(Kind::Mujoco { .. } | Kind::Python { .. }))
    }

    /// Why the values are not those of this simulator on this machine.
    pub fn foreign_to(&self, reference: &Identity) -> Option<String> {
        let own = reference.sha256.as_deref().unwrap_or("-");
        if self.reference != reference.kind {
            let kind = &reference.kind;
            Some(format!("recorded from {}, not from {kind}", self.reference))
        } else if self.platform != platform() {
            let here = platform();
            Some(format!("recorded on {}, this is {here}", self.platform))
        } else {
            let differs = self.sha256 != own;
            differs.then(|| format!("library differs: recorded {}, here {own}", self.sha256))
        }
    }
}

fn platform() -> String {
    format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)
}

/// What is done with a case, in one line: if the sidecar changes this line, the recorded values are
/// stale.
pub fn schedule(case: &Case) -> String {
    let schedule = &case.schedule;
    if case.sidecar.expect == Expect::Reject {
        return "must be rejected".to_owned();
    }
    let mut given = digest::Hash::default();
    let controls = match &schedule.controls {
        Controls::Random => "random",
        Controls::Held => "held",
        Controls::Rows(rows) => {
            let rows = rows.get_ref().iter().flatten();
            rows.for_each(|value| given.add(value.to_bits()));
            "given"
        }
    };
    let states = case.sidecar.state.iter();
    for (field, values) in states.flat_map(|state| state.values()) {
        field.name.bytes().for_each(|byte| given.add(byte.into()));
        values
            .get_ref()
            .iter()
            .for_each(|value| given.add(value.to_bits()));
    }
    let start = case.sidecar.schedule.start.as_ref();
    let start = start.map_or("default", |start| start.get_ref().as_str());
    let mut line = format!(
        "seed {}, {} random states, {} steps from {start}, {controls} controls",
        schedule.seed, schedule.random, schedule.steps
    );
    if given != digest::Hash::default() {
        line += &format!(", given numbers {}", given.digest());
    }
    line
}

/// Why a golden does not belong to the fixture as it is now; nothing if it does.
pub fn stale(golden: &Golden, fixture: &Path, cases: &[Case]) -> io::Result<Vec<String>> {
    let mut reasons = stale_inputs(golden, fixture)?;
    for case in cases {
        reasons.extend(stale_case(golden, case).or_else(|| unused_section(golden, case)));
    }
    let is_used = |variant: &str| {
        let mut variants = cases.iter().map(|case| case.variant.as_deref());
        variants.any(|known| known.unwrap_or_default() == variant)
    };
    for recorded in golden.cases.iter().filter(|case| !is_used(&case.variant)) {
        reasons.push(format!("no such case any more: {}", recorded.variant));
    }
    Ok(reasons)
}

/// Files of the fixture that are not as they were.
pub fn stale_inputs(golden: &Golden, fixture: &Path) -> io::Result<Vec<String>> {
    let mut reasons = Vec::new();
    let now = inputs(fixture)?;
    let recorded = &golden.provenance.inputs;
    let hash = |list: &[Input], name: &str| {
        let found = list.iter().find(|input| input.name == name);
        found.map(|input| input.sha256.clone())
    };
    for (at, input) in now.iter().enumerate() {
        let what = if at == 0 { "fixture" } else { "included file" };
        match hash(recorded, &input.name) {
            Some(sha256) if sha256 == input.sha256 => {}
            Some(_) => reasons.push(format!("{what} changed: {}", input.name)),
            None => reasons.push(format!("{what} is new: {}", input.name)),
        }
    }
    for input in recorded {
        if hash(&now, &input.name).is_none() {
            reasons.push(format!("included file is gone: {}", input.name));
        }
    }
    Ok(reasons)
}

/// Why one case is not as it was recorded. More modes may be recorded than are asked for.
pub fn stale_case(golden: &Golden, case: &Case) -> Option<String> {
    let name = &case.name;
    let Some(recorded) = golden.case(case.variant.as_deref().unwrap_or_default()) else {
        return Some(format!("case is new: {name}"));
    };
    let (before, now) = (&recorded.schedule, schedule(case));
    if *before != now {
        return Some(format!(
            "schedule changed: {name}: was \"{before}\", is \"{now}\""
        ));
    }
    let Recording::Accepted(_) = recorded.recording else {
        return None;
    };
    let mut modes = case.schedule.modes.iter();
    let is_lacking = |section| recorded.recording.track(section).is_none();
    let lacking = modes.find(|mode| is_lacking(Section::of(**mode)))?;
    Some(format!("schedule changed: {name}: {lacking} is new"))
}

/// A section that the case no longer has.
fn unused_section(golden: &Golden, case: &Case) -> Option<String> {
    let recorded = golden.case(case.variant.as_deref().unwrap_or_default())?;
    let Recording::Accepted(tracks) = &recorded.recording else {
        return None;
    };
    let scheduled = |section: Section| {
        let mut modes = case.schedule.modes.iter();
        modes.any(|mode| Section::of(*mode) == section)
    };
    let (section, _) = tracks.iter().find(|(section, _)| !scheduled(*section))?;
    let name = &case.name;
    Some(format!("schedule changed: {name}: without {section} now"))
}
