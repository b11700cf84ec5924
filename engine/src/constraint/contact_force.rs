//! The force of a contact, whatever shape its cone has.

use crate::codes::cone;
use crate::{Data, Model};

/// Force and torque of contact number `id` in its own frame; zeros for a contact without constraint rows.
pub fn contact_force(model: &Model, data: &Data, id: usize) -> [f64; 6] {
    let mut force = [0.0; 6];
    let Some(contact) = data.contact.get(id) else {
        return force;
    };
    let Ok(start) = usize::try_from(contact.efc_address) else {
        return force;
    };
    let dim = contact.dim as usize;
    if model.opt.cone != cone::PYRAMIDAL || dim == 1 {
        force[..dim].copy_from_slice(&data.efc_force[start..start + dim]);
        return force;
    }
    // Opposite edges of the pyramid add up to the normal force, their difference is friction.
    let edges = &data.efc_force[start..start + 2 * (dim - 1)];
    for edge in edges {
        force[0] += edge;
    }
    let pairs = edges.chunks_exact(2).zip(contact.friction);
    for (friction, (pair, mu)) in force[1..].iter_mut().zip(pairs) {
        *friction = (pair[0] - pair[1]) * mu;
    }
    force
}
