//! Contact forces as edges of a friction pyramid: the normal force is the sum of all edges, a
//! friction force the difference of two opposite ones times its coefficient.

use super::scalar;

/// Edge forces of a contact force: normal first, then a friction force for each coefficient of
/// `mu`. The edges of one direction share the normal force equally with the others; two edges for
/// each coefficient are written.
#[doc(alias = "mju_encodePyramid")]
pub fn encode(edges: &mut [f64], force: &[f64], mu: &[f64]) {
    let share = force[0] / mu.len() as f64;
    for ((pair, friction), mu) in edges.chunks_exact_mut(2).zip(&force[1..]).zip(mu) {
        let difference = scalar::min(share, friction / mu);
        pair[0] = 0.5 * (share + difference);
        pair[1] = 0.5 * (share - difference);
    }
}

/// The contact force of edge forces. Without coefficients there is one edge, the normal force
/// itself.
#[doc(alias = "mju_decodePyramid")]
pub fn decode(force: &mut [f64], edges: &[f64], mu: &[f64]) {
    if mu.is_empty() {
        force[0] = edges[0];
        return;
    }
    force[0] = 0.0;
    for edge in &edges[..2 * mu.len()] {
        force[0] += edge;
    }
    for ((friction, pair), mu) in force[1..].iter_mut().zip(edges.chunks_exact(2)).zip(mu) {
        *friction = (pair[0] - pair[1]) * mu;
    }
}
