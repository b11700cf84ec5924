//! The convex hull of a mesh as a graph that collision climbs.
//!
//! Layout: number of vertices, number of faces; for each vertex where its edges begin, and which
//! vertex of the mesh it is; edges as lists of hull vertices, each list ended by -1; faces as
//! vertices of the mesh.
//!
//! By Quickhull: Barber, Dobkin and Huhdanpaa, The quickhull algorithm for convex hulls (1996).

use crate::asset::AssetError;
use crate::asset::hull::{Hull, Quickhull, Triangle};

/// Vertices of the tetrahedron that a hull starts with.
const SIMPLEX: i32 = 4;

/// The hull that was found last, and the memory for the next one.
#[derive(Debug, Default)]
pub(super) struct LastHull {
    builder: Quickhull,
    vertices: Vec<[f32; 3]>,
    limit: i32,
    graph: Vec<i32>,
}

impl LastHull {
    /// The graph of the hull with at most `limit` vertices; a negative limit is none.
    ///
    /// Meshes that differ in scale only follow each other often, and have the same hull as their
    /// files have the same vertices.
    pub(super) fn graph(
        &mut self,
        vertices: &[[f32; 3]],
        limit: i32,
    ) -> Result<Vec<i32>, AssetError> {
        if self.limit != limit || self.vertices != vertices {
            self.graph = graph(vertices, limit, &mut self.builder)?;
            self.limit = limit;
            vertices.clone_into(&mut self.vertices);
        }
        Ok(self.graph.clone())
    }
}

fn graph(
    vertices: &[[f32; 3]],
    limit: i32,
    builder: &mut Quickhull,
) -> Result<Vec<i32>, AssetError> {
    let infinite = vertices
        .iter()
        .position(|v| v.iter().any(|x| !x.is_finite()));
    if let Some(vertex) = infinite {
        return Err(AssetError::new(format!("vertex {vertex} is not finite")));
    }
    // MuJoCo's qhull crashes if it is told to add a negative number
    if (0..SIMPLEX).contains(&limit) {
        return Err(AssetError::new(format!(
            "a hull of at most {limit} vertices: it has at least {SIMPLEX}"
        )));
    }
    let points = vertices.iter().map(|v| v.map(f64::from));
    let additions = u32::try_from(limit - SIMPLEX).ok();
    let hull = builder
        .hull(points, additions)
        .map_err(|e| AssetError::new(format!("the mesh has no convex hull: {e}")))?;
    layout(&hull).ok_or_else(|| AssetError::new("the convex hull of the mesh is not closed"))
}

fn layout(hull: &Hull) -> Option<Vec<i32>> {
    let (vertices, faces) = (hull.points.len(), hull.triangles.len());
    let edges = vertices + 3 * faces;
    let mut graph = Vec::with_capacity(2 + 2 * vertices + edges + 3 * faces);
    graph.extend([vertices as i32, faces as i32]);
    // the starts, filled in as the edges are found
    graph.resize(2 + vertices, 0);
    graph.extend(hull.points.iter().map(|&point| point as i32));
    let first = graph.len();
    // the last vertex that each was found to be a neighbour of
    let mut found = vec![usize::MAX; vertices];
    let mut around = &hull.around[..];
    let mut begin = 0;
    for (vertex, &end) in hull.ends.iter().enumerate() {
        let (facets, rest) = around.split_at_checked((end - begin) as usize)?;
        (around, begin) = (rest, end);
        graph[2 + vertex] = (graph.len() - first) as i32;
        found[vertex] = vertex;
        for corner in facets
            .iter()
            .flat_map(|&facet| hull.triangles[facet as usize].corners)
        {
            if found[corner as usize] != vertex {
                found[corner as usize] = vertex;
                graph.push(corner as i32);
            }
        }
        graph.push(-1);
    }
    if graph.len() != first + edges {
        return None;
    }
    for Triangle { corners, clockwise } in &hull.triangles {
        let mut corners = corners.map(|corner| hull.points[corner as usize] as i32);
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
