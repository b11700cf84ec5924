//! Where two versions part: the first quantity in pipeline order that has another value when both
//! start from the same state.

use std::collections::HashSet;

use super::contacts::{self, Touching};
use super::origin;
use super::roll::{Runner, Script, Trajectory, find};
use super::traits::traits;
use super::words::quantity;
use crate::case::{Layout, Mode};
use crate::compare::{Category, Divergence, MASK_INPUTS, Plan, Scalar, Selection, poison, rank};
use crate::simulator::{Action, Failure};
use crate::snapshot::{Assignment, Elem, Side, Snapshot};

/// Why a model moves differently.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub(super) struct Cause {
    /// `contact.dist of box-box pairs`.
    pub what: String,
    /// `qpos0`, `step 88`, `the compiled model`.
    pub moment: String,
    /// `bottom - middle -0.5 mm -> -1 mm`.
    pub detail: String,
    /// What the model has that releases speak of.
    #[serde(skip)]
    pub traits: Vec<&'static str>,
}

/// Differences below this part of a field's size are rounding that came earlier in the pipeline: of the
/// compiled model too, whose meshes have been computed in single precision.
pub(crate) const ROUNDING: f64 = 1e-6;

/// Differences below this are nothing, however small the field is: forces of a body at rest.
const NOTHING: f64 = 1e-12;

/// Bookkeeping, and what only viewers and solvers' statistics see.
const INTERNAL: &[&str] = &[
    "solver",
    "warning.",
    "bvh",
    "cam_",
    "light_",
    "nbvh",
    "maxuse",
    "ncon",
    "nefc",
    "nisland",
    "nidof",
    "island",
    "tree_",
    "dof_island",
    "efc_",
    "iefc_",
    "flexnode",
    // Factors are stored in another order, and the guess for the next step is made elsewhere.
    "qLD",
    "qLU",
    "qacc_warmstart",
];

/// Globs of fields that are no causes by themselves.
pub(crate) fn quiet_fields() -> Vec<String> {
    let quiet = INTERNAL.iter().map(|start| format!("{start}*"));
    let others = COUNTS.iter().chain(FRAMES).map(|name| (*name).to_owned());
    quiet.chain(others).collect()
}

/// Counts, which follow from what is counted.
const COUNTS: &[&str] = &["nJ", "nA", "nY", "ne", "nf", "nl"];

/// Frames of geoms and inertias, which a compiler may choose differently for the same body: what they
/// do shows in contacts, inertias and forces.
const FRAMES: &[&str] = &["xipos", "ximat", "geom_xpos", "geom_xmat"];

/// Model fields that no motion depends on.
const APPEARANCE: &[&str] = &[
    "bvh",
    "mesh_normal",
    "mat_",
    "tex_",
    "cam_",
    "light_",
    "skin_",
    "vis",
    "name",
    "text_",
    "_rgba",
    "adr",
    "_colind",
    "_rownnz",
    "paths",
    "oct_",
    "narena",
    "nbuffer",
    "stat.",
];

/// Looks at the initial state, at those before the first step that differs and before the first
/// that rounding does not explain, and at the model. A difference of the size of rounding is the
/// cause only if there is no larger one.
pub(super) fn find_cause(
    old: &mut Runner<'_>,
    new: &mut Runner<'_>,
    script: &Script,
    motion: &Trajectory,
    steps: [usize; 2],
) -> Result<Option<Cause>, Failure> {
    let layout = old.layout()?;
    let traits = traits(old)?;
    let cause = first_cause(old, new, &layout, script, motion, steps)?;
    Ok(cause.map(|cause| Cause { traits, ..cause }))
}

fn first_cause(
    old: &mut Runner<'_>,
    new: &mut Runner<'_>,
    layout: &Layout,
    script: &Script,
    motion: &Trajectory,
    steps: [usize; 2],
) -> Result<Option<Cause>, Failure> {
    let given = match script.start.is_empty() {
        true => "qpos0",
        false => "the recorded start",
    };
    let mut moments = vec![(given.to_owned(), script.start.clone())];
    moments.extend(steps.map(|step| (format!("step {step}"), before(script, motion, step))));
    let mut small = None;
    for (moment, state) in moments {
        match at_state(old, new, layout, &state, &moment)? {
            Some((cause, true)) => {
                let behind = origin::parameter(&cause, old, new, layout)?;
                return Ok(Some(behind.unwrap_or(cause)));
            }
            Some((cause, false)) => small = small.or(Some(cause)),
            None => {}
        }
        let stepped = origin::integration(old, new, layout, &state, &moment)?;
        if stepped.is_some() {
            return Ok(stepped);
        }
    }
    Ok(match compiled(old, new, layout)? {
        Some((cause, true)) => Some(cause),
        Some((cause, false)) => small.or(Some(cause)),
        None => small,
    })
}

