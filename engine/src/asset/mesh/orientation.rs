//! Whether neighbouring faces are oriented alike: then no directed edge belongs to two faces.

use super::surface::Surface;
use super::triangle::area;
use crate::math::MINVAL;

/// The smallest directed edge that two faces share; faces too small to have a normal do not count.
pub(super) fn repeated_edge(surface: &Surface) -> Option<[i32; 2]> {
    let least = MINVAL.sqrt();
    let wide = |face: &&[i32; 3]| area(surface.corners(face)) > least;
    let faces: Vec<[i32; 3]> = surface.faces.iter().filter(wide).copied().collect();
    // Where the edges from each vertex start: a counting sort, as a vertex has few edges.
    let mut starts = vec![0_usize; surface.vertices.len() + 1];
    for &vertex in faces.as_flattened() {
        starts[vertex as usize + 1] += 1;
    }
    for vertex in 0..surface.vertices.len() {
        starts[vertex + 1] += starts[vertex];
    }
    let mut places = starts.clone();
    let mut ends = vec![0; 3 * faces.len()];
    for &[a, b, c] in &faces {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            ends[places[from as usize]] = to;
            places[from as usize] += 1;
        }
    }
    starts.windows(2).enumerate().find_map(|(vertex, edges)| {
        let ends = &mut ends[edges[0]..edges[1]];
        ends.sort_unstable();
        let twice = ends.windows(2).find(|pair| pair[0] == pair[1])?;
        Some([vertex as i32, twice[0]])
    })
}
