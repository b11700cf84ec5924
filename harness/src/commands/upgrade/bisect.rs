//! In which release a model's motion changed, testing only what is needed.
//!
//! Two versions whose motions are apart by rounding only are taken to have no change between them.
//! Changes that were made and taken back are seen where a release that is known for one lies
//! between.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::cause::{self, Cause};
use super::defaults::ChangedDefault;
use super::judge::{Motion, set_back};
use super::noise::{self, Spread};
use super::notes;
use super::roll::{Runner, Script, Trajectory};
use super::strips::{Change, Strip};
use crate::case::Layout;
use crate::simulator::{Failure, ModelSource, Pipelined};
use crate::snapshot::Side;

/// Starts a version.
pub(super) type Start<'a> = dyn Fn(&str) -> Result<Box<dyn Pipelined>, Failure> + 'a;

/// Makes a script for a model's layout.
type Scripts<'a> = dyn Fn(&Layout) -> Result<Script, String> + 'a;

/// Simulators by version, started when they are needed and kept for other models.
pub(super) struct Fleet<'a> {
    pub start: &'a Start<'a>,
    pub running: BTreeMap<String, Box<dyn Pipelined>>,
}

impl Fleet<'_> {
    fn simulator(&mut self, version: &str) -> Result<&mut Box<dyn Pipelined>, Failure> {
        if !self.running.contains_key(version) {
            let simulator = (self.start)(version)?;
            self.running.insert(version.to_owned(), simulator);
        }
        let running = self.running.get_mut(version);
        running.ok_or_else(|| Failure::Unavailable {
            message: version.to_owned(),
        })
    }

    /// Does something with a model in a version. A refusal and a crash are behaviour as well, and
    /// are told in words.
    fn with<T>(
        &mut self,
        version: &str,
        source: &ModelSource,
        act: impl FnOnce(&mut Runner<'_>) -> Result<T, Failure>,
    ) -> Result<Result<T, String>, Failure> {
        let simulator = self.simulator(version)?.as_mut();
        let done = simulator.load(source).and_then(|loaded| {
            act(&mut Runner {
                simulator,
                loaded: &loaded,
            })
        });
        match done {
            Ok(done) => Ok(Ok(done)),
            Err(failure @ Failure::Unavailable { .. }) => Err(failure),
            Err(failure) => {
                if failure.is_fatal() {
                    self.running.remove(version);
                }
                Ok(Err(failure.to_string()))
            }
        }
    }
}

/// What is looked for, and in which versions: in order, the oldest first.
pub(super) struct Search<'a> {
    pub model: &'a str,
    pub source: &'a ModelSource,
    pub versions: &'a [String],
    pub scripts: &'a Scripts<'a>,
    pub defaults: &'a [ChangedDefault],
    /// What is known of the first and the last version.
    pub motion: Option<&'a Motion>,
}

/// A motion, or why there is none.
type Moved = Rc<Result<Trajectory, String>>;

/// What a search has seen of one model.
struct Seen<'a, 'b> {
    search: &'a Search<'a>,
    fleet: &'a mut Fleet<'b>,
    /// By position among the versions.
    motions: BTreeMap<usize, Moved>,
    /// Free runs and single steps of versions against themselves; none of one that fails at that.
    spreads: BTreeMap<usize, Option<Rc<(Spread, Spread)>>>,
    /// The first step that rounding does not explain, by the newer one of two neighbours.
    beyond: BTreeMap<usize, usize>,
}

