//! Distributes cases over jobs: each job is a thread with its own two sides.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Instant;

use super::{MakeContest, Role, RoleFailure, Standard, Whole};
use crate::case::{Case, Mode, Schedule};
use crate::compare::Selection;
use crate::interrupt;
use crate::measure::{Clock, Share, Stopwatch};
use crate::precision::Precision;
use crate::results::{Event, Footer, Header, Host, Record, quote};
use crate::simulator::inject::Hit;
use crate::simulator::{Failure, Identity, ModelSource};

/// What a run needs to know besides its cases.
#[derive(Clone, Debug)]
pub struct Settings {
    pub run: String,
    /// Date for recorded divergences, `YYYY-MM-DD`.
    pub today: String,
    pub selection: Selection,
    pub tolerance: Option<f64>,
    /// In which the subject computes, whatever it says itself.
    pub precision: Option<Precision>,
    /// How it is judged, if not as its precision implies.
    pub standard: Option<Standard>,
    /// Everything scheduled must be covered.
    pub strict: bool,
    /// Missing fields and unsupported models do not fail.
    pub allow_uncovered: bool,
    /// A record or a run that compared nothing may be called good.
    pub allow_empty: bool,
    /// Whether a disturbance on purpose met a value, if there is one.
    pub injected: Option<Arc<Hit>>,
    /// Both sides get the bytes of the model's files instead of its path.
    pub from_memory: bool,
    pub jobs: usize,
    pub seed: Option<u64>,
    pub command: Vec<String>,
    pub commit: Option<String>,
    pub repeat: Repeat,
    pub whole: Whole,
}

impl Settings {
    /// Where both sides load a case's model from.
    pub(super) fn source(&self, case: &Case) -> io::Result<ModelSource> {
        // Workers have their own directory, so they need absolute paths.
        let path = std::path::absolute(&case.path)?;
        if self.from_memory {
            ModelSource::memory(&path)
        } else {
            Ok(ModelSource::file(&path))
        }
    }
}

/// How to repeat one comparison from the command line.
#[derive(Clone, Debug, Default)]
pub struct Repeat {
    /// Flags that differ from their defaults.
    pub flags: String,
}

impl Repeat {
    pub fn command(&self, case: &Case, mode: Mode) -> String {
        let path = quote(&case.path.display().to_string());
        let filter = case.variant.as_ref().map(|variant| quote(variant));
        let filter = filter.map_or(String::new(), |text| format!(" --filter {text}"));
        format!("harness run {path}{filter} --modes {mode}{}", self.flags)
    }
}

/// Why a run could not take place.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    #[error("the {} is not available: {failure}", role.name())]
    Unavailable { role: Role, failure: Failure },
    #[error("the earlier run cannot be completed: {0}")]
    Resume(String),
    #[error("a reporter failed: {0}")]
    Report(#[from] std::io::Error),
}

enum Message {
    Ready {
        subject: Identity,
        reference: Identity,
    },
    Unavailable(RoleFailure),
    Begun(usize),
    Done {
        case: usize,
        records: Vec<Record>,
    },
    Ended(Clock),
}

/// Runs all cases and hands events to `report`; those of finished cases come in the order of the
/// cases.
pub fn run_cases(
    cases: &[Case],
    settings: &Settings,
    make: &MakeContest<'_>,
    report: &mut dyn FnMut(&Event) -> std::io::Result<()>,
) -> Result<Footer, RunError> {
    let begun = Instant::now();
    let (sender, receiver) = mpsc::channel();
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let jobs = settings.jobs.clamp(1, cases.len().max(1));
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            let (sender, next, stop) = (sender.clone(), &next, &stop);
            scope.spawn(move || job(cases, settings, make, next, stop, &sender));
        }
        drop(sender);
        let mut desk = Desk::new(cases, settings, report);
        for message in receiver {
            if let Err(error) = desk.take(message) {
                stop.store(true, Ordering::Relaxed);
                return Err(error);
            }
        }
        desk.close(begun)
    })
}

