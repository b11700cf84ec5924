//! What an adapter is asked, one question after the other.

use super::bench::{Bench, changed, is_float};
use crate::catalogue::{self, state};
use crate::simulator::{Ability, Action, Failure};
use crate::snapshot::{Assignment, FieldView, Side, Snapshot};

/// What is wrong; nothing if all is right.
pub(super) type Complaints = Result<Vec<String>, Failure>;

/// One question to an adapter.
pub(super) type Check = fn(&mut Bench<'_>) -> Complaints;

/// The checks in the order in which a mistake in one spoils the next.
pub(super) const CHECKS: &[(&str, Check)] = &[
    ("names", names),
    ("shapes", shapes),
    ("initial state", initial),
    ("set and get", round_trip),
    ("wrong lengths", lengths),
    ("reads", reads),
    ("forward", forward),
    ("steps", steps),
    ("inputs are used", effects),
    ("reset", reset),
    ("keyframes", keyframes),
    ("repeated", repeated),
];

/// Fields that may be dense where MuJoCo has them compressed.
const DENSE: [&str; 4] = ["actuator_moment", "ten_J", "flexedge_J", "efc_J"];

/// Every field has a name of MuJoCo's, once.
fn names(bench: &mut Bench<'_>) -> Complaints {
    let mut wrong = Vec::new();
    let fields = &bench.loaded.fields;
    for (at, field) in fields.iter().enumerate() {
        let (side, name) = (field.side, &field.name);
        if catalogue::find(side, name).is_none() {
            wrong.push(match catalogue::find(side.other(), name) {
                Some(_) => format!("{name} belongs to the {}, not to the {side}", side.other()),
                None => format!("MuJoCo has no field {name} (harness fields lists them)"),
            });
        }
        if fields[..at]
            .iter()
            .any(|one| (one.side, &one.name) == (side, name))
        {
            wrong.push(format!("{name} is listed twice"));
        }
    }
    for name in ["qpos", "qvel"] {
        if bench.size(name) > 0 && !bench.inputs().any(|field| field.name == name) {
            wrong.push(format!("{name} is not listed: no state can be given"));
        }
    }
    Ok(wrong)
}

/// Fields have MuJoCo's types and shapes once they are computed.
fn shapes(bench: &mut Bench<'_>) -> Complaints {
    let every: Vec<usize> = (0..bench.loaded.fields.len()).collect();
    let mut own = Snapshot::default();
    bench.subject.reset(None)?;
    bench.subject.run(Action::Forward)?;
    bench.subject.read(&every, &mut own)?;
    let described = own.iter().filter_map(|view| {
        let description = view.description;
        let reference = bench.computed.get(description.side, &description.name)?;
        wrong_shape(view, reference)
    });
    Ok(described.collect())
}

fn wrong_shape(own: FieldView<'_>, reference: FieldView<'_>) -> Option<String> {
    let name = &own.description.name;
    let [left, right] = [own, reference].map(|view| view.description.elem);
    if is_float(left) != is_float(right) {
        return Some(format!("{name} has type {left:?} for {right:?}"));
    }
    // How many contacts and rows there are is for a comparison to say.
    let counted = name.starts_with("contact.") || name.starts_with("efc_");
    let from = usize::from(counted);
    let same = own.shape.get(from..) == reference.shape.get(from..);
    if same || DENSE.contains(&name.as_str()) {
        return None;
    }
    let [sizes, wanted] = [own.shape, reference.shape];
    let as_many = sizes.iter().product::<usize>() == wanted.iter().product::<usize>();
    let hint = if as_many { ", as many numbers" } else { "" };
    Some(format!("{name} has shape {sizes:?} for {wanted:?}{hint}"))
}

/// A reset brings the state that MuJoCo starts from.
fn initial(bench: &mut Bench<'_>) -> Complaints {
    let own = bench.compute(&[], &[])?;
    Ok(unlike(bench, &own, &bench.initial))
}

/// Inputs that are not those of the reference, once these are rounded.
fn unlike(bench: &Bench<'_>, own: &Snapshot, reference: &Snapshot) -> Vec<String> {
    let expected = bench.inputs().filter_map(|field| {
        let values = reference.get(Side::Data, field.name)?.numbers();
        Some(Assignment {
            field: field.name.to_owned(),
            values,
        })
    });
    differing(bench, own, &expected.collect::<Vec<_>>())
}

/// What was set comes back, exactly: the numbers have few bits.
fn round_trip(bench: &mut Bench<'_>) -> Complaints {
    let given = bench.everything();
    let own = bench.compute(&given, &[])?;
    Ok(differing(bench, &own, &given))
}

fn differing(bench: &Bench<'_>, own: &Snapshot, expected: &[Assignment]) -> Vec<String> {
    let mut wrong = Vec::new();
    for Assignment { field, values } in expected {
        let Some(view) = own.get(Side::Data, field) else {
            wrong.push(format!("{field} has no value"));
            continue;
        };
        let (found, wanted) = (view.numbers(), rounded(bench, values));
        // Zeros have no sign here.
        if found == wanted {
            continue;
        }
        let sorted = |numbers: &[f64]| {
            let mut numbers = numbers.to_vec();
            numbers.sort_by(f64::total_cmp);
            numbers
        };
        if found.len() != wanted.len() {
            let (has, needs) = (found.len(), wanted.len());
            wrong.push(format!("{field} has {has} numbers instead of {needs}"));
            continue;
        }
        let mut pairs = found.iter().zip(&wanted).enumerate();
        let Some((at, (has, needs))) = pairs.find(|(_, (has, needs))| has != needs) else {
            continue;
        };
        let hint = match sorted(&found) == sorted(&wanted) {
            true => " (the same numbers in another order)",
            false => "",
        };
        wrong.push(format!("{field}[{at}] is {has} instead of {needs}{hint}"));
    }
    wrong
}

fn rounded(bench: &Bench<'_>, values: &[f64]) -> Vec<f64> {
    let values = values.iter();
    values.map(|value| bench.precision.round(*value)).collect()
}

/// A wrong number of values is refused.
fn lengths(bench: &mut Bench<'_>) -> Complaints {
    let mut wrong = Vec::new();
    let inputs: Vec<_> = bench.inputs().collect();
    for field in inputs {
        let mut given = bench.given(field);
        given.values.push(0.25);
        bench.subject.reset(None)?;
        let count = given.values.len();
        match bench.subject.set(std::slice::from_ref(&given)) {
            Ok(()) => wrong.push(format!("{} took {count} values", field.name)),
            Err(failure) if failure.is_fatal() => return Err(failure),
            Err(_) => {}
        }
    }
    Ok(wrong)
}

/// Reading changes nothing, in whatever order.
fn reads(bench: &mut Bench<'_>) -> Complaints {
    let given = bench.everything();
    let together = bench.compute(&given, &[Action::Forward])?;
    let again = bench.read()?;
    let fields = bench.loaded.fields.iter().enumerate().rev();
    let data: Vec<usize> = fields
        .filter(|(_, field)| field.side == Side::Data)
        .map(|(at, _)| at)
        .collect();
    let mut backwards = Snapshot::default();
    bench.subject.read(&data, &mut backwards)?;
    let mut found = changed(&together, &again);
    found.extend(changed(&again, &backwards));
    let told = found.into_iter();
    Ok(told
        .map(|(field, what)| format!("{field}{what} when it is read again"))
        .collect())
}

/// A forward computation leaves the state alone.
fn forward(bench: &mut Bench<'_>) -> Complaints {
    let given = bench.everything();
    let own = bench.compute(&given, &[Action::Forward])?;
    // The solver leaves its result where it started from.
    let kept = given
        .into_iter()
        .filter(|one| one.field != "qacc_warmstart");
    let mut wrong = differing(bench, &own, &kept.collect::<Vec<_>>());
    for text in &mut wrong {
        text.push_str(" after a forward computation");
    }
    Ok(wrong)
}

/// Two steps are two single ones, and each adds the time step to the time.
fn steps(bench: &mut Bench<'_>) -> Complaints {
    if !bench.loaded.abilities.contains(&Ability::Step) {
        return Ok(Vec::new());
    }
    let given = bench.everything();
    let before = bench.compute(&given, &[])?;
    let one = Action::Step { count: 1 };
    let single = bench.compute(&given, &[one, one])?;
    let both = bench.compute(&given, &[Action::Step { count: 2 }])?;
    let apart = changed(&single, &both).into_iter();
    let mut wrong: Vec<String> = apart
        .map(|(field, what)| format!("{field}{what} for two steps at once instead of two"))
        .collect();
    let advanced = |(field, _): &(String, String)| state::is_advanced(field);
    if !changed(&before, &single).iter().any(advanced) {
        wrong.push("steps do not change the state".to_owned());
    }
    let time = |snapshot: &Snapshot| {
        let view = snapshot.get(Side::Data, "time")?;
        view.numbers().first().copied()
    };
    let step = bench.initial.get(Side::Model, "opt.timestep");
    let step = step.and_then(|view| view.numbers().first().copied());
    if let (Some(from), Some(to), Some(step)) = (time(&before), time(&single), step) {
        let wanted = from + 2.0 * step;
        if (to - wanted).abs() > 8.0 * bench.precision.unit() * wanted.abs() {
            wrong.push(format!("time is {to} instead of {wanted} after two steps"));
        }
    }
    Ok(wrong)
}

/// Inputs from which something follows in MuJoCo must not be ignored.
fn effects(bench: &mut Bench<'_>) -> Complaints {
    let mut wrong = Vec::new();
    let base = bench.compute(&[], &[Action::Forward])?;
    let inputs: Vec<_> = bench.inputs().collect();
    let every: Vec<usize> = (0..bench.known.fields.len()).collect();
    let listed = |name: &str| {
        let result = base.get(Side::Data, name).is_some() && state::find(name).is_none();
        // Counters of the work say nothing.
        result && !name.starts_with("solver")
    };
    let results = |found: Vec<(String, String)>| found.iter().any(|(name, _)| listed(name));
    for field in inputs
        .into_iter()
        .filter(|field| field.name != "qacc_warmstart")
    {
        let given = [bench.given(field)];
        let mut there = Snapshot::default();
        bench.reference.reset(None)?;
        bench.reference.set(&given)?;
        bench.reference.run(Action::Forward)?;
        bench.reference.read(&every, &mut there)?;
        if !results(changed(&bench.computed, &there)) {
            continue;
        }
        let own = bench.compute(&given, &[Action::Forward])?;
        if !results(changed(&base, &own)) {
            wrong.push(format!("{} changes nothing that is computed", field.name));
        }
    }
    Ok(wrong)
}

/// After a reset nothing is left of what was set and computed before.
fn reset(bench: &mut Bench<'_>) -> Complaints {
    let fresh = bench.compute(&[], &[Action::Forward])?;
    let given = bench.everything();
    let used = match bench.loaded.abilities.contains(&Ability::Step) {
        true => Action::Step { count: 3 },
        false => Action::Forward,
    };
    bench.compute(&given, &[used])?;
    let again = bench.compute(&[], &[Action::Forward])?;
    let left = changed(&fresh, &again).into_iter();
    Ok(left
        .map(|(field, what)| format!("{field}{what} after other work and a reset"))
        .collect())
}

/// Keyframes are MuJoCo's.
fn keyframes(bench: &mut Bench<'_>) -> Complaints {
    if !bench.loaded.abilities.contains(&Ability::Keyframe) {
        return Ok(Vec::new());
    }
    let (own, known) = (bench.loaded.keyframes, bench.known.keyframes);
    if own != known {
        return Ok(vec![format!("there are {known} keyframes, not {own}")]);
    }
    let every: Vec<usize> = (0..bench.known.fields.len()).collect();
    let mut wrong = Vec::new();
    for key in 0..known {
        let mut there = Snapshot::default();
        bench.reference.reset(Some(key))?;
        bench.reference.read(&every, &mut there)?;
        bench.subject.reset(Some(key))?;
        let own = bench.read()?;
        let unlike = unlike(bench, &own, &there).into_iter();
        wrong.extend(unlike.map(|text| format!("{text} at keyframe {key}")));
    }
    Ok(wrong)
}

/// The same work gives the same bits.
fn repeated(bench: &mut Bench<'_>) -> Complaints {
    let given = bench.everything();
    let first = bench.compute(&given, &[Action::Forward])?;
    let mut found = Vec::new();
    for _ in 0..3 {
        let again = bench.compute(&given, &[Action::Forward])?;
        found.extend(changed(&first, &again));
    }
    found.sort();
    found.dedup_by(|one, other| one.0 == other.0);
    let told = found.into_iter();
    Ok(told
        .map(|(field, what)| format!("{field}{what} when it is computed again"))
        .collect())
}
