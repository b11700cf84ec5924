//! What lies behind a difference: a number of the compiled model that the quantity comes from, or
//! the integrator where a state has the same accelerations and a step does not end in the same one.

use super::cause::{Cause, differing, is_large, is_value, start_from, values};
use super::roll::{OBSERVED, Runner};
use crate::case::{Layout, Mode};
use crate::compare::{Divergence, Plan, Selection};
use crate::simulator::{Action, Failure};
use crate::snapshot::{Assignment, Side};

/// Numbers of the model, by how the quantities begin that are computed from them.
const PARAMETERS: &[(&[&str], &[&str])] = &[
    (
        &["actuator_", "qfrc_actuator", "act_dot"],
        &["actuator_gainprm", "actuator_biasprm", "actuator_dynprm"],
    ),
    (
        &["subtree_com", "xipos", "cinert", "crb", "qM", "M "],
        &["body_mass"],
    ),
];

/// By the numbers of `mjtIntegrator`.
const INTEGRATORS: [&str; 4] = ["Euler", "RK4", "implicit", "implicitfast"];

/// The number of the compiled model that makes a quantity another one, if it is one of those that are
/// known to.
pub(super) fn parameter(
    found: &Cause,
    old: &mut Runner<'_>,
    new: &mut Runner<'_>,
    layout: &Layout,
) -> Result<Option<Cause>, Failure> {
    let begins = |(starts, _): &&(&[&str], &[&str])| {
        let mut starts = starts.iter();
        starts.any(|start| found.what.starts_with(start))
    };
    let Some((_, names)) = PARAMETERS.iter().find(begins) else {
        return Ok(None);
    };
    let wanted = Selection::new(names.iter().copied());
    let (fields, others) = (&old.loaded.fields, &new.loaded.fields);
    let mut plan = Plan::new(Side::Model, Mode::Compile, fields, others, &wanted, |_| {
        false
    });
    let found = differing(&mut plan, old, new, layout)?;
    Ok(large(&found).map(|found| Cause {
        what: found.field.clone(),
        moment: "the compiled model".to_owned(),
        detail: values(found),
        traits: Vec::new(),
    }))
}

/// Whether one step from a state ends differently.
pub(super) fn integration(
    old: &mut Runner<'_>,
    new: &mut Runner<'_>,
    layout: &Layout,
    state: &[Assignment],
    moment: &str,
) -> Result<Option<Cause>, Failure> {
    step(old, state)?;
    step(new, state)?;
    let wanted = Selection::new(OBSERVED);
    let (fields, others) = (&old.loaded.fields, &new.loaded.fields);
    let also = |name: &str| OBSERVED.contains(&name);
    let mut plan = Plan::new(Side::Data, Mode::Free, fields, others, &wanted, also);
    let found = differing(&mut plan, old, new, layout)?;
    let integrator = layout.integer("opt.integrator", 0);
    let integrator = integrator.and_then(|code| INTEGRATORS.get(usize::try_from(code).ok()?));
    Ok(large(&found).map(|found| Cause {
        what: format!("integration ({})", integrator.unwrap_or(&"of a new kind")),
        moment: moment.to_owned(),
        detail: format!(
            "the same accelerations, and after one step {}{}",
            found.field,
            values(found)
        ),
        traits: Vec::new(),
    }))
}

fn step(runner: &mut Runner<'_>, state: &[Assignment]) -> Result<(), Failure> {
    start_from(runner, state)?;
    let one = Action::Step { count: 1 };
    runner.simulator.run(one).map(drop)
}

/// The first difference that is larger than rounding.
fn large(found: &[Divergence]) -> Option<&Divergence> {
    let mut found = found.iter();
    found.find(|one| is_value(one) && is_large(one))
}
