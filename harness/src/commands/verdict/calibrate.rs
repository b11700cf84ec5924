//! `harness verdict calibrate`: what the verdict by rounding says of a subject that is known to be
//! honest, and of one that is known to be wrong.

use std::path::PathBuf;

use clap::Args;

use super::super::arguments::{CaseArguments, ComparisonArguments, SimulatorArguments};
use super::super::list::select;
use super::super::run::{compare_cases, without_matrix};
use super::super::{CliError, Exit};
use super::faults::{Seeded, seeded};
use crate::case::{Case, Mode};
use crate::precision::Precision;
use crate::report::StageTable;
use crate::results::{Event, Outcome, Record, Rounding};
use crate::run::{Standard, Whole};
use crate::simulator::Kind;
use crate::simulator::rounded::ScaledField;

#[derive(Clone, Debug, Args)]
pub struct CalibrateArguments {
    /// Model files (.xml) and directories to search for them
    #[arg(required = true, value_name = "PATHS")]
    pub paths: Vec<PathBuf>,
    /// Only cases whose name contains this text; `*` stands for anything
    #[arg(long, value_name = "NAME")]
    pub filter: Option<String>,
    /// Precision of the honest subject
    #[arg(long, value_name = "PRECISION", default_value = "f32")]
    pub precision: Precision,
    /// Another subject that is known to be honest; faults are put into MuJoCo, rounded, alone
    #[arg(long, value_name = "KIND")]
    pub subject: Option<String>,
    /// Random states of each model
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub random: usize,
    /// Steps of each model
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub steps: u64,
    /// Faults for each model
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub faults: usize,
    /// Seed of states and faults
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Name every fault and what became of it
    #[arg(short, long)]
    pub verbose: bool,
    #[command(flatten)]
    pub simulators: SimulatorArguments,
}

/// What was counted.
#[derive(Debug, Default)]
struct Count {
    records: usize,
    alarms: usize,
    unjudged: usize,
    faults: usize,
    caught: usize,
    blamed: usize,
}

pub(super) fn calibrate(arguments: &CalibrateArguments) -> Result<Exit, CliError> {
    let mut cases = select(&arguments.comparison(None).cases)?.cases;
    without_matrix(&mut cases);
    let mut honest = Vec::new();
    compare(&arguments.comparison(None), &cases, &mut honest)?;
    let mut count = Count::default();
    for record in &honest {
        match &record.rounding {
            Some(_) => count.records += 1,
            None => count.unjudged += 1,
        }
        if record.outcome == Outcome::Fail || !record.ok {
            count.alarms += 1;
            println!("false alarm {}: {}", record.address(), record.explanation());
        }
    }
    let mut stages = StageTable::default();
    honest.iter().for_each(|record| stages.take(record));
    let printed = stages.print(&mut std::io::stdout());
    printed.map_err(CliError::io("stdout"))?;
    for (number, case) in cases.iter().enumerate() {
        let own: Vec<&Record> = honest.iter().filter(|r| r.case == case.name).collect();
        // Nothing can be said of faults where the honest subject is not judged.
        if own.iter().all(|record| record.rounding.is_none()) {
            continue;
        }
        for seeded in seeded(arguments.faults, arguments.seed, number as u64) {
            let mut wrong = Vec::new();
            let comparison = arguments.comparison(Some(&seeded.fault));
            compare(&comparison, std::slice::from_ref(case), &mut wrong)?;
            count.take(case, &seeded, &own, &wrong, arguments.verbose);
        }
    }
    count.print(arguments.precision);
    Ok(match count.alarms {
        _ if count.records == 0 => return Err(CliError::Nothing("nothing was judged".to_owned())),
        0 => Exit::Ok,
        _ => Exit::Code(100),
    })
}

impl CalibrateArguments {
    /// The comparison with the honest subject, or with a fault in it.
    fn comparison(&self, fault: Option<&ScaledField>) -> ComparisonArguments {
        let rounded = Kind::Rounded {
            precision: self.precision,
            fault: fault.cloned(),
            inner: Box::new(Kind::Mujoco {
                version: "3.2.6".to_owned(),
            }),
        };
        let subject = match (&self.subject, fault) {
            (Some(subject), None) => subject.clone(),
            _ => rounded.to_string(),
        };
        let cases = CaseArguments {
            tag: Vec::new(),
            paths: self.paths.clone(),
            filter: self.filter.clone(),
            modes: Some(vec![Mode::Forward, Mode::Forced]),
            steps: Some(self.steps),
            seed: Some(self.seed),
            random: Some(self.random),
            set: Vec::new(),
            disable: None,
            enable: None,
        };
        ComparisonArguments {
            subject,
            no_matrix: true,
            precision: Some(self.precision),
            verdict: Some(Standard::Spread),
            allow_uncovered: true,
            allow_empty: true,
            ..ComparisonArguments::of(cases, self.simulators.clone())
        }
    }
}

fn compare(
    comparison: &ComparisonArguments,
    cases: &[Case],
    into: &mut Vec<Record>,
) -> Result<(), CliError> {
    compare_cases(comparison, cases, Whole::default(), &mut |event| {
        if let Event::CaseFinished { records, .. } = event {
            into.extend_from_slice(records);
        }
        Ok(())
    })?;
    Ok(())
}

impl Count {
    /// What became of a fault.
    fn take(
        &mut self,
        case: &Case,
        seeded: &Seeded,
        honest: &[&Record],
        wrong: &[Record],
        verbose: bool,
    ) {
        let measured = |record: &Record| record.rounding.as_ref().map(ratios);
        let same = |record: &Record| {
            let own = honest.iter().find(|own| own.mode == record.mode);
            own.is_some_and(|own| measured(own) == measured(record))
        };
        let fault = &seeded.fault;
        if wrong.iter().all(same) {
            // The model does not have what is wrong.
            return;
        }
        self.faults += 1;
        let found = wrong.iter().find(|r| r.outcome == Outcome::Fail);
        let stage = found.and_then(|record| {
            let finding = record.finding.as_ref();
            finding.map(|finding| finding.divergence.stage.clone())
        });
        let right = stage.as_deref() == Some(seeded.stage.name());
        self.caught += usize::from(found.is_some());
        self.blamed += usize::from(right);
        if verbose || !right {
            let became = match (found, &stage) {
                (None, _) => "missed".to_owned(),
                (Some(_), Some(stage)) => format!("found in {stage}"),
                (Some(record), None) => format!("found: {}", record.explanation()),
            };
            println!("{} {fault}: {became}", case.name);
        }
    }

    fn print(&self, precision: Precision) {
        let Count {
            records,
            alarms,
            unjudged,
            faults,
            caught,
            blamed,
        } = self;
        let percent = |part: &usize, whole: &usize| 100.0 * *part as f64 / (*whole).max(1) as f64;
        println!(
            "honest in {precision}: {records} records, {alarms} false alarms, {unjudged} not judged"
        );
        println!(
            "faults: {faults} with an effect, {caught} caught ({:.1} %), {blamed} of them in the right stage ({:.1} %)",
            percent(caught, faults),
            percent(blamed, caught)
        );
    }
}

/// What tells two measurements apart.
fn ratios(rounding: &Rounding) -> Vec<(u64, u64, u64)> {
    let stages = rounding.stages.iter();
    stages
        .map(|stage| (stage.max.0.to_bits(), stage.median.0.to_bits(), stage.fails))
        .collect()
}
