//! Making the data of a model, with the memory that the stages of its pipeline will need.

use crate::data::plugin::Instances;
use crate::data::scratch::Scratch;
use crate::data::structure;
use crate::data::workspace::Workspace;
use crate::model::codes::Integrator;
use crate::pipeline::acceleration::solver;
use crate::pipeline::constraint::{self, island};
use crate::pipeline::integrate::RungeKutta;
use crate::pipeline::position::{flex, tendon};
use crate::pipeline::velocity::passive::fluid;
use crate::pipeline::{collision, derivative, plugin};
use crate::{Data, Model};

impl Data {
    /// Data for `model`, at its reference configuration.
    #[doc(alias = "mj_makeData")]
    pub fn new(model: &Model) -> Data {
        let mut data = Data::allocate(model);
        data.scratch = Scratch::new(model);
        prepare(model, &mut data.scratch);
        // Every step with constraints writes it, however few they are.
        data.tendon_efcadr.reserve(model.ntendon);
        structure::build(model, &mut data);
        data.set_defaults(model);
        start_plugins(model, &mut data);
        data
    }
}

/// Starts the model's plugins, which may compute with the data before it is used.
fn start_plugins(model: &Model, data: &mut Data) {
    if model.nplugin == 0 {
        return;
    }
    // The compiler has started them before: only a program that has changed the model can keep them
    // from starting.
    if let Err((id, _)) = plugin::start(model, data) {
        data.plugins = Instances::default();
        data.plugins.failed = Some(id as i32);
    }
    // What they have computed is not for the program to see.
    data.plugin_state.fill(0.0);
    data.reset(model);
}

/// Allocates what the stages keep for themselves, as far as the model will use it.
fn prepare(model: &Model, scratch: &mut Scratch) {
    let tendon = tendon::Plan::new(model, &scratch.topology);
    scratch.tendon = Workspace::new(tendon);
    if model.nflex > 0 {
        scratch.flex = Workspace::new(flex::Scratch::new(model));
    }
    scratch.collision = Workspace::new(collision::Scratch::new(model));
    scratch.constraint = Workspace::new(constraint::Draft::default());
    scratch.island = Workspace::new(island::Scratch::default());
    scratch.solver = Workspace::new(solver::Scratch::default());
    if model.is_immersed() {
        scratch.fluid = Workspace::new(fluid::boxes(model));
    }
    match model.integrator() {
        Integrator::Euler => {}
        Integrator::Rk4 => scratch.rk4 = Workspace::new(RungeKutta::new(model)),
        Integrator::Implicit | Integrator::ImplicitFast => {
            scratch.derivative = Workspace::new(derivative::Scratch::new(model));
        }
    }
}