/// The state that a step starts from.
fn before(script: &Script, motion: &Trajectory, step: usize) -> Vec<Assignment> {
    let before = step.saturating_sub(1);
    // What a step does not change comes from the start.
    let mut state = script.start.clone();
    state.extend(motion.state(before));
    let controls = script.controls.iter().take(before + 1).rev().flatten();
    state.extend(controls.take(1).map(|values| Assignment {
        field: "ctrl".to_owned(),
        values: values.clone(),
    }));
    state
}

/// The first difference of the compiled models that a motion may depend on, and whether it is larger
/// than rounding.
fn compiled(
    old: &mut Runner<'_>,
    new: &mut Runner<'_>,
    layout: &Layout,
) -> Result<Option<(Cause, bool)>, Failure> {
    let (fields, others) = (&old.loaded.fields, &new.loaded.fields);
    let every = Selection::default();
    let mut plan = Plan::new(Side::Model, Mode::Compile, fields, others, &every, |_| {
        false
    });
    let found = differing(&mut plan, old, new, layout)?;
    // Whether an option is the cause was tried by setting it back, and sizes are no values.
    let matters = |one: &&Divergence| {
        let internal = APPEARANCE.iter().any(|part| one.field.contains(part));
        let tried = one.field.starts_with("opt.") || one.stage == "size";
        !internal && !tried && is_value(one)
    };
    let is_large = |one: &&Divergence| is_large(one);
    let large = found.iter().filter(matters).find(is_large);
    let first = large.or_else(|| found.iter().find(matters));
    Ok(first.map(|found| {
        let cause = Cause {
            what: found.field.clone(),
            moment: "the compiled model".to_owned(),
            detail: values(found),
            traits: Vec::new(),
        };
        (cause, large.is_some())
    }))
}

/// The first difference at a state, and whether it is larger than rounding.
fn at_state(
    old: &mut Runner<'_>,
    new: &mut Runner<'_>,
    layout: &Layout,
    state: &[Assignment],
    moment: &str,
) -> Result<Option<(Cause, bool)>, Failure> {
    let mut silent = unwritten(old, state)?;
    silent.extend(unwritten(new, state)?);
    forward(old, state)?;
    forward(new, state)?;
    let (fields, others) = (&old.loaded.fields, &new.loaded.fields);
    let also = |name: &str| MASK_INPUTS.contains(&name);
    let every = Selection::default();
    let mut plan = Plan::new(Side::Data, Mode::Forward, fields, others, &every, also);
    let found = differing(&mut plan, old, new, layout)?;
    let matters = |one: &&Divergence| {
        let internal = INTERNAL.iter().any(|start| one.field.starts_with(start));
        let internal = internal || COUNTS.contains(&one.field.as_str());
        !internal && !silent.contains(&one.field) && is_value(one)
    };
    let found: Vec<&Divergence> = found.iter().filter(matters).collect();
    let place = |field: &str| rank(Mode::Forward, Side::Data, field);
    let others = || {
        found
            .iter()
            .filter(|one| !one.field.starts_with("contact."))
    };
    let is_large = |one: &&&Divergence| is_large(one);
    let frame = |one: &&&Divergence| FRAMES.contains(&one.field.as_str());
    let large = others().find(|one| is_large(one) && !frame(one));
    let large = large.or_else(|| others().find(is_large));
    let first = large.or_else(|| others().next());
    let is_before = |first: &&Divergence| place(&first.field) <= place("contact.dist");
    if first.is_none_or(|first| frame(&first) || !is_before(first)) {
        let (before, after) = (Touching::read(old)?, Touching::read(new)?);
        if let Some((what, detail)) = contacts::change(&before, &after, layout) {
            let moment = moment.to_owned();
            let cause = Cause {
                what,
                moment,
                detail,
                traits: Vec::new(),
            };
            return Ok(Some((cause, true)));
        }
    }
    Ok(first.map(|first| {
        let cause = Cause {
            what: format!("{} ({})", first.field, first.stage),
            moment: moment.to_owned(),
            detail: values(first),
            traits: Vec::new(),
        };
        (cause, large.is_some())
    }))
}

