//! A copy of a model in which one actuator at a time is left: simulating its length takes thousands of steps, and most of what they
//! would compute has no part in it.

use crate::Model;
use crate::codes::{equality, transmission, wrap};

/// The copy, and what it was made from.
pub(super) struct Focus<'a> {
    whole: &'a Model,
    model: Model,
}

impl<'a> Focus<'a> {
    /// Leaves out sensors, cameras and lights, which only watch, and activations, which stand still.
    pub(super) fn new(whole: &'a Model) -> Focus<'a> {
        let mut model = whole.clone();
        model.nu = model.nu.min(1);
        model.na = 0;
        model.nsensor = 0;
        model.ncam = 0;
        model.nlight = 0;
        Focus { whole, model }
    }

    /// The model whose only actuator, number 0, is the given one, and whose tendons have no path unless something depends on it.
    pub(super) fn on(&mut self, actuator: usize) -> &Model {
        let Focus { whole, model } = self;
        model.actuator_trntype[0] = whole.actuator_trntype[actuator];
        model.actuator_trnid[0] = whole.actuator_trnid[actuator];
        model.actuator_gear[0] = whole.actuator_gear[actuator];
        model.actuator_cranklength[0] = whole.actuator_cranklength[actuator];
        for tendon in 0..whole.ntendon {
            let first = whole.tendon_adr[tendon] as usize;
            model.tendon_num[tendon] = if matters(whole, actuator, tendon) {
                whole.tendon_num[tendon]
            } else {
                // A path has at least a point.
                i32::from(whole.wrap_type[first] != wrap::JOINT)
            };
        }
        model
    }
}

/// Whether the tendon moves the actuator or acts on joints itself, where there are neither springs nor friction.
fn matters(model: &Model, actuator: usize, tendon: usize) -> bool {
    let moves = model.actuator_trntype[actuator] == transmission::TENDON
        && model.actuator_trnid[actuator][0] == tendon as i32;
    let coupled = |id: usize| {
        let tendon = tendon as i32;
        model.eq_type[id] == equality::TENDON
            && (model.eq_obj1id[id] == tendon || model.eq_obj2id[id] == tendon)
    };
    moves || model.tendon_limited[tendon] != 0 || (0..model.neq).any(coupled)
}
