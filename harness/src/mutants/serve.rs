//! The child of a trial: it has the faults, and tries what it is asked to until its input ends.
//!
//! An endless loop cannot be left from within: a watch ends the process when a case has taken far
//! more time than without a fault.

use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rustix::process::{Resource, Rlimit, setrlimit};
use rustix::time::{ClockId, clock_gettime};

use super::functions;
use super::side::Side;
use super::switch;
use super::trial::{Answer, HUNG, Killed, Request};
use crate::case::sidecar::Expect;
use crate::case::{Case, Mode};
use crate::compare::Selection;
use crate::results::{Outcome, Record};
use crate::run::{Contest, Live, Repeat, Role, RoleFailure, Settings, Whole};
use crate::utilities::Utility;

/// More memory than any fixture needs with both sides in one process.
const MEMORY: u64 = 6 << 30;

/// Serves trials on the cases until the input ends.
pub fn serve(cases: &[Case]) -> io::Result<()> {
    let limit = Rlimit {
        current: Some(MEMORY),
        maximum: Some(MEMORY),
    };
    let _ = setrlimit(Resource::As, limit);
    // What a fault says when it panics is of no interest.
    std::panic::set_hook(Box::new(|_| {}));
    let watch = Watch::start();
    let settings = settings();
    let named = |name: &str| Judge::find(cases, name);
    for line in io::stdin().lock().lines() {
        let request: Request = serde_json::from_str(&line?)?;
        let answer = match request {
            Request::Reach { case } => reach(&named(&case)?, &settings),
            Request::Try {
                number,
                cases: chosen,
                limits,
            } => {
                let mut killed = None;
                for (case, limit) in chosen.into_iter().zip(limits) {
                    let case = named(&case)?;
                    watch.allow(limit);
                    killed = case.attempt(number, &settings);
                    watch.allow(f64::INFINITY);
                    if killed.is_some() {
                        break;
                    }
                }
                Answer::Tried { killed }
            }
        };
        let mut out = io::stdout().lock();
        serde_json::to_writer(&mut out, &answer)?;
        writeln!(out)?;
        out.flush()?;
    }
    Ok(())
}

