//! Flexes: where their vertices are, boxes around their elements, lengths and Jacobians of their
//! edges.
//!
//! `x = p + R v` for a vertex `v` in the frame of its body. The length of an edge changes with
//! `u' (J2 - J1)`, with `u` its direction and `J` the Jacobians of its ends.

mod bounds;
mod edge;

use crate::math::Vec3;
use crate::pipeline::constraint::PairJacobian;
use crate::{Data, Model};

/// Working memory of flexes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    pair: PairJacobian,
    /// A force on each vertex of one flex.
    pub(crate) forces: Vec<Vec3>,
}

impl Scratch {
    pub(crate) fn new(model: &Model) -> Scratch {
        let most = model.flex_vertnum.iter().max().copied().unwrap_or(0);
        Scratch {
            pair: PairJacobian::with_room(model),
            forces: Vec::with_capacity(most as usize),
        }
    }
}

/// Computes `flexvert_xpos`, `flexelem_aabb`, `bvh_aabb_dyn`, `flexedge_length` and `flexedge_J`.
#[doc(alias = "mj_flex")]
pub(crate) fn flex(model: &Model, data: &mut Data) {
    if model.nflex == 0 {
        return;
    }
    for flex in 0..model.nflex {
        vertices(model, data, flex);
    }
    bounds::bounds(model, data);
    edge::edges(model, data);
}

fn vertices(model: &Model, data: &mut Data, flex: usize) {
    let centered = model.flex_centered[flex] != 0;
    for vertex in model.flex_vertices(flex) {
        let body = model.flex_vertbodyid[vertex] as usize;
        data.flexvert_xpos[vertex] = if centered {
            data.xpos[body]
        } else {
            data.xmat[body].mul_vec(&model.flex_vert[vertex]) + data.xpos[body]
        };
    }
}
