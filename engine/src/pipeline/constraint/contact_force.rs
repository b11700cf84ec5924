//! The force of a contact, whatever shape its cone has.

use crate::model::codes::cone;
use crate::{Data, Model};

/// Force and torque of contact number `id` in its own frame; zeros for a contact without constraint
/// rows.
#[doc(alias = "mju_decodePyramid")]
pub(crate) fn contact_force(model: &Model, data: &Data, id: usize) -> [f64; 6] {
    let mut force = [0.0; 6];
    let Some(contact) = data.contact.get(id) else {
        return force;
    };
    let Ok(start) = usize::try_from(contact.efc_address) else {
        return force;
    };
    let dim = contact.dim as usize;
    let pyramid = model.opt.cone == cone::PYRAMIDAL && dim > 1;
    let size = if pyramid { 2 * (dim - 1) } else { dim };
    // Where islands had no room there are no rows, and MuJoCo reads what others have left.
    let Some(edges) = data.efc_force.get(start..start + size) else {
        return force;
    };
    if !pyramid {
        force[..dim].copy_from_slice(edges);
        return force;
    }
    // Opposite edges of the pyramid add up to the normal force, their difference is friction.
    for edge in edges {
        force[0] += edge;
    }
    let pairs = edges.chunks_exact(2).zip(contact.friction);
    for (friction, (pair, mu)) in force[1..].iter_mut().zip(pairs) {
        *friction = (pair[0] - pair[1]) * mu;
    }
    force
}