impl Search<'_> {
    /// Finds the changes of the model.
    pub(super) fn run(&self, fleet: &mut Fleet<'_>) -> Result<Strip, Failure> {
        let last = self.versions.len() - 1;
        let mut seen = Seen {
            search: self,
            fleet,
            motions: BTreeMap::new(),
            spreads: BTreeMap::new(),
            beyond: BTreeMap::new(),
        };
        if let Some(motion) = self.motion {
            seen.motions.insert(0, Rc::new(Ok(motion.old.clone())));
            seen.motions.insert(last, Rc::new(Ok(motion.new.clone())));
            let spreads = (motion.free.clone(), motion.forced.clone());
            seen.spreads.insert(0, Some(Rc::new(spreads)));
        }
        let mut marks = vec![0];
        let known = |at: &usize| notes::was_taken_back(&self.versions[*at]);
        marks.extend((1..last).filter(known));
        marks.push(last);
        let mut found = Vec::new();
        let mut largest = (0.0, 0, 0);
        for pair in marks.windows(2) {
            let (low, high) = (pair[0], pair[1]);
            let excess = seen.excess(low, high)?;
            if excess > 1.0 {
                seen.narrow(low, high, &mut found)?;
            }
            if excess > largest.0 {
                largest = (excess, low, high);
            }
        }
        // The whole range is known to differ, whatever its parts do.
        if found.is_empty() && self.motion.is_some() && largest.0 > 0.0 {
            seen.narrow(largest.1, largest.2, &mut found)?;
        }
        let mut changes = Vec::new();
        for at in found {
            let cause = seen.cause(at)?;
            changes.push(Change { at, cause });
        }
        Ok(Strip {
            model: self.model.to_owned(),
            changes,
            tested: seen.motions.into_keys().collect(),
        })
    }

    fn script(&self, runner: &mut Runner<'_>) -> Result<Script, Failure> {
        let script = (self.scripts)(&runner.layout()?);
        script.map_err(|message| Failure::Error { message })
    }
}

impl Seen<'_, '_> {
    /// The releases between two versions that are known to differ, in order.
    fn narrow(&mut self, low: usize, high: usize, found: &mut Vec<usize>) -> Result<(), Failure> {
        if high - low == 1 {
            found.push(high);
            return Ok(());
        }
        let middle = usize::midpoint(low, high);
        let (first, second) = (self.excess(low, middle)?, self.excess(middle, high)?);
        // Many small differences may make a large one: it came where most of it came.
        let small = first <= 1.0 && second <= 1.0;
        if first > 1.0 || (small && first >= second) {
            self.narrow(low, middle, found)?;
        }
        if second > 1.0 || (small && first < second) {
            self.narrow(middle, high, found)?;
        }
        Ok(())
    }

    /// The model's motion in a version, computed once.
    fn motion(&mut self, at: usize) -> Result<Moved, Failure> {
        if let Some(motion) = self.motions.get(&at) {
            return Ok(Rc::clone(motion));
        }
        let search = self.search;
        let version = &search.versions[at];
        let motion = self.fleet.with(version, search.source, |runner| {
            let script = search.script(runner)?;
            runner.free(&script)
        })?;
        let motion = Rc::new(motion);
        self.motions.insert(at, Rc::clone(&motion));
        Ok(motion)
    }

    /// How many times what rounding explains two versions are apart; above 1 they differ.
    fn excess(&mut self, low: usize, high: usize) -> Result<f64, Failure> {
        let (old, new) = (self.motion(low)?, self.motion(high)?);
        let (old, new) = match (old.as_ref(), new.as_ref()) {
            (Ok(old), Ok(new)) => (old, new),
            // Which words a version refuses a model with is not what it does.
            (Err(_), Err(_)) => return Ok(0.0),
            _ => return Ok(f64::INFINITY),
        };
        if old.digest == new.digest {
            return Ok(0.0);
        }
        if old.stopped != new.stopped || old.steps != new.steps {
            return Ok(f64::INFINITY);
        }
        let search = self.search;
        let Some(spreads) = self.spreads(low, old)? else {
            return Ok(f64::INFINITY);
        };
        let version = &search.versions[high];
        let stepped = self.fleet.with(version, search.source, |runner| {
            let script = search.script(runner)?;
            runner.forced(&script, old, |_| ())
        })?;
        let Ok(stepped) = stepped else {
            return Ok(f64::INFINITY);
        };
        let (free, forced) = (&spreads.0, &spreads.1);
        let (apart, stepped) = (noise::distances(old, new), noise::distances(old, &stepped));
        let times = forced.times(&stepped, old);
        let beyond = free.exceeded(&apart, old, times);
        self.note(
            low,
            high,
            beyond.or_else(|| forced.exceeded(&stepped, old, 1.0)),
        );
        let excess = free.excess(&apart, old, times);
        Ok(excess.max(forced.excess(&stepped, old, 1.0)))
    }

