//! The convex hull of a mesh as a graph that collision climbs.
//!
//! Layout: number of vertices, number of faces; for each vertex where its edges begin, and which vertex of the mesh it is; edges as lists
//! of hull vertices, each list ended by -1; faces as vertices of the mesh.

use qhull_sys::{Facet, Hull, convex_hull};

use crate::asset::AssetError;

/// Vertices of the tetrahedron that qhull starts with.
const SIMPLEX: i32 = 4;

/// The graph of the hull with at most `limit` vertices; a negative limit is none.
pub(super) fn graph(vertices: &[[f32; 3]], limit: i32) -> Result<Vec<i32>, AssetError> {
    let infinite = vertices
        .iter()
        .position(|v| v.iter().any(|x| !x.is_finite()));
    if let Some(vertex) = infinite {
        return Err(AssetError::new(format!("vertex {vertex} is not finite")));
    }
    // qhull crashes if it is told to add a negative number
    if (0..SIMPLEX).contains(&limit) {
        return Err(AssetError::new(format!(
            "a hull of at most {limit} vertices: it has at least {SIMPLEX}"
        )));
    }
    let points: Vec<[f64; 3]> = vertices.iter().map(|v| v.map(f64::from)).collect();
    let additions = u32::try_from(limit - SIMPLEX).ok();
    let hull = convex_hull(&points, additions)
        .map_err(|e| AssetError::new(format!("the mesh has no convex hull: {e}")))?;
    layout(&hull).ok_or_else(|| AssetError::new("the convex hull of the mesh is not closed"))
}

fn layout(hull: &Hull) -> Option<Vec<i32>> {
    let (vertices, faces) = (hull.points.len(), hull.facets.len());
    let mut starts = Vec::with_capacity(vertices);
    let mut edges: Vec<i32> = Vec::with_capacity(vertices + 3 * faces);
    for (vertex, facets) in hull.facets_of.iter().enumerate() {
        let start = edges.len();
        starts.push(start as i32);
        for corner in facets.iter().flat_map(|&facet| hull.facets[facet].corners) {
            if corner != vertex && !edges[start..].contains(&(corner as i32)) {
                edges.push(corner as i32);
            }
        }
        edges.push(-1);
    }
    if edges.len() != vertices + 3 * faces {
        return None;
    }
    let mut graph = vec![vertices as i32, faces as i32];
    graph.extend(starts);
    graph.extend(hull.points.iter().map(|&point| point as i32));
    graph.extend(edges);
    for Facet { corners, clockwise } in &hull.facets {
        let mut corners = corners.map(|corner| hull.points[corner] as i32);
        if *clockwise {
            corners.swap(0, 1);
        }
        graph.extend(corners);
    }
    Some(graph)
}

/// The faces in a graph.
pub(super) fn faces(graph: &[i32]) -> Vec<[i32; 3]> {
    let faces = 3 * graph[1] as usize;
    graph[graph.len() - faces..].as_chunks().0.to_vec()
}