fn forward(runner: &mut Runner<'_>, state: &[Assignment]) -> Result<(), Failure> {
    start_from(runner, state)?;
    runner.simulator.run(Action::Forward).map(drop)
}

/// Forgets what was computed and takes on a state.
pub(super) fn start_from(runner: &mut Runner<'_>, state: &[Assignment]) -> Result<(), Failure> {
    runner.simulator.reset(None)?;
    runner.simulator.set(state)
}

/// A number that became another, not an array of another shape or something that nobody wrote.
pub(super) fn is_value(one: &Divergence) -> bool {
    !matches!(
        one.disagreement.category,
        Category::Shape | Category::Type | Category::NotWritten
    )
}

/// Whether a difference is more than rounding.
pub(super) fn is_large(one: &Divergence) -> bool {
    let found = &one.disagreement;
    let apart = found.gap.map_or(f64::INFINITY, |gap| gap.absolute.0);
    found.size() > ROUNDING && apart > NOTHING
}

pub(super) fn differing(
    plan: &mut Plan,
    old: &mut Runner<'_>,
    new: &mut Runner<'_>,
    layout: &Layout,
) -> Result<Vec<Divergence>, Failure> {
    let (mut left, mut right) = (Snapshot::default(), Snapshot::default());
    old.simulator.read(&plan.reference, &mut left)?;
    new.simulator.read(&plan.subject, &mut right)?;
    let mut found = Vec::new();
    plan.filled = old.simulator.identity().fills_memory();
    plan.compare(&left, &right, layout, |one| found.push(one));
    Ok(found)
}

/// Fields that a version leaves as they were. Nothing is known if the motion was computed from
/// what was put there.
fn unwritten(runner: &mut Runner<'_>, state: &[Assignment]) -> Result<HashSet<String>, Failure> {
    let fields = &runner.loaded.fields;
    let is_float = |name: &String| {
        let at = find(fields, Side::Data, name);
        at.is_some_and(|at| fields[at].elem == Elem::F64 && fields[at].group == "data")
    };
    let names: Vec<String> = poison::fields().into_iter().filter(is_float).collect();
    let wanted: Vec<usize> = names
        .iter()
        .chain(&["qacc".to_owned(), "qpos".to_owned()])
        .filter_map(|name| find(fields, Side::Data, name))
        .collect();
    runner.simulator.reset(None)?;
    runner.simulator.poison(&names)?;
    runner.simulator.set(state)?;
    runner.simulator.run(Action::Forward)?;
    let mut snapshot = Snapshot::default();
    runner.simulator.read(&wanted, &mut snapshot)?;
    if poison::has_spread(&snapshot) {
        return Ok(HashSet::new());
    }
    let poisoned = |bytes: &[u8]| {
        let (elements, _) = bytes.as_chunks::<8>();
        elements.contains(&[u8::MAX; 8])
    };
    let silent = snapshot.iter().filter(|view| poisoned(view.bytes));
    Ok(silent.map(|view| view.description.name.clone()).collect())
}

/// `[elbow] 0.5 -> 0.7`, with units where they are known.
pub(super) fn values(found: &Divergence) -> String {
    let number = |scalar: Option<Scalar>| match scalar {
        Some(Scalar::Double(value)) => quantity(&found.field, value.0),
        Some(Scalar::Single(value)) => quantity(&found.field, value.into()),
        Some(Scalar::Integer(value)) => value.to_string(),
        None => "-".to_owned(),
    };
    let found_values = &found.disagreement;
    let (old, new) = (number(found_values.reference), number(found_values.subject));
    let by = match (found_values.gap, old == new) {
        (Some(gap), true) => format!(" (by {:.1e})", gap.absolute.0),
        _ => String::new(),
    };
    format!("{} {old} -> {new}{by}", found.name)
        .trim()
        .to_owned()
}