    /// Remembers of two neighbours where they part.
    fn note(&mut self, low: usize, high: usize, found: Option<usize>) {
        if let Some(step) = found.filter(|_| high - low == 1) {
            self.beyond.insert(high, step.max(1));
        }
    }

    /// What rounding does to the model in a version, measured once.
    fn spreads(
        &mut self,
        at: usize,
        old: &Trajectory,
    ) -> Result<Option<Rc<(Spread, Spread)>>, Failure> {
        if let Some(known) = self.spreads.get(&at) {
            return Ok(known.clone());
        }
        let search = self.search;
        let version = &search.versions[at];
        let measured = self.fleet.with(version, search.source, |runner| {
            let script = search.script(runner)?;
            let free = noise::free(runner, &script, old)?;
            Ok((free, noise::forced(runner, &script, old)?))
        })?;
        let measured = measured.ok().map(Rc::new);
        self.spreads.insert(at, measured.clone());
        Ok(measured)
    }

    /// Why a release moves the model differently from the one before it.
    fn cause(&mut self, at: usize) -> Result<Option<Cause>, Failure> {
        let (old, new) = (self.motion(at - 1)?, self.motion(at)?);
        let (old, new) = match (old.as_ref(), new.as_ref()) {
            (Ok(old), Ok(new)) => (old, new),
            (Ok(_), Err(message)) => return Ok(Some(refused("does not load or run", message))),
            (Err(message), _) => return Ok(Some(refused("loads and runs again", message))),
        };
        let apart = noise::distances(old, new);
        let differs = |step: &usize| apart.iter().any(|sizes| sizes.get(*step) > Some(&0.0));
        let first = (0..=old.steps).find(differs).unwrap_or(1).max(1);
        let beyond = self.beyond.get(&at).copied().unwrap_or(first);
        let search = self.search;
        let (before, after) = (&search.versions[at - 1], &search.versions[at]);
        // Two of the fleet at a time: one is taken out and put back.
        self.fleet.simulator(before)?;
        let Some(mut earlier) = self.fleet.running.remove(before) else {
            return Ok(None);
        };
        let cause = earlier.load(search.source).and_then(|loaded| {
            let mut earlier = Runner {
                simulator: earlier.as_mut(),
                loaded: &loaded,
            };
            self.fleet.with(after, search.source, |later| {
                let script = search.script(later)?;
                let defaults = differing(&mut earlier, later, search.defaults)?;
                if let Some(cause) = set_back(later, &script, old, &defaults)? {
                    return Ok(Some(cause));
                }
                cause::find_cause(&mut earlier, later, &script, old, [first, beyond])
            })
        });
        match cause {
            Ok(cause) => {
                self.fleet.running.insert(before.clone(), earlier);
                // A cause that cannot be found is none, the change is told all the same.
                Ok(cause.unwrap_or_default())
            }
            Err(failure @ Failure::Unavailable { .. }) => Err(failure),
            Err(_) => Ok(None),
        }
    }
}

/// A release that refuses a model, or takes it again.
fn refused(what: &str, message: &str) -> Cause {
    Cause {
        what: what.to_owned(),
        moment: "loading".to_owned(),
        detail: message.lines().next().unwrap_or_default().to_owned(),
        traits: Vec::new(),
    }
}

/// The defaults that two neighbours have different values of.
fn differing(
    old: &mut Runner<'_>,
    new: &mut Runner<'_>,
    defaults: &[ChangedDefault],
) -> Result<Vec<ChangedDefault>, Failure> {
    let mut found = Vec::new();
    for one in defaults {
        let value = |runner: &mut Runner<'_>| runner.numbers(Side::Model, &one.field);
        let (from, to) = (value(old)?, value(new)?);
        if from != to && from.len() == to.len() {
            let field = one.field.clone();
            found.push(ChangedDefault { field, from, to });
        }
    }
    Ok(found)
}
