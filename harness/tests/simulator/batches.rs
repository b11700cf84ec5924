//! Batches of the engine against worlds that MuJoCo advances one after the other, bit for bit: on
//! fixtures, from random states, under controls and masks that differ from world to world, on
//! several threads, and on one in four with models of their own.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use harness::case::random::Random;
use harness::case::{Layout, Mode, Overrides, discover, state};
use harness::compare::{MASK_INPUTS, Plan, Selection};
use harness::simulator::call::Call;
use harness::simulator::{Failure, Loaded, ModelSource, Pipelined, cause};
use harness::snapshot::{Assignment, Side, Snapshot};

use super::{REFERENCE, start};

/// Two shards of the batch, the second of which has lanes to spare.
const WORLDS: usize = 11;
/// Steps between the moments at which worlds are looked at: enough of them to go abreast.
const ROUNDS: [usize; 3] = [3, 1, 6];
/// Larger models would take most of the time.
const LARGEST: usize = 150;
/// What differs in models of their own.
const OWN: [&str; 5] = [
    "body_mass",
    "dof_damping",
    "geom_friction",
    "jnt_stiffness",
    "actuator_gainprm",
];

/// Both simulators with the same model.
struct Sides {
    engine: Box<dyn Pipelined>,
    mujoco: Box<dyn Pipelined>,
}

/// What came of a model.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Outcome {
    /// Not loaded by MuJoCo, or too large.
    Aside,
    /// Both ended with the same error.
    Stopped,
    /// So many values were compared.
    Same(usize),
}

impl Sides {
    fn start() -> Sides {
        Sides {
            engine: start("engine"),
            mujoco: start(REFERENCE),
        }
    }

    /// Does the same on both sides.
    fn both<T>(
        &mut self,
        mut work: impl FnMut(&mut dyn Pipelined) -> Result<T, Failure>,
    ) -> Result<T, (Option<Failure>, Option<Failure>)> {
        match (work(&mut *self.mujoco), work(&mut *self.engine)) {
            (Ok(_), Ok(ours)) => Ok(ours),
            (theirs, ours) => Err((theirs.err(), ours.err())),
        }
    }

    fn call(&mut self, function: &str, arguments: &[&[f64]]) -> Result<(), Stop> {
        let call = Call {
            function: function.to_owned(),
            arguments: arguments.iter().map(|values| values.to_vec()).collect(),
        };
        self.both(|side| side.call(&call).map(drop))
    }
}

/// Why a model was left: errors of both sides, or of one.
type Stop = (Option<Failure>, Option<Failure>);

/// The worlds of one model, and how they are compared.
struct Contest<'a> {
    sides: &'a mut Sides,
    plan: Plan,
    layout: Layout,
    random: Random,
    compared: usize,
    name: &'a str,
}

impl Contest<'_> {
    /// Worlds at random states, then rounds of steps, on so many threads.
    fn run(&mut self, threads: usize, own: &[Assignment]) -> Result<(), Stop> {
        let flag = f64::from(u8::from(!own.is_empty()));
        self.sides
            .call("batch_make", &[&[WORLDS as f64], &[flag]])?;
        let on = Call {
            function: "batch_threads".to_owned(),
            arguments: vec![vec![threads as f64]],
        };
        self.sides.engine.call(&on).expect("threads");
        for world in 0..WORLDS {
            let mut point = state::random(&self.layout, 1 + world as u64 / 3, 1 + world % 3);
            // Forces on bodies keep a world from going abreast.
            point
                .values
                .retain(|value| world % 4 == 3 || value.field != "xfrc_applied");
            let mut values = point.values;
            let factor = 1.0 + 0.05 * world as f64;
            values.extend(own.iter().map(|field| Assignment {
                field: field.field.clone(),
                values: field.values.iter().map(|value| value * factor).collect(),
            }));
            self.sides.both(|side| {
                side.reset(None)?;
                side.set(&values)
            })?;
            self.sides.call("batch_put", &[&[world as f64]])?;
        }
        for (round, steps) in ROUNDS.into_iter().enumerate() {
            let chosen = |world: usize| f64::from(u8::from(round == 0 || world % 5 != round));
            let mask: Vec<f64> = (0..WORLDS).map(chosen).collect();
            let controls: Vec<f64> = (0..WORLDS)
                .flat_map(|_| state::ctrl(&self.layout, &mut self.random))
                .collect();
            self.sides
                .call("batch_step", &[&[steps as f64], &mask, &controls])?;
            self.compare(round, threads)?;
        }
        let first: Vec<f64> = (0..WORLDS)
            .map(|world| f64::from(u8::from(world < 2)))
            .collect();
        self.sides.call("batch_reset", &[&first])?;
        self.compare(ROUNDS.len(), threads)
    }

    /// The states of all worlds, and now and then every field.
    fn compare(&mut self, round: usize, threads: usize) -> Result<(), Stop> {
        let states = Call {
            function: "batch_states".to_owned(),
            arguments: Vec::new(),
        };
        // A number that is none has no bits to keep.
        let bits = |side: &mut dyn Pipelined| -> Vec<u64> {
            let states = side.call(&states).expect("states")[0].f64s();
            let bits = |x: f64| if x.is_nan() { u64::MAX } else { x.to_bits() };
            states.into_iter().map(bits).collect()
        };
        let (ours, theirs) = (bits(&mut *self.sides.engine), bits(&mut *self.sides.mujoco));
        let what = format!("{}, {threads} threads, round {round}", self.name);
        assert_eq!(ours, theirs, "{what}: states");
        let (mut left, mut right) = (Snapshot::default(), Snapshot::default());
        // Every field, of some worlds, at the end: reading takes most of the time.
        let looked_at = match round + 1 {
            1 | 2 => 0..0,
            3 => 0..WORLDS,
            _ => 0..1,
        };
        for world in looked_at.step_by(3) {
            self.sides.call("batch_get", &[&[world as f64]])?;
            let Contest { sides, plan, .. } = self;
            sides.mujoco.read(&plan.reference, &mut left).expect("read");
            sides.engine.read(&plan.subject, &mut right).expect("read");
            let tally = plan.compare(&left, &right, &self.layout, |found| {
                panic!("{what}, world {world}: {found:?}")
            });
            self.compared += tally.values;
        }
        Ok(())
    }
}

