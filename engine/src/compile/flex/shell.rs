//! How the elements of a flex are connected: its outer surface, how deep each element is below it,
//! and which vertices may touch a neighbour of their element.

use super::simplex::Simplex;

/// What follows from which elements share a side.
#[derive(Debug, Default)]
pub(super) struct Shell {
    /// Vertices of the sides that belong to one element only.
    pub(super) surface: Vec<i32>,
    /// How many elements are between each one and the surface of a solid.
    pub(super) layers: Vec<i32>,
    /// An element and the vertex of a neighbour that is across their common side.
    pub(super) pairs: Vec<[i32; 2]>,
}

/// A side of an element: its vertices in order, its element, its vertices as the element has them.
type Side = (Vec<i32>, usize, Vec<i32>);

/// Two elements with a common side.
struct Joint<'a> {
    elements: [usize; 2],
    side: &'a [i32],
}

impl Shell {
    #[doc(alias = "CreateShellPair")]
    pub(super) fn new(simplex: Simplex, elements: &[i32]) -> Shell {
        let corners = simplex.corners();
        let mut sides: Vec<Side> = Vec::with_capacity(elements.len());
        for (id, element) in elements.chunks_exact(corners).enumerate() {
            for side in simplex.sides() {
                let vertices: Vec<i32> = side.iter().map(|k| element[*k]).collect();
                let mut sorted = vertices.clone();
                sorted.sort_unstable();
                sides.push((sorted, id, vertices));
            }
        }
        sides.sort_unstable();

        let count = elements.len() / corners;
        let mut border = vec![false; count];
        let mut shell = Shell::default();
        let mut joints = Vec::new();
        for equal in sides.chunk_by(|a, b| a.0 == b.0) {
            if let [(_, element, vertices)] = equal {
                border[*element] = true;
                shell.surface.extend(vertices);
            }
            joints.extend(equal.windows(2).map(|two| Joint {
                elements: [two[0].1, two[1].1],
                side: &two[1].0,
            }));
        }
        if simplex == Simplex::Tetrahedron {
            shell.layers = layers(&border, &joints);
        } else {
            shell.layers = vec![0; count];
            shell.pairs = pairs(corners, elements, &border, &joints);
        }
        shell
    }
}

/// Distance of each element from the border; more than there are elements where none leads there.
fn layers(border: &[bool], joints: &[Joint<'_>]) -> Vec<i32> {
    let count = border.len() as i32;
    let start = |&outer: &bool| if outer { 0 } else { count + 1 };
    let mut layers: Vec<i32> = border.iter().map(start).collect();
    loop {
        let mut changed = false;
        for Joint {
            elements: [a, b], ..
        } in joints
        {
            let (depth_a, depth_b) = (layers[*a], layers[*b]);
            if depth_a > depth_b + 1 {
                layers[*a] = depth_b + 1;
                changed = true;
            } else if depth_b > depth_a + 1 {
                layers[*b] = depth_a + 1;
                changed = true;
            }
        }
        if !changed {
            return layers;
        }
    }
}

/// For neighbours of which one is at the border: each with the vertex of the other that they do not
/// share.
fn pairs(corners: usize, elements: &[i32], border: &[bool], joints: &[Joint<'_>]) -> Vec<[i32; 2]> {
    let mut pairs = Vec::new();
    let outer = joints
        .iter()
        .filter(|joint| joint.elements.iter().any(|id| border[*id]));
    for Joint {
        elements: ids,
        side,
    } in outer
    {
        for (own, other) in [(ids[0], ids[1]), (ids[1], ids[0])] {
            let element = &elements[own * corners..(own + 1) * corners];
            if let Some(vertex) = element.iter().find(|vertex| !side.contains(vertex)) {
                pairs.push([other as i32, *vertex]);
            }
        }
    }
    pairs
}