/// Takes case after case until none is left.
fn job(
    cases: &[Case],
    settings: &Settings,
    make: &MakeContest<'_>,
    next: &AtomicUsize,
    stop: &AtomicBool,
    sender: &mpsc::Sender<Message>,
) {
    let thread = Stopwatch::of_thread();
    let mut contest = match make() {
        Ok(contest) => contest,
        Err(unavailable) => {
            // A closed channel means that the run is over.
            let _ = sender.send(Message::Unavailable(unavailable));
            return;
        }
    };
    let ready = Message::Ready {
        subject: contest.identity(Role::Subject).clone(),
        reference: contest.identity(Role::Reference).clone(),
    };
    let mut open = sender.send(ready).is_ok();
    while open && !stop.load(Ordering::Relaxed) && !interrupt::requested() {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let Some(case) = cases.get(number) else {
            break;
        };
        open = sender.send(Message::Begun(number)).is_ok();
        let records = contest.compare_case(case, settings);
        let done = Message::Done {
            case: number,
            records,
        };
        open = open && sender.send(done).is_ok();
    }
    let mut clock = contest.clock();
    clock.book_thread(thread);
    let _ = sender.send(Message::Ended(clock));
}

/// Receives messages in any order and reports them in the order of the cases.
struct Desk<'a> {
    cases: &'a [Case],
    settings: &'a Settings,
    report: &'a mut dyn FnMut(&Event) -> std::io::Result<()>,
    started: bool,
    waiting: BTreeMap<usize, Vec<Record>>,
    reported: usize,
    footer: Footer,
}

impl<'a> Desk<'a> {
    fn new(
        cases: &'a [Case],
        settings: &'a Settings,
        report: &'a mut dyn FnMut(&Event) -> std::io::Result<()>,
    ) -> Desk<'a> {
        Desk {
            cases,
            settings,
            report,
            started: false,
            waiting: BTreeMap::new(),
            reported: 0,
            footer: Footer::default(),
        }
    }

    fn take(&mut self, message: Message) -> Result<(), RunError> {
        match message {
            Message::Unavailable(RoleFailure { role, failure }) => {
                return Err(RunError::Unavailable { role, failure });
            }
            Message::Ready { subject, reference } if !self.started => {
                self.started = true;
                let header = self.header(subject, reference);
                let earlier = self.settings.whole.earlier.as_ref();
                if let Some(earlier) = earlier {
                    earlier.check(&header)?;
                }
                self.send(&Event::Started(Box::new(header)))?;
                for finished in earlier.into_iter().flat_map(|earlier| &earlier.cases) {
                    self.finish(finished.case.clone(), finished.records.clone())?;
                }
            }
            Message::Ready { .. } => {}
            Message::Begun(case) => {
                let case = self.cases[case].name.clone();
                self.send(&Event::CaseStarted { case })?;
            }
            Message::Done { case, records } => {
                self.waiting.insert(case, records);
                while let Some(records) = self.waiting.remove(&self.reported) {
                    let case = self.cases[self.reported].name.clone();
                    self.reported += 1;
                    self.finish(case, records)?;
                }
            }
            Message::Ended(clock) => self.footer.time += clock,
        }
        Ok(())
    }

    fn header(&self, subject: Identity, reference: Identity) -> Header {
        let earlier = self.settings.whole.earlier.as_ref();
        Header {
            schema: crate::results::SCHEMA,
            run: self.settings.run.clone(),
            subject,
            reference,
            commit: self.settings.commit.clone(),
            harness: env!("CARGO_PKG_VERSION").to_owned(),
            host: Host::here(),
            command: self.settings.command.clone(),
            flags: Some(self.settings.repeat.flags.trim().to_owned()),
            seed: self.settings.seed,
            default_seed: Schedule::SEED,
            cases: self.cases.len() + earlier.map_or(0, |earlier| earlier.cases.len()),
            plan: self.settings.whole.plan.clone(),
            shard: self.settings.whole.shard.clone(),
        }
    }

    fn finish(&mut self, case: String, records: Vec<Record>) -> Result<(), RunError> {
        self.footer.add(&records);
        self.send(&Event::CaseFinished { case, records })
    }

    fn close(mut self, start: Instant) -> Result<Footer, RunError> {
        self.footer.seconds = start.elapsed().as_secs_f64();
        if self.reported < self.cases.len() && interrupt::requested() {
            self.footer.interrupt();
        } else {
            let injected = self.settings.injected.as_ref();
            if let Some(reason) = injected.and_then(|hit| hit.missed()) {
                self.footer.refuse(reason, 2);
            } else if !self.settings.allow_empty {
                self.footer.require_values();
            }
        }
        let footer = self.footer.clone();
        self.send(&Event::Finished(footer))?;
        Ok(self.footer)
    }

    fn send(&mut self, event: &Event) -> Result<(), RunError> {
        let (report, clock) = (&mut self.report, &mut self.footer.time);
        Ok(clock.measure(Share::Report, || report(event))?)
    }
}