/// Compares the worlds of one model.
fn contest(sides: &mut Sides, name: &str, path: &Path, with_own: bool) -> Outcome {
    let source = ModelSource::file(path);
    let Ok(reference) = sides.mujoco.load(&source) else {
        return Outcome::Aside;
    };
    let subject = match sides.engine.load(&source) {
        Ok(loaded) => loaded,
        Err(Failure::Rejected {
            unsupported: true, ..
        }) => return Outcome::Aside,
        Err(failure) => panic!("{name}: {failure}"),
    };
    let layout = layout(sides, &reference);
    if layout.size("nv") > LARGEST {
        return Outcome::Aside;
    }
    let also = |field: &str| MASK_INPUTS.contains(&field);
    let (left, right) = (&reference.fields, &subject.fields);
    let plan = Plan::new(
        Side::Data,
        Mode::Free,
        left,
        right,
        &Selection::default(),
        also,
    );
    let own = own_fields(sides, &reference);
    let mut contest = Contest {
        sides,
        plan,
        layout,
        random: Random::new(5, 0),
        compared: 0,
        name,
    };
    let ended = contest.run(2, &[]).and_then(|()| match with_own {
        true => contest.run(3, &own),
        false => Ok(()),
    });
    match ended {
        Ok(()) => Outcome::Same(contest.compared),
        Err((Some(theirs), Some(ours))) => {
            // The batch says in which world and step.
            let (theirs, ours) = (theirs.to_string(), ours.to_string());
            let reason = ours.split_once(": ").map_or(&*ours, |(_, reason)| reason);
            let reason = reason.split(" (and ").next().unwrap_or(reason);
            let agree = cause::agree(&theirs, reason);
            assert!(agree, "{name}: {theirs:?} and {ours:?}");
            Outcome::Stopped
        }
        Err((theirs, ours)) => panic!("{name}: one side failed: {theirs:?}, {ours:?}"),
    }
}

fn layout(sides: &mut Sides, reference: &Loaded) -> Layout {
    let mut snapshot = Snapshot::default();
    let wanted = Layout::indices(&reference.fields);
    sides.mujoco.read(&wanted, &mut snapshot).expect("read");
    Layout::new(&snapshot)
}

/// The fields that differ from world to world, where the model has them.
fn own_fields(sides: &mut Sides, reference: &Loaded) -> Vec<Assignment> {
    let fields = reference.fields.iter().enumerate();
    let wanted = fields.filter(|(_, field)| OWN.contains(&field.name.as_str()));
    let wanted: Vec<usize> = wanted.map(|(index, _)| index).collect();
    let mut snapshot = Snapshot::default();
    sides.mujoco.read(&wanted, &mut snapshot).expect("read");
    let fields = snapshot.iter().map(|view| Assignment {
        field: view.description.name.clone(),
        values: view.numbers(),
    });
    fields.filter(|field| !field.values.is_empty()).collect()
}

#[test]
fn batches_have_the_bits_of_mujocos_worlds_on_some_fixtures() {
    let same = contests(6);
    assert!(same > 50, "only {same} were compared");
}

#[test]
#[ignore = "all fixtures take a minute: for changes of the batch"]
fn batches_have_the_bits_of_mujocos_worlds_on_every_fixture() {
    let same = contests(1);
    assert!(same > 380, "only {same} were compared");
}

/// Compares on one fixture in so many; on how many of them something was compared.
fn contests(one_in: usize) -> usize {
    let fixtures = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
    let found = discover(&[fixtures], &Overrides::default()).expect("cases");
    let mut models: Vec<(String, PathBuf)> = found
        .cases
        .into_iter()
        .map(|case| (case.path.display().to_string(), case.path))
        .collect();
    models.dedup_by(|a, b| a.1 == b.1);
    let models = Mutex::new(models.into_iter().step_by(one_in).enumerate());
    let outcomes = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let mut sides = Sides::start();
                loop {
                    let next = models.lock().expect("no panic").next();
                    let Some((number, (name, path))) = next else {
                        break;
                    };
                    let outcome = contest(&mut sides, &name, &path, number % 4 == 0);
                    outcomes.lock().expect("no panic").push(outcome);
                }
            });
        }
    });
    let outcomes = outcomes.into_inner().expect("no panic");
    let stopped = outcomes
        .iter()
        .filter(|outcome| **outcome == Outcome::Stopped);
    let stopped = stopped.count();
    assert!(stopped < 20, "{stopped} were stopped");
    let same = outcomes
        .iter()
        .filter(|outcome| matches!(outcome, Outcome::Same(n) if *n > 0));
    same.count()
}
