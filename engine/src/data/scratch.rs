//! Working memory of the pipeline, allocated once with the data so that a step never allocates.

use crate::Model;
use crate::data::missing::unsearched_contacts;
use crate::math::{Quat, Spatial};
use crate::memory::arena::Fill;
use crate::memory::stack;
use crate::model::codes::integrator;
use crate::pipeline::acceleration::solver;
use crate::pipeline::collision;
use crate::pipeline::constraint;
use crate::pipeline::constraint::island;
use crate::pipeline::derivative;
use crate::pipeline::integrate::RungeKutta;
use crate::pipeline::inverse;
use crate::pipeline::position::inertia::{Ancestry, Damped};
use crate::pipeline::position::tendon;
use crate::pipeline::position::transmission::adhesion;
use crate::pipeline::sensor::all_known;
use crate::pipeline::velocity::passive::fluid::is_immersed;
use crate::pipeline::velocity::passive::fluid_box;
use crate::query::jacobian::Chains;

/// Buffers whose contents mean nothing between two uses, and what depends on the model alone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    /// Bytes that MuJoCo would hold on its stack around the evaluation at hand.
    pub(crate) stack: usize,
    pub(crate) arena: Fill,
    /// More than any part of a step would put on its stack but for rows and contacts.
    pub(crate) stack_bound: usize,
    /// Tendons for which MuJoCo would have room in its arena.
    pub(crate) arena_tendons: usize,
    pub(crate) ancestry: Ancestry,
    pub(crate) chains: Chains,
    pub(crate) tendon: tendon::Plan,
    pub(crate) damped: Damped,
    /// What each joint turns its body by.
    pub(crate) turns: Vec<Quat>,
    /// Mass of each subtree.
    pub(crate) body_mass: Vec<f64>,
    /// Jacobians, 3 x nv each.
    pub(crate) jac: [Vec<f64>; 3],
    /// Vectors over dofs.
    pub(crate) dof: [Vec<f64>; 2],
    /// Whether geoms can touch whose contacts are not searched for.
    pub(crate) unsearched: bool,
    /// Whether the readings of all sensors are computed.
    pub(crate) sensors_known: bool,
    /// Controls within their limits.
    pub(crate) ctrl: Vec<f64>,
    /// A motion and a force for each body.
    pub(crate) body_motion: Vec<Spatial>,
    pub(crate) body_force: Vec<Spatial>,
    /// Boxes that bodies in a fluid are taken for.
    pub(crate) boxes: Vec<fluid_box::Solid>,
    /// A Runge-Kutta step's intermediate states and their rates.
    pub(crate) rk4: RungeKutta,
    pub(crate) derivative: derivative::Scratch,
    /// Indices of dofs.
    pub(crate) chain: [Vec<i32>; 2],
    /// In a box, so that taking it out of the data for the while costs nothing.
    pub(crate) collision: Option<Box<collision::Scratch>>,
    pub(crate) constraint: constraint::Scratch,
    pub(crate) adhesion: adhesion::Scratch,
    pub(crate) island: island::Scratch,
    /// In a box as well.
    pub(crate) solver: Option<Box<solver::Scratch>>,
    pub(crate) inverse: inverse::Scratch,
}

impl Scratch {
    pub(crate) fn new(model: &Model) -> Scratch {
        let nv = model.nv;
        let ancestry = Ancestry::new(model);
        let chains = Chains::new(model, &ancestry);
        Scratch {
            stack: 0,
            arena: Fill::default(),
            stack_bound: stack::bound(model),
            arena_tendons: model.ntendon,
            tendon: tendon::Plan::new(model, &ancestry, &chains),
            chains,
            ancestry,
            damped: Damped::new(model),
            turns: vec![Quat::IDENTITY; model.njnt],
            body_mass: vec![0.0; model.nbody],
            unsearched: unsearched_contacts(model),
            sensors_known: all_known(model),
            ctrl: vec![0.0; model.nu],
            body_motion: vec![[0.0; 6]; model.nbody],
            body_force: vec![[0.0; 6]; model.nbody],
            boxes: match is_immersed(model) {
                true => vec![Default::default(); model.nbody],
                false => Vec::new(),
            },
            rk4: match model.opt.integrator {
                integrator::RK4 => RungeKutta::new(model),
                _ => RungeKutta::default(),
            },
            derivative: match model.opt.integrator {
                integrator::IMPLICIT | integrator::IMPLICIT_FAST => derivative::Scratch::new(model),
                _ => derivative::Scratch::default(),
            },
            jac: std::array::from_fn(|_| vec![0.0; 3 * nv]),
            dof: std::array::from_fn(|_| vec![0.0; nv]),
            chain: std::array::from_fn(|_| vec![0; nv]),
            collision: Some(Box::new(collision::Scratch::new(model))),
            constraint: constraint::Scratch::new(),
            adhesion: adhesion::Scratch::default(),
            island: island::Scratch::default(),
            solver: Some(Box::default()),
            inverse: inverse::Scratch::default(),
        }
    }
}