/// What may notice a fault.
enum Judge<'a> {
    Case(&'a Case),
    Utility(&'static Utility),
}

impl<'a> Judge<'a> {
    fn find(cases: &'a [Case], name: &str) -> io::Result<Judge<'a>> {
        let case = cases.iter().find(|case| case.name == name);
        let utility = || functions::named(name).map(Judge::Utility);
        case.map(Judge::Case)
            .or_else(utility)
            .ok_or_else(|| io::Error::other(format!("{name} is not here any more")))
    }

    fn attempt(&self, number: u32, settings: &Settings) -> Option<Killed> {
        match self {
            Judge::Case(case) => attempt(case, number, settings),
            Judge::Utility(utility) => functions::attempt(utility, number),
        }
    }

    /// What is not ok without a fault.
    fn wrong(&self, settings: &Settings) -> Option<String> {
        let case = match self {
            Judge::Utility(utility) => {
                return functions::attempt(utility, switch::RECORDING).map(|killed| killed.how);
            }
            Judge::Case(case) => case,
        };
        match compare(case, switch::RECORDING, settings) {
            Ok(records) => records
                .iter()
                .find(|record| !record.ok)
                .map(|record| format!("{}: {}", record.mode, record.outcome.name())),
            Err(failure) => Some(failure.failure.to_string()),
        }
    }
}

fn settings() -> Settings {
    Settings {
        run: "mutants".to_owned(),
        today: "2000-01-01".to_owned(),
        selection: Selection::new([]),
        tolerance: None,
        precision: None,
        standard: None,
        strict: false,
        allow_uncovered: false,
        allow_empty: true,
        injected: None,
        from_memory: false,
        jobs: 1,
        seed: None,
        command: Vec::new(),
        commit: None,
        repeat: Repeat::default(),
        whole: Whole::default(),
    }
}

/// The case as it makes sense with the engine on both sides: it says nothing of MuJoCo's words, and
/// nothing differs that is known to.
fn own(case: &Case) -> Case {
    let mut case = case.clone();
    let sidecar = &mut case.sidecar;
    sidecar.known.clear();
    if let Some(reject) = &mut sidecar.reject {
        reject.get_mut().reference = None;
    }
    case
}

fn compare(case: &Case, number: u32, settings: &Settings) -> Result<Vec<Record>, RoleFailure> {
    let mut live = Live::start(|role| {
        let number = match role {
            Role::Subject => number,
            Role::Reference => 0,
        };
        Ok(Box::new(Side::new(number)))
    })?;
    Ok(live.compare_case(&own(case), settings))
}

/// Runs a case without a fault and says which it reaches.
fn reach(case: &Judge<'_>, settings: &Settings) -> Answer {
    switch::take_reached();
    let begun = spent();
    let wrong = case.wrong(settings);
    Answer::Reached {
        seconds: (spent() - begun) as f64 / 1000.0,
        numbers: switch::take_reached(),
        wrong,
    }
}

/// Runs a case with a fault. Most are noticed by the first modes, so that the others, which cost
/// more, are run only if they were not.
fn attempt(case: &Case, number: u32, settings: &Settings) -> Option<Killed> {
    let first = |mode: &Mode| matches!(mode, Mode::Compile | Mode::Forward);
    let (first, others) = case.schedule.modes.iter().partition(|mode| first(mode));
    let parts: [Vec<Mode>; 2] = [first, others];
    // What must be refused is loaded, and that is all.
    let refused = case.sidecar.expect == Expect::Reject;
    let wanted = parts.into_iter().take(if refused { 1 } else { 2 });
    wanted.filter(|modes| !modes.is_empty()).find_map(|modes| {
        let mut part = case.clone();
        part.schedule.modes = modes;
        attempt_modes(&part, number, settings)
    })
}

fn attempt_modes(case: &Case, number: u32, settings: &Settings) -> Option<Killed> {
    let compared = catch_unwind(AssertUnwindSafe(|| compare(case, number, settings)));
    switch::set(0);
    let how = |how: &str| Killed {
        case: case.name.clone(),
        how: how.to_owned(),
        ..Killed::default()
    };
    let records = match compared {
        Err(_) => return Some(how("panic")),
        Ok(Err(failure)) => return Some(how(&failure.failure.to_string())),
        Ok(Ok(records)) => records,
    };
    // The pipeline's own modes say which stage it is; the model's constants come from all of them.
    let order = |mode: Mode| match mode {
        Mode::Forward => 0,
        Mode::Forced => 1,
        Mode::Free => 2,
        Mode::Inverse => 3,
        Mode::Compile => 4,
        Mode::Query => 5,
        Mode::Edit => 6,
        Mode::Derivative => 7,
        Mode::Save => 8,
    };
    let compiled = records.iter().find(|r| !r.ok && r.mode == Mode::Compile);
    let wrong = records.iter().filter(|record| !record.ok);
    let first = wrong.min_by_key(|record| order(record.mode))?;
    let finding = first.finding.as_ref();
    Some(Killed {
        mode: first.mode.name().to_owned(),
        stage: finding.map(|finding| finding.divergence.stage.to_string()),
        field: finding.map(|finding| finding.divergence.field.clone()),
        compiled: compiled.is_some(),
        refused: first.finding.is_none() && first.mode == Mode::Compile,
        ..how(match first.outcome {
            Outcome::Fail => "differs",
            other => other.name(),
        })
    })
}

/// Ends the process when a case takes too long.
struct Watch {
    /// CPU time of the process at which it ends, in milliseconds.
    end: Arc<AtomicU64>,
}

impl Watch {
    fn start() -> Watch {
        let end = Arc::new(AtomicU64::new(u64::MAX));
        let watched = Arc::clone(&end);
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(Duration::from_millis(50));
                if spent() > watched.load(Ordering::Relaxed) {
                    std::process::exit(HUNG);
                }
            }
        });
        Watch { end }
    }

    fn allow(&self, seconds: f64) {
        let end = spent() as f64 + 1000.0 * seconds;
        self.end.store(end as u64, Ordering::Relaxed);
    }
}

fn spent() -> u64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as u64 * 1000 + time.tv_nsec as u64 / 1_000_000
}
