//! Forces of flexes: elasticity of triangles and tetrahedra, springs and dampers along edges.
//!
//! An element's energy is quadratic in the changes of its squared edge lengths, `s' K s / 4` with
//! `K` the matrix in `flex_stiffness`; damping adds the rate of `s` (Rayleigh): Kharevych et al.,
//! Geometric, variational integrators for computer animation (2006), section 5.2.

use wide::f64x4;

use crate::math::{Vec3, dense};
use crate::pipeline::position::flex::Scratch;
use crate::query::force::apply_ft;
use crate::query::jacobian::edge_jacobian;
use crate::{Data, Model};

/// Edges of a triangle and of a tetrahedron, by corners.
const TRIANGLE: [[usize; 2]; 3] = [[1, 2], [2, 0], [0, 1]];
const TETRAHEDRON: [[usize; 2]; 6] = [[0, 1], [1, 2], [2, 0], [2, 3], [0, 3], [1, 3]];

/// Adds the elastic forces of all elements to `qfrc_spring`.
pub(super) fn elasticity(model: &Model, data: &mut Data) {
    if model.nflex == 0 {
        return;
    }
    let mut scratch = data.scratch.flex.take::<Scratch>();
    let mut qfrc = std::mem::take(&mut data.qfrc_spring);
    for flex in 0..model.nflex {
        let first = model.flex_elements(flex).start;
        let stiff = model.flex_stiffness[first][0] != 0.0;
        let dim = model.flex_dim[flex];
        if stiff && model.flex_rigid[flex] == 0 && (dim == 2 || dim == 3) {
            let forces = &mut scratch.forces;
            forces.clear();
            forces.resize(model.flex_vertnum[flex] as usize, Vec3::zeros());
            let elements = 0..model.flex_elemnum[flex] as usize;
            if dim == 2 {
                elements.for_each(|it| add_element(model, data, forces, flex, it, &TRIANGLE));
            } else {
                elements.for_each(|it| add_element(model, data, forces, flex, it, &TETRAHEDRON));
            }
            push_vertices(model, data, forces, flex, &mut qfrc);
        }
    }
    data.qfrc_spring = qfrc;
    data.scratch.flex.put(scratch);
}

/// Adds what one element does to its corners.
#[inline(always)]
fn add_element<const EDGES: usize>(
    model: &Model,
    data: &Data,
    forces: &mut [Vec3],
    flex: usize,
    element: usize,
    edges: &[[usize; 2]; EDGES],
) {
    let corners = model.flex_corners(flex, element);
    let at = |corner: usize| {
        let point = &data.flexvert_xpos[model.flex_vertex(flex, corners[corner])];
        f64x4::from([point.x, point.y, point.z, 0.0])
    };
    // The other end of an edge has the opposite gradient.
    let gradient: [f64x4; EDGES] = std::array::from_fn(|j| at(edges[j][0]) - at(edges[j][1]));
    let elongation = elongations::<EDGES>(model, data, flex, element);
    let stiffness = &model.flex_stiffness[model.flex_elemadr[flex] as usize + element];
    // Where the upper triangle has row `i`, less the columns that it does not have.
    let row = |i: usize| i * EDGES - i * (i + 1) / 2;
    let mut own = [f64x4::ZERO; 4];
    for i in 0..EDGES {
        let elongation = f64x4::splat(elongation[i]);
        for j in 0..EDGES {
            let coupling = stiffness[row(i.min(j)) + i.max(j)];
            let push = elongation * gradient[j] * f64x4::splat(coupling);
            let [first, second] = edges[j];
            own[first] -= push;
            own[second] += push;
        }
    }
    for (corner, force) in corners.iter().zip(own) {
        let [x, y, z, _] = force.to_array();
        forces[*corner as usize] += Vec3::new(x, y, z);
    }
}

/// How much the squared lengths of an element's edges differ from those at rest, with what damping
/// adds.
#[inline(always)]
fn elongations<const EDGES: usize>(
    model: &Model,
    data: &Data,
    flex: usize,
    element: usize,
) -> [f64; EDGES] {
    let step = model.opt.timestep;
    let damping = model.flex_damping[flex] / step;
    let start = model.flex_elemedgeadr[flex] as usize + element * EDGES;
    let first = model.flex_edgeadr[flex] as usize;
    let mut elongation = [0.0; EDGES];
    let edges = &model.flex_elemedge[start..start + EDGES];
    for (elongation, edge) in elongation.iter_mut().zip(edges) {
        let edge = first + *edge as usize;
        let (length, rest) = (data.flexedge_length[edge], model.flexedge_length0[edge]);
        let previous = length - data.flexedge_velocity[edge] * step;
        *elongation =
            length * length - rest * rest + (length * length - previous * previous) * damping;
    }
    elongation
}

/// Turns the forces on the vertices of a flex into joint forces.
fn push_vertices(model: &Model, data: &Data, forces: &[Vec3], flex: usize, qfrc: &mut [f64]) {
    for (vertex, force) in model.flex_vertices(flex).zip(forces) {
        let body = model.flex_vertbodyid[vertex] as usize;
        if model.body_simple[body] == 2 {
            // Slides along the world's axes.
            for (dof, force) in model.dofs_of(body).zip(force.iter()) {
                qfrc[dof] += force;
            }
        } else {
            let point = &data.flexvert_xpos[vertex];
            apply_ft(model, data, force, &Vec3::zeros(), point, body, qfrc);
        }
    }
}

/// Springs and dampers along edges.
pub(super) fn edge_springs(model: &Model, data: &mut Data) {
    let sparse = model.is_sparse();
    for flex in 0..model.nflex {
        let stiffness = model.flex_edgestiffness[flex];
        let damping = model.flex_edgedamping[flex];
        if model.flex_rigid[flex] != 0 || stiffness == 0.0 && damping == 0.0 {
            continue;
        }
        for edge in model.elastic_edges(flex) {
            let stretch = model.flexedge_length0[edge] - data.flexedge_length[edge];
            let spring = stiffness * stretch;
            let damper = -damping * data.flexedge_velocity[edge];
            let mut qfrc = [&mut data.qfrc_spring, &mut data.qfrc_damper].map(std::mem::take);
            let (values, columns) = edge_jacobian(model, data, edge);
            for (qfrc, force) in qfrc.iter_mut().zip([spring, damper]) {
                if sparse {
                    for (value, dof) in values.iter().zip(columns) {
                        qfrc[*dof as usize] += value * force;
                    }
                } else if force != 0.0 {
                    dense::add_scaled(qfrc, values, force);
                }
            }
            [data.qfrc_spring, data.qfrc_damper] = qfrc;
        }
    }
}
