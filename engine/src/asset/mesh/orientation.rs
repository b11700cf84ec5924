//! Whether neighbouring faces look the same way: then no directed edge belongs to two faces.

use super::surface::Surface;
use super::triangle::Triangle;
use crate::math::MINVAL;

/// The least directed edge that two faces share; faces too small to look anywhere do not count.
pub(super) fn repeated_edge(surface: &Surface) -> Option<[i32; 2]> {
    let least = MINVAL.sqrt();
    let mut edges = Vec::with_capacity(3 * surface.faces.len());
    for face in &surface.faces {
        if Triangle::new(surface.corners(face)).area > least {
            let [a, b, c] = *face;
            edges.extend([[a, b], [b, c], [c, a]]);
        }
    }
    edges.sort_unstable();
    edges
        .windows(2)
        .find(|pair| pair[0] == pair[1])
        .map(|pair| pair[0])
}
