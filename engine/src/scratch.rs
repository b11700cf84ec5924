//! Working memory of the pipeline, allocated once with the data so that a step never allocates.

use crate::{Model, collision};

/// Buffers whose contents mean nothing between two uses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    /// Mass of each subtree.
    pub(crate) body_mass: Vec<f64>,
    /// Jacobians, 3 x nv each.
    pub(crate) jac: [Vec<f64>; 3],
    /// Vectors over dofs.
    pub(crate) dof: [Vec<f64>; 2],
    /// Indices of dofs.
    pub(crate) chain: [Vec<i32>; 2],
    pub(crate) collision: collision::Scratch,
}

impl Scratch {
    pub(crate) fn new(model: &Model) -> Scratch {
        let nv = model.nv;
        Scratch {
            body_mass: vec![0.0; model.nbody],
            jac: std::array::from_fn(|_| vec![0.0; 3 * nv]),
            dof: std::array::from_fn(|_| vec![0.0; nv]),
            chain: std::array::from_fn(|_| vec![0; nv]),
            collision: collision::Scratch::new(model),
        }
    }
}
