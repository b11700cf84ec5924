//! Outcomes of subjects that do less than the reference, and which of them make a run fail.

use std::path::PathBuf;
use std::sync::Arc;

use harness::case::{Mode, Overrides, discover};
use harness::compare::Selection;
use harness::provision::ProvisionOptions;
use harness::results::{Event, Outcome, Record};
use harness::run::{Contest, Live, Repeat, Role, Settings, Whole, run_cases};
use harness::simulator::call::{Call, Called, unknown};
use harness::simulator::{
    Ability, Computed, Failure, Loaded, ModelSource, Moment, Pipelined, Simulator,
};
use harness::snapshot::{Assignment, Snapshot};
use harness::worker::{Limits, spawn};

use crate::{LIVELY, PENDULUM, REFERENCE, SINGULAR, Sandbox};

/// MuJoCo with something taken away.
#[derive(Clone, Default)]
struct Less {
    hidden: &'static [&'static str],
    cannot: &'static [Ability],
    rejects: Option<(&'static str, bool)>,
    /// Where the joint of a pendulum is put before the first step, unasked.
    nudged: Option<f64>,
    /// A function whose first result is off by one bit.
    bends: Option<&'static str>,
    /// A function that is not there.
    lacks: Option<&'static str>,
    /// A function that is refused, and what for.
    refuses: Option<(&'static str, &'static str)>,
    /// The step of a free run that ends in an error, and what it says.
    stops: Option<(u64, &'static str)>,
}

struct Lesser {
    inner: Box<dyn Pipelined>,
    less: Less,
    /// Index in the inner simulator of each field that is left.
    shown: Vec<usize>,
    /// Moments that were received.
    finished: u64,
}

impl Simulator for Lesser {
    harness::delegate!(identity, reset, poison, set, run);

    fn call(&mut self, call: &Call) -> Called {
        if self.less.lacks == Some(call.function.as_str()) {
            return Err(unknown(&call.function));
        }
        if let Some((function, message)) = self.less.refuses
            && function == call.function
        {
            let message = message.to_owned();
            return Err(Failure::Error { message });
        }
        let mut made = self.inner.call(call)?;
        if self.less.bends == Some(call.function.as_str()) {
            made[0].bytes[0] ^= 1;
        }
        Ok(made)
    }

    fn load(&mut self, source: &ModelSource) -> Result<Loaded, Failure> {
        if let Some((message, unsupported)) = self.less.rejects {
            let message = message.to_owned();
            return Err(Failure::Rejected {
                message,
                unsupported,
            });
        }
        let mut loaded = self.inner.load(source)?;
        let fields = loaded.fields.iter().enumerate();
        let left = fields.filter(|(_, field)| !self.less.hidden.contains(&field.name.as_str()));
        self.shown = left.map(|(at, _)| at).collect();
        Arc::make_mut(&mut loaded.fields)
            .retain(|field| !self.less.hidden.contains(&field.name.as_str()));
        loaded
            .abilities
            .retain(|ability| !self.less.cannot.contains(ability));
        Ok(loaded)
    }

    fn read(&mut self, fields: &[usize], snapshot: &mut Snapshot) -> Result<(), Failure> {
        let inner: Vec<usize> = fields.iter().map(|&field| self.shown[field]).collect();
        self.inner.read(&inner, snapshot)
    }
}

impl Pipelined for Lesser {
    fn begin(&mut self, moment: &Moment<'_>) -> Result<(), Failure> {
        let inner: Vec<usize> = moment.read.iter().map(|&field| self.shown[field]).collect();
        let mut set = moment.set.to_vec();
        set.extend(
            self.less
                .nudged
                .filter(|_| moment.reset.is_some())
                .map(|angle| Assignment {
                    field: "qpos".to_owned(),
                    values: vec![angle],
                }),
        );
        let (read, set) = (inner.as_slice(), set.as_slice());
        self.inner.begin(&Moment {
            read,
            set,
            ..*moment
        })
    }

    fn finish(&mut self, snapshot: &mut Snapshot) -> Result<Computed, Failure> {
        let computed = self.inner.finish(snapshot)?;
        self.finished += 1;
        Ok(match self.less.stops {
            Some((step, message)) if step == self.finished => Computed::Stopped(message.to_owned()),
            _ => computed,
        })
    }

    fn abandon(&mut self) {
        self.inner.abandon();
    }
}

/// Runs all cases of a sandbox with a lesser subject; returns the exit code and the records.
fn compare(sandbox: &Sandbox, less: &Less, strict: bool) -> (u8, Vec<Record>) {
    compare_both(sandbox, &Less::default(), less, [strict, !strict], None)
}

/// Free runs with a lesser reference and a lesser subject.
fn free_runs(sandbox: &Sandbox, reference: &Less, subject: &Less) -> (u8, Record) {
    let modes = Some(vec![Mode::Free]);
    let (code, mut records) = compare_both(sandbox, reference, subject, [false, true], modes);
    (code, records.pop().expect("a record"))
}

fn compare_both(
    sandbox: &Sandbox,
    reference: &Less,
    subject: &Less,
    [strict, allow_uncovered]: [bool; 2],
    modes: Option<Vec<Mode>>,
) -> (u8, Vec<Record>) {
    let options = ProvisionOptions {
        worker: Some(PathBuf::from(env!("CARGO_BIN_EXE_harness"))),
        ..ProvisionOptions::default()
    };
    let overrides = Overrides {
        steps: Some(3),
        modes,
        ..Overrides::default()
    };
    let found = discover(&[sandbox.path().to_owned()], &overrides).expect("good cases");
    let settings = Settings {
        run: "test".to_owned(),
        today: "2026-06-15".to_owned(),
        selection: Selection::default(),
        tolerance: None,
        precision: None,
        standard: None,
        strict,
        allow_uncovered,
        allow_empty: true,
        injected: None,
        from_memory: false,
        jobs: 1,
        seed: None,
        command: Vec::new(),
        commit: None,
        repeat: Repeat::default(),
        whole: Whole::default(),
    };
    let spawn = |role: Role| {
        let less = match role {
            Role::Reference => reference,
            Role::Subject => subject,
        };
        Ok(Box::new(Lesser {
            inner: spawn(REFERENCE, &Limits::default(), &options)?,
            less: less.clone(),
            shown: Vec::new(),
            finished: 0,
        }) as Box<dyn Pipelined>)
    };
    let start = || Ok(Box::new(Live::start(spawn)?) as Box<dyn Contest>);
    let mut all = Vec::new();
    let footer = run_cases(&found.cases, &settings, &start, &mut |event| {
        if let Event::CaseFinished { records, .. } = event {
            all.extend(records.clone());
        }
        Ok(())
    });
    (footer.expect("a run").exit_code, all)
}

/// The record of a mode.
fn of_mode(records: &[Record], mode: Mode) -> &Record {
    let found = records.iter().find(|record| record.mode == mode);
    found.expect("a record of this mode")
}

fn outcomes(records: &[Record]) -> Vec<Outcome> {
    records.iter().map(|record| record.outcome).collect()
}

#[test]
fn a_forced_run_brings_the_subject_back_at_every_step_and_a_free_one_does_not() {
    let less = Less {
        nudged: Some(0.5),
        ..Less::default()
    };
    let (code, records) = compare(&Sandbox::with_model(PENDULUM), &less, false);
    assert_eq!(code, 100);
    let diverging = |mode: &str| {
        let record = records.iter().find(|record| record.mode.name() == mode);
        record.expect("a record").diverging
    };
    assert_eq!((diverging("forced"), diverging("free")), (1, 3));
}

#[test]
fn missing_fields_are_listed_and_fail_where_they_are_required_or_not_allowed() {
    let less = Less {
        hidden: &["qacc", "body_mass", "flexedge_length"],
        ..Less::default()
    };
    let sandbox = Sandbox::with_model(LIVELY);
    let (code, records) = compare(&sandbox, &less, false);
    assert_eq!(code, 0);
    use Outcome::{Missing, Pass};
    // Files are written and functions answer as before.
    for record in &records {
        let untouched = matches!(record.mode, Mode::Save | Mode::Query | Mode::Derivative);
        let expected = if untouched { Pass } else { Missing };
        assert_eq!(record.outcome, expected, "{}", record.mode.name());
    }
    assert_eq!(of_mode(&records, Mode::Compile).missing, ["body_mass"]);
    // A field of which the model has no element is not missed.
    assert_eq!(of_mode(&records, Mode::Forward).missing, ["qacc"]);
    let (code, _) = compare(&sandbox, &less, true);
    assert_eq!(code, 100);
    // Where they are not allowed, they fail by themselves.
    let not_allowed =
        |sandbox: &Sandbox| compare_both(sandbox, &Less::default(), &less, [false, false], None).0;
    assert_eq!(not_allowed(&sandbox), 100);
    let why = "allow_uncovered = \"as an example\"";
    let excused = Sandbox::with_model(LIVELY).file("model.toml", why);
    assert_eq!(not_allowed(&excused), 0);
    for (require, code) in [
        ("[require]", 100),
        (
            "[require]\nmodes = [\"compile\"]\nfields = [\"geom_*\", \"nbody\"]",
            0,
        ),
        (
            "[require]\nmodes = [\"compile\"]\nfields = [\"body_*\"]",
            100,
        ),
        ("[require]\nmodes = [\"forward\"]\nfields = [\"body_*\"]", 0),
    ] {
        let sandbox = Sandbox::with_model(LIVELY).file("model.toml", require);
        assert_eq!(compare(&sandbox, &less, false).0, code, "{require}");
    }
}

#[test]
fn a_bit_of_a_functions_result_is_found_and_named() {
    let less = Less {
        bends: Some("mj_jac"),
        ..Less::default()
    };
    let (code, records) = compare(&Sandbox::with_model(PENDULUM), &less, false);
    assert_eq!(code, 100);
    let query = of_mode(&records, Mode::Query);
    assert_eq!(query.outcome, Outcome::Fail);
    let finding = query.finding.as_ref().expect("a finding");
    let divergence = &finding.divergence;
    assert_eq!(finding.moment, "random 1");
    assert_eq!(
        (divergence.field.as_str(), divergence.name.as_str()),
        ("mj_jac.jacp", "[0]")
    );
    let note = divergence.disagreement.note.as_deref().expect("a note");
    assert!(note.starts_with("called with ("), "{note}");
    assert!(query.repeat.ends_with("--modes query"), "{}", query.repeat);
}

#[test]
fn a_bit_of_a_derivative_is_found_and_named_by_row_and_column() {
    let less = Less {
        bends: Some("mjd_transitionFD"),
        ..Less::default()
    };
    let (code, records) = compare(&Sandbox::with_model(PENDULUM), &less, false);
    assert_eq!(code, 100);
    let derivative = of_mode(&records, Mode::Derivative);
    assert_eq!(derivative.outcome, Outcome::Fail);
    let finding = derivative.finding.as_ref().expect("a finding");
    let divergence = &finding.divergence;
    assert_eq!(finding.moment, "random 1 mjd_transitionFD forward");
    assert_eq!(
        (divergence.field.as_str(), divergence.name.as_str()),
        (
            "mjd_transitionFD.A",
            "[position of hinge, position of hinge]"
        )
    );
    assert_eq!(divergence.stage, "derivative");
}

#[test]
fn refusing_a_derivative_is_equal_only_if_both_do() {
    let runge_kutta = PENDULUM.replace("<mujoco>", "<mujoco><option integrator=\"RK4\"/>");
    let noslip = PENDULUM.replace("<mujoco>", "<mujoco><option noslip_iterations=\"2\"/>");
    for (model, words) in [
        (
            &runge_kutta,
            "RK4 integrator is not supported; and at 7 more",
        ),
        (&noslip, "noslip solver is not supported; and at 3 more"),
    ] {
        let (code, records) = compare(&Sandbox::with_model(model), &Less::default(), false);
        assert_eq!(code, 0);
        let derivative = of_mode(&records, Mode::Derivative);
        assert_eq!(derivative.outcome, Outcome::Stopped);
        let message = derivative.message.as_deref().expect("what was said");
        assert!(message.ends_with(words), "{message}");
    }
    let less = Less {
        refuses: Some(("mjd_inverseFD", "noslip solver is not supported")),
        ..Less::default()
    };
    let (code, records) = compare(&Sandbox::with_model(PENDULUM), &less, false);
    assert_eq!(code, 100);
    let derivative = of_mode(&records, Mode::Derivative);
    assert_eq!(derivative.outcome, Outcome::Fail);
    let message = derivative.message.as_deref().expect("what was said");
    assert!(message.contains("the reference does not"), "{message}");
    // Two reasons that end in an error on one side are not one.
    let less = Less {
        refuses: Some(("mjd_inverseFD", "there is no time")),
        ..Less::default()
    };
    let (code, _) = compare(&Sandbox::with_model(&noslip), &less, false);
    assert_eq!(code, 100);
}

#[test]
fn derivatives_of_large_models_are_bounded_and_the_record_says_so() {
    let body = "<body><freejoint/><geom size='.1' contype='0' conaffinity='0'/></body>";
    for (bodies, outcome, words) in [
        (11, Outcome::Pass, "only B and D are taken"),
        (
            51,
            Outcome::Unable,
            "left out: derivatives of more than 300",
        ),
    ] {
        let bodies = body.repeat(bodies);
        let model = format!("<mujoco><worldbody>{bodies}</worldbody></mujoco>");
        let (_, records) = compare(&Sandbox::with_model(&model), &Less::default(), false);
        let derivative = of_mode(&records, Mode::Derivative);
        assert_eq!(derivative.outcome, outcome);
        let message = derivative.message.as_deref().expect("what was left out");
        assert!(message.contains(words), "{message}");
    }
}

#[test]
fn a_function_that_the_subject_lacks_is_missing() {
    let less = Less {
        lacks: Some("mj_ray"),
        ..Less::default()
    };
    let (code, records) = compare(&Sandbox::with_model(PENDULUM), &less, false);
    assert_eq!(code, 0);
    let query = of_mode(&records, Mode::Query);
    assert_eq!(query.outcome, Outcome::Missing);
    assert_eq!(query.missing, ["mj_ray"]);
}

#[test]
fn modes_that_the_subject_lacks_are_named() {
    let less = Less {
        cannot: &[Ability::Step, Ability::Inverse, Ability::Edit],
        ..Less::default()
    };
    let (code, records) = compare(&Sandbox::with_model(PENDULUM), &less, false);
    assert_eq!(code, 0);
    for record in &records {
        let lacking = match record.mode {
            Mode::Forced | Mode::Free => Some("the subject cannot step"),
            Mode::Inverse => Some("the subject cannot run inverse dynamics"),
            Mode::Edit => Some("the subject cannot change a model"),
            _ => None,
        };
        let outcome = lacking.map_or(Outcome::Pass, |_| Outcome::Unable);
        let found = (record.outcome, record.message.as_deref());
        assert_eq!(found, (outcome, lacking), "{}", record.mode.name());
    }
    assert_eq!(compare(&Sandbox::with_model(PENDULUM), &less, true).0, 100);
}

#[test]
fn an_unsupported_model_is_not_a_wrong_one() {
    let rejects = |unsupported| Less {
        rejects: Some(("model.xml:3:7: no such thing yet", unsupported)),
        ..Less::default()
    };
    let sandbox = Sandbox::with_model(PENDULUM);
    let (code, records) = compare(&sandbox, &rejects(true), false);
    assert_eq!((code, outcomes(&records)), (0, vec![Outcome::Unsupported]));
    let (code, records) = compare(&sandbox, &rejects(false), false);
    assert_eq!((code, outcomes(&records)), (100, vec![Outcome::Fail]));
}

#[test]
fn rejections_are_held_to_their_patterns() {
    let broken = PENDULUM.replace("joint=\"hinge\"", "joint=\"nobody\"");
    let less = Less {
        rejects: Some(("unknown joint 'nobody'", false)),
        ..Less::default()
    };
    for (sidecar, expected) in [
        ("", Outcome::ReferenceError),
        ("expect = \"reject\"", Outcome::Rejected),
        (
            "expect = \"reject\"\n[reject]\nreference = \"unknown*target 'nobody'\"\nsubject = \"joint\"",
            Outcome::Rejected,
        ),
        (
            "expect = \"reject\"\n[reject]\nreference = \"zebra\"",
            Outcome::Fail,
        ),
        (
            "expect = \"reject\"\n[reject]\nsubject = \"zebra\"",
            Outcome::Fail,
        ),
    ] {
        let sandbox = Sandbox::with_model(&broken).file("model.toml", sidecar);
        let (code, records) = compare(&sandbox, &less, false);
        assert_eq!(
            outcomes(&records),
            [expected],
            "{sidecar}: {:?}",
            records[0].message
        );
        let ok = expected == Outcome::Rejected;
        assert_eq!(code, if ok { 0 } else { 100 }, "{sidecar}");
    }
    // What both accept was not rejected; what only the subject accepts is wrong.
    let sandbox = Sandbox::with_model(PENDULUM).file("model.toml", "expect = \"reject\"");
    assert_eq!(
        outcomes(&compare(&sandbox, &Less::default(), false).1),
        [Outcome::Fail]
    );
}

/// Eight balls above a plane, and memory for the contacts of a few.
const LITTLE_MEMORY: &str = r#"<mujoco>
  <size memory="50000"/>
  <worldbody>
    <geom type="plane" size="5 5 1"/>
    <replicate count="8" offset="1 0 0.002">
      <body pos="0 0 0.101"><freejoint/><geom size="0.1"/></body>
    </replicate>
  </worldbody>
</mujoco>"#;

#[test]
fn an_error_that_both_sides_raise_at_the_same_moment_is_agreement() {
    let modes = "--modes compile,forward,forced,free,inverse";
    let run = format!("run model.xml {modes} --random 6 -v");
    let outcome = Sandbox::with_model(LITTLE_MEMORY).harness(&run);
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    let expected = [
        ("compile", "pass"),
        ("forward", "stopped"),
        ("forced", "stopped"),
        ("free", "stopped"),
        ("inverse", "pass"),
    ];
    assert_eq!(outcome.outcomes(), expected);
    let records: Vec<_> = outcome.records().collect();
    // MuJoCo computes 21 steps, and all states but two of the seven.
    let moments = records.iter().map(|r| r["coverage"]["moments"].as_u64());
    assert_eq!(
        moments.collect::<Vec<_>>(),
        [1, 5, 21, 21, 7].map(Some),
        "{}",
        outcome.stderr
    );
    let told = "free: both stop at step 22: mj_stackAlloc: insufficient memory: max";
    assert!(outcome.stderr.contains(told), "{}", outcome.stderr);
    // What differs before they stop is found all the same.
    let sandbox = Sandbox::with_model(LITTLE_MEMORY);
    let outcome = sandbox.harness("run model.xml --modes free --inject qpos[0]@21:ulp=1");
    assert_eq!(outcome.outcomes(), [("free", "fail")]);
}

#[test]
fn a_singular_matrix_stops_both_sides() {
    let outcome = Sandbox::with_model(SINGULAR)
        .harness("run model.xml --modes forced,free --set integrator=implicit");
    assert_eq!(outcome.code, 0, "{}", outcome.everything());
    let expected = [("forced", "stopped"), ("free", "stopped")];
    assert_eq!(outcome.outcomes(), expected);
}

#[test]
fn errors_at_different_moments_or_of_different_causes_are_differences() {
    let stops = |step, message| Less {
        stops: Some((step, message)),
        ..Less::default()
    };
    let whole = Less::default();
    let memory = "mj_stackAlloc: insufficient memory: max = 1";
    for (reference, subject, message) in [
        (
            &stops(2, memory),
            &whole,
            "the reference stops at step 2 and the subject does not: mj_stackAlloc: insufficient memory: max = 1",
        ),
        (
            &whole,
            &stops(3, "gave up"),
            "the subject stops at step 3 and the reference does not: gave up",
        ),
        (
            &stops(3, memory),
            &stops(1, memory),
            "the subject stops at step 1 and the reference does not: mj_stackAlloc: insufficient memory: max = 1",
        ),
        (
            &stops(2, "gave up"),
            &stops(2, "lost interest"),
            "both stop at step 2, for different reasons; reference: gave up; subject: lost interest",
        ),
    ] {
        let (code, record) = free_runs(&Sandbox::with_model(PENDULUM), reference, subject);
        assert_eq!((code, record.outcome), (100, Outcome::Fail), "{message}");
        assert_eq!(record.message.as_deref(), Some(message));
    }
    let told = "insufficient memory: none is left";
    let (code, record) = free_runs(
        &Sandbox::with_model(PENDULUM),
        &stops(2, memory),
        &stops(2, told),
    );
    assert_eq!((code, record.outcome), (0, Outcome::Stopped));
}
