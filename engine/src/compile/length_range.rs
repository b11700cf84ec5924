//! Which actuators need a length range, and where they can get one without simulation.

use super::refusal::unsupported;
use crate::error::Error;
use crate::fields::Model;
use crate::spec::{BiasType, GainType, LengthRange, LengthRangeMode, Spec};

/// Completes the length ranges; one that only a simulation can find is refused.
pub(super) fn complete(spec: &Spec, model: &mut Model) -> Result<(), Error> {
    let options = &spec.compiler.length_range;
    for (id, actuator) in spec.actuators.iter().enumerate() {
        let [low, high] = actuator.lengthrange;
        if !wanted(options, actuator.gaintype, actuator.biastype)
            || (options.useexisting && low < high)
        {
            continue;
        }
        match options.uselimit.then(|| limit(model, id)).flatten() {
            Some(range) => model.actuator_lengthrange[id] = range,
            None => {
                return Err(unsupported(
                    "actuator",
                    &actuator.source,
                    "finding the length range of an actuator by simulation is not supported yet; \
                     give it as `lengthrange`",
                ));
            }
        }
    }
    Ok(())
}

/// Whether the mode asks for the length range of such an actuator.
fn wanted(options: &LengthRange, gain: GainType, bias: BiasType) -> bool {
    let muscle = gain == GainType::Muscle || bias == BiasType::Muscle;
    let user = gain == GainType::User || bias == BiasType::User;
    match options.mode {
        LengthRangeMode::None => false,
        LengthRangeMode::Muscle => muscle,
        LengthRangeMode::MuscleUser => muscle || user,
        LengthRangeMode::All => true,
    }
}

/// The limit of a joint or tendon, unscaled.
///
/// MuJoCo 3.2.6 looks the object up under the wrong index: actuator `i` gets the limit of entry `i` of the flattened pairs of
/// transmission ids. Where that entry is no object, it reads outside the array; such an actuator is simulated.
fn limit(model: &Model, actuator: usize) -> Option<[f64; 2]> {
    let object = usize::try_from(model.actuator_trnid[actuator / 2][actuator % 2]).ok()?;
    let (limited, range) = match model.actuator_trntype[actuator] {
        0 | 1 => (&model.jnt_limited, &model.jnt_range),
        3 => (&model.tendon_limited, &model.tendon_range),
        _ => return None,
    };
    (*limited.get(object)? != 0).then(|| range[object])
}
