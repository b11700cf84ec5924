//! Length ranges of actuators, found under conditions of their own: no forces but those of limits
//! and equalities.

use super::super::refusal::{invalid, unsupported};
use crate::compile::length_range::{LengthRangeError, set_length_ranges};
use crate::error::{Error, StepError};
use crate::model::Model;
use crate::model::codes::disable;
use crate::spec::Spec;

/// Completes the length ranges of the actuators that the settings cover.
pub(in crate::compile) fn complete(spec: &Spec, model: &mut Model) -> Result<(), Error> {
    let settings = &spec.compiler.length_range;
    let author = model.opt.clone();
    // All other flags of the author are cleared too.
    model.opt.disableflags = disable::FRICTIONLOSS
        | disable::CONTACT
        | disable::PASSIVE
        | disable::GRAVITY
        | disable::ACTUATION;
    if settings.timestep > 0.0 {
        model.opt.timestep = settings.timestep;
    }
    let outcome = set_length_ranges(model, settings);
    model.opt = author;
    outcome.map_err(|error| refusal(spec, &error))
}

fn refusal(spec: &Spec, error: &LengthRangeError) -> Error {
    let actuator = error.actuator().and_then(|id| spec.actuators.get(id));
    let source = actuator.map(|actuator| actuator.source.clone());
    let say = match error {
        // MuJoCo goes on where rows were overwritten.
        LengthRangeError::Step(StepError::OverwrittenRows) | LengthRangeError::LimitOutside(_) => {
            unsupported
        }
        _ => invalid,
    };
    say("actuator", &source.flatten(), error.to_string())
}
