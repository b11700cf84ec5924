//! Elasticity of triangles and tetrahedra: the matrix that couples the changes of their squared
//! edge lengths.
//!
//! A Saint Venant-Kirchhoff material: the energy is `mu tr(E^2) + lambda/2 tr(E)^2` of the strain
//! `E`, which is linear in the squared lengths. The basis of each edge is the symmetric product of
//! the normals of the sides that do not have it: Weischedel, A discrete geometric view on
//! shear-deformable shell models (2012), section 4.1.

use super::refuse;
use super::simplex::Simplex;
use crate::error::Error;
use crate::math::Vec3;
use crate::math::frame::normalize;
use crate::spec::Flex;

/// For each edge of a triangle, the other two, by their ends.
const TRIANGLE: [[[usize; 2]; 2]; 3] = [[[2, 0], [0, 1]], [[0, 1], [1, 2]], [[1, 2], [2, 0]]];

/// Faces of a tetrahedron.
const FACES: [[usize; 3]; 4] = [[2, 1, 0], [0, 1, 3], [1, 2, 3], [2, 0, 3]];

/// For each edge of a tetrahedron, the faces that do not have it.
const TETRAHEDRON: [[usize; 2]; 6] = [[2, 3], [1, 3], [2, 1], [1, 0], [0, 2], [0, 3]];

/// The thickness that makes the formula for sheets right for solids.
const SOLID: f64 = 4.0;

/// The upper triangle of each element's matrix; empty if the flex has no elasticity.
#[doc(alias = "ComputeStiffness")]
pub(super) fn stiffness(
    flex: &Flex,
    simplex: Simplex,
    elements: &[i32],
    vertices: &[Vec3],
) -> Result<Vec<[f64; 21]>, Error> {
    if flex.young <= 0.0 || flex.young.is_nan() {
        return Ok(Vec::new());
    }
    if flex.poisson < 0.0 || flex.poisson >= 0.5 {
        return Err(refuse(flex, format!("a Poisson ratio of {}", flex.poisson))
            .attribute("poisson")
            .expected("0 to below 0.5"));
    }
    let elements = elements.chunks_exact(simplex.corners());
    let of_element = |element: &[i32]| {
        let at = |k: usize| vertices[element[k] as usize];
        match simplex {
            Simplex::Segment => [0.0; 21],
            Simplex::Triangle => {
                let corners = [at(0), at(1), at(2)];
                let area = area(&corners);
                let basis = TRIANGLE.map(|sides| triangle_basis(&corners, sides, area));
                metric(&basis, lame(flex, area, flex.thickness))
            }
            Simplex::Tetrahedron => {
                let corners = [at(0), at(1), at(2), at(3)];
                let volume = volume(&corners);
                let basis = TETRAHEDRON.map(|faces| solid_basis(&corners, faces, volume));
                metric(&basis, lame(flex, volume, SOLID))
            }
        }
    };
    Ok(elements.map(of_element).collect())
}

/// Lame's parameters, times the element's size.
fn lame(flex: &Flex, size: f64, thickness: f64) -> [f64; 2] {
    let (young, poisson) = (flex.young, flex.poisson);
    let mu = young / (2.0 * (1.0 + poisson));
    let lambda = young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson));
    [mu, lambda].map(|modulus| modulus * size.abs() / 4.0 * thickness)
}

fn area([a, b, c]: &[Vec3; 3]) -> f64 {
    let mut normal = (b - a).cross(&(c - a));
    normalize(normal.as_mut_slice()) / 2.0
}

fn volume([a, b, c, d]: &[Vec3; 4]) -> f64 {
    (b - a).cross(&(c - a)).dot(&(d - a)) / 6.0
}

fn triangle_basis(corners: &[Vec3; 3], [left, right]: [[usize; 2]; 2], area: f64) -> [[f64; 3]; 3] {
    let left = corners[left[0]] - corners[left[1]];
    let right = corners[right[1]] - corners[right[0]];
    let mut normal = right.cross(&left);
    normalize(normal.as_mut_slice());
    symmetric(
        &normal.cross(&left),
        &right.cross(&normal),
        8.0 * area * area,
    )
}

fn solid_basis(corners: &[Vec3; 4], faces: [usize; 2], volume: f64) -> [[f64; 3]; 3] {
    let normal = |face: usize| {
        let [a, b, c] = FACES[face].map(|k| corners[k]);
        (b - a).cross(&(c - a))
    };
    symmetric(&normal(faces[0]), &normal(faces[1]), 72.0 * volume * volume)
}

/// The symmetric product of two vectors.
fn symmetric(left: &Vec3, right: &Vec3, divisor: f64) -> [[f64; 3]; 3] {
    let at = |i: usize, j: usize| (left[i] * right[j] + right[i] * left[j]) / divisor;
    [0, 1, 2].map(|i| [0, 1, 2].map(|j| at(i, j)))
}

/// The upper triangle of the matrix, row after row.
#[doc(alias = "MetricTensor")]
fn metric(basis: &[[[f64; 3]; 3]], [mu, lambda]: [f64; 2]) -> [f64; 21] {
    let trace = |a: &[[f64; 3]; 3]| 0.0 + a[0][0] + a[1][1] + a[2][2];
    let mut result = [0.0; 21];
    let mut next = 0;
    for (row, a) in basis.iter().enumerate() {
        for b in &basis[row..] {
            let mut product = 0.0;
            for i in 0..3 {
                for j in 0..3 {
                    product += a[i][j] * b[j][i];
                }
            }
            result[next] = mu * product + lambda * trace(b) * trace(a);
            next += 1;
        }
    }
    result
}
